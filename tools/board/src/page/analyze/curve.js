// The curve of Black's winning chances below the moves. The main line, or the one that was reviewed, keeps its scale; a
// variation is a branch of it.

import { t } from "../words/i18n.js";
import { pointName } from "../game/notation.js";
import { element } from "../board/stones.js";
import { made } from "../parts.js";
import { shareText } from "../words/score.js";

const [WIDTH, HEIGHT, EDGE] = [400, 74, 6];

/// The curve's line, the line through the current node, and the index of their last common node: { main, line, fork }.
export function linesOf({ game, node }) {
  const main = game.review?.path ?? game.mainEnd().path();
  const own = () => (node.isTried ? node.lastOfLine() : game.playedLine(node)).path();
  const line = main.includes(node) ? main : own();
  return { main, line, fork: main.findLastIndex((step, index) => line[index] === step) };
}

/// The place of a node on the curve: its index, and Black's chances from 0 to 1.
function placeOf(index, share, count) {
  return [WIDTH * (index / Math.max(1, count - 1)), HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share];
}

export class Curve {
  constructor(app, picture) {
    Object.assign(this, { app, picture });
    this.tip = made("p", { id: "curve-tip", hidden: true, ariaHidden: "true" });
    picture.before(this.tip);
    Object.assign(picture, { role: "slider", tabIndex: 0, ariaValueMin: 0 });
    picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    picture.setAttribute("preserveAspectRatio", "none");
    const hide = () => (this.tip.hidden = true);
    picture.onpointerdown = picture.onpointermove = (event) => this.point(event);
    picture.onpointerleave = picture.onpointercancel = picture.onblur = hide;
    picture.onfocus = () => this.tell(app.node);
    app.on("game position language mode reviewed evaluated", () => this.draw());
    this.draw();
  }

  /// The curve keeps its place also where nothing is known.
  draw() {
    const { app, picture } = this;
    const { game, node } = app;
    const { main, line, fork } = linesOf(app);
    const count = Math.max(main.length, line.length);
    const middle = HEIGHT / 2;
    const parts = [element("path", { d: `M0 ${middle}H${WIDTH}`, class: "scale" })];
    /// The known places of a line from an index on.
    const known = (path, from) => path.flatMap((step, index) => {
      const share = index < from ? undefined : game.shareOf(step);
      return share === undefined ? [] : [placeOf(index, share, count).map((value) => value.toFixed(1))];
    });
    const wayOf = (places) => places.map((place) => place.join(" ")).join("L");
    const points = known(main, 0);
    if (points.length > 1) {
      const way = wayOf(points);
      const area = `M${points[0][0]} ${HEIGHT}L${way}L${points.at(-1)[0]} ${HEIGHT}Z`;
      parts.unshift(element("path", { d: area, class: "area" }));
      parts.push(element("path", { d: `M${way}`, class: "line" }));
    }
    const branch = line === main ? [] : known(line, fork);
    if (branch.length > 1) parts.push(element("path", { d: `M${wayOf(branch)}`, class: "branch" }));
    if (count > 1) parts.push(element("path", { d: `M${placeOf(node.depth, 0, count)[0]} 0V${HEIGHT}`, class: "here" }));
    picture.replaceChildren(...parts);
    const ariaLabel = t("curveLabel", { moves: main.length - 1 });
    Object.assign(picture, { ariaLabel, ariaValueMax: count - 1, ariaValueNow: node.depth, ariaValueText: this.textOf(node) });
    if (document.activeElement === picture) this.tell(node);
  }

  /// A node's move with its number, and Black's chances, if they are known.
  textOf(node) {
    const { game } = this.app;
    const share = game.shareOf(node);
    const move = node.parent ? `${node.depth}. ${pointName(game, node.point)}` : t("start");
    return share === undefined ? move : `${move} · ${shareText(share)}`;
  }

  /// Shows a node's move and chances at its place on the curve.
  tell(node) {
    const { tip } = this;
    const { main, line } = linesOf(this.app);
    const box = this.picture.getBoundingClientRect();
    tip.textContent = this.textOf(node);
    tip.hidden = false;
    const x = box.left + (box.width * node.depth) / Math.max(1, main.length - 1, line.length - 1);
    tip.style.left = `${Math.max(box.left + 2, Math.min(box.right - tip.offsetWidth - 2, x - tip.offsetWidth / 2))}px`;
    tip.style.top = `${box.top + 2}px`;
  }

  /// Tells the position of the curve that the pointer is on, and goes there while it is pressed.
  point({ type, clientX, buttons }) {
    const { main, line } = linesOf(this.app);
    const box = this.picture.getBoundingClientRect();
    const last = Math.max(main.length, line.length) - 1;
    const index = Math.min(last, Math.max(0, Math.round(((clientX - box.left) / box.width) * last)));
    const node = main[index] ?? line[index];
    if (type === "pointerdown" || buttons === 1) this.app.go(node);
    this.tell(node);
  }
}
