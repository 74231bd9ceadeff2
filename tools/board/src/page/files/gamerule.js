// A choice of the game's rule: many files do not name theirs.

import { RULES } from "../game/address.js";
import { learnTexts } from "../words/i18n.js";
import { choice, fill, named } from "../parts.js";

/// Appends the choice to an element.
export function addGameRule(app, play, box) {
  const field = choice("game-rule", "rule", (rule) => changeRule(app, play, rule));
  const show = () => fill(field, named("rule", RULES), app.game.rule);
  box.append(field);
  app.on("game language", show);
  show();
}

/// Gives the game another rule; see changerule.js.
export function changeRule(app, play, rule) {
  const loaded = Promise.all([import("./changerule.js"), learnTexts("later")]);
  app.fetched(loaded, ([{ change }]) => change(app, play, rule));
}
