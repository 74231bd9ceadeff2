// The comment and the label that the database of positions has for the position. The explorer shows the database's moves.

import { t } from "../words/i18n.js";
import { byId, onSubmit } from "../parts.js";
import { gamesOf, scoreText } from "../words/score.js";

export class DatabasePanel {
  constructor(app, section) {
    // `texts`: the texts put into the form. `drafts`: unsaved texts of other positions, by position.
    Object.assign(this, { app, about: null, known: null, texts: { label: "", comment: "" }, drafts: new Map() });
    this.section = section;
    [this.form, this.label, this.comment, this.unsaved] = ["annotate", "known-label", "known-comment", "unsaved"].map(byId);
    this.form.addEventListener("input", () => this.showUnsaved());
    onSubmit(this.form, () => this.save());
    app.on("facts mode", () => this.lookUp());
    app.on("language", () => {
      this.keep();
      this.show();
    });
  }

  /// Takes the description of the open database; null where none is open.
  take(about) {
    // If the database is still open, text being written stays. Text that is only shown may have changed in another tab.
    const isSame = ["name", "writable"].every((key) => this.about?.[key] === about?.[key]);
    if (!isSame) {
      this.asked = null;
      this.drafts.clear();
      this.form.hidden = true;
      this.hold(null);
    } else if (Object.keys(this.changes()).length === 0) this.shown = null;
    this.about = about;
    this.section.hidden = !about?.name;
    this.showAbout();
    this.lookUp();
  }

  written() {
    return { label: this.label.value, comment: this.comment.value };
  }

  /// The texts that the reader has changed.
  changes() {
    return Object.fromEntries(Object.entries(this.written()).filter(([name, text]) => text !== this.texts[name]));
  }

  async lookUp() {
    const { app } = this;
    const { node } = app;
    if (!this.about?.name || app.mode !== "analyze" || !app.connection.isOnline) return;
    if (app.isOver || !node.facts) return this.hold(null);
    if (this.shown === node) return;
    // A second answer for this node would replace text being written.
    if (this.asked === node) return;
    this.asked = node;
    await this.takeKnown(app.connection.ask("look_up", { position: app.game.position() }), node);
    if (this.asked === node) this.asked = null;
  }

  async save() {
    const { app } = this;
    // The form still shows the previous position's note.
    if (this.shown !== app.node) return;
    // Only changed texts are sent: another tab may have changed the other one.
    const values = { position: app.game.position(), ...this.changes() };
    const { own } = app.databases;
    const answer = own?.isOpen ? own.annotate(values) : app.connection.ask("annotate", values);
    if (await this.takeKnown(answer, app.node, true)) app.say(t("noteSaved"));
    if (own?.isOpen && !own.isKept) app.say(t("databaseUnkept"), "error");
    // The number of positions may have changed; the form is not filled again, as the reader may write on.
    this.about = await app.connection.ask("database").catch(() => this.about);
    this.showAbout();
  }

  /// Waits for the database's answer about a node. Returns whether it is shown.
  async takeKnown(answer, node, isSaved = false) {
    try {
      const known = await answer;
      if (isSaved && this.shown === node) {
        this.drafts.delete(this.key);
        this.shown = null;
      }
      if (node !== this.app.node) return false;
      this.hold(known, node);
      return true;
    } catch (error) {
      if (error.code !== "offline") this.app.report(error);
      return false;
    }
  }

  hold(known, node = null) {
    const isLeft = this.keep() && node !== this.shown;
    this.known = known;
    this.shown = node;
    // The explorer shows the moves.
    this.app.databaseSays = known && { node, known };
    this.app.emit("known");
    this.key = node && JSON.stringify(this.app.game.position(node));
    this.show();
    if (isLeft) this.app.say(t("noteKept"));
  }

  /// Keeps unsaved text until the reader returns to its position. Returns whether there is any.
  keep() {
    if (!this.shown || this.form.hidden) return false;
    const isTyped = Object.keys(this.changes()).length > 0;
    if (isTyped) this.drafts.set(this.key, this.written());
    else this.drafts.delete(this.key);
    return isTyped;
  }

  showUnsaved() {
    this.unsaved.hidden = Object.keys(this.changes()).length === 0;
  }

  showAbout() {
    const { about } = this;
    if (!about?.name) return;
    byId("database-about").textContent = t("databaseAbout", { name: about.name, count: about.positions });
  }

  show() {
    const { about, known } = this;
    if (!about?.name) return;
    this.showAbout();
    const entry = known?.entry;
    byId("database-here").textContent = known ? this.describe(entry) : "";
    this.form.hidden = !about.writable || !known;
    this.label.value = entry?.label ?? "";
    this.comment.value = entry?.comment ?? "";
    // Read back from the fields: a field of one line drops line ends.
    this.texts = this.written();
    const draft = this.shown && this.drafts.get(this.key);
    if (draft) [this.label.value, this.comment.value] = [draft.label, draft.comment];
    this.showUnsaved();
  }

  /// The position in a sentence, with its texts if they cannot be edited.
  describe(entry) {
    if (!entry) return t("notKnown");
    const side = this.app.game.toMove();
    const parts = [];
    if (entry.score) parts.push(t("knownScore", { score: scoreText(entry, side), depth: entry.depth }));
    if (entry.games) parts.push(t("explorer.games", gamesOf(entry.games, side)));
    if (!this.about.writable) parts.push(...[entry.label, entry.comment].filter(Boolean));
    return parts.join(" · ");
  }
}
