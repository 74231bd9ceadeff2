// The rule of the game on the board, to be chosen anew: many files do not name theirs.

import { RULES } from "../game/address.js";
import { t } from "../words/i18n.js";
import { parsePoints } from "../game/notation.js";
import { choice, fill } from "../parts.js";
import { pack, packOpened, unpack, unpackOpened } from "../game/tree.js";

export class GameRule {
  /// `box` is the element at whose end it stands.
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

/// The same game under another rule, in the place of this one.
export function changeRule(app, play, rule) {
  const game = unpack({ ...pack(app.game), rule }, parsePoints);
  unpackOpened(game, packOpened(app.game));
  app.edits.replace(() => {
    play.prepare({ black: play.seats.black, white: play.seats.white });
    app.load(game);
    play.hold();
  });
}
