// A look at the whole game: the curve of Black's share, turning points, missed wins.

import { number, t } from "../words/i18n.js";
import { pointName } from "../game/notation.js";
import { blackShare, shareText } from "../words/score.js";
import { change, settings } from "../settings.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
/// Milliseconds a move that are offered.
const TIMES = [100, 500, 2000, 10_000];
const [WIDTH, HEIGHT, LEFT, TOP] = [360, 130, 30, 8];

function element(name, attributes = {}, text = null) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

const percent = (share) => Math.round(100 * share);

export class Review {
  constructor(app, panel) {
    Object.assign(this, { app, panel });
    this.curve = panel.querySelector("#curve");
    this.bar = panel.querySelector("#review-progress");
    this.button = panel.querySelector("#review");
    this.time = panel.querySelector("#review-time");
    this.time.addEventListener("change", () => change({ reviewTime: Number(this.time.value) }));
    this.button.addEventListener("click", () => (this.running ? this.stop() : this.start()));
    this.curve.addEventListener("click", (event) => this.click(event));
    app.on("game", () => this.stop());
    app.on("game position language", () => this.draw());
    app.on("language", () => {
      if (this.running) this.button.textContent = t("stop");
      this.showTimes();
    });
    this.showTimes();
  }

  showTimes() {
    const name = (time) => t("seconds", { seconds: number(time / 1000, time < 1000 ? 1 : 0) });
    this.time.replaceChildren(...TIMES.map((time) => new Option(name(time), time, false, time === settings.reviewTime)));
  }

  stop() {
    if (!this.running) return;
    this.running = null;
    this.app.connection.stopSearch(this.search);
    this.finish();
  }

  finish() {
    this.bar.hidden = true;
    this.button.textContent = t("review.start");
    this.draw();
    this.app.emit("reviewed");
  }

  /// Looks at the line through the node, to its end.
  async start() {
    const { app } = this;
    const last = app.game.playedEnd(app.node.lastOfLine());
    if (last.depth === 0) return app.say(t("noMoves"), "error");
    const run = {};
    const { game } = app;
    this.running = run;
    this.bar.hidden = false;
    this.bar.value = 0;
    this.bar.max = last.depth;
    this.button.textContent = t("stop");
    app.dispatchEvent(new Event("review"));
    const { reviewTime, threads, memory } = settings;
    const values = { position: game.position(last), time_ms: reviewTime, threads, memory };
    try {
      const asked = app.connection.ask("review", values, ({ done }) => (this.bar.value = done));
      this.search = app.connection.lastSearch;
      const found = await asked;
      // Moves that were deleted meanwhile have no review.
      if (this.running === run && game.nodes().includes(last)) game.review = { ...found, path: last.path() };
    } catch (error) {
      app.report(error);
    }
    if (this.running === run) {
      this.running = null;
      this.finish();
    }
  }

  place(index, share, count) {
    return [LEFT + (WIDTH - LEFT - 6) * (index / Math.max(1, count - 1)), TOP + (HEIGHT - TOP - 20) * (1 - share)];
  }

  draw() {
    const { review } = this.app.game;
    this.curve.toggleAttribute("hidden", !review);
    this.panel.querySelector("#moments").replaceChildren(...(review ? this.lists(review) : []));
    if (!review) return;
    const { shares, moments, path } = review;
    this.curve.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    const parts = [];
    for (const share of [0, 0.5, 1]) {
      const y = this.place(0, share, 1)[1];
      parts.push(element("line", { x1: LEFT, x2: WIDTH - 6, y1: y, y2: y, class: "scale" }));
      parts.push(element("text", { x: LEFT - 4, y: y + 3.5, "text-anchor": "end" }, `${percent(share)}`));
    }
    parts.push(element("text", { x: LEFT + 4, y: TOP + 10 }, `${t("black")}, %`));
    const points = shares.map((share, index) => this.place(index, share, shares.length));
    const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const [from, to] = [points[0][0], points.at(-1)[0]];
    const [floor, middle] = [this.place(0, 0, 1)[1], HEIGHT - 4];
    parts.push(element("polygon", { points: `${from},${floor} ${line} ${to},${floor}`, class: "area" }));
    parts.push(element("polyline", { points: line, class: "line" }));
    parts.push(element("text", { x: LEFT, y: middle }, "0"));
    parts.push(element("text", { x: WIDTH - 6, y: middle, "text-anchor": "end" }, `${shares.length - 1}`));
    for (const { number, turn, misses_win: missed } of moments) {
      if (!turn && !missed) continue;
      const [cx, cy] = points[number] ?? points.at(-1);
      parts.push(element("circle", { cx, cy, r: 4, class: missed ? "missed" : "turn" }));
    }
    const here = path.indexOf(this.app.node);
    if (here >= 0) {
      const [x] = points[here] ?? [LEFT];
      parts.push(element("line", { x1: x, x2: x, y1: TOP, y2: floor, class: "here" }));
    }
    this.curve.replaceChildren(...parts);
    this.curve.setAttribute("aria-label", t("curveLabel", { moves: shares.length - 1 }));
  }

  lists({ moments, path }) {
    const turns = moments.filter(({ turn, misses_win: missed }) => turn && !missed);
    const missed = moments.filter(({ misses_win: missed }) => missed);
    const list = (title, entries) => {
      const head = document.createElement("h3");
      head.textContent = t(title);
      const items = document.createElement("ul");
      for (const moment of entries) items.append(this.item(moment, path));
      if (entries.length === 0) items.append(Object.assign(document.createElement("li"), { textContent: t("none") }));
      return [head, items];
    };
    return [...list("turningPoints", turns), ...list("missedWins", missed)];
  }

  item(moment, path) {
    const { game } = this.app;
    const { number, best, misses_win: missed, before, after, win_in: winIn } = moment;
    const node = path[number];
    const values = {
      number,
      player: t(game.colorOf(node)),
      move: pointName(game, node.point),
      best: best.slice(0, 1).map((point) => pointName(game, point)).join(""),
      before: shareText(blackShare(before, game.colorOf(node))),
      after: `${percent(blackShare(after, game.colorOf(node)))} %`,
      stones: winIn,
    };
    const text = missed && winIn ? "missedWin" : missed ? "lostWin" : "turningPoint";
    const button = document.createElement("button");
    button.textContent = t(text, values);
    button.addEventListener("click", () => {
      this.app.go(path[number - 1]);
      const color = game.toMove();
      const ghosts = best.slice(0, 9).map((point, index) => ({
        point, color: index % 2 === 0 ? color : color === "black" ? "white" : "black", text: String(index + 1),
      }));
      this.app.overlay("moment", { ghosts });
    });
    const item = document.createElement("li");
    item.append(button, this.offer(moment, path));
    return item;
  }

  /// What the reader can make of the moment: find the win that was missed, or play better from there.
  offer({ number, best, misses_win: missed }, path) {
    const { app } = this;
    const button = document.createElement("button");
    button.className = "offer";
    button.textContent = t(missed ? "review.find" : "review.playOn");
    button.addEventListener("click", async () => {
      const before = path[number - 1];
      if (!missed) return app.playFrom(before);
      const learn = await app.learn();
      learn?.find({ position: app.game.position(before), first: best[0] });
    });
    return button;
  }

  /// Goes to the position of the curve that was clicked.
  click(event) {
    const { review } = this.app.game;
    if (!review) return;
    const box = this.curve.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const count = review.shares.length;
    const index = Math.round(((x - LEFT) / (WIDTH - LEFT - 6)) * (count - 1));
    const node = review.path[Math.min(count - 1, Math.max(0, index))];
    if (node) this.app.go(node);
  }
}
