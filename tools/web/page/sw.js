// The service worker: the page works offline after the first visit. `release/web` writes VERSION and FILES.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
/// The page says in this script's address which module it uses; the other one is not loaded.
const UNUSED = location.search === "?threads" ? "./tengen.wasm" : "./tengen-threads.wasm";
const PREFIX = "tengen ";

addEventListener("install", (event) => {
  // "reload": the browser's own cache may hold files of the version before.
  const requests = FILES.filter((file) => file !== UNUSED).map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

// The page asks for it when it starts, before it shows a game: a game never changes its program.
addEventListener("message", (event) => event.data === "take over" && skipWaiting());

async function answer(request) {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});
