// The few functions of WASI that the module needs: clocks, randomness, messages of a crash.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;
const MONOTONIC = 1;

/// The module has ended itself.
export class Exit extends Error {}

/// The imports of `module`; `memory()` is its memory, `emit` receives the texts it says.
export function importsOf(module, memory, emit) {
  const view = () => new DataView(memory().buffer);
  // A copy: texts of a memory that is shared are not decoded in place.
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory().buffer, at, length).slice());
  const now = (clock) =>
    BigInt(Math.round(1e6 * (clock === MONOTONIC ? performance.timeOrigin + performance.now() : Date.now())));
  const wasi = {
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, now(clock), true);
      return OK;
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
    proc_exit(code) {
      throw new Exit(`the engine ended with code ${code}`);
    },
  };
  const page = { emit: (at, length) => emit(text(at, length)) };
  const imports = { wasi_snapshot_preview1: {}, page };
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    if (room === "wasi_snapshot_preview1") imports[room][name] = wasi[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}
