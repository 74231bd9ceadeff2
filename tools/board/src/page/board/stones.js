// Stones, or crosses and rings in the squares of a notebook.

const NAMESPACE = "http://www.w3.org/2000/svg";
export const STONE = 14.8;

export function element(name, attributes = {}, text = null) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

export const label = (text, size, attributes = {}) =>
  element("text", { "text-anchor": "middle", dy: ".35em", "font-size": size, ...attributes }, text);

/// Font size of a number on a stone.
export const fontOf = (text) => [15, 15, 13, 9.8][Math.min(String(text).length - 1, 3)] ?? 8.5;

/// Font size of a label on a disc, which is smaller than a stone.
export const fontOnDisc = (text) => Math.min(fontOf(text), 31 / text.length);

/// Handwritten shapes: nearly straight, nearly closed.
const PEN = {
  black: "M-9.6 -9.9Q.6 .4 9.4 9.3M9.8 -9.2Q-.4 -.6 -9.2 9.7",
  white: "M2.4 -10.2C-5.5 -11.6 -10.8 -5.6 -10.3 .6S-4.7 10.8 1.2 10.3 10.9 4.6 10.2 -1.4 5 -10.4 -1.6 -10.1",
};

/// A stone centered in a group, with a text on it; `kind` is "stone" or "ghost".
export function drawStone({ color, text, kind, squares, shaded, at: [x, y] }) {
  const group = element("g", { class: `${kind} ${color}`, transform: `translate(${x} ${y})` });
  if (squares) {
    group.append(element("path", { d: PEN[color], class: "pen" }));
  } else {
    if (shaded) group.append(element("circle", { cx: 0.8, cy: 1.8, r: STONE, class: "shade" }));
    group.append(element("circle", { r: STONE, class: "disc" }));
  }
  if (text) group.append(label(text, squares ? Math.min(12, fontOf(text)) : fontOf(text)));
  return group;
}

/// An arrow between two places, with its head in the middle of the second.
export function arrow([x1, y1], [x2, y2]) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const back = (turn, length) => {
    const at = [x2 - length * Math.cos(angle + turn), y2 - length * Math.sin(angle + turn)];
    return at.map((one) => one.toFixed(1)).join(" ");
  };
  const group = element("g", { class: "arrow" });
  group.append(
    element("path", { d: `M${x1} ${y1}L${back(0, 14)}`, class: "shaft" }),
    element("path", { d: `M${x2} ${y2}L${back(0.42, 19)}L${back(-0.42, 19)}z`, class: "head" }),
  );
  return group;
}
