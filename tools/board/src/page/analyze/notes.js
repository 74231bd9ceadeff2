// The position's comment, the players' names, and the actions on the current line.

import { COLORS } from "../game/notation.js";
import { byId } from "../parts.js";

export function setUpNotes(app) {
  const [comment, promoteButton, deleteButton] = ["comment", "promote", "delete-branch"].map(byId);
  const names = COLORS.map((color) => [color, byId(`name-${color}`)]);
  comment.addEventListener("input", () => app.edits.comment(app.node, comment.value));
  deleteButton.addEventListener("click", () => app.edits.remove(app.node));
  promoteButton.addEventListener("click", () => {
    app.fetched(import("./order.js"), ({ promote }) => promote(app, app.node));
  });
  for (const [color, input] of names) input.addEventListener("input", () => app.edits.name(color, input.value));
  app.on("game position comment", () => {
    const { game, node } = app;
    const texts = [[comment, node.comment], ...names.map(([color, input]) => [input, game.names[color]])];
    // Setting an equal value would move the caret to the end.
    for (const [input, text] of texts) if (input.value !== text) input.value = text;
    deleteButton.disabled = !node.parent;
    promoteButton.disabled = !game.canPromote(node);
  });
}
