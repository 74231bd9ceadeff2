// Keeps the page for use without a network; see sw.js.

/// The folder of this file: `release/web` names it for the version.
const VERSION = new URL(".", import.meta.url).pathname.split("/").at(-2);
const SCRIPT = globalThis.crossOriginIsolated ? "../sw.js?threads" : "../sw.js";

try {
  // As long as this page is open, the files of its version are kept.
  navigator.locks.request(VERSION, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  await navigator.serviceWorker.register(new URL(SCRIPT, import.meta.url));
} catch {
  // Denied, or not a secure address: the page works without it.
}
