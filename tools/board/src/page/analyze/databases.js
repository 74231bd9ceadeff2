// Which database of positions is open: the program's, or a file of the reader's where the engine runs in the page. The panel
// and the script that keeps the file are loaded with the first database.

import { local } from "../webstorage.js";

/// Storage key which tells that the browser keeps a database file.
const KEPT = "tengen.database";
/// First bytes of a database, of a book, and of the LZ4 frames that Yixin and Rapfi write.
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

  /// Asks after each connection: a program that was restarted may have another database.
  async ask() {
    const { connection } = this.app;
    if (!connection.isOnline) return;
    try {
      this.about = await connection.ask("database");
      const isKept = this.own?.file || local.getItem(KEPT);
      if (isKept && this.about.opens && !this.about.name) this.about = (await (await this.file()).reopen()) ?? this.about;
    } catch {
      // If only the script that keeps the file could not be loaded, the engine's answer holds.
      if (!this.about?.opens) this.about = null;
    }
    await this.show(this.about);
  }

  /// Shows the description of the open database; null where none is open.
  async show(about) {
    this.about = about;
    if (about?.name && !this.panel) {
      // If the panel cannot be loaded, the next connection tries again.
      const { DatabasePanel } = await import("./database.js").catch(() => ({}));
      if (!DatabasePanel) return;
      this.panel ??= new DatabasePanel(this.app, this.section);
    }
    this.panel?.take(this.about);
  }

  /// Loads the script that keeps the reader's file.
  async file() {
    const { DatabaseFile } = await import("../files/databasefile.js");
    this.own ??= new DatabaseFile(this.app, this);
    return this.own;
  }

  setKept(isKept) {
    if (isKept) local.setItem(KEPT, "1");
    else local.removeItem(KEPT);
  }

  /// Whether a file is opened as a database. Only an engine in the page does that.
  async takes(file) {
    if (!this.about?.opens || !(await isDatabase(file))) return false;
    await (await this.file()).open(file);
    return true;
  }
}
