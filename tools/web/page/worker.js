// A worker with the engine: one message in, its answers out.

import { importsOf } from "./wasi.js";

let engine = null;

async function start({ module, settings }) {
  let memory = null;
  const emit = (text) => postMessage({ text });
  const { exports } = await WebAssembly.instantiate(module, importsOf(module, () => memory, emit));
  memory = exports.memory;
  exports._initialize?.();
  exports.tengen_set_up(settings.tableBytes);
  engine = { exports, memory };
  postMessage({ ready: true });
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
    if (data.module) await start(data);
    else if (data.bench) engine.exports.tengen_bench();
    else ask(data.text);
  } catch (error) {
    // A panic leaves the module in no state to go on with: the page starts another worker.
    postMessage({ crash: String(error?.message ?? error) });
  }
};
