// Keeps the page for use without a network; see sw.js.

/// The name of this file's folder, which `release/web` sets to the version.
const VERSION = new URL(".", import.meta.url).pathname.split("/").at(-2);
const SCRIPT = globalThis.crossOriginIsolated ? "../sw.js?threads" : "../sw.js";

try {
  // While this lock is held, sw.js keeps the files of the version.
  navigator.locks.request(VERSION, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  await navigator.serviceWorker.register(new URL(SCRIPT, import.meta.url));
} catch {
  // Service workers are denied or the address is not secure: the page works without them.
}
