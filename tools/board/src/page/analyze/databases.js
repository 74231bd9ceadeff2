// Which database of positions is open: the program's, or a file of the reader's where the engine runs in the page. The panel
// and the script that keeps the file are loaded with the first database.

import { local } from "../webstorage.js";

/// Storage key which tells that the browser keeps a database file.
const KEPT = "tengen.database";

export class Databases {
  constructor(app, section) {
    Object.assign(this, { app, section, about: null, panel: null, own: null });
    app.on("connection", () => {
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

  /// Opens a database file of this kind. Returns false without an engine in the page: no other one does that.
  async takes(file, kind) {
    if (!this.about?.opens) return false;
    await this.app.fetched(this.file(), (own) => own.open(file, kind));
    return true;
  }
}
