// Conversion between a game and its record in the browser's database.

import { pointNames } from "../game/notation.js";
import { restoreGame } from "../game/restored.js";
import { packWhole, unpack } from "../game/tree.js";
import { hashOf } from "./store.js";

/// SGF properties that the list shows: event, round, date, place.
const ABOUT = ["EV", "RO", "DT", "PC"];

/// A seat in a head: 0 for a person, or the engine's level.
const seatNumber = ({ kind, level }) => (kind === "engine" ? level : 0);

/// Whether anybody has played here. Played moves store their players.
const isPlayed = (game) => game.nodes().some(({ table }) => table);

/// The end of the line that represents a game: the played line, or else the main line.
function endOf(app, play, isOwn) {
  const { game } = app;
  const { live } = play;
  if (!isOwn || !game.has(live)) return game.playedEnd(game.mainEnd());
  // Moves tried in the analysis have not been played.
  return app.endingAt(live) ? live : game.playedEnd(game.playedLine(live));
}

/// The end of a game played here, and its players: { end, seats }; null for any other game.
export function endOfPlay({ kind, result, reason, moves, seats }) {
  return kind === "played" && result ? { end: `${moves} ${result} ${reason}`, seats } : null;
}

/// { head, body } of the game on the board. The store adds id, version and name.
export function toRecord(app, play) {
  const { game } = app;
  const isOwn = isPlayed(game);
  const end = endOf(app, play, isOwn);
  const ending = app.endingAt(end);
  const body = { ...packWhole(game), play: play.pack() };
  const head = {
    names: [game.names.black, game.names.white],
    seats: isOwn ? ["black", "white"].map((color) => seatNumber(play.seats[color])) : null,
    kind: isOwn ? "played" : game.opened?.isFile ? "opened" : "analysis",
    rule: game.rule,
    width: game.width,
    height: game.height,
    isSetUp: game.setup.size > 0,
    first: game.first,
    moves: pointNames(game, game.moves(end)),
    /// "black", "white", "draw", or empty.
    result: game.resultAt(end, ending) ?? "",
    reason: ending?.reason ?? "",
  };
  // Left out if empty, so that the hash of games stored by older versions stays equal.
  const about = ABOUT.map((name) => game.tags[name]).filter(Boolean);
  if (about.length > 0) head.about = about;
  // The current node, an end found by the rules, and what the engine has found are no changes of the game.
  const { reason, ...facts } = head;
  const states = body.states.map(({ share, seen, review, ...state }) => {
    return state.end?.reason === "board" ? { ...state, end: null } : state;
  });
  const kept = states.filter(({ end, table, clocks, isTried }) => end || table || clocks || isTried);
  head.hash = hashOf(JSON.stringify([facts, { ...body.game, current: 0 }, kept, body.opened]));
  head.changed = Date.now();
  return { head, body };
}

/// { head, body } of a file's game in the server's form. Equal games get equal ids.
export function recordOf(data) {
  const game = unpack(data);
  game.opened = { result: data.result ?? null, end: game.mainEnd(), isFile: true };
  const nobody = { live: null, seats: null, pack: () => null };
  const record = toRecord({ game, endingAt: ({ end }) => end }, nobody);
  const id = `file-${record.head.hash.toString(36)}`;
  Object.assign(record.head, { id, version: 1, name: "", created: record.head.changed });
  record.body.id = id;
  return record;
}

/// The game of a record; throws if there is none.
export function gameOf({ head, body }) {
  const game = restoreGame(body);
  game.kept = { id: head.id, version: head.version, ended: endOfPlay(head) };
  return game;
}
