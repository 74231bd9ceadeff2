// Positions of the Learn view on the board. The reader's own game, with its stored state, waits untouched and
// returns afterwards.

import { t } from "../words/i18n.js";
import { Game } from "../game/tree.js";

export class Guest {
  constructor(app, play) {
    Object.assign(this, { app, play, own: null, game: null });
    app.on("leave", () => app.mode === "learn" && this.giveBack());
  }

  /// Shows a position, with a tool for its clicks.
  show(game, tool) {
    const { app, play } = this;
    this.own ??= { game: app.game, play: play.pack() };
    this.game = game;
    app.load(game);
    app.setTool(tool);
  }

  /// Shows an empty board without clicks, for parts without a position.
  rest() {
    const { rule, width, height } = (this.own?.game ?? this.app.game);
    this.show(new Game({ rule, width, height }), { choose: () => this.app.say(t("learn.ownGame")), ghost: () => null });
  }

  giveBack() {
    const { app, play, own } = this;
    this.own = this.game = null;
    if (!own) return;
    app.load(own.game);
    play.restore(own.play);
  }
}
