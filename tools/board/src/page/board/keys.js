// Keys that work everywhere except in a text field.

import { JUDGMENTS } from "../game/glyphs.js";
import { byId } from "../parts.js";

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

/// A key's name: of a letter or sign the small one, of a letter in another script that of the key's place in the Latin one.
function nameOf({ key, code }) {
  if (key.length > 1) return key;
  return (/[ -~]/.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
}

export function setUpKeys(actions, newGame) {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
    const key = nameOf(event);
    const isControl = event.ctrlKey || event.metaKey;
    const change = isControl && !event.altKey && CHANGES[`${event.shiftKey ? "shift+" : ""}${key}`];
    if (change) return event.preventDefault(), actions[change]();
    if (isControl || event.altKey) return;
    // On tabs the arrow keys go from tab to tab.
    if (key.length > 1 && event.target.closest?.("[role=tablist]")) return;
    const action = KEYS[key];
    if (action) {
      if (actions[action]() === false) return;
    } else if (key === "n") newGame();
    else if (key === "a") byId("live").checkVisibility() && byId("live").click();
    else if (SIGNS[key - 1]) actions.judge(SIGNS[key - 1]);
    else if (key === "?") byId("keys").showModal();
    else return;
    event.preventDefault();
  });
}
