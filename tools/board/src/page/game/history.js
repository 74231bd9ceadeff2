// Changes of a game that can be taken back, the last one first, and made again until there is a new one: by keys, and by the
// button beside what is said of them.

import { t } from "../words/i18n.js";

const MOST = 200;

export class History {
  constructor(app) {
    Object.assign(this, { app, steps: [], undone: [] });
  }

  /// A change was made that `flip` takes back, and makes again when it is called once more; where it cannot, it returns false.
  /// With a text it is said. Changes in a row with the same key are one.
  add(flip, { text = "", key = null } = {}) {
    const { app, steps } = this;
    const last = steps.at(-1);
    if (key === null || last?.key !== key || last.game !== app.game) steps.push({ flip, key, game: app.game });
    if (steps.length > MOST) steps.shift();
    this.undone = [];
    if (text) app.say(text, "", true);
  }

  /// Whether something of the game on the board can be taken back, or made again.
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
      // What was changed in another game cannot be seen here.
      const at = from.findLastIndex(({ game }) => game === app.game);
      if (at < 0) return app.say(t(none), "error");
      const [step] = from.splice(at);
      if (step.flip() === false) continue;
      // The step may have brought another game.
      to.push({ ...step, game: app.game });
      return app.say(t(done), "", to !== undone, to === undone);
    }
  }
}
