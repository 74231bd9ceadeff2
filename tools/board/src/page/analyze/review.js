// The review of a game: the curve of Black's winning chances, turning points and missed wins.

import { learnTexts, number, t } from "../words/i18n.js";
import { change, settings } from "../settings.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
/// Choices of milliseconds a move.
const TIMES = [100, 500, 2000, 10_000];
const [WIDTH, HEIGHT, EDGE] = [400, 74, 6];

function element(name, attributes = {}, text = null) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

export class Review {
  static async build(app, panel) {
    await learnTexts("later");
    return new Review(app, panel);
  }

  constructor(app, panel) {
    Object.assign(this, { app, panel });
    this.curve = panel.querySelector("#curve");
    this.bar = panel.querySelector("#review-progress");
    this.button = panel.querySelector("#review");
    this.time = panel.querySelector("#review-time");
    this.time.addEventListener("change", () => change({ reviewTime: Number(this.time.value) }));
    this.button.addEventListener("click", () => (this.running ? this.stop() : this.start()));
    this.curve.addEventListener("pointerdown", (event) => this.drag(event));
    this.curve.addEventListener("pointermove", (event) => event.buttons === 1 && this.drag(event));
    app.on("game", () => this.stop());
    app.on("language", () => (this.listed = null));
    app.on("game position language mode", () => this.draw());
    app.on("evaluated", () => this.draw());
    app.on("language", () => {
      if (this.running) this.button.textContent = t("stop");
      this.showTimes();
    });
    this.showTimes();
    this.draw();
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

  /// Reviews the line through the node to its end.
  async start() {
    const { app } = this;
    const last = app.game.playedEnd(app.node.isTried ? app.node.lastOfLine() : app.game.playedLine(app.node));
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
      // A line that was deleted meanwhile has no review.
      if (this.running === run && game.has(last)) game.review = { ...found, path: last.path() };
    } catch (error) {
      app.report(error);
    }
    if (this.running === run) {
      this.running = null;
      this.finish();
    }
  }

  place(index, share, count) {
    return [WIDTH * (index / Math.max(1, count - 1)), HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share];
  }

  /// The nodes of the shown line, with Black's known chances at each.
  known() {
    const { game, node } = this.app;
    const { review } = game;
    if (review?.path.includes(node)) return review;
    const path = (node.isTried ? node.lastOfLine() : game.playedLine(node)).path();
    return { path, shares: path.map(({ share }) => share) };
  }

  /// Lists the moments of the review, once for each review: a button that has the focus keeps it.
  async list() {
    const { app } = this;
    const { review } = app.game;
    if (this.listed === review) return;
    this.listed = review;
    const box = this.panel.querySelector("#moments");
    if (!review) return box.replaceChildren();
    try {
      const [{ lists }] = await Promise.all([import("./moments.js"), learnTexts("later")]);
      if (app.game.review === review) box.replaceChildren(...lists(app, review));
    } catch {
      // The next change fetches them anew.
      this.listed = null;
    }
  }

  /// The curve keeps its place also where nothing is known.
  draw() {
    this.list();
    const { path, shares } = this.known();
    this.curve.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.curve.setAttribute("preserveAspectRatio", "none");
    const middle = HEIGHT / 2;
    const parts = [element("path", { d: `M0 ${middle}H${WIDTH}`, class: "scale" })];
    const points = [...path.keys()].filter((index) => shares[index] !== undefined).map((index) => this.place(index, shares[index], path.length));
    if (points.length > 1) {
      const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
      parts.unshift(element("path", { d: `M${points[0][0]} ${HEIGHT}L${line}L${points.at(-1)[0]} ${HEIGHT}Z`, class: "area" }));
      parts.push(element("path", { d: `M${line}`, class: "line" }));
    }
    const here = path.indexOf(this.app.node);
    if (path.length > 1 && here >= 0) parts.push(element("path", { d: `M${this.place(here, 0, path.length)[0]} 0V${HEIGHT}`, class: "here" }));
    this.curve.replaceChildren(...parts);
    this.curve.setAttribute("aria-label", t("curveLabel", { moves: path.length - 1 }));
  }

  /// Goes to the position of the curve that the pointer is on.
  drag(event) {
    const { path } = this.known();
    const box = this.curve.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (path.length - 1));
    const node = path[Math.min(path.length - 1, Math.max(0, index))];
    if (node) this.app.go(node);
  }
}
