// Positions on the board for as long as the Learn view is shown. The reader's own game waits meanwhile, and comes back as
// it was: neither it nor what the browser keeps of it is touched.

import { t } from "../words/i18n.js";
import { Game } from "../game/tree.js";

export class Guest {
  constructor(app, play) {
    Object.assign(this, { app, play, own: null, game: null });
    app.on("leave", () => app.mode === "learn" && this.giveBack());
    app.on("game", () => this.seeGame());
  }

  /// Puts a position on the board, with what a click does there.
  show(game, tool) {
    const { app, play } = this;
    this.own ??= { game: app.game, play: play.pack() };
    this.game = game;
    app.load(game);
    app.setTool(tool);
  }

  /// Shows an empty board, where a click plays nothing: what is read beside it has no position.
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

  /// Somebody else has opened a game: it is the reader's own now.
  seeGame() {
    const { app } = this;
    if (app.mode !== "learn" || !this.game || app.game === this.game) return;
    this.own = this.game = null;
    app.setMode("analyze");
  }
}
