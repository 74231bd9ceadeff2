// Keeps the game on the board in the browser's database, whatever becomes of it: another game, another tab, the end of
// the page.

import { endOfPlay, toRecord } from "./record.js";
import { newId } from "./store.js";

const PAUSE = 500;

export class Keeper {
  constructor(app, play, store) {
    Object.assign(this, { app, play, store, timer: null, queue: Promise.resolve() });
    /// What of each game is stored, or is nobody's work yet: the position of a link.
    this.stored = new WeakMap();
    app.on("game", () => this.begin());
    app.on("position facts comment", () => this.later());
    app.on("leave unload", () => this.flush());
    addEventListener("pagehide", () => this.flush());
    this.begin();
  }

  begin() {
    const { game } = this.app;
    if (game.opened?.isLink && !game.kept) this.keepAsIs();
    this.later();
  }

  /// The kept game that is the same, where nobody has played: a file that is opened twice is one game.
  async same({ kind, hash }) {
    if (kind === "played") return null;
    const found = (await this.store.heads()).find((head) => head.hash === hash);
    return found ? { id: found.id, version: found.version } : null;
  }

  /// Takes the game as it is for one that needs no writing.
  keepAsIs() {
    this.stored.set(this.app.game, toRecord(this.app, this.play).head.hash);
  }

  later() {
    this.timer ??= setTimeout(() => this.write(), PAUSE);
  }

  /// Writes at once what waits to be written.
  flush() {
    if (this.timer !== null) this.write();
  }

  /// The end of all writing so far, of what still waits too.
  settle() {
    this.flush();
    return this.queue;
  }

  write() {
    clearTimeout(this.timer);
    this.timer = null;
    const { app, play, store, stored } = this;
    const { game } = app;
    // What the Learn view shows is not the reader's game.
    if (app.mode === "learn" || game.root.children.length === 0) return;
    const record = toRecord(app, play);
    const { hash } = record.head;
    if (stored.get(game) === hash) return;
    stored.set(game, hash);
    // One after the other: each write goes on from the one before.
    this.queue = this.queue.then(async () => {
      try {
        const ended = game.kept?.ended;
        // A game that has ended keeps its result. What is played on from an earlier move of it is another game.
        if (ended && endOfPlay(record.head)?.end !== ended.end) game.kept = null;
        // Until that move is made, whoever has taken a seat meanwhile has not played this one.
        else if (ended) record.head.seats = ended.seats;
        game.kept ??= await this.same(record.head);
        const now = await store.write(game.kept ?? { id: newId(), version: 0 }, record);
        game.kept = { ...now, ended: endOfPlay(record.head) };
        app.emit("kept");
      } catch {
        stored.delete(game);
        app.emit("unkept");
      }
    });
  }
}
