// Sets the chosen theme and look before the first paint, and loads the page's modules after it.
try {
  const { theme = "auto", look = "wood" } = JSON.parse(localStorage.getItem("tengen.settings"));
  Object.assign(document.documentElement.dataset, { theme, look });
} catch {
  // Without storage the theme is the system's.
}
// The modules need the whole page, whose end may arrive after the first paint.
const load = () => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", load) : import("./main.js"));
// A hidden page has no frames.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
