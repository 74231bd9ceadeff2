// Rows of stones that look like a win and are none.

import { PASS } from "./notation.js";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// The points of the longest row of one color through the last move of a node, from end to end.
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

/// The five stones or more in a row of a move that has not won: { row, text }, the text being the name of the reason; null
/// where there are none. A five fails by its ends alone, a longer row by its length, whatever the rule.
export function whyNoWin(game, node) {
  if (!node.parent || node.point === PASS) return null;
  const row = longestRow(game, node);
  if (row.length < 5) return null;
  return { row, text: row.length > 5 ? "noWin.long" : "noWin.closed" };
}
