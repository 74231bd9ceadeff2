// Positions in games: which games went through one, however the board is turned, and what was played there.

import { other, parsePoints } from "../game/notation.js";

const COLOR = { black: 1, white: 2 };

/// The symmetries of a board, each as the points' new places: eight of a square, four of a rectangle.
export function symmetries({ width, height }) {
  const maps = [];
  for (const swaps of width === height ? [false, true] : [false]) {
    for (const [flipsX, flipsY] of [[false, false], [true, false], [false, true], [true, true]]) {
      const map = new Uint16Array(width * height);
      for (let point = 0; point < map.length; point++) {
        const [x, y] = [point % width, Math.floor(point / width)];
        const [column, row] = [flipsX ? width - 1 - x : x, flipsY ? height - 1 - y : y];
        map[point] = swaps ? column * width + row : row * width + column;
      }
      maps.push(map);
    }
  }
  return maps;
}

/// The board's cells: 0, or the color's number.
function cellsOf(game) {
  const cells = new Uint8Array(game.width * game.height);
  for (const [point, { color }] of game.stones()) cells[point] = COLOR[color];
  return cells;
}

/// A position that games are compared with, and its points up to its own symmetries.
export class PositionMatch {
  constructor(game) {
    Object.assign(this, { rule: game.rule, width: game.width, height: game.height });
    this.cells = cellsOf(game);
    this.stones = [...this.cells.keys()].filter((point) => this.cells[point] > 0);
    this.toMove = game.toMove();
    this.maps = symmetries(game);
    /// The symmetries that leave the position as it is.
    this.own = this.maps.filter((map) => this.stones.every((point) => this.cells[map[point]] === this.cells[point]));
  }

  /// The one of a point and those that it is the same as here: the first of them.
  canonical(point) {
    return Math.min(...this.own.map((map) => map[point]));
  }

  /// How the line of a game has come to the position: the symmetry that takes the board's points to the game's; null where
  /// it has not.
  symmetryOf(moves, first) {
    const count = this.stones.length;
    const turn = count % 2 === 0 ? first : other(first);
    if (moves.length < count || turn !== this.toMove) return null;
    const cells = new Uint8Array(this.cells.length);
    for (let ply = 0; ply < count; ply++) cells[moves[ply]] = COLOR[ply % 2 === 0 ? first : other(first)];
    return this.maps.find((map) => this.stones.every((point) => cells[map[point]] === this.cells[point])) ?? null;
  }
}

/// Looks through the heads of games.
export class Passages {
  constructor() {
    /// The points of a head's line, read once.
    this.lines = new WeakMap();
  }

  line(head) {
    const known = this.lines.get(head);
    if (known) return known;
    const line = parsePoints(head, head.moves) ?? [];
    this.lines.set(head, line);
    return line;
  }

  /// The games that went through the position of the board: { head, ply, next }, the move played there as it lies on the
  /// board, null at the end of a game.
  through(heads, game) {
    const match = new PositionMatch(game);
    const found = [];
    for (const head of heads) {
      const { rule, width, height, isSetUp, first } = head;
      if (isSetUp || rule !== match.rule || width !== match.width || height !== match.height) continue;
      const line = this.line(head);
      const map = match.symmetryOf(line, first);
      if (!map) continue;
      const ply = match.stones.length;
      const next = ply < line.length ? match.canonical(map.indexOf(line[ply])) : null;
      found.push({ head, ply, next });
    }
    return found;
  }
}
