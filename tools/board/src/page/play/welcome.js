// The offer of a first visit: a weak opponent, the rules, a puzzle. The first choice or the first stone ends it.

import { translate } from "../words/i18n.js";
import { button, made } from "../parts.js";
import { seatOf } from "./seats.js";
import { change, settings } from "../settings.js";
import { welcomed } from "../game/storage.js";
import { Game } from "../game/tree.js";

const BEGINNER = "1";

export class Welcome {
  constructor(app, play, box) {
    Object.assign(this, { app, play, box });
    welcomed(false);
    const choose = (act) => () => {
      this.close();
      act();
    };
    box.replaceChildren(
      made("div", { className: "buttons" },
        made("h2", { id: "welcome-title", data: { t: "welcome.title" } }),
        button("close", choose(() => {}), { id: "welcome-close" }),
        button("welcome.play", choose(() => this.begin()), { id: "welcome-play", className: "main" }),
        button("welcome.rules", choose(() => this.learn("rules")), { id: "welcome-rules" }),
        button("welcome.puzzle", choose(() => this.learn("puzzles")), { id: "welcome-puzzle" })),
    );
    translate(box);
    box.hidden = false;
    app.on("position", () => !box.hidden && app.node.parent && this.close());
    app.on("game", () => !box.hidden && app.mode === "play" && this.close());
  }

  close() {
    this.box.hidden = true;
    welcomed(true);
  }

  begin() {
    const { app, play } = this;
    change({ newGame: { ...settings.newGame, rule: "caro", black: "human", white: BEGINNER } });
    app.edits.replace(() => {
      app.setMode("play");
      play.prepare({ black: seatOf("human"), white: seatOf(BEGINNER, settings.newGame.time) });
      app.load(new Game({ rule: "caro" }));
    });
  }

  async learn(part) {
    const { app } = this;
    const view = await app.learn();
    if (!view) return;
    view.part = part;
    app.setMode("learn");
  }
}
