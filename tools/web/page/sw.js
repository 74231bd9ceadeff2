// The service worker: the page works offline after the first visit. `release/web` writes VERSION and FILES.
//
// The files of a version, but for the page itself and what belongs to its address, lie in a folder of the version's name:
// whoever has begun with a version asks for its files alone. So a newer version takes over as soon as it is loaded; the next
// page begins with it, and those that are open go on with theirs.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
/// The page says in this script's address which module it uses; the other one is not loaded.
const UNUSED = location.search === "?threads" ? "/tengen.wasm" : "/tengen-threads.wasm";
/// Other folders of the same host may hold other pages like this one.
const PREFIX = `tengen ${registration.scope} `;

addEventListener("install", (event) => {
  const load = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    // "reload": the browser's own cache may hold files of the version before.
    await cache.addAll(FILES.filter((file) => !file.endsWith(UNUSED)).map((file) => new Request(file, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(load());
});

/// The caches of versions that nobody uses: an open page holds a lock with its version's name, and one that is about to
/// begin has the version before.
async function unused() {
  const { held } = await navigator.locks.query();
  const used = new Set([VERSION, ...held.map(({ name }) => name)].map((version) => PREFIX + version));
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  return others.slice(0, -1).filter((name) => !used.has(name));
}

addEventListener("activate", (event) => {
  const tidy = async () => {
    await Promise.all((await unused()).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

async function answer(request) {
  const wanted = { ignoreSearch: true };
  const own = await caches.open(PREFIX + VERSION);
  // A page of another version finds its files in that one's cache.
  return (await own.match(request, wanted)) ?? (await caches.match(request, wanted)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});
