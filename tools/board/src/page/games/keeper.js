// Stores the game on the board in the browser's database before it disappears: by another game, another tab, or the end of
// the page.

import { endOfPlay, gameOf, toRecord } from "./record.js";
import { packStates } from "../game/tree.js";
import { hashOf, newId } from "./store.js";

const PAUSE = 500;

export class Keeper {
  constructor(app, play, store) {
    Object.assign(this, { app, play, store, timer: null, queue: Promise.resolve() });
    /// The stored text of each game. A link's position counts as stored until it is changed.
    this.stored = new WeakMap();
    /// A hash of the engine's stored findings of each game.
    this.found = new WeakMap();
    /// The records of each game that has ended, by its end: returning to an end continues its record.
    this.ended = new WeakMap();
    app.on("game", () => this.begin());
    app.on("position facts comment settled reviewed", () => this.later());
    app.on("leave unload", () => this.flush());
    app.on("found", ({ game }) => this.enrich(game));
    addEventListener("pagehide", () => this.flush());
    this.begin();
  }

  begin() {
    const { game } = this.app;
    if (game.opened?.isKeptOnceChanged && !game.kept) this.keepAsIs();
    this.later();
  }

  /// A stored game with equal content that was not played here: a file opened twice is one game.
  async same({ kind, hash }) {
    if (kind === "played") return null;
    const found = (await this.store.heads()).find((head) => head.hash === hash);
    return found ? { id: found.id, version: found.version } : null;
  }

  /// Gives an opened game the review and the chances of its stored copy. Returns whether there were any: the game has to be
  /// written again, with them.
  async takeOver(game, id) {
    const old = await this.store.read(id).then(gameOf).catch(() => null);
    const [nodes, known] = [game.nodes(), old?.nodes() ?? []];
    if (nodes.length !== known.length) return false;
    let hasFound = false;
    for (const [at, { share, seen }] of known.entries()) {
      if (share === undefined || nodes[at].seen >= seen) continue;
      Object.assign(nodes[at], { share, seen });
      hasFound = true;
    }
    for (const review of game.review ? [] : (old?.reviews.reverse() ?? [])) {
      game.showReview({ ...review, path: nodes[known.indexOf(review.path.at(-1))].path() });
      hasFound = true;
    }
    return hasFound;
  }

  /// Treats the game's present state as stored.
  keepAsIs() {
    this.stored.set(this.app.game, toRecord(this.app, this.play).head.hash);
  }

  /// Whether a change can still be undone by its message's button. It is stored once another message is shown.
  get waits() {
    return this.app.message.canUndo && this.stored.has(this.app.game);
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (!this.waits) this.write();
    }, PAUSE);
  }

  /// Stores pending changes at once.
  flush() {
    if (this.timer !== null || this.waits) this.write();
  }

  /// Waits for all pending and running writes.
  settle() {
    this.flush();
    return this.queue;
  }

  endsOf(game) {
    const { kept } = game;
    if (!this.ended.has(game)) this.ended.set(game, new Map(kept?.ended ? [[kept.ended.end, kept]] : []));
    return this.ended.get(game);
  }

  /// Chooses the record to write. A finished game keeps its result; playing on from one of its moves is another game.
  choose(game, { head }) {
    const { end } = endOfPlay(head) ?? {};
    const known = this.endsOf(game).get(end);
    if (known) game.kept = known;
    else if (game.kept?.ended) game.kept = null;
    // A later change of the seats does not concern a finished game.
    if (known) head.seats = known.ended.seats;
  }

  /// Stores what a review has found in a game that has left the board, if the stored game is still that one.
  enrich(game) {
    this.queue = this.queue.then(async () => {
      const { kept } = game;
      const record = kept && (await this.store.read(kept.id));
      if (!record || record.head.hash !== this.stored.get(game)) return;
      record.body.states = packStates(game);
      await this.store.write(kept, record);
    }).catch(() => this.app.emit("unkept"));
  }

  write() {
    clearTimeout(this.timer);
    this.timer = null;
    const { app, play, store, stored } = this;
    const { game } = app;
    // The Learn view's positions are not the reader's game.
    if (app.mode === "learn" || game.isBlank) return;
    const record = toRecord(app, play);
    const { hash } = record.head;
    const found = hashOf(JSON.stringify(record.body.states));
    // A link's position is not kept for the engine's findings alone.
    if (stored.get(game) === hash && (!game.kept || this.found.get(game) === found)) return;
    stored.set(game, hash);
    this.found.set(game, found);
    // Writes run in order, because each needs the version of the previous one.
    this.queue = this.queue.then(async () => {
      try {
        const { id, version } = game.kept ?? {};
        this.choose(game, record);
        if (!game.kept) {
          game.kept = await this.same(record.head);
          if (game.kept && (await this.takeOver(game, game.kept.id))) return app.emit("reviewed");
        }
        const now = await store.write(game.kept ?? { id: newId(), version: 0 }, record);
        game.kept = { ...now, ended: endOfPlay(record.head) };
        if (game.kept.ended) this.endsOf(game).set(game.kept.ended.end, game.kept);
        if (id !== now.id || version !== now.version) app.emit("kept");
      } catch {
        stored.delete(game);
        app.emit("unkept");
      }
    });
  }
}
