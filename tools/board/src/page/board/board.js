// The board as SVG. Only layers that have changed are drawn again, so that 120x120 stays smooth. Grid and stones are one
// picture; marks, which change often, are another one above it.

import { columnName, starPoints } from "../game/notation.js";
import { pointSeenAt, seenAt, seenSize } from "./orientation.js";
import { STONE, arrow, drawStone, element, fontOnDisc, label } from "./stones.js";

const CELL = 32;
/// Margin from the outermost line: on the left and below, where coordinates stand, and on the other sides.
const WIDE = 30;
const BARE = 17;
/// These margins on a board as wide as a phone: coordinates stand beside the stones.
const NARROW = 14.625;
/// Frames narrower than this many pixels are a phone's.
const PHONE = 440;
/// Offset of a stone's signs, in both directions.
const CORNER = 12.5;
/// Larger boards have stones without shading.
const LARGEST_SHADED = 30;

/// SGF's marks as paths from the middle of their point.
const MARK_PATHS = {
  cross: "m-6 -6l12 12m0 -12l-12 12",
  triangle: "m0 -8l7 12h-14z",
  square: "m-6 -6h12v12h-12z",
  circle: "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0",
};

export class BoardView {
  constructor(svg, overlay) {
    Object.assign(this, { svg, overlay });
    this.layers = {};
    /// The contents of each layer as text: a layer is drawn again only if its text changes.
    this.keys = {};
    const parents = { grid: svg, stones: svg, under: overlay, over: overlay, cursor: overlay, ruler: overlay };
    for (const [name, parent] of Object.entries(parents)) {
      this.layers[name] = parent.appendChild(element("g", { class: name }));
    }
    this.shown = new Map();
    this.ghostPoints = new Set();
    this.frame = "";
  }

  /// The middle of a point in units of the picture.
  at(point) {
    const [x, y] = seenAt(this.size, this.orientation, point);
    return [this.middleX(x), this.middleY(y)];
  }

  /// The point this many columns and rows away on the shown board; at the edge the last one on the way.
  stepFrom(point, [right, down]) {
    const { columns, rows } = seenSize(this.size, this.orientation);
    const [x, y] = seenAt(this.size, this.orientation, point);
    const clamp = (value, end) => Math.min(end - 1, Math.max(0, value));
    return pointSeenAt(this.size, this.orientation, [clamp(x + right, columns), clamp(y + down, rows)]);
  }

  /// The point in the middle.
  get middle() {
    const { width, height } = this.size;
    return Math.floor(height / 2) * width + Math.floor(width / 2);
  }

  /// Coordinates along the upper edge and the left one: letters are above unless the board is turned.
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

  middleX(column) {
    return this.margins.left + CELL * column;
  }

  middleY(row) {
    return this.margins.top + CELL * row;
  }

  /// The margins with or without coordinates. Crosses and rings are between the lines, which are half a cell further out.
  marginsOf(coordinates, squares) {
    const narrow = this.svg.closest("#frame").clientWidth < PHONE;
    const out = squares ? CELL / 2 : 0;
    const bare = out + (narrow && !squares ? NARROW : squares ? 4 : BARE);
    const wide = coordinates && !(narrow && !squares) ? out + (squares ? 18 : WIDE) : bare;
    return { left: wide, bottom: wide, top: bare, right: bare };
  }

  /// The point at a place of the window; null beside the board.
  pointAt(clientX, clientY) {
    if (!this.size) return null;
    const box = this.svg.getBoundingClientRect();
    const scale = this.viewWidth / box.width;
    const x = Math.round(((clientX - box.left) * scale - this.margins.left) / CELL);
    const y = Math.round(((clientY - box.top) * scale - this.margins.top) / CELL);
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

  /// Units of the picture in a pixel.
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
    const margins = this.marginsOf(coordinates, squares);
    const frame = [size.width, size.height, coordinates, squares, turns, mirrored, margins.left].join();
    if (frame === this.frame) return;
    this.frame = frame;
    this.size = { width: size.width, height: size.height };
    Object.assign(this, { squares, orientation, margins });
    const { columns, rows } = seenSize(size, orientation);
    const [right, bottom] = [this.middleX(columns - 1), this.middleY(rows - 1)];
    this.viewWidth = right + margins.right;
    this.viewHeight = bottom + margins.bottom;
    for (const part of [this.svg, this.overlay]) part.setAttribute("viewBox", `0 0 ${this.viewWidth} ${this.viewHeight}`);
    this.isFlat = Math.max(size.width, size.height) > LARGEST_SHADED;
    this.svg.closest("#sheet").classList.toggle("flat", this.isFlat);
    this.svg.closest("main").style.setProperty("--ratio", String(this.viewWidth / this.viewHeight));
    const { grid, stones, cursor } = this.layers;
    // Stones are on the lines, crosses and rings between them.
    const out = squares ? CELL / 2 : 0;
    const [x0, y0] = [margins.left - out, margins.top - out];
    let path = "";
    for (let y = y0; y <= bottom + out; y += CELL) path += `M${x0} ${y}H${right + out}`;
    for (let x = x0; x <= right + out; x += CELL) path += `M${x} ${y0}V${bottom + out}`;
    const [width, height] = [right + out - x0, bottom + out - y0];
    grid.replaceChildren(
      element("path", { d: path, class: "lines" }),
      element("rect", { x: x0, y: y0, width, height, class: "border" }),
    );
    for (const point of squares ? [] : starPoints(size)) {
      const [cx, cy] = this.at(point);
      grid.append(element("circle", { cx, cy, r: 3.4, class: "star" }));
    }
    if (coordinates) this.drawCoordinates(bottom);
    stones.replaceChildren();
    cursor.replaceChildren();
    this.shown.clear();
  }

  /// Draws letters below and numbers on the left.
  drawCoordinates(bottom) {
    const { margins } = this;
    const isNarrow = margins.left < BARE;
    const edge = isNarrow ? 6.5 : 9;
    const { above, left } = this.names;
    const put = (name, x, y) => this.layers.grid.append(label(name, isNarrow ? 10 : 11.5, { x, y, class: "coordinate" }));
    for (const [x, name] of above.entries()) put(name, this.middleX(x), bottom + margins.bottom - edge);
    for (const [y, name] of left.entries()) put(name, edge, this.middleY(y));
  }

  drawStones({ stones, numbers, signs = [] }) {
    // A letter replaces a move number.
    const lettered = new Set(signs.filter(({ text }) => text).map(({ point }) => point));
    for (const [point, { node }] of this.shown) {
      if (!stones.has(point)) {
        node.remove();
        this.shown.delete(point);
      }
    }
    for (const [point, { color, number }] of stones) {
      const text = numbers && number > 0 && !lettered.has(point) ? String(number) : "";
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

  /// Draws what lies on empty points: forbidden, blocked and closed points, shares, threats and known moves.
  drawUnder({ forbidden = [], shares = [], blocked = [], closed = [], threats = [], known = [] }) {
    if (this.isSame("under", [this.frame, forbidden, shares, blocked, closed, threats, known])) return;
    const parts = [];
    if (closed.length > 0) {
      const half = CELL / 2;
      const squares = closed.map((point) => this.at(point)).map(([x, y]) => `M${x - half} ${y - half}h${CELL}v${CELL}h-${CELL}z`);
      parts.push(element("path", { d: squares.join(""), class: "closed" }));
    }
    const put = (point, names, ...shapes) => {
      const [x, y] = this.at(point);
      const group = element("g", { class: names.filter(Boolean).join(" "), transform: `translate(${x} ${y})` });
      group.append(...shapes);
      parts.push(group);
    };
    for (const { point, text, first, counted } of known) {
      const box = element("rect", { x: -13, y: -11, width: 26, height: 22, rx: 6 });
      put(point, ["known", first && "first", counted && "counted"], box, label(text, text.length > 3 ? 8.8 : 12));
    }
    for (const { point, color, text, urgent } of threats) {
      put(point, ["threat", color, urgent && "urgent"], element("circle", { r: 9.5 }), label(text, 12.5));
    }
    for (const { point, share, best, text } of shares) {
      // The green fades with the distance to the best move.
      const strength = Math.max(0.3, 1 - 4 * Math.max(0, shares[0].share - share));
      const disc = element("circle", { r: 13, class: "disc", opacity: strength.toFixed(2) });
      put(point, ["share", best && "best", strength < 0.6 && "pale"], disc, label(text, fontOnDisc(text)));
    }
    for (const [points, kind] of [[forbidden, "forbidden"], [blocked, "blocked"]]) {
      for (const point of points) {
        const [x, y] = this.at(point);
        // Among crosses, a cross would look like a move.
        const square = kind === "forbidden" ? "a9 9 0 1 0 18 0a9 9 0 1 0 -18 0m3 -6l12 12" : "m0 -9h18v18h-18z";
        const d = this.squares ? `M${x - 9} ${y}${square}` : `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`;
        parts.push(element("path", { d, class: kind }));
      }
    }
    this.layers.under.replaceChildren(...parts);
  }

  /// Draws what lies above the stones: winning line, row without a win, last stone's mark, ghost stones, letters.
  drawOver(view) {
    const { stones, numbers, last = null, win = [], noWin = [], ghosts = [], marks = [], signs = [], arrows = [], badge } = view;
    const under = [last, ...signs.map(({ point }) => point)].map((point) => stones.get(point)?.color);
    if (this.isSame("over", [this.frame, under, numbers, last, win, noWin, ghosts, marks, signs, arrows, badge])) return;
    const parts = [];
    this.ghostPoints = new Set(ghosts.map(({ point }) => point));
    for (const [row, kind] of [[win, "win"], [noWin, "no-win"]]) {
      if (row.length < 2) continue;
      const [[x1, y1], [x2, y2]] = [this.at(row[0]), this.at(row.at(-1))];
      parts.push(element("line", { x1, y1, x2, y2, class: kind }));
    }
    if (last !== null && stones.has(last)) {
      const [cx, cy] = this.at(last);
      const numbered = this.shown.get(last)?.node.querySelector("text") || signs.some(({ point }) => point === last);
      const side = CELL - 2;
      const square = { x: cx - side / 2, y: cy - side / 2, width: side, height: side };
      if (this.squares) parts.push(element("rect", { ...square, class: "last square" }));
      else parts.push(element("circle", { cx, cy, r: numbered ? STONE - 1 : 4.6, class: numbered ? "last ring" : "last" }));
    }
    for (const { point, color, text } of ghosts) parts.push(this.stone(point, color, text, "ghost"));
    for (const ends of arrows) parts.push(arrow(...ends.map((point) => this.at(point))));
    for (const { point, text, mark } of [...signs, ...marks]) {
      const [x, y] = this.at(point);
      // On crosses and rings a letter would be unreadable.
      const color = this.squares ? null : stones.get(point)?.color;
      const on = color ? ` on-${color}` : "";
      if (mark) parts.push(element("path", { d: `M${x} ${y}${MARK_PATHS[mark]}`, class: `sign${on}` }));
      else {
        if (!on) parts.push(element("circle", { cx: x, cy: y, r: 12, class: "mark" }));
        parts.push(label(text, fontOnDisc(text), { x, y, class: `letter${on}` }));
      }
    }
    if (badge) parts.push(this.badge(badge));
    this.layers.over.replaceChildren(...parts);
  }

  /// Signs of a stone: above and to the right, if there is room.
  badge({ point, text, kind }) {
    const [x, y] = this.at(point);
    const width = Math.max(14, 6 + 4.6 * text.length);
    const side = x + CORNER + width - 7 < this.viewWidth ? 1 : -1;
    const [middle, level] = [x + side * (CORNER + width / 2 - 7), y + (y < CORNER + 7 ? CORNER : -CORNER)];
    const group = element("g", { class: `badge ${kind}` });
    group.append(
      element("rect", { x: middle - width / 2, y: level - 7, width, height: 14, rx: 7 }),
      label(text, text.length > 2 ? 8 : 10, { x: middle, y: level }),
    );
    return group;
  }

  /// Shows coordinates along the visible edges, see ruler.js; null removes them.
  showRuler(ruler) {
    if (this.isSame("ruler", ruler)) return;
    const { strips, labels, font } = ruler ?? { strips: [], labels: [] };
    this.layers.ruler.replaceChildren(
      ...strips.map((strip) => element("rect", strip)),
      ...labels.map(({ x, y, text }) => label(text, font, { x, y })),
    );
  }

  /// Whether a layer shows `what` already.
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
      const { left, right, top, bottom } = this.margins;
      const path = `M${x} ${top}V${this.viewHeight - bottom}M${left} ${y}H${this.viewWidth - right}`;
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
