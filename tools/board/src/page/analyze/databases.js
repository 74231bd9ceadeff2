// Which database of positions there is: the program's, or one of the reader's, opened from a file where the engine is in the
// page. What shows it and what keeps the file are fetched when there is one.

import { local } from "../webstorage.js";

/// Says that the browser keeps a file of the reader's.
const KEPT = "tengen.database";
/// How a database begins, a book, and what Yixin and Rapfi compress.
const HEADS = ["redb", "tengen-book", "\x04\x22\x4d\x18"];

async function isDatabase(file) {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return HEADS.some((text) => head.startsWith(text)) || /\.(db|book)$/i.test(file.name);
}

export class Databases {
  constructor(app, section) {
    Object.assign(this, { app, section, about: null, panel: null, own: null });
    app.connection.addEventListener("state", () => {
      if (app.connection.state === "crashed") this.own?.countStop();
      this.ask();
    });
  }

  /// Asks after each connection: the program may have been started anew, with another database.
  async ask() {
    const { connection } = this.app;
    if (!connection.isOnline) return;
    try {
      this.about = await connection.ask("database");
      const isKept = this.own?.file || local.getItem(KEPT);
      if (isKept && this.about.opens && !this.about.name) this.about = (await (await this.file()).reopen()) ?? this.about;
    } catch {
      // Where only the script that keeps the file could not be fetched, the engine's answer holds.
      if (!this.about?.opens) this.about = null;
    }
    await this.show(this.about);
  }

  /// There is this database now, or none.
  async show(about) {
    this.about = about;
    if (about?.name && !this.panel) {
      // Where it cannot be fetched, the next connection tries again.
      const { DatabasePanel } = await import("./database.js").catch(() => ({}));
      if (!DatabasePanel) return;
      this.panel ??= new DatabasePanel(this.app, this.section);
    }
    this.panel?.take(this.about);
  }

  /// What keeps the reader's file.
  async file() {
    const { DatabaseFile } = await import("../files/databasefile.js");
    this.own ??= new DatabaseFile(this.app, this);
    return this.own;
  }

  setKept(isKept) {
    if (isKept) local.setItem(KEPT, "1");
    else local.removeItem(KEPT);
  }

  /// Whether a file is opened as a database, which only an engine in the page does.
  async takes(file) {
    if (!this.about?.opens || !(await isDatabase(file))) return false;
    await (await this.file()).open(file);
    return true;
  }
}
