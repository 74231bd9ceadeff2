// The service worker: the page works offline after the first visit. `release/web` writes VERSION and FILES.
//
// Except for the page itself and files at its address, the files of a version are in a folder named after the version, and a
// page asks for the files of its own version only. So a newer worker takes over at once: the next page uses the new version,
// open pages keep theirs.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
/// The page's address: its folder.
const PAGE = "./";
/// The module that is not loaded: this script's address names the one that the page uses.
const UNUSED = location.search === "?threads" ? "/tengen.wasm" : "/tengen-threads.wasm";
/// Cache names contain the folder, because other folders of the host may hold pages like this one.
const PREFIX = `tengen ${registration.scope} `;

const own = () => caches.open(PREFIX + VERSION);
/// A request past the browser's own cache, which may hold files of the previous version.
const fresh = (file) => new Request(file, { cache: "reload" });

/// Stores the page without a trace of redirections: browsers show no redirected answer as a page.
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

/// Caches of unused versions. An open page holds a lock named after its version; a page that is just starting may use the
/// previous version.
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
  // An open page of another version gets its files from that version's cache.
  const found = (await cache.match(opensPage(request) ? PAGE : request, wanted)) ?? (await caches.match(request, wanted));
  return found ?? fetch(request);
}

/// Headers that isolate a page, so that its threads may share memory.
const ISOLATION = ["cross-origin-opener-policy", "cross-origin-embedder-policy"];

/// Stores the files anew, for the next page, if the host has begun or ceased to isolate the page. The page is stored last: an
/// isolated page uses another module and refuses workers without the headers.
async function renew() {
  const cache = await own();
  const [kept, now] = [await cache.match(PAGE), await fetch(fresh(PAGE))];
  if (!kept || !now.ok || ISOLATION.every((name) => kept.headers.get(name) === now.headers.get(name))) return;
  // A changed text belongs to another version.
  if ((await kept.text()) !== (await now.clone().text())) return;
  await cache.addAll(FILES.filter((file) => file !== PAGE).map(fresh));
  await keepPage(cache, now);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
  // Fails without a network: then the stored files stay.
  if (opensPage(request)) event.waitUntil(renew().catch(() => {}));
});
