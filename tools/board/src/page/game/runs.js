// Rows of stones that look like a win and are none.

import { PASS } from "./notation.js";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// The longest row of one color through a node's last move, from end to end.
export function longestRow(game, node) {
  const stones = game.stones(node);
  const { color } = stones.get(node.point);
  const { width, height } = game;
  const has = (x, y) => x >= 0 && y >= 0 && x < width && y < height && stones.get(y * width + x)?.color === color;
  const [x, y] = [node.point % width, Math.floor(node.point / width)];
  const reach = (dx, dy) => {
    const points = [];
    for (let steps = 1; has(x + steps * dx, y + steps * dy); steps++) points.push((y + steps * dy) * width + x + steps * dx);
    return points;
  };
  const rows = DIRECTIONS.map(([dx, dy]) => [...reach(-dx, -dy).reverse(), node.point, ...reach(dx, dy)]);
  return rows.reduce((longest, row) => (row.length > longest.length ? row : longest));
}

/// A row of five or more through the last move that does not win: { row, text }, `text` being the name of the reason; null
/// without such a row. A five fails by its ends alone, a longer row by its length, under every rule.
export function whyNoWin(game, node) {
  if (!node.parent || node.point === PASS) return null;
  const row = longestRow(game, node);
  if (row.length < 5) return null;
  return { row, text: row.length > 5 ? "noWin.long" : "noWin.closed" };
}
