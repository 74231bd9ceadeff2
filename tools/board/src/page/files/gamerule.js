// A choice of the game's rule: many files do not name theirs.

import { RULES } from "../game/address.js";
import { learnTexts } from "../words/i18n.js";
import { choice, fill, named } from "../parts.js";

export class GameRule {
  /// `box`: the element that the choice is appended to.
  constructor(app, play, box) {
    Object.assign(this, { app, play });
    this.box = choice("game-rule", "rule", (rule) => this.change(rule));
    box.append(this.box);
    app.on("game language", () => this.show());
    this.show();
  }

  show() {
    fill(this.box, named("rule", RULES), this.app.game.rule);
  }

  change(rule) {
    changeRule(this.app, this.play, rule);
  }
}

/// Gives the game another rule; see changerule.js.
export function changeRule(app, play, rule) {
  const loaded = Promise.all([import("./changerule.js"), learnTexts("later")]);
  app.fetched(loaded, ([{ change }]) => change(app, play, rule));
}
