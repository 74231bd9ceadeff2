// How the board lies before the reader: mirrored or not, and then turned by quarters, clockwise.

/// Columns and rows as they are seen.
export function seenSize({ width, height }, { turns }) {
  return turns % 2 === 0 ? { columns: width, rows: height } : { columns: height, rows: width };
}

/// Where a point is seen: its column from the left and its row from the top.
export function seenAt({ width, height }, { mirrored, turns }, point) {
  let [x, y] = [point % width, Math.floor(point / width)];
  let [columns, rows] = [width, height];
  if (mirrored) x = columns - 1 - x;
  for (let turn = 0; turn < turns; turn++) {
    [x, y] = [rows - 1 - y, x];
    [columns, rows] = [rows, columns];
  }
  return [x, y];
}

/// The point that is seen in a column and a row.
export function pointSeenAt(size, { mirrored, turns }, [x, y]) {
  let { columns, rows } = seenSize(size, { turns });
  for (let turn = 0; turn < turns; turn++) {
    [x, y] = [y, columns - 1 - x];
    [columns, rows] = [rows, columns];
  }
  if (mirrored) x = columns - 1 - x;
  return y * size.width + x;
}
