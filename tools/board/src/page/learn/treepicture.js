// A picture of a tree: a disc with its value for a position, the marked cell on its edge, and a dashed end for cut moves.

import { element, label } from "../board/stones.js";

const [STEP, LEVEL, TOP, RADIUS] = [30, 58, 18, 12];

/// The column of each position: leaves and cut moves in order, parents in the middle of their children.
function placesOf(nodes) {
  const children = nodes.map(() => []);
  for (const [at, { parent }] of nodes.entries()) if (parent !== null) children[parent].push(at);
  const places = [];
  let column = 0;
  const place = (at, depth) => {
    const below = children[at].map((child) => place(child, depth + 1));
    const cuts = nodes[at].skipped.map((cell) => ({ cell, x: column++ }));
    const all = [...below, ...cuts.map(({ x }) => x)];
    const x = all.length > 0 ? (all[0] + all.at(-1)) / 2 : column++;
    places[at] = { x, depth, cuts };
    return x;
  };
  if (nodes.length > 0) place(0, 0);
  return { places, columns: column };
}

export function drawTree({ nodes, begun, done, values, at, mover }) {
  const { places, columns } = placesOf(nodes);
  const depth = Math.max(0, ...places.map((place) => place.depth));
  const [width, height] = [Math.max(1, columns) * STEP, TOP * 2 + depth * LEVEL];
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  const spot = ({ x, depth: level }) => [STEP * (x + 0.5), TOP + LEVEL * level];
  const ways = [];
  for (const [index, node] of nodes.entries()) {
    if (node.parent === null || !begun.has(index)) continue;
    const [[x1, y1], [x2, y2]] = [spot(places[node.parent]), spot(places[index])];
    ways.push(label(String(node.cell + 1), 10, { x: (x1 + 2 * x2) / 3, y: (y1 + 2 * y2) / 3, class: "way" }));
    svg.append(element("line", { x1, y1, x2, y2, class: "edge" }));
  }
  for (const index of done) {
    for (const { cell, x } of places[index].cuts) {
      const [x1, y1] = spot(places[index]);
      const [x2, y2] = [STEP * (x + 0.5), y1 + LEVEL * 0.62];
      const way = label(`✂ ${cell + 1}`, 10, { x: x2, y: y2 + 8, class: "way" });
      svg.append(element("line", { x1, y1, x2, y2, class: "edge cut" }), way);
    }
  }
  svg.append(...ways);
  for (const index of begun) {
    const [cx, cy] = spot(places[index]);
    const value = values(index);
    const kind = value === "" ? "open" : value === "0" ? "draw" : value === "+1" ? "x" : "o";
    const group = element("g", { class: `${kind}${index === at ? " at" : ""}` });
    group.append(element("circle", { cx, cy, r: RADIUS }), label(value || mover(index), 11, { x: cx, y: cy }));
    svg.append(group);
  }
  return svg;
}
