// A worker with the engine: one message in, its answers out. Or a helper, which runs threads of one.

import { help, spawn } from "./threads.js";
import { importsOf } from "./wasi.js";

let engine = null;

async function instance({ module, memory, queue }) {
  const emit = (text) => postMessage({ text });
  let own = memory ?? null;
  const imports = importsOf(module, () => own, emit);
  if (memory) Object.assign(imports, { env: { memory }, wasi: { "thread-spawn": (argument) => spawn(queue, argument) } });
  const { exports } = await WebAssembly.instantiate(module, imports);
  own ??= exports.memory;
  return { exports, memory: own };
}

async function start(data) {
  engine = await instance(data);
  engine.exports._initialize();
  engine.exports.tengen_set_up(data.settings.threads, data.settings.tableBytes);
  postMessage({ ready: true });
}

async function startHelper(data) {
  const { exports } = await instance(data);
  postMessage({ ready: true });
  help(data.queue, exports.wasi_thread_start);
}

function ask(text) {
  const bytes = new TextEncoder().encode(text);
  const { exports, memory } = engine;
  const at = exports.tengen_input(bytes.length);
  if (at === 0) throw new Error("a message is too long");
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  exports.tengen_ask();
}

onmessage = async ({ data }) => {
  try {
    if (data.helps) await startHelper(data);
    else if (data.module) await start(data);
    else if (data.bench) engine.exports.tengen_bench();
    else ask(data.text);
  } catch (error) {
    // A panic leaves the module in no state to go on with: the page starts another worker.
    postMessage({ crash: String(error?.message ?? error) });
  }
};
