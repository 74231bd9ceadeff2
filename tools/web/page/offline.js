// Keeps the page for use without a network. A newer version that waits takes over at the start of the page, where nothing is lost: the game is in the
// browser's storage.

const UPDATED = "tengen.updated";
const PATIENCE = 2000;

export async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    const registration = await serviceWorker.register(new URL(self.crossOriginIsolated ? "./sw.js?threads" : "./sw.js", import.meta.url));
    if (!registration.waiting || !serviceWorker.controller || sessionStorage.getItem(UPDATED)) {
      sessionStorage.removeItem(UPDATED);
      return;
    }
    await new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      registration.waiting.postMessage("take over");
      setTimeout(resolve, PATIENCE);
    });
    // Once: a page that cannot change its version goes on with the old one.
    sessionStorage.setItem(UPDATED, "yes");
    location.reload();
  } catch {
    // Denied, or not a secure address: the page works without it.
  }
}
