// A choice of the game's rule: many files do not name theirs.

import { RULES } from "../game/address.js";
import { t } from "../words/i18n.js";
import { parsePoints } from "../game/notation.js";
import { choice, fill } from "../parts.js";
import { pack, packOpened, unpack, unpackOpened } from "../game/tree.js";

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
    fill(this.box, RULES.map((rule) => [rule, t(`rule.${rule}`)]), this.app.game.rule);
  }

  change(rule) {
    changeRule(this.app, this.play, rule);
  }
}

/// Replaces the game by an equal one under another rule.
export function changeRule(app, play, rule) {
  const game = unpack({ ...pack(app.game), rule }, parsePoints);
  unpackOpened(game, packOpened(app.game));
  // One that was played under its rule stays among the kept games as it is.
  if (!app.game.isPlayed) game.kept = app.game.kept;
  app.edits.replace(() => {
    play.prepare({ black: play.seats.black, white: play.seats.white });
    app.load(game);
    play.hold();
  });
}
