// The analysis tools with a menu or a click on the board: find a win, find balanced moves, block points.

import { openMenu } from "../panel/menu.js";
import { byId, fetchPart } from "../parts.js";
import { t } from "../words/i18n.js";

export function setUpTools(app, analysis) {
  const menu = (id, items) => {
    const button = byId(id);
    button.addEventListener("click", () => openMenu(button, items));
  };
  menu("find", [
    ...["vcf", "vct"].map((goal) => ({ id: goal, text: goal, act: () => analysis.solve(goal) })),
    { id: "prove", text: "prove", act: () => prove(app, analysis) },
  ]);
  menu("balance", [1, 2].map((count) => {
    return { id: `balance-${count}`, text: `balance${count}`, act: () => analysis.balance(count) };
  }));
  setUpBlock(app, analysis, byId("block"));
}

/// Looks for a proof; its script is loaded with the first one.
function prove(app, analysis) {
  app.fetched(fetchPart(import("./proof.js")), (proof) => proof.prove(app, analysis));
}

/// Clicks block points until the button is pressed again. If points are blocked, its menu can clear them.
function setUpBlock(app, analysis, button) {
  const { blocked } = analysis;
  const choose = (point) => {
    if (!app.game.isEmpty(point)) return;
    if (!blocked.delete(point)) blocked.add(point);
    analysis.restart();
  };
  const tool = { choose, ghost: () => null, end: () => app.say("") };
  const begin = () => {
    app.setTool(tool);
    app.say(t("blockHint"));
  };
  button.addEventListener("click", () => {
    if (app.hasTool(tool)) return app.setTool(null);
    if (blocked.size === 0) return begin();
    openMenu(button, [
      { id: "block-more", text: "block", act: begin },
      { id: "unblock", text: "unblock", act: () => analysis.unblock() },
    ]);
  });
  app.on("draw game", () => (button.ariaPressed = app.hasTool(tool) || blocked.size > 0));
}
