// Points in text form: a column letter from the left and a row number from the bottom, `h8`.
// In code a point is a number, row by row from the top left: y * width + x. A pass, `--`, is -1.

export const COLORS = ["black", "white"];

export const PASS = -1;

export const other = (color) => (color === "black" ? "white" : "black");

/// A column's letters: `a` to `z`, then `aa`, `ab` ….
export function columnName(x) {
  const letter = (n) => String.fromCharCode(97 + n);
  return x < 26 ? letter(x) : letter(Math.floor(x / 26) - 1) + letter(x % 26);
}

/// A point's name: `h8`.
export function pointName(size, point) {
  if (point === PASS) return "--";
  const x = point % size.width;
  const y = Math.floor(point / size.width);
  return `${columnName(x)}${size.height - y}`;
}

/// The names of points: `h8i9j10`, or `h8 i9 j10` with a blank.
export const pointNames = (size, points, blank = "") => points.map((point) => pointName(size, point)).join(blank);

/// A line of moves as numbered stones of alternating color on the board.
export function ghostsOf(points, first) {
  return points.map((point, index) => ({ point, color: index % 2 === 0 ? first : other(first), text: String(index + 1) }));
}

/// The points of `h8i9 j10`; null if the text has anything else.
export function parsePoints(size, text) {
  const points = [];
  const pattern = /[\s,;]*(?:--|([a-z]{1,2})(\d{1,3}))[\s,;]*/giy;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (!found) return null;
    if (!found[1]) {
      points.push(PASS);
      continue;
    }
    const letters = found[1].toLowerCase();
    const code = (at) => letters.charCodeAt(at) - 97;
    const x = letters.length === 1 ? code(0) : 26 * (code(0) + 1) + code(1);
    const y = size.height - Number(found[2]);
    if (x >= size.width || y < 0 || y >= size.height) return null;
    points.push(y * size.width + x);
  }
  return points;
}

/// Points drawn with a dot: the center and the crossings of the fourth lines, on small boards of the third.
export function starPoints(size) {
  const lines = (n) => {
    const edge = n >= 13 ? 3 : 2;
    if (n < 9) return n % 2 === 1 ? [(n - 1) / 2] : [];
    return n % 2 === 1 ? [edge, (n - 1) / 2, n - 1 - edge] : [edge, n - 1 - edge];
  };
  const all = Math.min(size.width, size.height) >= 19;
  const isMiddle = (n, of) => 2 * n + 1 === of;
  const points = [];
  for (const y of lines(size.height)) {
    for (const x of lines(size.width)) {
      if (all || isMiddle(x, size.width) === isMiddle(y, size.height)) points.push(y * size.width + x);
    }
  }
  return points;
}
