// Reasons of the server: codes with values, each with a sentence in every language. Values can be reasons themselves.

import { isEnglish, languageIsThere, learnTexts, sentences, t } from "./i18n.js";

/// Loads a language's sentences before the first reason is shown. English ones come with the reason.
export async function learnDetails() {
  await languageIsThere();
  // Rules have their short names in the other table.
  if (!isEnglish()) await Promise.all(["reasons", "later"].map(learnTexts));
}

/// A value as the language says it: rules have names.
function valueText(name, value) {
  const rule = `rule.${value}.short`;
  const text = t(rule);
  return name === "rule" && text !== rule ? text : value;
}

/// Warnings as one text, each in a line, in the page's language; empty without any.
export async function warningsText(warnings) {
  if (warnings.length > 0) await learnDetails().catch(() => {});
  return warnings.map((warning) => reasonsText(warning)).filter(Boolean).join("\n");
}

/// Reasons as sentences, whose first letters are capitals unless they name a point.
export function reasonsText(...reasons) {
  return sentences(...reasons.map((reason) => detail(reason).replace(/^(?![a-z]{1,2}\d)./u, (first) => first.toUpperCase())));
}

/// The reason in the page's language, without the name of a format; empty if the language does not have it.
export function detail({ code, message, values = {} }) {
  if (code === "format") return detail(values.rest);
  if (isEnglish()) return message;
  const name = `detail.${code}`;
  const say = (key, value) => (typeof value === "string" ? valueText(key, value) : detail(value));
  const text = t(name, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, say(key, value)])));
  // The place of an error is worth showing even if its text is missing.
  return text === name ? "" : text.replace(/^[:;：；。.] ?|(?:[:;：；。] ?|\. )$/g, "");
}
