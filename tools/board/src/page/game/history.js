// Undo and redo of changes, by keys and by the button beside the message about a change.

import { t } from "../words/i18n.js";

const MOST = 200;

export class History {
  constructor(app) {
    Object.assign(this, { app, steps: [], undone: [] });
  }

  /// Adds a change. `flip` undoes it and at the next call redoes it, or returns false if it cannot. A given text is shown.
  /// Successive changes with one `key` are undone together. `what` names the change: the end of a text's name, with its values.
  add(flip, { text = "", key = null, what = [] } = {}) {
    const { app, steps } = this;
    const last = steps.at(-1);
    if (key === null || last?.key !== key || last.game !== app.game) steps.push({ flip, key, what, game: app.game });
    if (steps.length > MOST) steps.shift();
    this.undone = [];
    // A button would undo or redo another change than its message says.
    if (text || app.message.canUndo || app.message.canRedo) app.say(text, "", Boolean(text));
  }

  /// Whether a change of the game on the board can be undone or redone.
  get canUndo() {
    return this.steps.some(({ game }) => game === this.app.game);
  }

  get canRedo() {
    return this.undone.some(({ game }) => game === this.app.game);
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
      // A change of another game could not be seen.
      const at = from.findLastIndex(({ game }) => game === app.game);
      if (at < 0) return app.say(t(none), "error");
      const [step] = from.splice(at);
      if (step.flip() === false) continue;
      // The step may have replaced the game.
      to.push({ ...step, game: app.game });
      const [name, values] = step.what;
      const said = t(`${done}.what`, { what: t(`what.${name}`, values) });
      // The names are loaded with the kept games.
      return app.say(name && !said.startsWith(done) ? said : t(done), "", to !== undone, to === undone);
    }
  }
}
