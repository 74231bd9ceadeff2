// Rows of stones that look like a win and are none.

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/// The length of the longest row of one color through the last move of a node.
export function longestRow(game, node) {
  const stones = game.stones(node);
  const { color } = stones.get(node.point);
  const { width, height } = game;
  const has = (x, y) => x >= 0 && y >= 0 && x < width && y < height && stones.get(y * width + x)?.color === color;
  const [x, y] = [node.point % width, Math.floor(node.point / width)];
  const reach = ([dx, dy]) => {
    let steps = 1;
    while (has(x + steps * dx, y + steps * dy)) steps++;
    return steps - 1;
  };
  return Math.max(...DIRECTIONS.map(([dx, dy]) => 1 + reach([dx, dy]) + reach([-dx, -dy])));
}

/// Why five stones or more in a row of a move that has not won do not win, by the name of its text; null where there are
/// none. A five fails by its ends alone, a longer row by its length, whatever the rule.
export function whyNoWin(game, node) {
  if (!node.parent) return null;
  const length = longestRow(game, node);
  if (length < 5) return null;
  return length > 5 ? "noWin.long" : "noWin.closed";
}
