// Panes below the moves in the analysis: one at a time, opened by a button of the tools.

import { byId } from "../parts.js";

/// A phone or a tablet that is higher than wide.
const SMALL = "(max-width: 760px), (max-width: 1100px) and (max-aspect-ratio: 1)";

export class Panes {
  constructor(app) {
    Object.assign(this, { app, name: null });
    this.buttons = [...document.querySelectorAll("[data-pane]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.toggle(button.dataset.pane));
    app.on("mode", () => {
      // On a phone a pane would cover the panel that the reader returns to.
      if (matchMedia(SMALL).matches && app.mode !== "analyze") this.name = null;
      this.show();
    });
  }

  /// Whether a pane is visible.
  isOpen(name) {
    return this.name === name && this.app.mode === "analyze";
  }

  toggle(name) {
    if (!this.isOpen(name)) return this.open(name);
    this.hide(name);
    this.app.setTool(null);
  }

  /// Opens a pane and closes the previous one, whose tool is deselected.
  open(name) {
    if (this.name === name) return this.show();
    this.app.setTool(null);
    this.name = name;
    this.show();
  }

  /// Closes a pane whose tool was deselected.
  hide(name) {
    if (this.name !== name) return;
    this.name = null;
    this.show();
  }

  show() {
    const names = ["setup-tools", ...this.buttons.map(({ dataset }) => dataset.pane)];
    for (const name of names) byId(name).hidden = !this.isOpen(name);
    for (const button of this.buttons) button.ariaPressed = this.isOpen(button.dataset.pane);
    this.app.emit("pane");
  }
}
