// Functions that create elements.

import { t } from "./words/i18n.js";

/// An element with properties and children.
export function made(name, properties = {}, ...children) {
  const element = document.createElement(name);
  const { data = {}, ...rest } = properties;
  Object.assign(element, rest);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

/// A button with a text of the language's table.
export function button(text, act, properties = {}) {
  const element = made("button", { type: "button", ...properties, data: { ...properties.data, t: text } }, t(text));
  element.addEventListener("click", act);
  return element;
}

/// A choice of [value, text], named by a text of the language's table.
export function choice(name, text, choose) {
  const select = made("select", { name });
  select.addEventListener("change", () => choose(select.value));
  return made("label", { className: "choice" }, made("span", { data: { t: text } }, t(text)), select);
}

export function fill(label, entries, chosen) {
  const options = entries.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen)));
  label.querySelector("select").replaceChildren(...options);
}

/// Loads a part's style sheet, so that nothing is shown without it.
export function fetchStyle(address) {
  return new Promise((done) => {
    const link = made("link", { rel: "stylesheet", href: address.href });
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}
