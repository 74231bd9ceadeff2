// The page in the reader's language. Another language is a file in lang/, its import and its entry here, and its line in
// ../pages.rs.

import en from "./lang/en.js";
import vi from "./lang/vi.js";

export const LANGUAGES = { en, vi };

let texts = en;
let code = "en";
/// Whether Black plays crosses and White rings, and both are called so.
let hasCrosses = false;

/// The first of the browser's languages that the page has.
export function preferredLanguage() {
  const wanted = navigator.languages.map((language) => language.split("-")[0]);
  return wanted.find((language) => language in LANGUAGES) ?? "en";
}

export function setLanguage(language) {
  code = language in LANGUAGES ? language : "en";
  texts = LANGUAGES[code];
  document.documentElement.lang = code;
  translate(document);
}

/// Texts of a part of the page that is fetched later.
export function addTexts(language, more) {
  Object.assign(LANGUAGES[language], more);
}

export function setCrosses(has) {
  hasCrosses = has;
}

export const isEnglish = () => texts === en;
export const textsOfEnglish = () => en;

/// A text by its name, `{values}` filled in.
export function t(name, values = {}) {
  let text = texts[name] ?? en[name] ?? name;
  if (hasCrosses) text = text.replaceAll(texts.black, "X").replaceAll(texts.white, "O");
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/// A number as the language writes it: `1,234.5`, `1.234,5`.
export function number(value, digits = 0) {
  return value.toLocaleString(code, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/// Fills in every element that names its text: `data-t` its content, `data-t-label` its label and title.
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    element.title = t(element.dataset.tLabel);
  }
  for (const element of root.querySelectorAll("[data-t-placeholder]")) {
    element.placeholder = t(element.dataset.tPlaceholder);
  }
}
