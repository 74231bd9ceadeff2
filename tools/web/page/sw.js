// The service worker: the page works offline after the first visit. `release/web` writes VERSION and FILES.
//
// The files of a version, but for the page itself and what belongs to its address, lie in a folder of the version's name:
// whoever has begun with a version asks for its files alone. So a newer version takes over as soon as it is loaded; the next
// page begins with it, and those that are open go on with theirs.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
/// The page itself, under the address of its folder.
const PAGE = "./";
/// The page says in this script's address which module it uses; the other one is not loaded.
const UNUSED = location.search === "?threads" ? "/tengen.wasm" : "/tengen-threads.wasm";
/// Other folders of the same host may hold other pages like this one.
const PREFIX = `tengen ${registration.scope} `;

const own = () => caches.open(PREFIX + VERSION);
/// "reload": the browser's own cache may hold files of the version before.
const fresh = (file) => new Request(file, { cache: "reload" });

/// Keeps the page; no browser shows an answer that came by a redirection as the page.
async function keepPage(cache, page) {
  const { status, headers } = page;
  await cache.put(PAGE, page.redirected ? new Response(await page.blob(), { status, headers }) : page);
}

addEventListener("install", (event) => {
  const load = async () => {
    const cache = await own();
    await cache.addAll(FILES.filter((file) => !file.endsWith(UNUSED)).map(fresh));
    await keepPage(cache, await cache.match(PAGE));
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

/// Whether a request opens the page; some hosts redirect one of its two addresses to the other.
function opensPage({ mode, url }) {
  const { origin, pathname } = new URL(url);
  return mode === "navigate" && [PAGE, "./index.html"].some((path) => new URL(path, location).href === origin + pathname);
}

async function answer(request) {
  const wanted = { ignoreSearch: true };
  const cache = await own();
  // A page of another version finds its files in that one's cache.
  const found = (await cache.match(opensPage(request) ? PAGE : request, wanted)) ?? (await caches.match(request, wanted));
  return found ?? fetch(request);
}

/// What isolates a page, so that its threads may share memory.
const ISOLATION = ["cross-origin-opener-policy", "cross-origin-embedder-policy"];

/// Where the host isolates the same page now, or no longer does, keeps its files as they come now: the next page has them.
/// They are kept together and the page last, as an isolated page takes no worker without the headers, and another module.
async function renew() {
  const cache = await own();
  const [kept, now] = [await cache.match(PAGE), await fetch(fresh(PAGE))];
  if (!kept || !now.ok || ISOLATION.every((name) => kept.headers.get(name) === now.headers.get(name))) return;
  // Another text is another version's page.
  if ((await kept.text()) !== (await now.clone().text())) return;
  await cache.addAll(FILES.filter((file) => file !== PAGE).map(fresh));
  await keepPage(cache, now);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
  // Without a network nothing changes.
  if (opensPage(request)) event.waitUntil(renew().catch(() => {}));
});
