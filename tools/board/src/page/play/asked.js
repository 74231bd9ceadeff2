// Actions that need a confirmation: to resign, and to change sides.

import { t } from "../words/i18n.js";
import { COLORS, other } from "../game/notation.js";

/// Asks the question that `asked` returns. The button named `name` acts, the other one plays on.
const ask = ({ app }, asked, name, act) => app.offer(asked, { [name]: act, playOn: null }, { stays: true, isOfGame: true });

/// Resigns the game at its current node.
export function resign(play) {
  const { app, live, seats } = play;
  if (app.game.has(live)) app.go(live);
  if (app.ending) return app.say(t("error.over"), "error");
  if (app.game.stones().size === 0) return app.say(t("noMoves"), "error");
  const humans = COLORS.filter((color) => seats[color].kind === "human");
  const loser = humans.length === 1 ? humans[0] : app.game.toMove();
  ask(play, () => t("ask.resign", { player: t(loser) }), "resign", () => {
    play.cancel();
    app.finish(other(loser), "resign");
  });
}

/// Gives each player the other color. With a stone on the board the engine's next move follows at once.
export function swapSides(play) {
  const { app } = play;
  const opening = play.isLooking ? app.node.table?.opening : play.opening;
  if (opening) return app.say(t("openingFirst"), "error");
  const act = () => {
    play.takeUp(app.node);
    const swapped = ({ black, white }) => ({ black: white, white: black });
    play.seats = swapped(play.seats);
    // A rematch has the colors of this game.
    play.terms = { ...play.terms, seats: swapped(play.terms.seats) };
    play.held = false;
    play.step();
  };
  if (app.game.stones().size === 0) act();
  else ask(play, () => t("ask.swap"), "swapSides", act);
}
