// The page's language. Only this language's table is loaded; texts that most readers do not need are in separate
// tables, which are loaded when needed.

import { LANGUAGES } from "./languages.js";

/// Forms of a word by number: a text's last form stands for every other number.
const FORMS = ["one", "few", "many"];

let texts = {};
let code = "en";
let plurals = new Intl.PluralRules(code);
/// The language asked for last. A table that arrives after another choice is dropped.
let wanted = code;
/// Whether Black plays crosses and White rings, and both have these names.
let hasCrosses = false;

/// The folders of the tables that are needed.
const parts = new Set([""]);

/// The latest change of the language.
let change = Promise.resolve();

/// Loads a language's tables and translates the page.
export function setLanguage(language) {
  change = load(language in LANGUAGES ? language : "en");
  return change;
}

/// Settled when the latest change of the language is over.
export const languageIsThere = () => change.catch(() => {});

async function load(asked) {
  wanted = asked;
  const needed = [...parts];
  const loaded = await Promise.all(needed.map((part) => import(`../lang/${part}${asked}.js`)));
  if (asked !== wanted) return;
  // A part was added meanwhile.
  if (parts.size > needed.length) return load(asked);
  texts = Object.assign({}, ...loaded.map((table) => table.default));
  code = asked;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  translate(document);
}

/// Loads a part's texts, in this language and in those chosen later.
export async function learnTexts(part) {
  const folder = `${part}/`;
  if (parts.has(folder)) return;
  const asked = wanted;
  const { default: loaded } = await import(`../lang/${folder}${asked}.js`);
  parts.add(folder);
  if (asked !== wanted) return setLanguage(wanted);
  Object.assign(texts, loaded);
  // The dialogs wait for their texts.
  document.querySelectorAll("dialog").forEach(translate);
}

export function setCrosses(has) {
  hasCrosses = has;
}

export const isEnglish = () => code === "en";

/// Whether the marks of sentences are as wide as a character, with no blanks behind them.
const hasWideMarks = () => ["zh", "ja"].includes(code);

/// Sentences as one text. Each gets a full stop if it has none.
export function sentences(...texts) {
  const [stop, blank] = hasWideMarks() ? ["。", ""] : [".", " "];
  return texts.filter(Boolean).map((text) => (/[.。!?！？…][)）”"’»」]*$/.test(text) ? text : text + stop)).join(blank);
}

/// A list with the language's commas.
export const listed = (texts) => texts.join(hasWideMarks() ? "、" : ", ");

const MIXED = /^(?:\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han})$/u;
/// The blank that Chinese has between its own characters and Latin ones.
const gap = (left = "", right = "") => (code === "zh" && MIXED.test(left + right) ? " " : "");

/// The form for a number among a text's forms: `move|moves`, `ход|хода|ходов`.
function form(forms, value) {
  const index = FORMS.indexOf(plurals.select(Number(value)));
  return index >= 0 && index < forms.length ? forms[index] : forms.at(-1);
}

/// A text by its name, with `{values}` filled in; `{moves:move|moves}` is the word for their number. Reasons keep
/// the sides' names: their X and O are signs of the text that was read.
export function t(name, values = {}) {
  let text = texts[name] ?? name;
  const put = (value, whole, at, all) => gap(all[at - 1], value[0]) + value + gap(value.at(-1), all[at + whole.length]);
  for (const [side, sign] of hasCrosses && !name.startsWith("detail.") ? [["black", "X"], ["white", "O"]] : []) {
    text = text.replaceAll(texts[side], (...found) => put(sign, ...found));
  }
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, key, forms, at, all) => {
    const value = values[key];
    if (value === undefined) return whole;
    if (forms !== undefined) return form(forms.split("|"), value);
    return put(typeof value === "number" ? value.toLocaleString(code) : String(value), whole, at, all);
  });
}

/// A number in the language's format: `1,234.5`, `1.234,5`.
export function number(value, digits = 0) {
  return value.toLocaleString(code, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/// A large number in a few letters: `1.2M`.
export const shortNumber = (value) => value.toLocaleString(code, { notation: "compact", maximumSignificantDigits: 3 });

/// Fills an element that names its texts: `data-t` for the content, `data-t-label` for label and title.
export function fillText(element) {
  const { t: content, tLabel: label, tPlaceholder: placeholder } = element.dataset;
  if (content) element.textContent = t(content);
  if (label) element.ariaLabel = element.title = t(label);
  if (placeholder) element.placeholder = t(placeholder);
}

/// Fills the elements below one.
export function translate(root) {
  root.querySelectorAll("[data-t], [data-t-label], [data-t-placeholder]").forEach(fillText);
}
