// Position search: games that went through a position, in any orientation, and the moves played there.

import { pointSeenAt } from "../board/orientation.js";
import { PASS, other, parsePoints } from "../game/notation.js";

const COLOR = { black: 1, white: 2 };

/// The symmetries of a board as maps of points: eight of a square, four of a rectangle.
export function symmetries(size) {
  const { width, height } = size;
  const turns = width === height ? [0, 1, 2, 3] : [0, 2];
  const all = [false, true].flatMap((mirrored) => turns.map((turn) => ({ mirrored, turns: turn })));
  const seen = (orientation) => (_, point) => pointSeenAt(size, orientation, [point % width, Math.floor(point / width)]);
  return all.map((orientation) => Uint16Array.from({ length: width * height }, seen(orientation)));
}

/// A position to compare games with, and its points up to its own symmetries.
export class PositionMatch {
  constructor(game) {
    Object.assign(this, { rule: game.rule, width: game.width, height: game.height });
    /// The board's cells: 0, or the color's number.
    this.cells = new Uint8Array(game.cells);
    for (const [point, { color }] of game.stones()) this.cells[point] = COLOR[color];
    this.stones = [...this.cells.keys()].filter((point) => this.cells[point] > 0);
    this.toMove = game.toMove();
    this.maps = symmetries(game);
    /// Symmetries of the position itself.
    this.own = this.maps.filter((map) => this.stones.every((point) => this.cells[map[point]] === this.cells[point]));
  }

  /// The first of the points that the position's symmetries map onto each other.
  canonical(point) {
    return Math.min(...this.own.map((map) => map[point]));
  }

  /// Where a game reached the position: the number of its turns, moves and passes, and the symmetry that maps the board's
  /// points to its own; null if it did not.
  passageOf(moves, first) {
    const cells = new Uint8Array(this.cells.length);
    let missing = this.stones.length;
    let [ply, mover] = [0, first];
    for (; missing > 0 || mover !== this.toMove; ply++, mover = other(mover)) {
      const point = moves[ply];
      if (point === undefined || (missing === 0 && point !== PASS)) return null;
      if (point === PASS) continue;
      cells[point] = COLOR[mover];
      missing--;
    }
    const map = this.maps.find((map) => this.stones.every((point) => cells[map[point]] === this.cells[point]));
    return map ? { ply, map } : null;
  }
}

/// Searches the heads of games for positions.
export class Passages {
  constructor() {
    /// The parsed lines of heads.
    this.lines = new WeakMap();
  }

  line(head) {
    const known = this.lines.get(head);
    if (known) return known;
    const line = parsePoints(head, head.moves) ?? [];
    this.lines.set(head, line);
    return line;
  }

  /// Games through the board's position: { head, ply, next }, with the next move in the board's orientation, null
  /// before a pass and at the end of a game.
  through(heads, game) {
    const match = new PositionMatch(game);
    const found = [];
    for (const head of heads) {
      const { rule, width, height, isSetUp, first } = head;
      if (isSetUp || rule !== match.rule || width !== match.width || height !== match.height) continue;
      const line = this.line(head);
      const passage = match.passageOf(line, first);
      if (!passage) continue;
      const { ply, map } = passage;
      const isMove = ply < line.length && line[ply] !== PASS;
      const next = isMove ? match.canonical(map.indexOf(line[ply])) : null;
      found.push({ head, ply, next });
    }
    return found;
  }
}
