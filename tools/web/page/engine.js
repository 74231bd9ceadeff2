// The engine in a worker of the page; where the page may share memory, helpers of their own run its further threads.

import { ServerError } from "./servererror.js";
import { newQueue, stopSearches } from "./threads.js";

/// Pages of a memory that is shared, as `release/web` tells the linker: the module asks for them at its start, and never for
/// more than the most.
const [FIRST_PAGES, MOST_PAGES] = [512, 8192];

const isShared = () => Boolean(globalThis.crossOriginIsolated);

/// Milliseconds that a stopped search has to end.
const LONGEST_STOP = 500;

let compiling = null;
/// The module, compiled once however many workers use it.
function compiled() {
  if (!compiling) {
    const address = new URL(isShared() ? "tengen-threads.wasm" : "tengen.wasm", import.meta.url);
    // A host that serves the file under another type gets it compiled the slow way.
    const plain = async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer());
    compiling = WebAssembly.compileStreaming(fetch(address)).catch(plain);
    compiling.catch(() => (compiling = null));
  }
  return compiling;
}

/// A worker with the engine, for so many `threads` and a table of so many MiB; `hear` receives texts, `crashed` is called
/// once when it cannot go on, `late` when a stopped search does not end in time.
export class EngineWorker {
  constructor({ threads, table }, { hear, crashed, late = () => {} }) {
    this.workers = [];
    this.table = table;
    this.late = late;
    /// Stops the searches up to a question, in an engine that can hear of it.
    this.stopUpTo = null;
    /// How many questions were sent, and how many were answered.
    this.sent = 0;
    this.answered = 0;
    this.ready = new Promise((resolve, reject) => {
      let isOver = false;
      const close = (reason) => {
        isOver = true;
        reject(new ServerError("failed", reason));
      };
      const fail = (reason) => {
        if (isOver) return;
        close(reason);
        crashed(reason);
      };
      this.close = () => close("the worker was ended");
      const main = this.start(fail, hear);
      const helpers = Array.from({ length: isShared() ? threads - 1 : 0 }, () => this.start(fail, hear));
      const start = async () => {
        const module = await compiled();
        const shared = isShared() ? {
          memory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true }),
          queue: newQueue(),
        } : {};
        // A search waits for its helpers: all of them are there before it begins.
        const { hears } = await main.begin({ module, ...shared, settings: { threads, tableBytes: table << 20 } });
        await Promise.all(helpers.map((helper) => helper.begin({ module, ...shared, helps: true })));
        if (shared.queue) this.stopUpTo = (id) => stopSearches(shared.queue, id);
        else if (hears) this.stopUpTo = (id) => this.workers[0].postMessage({ stop: id });
      };
      start().then(resolve, (error) => fail(error.message));
    });
    // Whoever waits for it hears of a failure.
    this.ready.catch(() => {});
  }

  /// A worker of the browser; its `begin` resolves when it is ready.
  start(fail, hear) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.workers.push(worker);
    let isReady = null;
    worker.onerror = (event) => fail(event.message ?? "the worker did not start");
    worker.onmessage = ({ data }) => {
      if (data.crash !== undefined) return fail(data.crash);
      if (data.text !== undefined) return hear(data.text);
      if (data.answered) return (this.answered += 1);
      isReady?.(data);
    };
    return {
      begin: (message) => new Promise((resolve) => {
        isReady = resolve;
        worker.postMessage(message);
      }),
    };
  }

  /// A worker that has failed or ended answers nothing.
  send(message) {
    this.sent += 1;
    this.ready.then(() => this.workers[0].postMessage(message), () => {});
  }

  /// Stops the searches up to the question `id`, the last one that was sent; false where the engine cannot hear of it.
  stop(id) {
    if (this.stopUpTo === null) return false;
    this.stopUpTo(id);
    const { sent } = this;
    setTimeout(() => {
      if (this.answered < sent) this.late();
    }, LONGEST_STOP);
    return true;
  }

  /// Whoever waits until it is ready hears that it never will be.
  end() {
    this.close();
    for (const worker of this.workers) worker.terminate();
  }
}
