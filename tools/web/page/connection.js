// The engine in workers of this page, in place of a server, with the same questions and answers; see
// ../../board/src/protocol.md. One worker answers questions without a search, another one searches, with helpers if the page
// may share memory.

import { EngineWorker } from "./engine.js";
import { FIRST_PAUSE, Questions, SEARCHES, ServerError } from "./questions.js";
import { onSettings, settings } from "./settings.js";

/// MiB of a search's table, and its bounds; less on a small machine. `?memory=` in the address overrides the settings.
const TABLE = (navigator.deviceMemory ?? 4) <= 2 ? 32 : 64;
const [LEAST_TABLE, LARGEST_TABLE] = [16, 128];
/// MiB for the worker that never searches.
const NO_TABLE = LEAST_TABLE;

// An engine in the page needs no token.
export const takeToken = () => {};
export const setToken = () => {};

const wanted = Number(new URLSearchParams(location.search).get("memory"));
const tableSize = () => Math.min(Math.max(wanted || settings.memory || TABLE, LEAST_TABLE), LARGEST_TABLE);
/// Threads of a search: all cores where memory can be shared.
const threads = () => (globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency ?? 1, 16) : 1);

/// States: "connecting", "online", "crashed", "unloaded" (it was never ready). The engine is restarted after the last two.
export class Connection extends Questions {
  constructor() {
    super();
    /// Most threads and MiB of a search.
    this.most = { threads: threads(), memory: LARGEST_TABLE };
    /// The number and text of the running search, and the waiting ones.
    this.search = null;
    this.text = null;
    this.waiting = [];
    this.table = tableSize();
    this.wasReady = false;
    onSettings(() => this.resize());
  }

  /// Starts the workers at the first call.
  async connect() {
    if (this.quick) return;
    this.start();
    await this.whenReady();
  }

  retry() {
    if (["crashed", "unloaded"].includes(this.state)) this.restart();
  }

  start() {
    this.quick = this.newWorker({ threads: 1, table: NO_TABLE });
    this.searcher = this.newSearcher();
  }

  /// Waits until both workers are ready, also those that replace them meanwhile.
  async whenReady() {
    for (;;) {
      const { quick, searcher } = this;
      const isReady = await Promise.all([quick.ready, searcher.ready]).then(() => true, () => false);
      if (quick !== this.quick || searcher !== this.searcher) continue;
      // `crashed` handles failures.
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

  /// Takes over the table size of the settings, at the latest with the next search.
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

  /// Replaces a searcher whose stopped search does not end. The new one takes over the waiting search.
  leave() {
    this.replaceSearcher();
    if (this.search !== null) this.searcher.send({ text: this.text });
  }

  /// Handles a worker's fault: all questions fail, and the engine is restarted after a pause.
  crashed(worker, reason) {
    if (worker !== this.quick && worker !== this.searcher) return;
    console.error(`The engine has stopped: ${reason}`);
    this.become(this.wasReady ? "crashed" : "unloaded");
    this.search = null;
    this.waiting = [];
    this.giveUp("failed", "The engine has stopped by a fault and starts again.");
    this.later(() => this.restart());
  }

  restart() {
    clearTimeout(this.timer);
    const old = [this.quick, this.searcher];
    this.start();
    old.forEach((worker) => worker?.end());
    this.whenReady();
  }

  hear(text) {
    this.pause = FIRST_PAUSE;
    super.hear(text);
    if (this.search !== null && !this.pending.has(this.search)) this.next();
  }

  /// Asks a question. Its `memory` is dropped, because the worker's table has its size already.
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

  /// Stops the running search and drops the waiting ones.
  stop() {
    for (const { id } of this.waiting.splice(0)) this.fail(id);
    if (this.search === null) return;
    const question = this.pending.get(this.search);
    // A worker that cannot be stopped is replaced.
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
