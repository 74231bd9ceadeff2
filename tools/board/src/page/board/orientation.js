// The board's orientation: mirrored or not, then turned clockwise by quarters.

/// Columns and rows as shown.
export function seenSize({ width, height }, { turns }) {
  return turns % 2 === 0 ? { columns: width, rows: height } : { columns: height, rows: width };
}

/// Where a point is shown: its column from the left and its row from the top.
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

/// The point shown in a column and a row.
export function pointSeenAt(size, { mirrored, turns }, [x, y]) {
  let { columns, rows } = seenSize(size, { turns });
  for (let turn = 0; turn < turns; turn++) {
    [x, y] = [y, columns - 1 - x];
    [columns, rows] = [rows, columns];
  }
  if (mirrored) x = columns - 1 - x;
  return y * size.width + x;
}
