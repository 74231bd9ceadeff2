// Playing on in a game that was opened: the moves up to here become a game of the reader's own.

import { Game } from "../game/tree.js";

/// Whether a game came from a file, a link, a library or a database, and nobody has played on in it here.
export const isForeign = ({ opened, isPlayed }) => Boolean(opened?.isFile || opened?.isKeptOnceChanged) && !isPlayed;

/// Replaces the opened game by a new one with its moves up to the node, without its names and its result.
export function makeOwn(app) {
  const { game } = app;
  const own = new Game({ ...game, black: game.setupOf("black"), white: game.setupOf("white"), names: undefined });
  for (const point of game.moves()) own.go(own.child(point));
  app.edits.replace(() => app.load(own));
}
