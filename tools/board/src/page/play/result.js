// The result of a game, where it cannot be overlooked, and what to do next.

import { t } from "../words/i18n.js";
import { COLORS, other } from "../game/notation.js";

/// The seat of an engine of half the level.
const weaker = (seat) => (seat.kind === "engine" ? { ...seat, level: Math.ceil(seat.level / 2) } : seat);

export class Result {
  constructor(app, play, panel) {
    Object.assign(this, { app, play, box: panel.querySelector("#result") });
    const on = (id, listener) => panel.querySelector(id).addEventListener("click", listener);
    on("#again", () => play.again());
    on("#again-swapped", () => play.again(true));
    on("#again-weaker", () => {
      const { black, white } = play.terms.seats;
      play.again(false, { black: weaker(black), white: weaker(white) });
    });
    on("#to-review", () => {
      app.setMode("analyze");
      document.getElementById("review").click();
      // On a phone the curve stands far below what it was asked from.
      document.getElementById("review").scrollIntoView({ block: "center" });
    });
    app.on("game position facts mode language", () => this.show());
    play.addEventListener("change", () => this.show());
  }

  show() {
    const { app, play, box } = this;
    const { ending } = app;
    box.hidden = !(ending && app.mode === "play" && !play.isLooking);
    if (box.hidden) return;
    box.querySelector("#result-title").textContent = this.title(ending);
    const { seats } = play;
    const isLost = ending.winner && seats[other(ending.winner)].kind === "human";
    box.querySelector("#again-weaker").hidden = !(isLost && seats[ending.winner].level > 1);
    // The title says already who has made the five.
    const how = ending.reason === "board" ? "" : `${app.endText()} `;
    box.querySelector("#result-text").textContent = how + t("result.moves", { moves: app.node.depth });
  }

  /// From the point of view of the person where there is one against the engine.
  title({ winner }) {
    const people = COLORS.filter((color) => this.play.seats[color].kind === "human");
    if (!winner) return t("result.draw");
    if (people.length !== 1) return t("result.winner", { winner: t(winner) });
    return t(people[0] === winner ? "result.won" : "result.lost", { loser: t(other(winner)) });
  }
}
