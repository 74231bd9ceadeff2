// In place of the connection to a server: the engine in two workers of this page. One answers what takes no search, the
// other searches. The page sees no difference; see ../../board/src/protocol.md for what is said.

import { Questions } from "./questions.js";
import { ServerError } from "./servererror.js";

export { ServerError };

const SEARCHES = new Set(["think", "analyze", "review", "solve", "balance", "negotiate"]);
/// Tables of all searches; less on a small machine. `?memory=MB` in the address changes it.
const TABLE_MB = (navigator.deviceMemory ?? 4) <= 2 ? 32 : 64;
const RESTART_PAUSE = 1000;

// There is no server whose token would be needed.
export const takeToken = () => {};
export const setToken = () => {};

const wanted = Number(new URLSearchParams(location.search).get("memory"));
const settings = { tableBytes: Math.min(Math.max(wanted || TABLE_MB, 16), 256) << 20 };

let compiling = null;
/// The module, compiled once however many workers use it.
function compiled() {
  if (!compiling) {
    const address = new URL("tengen.wasm", import.meta.url);
    // A host that serves the file under another type gets it compiled the slow way.
    const plain = async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer());
    compiling = WebAssembly.compileStreaming(fetch(address)).catch(plain);
    compiling.catch(() => (compiling = null));
  }
  return compiling;
}

/// A worker with the engine; `hear` receives texts, `crashed` is called once when it cannot go on.
class EngineWorker {
  constructor(hear, crashed) {
    this.ready = new Promise((resolve, reject) => {
      this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      const fail = (reason) => {
        reject(new ServerError("failed", reason));
        crashed(reason);
      };
      this.worker.onerror = (event) => fail(event.message ?? "the worker did not start");
      this.worker.onmessage = ({ data }) => {
        if (data.crash !== undefined) return fail(data.crash);
        if (data.text !== undefined) return hear(data.text);
        resolve();
      };
      compiled()
        .then((module) => this.worker.postMessage({ module, settings }))
        .catch((error) => fail(error.message));
    });
    // Whoever waits for it hears of a failure.
    this.ready.catch(() => {});
  }

  async send(message) {
    await this.ready;
    this.worker.postMessage(message);
  }

  end() {
    this.worker.terminate();
  }
}

/// States: "connecting", "online", "crashed" (it starts again).
export class Connection extends Questions {
  constructor() {
    super();
    /// The question that is searched, and those that wait behind it.
    this.search = null;
    this.waiting = [];
  }

  /// Starts the workers; once.
  async connect() {
    if (this.quick) return;
    this.quick = this.newWorker();
    this.searcher = this.newWorker();
    await this.whenReady();
  }

  open() {
    return this.connect();
  }

  retry() {
    if (this.state === "crashed") this.restart();
  }

  async whenReady() {
    try {
      await Promise.all([this.quick.ready, this.searcher.ready]);
      this.become("online");
    } catch {
      this.become("crashed");
    }
  }

  newWorker() {
    const worker = new EngineWorker((text) => this.hear(text), (reason) => this.crashed(worker, reason));
    return worker;
  }

  /// A worker has ended by a fault: its questions fail, and the engine starts again.
  crashed(worker, reason) {
    if (worker !== this.quick && worker !== this.searcher) return;
    console.error(`The engine has stopped: ${reason}`);
    this.become("crashed");
    this.search = null;
    this.waiting = [];
    this.giveUp("failed", "The engine has stopped by a fault and starts again.");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), RESTART_PAUSE);
  }

  restart() {
    clearTimeout(this.timer);
    const old = [this.quick, this.searcher];
    this.quick = this.newWorker();
    this.searcher = this.newWorker();
    old.forEach((worker) => worker?.end());
    this.whenReady();
  }

  hear(text) {
    super.hear(text);
    if (this.search !== null && !this.pending.has(this.search)) this.next();
  }

  ask(name, values = {}, onPart = null) {
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
    const first = this.waiting.shift();
    this.search = first?.id ?? null;
    if (first) this.searcher.send({ text: first.text });
  }

  /// Stops the search that runs and those that wait.
  stop() {
    for (const { id } of this.waiting.splice(0)) this.fail(id);
    if (this.search === null) return;
    // Nothing reaches a worker that searches: it is ended, and another one takes its place.
    const question = this.pending.get(this.search);
    const old = this.searcher;
    this.searcher = this.newWorker();
    old.end();
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
      const worker = new EngineWorker((text) => resolve(text), (reason) => resolve(reason));
      worker.send({ bench: true });
    });
  }
}
