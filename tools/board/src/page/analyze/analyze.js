// The live analysis of a position: its lines, balanced moves, wins by threats and blocked points.

import { number, shortNumber, t } from "../words/i18n.js";
import { ghostsOf, pointName, pointNames } from "../game/notation.js";
import { byId, made, refill } from "../parts.js";
import * as score from "../words/score.js";
import { change, onSettings, settings } from "../settings.js";

const PAUSE = 60;
const SOLVE_TIME = 15_000;
const BALANCE_TIME = 5_000;
/// Moves shown of a line.
const SHOWN = 16;

/// Iterations after which the engine's number of lines is final, even if it is below the number asked for.
const SURE_PARTS = 3;
/// Milliseconds after which a search that nobody waits for stops.
export const LONGEST = 120_000;

/// The depth that proven scores count as: deeper than any search.
const PROVEN = 999;

/// Whether the limits of the settings are reached.
export function hasSeenEnough({ depth, nodes, time_ms: time }) {
  const isReached = (limit, value) => limit > 0 && value >= limit;
  const { analysisNodes, analysisTime, analysisDepth } = settings;
  return isReached(analysisNodes, nodes / 1000) || isReached(analysisTime, time / 1000) || isReached(analysisDepth, depth);
}

export class Analysis {
  constructor(app, panel) {
    Object.assign(this, { app, isLive: false, run: 0, search: null, blocked: new Set(), lines: [] });
    const on = (id, listener) => panel.querySelector(id).addEventListener("click", listener);
    [this.rows, this.chances, this.status, this.switch] = ["lines", "eval", "search-status", "live"].map(byId);
    on("#live", () => this.toggle());
    on("#fewer", () => this.count(settings.lines - 1));
    on("#more", () => this.count(settings.lines + 1));
    const count = panel.querySelector("#line-count");
    count.addEventListener("change", () => this.count(count.valueAsNumber));
    onSettings(({ lines }) => {
      count.value = lines;
      this.rows.style.setProperty("--lines", lines);
    });
    for (const name of ["pointerover", "focusin"]) this.rows.addEventListener(name, (event) => this.hover(event));
    for (const name of ["pointerleave", "focusout"]) this.rows.addEventListener(name, () => app.overlay("line", null));
    this.rows.addEventListener("click", (event) => this.click(event));
    app.on("game", () => this.blocked.clear());
    app.on("position", () => this.show([]));
    app.on("facts connection", () => this.restart());
    app.on("language", () => this.redraw());
    app.on("mode", () => (app.mode === "analyze" ? this.show([]) : this.leave()));
    app.on("reviewed", () => this.showBar(this.lines[0], app.game.toMove()));
    app.on("review", () => this.stop());
    this.show([]);
  }

  /// Sets the number of lines.
  count(lines) {
    change({ lines: Math.min(10, Math.max(1, Math.round(lines) || 1)) });
    this.restart();
  }

  toggle() {
    if (this.isLive) this.stop();
    else this.start();
  }

  start() {
    if (this.isLive) return;
    this.isLive = true;
    this.switch.setAttribute("aria-checked", "true");
    if (this.lines.length === 0) this.show([]);
    this.restart();
  }

  /// Stops the search when another panel is shown.
  leave() {
    this.run++;
    this.stop();
    this.show([]);
  }

  stop() {
    if (!this.isLive) return;
    clearTimeout(this.timer);
    this.isLive = false;
    this.switch.setAttribute("aria-checked", "false");
    this.run++;
    this.app.connection.stopSearch(this.search);
    this.drawBlocked();
    this.app.overlay("line", null);
    // The lines found so far stay with their position.
    if (this.isOld) {
      this.isOld = false;
      this.reached = this.app.node.found;
      this.draw();
    } else if (this.lines.length === 0 || !this.shown) return this.show([]);
    this.showStatus("searchStopped", true);
  }

  /// Starts the analysis of the current position.
  restart() {
    clearTimeout(this.timer);
    this.drawBlocked();
    if (this.isLive) this.timer = setTimeout(() => this.look(), PAUSE);
  }

  async look() {
    const { app } = this;
    const run = ++this.run;
    const { node } = app;
    // Lines that arrive after the reader moved on belong to another position.
    const isCurrent = () => run === this.run && node === app.node;
    if (!app.connection.isOnline) return this.show([]);
    this.parts = 0;
    if (app.isOver) {
      app.connection.stopSearch(this.search);
      return this.show([]);
    }
    try {
      // The first report that reaches a limit is the result; later ones go beyond it.
      let enough = null;
      const asked = this.ask((part) => {
        if (!isCurrent() || enough) return;
        this.show(part.lines, part);
        if (!hasSeenEnough(part)) return;
        enough = part;
        app.connection.stop();
      });
      this.search = app.connection.lastSearch;
      const answer = await asked;
      const found = enough ?? answer;
      if (isCurrent()) this.show(found.lines, found, true);
    } catch (error) {
      if (isCurrent() && error.code !== "offline") app.report(error);
    }
  }

  /// Asks the engine for lines of the position, within the limits of the settings and of a background search.
  ask(onPart, isBackground = false) {
    const { lines, threads, memory, analysisDepth: depth } = settings;
    const time = 1000 * settings.analysisTime;
    const longest = isBackground ? Math.min(time || LONGEST, LONGEST) : time;
    const limits = { depth, time_ms: longest, nodes: 1000 * settings.analysisNodes };
    const question = { position: this.app.game.position(), lines, threads, memory, ...limits, blocked: [...this.blocked] };
    return this.app.connection.ask("analyze", question, onPart);
  }

  /// Shows lines and marks their moves on the board. Lines of a deeper earlier search stay until this search has reached its
  /// depth, also if it ends before that.
  show(lines, status = null, isDone = false) {
    if (status) this.remember(status);
    const { found } = this.app.node;
    const isOther = this.isLive && this.blocked.size === 0 && Boolean(found) && found !== status;
    const isBetter = isOther && lines.length <= found.lines.length;
    this.isOld = isBetter && !isDone;
    this.lines = isBetter ? found.lines : lines;
    this.draw();
    if (!status) return this.showWaiting();
    this.parts++;
    this.reached = isBetter && isDone ? found : status;
    this.showStatus(isDone ? "searchDone" : "searchStatus", isDone || this.parts >= SURE_PARTS);
  }

  /// Draws the rows of the lines, the marks on the board and the bar in the page's language.
  draw() {
    const { app, lines } = this;
    // A row that is removed sends no event when the pointer leaves it.
    if (lines.length === 0) app.overlay("line", null);
    const color = app.game.toMove();
    this.rows.classList.toggle("old", this.isOld);
    refill(this.rows, ...lines.map((line, rank) => this.row(line, rank, color)));
    const shares = lines.map((line, rank) => ({
      point: line.moves[0], share: line.share, best: rank === 0, text: score.scoreMark(line, color),
    }));
    app.overlay("shares", shares.length > 0 ? { shares } : null);
    this.showBar(lines[0], color);
  }

  /// Draws the lines again after the language has changed.
  redraw() {
    if (this.lines.length === 0 || !this.shown) return this.show([]);
    this.draw();
    this.showStatus(...this.shown);
  }

  /// Shows the depth and state of the search: "searchStatus", "searchDone" or "searchStopped". With `isSure` the number of
  /// lines is final.
  showStatus(text, isSure) {
    const { lines, rows } = this;
    this.shown = [text, isSure];
    const { depth, nodes, time_ms: time } = this.reached;
    const speed = time > 0 ? (1000 * nodes) / time : 0;
    const values = { depth, speed: shortNumber(speed), time: number(time / 1000, 1) };
    const parts = [t(text, values), t("searchSpeed", values)];
    this.status.replaceChildren(...parts.map((part) => made("span", { textContent: part, title: part })));
    this.chances.classList.toggle("old", this.isOld || text === "searchStopped");
    rows.querySelector(".few")?.remove();
    const isShort = lines.length > 0 && lines.length < settings.lines && isSure;
    const few = t("fewerLines", { shown: lines.length, asked: settings.lines });
    if (isShort) rows.append(made("li", { className: "few", textContent: few, title: few }));
  }

  /// Stores Black's winning chances with the position, for the list of moves. A later search replaces them once it reaches
  /// the same depth, a proof only by a proof. A search with blocked points does not count.
  remember(status) {
    const { lines: [best], depth } = status;
    const { node } = this.app;
    const seen = score.isProven(best?.score) ? PROVEN : depth;
    if (!best || this.blocked.size > 0 || node.seen > seen) return;
    Object.assign(node, { share: score.blackShare(best.share, this.app.game.toMove()), seen, found: status });
    this.app.emit("evaluated");
  }

  /// Shows that there are no lines yet.
  showWaiting() {
    this.parts = 0;
    this.shown = null;
    const isWaiting = this.isLive && !this.app.isOver && this.app.connection.isOnline;
    const text = isWaiting ? t("thinking") : this.isLive ? "" : t("live");
    this.status.replaceChildren(...(text ? [made("span", { textContent: text, title: text })] : []));
  }

  /// Shows Black's winning chances in large numbers and as a bar beside the board: those of the best line, or else what a
  /// review or an earlier search has found. While a search runs, the previous position's stay until new ones arrive.
  showBar(best, color) {
    const { app, chances } = this;
    const bar = byId("bar");
    const black = best ? score.blackShare(best.share, color) : app.game.shareOf(app.node);
    const isShown = app.mode === "analyze" && (black !== undefined || (this.isLive && !app.isOver));
    bar.classList.toggle("known", isShown);
    chances.classList.toggle("old", !this.isLive || !best || this.isOld);
    if (!isShown) chances.textContent = "–";
    if (!isShown || black === undefined) return;
    bar.style.setProperty("--black", black.toFixed(3));
    bar.title = score.shareText(black);
    bar.setAttribute("aria-label", bar.title);
    chances.textContent = best ? score.chancesText(best, color) : `${score.percent(black)} %`;
    chances.title = best ? score.scoreText(best, color) : bar.title;
  }

  /// A row of one line: the chances, the first move, and as many more moves as fit.
  row(line, rank, color) {
    const points = score.isUnproven(line.score) ? t("unproven") : score.pointsText(line.score, color);
    const title = [score.scoreText(line, color), points].filter(Boolean).join(". ");
    const head = made("span", { className: "head", textContent: score.chancesText(line, color), title });
    const moves = line.moves.slice(0, SHOWN).flatMap((point, index) => {
      const textContent = pointName(this.app.game, point);
      const ariaLabel = t("playLine", { moves: index + 1, point: textContent });
      return [made("button", { type: "button", textContent, ariaLabel, data: { rank, index } }), " "];
    });
    return made("li", { data: { rank } }, head, ...moves);
  }

  hover(event) {
    this.showLine(this.lines[event.target.closest("[data-rank]")?.dataset.rank]);
  }

  /// Shows the line that begins at the point under the mouse.
  hoverPoint(point) {
    const line = point === null ? null : this.lines.find(({ moves }) => moves[0] === point);
    if (!line && !this.isPointing) return;
    this.isPointing = Boolean(line);
    this.showLine(line);
  }

  showLine(line) {
    this.app.overlay("line", line ? { ghosts: ghostsOf(line.moves.slice(0, SHOWN), this.app.game.toMove()) } : null);
  }

  /// Plays the clicked line up to the clicked move.
  click({ target }) {
    const { rank, index } = target.closest("button")?.dataset ?? {};
    this.playAll(this.lines[rank]?.moves.slice(0, Number(index) + 1) ?? []);
  }

  playAll(moves) {
    const key = {};
    for (const point of moves) if (!this.app.place(point, 0, key)) break;
  }

  /// Shows a line with a button that plays it.
  offer(say, moves) {
    const { app } = this;
    app.overlay("found", { ghosts: ghostsOf(moves, app.game.toMove()) });
    const close = () => app.overlay("found", null);
    const play = () => (close(), this.playAll(moves));
    app.offer(say, { [moves.length === 1 ? "playIt" : "playThem"]: play, close });
  }

  /// Asks a question with one answer. The live analysis pauses until the answer arrives.
  async once(name, values, onPart = () => {}) {
    const { app } = this;
    if (app.isOver) return app.say(t("error.over"), "error"), null;
    const run = ++this.run;
    clearTimeout(this.timer);
    // Removes the line of an earlier answer.
    app.overlay("found", null);
    const { node } = app;
    app.say(t("thinking"));
    const isCurrent = () => run === this.run && node === app.node;
    try {
      const part = (answer) => isCurrent() && onPart(answer);
      const answer = await app.connection.ask(name, { position: app.game.position(), ...values }, part);
      if (isCurrent()) return answer;
      app.unsay(t("thinking"));
      return null;
    } catch (error) {
      // If another search of this kind ended this one, its own message stays.
      if (isCurrent()) app.say("");
      app.report(error);
      return null;
    } finally {
      if (run === this.run && this.isLive) this.restart();
    }
  }

  async balance(stones) {
    const side = this.app.game.toMove();
    const answer = await this.once("balance", { stones, blocked: [...this.blocked], time_ms: BALANCE_TIME });
    if (!answer) return;
    const [name, line] = [answer.is_even ? "balanced" : "unbalanced", pointNames(this.app.game, answer.stones, " ")];
    this.app.say("");
    this.offer(() => t(name, { line, score: score.scoreText(answer, side) }), answer.stones);
  }

  async solve(goal) {
    const side = this.app.game.toMove();
    const answer = await this.once("solve", { goal, time_ms: SOLVE_TIME });
    if (!answer) return;
    const { result, line } = answer;
    if (result !== "win") return this.app.say(t(`${goal}.${result}`, { player: t(side), seconds: SOLVE_TIME / 1000 }));
    const values = { stones: Math.ceil(line.length / 2), line: pointNames(this.app.game, line, " ") };
    this.app.say("");
    this.offer(() => t(`${goal}.win`, { player: t(side), ...values }), line);
  }

  unblock() {
    this.blocked.clear();
    this.restart();
  }

  drawBlocked() {
    const show = this.app.mode === "analyze" && this.blocked.size > 0;
    this.app.overlay("blocked", show ? { blocked: [...this.blocked] } : null);
  }
}
