// A game as the browser's database keeps it, and back.

import { parsePoints, pointNames } from "../notation.js";
import { pack, packOpened, packStates, unpack, unpackOpened, unpackStates } from "../tree.js";
import { hashOf } from "./store.js";

/// A seat in a head: 0 for a person, or the engine's level.
const seatNumber = ({ kind, level }) => (kind === "engine" ? level : 0);

/// Whether anybody has played here: who plays what is kept with the moves then.
const isPlayed = (game) => game.nodes().some(({ table }) => table);

/// The end of the line that a game is known by: the one that was played here, or else the main line's.
function endOf(app, play, isOwn) {
  const { game } = app;
  const { live } = play;
  if (!isOwn || !game.nodes().includes(live)) return game.mainEnd();
  return app.endingAt(live) ? live : live.lastOfLine();
}

/// { head, body } of the game on the board; its id, version and name are the store's.
export function toRecord(app, play) {
  const { game } = app;
  const isOwn = isPlayed(game);
  const end = endOf(app, play, isOwn);
  const { opened } = game;
  const ending = app.endingAt(end);
  const given = opened?.end === end ? opened.result : null;
  const whole = pack(game);
  const body = { game: whole, states: packStates(game), opened: packOpened(game), play: play.pack() };
  const head = {
    names: [game.names.black, game.names.white],
    seats: isOwn ? ["black", "white"].map((color) => seatNumber(play.seats[color])) : null,
    kind: isOwn ? "played" : opened?.isFile ? "opened" : "analysis",
    rule: game.rule,
    width: game.width,
    height: game.height,
    isSetUp: game.setup.size > 0,
    first: game.first,
    moves: pointNames(game, game.moves(end)),
    /// "black", "white", "draw", or empty.
    result: ending ? (ending.winner ?? "draw") : (given ?? ""),
    reason: ending?.reason ?? "",
  };
  // Where the reader looks at the moment is no change of the game.
  head.hash = hashOf(JSON.stringify([head, { ...whole, current: 0 }, body.states, body.opened]));
  head.changed = Date.now();
  return { head, body };
}

/// { head, body } of a game of a file, as the server sends it.
export function recordOf(data) {
  const moves = [];
  // The main line: of the children of a node the first.
  for (let at = 0, next = 0; next >= 0; at = next) {
    next = data.nodes.findIndex(({ parent }, number) => number > at && parent === at);
    if (next >= 0) moves.push(data.nodes[next].move);
  }
  const { rule, width, height, first, names, result } = data;
  const isSetUp = Boolean(data.black || data.white);
  // The same game has the same id, whenever it is read.
  const hash = hashOf(JSON.stringify([names, rule, width, height, result, data.nodes, data.tags]));
  const id = `file-${hash.toString(36)}`;
  const head = {
    id, hash, version: 1, name: "", names, seats: null, kind: "opened", rule, width, height, isSetUp, first,
    moves: moves.join(""), result: result ?? "", reason: "",
  };
  const { result: _, warnings, ...game } = data;
  // In the order of a game's nodes the main line comes first.
  const body = { id, game, states: [], opened: { result: result ?? null, end: moves.length, isFile: true }, play: null };
  head.changed = head.created = Date.now();
  return { head, body };
}

/// The game of a record.
export function gameOf({ head, body }) {
  const game = unpack(body.game, parsePoints);
  unpackStates(game, body.states);
  unpackOpened(game, body.opened);
  game.kept = { id: head.id, version: head.version };
  return game;
}
