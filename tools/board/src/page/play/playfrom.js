// Playing on from a position of a reviewed game.

import { t } from "../words/i18n.js";
import { COLORS, other } from "../game/notation.js";
import { FULL_LEVEL, seatOf } from "./seats.js";

/// Seconds a move of an engine that the game did not have.
const SECONDS = 3;

/// Continues from a node: the reader plays the side to move, the game's engine the other one. The moves of the game
/// stay as a variation.
export function playFrom(app, play, node) {
  const color = app.game.toMove(node);
  const known = COLORS.map((side) => play.seats[side]).find(({ kind }) => kind === "engine");
  app.setMode("play");
  play.takeUp(node);
  // A game that somebody gave up or lost by time goes on; an opened one keeps its end.
  if (["resign", "time"].includes(app.ending?.reason)) {
    if (app.game.isForeign) app.edits.replace(() => app.load(app.game.ownCopy()));
    else node.end = null;
  }
  Object.assign(play, { opening: null, clocks: null, held: false });
  play.seats = { [color]: seatOf("human"), [other(color)]: known ?? seatOf(FULL_LEVEL, SECONDS) };
  play.terms = { seats: play.seats, opening: "none", minutes: 0, increment: 0 };
  app.say(t("playsBetter", { player: t(color) }));
  play.step();
}
