// Changes of a game that can be taken back, the last one first: by Ctrl+Z, and by the button beside what is said of them.

import { t } from "../words/i18n.js";

const MOST = 200;

export class History {
  constructor(app) {
    Object.assign(this, { app, steps: [] });
  }

  /// A change was made that `undo` takes back. With a text it is said. Changes in a row with the same key are one.
  add(undo, { text = "", key = null } = {}) {
    const { app, steps } = this;
    const last = steps.at(-1);
    if (key === null || last?.key !== key || last.game !== app.game) steps.push({ undo, key, game: app.game });
    if (steps.length > MOST) steps.shift();
    if (text) app.say(text, "", true);
  }

  undo() {
    const { app, steps } = this;
    // What was changed in a game that is gone cannot be seen any more.
    while (steps.length > 0 && steps.at(-1).game !== app.game) steps.pop();
    if (steps.length === 0) return app.say(t("nothingToUndo"), "error");
    steps.pop().undo();
    app.say(t("undone"));
  }
}
