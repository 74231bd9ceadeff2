// A game read from the browser's storage or a file. The data is untrusted: invalid parts are left out.

import { MARKS, REASONS, RESULTS, isBoard } from "./address.js";
import { PASS, parsePoints } from "./notation.js";
import { areClocks } from "../play/clocks.js";
import { areSeats } from "../play/seats.js";
import { unpack } from "./tree.js";

const isText = (value) => typeof value === "string";
/// A text without halves of characters, which neither a link nor the server takes.
const textOf = (value) => (isText(value) ? value.replace(/\p{Surrogate}/gu, "\ufffd") : "");
const listOf = (value) => (Array.isArray(value) ? value : []);

/// A node's comment, time, marks and properties.
function notesOf(isPoint, { comment, time, signs, arrows, properties }) {
  // A pass is a move, and no place for a mark.
  const isPlace = (name) => isPoint(name) && name !== "--";
  const isSign = (sign) => isPlace(sign?.point) && MARKS.includes(sign.mark) && isText(sign.text);
  const isArrow = (ends) => Array.isArray(ends) && ends.length === 2 && ends.every(isPlace) && ends[0] !== ends[1];
  const isProperty = (property) => isText(property?.[0]) && Array.isArray(property[1]) && property[1].every(isText);
  return {
    comment: textOf(comment),
    time: Number.isFinite(time) ? time : 0,
    signs: listOf(signs).filter(isSign).map((sign) => ({ ...sign, text: textOf(sign.text) })),
    arrows: listOf(arrows).filter(isArrow),
    properties: listOf(properties).filter(isProperty).map(([name, values]) => [name, values.map(textOf)]),
  };
}

const isShare = (share) => typeof share === "number" && share >= 0 && share <= 1;

function stateOf({ end, table, clocks, isTried, isFolded, share, seen }) {
  const isWinner = (winner) => winner === null || (winner !== "draw" && RESULTS.includes(winner));
  const isEnd = end && isWinner(end.winner) && ["board", ...REASONS].includes(end.reason);
  return {
    end: isEnd ? end : null,
    table: areSeats(table?.seats) ? table : null,
    clocks: areClocks(clocks) ? clocks : null,
    isTried: isTried === true,
    isFolded: isFolded === true,
    ...(isShare(share) && Number.isInteger(seen) ? { share, seen } : {}),
  };
}

/// The review of the line to a node. Null for one made before passes were turns of a review: its numbers leave them out.
function reviewOf({ shares, moments }, game, end) {
  const path = end.path();
  if (shares?.length !== path.length && path.some(({ point }) => point === PASS)) return null;
  const isPoint = (point) => Number.isInteger(point) && point >= 0 && point < game.cells;
  const arePoints = (points) => Array.isArray(points) && points.every(isPoint);
  const areShares = ({ before, after }) => isShare(before) && isShare(after);
  const isMoment = (moment) => path[moment?.number]?.parent && areShares(moment) && arePoints(moment.best);
  const known = listOf(shares).map((share) => (isShare(share) ? share : undefined));
  return { path, shares: known, moments: listOf(moments).filter(isMoment) };
}

/// Restores a game; throws if there is none.
export function restoreGame({ game: data, states, opened }) {
  if (!isBoard(data)) throw new Error("no board");
  const isPoint = (name) => isText(name) && parsePoints(data, name)?.length === 1;
  const nodes = data.nodes.map(({ parent, move, ...notes }, number) => {
    if (number > 0 && !(parent < number && isPoint(move))) throw new Error("no move");
    return { parent, move, ...notesOf(isPoint, notes) };
  });
  const texts = Object.entries(data.tags ?? {}).filter(([, text]) => isText(text));
  const tags = Object.fromEntries(texts.map(([name, text]) => [name, textOf(text)]));
  const game = unpack({
    ...data,
    black: textOf(data.black).replaceAll("--", ""),
    white: textOf(data.white).replaceAll("--", ""),
    first: data.first === "white" ? "white" : "black",
    names: [0, 1].map((index) => textOf(data.names?.[index])),
    tags,
    nodes,
  });
  const made = game.nodes();
  for (const state of listOf(states)) {
    const node = made[state?.number];
    if (!node) continue;
    Object.assign(node, stateOf(state));
    const review = state.review && reviewOf(state.review, game, node);
    if (review) game.showReview(review);
  }
  game.go(game.current);
  game.isPlayed = made.some(({ table }) => table);
  const result = RESULTS.includes(opened?.result) ? opened.result : null;
  if (opened) game.opened = { ...opened, result, end: made[opened.end] };
  return game;
}
