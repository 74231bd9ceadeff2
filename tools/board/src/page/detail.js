// The server's reasons are English sentences. Another language knows those of `detail.…`: the English text is the
// pattern that a reason is recognized by.

import { isEnglish, t, textsOfEnglish } from "./i18n.js";

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/// A text with `{values}` as a regular expression.
function pattern(text) {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? escape(part) : `(?<${part}>.+?)`));
  return new RegExp(`^${parts.join("")}$`, "s");
}

let patterns = null;

/// The reason in the reader's language; empty where the language does not know it.
export function detail(message) {
  if (isEnglish()) return message;
  patterns ??= Object.entries(textsOfEnglish())
    .filter(([name]) => name.startsWith("detail."))
    .map(([name, text]) => [name, pattern(text)]);
  for (const [name, form] of patterns) {
    const values = message.match(form)?.groups;
    if (!values && !form.test(message)) continue;
    const { rest } = values ?? {};
    if (rest === undefined) return t(name, values);
    // Where it is, is something even where what it is cannot be said.
    return t(name, { ...values, rest: detail(rest) }).replace(/: $/, "");
  }
  return "";
}
