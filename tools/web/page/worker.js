// A worker with the engine: one message in, its answers out. Or a helper, which runs threads of one.

import { help, spawn } from "./threads.js";
import { importsOf, long } from "./wasi.js";

let engine = null;
/// Done with the messages so far.
let done = Promise.resolve();

async function instance({ module, memory, queue, helps }) {
  const emit = (text) => postMessage({ text });
  let own = memory ?? null;
  const imports = importsOf(module, () => own, emit, !helps);
  if (memory) Object.assign(imports, { env: { memory }, wasi: { "thread-spawn": (argument) => spawn(queue, argument) } });
  const { exports } = await WebAssembly.instantiate(module, imports);
  own ??= exports.memory;
  return { exports, memory: own };
}

async function start(data) {
  engine = await instance(data);
  engine.answer = long(engine.exports.tengen_ask);
  engine.exports._initialize();
  engine.exports.tengen_set_up(data.settings.threads, data.settings.tableBytes);
  postMessage({ ready: true });
}

async function startHelper(data) {
  const { exports } = await instance(data);
  postMessage({ ready: true });
  help(data.queue, exports.wasi_thread_start);
}

async function ask(text) {
  const bytes = new TextEncoder().encode(text);
  const { exports, memory } = engine;
  const at = exports.tengen_input(bytes.length);
  if (at === 0) throw new Error("a message is too long");
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  await engine.answer();
}

async function hear(data) {
  try {
    if (data.helps) await startHelper(data);
    else if (data.module) await start(data);
    else if (data.bench) await long(engine.exports.tengen_bench)();
    else await ask(data.text);
  } catch (error) {
    // A panic leaves the module in no state to go on with: the page starts another worker.
    postMessage({ crash: String(error?.message ?? error) });
  }
}

// One after the other: a module that pauses is in the middle of its answer.
onmessage = ({ data }) => (done = done.then(() => hear(data)));
