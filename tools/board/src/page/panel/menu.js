// Menus of a button, of the right mouse button and of a long touch.

import { t } from "../words/i18n.js";
import { byId, made } from "../parts.js";

/// Milliseconds of a touch that opens a menu. A finger that rests shorter may aim on the board; see board/aim.js.
const LONG = 800;
/// Pixels that the finger may move meanwhile.
const STILL = 10;
const STEPS = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

let opener = null;
/// Whether the last press closed the menu.
export let hasPressClosedMenu = false;

/// Closes the menu and returns the focus.
function closeMenu() {
  const box = byId("menu");
  const isOpen = box.matches(":popover-open");
  if (isOpen && box.contains(document.activeElement)) opener?.focus({ preventScroll: true });
  if (isOpen) box.hidePopover();
  return isOpen;
}

// A popover that closes by itself would close when the finger of a long touch is lifted.
addEventListener("pointerdown", ({ target }) => (hasPressClosedMenu = !target.closest("#menu") && closeMenu()), true);
// Presses by key or script send no pointer event.
addEventListener("click", ({ target, detail }) => detail === 0 && (target.closest?.("#menu") || closeMenu()), true);
addEventListener("resize", closeMenu);

function itemOf(item) {
  if (!item.row) return buttonOf(item);
  return made("div", { className: "glyphs", role: "group", ariaLabel: item.label }, ...item.row.map(buttonOf));
}

function buttonOf({ id, text, label = t(text), name = "", act, isOn, stays, disabled = false }) {
  const role = isOn === undefined ? "menuitem" : "menuitemcheckbox";
  const item = made("button", { type: "button", role, textContent: label, disabled, title: name });
  if (name) item.ariaLabel = name;
  if (id) item.id = id;
  if (isOn !== undefined) item.ariaChecked = isOn;
  item.addEventListener("click", () => {
    if (!stays) closeMenu();
    act();
  });
  return item;
}

/// Opens a menu at a button or at a place [x, y]. An item is { text or label, name, act, id, isOn, stays, disabled }, `name`
/// being for screen readers, or a row of items: { label, row }.
export function openMenu(at, items) {
  const box = byId("menu");
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
    // For the up and down keys a row is one item.
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

/// Calls `open(target, place)` when the reader asks for an element's menu: by the right button, the menu key or a long touch.
export function onMenu(element, open) {
  let timer = null;
  let opened = -Infinity;
  let lifted = 0;
  let isTouched = false;
  const end = () => clearTimeout(timer);
  // Suppresses the click at the end of a long touch.
  element.addEventListener("click", (event) => {
    if (!(hasPressClosedMenu && event.detail) && (!lifted || performance.now() - lifted > 100)) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // Browsers send this event during a long touch, too, whose menu is opened by the timer below.
    if (isTouched || performance.now() - opened < 2 * LONG) return;
    end();
    open(event.target, [event.clientX, event.clientY, 0, 0]);
  });
  element.addEventListener("pointerdown", (event) => {
    end();
    isTouched = event.pointerType === "touch";
    if (!isTouched) return;
    const { target, clientX, clientY } = event;
    const begun = performance.now();
    const leave = (moved) => Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > STILL && end();
    element.addEventListener("pointermove", leave);
    const stop = () => {
      end();
      isTouched = false;
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
