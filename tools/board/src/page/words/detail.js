// The server's reasons are English sentences. Another language knows those of lang/reasons: the English text is the pattern
// that a reason is recognized by. `{rest}` and `{more}` are reasons themselves.

import { isEnglish, learnTexts, t } from "./i18n.js";

/// What some of the values look like: the name of a file's format, a word of the file, numbers.
const NUMBERS = ["all", "at", "bytes", "count", "index", "line", "number", "row", "rows"];
const FORMS = {
  format: "diagram|moves|offsets|link|dialogue|pairs|[A-Z][\\w .-]{0,30}",
  quoted: "[^']+",
  ...Object.fromEntries(NUMBERS.map((name) => [name, "\\d+"])),
};
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/// A text with `{values}` as a regular expression.
function pattern(text) {
  const value = (name) => `(?<${name}>${FORMS[name] ?? ".+?"})`;
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? escape(part) : value(part)));
  return new RegExp(`^${parts.join("")}$`, "s");
}

let patterns = [];

/// Loads the patterns and the texts for a language that needs them: before the first reason is told.
export async function learnDetails() {
  if (isEnglish()) return;
  await learnTexts("reasons");
  if (patterns.length > 0) return;
  const { default: reasons } = await import("../lang/reasons/en.js");
  patterns = Object.entries(reasons).map(([name, text]) => [name, pattern(text)]);
}

/// The reason in the reader's language, without the name of a format; empty where the language does not know it.
export function detail(message) {
  if (isEnglish()) return message.replace(new RegExp(`^(?:${FORMS.format}): `), "");
  for (const [name, form] of patterns) {
    const found = message.match(form);
    if (!found) continue;
    if (name === "detail.format") return detail(found.groups.rest);
    const values = { ...found.groups };
    for (const part of ["rest", "more"]) if (values[part] !== undefined) values[part] = detail(values[part]);
    // Where it is, is something even where what it is cannot be said.
    return t(name, values).replace(/^[:;] |[:;] $/g, "");
  }
  return "";
}
