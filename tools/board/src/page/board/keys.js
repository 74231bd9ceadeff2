// Keys that work anywhere on the page but in a text field.

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "end",
  u: "undo",
  r: "redo",
  h: "hint",
  m: "numbers",
  "+": "zoom-in",
  "-": "zoom-out",
};

function toggleAnalysis() {
  const button = document.getElementById("live");
  if (button.checkVisibility()) button.click();
}

export function setUpKeys(actions, newGame) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select, [role=tablist]")) return;
    const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (action) actions[action]();
    else if (event.key === "n") newGame();
    else if (event.key === "a") toggleAnalysis();
    else if (event.key === "?") document.getElementById("keys").showModal();
    else return;
    event.preventDefault();
  });
}
