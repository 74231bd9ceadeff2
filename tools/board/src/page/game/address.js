// Games in addresses. The page's own address holds the current position, a shared link the whole game behind it. Nodes have
// the numbers of `Game.nodes`.

import { MAX_COMMENT, MAX_MOVES, MAX_NAME, MAX_SIDE } from "../limits.js";
import { isGlyph, takeValue, withFound } from "./glyphs.js";
import { PASS, parsePoints, pointName } from "./notation.js";
import { Game } from "./tree.js";

export const RULES = ["caro", "caro-exact", "freestyle", "standard", "renju"];
export const MIN_SIDE = 5;
export const MARKS = ["", "cross", "triangle", "square", "circle"];
export const RESULTS = ["black", "white", "draw"];
/// Ends of a game without a winning line.
export const REASONS = ["resign", "time"];

const isSide = (side) => Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE;
export const isBoard = ({ rule, width, height }) => RULES.includes(rule) && isSide(width) && isSide(height);

/// The address's part behind `#` for the current position.
export function addressOf(game) {
  const { rule, width, height, black, white, blocked, first, moves } = game.position();
  const values = { rule, size: `${width}x${height}`, black, white, blocked, first: first === "white" ? first : "", moves };
  const parts = Object.entries(values).filter(([, value]) => value);
  return `#${parts.map((part) => part.join("=")).join("&")}`;
}

/// The moves of a game in order, `h8i9(h9g9)h10`: of several moves after one, each but the last stands in parentheses with
/// its continuation. So the text never ends in a parenthesis, which programs that look for links leave out.
function treeText(game) {
  const parts = [];
  const open = [];
  const follow = ({ children }) => {
    for (const [rank, child] of [...children].reverse().entries()) {
      open.push(...(rank === 0 ? [child] : [")", child, "("]));
    }
  };
  follow(game.root);
  while (open.length > 0) {
    const next = open.pop();
    parts.push(typeof next === "string" ? next : pointName(game, next.point));
    if (typeof next !== "string") follow(next);
  }
  return parts.join("");
}

/// Adds the moves of a text of [`treeText`] to a game; false if it is wrong.
function readTree(game, text) {
  let [node, count] = [game.root, 0];
  const branches = [];
  /// Occupied points at the node.
  const taken = new Set([...game.setup.keys(), ...game.blocked]);
  for (const part of text.match(/[()]|[^()]+/g) ?? []) {
    if (part === "(") {
      branches.push(node);
    } else if (part === ")") {
      if (branches.length === 0) return false;
      const branch = branches.pop();
      for (; node !== branch; node = node.parent) taken.delete(node.point);
    } else {
      for (const point of parsePoints(game, part) ?? [null]) {
        if (point === null || taken.has(point) || ++count > MAX_MOVES) return false;
        if (point !== PASS) taken.add(point);
        node = game.child(point, node);
      }
    }
  }
  return branches.length === 0;
}

/// The part behind `#` of a link to the whole game: variations, comments, marks, judgments, chances, names, event and result.
/// A game of moves alone has the plain address. `propertiesOf`: a node's properties.
export function linkOf(game, propertiesOf = withFound) {
  const nodes = game.nodes();
  const parts = [addressOf(game)];
  const add = (name, ...values) => parts.push(`${name}=${values.map(encodeURIComponent).join(":")}`);
  const isShown = game.current.children.length === 0 && nodes.every((node) => node.children.length < 2);
  if (!isShown) parts.push(`tree=${treeText(game)}`);
  for (const [number, node] of nodes.entries()) {
    const { comment, signs, arrows, end } = node;
    if (comment) add("note", number, comment);
    for (const { point, text, mark } of signs) add("sign", number, point, mark, text);
    for (const ends of arrows) add("arrow", number, ...ends.map((point) => pointName(game, point)));
    for (const [name, [value]] of propertiesOf(game, node)) if (name === "V" || isGlyph(name)) add("glyph", number, name, value);
    if (end) add("end", number, end.winner ?? "draw", end.reason);
  }
  if (game.opened?.result) add("result", nodes.indexOf(game.opened.end), game.opened.result);
  if (game.names.black) add("name-black", game.names.black);
  if (game.names.white) add("name-white", game.names.white);
  // A link needs neither SGF's spelling of the rule nor that of the result.
  for (const [name, text] of Object.entries(game.tags)) if (name !== "RU" && name !== "RE") add("tag", name, text);
  return parts.join("&");
}

/// The start of a text. A character of two code units is left out if there is room for only one.
const cut = (text, most) => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/// Reads the other fields of a link into a game. Invalid values are left out.
function readRest(game, query) {
  const nodes = game.nodes();
  /// Calls `put(node, …values)` for each value of a field. The last of the values may contain a colon.
  const each = (name, count, put) => {
    for (const text of query.getAll(name)) {
      const parts = text.split(":");
      const node = /^\d+$/.test(parts[0]) ? nodes[parts[0]] : null;
      if (node && parts.length >= count) put(node, ...parts.slice(1, count - 1), parts.slice(count - 1).join(":"));
    }
  };
  const isPoint = (text) => {
    const points = parsePoints(game, text);
    return points?.length === 1 && points[0] !== PASS;
  };
  each("note", 2, (node, text) => (node.comment = cut(text, MAX_COMMENT)));
  each("sign", 4, (node, point, mark, text) => {
    if (isPoint(point) && MARKS.includes(mark)) node.signs.push({ point, mark, text: cut(text, MAX_NAME) });
  });
  each("arrow", 3, (node, from, to) => {
    const ends = isPoint(from) && isPoint(to) ? parsePoints(game, from + to) : [];
    if (ends[0] !== ends[1]) node.arrows.push(ends);
  });
  each("glyph", 3, (node, name, value) => {
    if (name === "V" && takeValue(node, value)) return;
    if (name === "V" || isGlyph(name)) node.properties.push([name, [cut(value, name === "V" ? MAX_NAME : 1)]]);
  });
  each("end", 3, (node, winner, reason) => {
    if (!RESULTS.includes(winner) || !REASONS.includes(reason)) return;
    node.end = { winner: winner === "draw" ? null : winner, reason };
  });
  game.opened = { result: null, end: game.playedEnd(game.current.lastOfLine()), isKeptOnceChanged: true };
  each("result", 2, (end, result) => RESULTS.includes(result) && Object.assign(game.opened, { result, end }));
  for (const [, name, text] of query.getAll("tag").map((tag) => /^([A-Z]{2}):(.+)/s.exec(tag) ?? [])) {
    if (name) game.tags[name] = cut(text, MAX_COMMENT);
  }
  for (const color of ["black", "white"]) game.names[color] = cut(query.get(`name-${color}`) ?? "", MAX_NAME);
}

/// The game of an address or a link: null if it names none, an error's name if it is wrong.
export function readAddress(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  if (!query.has("size") && !query.has("moves")) return null;
  const rule = query.get("rule") ?? "caro";
  const [, across, down = across] = /^(\d+)(?:x(\d+))?$/.exec(query.get("size") ?? "15") ?? [];
  const [width, height] = [Number(across), Number(down)];
  if (!isBoard({ rule, width, height })) return "error.address";
  const size = { width, height };
  const lists = ["black", "white", "blocked", "moves"].map((name) => parsePoints(size, query.get(name) ?? ""));
  const [black, white, blocked, moves] = lists;
  if (lists.includes(null) || [...black, ...white, ...blocked].includes(PASS)) return "error.address";
  const points = lists.flat().filter((point) => point !== PASS);
  if (new Set(points).size < points.length) return "error.address";
  const first = query.get("first") === "white" ? "white" : "black";
  const game = new Game({ rule, width, height, black, white, blocked, first });
  if (!readTree(game, query.get("tree") ?? "")) return "error.address";
  let node = game.root;
  for (const point of moves) node = game.child(point, node);
  game.go(node);
  readRest(game, query);
  return game;
}
