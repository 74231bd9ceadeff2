// In place of the connection to a server: the engine in workers of this page. One answers what takes no search, another
// searches, with the help of more where the page may share memory. The page sees no difference; see
// ../../board/src/protocol.md for what is said.

import { EngineWorker } from "./engine.js";
import { Questions, SEARCHES } from "./questions.js";
import { ServerError } from "./servererror.js";
import { onSettings, settings } from "./settings.js";

export { ServerError };

/// MiB of the table of a search, and its bounds; less on a small machine. `?memory=` in the address goes before the settings.
const TABLE = (navigator.deviceMemory ?? 4) <= 2 ? 32 : 64;
const [LEAST_TABLE, LARGEST_TABLE] = [16, 128];
/// The table of the worker that never searches.
const NO_TABLE = LEAST_TABLE;
/// Milliseconds before the engine starts again: the first time, and at most.
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 4000;

// There is no server whose token would be needed.
export const takeToken = () => {};
export const setToken = () => {};

const wanted = Number(new URLSearchParams(location.search).get("memory"));
const tableSize = () => Math.min(Math.max(wanted || settings.memory || TABLE, LEAST_TABLE), LARGEST_TABLE);
/// Threads of a search: all cores where memory can be shared.
const threads = () => (globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency ?? 1, 16) : 1);

/// States: "connecting", "online", "crashed", "unloaded" (it was never ready); it starts again after either.
export class Connection extends Questions {
  constructor() {
    super();
    /// Threads and MiB that a search can have at most.
    this.most = { threads: threads(), memory: LARGEST_TABLE };
    /// The question that is searched, its text, and those that wait behind it.
    this.search = null;
    this.text = null;
    this.waiting = [];
    this.table = tableSize();
    this.pause = FIRST_PAUSE;
    this.wasReady = false;
    onSettings(() => this.resize());
  }

  /// Starts the workers; once.
  async connect() {
    if (this.quick) return;
    this.start();
    await this.whenReady();
  }

  open() {
    return this.connect();
  }

  retry() {
    if (this.isDown) this.restart();
  }

  get isDown() {
    return this.state === "crashed" || this.state === "unloaded";
  }

  start() {
    this.quick = this.newWorker({ threads: 1, table: NO_TABLE });
    this.searcher = this.newSearcher();
  }

  /// Another worker may take the place of one that is waited for: then that one is waited for.
  async whenReady() {
    for (;;) {
      const { quick, searcher } = this;
      const isReady = await Promise.all([quick.ready, searcher.ready]).then(() => true, () => false);
      if (quick !== this.quick || searcher !== this.searcher) continue;
      // `crashed` has heard of what failed.
      if (isReady) {
        this.wasReady = true;
        this.become("online");
      }
      return;
    }
  }

  newSearcher() {
    return this.newWorker({ threads: threads(), table: this.table });
  }

  newWorker(wishes) {
    const worker = new EngineWorker(wishes, {
      hear: (text) => this.hear(text),
      crashed: (reason) => this.crashed(worker, reason),
      late: () => worker === this.searcher && this.leave(),
    });
    return worker;
  }

  /// Another table, for the next search at the latest.
  resize() {
    this.table = tableSize();
    if (this.search === null) this.fitSearcher();
  }

  /// Replaces a searcher whose table has another size than the settings want.
  fitSearcher() {
    if (this.searcher && this.searcher.table !== this.table) this.replaceSearcher();
  }

  replaceSearcher() {
    const old = this.searcher;
    this.searcher = this.newSearcher();
    old.end();
  }

  /// A stopped search has not ended: another worker takes the searcher's place, and the search that waits for it.
  leave() {
    this.replaceSearcher();
    if (this.search !== null) this.searcher.send({ text: this.text });
  }

  /// A worker has ended by a fault: its questions fail, and the engine starts again.
  crashed(worker, reason) {
    if (worker !== this.quick && worker !== this.searcher) return;
    console.error(`The engine has stopped: ${reason}`);
    this.become(this.wasReady ? "crashed" : "unloaded");
    this.search = null;
    this.waiting = [];
    this.giveUp("failed", "The engine has stopped by a fault and starts again.");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), this.pause);
  }

  restart() {
    clearTimeout(this.timer);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    const old = [this.quick, this.searcher];
    this.start();
    old.forEach((worker) => worker?.end());
    this.whenReady();
  }

  hear(text) {
    // An engine that answers is no longer in trouble.
    this.pause = FIRST_PAUSE;
    super.hear(text);
    if (this.search !== null && !this.pending.has(this.search)) this.next();
  }

  /// The worker knows the size of its table; a search asks for no other.
  ask(name, { memory, ...values } = {}, onPart = null) {
    if (name !== "stop" || !this.isOnline) return super.ask(name, values, onPart);
    this.stop();
    return Promise.resolve({});
  }

  send(id, name, text) {
    if (!SEARCHES.has(name)) return this.quick.send({ text });
    // The next search stops the one before it.
    this.stop();
    this.waiting.push({ id, text });
    if (this.search === null) this.next();
  }

  next() {
    this.fitSearcher();
    const first = this.waiting.shift();
    this.search = first?.id ?? null;
    this.text = first?.text ?? null;
    if (first) this.searcher.send({ text: this.text });
  }

  /// Stops the search that runs and those that wait.
  stop() {
    for (const { id } of this.waiting.splice(0)) this.fail(id);
    if (this.search === null) return;
    const question = this.pending.get(this.search);
    // A worker that cannot hear of it is ended, and another one takes its place.
    if (!this.searcher.stop(this.search)) this.replaceSearcher();
    if (question?.name === "analyze" && question.part) {
      this.pending.delete(this.search);
      question.resolve(question.part);
    } else {
      this.fail(this.search);
    }
    this.search = null;
  }

  fail(id) {
    this.pending.get(id)?.reject(new ServerError("stopped", "stopped by a later request"));
    this.pending.delete(id);
  }

  /// The engine's bench, as text: for measurements.
  bench() {
    return new Promise((resolve) => {
      const worker = new EngineWorker({ threads: 1, table: TABLE }, { hear: resolve, crashed: resolve });
      worker.send({ bench: true });
    });
  }
}
