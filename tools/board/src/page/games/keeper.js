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
    /// The records of each game that has ended, by its end: a reader who goes back to that end goes back to its record.
    this.ended = new WeakMap();
    app.on("game", () => this.begin());
    app.on("position facts comment settled", () => this.later());
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

  /// Whether a change of what is stored is offered to be taken back: it is not written before something else is said.
  get waits() {
    return this.app.message.canUndo && this.stored.has(this.app.game);
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (!this.waits) this.write();
    }, PAUSE);
  }

  /// Writes at once what waits to be written.
  flush() {
    if (this.timer !== null || this.waits) this.write();
  }

  /// The end of all writing so far, of what still waits too.
  settle() {
    this.flush();
    return this.queue;
  }

  endsOf(game) {
    const { kept } = game;
    if (!this.ended.has(game)) this.ended.set(game, new Map(kept?.ended ? [[kept.ended.end, kept]] : []));
    return this.ended.get(game);
  }

  /// Which record is written. A game that has ended keeps its result; what is played on from a move of it is another game.
  choose(game, { head }) {
    const { end } = endOfPlay(head) ?? {};
    const known = this.endsOf(game).get(end);
    if (known) game.kept = known;
    else if (game.kept?.ended) game.kept = null;
    // Whoever has taken a seat since has not played that game.
    if (known) head.seats = known.ended.seats;
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
        this.choose(game, record);
        game.kept ??= await this.same(record.head);
        const now = await store.write(game.kept ?? { id: newId(), version: 0 }, record);
        game.kept = { ...now, ended: endOfPlay(record.head) };
        if (game.kept.ended) this.endsOf(game).set(game.kept.ended.end, game.kept);
        app.emit("kept");
      } catch {
        stored.delete(game);
        app.emit("unkept");
      }
    });
  }
}
