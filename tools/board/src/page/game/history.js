// Undo and redo of changes, by keys and by the button beside the message about a change.

import { t } from "../words/i18n.js";

const MOST = 200;

export class History {
  constructor(app) {
    Object.assign(this, { app, steps: [], undone: [] });
  }

  /// Adds a change. `flip` undoes it and at the next call redoes it, or returns false if it cannot. A given text is shown.
  /// Successive changes with one `key` are undone together. `what` names the change: the end of a text's name, with its values.
  /// `game` is null for a change of the library, which is undone whichever game is on the board.
  add(flip, { text = "", key = null, what = [], game = this.app.game } = {}) {
    const { app, steps } = this;
    const last = steps.at(-1);
    if (key === null || last?.key !== key || last.game !== game) steps.push({ flip, key, what, game });
    if (steps.length > MOST) steps.shift();
    this.undone = [];
    // Removes a message whose button would now undo or redo another change.
    if (text || app.message.canUndo || app.message.canRedo) app.say(text, "", Boolean(text));
  }

  /// The index of the last change that concerns what is shown: this game, or the library unless a puzzle is shown.
  lastOf(steps) {
    return steps.findLastIndex(({ game }) => game === this.app.game || (game === null && this.app.mode !== "learn"));
  }

  get canUndo() {
    return this.lastOf(this.steps) >= 0;
  }

  get canRedo() {
    return this.lastOf(this.undone) >= 0;
  }

  undo() {
    this.move(this.steps, this.undone, ["nothingToUndo", "undone"]);
  }

  redo() {
    this.move(this.undone, this.steps, ["nothingToRedo", "redone"]);
  }

  move(from, to, [none, done]) {
    const { app, undone } = this;
    for (;;) {
      const at = this.lastOf(from);
      if (at < 0) return app.say(t(none), "error");
      const [step] = from.splice(at);
      if (step.flip() === false) continue;
      // The step may have replaced the game.
      to.push({ ...step, game: step.game && app.game });
      const [name, values] = step.what;
      const said = t(`${done}.what`, { what: t(`what.${name}`, values) });
      // The names are loaded with the kept games.
      return app.say(name && !said.startsWith(done) ? said : t(done), "", to !== undone, to === undone);
    }
  }
}
