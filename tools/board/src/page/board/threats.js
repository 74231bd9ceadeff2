// Threats of both sides as a layer of the board: points where a stone would make a five or an open four, and the winning
// moves of the opponent if he were to move.

import { sentences, t } from "../words/i18n.js";
import { COLORS, other, pointNames } from "../game/notation.js";
import { change, settings } from "../settings.js";

/// The threats of both sides as marks on the board.
export function threatMarks(found) {
  return COLORS.flatMap((color) => [
    ...found[color].fives.map((point) => ({ point, color, text: "5", urgent: true })),
    ...found[color].open_fours.map((point) => ({ point, color, text: "4" })),
  ]);
}

/// The win that the opponent of the side to move threatens, in words; empty without one.
export function threatText(game, { win }) {
  const player = t(other(game.toMove()));
  return win.length > 0 ? t("threatsWin", { player, line: pointNames(game, win, " ") }) : "";
}

export class Threats {
  constructor(app, button) {
    Object.assign(this, { app, button, said: "" });
    button.addEventListener("click", () => this.toggle());
    app.on("facts mode language", () => this.look());
  }

  toggle() {
    if (this.app.mode !== "analyze") return;
    change({ showThreats: !settings.showThreats });
    this.app.unsay(this.said);
    this.look();
  }

  async look() {
    const { app } = this;
    this.button.ariaPressed = settings.showThreats;
    if (!settings.showThreats || app.mode !== "analyze" || app.isOver || !app.node.facts) return app.overlay("threats", null);
    if (!app.connection.isOnline) return;
    const found = await app.askHere("threats", {}, true);
    if (found && settings.showThreats) this.show(found);
  }

  show(found) {
    const { app } = this;
    const { game } = app;
    const threats = threatMarks(found);
    // If both sides have a threat at a point, the stronger one is shown.
    const seen = new Set();
    threats.sort((a, b) => Number(b.text) - Number(a.text));
    const shown = threats.filter(({ point }) => !seen.has(point) && seen.add(point));
    const [first] = found.win;
    if (first !== undefined && !seen.has(first)) shown.push({ point: first, color: other(game.toMove()), text: "!" });
    app.overlay("threats", shown.length > 0 ? { threats: shown } : null);
    // A sentence about the move has priority.
    if (app.message.text && app.message.text !== this.said) return;
    this.said = sentences(t(shown.length > 0 ? "threatsLegend" : "threatsNone"), threatText(game, found));
    app.say(this.said);
  }
}
