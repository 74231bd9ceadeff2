// Changes of a game that can be taken back, the last one first: by Ctrl+Z, and by the button beside what is said of them.

import { t } from "../words/i18n.js";

const MOST = 200;

export class History {
  constructor(app) {
    Object.assign(this, { app, steps: [] });
  }

  /// A change was made that `undo` takes back, unless it returns false. With a text it is said. Changes in a row with the same key are one.
  add(undo, { text = "", key = null } = {}) {
    const { app, steps } = this;
    const last = steps.at(-1);
    if (key === null || last?.key !== key || last.game !== app.game) steps.push({ undo, key, game: app.game });
    if (steps.length > MOST) steps.shift();
    if (text) app.say(text, "", true);
  }

  undo() {
    const { app, steps } = this;
    for (;;) {
      // What was changed in another game cannot be seen here.
      const at = steps.findLastIndex(({ game }) => game === app.game);
      if (at < 0) return app.say(t("nothingToUndo"), "error");
      const [step] = steps.splice(at);
      if (step.undo() !== false) return app.say(t("undone"));
    }
  }
}
