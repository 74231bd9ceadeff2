// The position's comment, the players' names, and the actions on the current line.

import { COLORS } from "../game/notation.js";

export class Notes {
  constructor(app, box) {
    Object.assign(this, { app, box });
    this.comment = box.querySelector("#comment");
    this.comment.addEventListener("input", () => app.edits.comment(app.node, this.comment.value));
    box.querySelector("#delete-branch").addEventListener("click", () => app.edits.remove(app.node));
    box.querySelector("#promote").addEventListener("click", () => {
      app.fetched(import("./order.js"), ({ promote }) => promote(app, app.node));
    });
    this.names = COLORS.map((color) => {
      const input = box.querySelector(`#name-${color}`);
      input.addEventListener("input", () => app.edits.name(color, input.value));
      return input;
    });
    app.on("game position comment", () => this.show());
  }

  show() {
    const { app, comment } = this;
    const { game, node } = app;
    // Setting an equal value would move the caret to the end.
    if (comment.value !== node.comment) comment.value = node.comment;
    for (const [index, color] of COLORS.entries()) {
      if (this.names[index].value !== game.names[color]) this.names[index].value = game.names[color];
    }
    this.box.querySelector("#delete-branch").disabled = !node.parent;
    this.box.querySelector("#promote").disabled = !game.canPromote(node);
  }
}
