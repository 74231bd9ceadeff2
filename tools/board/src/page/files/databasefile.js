// A database of positions from a file of the reader's. The engine holds it in memory; the browser keeps the file and the
// notes, and gives both to the engine of the next page or to a restarted one.

import { sentences, t } from "../words/i18n.js";
import { learnDetails, reasonsText } from "../words/detail.js";
import { button, made } from "../parts.js";
import { fromBase64, sendFile } from "./bytes.js";
import { download } from "./save.js";
import { Journal } from "./journal.js";
import { MAX_DATABASE } from "../limits.js";

/// Most attempts within a minute to give the file to an engine that has stopped with it: the file may be the cause.
const TRIES = 2;
const MINUTE = 60_000;

export class DatabaseFile {
  constructor(app, databases) {
    // `notes`: the notes that this page's engine has, as { key, values, isSaved }.
    Object.assign(this, { app, databases, journal: new Journal(), file: null, notes: [], head: null });
    // `given`: keys of unsaved notes that the reader gives up. `isOpen`: the engine has the file. `isKept`: the browser has
    // the last note.
    Object.assign(this, { given: [], isOpen: false, isKept: true, offered: null });
    Object.assign(this, { tries: 0, reopened: 0, isTaking: false, queue: Promise.resolve() });
    this.saveButton = button("databaseSave", () => this.save(), { id: "database-save" });
    const close = button("databaseClose", () => this.leave(() => this.close()), { id: "database-close" });
    databases.section.append(made("div", { className: "buttons" }, this.saveButton, close));
  }

  /// Runs tasks in order: the engine takes one file at a time, and has one copy.
  inTurn(work) {
    this.queue = this.queue.then(work, work);
    return this.queue;
  }

  open(file, kind) {
    if (file.size > MAX_DATABASE) return this.app.say(t("error.too_large"), "error");
    return this.leave(() => this.take(file, kind));
  }

  /// Does `work`, which closes the open or kept database. Asks first if notes would be lost.
  leave(work) {
    return this.inTurn(async () => {
      // Other tabs may have written notes.
      const { name, keys } = await this.journal.unsaved().catch(() => ({ keys: [] }));
      const hasOwn = this.notes.some(({ isSaved }) => !isSaved);
      this.given = keys;
      if (!hasOwn && keys.length === 0) return work();
      // Saving helps only if the open file contains the unsaved notes.
      this.askFirst(hasOwn ? this.file.name : name, this.isOpen && (hasOwn || this.head !== null), work);
    });
  }

  askFirst(name, canSave, work) {
    const databaseSave = async () => (await this.save()) && this.leave(work);
    const acts = { databaseClose: () => this.inTurn(work), cancel: null };
    this.app.offer(() => t("databaseUnsaved", { name }), canSave ? { databaseSave, ...acts } : acts);
  }

  /// Opens a file. Notes wait meanwhile: they would be written into the previous database.
  async take(file, kind) {
    const { app, databases } = this;
    databases.section.inert = true;
    this.isTaking = true;
    try {
      // The reader's file may be overwritten on disk.
      const held = new File([await file.arrayBuffer()], file.name);
      const about = await sendFile(app.connection, "open_database", held, {}, (text) => app.say(text));
      const own = kind === "foreign" ? await this.ownForm(held) : held;
      Object.assign(this, { file: own, notes: [], head: null, isTaking: false, tries: 0, isOpen: true });
      app.unask(this.offered);
      await this.show(about);
      if (about.damage) await learnDetails().catch(() => {});
      app.setMode("analyze");
      app.panes.open("explorer-pane");
      const { name, positions: count, damage } = about;
      app.say(sentences(t("databaseAbout", { name, count }), damage && (reasonsText(damage) || damage.message)));
      await this.keep();
    } catch (error) {
      app.report(error);
    } finally {
      databases.section.inert = false;
      this.isTaking = false;
    }
  }

  /// The database of another program in this engine's own format, which opens faster.
  async ownForm(file) {
    const own = await this.copy().then((parts) => new File(parts, file.name), () => file);
    return own.size > MAX_DATABASE ? file : own;
  }

  async show(about) {
    this.saveButton.hidden = !about.writable;
    await this.databases.show({ ...about, name: null });
    await this.databases.show(about);
  }

  async keep() {
    this.head = (await this.journal.keep(this.file, this.given).catch(() => null)) || null;
    if (this.head) this.databases.setKept(true);
    else this.app.say(t("databaseUnkept"), "error");
  }

  /// Gives a restarted engine the file and its notes. Returns the engine's description; null if it has no database.
  reopen() {
    return this.inTurn(() => this.giveAgain());
  }

  async giveAgain() {
    this.isOpen = false;
    try {
      const kept = this.file ? {} : await this.journal.read();
      if (!kept) return null;
      Object.assign(this, kept);
      if (this.tries > TRIES) return this.offer(() => t("databaseLeft", this.file));
      return await this.give();
    } catch (error) {
      // The engine stopped with the file: the next one tries again.
      if (!this.app.connection.isOnline) return null;
      await Promise.allSettled([this.app.connection.ask("close_database"), learnDetails()]);
      return this.offer(() => `${this.file?.name ?? ""}: ${this.app.describe(error)}`);
    }
  }

  async give() {
    const { connection } = this.app;
    let said = "";
    const about = await sendFile(connection, "open_database", this.file, {}, (text) => this.app.say((said = text)));
    for (const { values } of this.notes) await connection.ask("annotate", values);
    if (said) this.app.unsay(said);
    this.saveButton.hidden = !about.writable;
    this.isOpen = true;
    return this.notes.length > 0 ? connection.ask("database") : about;
  }

  /// Counts engine stops with this file, without those that another file may have caused.
  countStop() {
    if (this.isTaking || !this.file) return;
    const now = performance.now();
    this.tries = now - this.reopened > MINUTE ? 1 : this.tries + 1;
    this.reopened = now;
  }

  /// Says that the file cannot be opened now. The next page tries again unless the reader closes the file.
  offer(say) {
    this.offered = this.app.offer(say, { databaseClose: () => this.leave(() => this.close()), close: null });
    return null;
  }

  /// Writes and keeps a note. Returns the position's new entry.
  annotate(values) {
    return this.inTurn(async () => {
      const known = await this.app.connection.ask("annotate", values);
      const note = { key: null, values, isSaved: false };
      this.notes.push(note);
      if (this.head) note.key = await this.journal.note(this.head, values).catch(() => null);
      this.isKept = note.key !== null;
      return known;
    });
  }

  /// A copy of the database, in parts.
  async copy() {
    const parts = [];
    for (let at = 0; ; at += parts.at(-1).length) {
      const { bytes, more } = await this.app.connection.ask("save_database", { at });
      parts.push(fromBase64(bytes));
      if (!more) return parts;
    }
  }

  /// Saves the database as a file. Returns whether it could.
  save() {
    return this.inTurn(async () => {
      this.saveButton.disabled = true;
      try {
        // A note that arrives meanwhile may or may not be in the copy.
        const notes = [...this.notes];
        const { name } = this.file;
        download(new Blob(await this.copy(), { type: "application/octet-stream" }), "", name);
        notes.forEach((note) => (note.isSaved = true));
        this.app.say(t("saved", { name }));
        if (this.head) await this.journal.saved(this.head, notes.filter(({ key }) => key !== null)).catch(() => {});
        return true;
      } catch (error) {
        this.app.report(error);
        return false;
      } finally {
        this.saveButton.disabled = false;
      }
    });
  }

  async close() {
    const { app, databases, head } = this;
    const about = await app.tried(() => app.connection.ask("close_database"));
    if (!about) return;
    Object.assign(this, { file: null, notes: [], head: null, isOpen: false });
    // Another tab may keep another file, or have written a note.
    if (head && (await this.journal.forget(head, this.given).catch(() => false))) databases.setKept(false);
    await databases.show(about);
  }
}
