// The board as SVG: only what has changed since the last picture is touched, so that 120x120 stays smooth. Grid and
// stones are one picture, and what changes often lies in another above it: to draw that anew leaves the stones alone.

import { columnName, starPoints } from "../game/notation.js";
import { pointSeenAt, seenAt, seenSize } from "./orientation.js";
import { STONE, arrow, drawStone, element, fontOf, label } from "./stones.js";

const CELL = 32;
/// From the outermost line to the edge, with coordinates and without.
const MARGIN = 40;
const NARROW_MARGIN = 22;
/// Larger boards get stones without shading.
const LARGEST_SHADED = 30;

/// The marks of files, from the middle of their point.
const MARKS = {
  cross: "m-6 -6l12 12m0 -12l-12 12",
  triangle: "m0 -8l7 12h-14z",
  square: "m-6 -6h12v12h-12z",
  circle: "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0",
};

export class BoardView {
  constructor(svg, overlay) {
    Object.assign(this, { svg, overlay });
    this.layers = {};
    /// What each layer shows, as text: a layer is drawn anew only when it changes.
    this.keys = {};
    const parents = { grid: svg, stones: svg, under: overlay, over: overlay, cursor: overlay, ruler: overlay };
    for (const [name, parent] of Object.entries(parents)) {
      this.layers[name] = parent.appendChild(element("g", { class: name }));
    }
    this.shown = new Map();
    this.ghostPoints = new Set();
    this.frame = "";
  }

  /// The middle of a point in the picture's own units.
  at(point) {
    return seenAt(this.size, this.orientation, point).map((line) => this.margin + CELL * line);
  }

  /// The point this many columns and rows away on the board as shown, or the last one on the way.
  stepFrom(point, [right, down]) {
    const { columns, rows } = seenSize(this.size, this.orientation);
    const [x, y] = seenAt(this.size, this.orientation, point);
    const clamp = (value, end) => Math.min(end - 1, Math.max(0, value));
    return pointSeenAt(this.size, this.orientation, [clamp(x + right, columns), clamp(y + down, rows)]);
  }

  /// The names along the upper edge and along the left one, from the first: letters above, unless the board is turned.
  get names() {
    const { size, orientation } = this;
    const { columns, rows } = seenSize(size, orientation);
    const nameOf = (seen, isLetter) => {
      const point = pointSeenAt(size, orientation, seen);
      return isLetter ? columnName(point % size.width) : String(size.height - Math.floor(point / size.width));
    };
    const isTurned = orientation.turns % 2 === 1;
    return {
      above: Array.from({ length: columns }, (_, x) => nameOf([x, 0], !isTurned)),
      left: Array.from({ length: rows }, (_, y) => nameOf([0, y], isTurned)),
    };
  }

  /// The middle of a column or a row.
  middle(line) {
    return this.margin + CELL * line;
  }

  /// The point at a place of the window; null beside the board.
  pointAt(clientX, clientY) {
    if (!this.size) return null;
    const box = this.svg.getBoundingClientRect();
    const scale = this.viewWidth / box.width;
    const x = Math.round(((clientX - box.left) * scale - this.margin) / CELL);
    const y = Math.round(((clientY - box.top) * scale - this.margin) / CELL);
    const { columns, rows } = seenSize(this.size, this.orientation);
    const inside = x >= 0 && y >= 0 && x < columns && y < rows;
    return inside ? pointSeenAt(this.size, this.orientation, [x, y]) : null;
  }

  /// The middle of a point in the window.
  placeOf(point) {
    const box = this.svg.getBoundingClientRect();
    const scale = box.width / this.viewWidth;
    const [x, y] = this.at(point);
    return [box.left + scale * x, box.top + scale * y];
  }

  /// Of the picture's own units.
  get unitsPerPixel() {
    return this.viewWidth / this.svg.getBoundingClientRect().width;
  }

  /// Pixels between two lines.
  get cellPixels() {
    return (this.svg.getBoundingClientRect().width / this.viewWidth) * CELL;
  }

  /// Shows a position: { size, coordinates, numbers, stones, last, win, forbidden, under, ghosts, marks }.
  show(view) {
    this.drawGrid(view);
    this.drawStones(view);
    this.drawUnder(view);
    this.drawOver(view);
  }

  drawGrid({ size, coordinates, squares, orientation }) {
    const { turns, mirrored } = orientation;
    const frame = [size.width, size.height, coordinates, squares, turns, mirrored].join();
    if (frame === this.frame) return;
    this.frame = frame;
    this.size = { width: size.width, height: size.height };
    Object.assign(this, { squares, orientation });
    this.margin = coordinates ? MARGIN : NARROW_MARGIN;
    const { columns, rows } = seenSize(size, orientation);
    const [right, bottom] = [this.margin + CELL * (columns - 1), this.margin + CELL * (rows - 1)];
    this.viewWidth = right + this.margin;
    this.viewHeight = bottom + this.margin;
    for (const part of [this.svg, this.overlay]) part.setAttribute("viewBox", `0 0 ${this.viewWidth} ${this.viewHeight}`);
    this.isFlat = Math.max(size.width, size.height) > LARGEST_SHADED;
    this.svg.closest("#sheet").classList.toggle("flat", this.isFlat);
    this.svg.closest("main").style.setProperty("--ratio", String(this.viewWidth / this.viewHeight));
    const { grid, stones, cursor } = this.layers;
    // Stones stand on the lines, crosses and rings between them.
    const out = squares ? CELL / 2 : 0;
    const from = this.margin - out;
    let path = "";
    for (let y = from; y <= bottom + out; y += CELL) path += `M${from} ${y}H${right + out}`;
    for (let x = from; x <= right + out; x += CELL) path += `M${x} ${from}V${bottom + out}`;
    const [width, height] = [right + out - from, bottom + out - from];
    grid.replaceChildren(
      element("path", { d: path, class: "lines" }),
      element("rect", { x: from, y: from, width, height, class: "border" }),
    );
    for (const point of squares ? [] : starPoints(size)) {
      const [cx, cy] = this.at(point);
      grid.append(element("circle", { cx, cy, r: 3.4, class: "star" }));
    }
    if (coordinates) this.drawCoordinates(right, bottom);
    stones.replaceChildren();
    cursor.replaceChildren();
    this.shown.clear();
  }

  drawCoordinates(right, bottom) {
    const far = MARGIN - (this.squares ? 12 : 15);
    const { above, left } = this.names;
    const put = (name, x, y) => this.layers.grid.append(label(name, 12.5, { x, y, class: "coordinate" }));
    for (const [x, name] of above.entries()) {
      for (const y of [this.margin - far, bottom + far]) put(name, this.middle(x), y);
    }
    for (const [y, name] of left.entries()) {
      for (const x of [this.margin - far, right + far]) put(name, x, this.middle(y));
    }
  }

  drawStones({ stones, numbers }) {
    for (const [point, { node }] of this.shown) {
      if (!stones.has(point)) {
        node.remove();
        this.shown.delete(point);
      }
    }
    for (const [point, { color, number }] of stones) {
      const text = numbers && number > 0 ? String(number) : "";
      const key = color + text;
      const old = this.shown.get(point);
      if (old?.key === key) continue;
      old?.node.remove();
      const node = this.stone(point, color, text, "stone");
      this.layers.stones.append(node);
      this.shown.set(point, { key, node });
    }
  }

  stone(point, color, text, kind) {
    const shaded = kind === "stone" && !this.isFlat;
    return drawStone({ color, text, kind, squares: this.squares, shaded, at: this.at(point) });
  }

  /// What lies on empty points: forbidden points, shares of moves, known moves, points out of bounds.
  drawUnder({ forbidden = [], shares = [], blocked = [], closed = [], threats = [], known = [] }) {
    if (this.isSame("under", [this.frame, forbidden, shares, blocked, closed, threats, known])) return;
    const parts = [];
    if (closed.length > 0) {
      const half = CELL / 2;
      const squares = closed.map((point) => this.at(point)).map(([x, y]) => `M${x - half} ${y - half}h${CELL}v${CELL}h-${CELL}z`);
      parts.push(element("path", { d: squares.join(""), class: "closed" }));
    }
    for (const { point, text, first } of known) {
      const [x, y] = this.at(point);
      const group = element("g", { class: first ? "known first" : "known", transform: `translate(${x} ${y})` });
      group.append(element("rect", { x: -13, y: -11, width: 26, height: 22, rx: 6 }), label(text, text.length > 3 ? 8.8 : 12));
      parts.push(group);
    }
    for (const { point, color, text, urgent } of threats) {
      const [x, y] = this.at(point);
      const group = element("g", { class: `threat ${color}${urgent ? " urgent" : ""}`, transform: `translate(${x} ${y})` });
      group.append(element("circle", { r: 9.5 }), label(text, 12.5));
      parts.push(group);
    }
    for (const { point, share, best, text } of shares) {
      const [x, y] = this.at(point);
      const group = element("g", { class: best ? "share best" : "share", transform: `translate(${x} ${y})` });
      const hue = Math.round(10 + 120 * Math.min(1, Math.max(0, share)));
      group.append(element("circle", { r: STONE, class: "disc", fill: `hsl(${hue} 55% 40%)` }), label(text, fontOf(text)));
      parts.push(group);
    }
    for (const [points, kind] of [[forbidden, "forbidden"], [blocked, "blocked"]]) {
      for (const point of points) {
        const [x, y] = this.at(point);
        // A cross among crosses would be a move.
        const square = kind === "forbidden" ? "a9 9 0 1 0 18 0a9 9 0 1 0 -18 0m3 -6l12 12" : "m0 -9h18v18h-18z";
        const d = this.squares ? `M${x - 9} ${y}${square}` : `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`;
        parts.push(element("path", { d, class: kind }));
      }
    }
    this.layers.under.replaceChildren(...parts);
  }

  /// What lies above the stones: the winning line, or a row that has not won, the last stone's mark, ghost stones, letters.
  drawOver({ stones, numbers, last = null, win = [], noWin = [], ghosts = [], marks = [], signs = [], arrows = [] }) {
    if (this.isSame("over", [this.frame, stones.get(last)?.color, numbers, last, win, noWin, ghosts, marks, signs, arrows])) return;
    const parts = [];
    this.ghostPoints = new Set(ghosts.map(({ point }) => point));
    for (const [row, kind] of [[win, "win"], [noWin, "no-win"]]) {
      if (row.length < 2) continue;
      const [[x1, y1], [x2, y2]] = [this.at(row[0]), this.at(row.at(-1))];
      parts.push(element("line", { x1, y1, x2, y2, class: kind }));
    }
    if (last !== null && stones.has(last)) {
      const [cx, cy] = this.at(last);
      const numbered = this.shown.get(last)?.node.querySelector("text");
      const side = CELL - 2;
      if (this.squares) parts.push(element("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, class: "last square" }));
      else parts.push(element("circle", { cx, cy, r: numbered ? STONE - 1 : 4.6, class: numbered ? "last ring" : "last" }));
    }
    for (const { point, color, text } of ghosts) parts.push(this.stone(point, color, text, "ghost"));
    for (const ends of arrows) parts.push(arrow(...ends.map((point) => this.at(point))));
    for (const { point, text, mark } of signs) {
      const [x, y] = this.at(point);
      if (mark) parts.push(element("path", { d: `M${x} ${y}${MARKS[mark]}`, class: "sign" }));
      else parts.push(element("circle", { cx: x, cy: y, r: 12, class: "mark" }), label(text, fontOf(text), { x, y, class: "letter" }));
    }
    for (const { point, text } of marks) {
      const [x, y] = this.at(point);
      parts.push(element("circle", { cx: x, cy: y, r: 12, class: "mark" }), label(text, 15, { x, y, class: "letter" }));
    }
    this.layers.over.replaceChildren(...parts);
  }

  /// Coordinates along the edges of what can be seen, see ruler.js; null takes them away.
  showRuler(ruler) {
    if (this.isSame("ruler", ruler)) return;
    const { strips, labels, font } = ruler ?? { strips: [], labels: [] };
    this.layers.ruler.replaceChildren(
      ...strips.map((strip) => element("rect", strip)),
      ...labels.map(({ x, y, text }) => label(text, font, { x, y })),
    );
  }

  /// Whether a layer shows this already.
  isSame(layer, what) {
    const key = JSON.stringify(what);
    const same = this.keys[layer] === key;
    this.keys[layer] = key;
    return same;
  }

  /// Shows where the next stone would go: { point, color, cross }, or nothing.
  showCursor(cursor) {
    const { cursor: layer } = this.layers;
    if (this.size && this.isSame("cursor", [this.frame, cursor])) return;
    if (!cursor || !this.size) return layer.replaceChildren();
    const [x, y] = this.at(cursor.point);
    const parts = [];
    if (cursor.cross) {
      const path = `M${x} ${this.margin}V${this.viewHeight - this.margin}M${this.margin} ${y}H${this.viewWidth - this.margin}`;
      parts.push(element("path", { d: path, class: "cross" }));
    }
    if (cursor.color && !this.ghostPoints.has(cursor.point)) parts.push(this.stone(cursor.point, cursor.color, "", "ghost"));
    if (cursor.focus) {
      const half = CELL / 2 - 1;
      parts.push(element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6, class: "focus" }));
    }
    layer.replaceChildren(...parts);
  }
}
