// Menus: of a button, of the right mouse button, of a long touch.

import { t } from "../words/i18n.js";
import { made } from "../parts.js";

/// Milliseconds of a touch that asks for a menu.
const LONG = 500;
/// Pixels that a finger may move meanwhile.
const STILL = 10;
const STEPS = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

let opener = null;

/// Closes the menu; what had the focus before has it again.
function closeMenu() {
  const box = document.getElementById("menu");
  if (!box.matches(":popover-open")) return;
  if (box.contains(document.activeElement)) opener?.focus({ preventScroll: true });
  box.hidePopover();
}

// A popover that closes by itself would close as the finger of a long touch is lifted.
addEventListener("pointerdown", ({ target }) => target.closest("#menu") || closeMenu(), true);
// Neither does what was pressed by a key or a script.
addEventListener("click", ({ target, detail }) => detail === 0 && (target.closest?.("#menu") || closeMenu()), true);
addEventListener("resize", closeMenu);

function itemOf(item) {
  if (!item.row) return buttonOf(item);
  const row = made("div", { className: "glyphs", ariaLabel: item.label }, ...item.row.map(buttonOf));
  row.setAttribute("role", "group");
  return row;
}

function buttonOf({ id, text, label = t(text), name = "", act, isOn, stays, disabled = false }) {
  const item = made("button", { type: "button", textContent: label, disabled, title: name });
  if (name) item.ariaLabel = name;
  if (id) item.id = id;
  item.setAttribute("role", isOn === undefined ? "menuitem" : "menuitemcheckbox");
  if (isOn !== undefined) item.setAttribute("aria-checked", String(isOn));
  item.addEventListener("click", () => {
    if (!stays) closeMenu();
    act();
  });
  return item;
}

/// Opens a menu at a button or at a place [x, y]. An item: { text or label, name for who cannot see it, act, id, isOn, stays, disabled },
/// or several in a row: { label, row }.
export function openMenu(at, items) {
  const box = document.getElementById("menu");
  closeMenu();
  opener = document.activeElement;
  box.replaceChildren(...items.map(itemOf));
  box.setAttribute("aria-label", at.ariaLabel ?? t("menu"));
  box.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") closeMenu();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    // Up and down a row is one item.
    const isAcross = /Left|Right/.test(event.key);
    const first = (item) => (isAcross ? item : (item.parentElement.closest(".glyphs")?.firstChild ?? item));
    const all = [...new Set([...box.querySelectorAll("button:enabled")].map(first))];
    all.at((all.indexOf(first(document.activeElement)) + step + all.length) % all.length).focus();
  };
  box.showPopover();
  const { width, height } = box.getBoundingClientRect();
  const anchor = Array.isArray(at) ? new DOMRect(...at) : at.getBoundingClientRect();
  const below = anchor.bottom + 4 + height <= innerHeight;
  box.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - width - 8))}px`;
  box.style.top = `${below ? anchor.bottom + 4 : Math.max(8, anchor.top - height - 4)}px`;
  box.querySelector("button:enabled")?.focus();
}

/// Calls `open(target, place)` where the reader asks for the menu of something: by the right button, by its key, by a long touch.
export function onMenu(element, open) {
  let timer = null;
  let opened = -Infinity;
  let lifted = 0;
  const end = () => clearTimeout(timer);
  // What the finger lets go of is not chosen.
  element.addEventListener("click", (event) => {
    if (!lifted || performance.now() - lifted > 100) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    end();
    // A long touch may have opened it already.
    if (performance.now() - opened < 2 * LONG) return;
    open(event.target, [event.clientX, event.clientY, 0, 0]);
  });
  element.addEventListener("pointerdown", (event) => {
    end();
    if (event.pointerType !== "touch") return;
    const { target, clientX, clientY } = event;
    const begun = performance.now();
    const leave = (moved) => Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > STILL && end();
    element.addEventListener("pointermove", leave);
    const stop = () => {
      end();
      lifted = opened > begun ? performance.now() : 0;
      element.removeEventListener("pointermove", leave);
    };
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, stop, { once: true });
    timer = setTimeout(() => {
      opened = performance.now();
      open(target, [clientX, clientY, 0, 0]);
    }, LONG);
  });
}
