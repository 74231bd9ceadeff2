// The engine in a worker of the page. If the page may share memory, helper workers run its other threads.

import { ServerError } from "./questions.js";
import { newQueue, stopSearches } from "./threads.js";

/// First and most pages of shared memory; `release/web` gives the linker the same numbers.
const [FIRST_PAGES, MOST_PAGES] = [512, 8192];

const isShared = () => Boolean(globalThis.crossOriginIsolated);

/// Milliseconds that a stopped search has to end.
const LONGEST_STOP = 500;

let compiling = null;
/// The module, compiled once however many workers use it.
function compiled() {
  if (!compiling) {
    const address = new URL(isShared() ? "tengen-threads.wasm" : "tengen.wasm", import.meta.url);
    // Streaming fails if the host serves the file as another type.
    const plain = async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer());
    compiling = WebAssembly.compileStreaming(fetch(address)).catch(plain);
    compiling.catch(() => (compiling = null));
  }
  return compiling;
}

/// A worker with the engine, its number of `threads` and the MiB of its table. `hear` receives answers; `crashed` is called
/// once if the worker fails, `late` if a stopped search does not end in time.
export class EngineWorker {
  constructor({ threads, table }, { hear, crashed, late = () => {} }) {
    this.workers = [];
    this.table = table;
    this.late = late;
    /// Stops the searches up to a question; null if the engine cannot be stopped.
    this.stopUpTo = null;
    /// Numbers of questions sent and answered.
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
        // All helpers are ready before the first search, because a search waits for them.
        const { hears } = await main.begin({ module, ...shared, settings: { threads, tableBytes: table << 20 } });
        await Promise.all(helpers.map((helper) => helper.begin({ module, ...shared, helps: true })));
        if (shared.queue) this.stopUpTo = (id) => stopSearches(shared.queue, id);
        else if (hears) this.stopUpTo = (id) => this.workers[0].postMessage({ stop: id });
      };
      start().then(resolve, (error) => fail(error.message));
    });
    // A failure is reported by `crashed`, and to those who wait.
    this.ready.catch(() => {});
  }

  /// Starts a worker of the browser. Its `begin` resolves when it is ready.
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

  /// Sends a message once the worker is ready; dropped if it never is.
  send(message) {
    this.sent += 1;
    this.ready.then(() => this.workers[0].postMessage(message), () => {});
  }

  /// Stops the searches up to the question `id`, the last one that was sent; false if the engine cannot be stopped.
  stop(id) {
    if (this.stopUpTo === null) return false;
    this.stopUpTo(id);
    const { sent } = this;
    setTimeout(() => {
      if (this.answered < sent) this.late();
    }, LONGEST_STOP);
    return true;
  }

  /// Ends the workers. Promises of readiness are rejected.
  end() {
    this.close();
    for (const worker of this.workers) worker.terminate();
  }
}
