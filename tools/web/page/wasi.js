// The few functions of WASI that the module needs: clocks, randomness, messages of a crash.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;
const MONOTONIC = 1;

/// Milliseconds between two looks at the worker's events. Without shared memory a worker that never looks hears no stop, and
/// Chromium ends it only two seconds after `terminate`.
const LONGEST_RUN = 20;
/// Whether the browser can put a module to sleep in a call (JavaScript Promise Integration).
export const CAN_PAUSE = "Suspending" in WebAssembly && "promising" in WebAssembly;

/// Resolves after the worker's waiting events, by a message to itself.
const channel = CAN_PAUSE ? new MessageChannel() : null;
const nextEvent = () => new Promise((resolve) => {
  channel.port1.onmessage = () => resolve(OK);
  channel.port2.postMessage(null);
});

let isLong = false;
let lastEvent = 0;

/// Wraps a slow function of the module so that it handles the worker's events while it runs, if the browser can do that. Only
/// `tengen_stop`, which does not ask for the time, may be called meanwhile.
export function long(run) {
  if (!CAN_PAUSE) return run;
  const promised = WebAssembly.promising(run);
  return async (...values) => {
    lastEvent = performance.now();
    isLong = true;
    try {
      return await promised(...values);
    } finally {
      isLong = false;
    }
  };
}

/// Thrown when the module exits.
export class Exit extends Error {}

/// The imports of `module`; `memory()` is its memory, `emit` receives its messages, `poll` is called when it asks for the
/// time. With `pauses`, functions that ask for the time have to be called through `long`.
export function importsOf(module, { memory, emit, poll, pauses }) {
  const view = () => new DataView(memory().buffer);
  // Copied, because TextDecoder refuses shared memory.
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory().buffer, at, length).slice());
  const now = (clock) =>
    BigInt(Math.round(1e6 * (clock === MONOTONIC ? performance.timeOrigin + performance.now() : Date.now())));
  const wasi = {
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, now(clock), true);
      poll();
      // Searches call this often, so events are handled here.
      if (!isLong || performance.now() - lastEvent < LONGEST_RUN) return OK;
      return nextEvent().then(() => {
        lastEvent = performance.now();
        return OK;
      });
    },
    clock_res_get(clock, at) {
      view().setBigUint64(at, 1000n, true);
      return OK;
    },
    random_get(at, length) {
      const bytes = new Uint8Array(length);
      for (let from = 0; from < length; from += 65536) crypto.getRandomValues(bytes.subarray(from, from + 65536));
      new Uint8Array(memory().buffer, at, length).set(bytes);
      return OK;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    sched_yield: () => OK,
    fd_write(descriptor, vectors, count, written) {
      let said = "";
      let length = 0;
      for (let i = 0; i < count; i++) {
        const [at, size] = [view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)];
        said += text(at, size);
        length += size;
      }
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      console.error(said.trimEnd());
      view().setUint32(written, length, true);
      return OK;
    },
    // No folder is open, so every file is missing.
    fd_prestat_get: () => BAD_DESCRIPTOR,
    proc_exit(code) {
      throw new Exit(`the engine ended with code ${code}`);
    },
  };
  if (pauses && CAN_PAUSE) wasi.clock_time_get = new WebAssembly.Suspending(wasi.clock_time_get);
  const page = { emit: (at, length) => emit(text(at, length)) };
  const imports = { wasi_snapshot_preview1: {}, page };
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    if (room === "wasi_snapshot_preview1") imports[room][name] = wasi[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}
