// Keys that work everywhere except in a text field.

import { JUDGMENTS } from "../game/glyphs.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "variation-before",
  ArrowDown: "variation-after",
  Home: "first",
  End: "end",
  u: "undo",
  r: "redo",
  h: "hint",
  m: "numbers",
  f: "flip",
  t: "threats",
  v: "fold",
  "+": "zoom-in",
  "-": "zoom-out",
};

/// Keys with Ctrl.
const CHANGES = { z: "note-undo", "shift+z": "note-redo", y: "note-redo" };
/// 1 to 6: the judgments of a move.
const SIGNS = Object.keys(JUDGMENTS);

function toggleAnalysis() {
  const button = document.getElementById("live");
  if (button.checkVisibility()) button.click();
}

export function setUpKeys(actions, newGame) {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
    const isControl = event.ctrlKey || event.metaKey;
    const change = isControl && !event.altKey && CHANGES[`${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`];
    if (change) return event.preventDefault(), actions[change]();
    if (isControl || event.altKey) return;
    // On tabs the arrow keys go from tab to tab.
    if (event.key.length > 1 && event.target.closest?.("[role=tablist]")) return;
    const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (action) {
      if (actions[action]() === false) return;
    } else if (event.key === "n") newGame();
    else if (event.key === "a") toggleAnalysis();
    else if (SIGNS[event.key - 1]) actions.judge(SIGNS[event.key - 1]);
    else if (event.key === "?") document.getElementById("keys").showModal();
    else return;
    event.preventDefault();
  });
}
