// The analysis tools with a menu or a click on the board: find a win, find balanced moves, block points.

import { openMenu } from "../panel/menu.js";
import { byId } from "../parts.js";
import { learnTexts, t } from "../words/i18n.js";

export class Tools {
  constructor(app, analysis) {
    Object.assign(this, { app, analysis, tool: null });
    const menu = (id, items) => {
      const button = byId(id);
      button.addEventListener("click", () => openMenu(button, items));
    };
    menu("find", [
      ...["vcf", "vct"].map((goal) => ({ id: goal, text: goal, act: () => analysis.solve(goal) })),
      { id: "prove", text: "prove", act: () => this.prove() },
    ]);
    menu("balance", [1, 2].map((count) => {
      return { id: `balance-${count}`, text: `balance${count}`, act: () => analysis.balance(count) };
    }));
    this.block = byId("block");
    this.block.addEventListener("click", () => this.openBlock());
    app.on("draw game", () => (this.block.ariaPressed = app.hasTool(this.tool) || analysis.blocked.size > 0));
  }

  /// Looks for a proof; its script is loaded with the first one.
  prove() {
    const { app, analysis } = this;
    app.fetched(Promise.all([import("./proof.js"), learnTexts("later")]), ([{ prove }]) => prove(app, analysis));
  }

  /// Clicks block points until the button is pressed again. If points are blocked, the menu can clear them.
  openBlock() {
    const { app, analysis, block } = this;
    if (app.hasTool(this.tool)) return app.setTool(null);
    if (analysis.blocked.size === 0) return this.choosePoints();
    openMenu(block, [
      { id: "block-more", text: "block", act: () => this.choosePoints() },
      { id: "unblock", text: "unblock", act: () => analysis.unblock() },
    ]);
  }

  choosePoints() {
    const { app, analysis } = this;
    const choose = (point) => {
      if (!app.game.isEmpty(point)) return;
      if (!analysis.blocked.delete(point)) analysis.blocked.add(point);
      analysis.restart();
    };
    this.tool = { choose, ghost: () => null, end: () => app.say("") };
    app.setTool(this.tool);
    app.say(t("blockHint"));
  }
}
