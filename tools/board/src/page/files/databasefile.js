// A database of positions from a file of the reader's. The engine has it in its memory; the browser keeps the file and the
// notes, and gives both to the engine of the next page, or to one that starts again.

import { t } from "../words/i18n.js";
import { detail } from "../words/detail.js";
import { button, made } from "../parts.js";
import { download } from "./files.js";
import { Journal } from "./journal.js";
import { LARGEST, sendFile } from "./send.js";

/// So many notes become part of the file that is kept.
const MANY = 200;
/// How often in so many milliseconds an engine that stops gets the file again: the file may be what stops it.
const TRIES = 2;
const TIME = 60_000;

const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

export class DatabaseFile {
  constructor(app, databases) {
    Object.assign(this, { app, databases, journal: new Journal(), file: null, notes: [], head: null, isSaved: true });
    Object.assign(this, { tries: 0, reopened: 0, queue: Promise.resolve() });
    this.saveButton = button("databaseSave", () => this.save(), { id: "database-save" });
    const close = button("databaseClose", () => this.leave(() => this.close()), { id: "database-close" });
    databases.section.append(made("div", { className: "buttons" }, this.saveButton, close));
  }

  /// The engine takes one file at a time.
  inTurn(work) {
    this.queue = this.queue.then(work, work);
    return this.queue;
  }

  open(file) {
    if (file.size > LARGEST) return this.app.say(t("error.too_large"), "error");
    return this.leave(() => this.inTurn(() => this.take(file)));
  }

  /// Calls `next`, which gives up the database that is open, where no note is lost by that or the reader wants it.
  leave(next) {
    const { app } = this;
    if (this.isSaved) return next();
    app.question({
      text: t("databaseUnsaved", this.file),
      options: ["databaseSave", "databaseClose", "cancel"].map((key) => ({ label: t(key), value: key })),
      answer: async (value) => {
        app.question(null);
        if (value === "databaseSave" && !(await this.save())) return;
        if (value !== "cancel") next();
      },
    });
  }

  async take(file) {
    const { app, databases } = this;
    let about = null;
    try {
      about = await sendFile(app.connection, "open_database", file, {}, (text) => app.say(text));
      // The file of another program is not read again.
      const isOwn = /^(redb|tengen-book)/.test(await file.slice(0, 16).text());
      this.file = isOwn ? file : new File(await this.copy(), file.name);
    } catch (error) {
      return app.report(error);
    }
    Object.assign(this, { notes: [], head: null, isSaved: true });
    await this.show(about);
    app.setMode("analyze");
    const { name, positions: count, damage } = about;
    app.say([t("databaseAbout", { name, count }), damage ? detail(damage) || damage : ""].join(" ").trim());
    await this.keep();
  }

  async show(about) {
    this.saveButton.hidden = !about.writable;
    await this.databases.show({ ...about, name: null });
    await this.databases.show(about);
  }

  async keep() {
    this.head = await this.journal.keep(this.file).catch(() => null);
    this.databases.setKept(this.head !== null);
    if (!this.head) this.app.say(t("databaseUnkept"), "error");
  }

  /// Gives the file and its notes to an engine that has started; what it says then, or null where there is none.
  reopen() {
    return this.inTurn(() => this.giveAgain());
  }

  async giveAgain() {
    const { app, databases } = this;
    let last = null;
    if (!this.file) {
      const kept = await this.journal.read().catch(() => null);
      if (!kept) return null;
      ({ file: this.file, notes: this.notes, head: this.head, last } = kept);
      this.isSaved = this.head.isSaved;
    }
    const now = Date.now();
    this.tries = now - this.reopened > TIME ? 1 : this.tries + 1;
    this.reopened = now;
    if (this.tries > TRIES) return this.leaveClosed();
    let about = await sendFile(app.connection, "open_database", this.file, {});
    for (const note of this.notes) await app.connection.ask("annotate", note).catch(() => {});
    if (this.notes.length > 0) about = await app.connection.ask("database");
    if (last && this.notes.length > MANY) await this.fold(last);
    this.saveButton.hidden = !about.writable;
    return about;
  }

  /// The engine has stopped again and again with this file.
  leaveClosed() {
    const { app } = this;
    app.question({
      text: t("databaseLeft", this.file),
      options: ["databaseClose", "close"].map((key) => ({ label: t(key), value: key })),
      answer: (value) => {
        app.question(null);
        if (value === "databaseClose") this.forget();
      },
    });
    return null;
  }

  async fold(last) {
    const file = new File(await this.copy(), this.file.name);
    await this.journal.fold(this.head, file, last).catch(() => {});
    Object.assign(this, { file, notes: [] });
  }

  /// Keeps a note that the engine has written.
  async note(values) {
    this.notes.push(values);
    this.isSaved = false;
    const isKept = this.head && (await this.journal.note(this.head, values).catch(() => false));
    if (!isKept) this.app.say(t("databaseUnkept"), "error");
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

  /// Gives the reader a file of what is known; whether it could.
  async save() {
    const { app } = this;
    try {
      const { name } = this.file;
      download(new Blob(await this.copy(), { type: "application/octet-stream" }), "", name);
      app.say(t("saved", { name }));
      this.isSaved = true;
      if (this.head) await this.journal.saved(this.head).catch(() => {});
      return true;
    } catch (error) {
      app.report(error);
      return false;
    }
  }

  close() {
    return this.inTurn(async () => {
      try {
        const about = await this.app.connection.ask("close_database");
        await this.forget();
        await this.databases.show(about);
      } catch (error) {
        this.app.report(error);
      }
    });
  }

  /// The browser keeps it no longer.
  async forget() {
    const { head } = this;
    this.databases.setKept(false);
    Object.assign(this, { file: null, notes: [], head: null, isSaved: true });
    if (head) await this.journal.forget(head).catch(() => {});
  }
}
