// A worker with the engine, which answers one message at a time; or a helper, which runs threads of such a worker.

import { help, lastStopped, spawn } from "./threads.js";
import { CAN_PAUSE, importsOf, long } from "./wasi.js";

let engine = null;
/// The last question whose search was stopped.
let stopped = 0;
/// Settled when all messages so far are answered.
let done = Promise.resolve();

async function instance({ module, memory, queue, helps }) {
  let own = memory ?? null;
  const poll = queue && !helps ? () => stop(lastStopped(queue)) : () => {};
  const emit = (text) => postMessage({ text });
  const imports = importsOf(module, { memory: () => own, emit, poll, pauses: !helps });
  if (memory) Object.assign(imports, { env: { memory }, wasi: { "thread-spawn": (argument) => spawn(queue, argument) } });
  const { exports } = await WebAssembly.instantiate(module, imports);
  own ??= exports.memory;
  return { exports, memory: own };
}

/// Stops the searches up to question `id`. Works while the module is paused in a search, too.
function stop(id) {
  if (id === stopped) return;
  stopped = id;
  engine.exports.tengen_stop(id);
}

async function start(data) {
  engine = await instance(data);
  engine.answer = long(engine.exports.tengen_ask);
  engine.exports._initialize();
  engine.exports.tengen_set_up(data.settings.threads, data.settings.tableBytes);
  postMessage({ ready: true, hears: CAN_PAUSE });
}

async function startHelper(data) {
  const { exports } = await instance(data);
  postMessage({ ready: true });
  help(data.queue, exports.wasi_thread_start);
}

/// Refuses a question that is too long for the module.
function refuse(text) {
  const answer = { code: "too_large", message: "the message is too long" };
  postMessage({ text: JSON.stringify({ id: JSON.parse(text).id, say: "error", with: answer }) });
}

async function ask(text) {
  const bytes = new TextEncoder().encode(text);
  const { exports, memory } = engine;
  const at = exports.tengen_input(bytes.length);
  if (at === 0) {
    refuse(text);
  } else {
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    await engine.answer();
  }
  postMessage({ answered: true });
}

async function hear(data) {
  try {
    if (data.helps) await startHelper(data);
    else if (data.module) await start(data);
    else if (data.bench) await long(engine.exports.tengen_bench)();
    else await ask(data.text);
  } catch (error) {
    // A module that has panicked cannot continue: the page starts another worker.
    postMessage({ crash: String(error?.message ?? error) });
  }
}

// Messages are handled in order: a paused module has not finished its answer and accepts a stop only.
onmessage = ({ data }) => {
  if (data.stop) stop(data.stop);
  else done = done.then(() => hear(data));
};
