// The result of a game in a box, with buttons for what to do next.

import { t } from "../words/i18n.js";
import { COLORS, other } from "../game/notation.js";
import { byId } from "../parts.js";

/// The seat of an engine of half the level.
const weaker = (seat) => (seat.kind === "engine" ? { ...seat, level: Math.ceil(seat.level / 2) } : seat);

export class Result {
  constructor(app, play, box) {
    Object.assign(this, { app, play, box });
    const on = (id, listener) => box.querySelector(id).addEventListener("click", listener);
    on("#again", () => play.again());
    on("#again-swapped", () => play.again(true));
    on("#again-weaker", () => {
      const { black, white } = play.terms.seats;
      play.again(false, { black: weaker(black), white: weaker(white) });
    });
    on("#to-review", () => {
      app.setMode("analyze");
      app.panes.open("review-pane");
      app.fetched(app.review(), (review) => review.start());
    });
    app.on("game position facts mode language message play", () => this.show());
  }

  show() {
    const { app, play, box } = this;
    const { ending } = app;
    const wasHidden = box.hidden;
    box.hidden = !(ending && app.mode === "play" && !play.isLooking);
    // The list of moves shows the last one beside it.
    if (box.hidden !== wasHidden) app.emit("pane");
    // A message that the box repeats is for screen readers only.
    byId("message").classList.toggle("told", !box.hidden && app.message.text === app.endText());
    if (box.hidden) return;
    box.querySelector("#result-title").textContent = this.title(ending);
    const { seats } = play;
    const isLost = ending.winner && seats[other(ending.winner)].kind === "human";
    const { isForeign } = app.game;
    box.querySelector("#again-weaker").hidden = isForeign || !(isLost && seats[ending.winner].level > 1);
    for (const id of ["#again", "#again-swapped"]) box.querySelector(id).hidden = isForeign;
    // The title names the winner already.
    const how = ending.reason === "board" ? "" : `${t(`result.${ending.reason}`, { loser: t(other(ending.winner)) })} `;
    box.querySelector("#result-text").textContent = how + t("result.moves", { moves: app.node.depth });
  }

  /// The title, from the person's point of view in a game against the engine.
  title({ winner }) {
    const { isForeign, names } = this.app.game;
    const people = COLORS.filter((color) => this.play.seats[color].kind === "human");
    if (!winner) return t("result.draw");
    if (isForeign) return t("result.winner", { winner: names[winner] || t(winner) });
    if (people.length !== 1) return t("result.winner", { winner: t(winner) });
    return t(people[0] === winner ? "result.won" : "result.lost", { loser: t(other(winner)) });
  }
}
