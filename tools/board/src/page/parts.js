// Functions that create elements, and load parts of the page.

import { fillText, learnTexts, t } from "./words/i18n.js";

/// The page's element with this id.
export const byId = (id) => document.getElementById(id);

/// An element with properties and children. Texts of the language's table are named by its data; see `translate`.
export function made(name, { data = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  Object.assign(element.dataset, data);
  element.append(...children);
  fillText(element);
  return element;
}

/// A part of a row, by the class of its style.
export const span = (className, textContent = "") => made("span", { className, textContent });

/// A button with a text of the language's table.
export const button = (text, onclick, { data, ...rest } = {}) =>
  made("button", { type: "button", onclick, ...rest, data: { ...data, t: text } });

/// A button in an entry of a list, of several parts.
export const entry = (properties, ...parts) => made("li", {}, made("button", { type: "button", ...properties }, ...parts));

/// A checkbox with a text of the language's table.
export const check = (text, properties) =>
  made("label", { className: "check" }, made("input", { type: "checkbox", ...properties }), made("span", { data: { t: text } }));

/// Calls `act` in place of sending a form.
export function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/// A choice of [value, text], named by a text of the language's table.
export function choice(name, text, choose) {
  const select = made("select", { name, onchange: ({ target }) => choose(target.value) });
  return made("label", { className: "choice" }, made("span", { data: { t: text } }), select);
}

/// Entries of a choice: each value with the text `prefix.value`.
export const named = (prefix, values) => values.map((value) => [value, t(`${prefix}.${value}`)]);

/// Fills a select, or the choice that contains it, with entries [value, text].
export function fill(box, entries, chosen) {
  const options = entries.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen)));
  (box.querySelector("select") ?? box).replaceChildren(...options);
}

/// A button with a picture.
export const iconButton = (path, onclick, properties) =>
  made("button", { type: "button", className: "icon", innerHTML: iconOf(path), onclick, ...properties });

/// The picture of a path on a button.
export const iconOf = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

/// Replaces a box's contents. The keyboard focus stays on its element, or else on the button with the same data.
export function refill(box, ...contents) {
  const focused = box.contains(document.activeElement) ? document.activeElement : null;
  box.replaceChildren(...contents);
  const dataOf = ({ dataset }) => JSON.stringify(dataset);
  if (!focused || dataOf(focused) === "{}") return focused?.focus();
  [...box.querySelectorAll("button")].find((one) => dataOf(one) === dataOf(focused))?.focus({ preventScroll: true });
}

/// Returns a function that calls `act` with the next frame, once however often it is called before.
export function inFrame(act) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      act();
    });
  };
}

/// Changes a part's layout while it is hidden, which counts as no layout shift.
export function settle(part, change) {
  part.hidden = true;
  change();
  part.hidden = part.offsetHeight > 0;
}

/// Returns a function that loads a part with its first call. After a failure the next call tries again.
export function lazily(load) {
  let part = null;
  return () => {
    part ??= load();
    part.catch(() => (part = null));
    return part;
  };
}

/// Loads a part's script, with the table of its texts and its style sheet, if it has one, so that nothing is shown without them.
export async function fetchPart(script, texts = "later", style = "") {
  const [part] = await Promise.all([script, learnTexts(texts), style && fetchStyle(new URL(style, import.meta.url))]);
  return part;
}

function fetchStyle({ href }) {
  return new Promise((done) => {
    document.head.append(made("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}
