// The board as SVG: only what has changed since the last picture is touched, so that 120x120 stays smooth. Grid and
// stones are one picture, and what changes often lies in another above it: to draw that anew leaves the stones alone.

import { columnName, starPoints } from "./notation.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const CELL = 32;
const STONE = 14.8;
/// From the outermost line to the edge, with coordinates and without.
const MARGIN = 40;
const NARROW_MARGIN = 22;
/// Larger boards get stones without shading.
const LARGEST_SHADED = 30;

function element(name, attributes = {}, text = null) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

/// The marks of files, from the middle of their point.
const MARKS = {
  cross: "m-6 -6l12 12m0 -12l-12 12",
  triangle: "m0 -8l7 12h-14z",
  square: "m-6 -6h12v12h-12z",
  circle: "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0",
};

const label = (text, size, attributes = {}) =>
  element("text", { "text-anchor": "middle", dy: ".35em", "font-size": size, ...attributes }, text);

/// A number's size on a stone.
const fontOf = (text) => [15, 15, 13, 10.5][Math.min(String(text).length - 1, 3)] ?? 8.5;

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
    const { width } = this.size;
    return [this.margin + CELL * (point % width), this.margin + CELL * Math.floor(point / width)];
  }

  /// The point at a place of the window; null beside the board.
  pointAt(clientX, clientY) {
    if (!this.size) return null;
    const box = this.svg.getBoundingClientRect();
    const scale = this.viewWidth / box.width;
    const x = Math.round(((clientX - box.left) * scale - this.margin) / CELL);
    const y = Math.round(((clientY - box.top) * scale - this.margin) / CELL);
    const inside = x >= 0 && y >= 0 && x < this.size.width && y < this.size.height;
    return inside ? y * this.size.width + x : null;
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

  drawGrid({ size, coordinates }) {
    const frame = `${size.width}x${size.height}${coordinates}`;
    if (frame === this.frame) return;
    this.frame = frame;
    this.size = { width: size.width, height: size.height };
    this.margin = coordinates ? MARGIN : NARROW_MARGIN;
    const [right, bottom] = [this.margin + CELL * (size.width - 1), this.margin + CELL * (size.height - 1)];
    this.viewWidth = right + this.margin;
    this.viewHeight = bottom + this.margin;
    for (const part of [this.svg, this.overlay]) part.setAttribute("viewBox", `0 0 ${this.viewWidth} ${this.viewHeight}`);
    this.isFlat = Math.max(size.width, size.height) > LARGEST_SHADED;
    this.svg.closest("#sheet").classList.toggle("flat", this.isFlat);
    this.svg.closest("main").style.setProperty("--ratio", String(this.viewWidth / this.viewHeight));
    const { grid, stones, cursor } = this.layers;
    let path = "";
    for (let y = 0; y < size.height; y++) path += `M${this.margin} ${this.margin + CELL * y}H${right}`;
    for (let x = 0; x < size.width; x++) path += `M${this.margin + CELL * x} ${this.margin}V${bottom}`;
    grid.replaceChildren(
      element("path", { d: path, class: "lines" }),
      element("rect", {
        x: this.margin, y: this.margin, width: right - this.margin, height: bottom - this.margin, class: "border",
      }),
    );
    for (const point of starPoints(size)) {
      const [cx, cy] = this.at(point);
      grid.append(element("circle", { cx, cy, r: 3.4, class: "star" }));
    }
    if (coordinates) this.drawCoordinates(right, bottom);
    stones.replaceChildren();
    cursor.replaceChildren();
    this.shown.clear();
  }

  drawCoordinates(right, bottom) {
    const { width, height } = this.size;
    const far = MARGIN - 15;
    for (let x = 0; x < width; x++) {
      const at = this.margin + CELL * x;
      const name = columnName(x);
      for (const y of [this.margin - far, bottom + far]) {
        this.layers.grid.append(label(name, 12.5, { x: at, y, class: "coordinate" }));
      }
    }
    for (let y = 0; y < height; y++) {
      const at = this.margin + CELL * y;
      for (const x of [this.margin - far, right + far]) {
        this.layers.grid.append(label(String(height - y), 12.5, { x, y: at, class: "coordinate" }));
      }
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
    const [x, y] = this.at(point);
    const group = element("g", { class: `${kind} ${color}`, transform: `translate(${x} ${y})` });
    if (kind === "stone" && !this.isFlat) group.append(element("circle", { cx: 0.8, cy: 1.8, r: STONE, class: "shade" }));
    group.append(element("circle", { r: STONE, class: "disc" }));
    if (text) group.append(label(text, fontOf(text)));
    return group;
  }

  /// What lies on empty points: forbidden points, shares of moves, known moves, points out of bounds.
  drawUnder({ forbidden = [], shares = [], blocked = [], closed = [], known = [] }) {
    if (this.isSame("under", [this.frame, forbidden, shares, blocked, closed, known])) return;
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
        parts.push(element("path", { d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`, class: kind }));
      }
    }
    this.layers.under.replaceChildren(...parts);
  }

  /// What lies above the stones: the winning line, the last stone's mark, ghost stones, letters.
  drawOver({ stones, numbers, last = null, win = [], ghosts = [], marks = [], signs = [] }) {
    if (this.isSame("over", [this.frame, stones.get(last)?.color, numbers, last, win, ghosts, marks, signs])) return;
    const parts = [];
    this.ghostPoints = new Set(ghosts.map(({ point }) => point));
    if (win.length > 1) {
      const [[x1, y1], [x2, y2]] = [this.at(win[0]), this.at(win.at(-1))];
      parts.push(element("line", { x1, y1, x2, y2, class: "win" }));
    }
    if (last !== null && stones.has(last)) {
      const [cx, cy] = this.at(last);
      const numbered = this.shown.get(last)?.node.querySelector("text");
      parts.push(element("circle", { cx, cy, r: numbered ? STONE - 1 : 4.6, class: numbered ? "last ring" : "last" }));
    }
    for (const { point, color, text } of ghosts) parts.push(this.stone(point, color, text, "ghost"));
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
