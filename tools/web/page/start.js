// Sets the chosen theme before the first paint, and loads the page's modules after it.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("tengen.settings")).theme ?? "auto";
} catch {
  // Nothing is stored: the system's theme.
}
const load = () => import("./main.js");
// A hidden page has no frames.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
// Beside it, so that the first visit does not wait.
import("./offline.js").then(({ keepOffline }) => keepOffline());
