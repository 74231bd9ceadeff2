// The offer of a first visit: a weak opponent, the rules, a puzzle. The first choice or the first stone ends it.

import { button, made } from "../parts.js";
import { seatOf } from "./seats.js";
import { change, settings } from "../settings.js";
import { welcomed } from "../game/storage.js";
import { Game } from "../game/tree.js";

const BEGINNER = "1";

export function welcome(app, play, box) {
  const close = () => {
    box.hidden = true;
    welcomed(true);
  };
  const choice = (name, act, more) => button(name, () => (close(), act()), { id: name.replace(".", "-"), ...more });
  const learn = (part) => app.fetched(app.learn(), (view) => {
    view.part = part;
    app.setMode("learn");
  });
  welcomed(false);
  box.replaceChildren(
    made("div", { className: "buttons" },
      made("h2", { id: "welcome-title", data: { t: "welcome.title" } }),
      button("close", close, { id: "welcome-close" }),
      choice("welcome.play", () => begin(app, play), { className: "main" }),
      choice("welcome.rules", () => learn("rules")),
      choice("welcome.puzzle", () => learn("puzzles"))),
  );
  box.hidden = false;
  app.on("position", () => !box.hidden && app.node.parent && close());
  app.on("game", () => !box.hidden && app.mode === "play" && close());
}

/// Begins a game against a weak opponent.
function begin(app, play) {
  change({ newGame: { ...settings.newGame, rule: "caro", black: "human", white: BEGINNER } });
  app.edits.replace(() => {
    app.setMode("play");
    play.prepare({ black: seatOf("human"), white: seatOf(BEGINNER, settings.newGame.time) });
    app.load(new Game({ rule: "caro" }));
  });
}
