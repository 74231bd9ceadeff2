// Playing better than a reviewed game went.

import { t } from "../words/i18n.js";
import { COLORS, other } from "../game/notation.js";
import { FULL_LEVEL, seatOf } from "../play/seats.js";

/// Seconds a move of an engine that nobody has chosen.
const SECONDS = 3;

/// Goes on from a node: the reader has the side that is to move there, the engine of the game the other one. The moves of
/// the game stay, as another variation.
export function playFrom(app, play, node) {
  const color = app.game.toMove(node);
  const known = COLORS.map((side) => play.seats[side]).find(({ kind }) => kind === "engine");
  app.setMode("play");
  play.takeUp(node);
  Object.assign(play, { opening: null, clocks: null, held: false });
  play.seats = { [color]: seatOf("human"), [other(color)]: known ?? seatOf(FULL_LEVEL, SECONDS) };
  play.terms = { seats: play.seats, opening: "none", minutes: 0, increment: 0 };
  app.say(t("playsBetter", { player: t(color) }));
  play.step();
}
