// Reasons of the server: codes with values, for each of which a language has its sentence. Values can be reasons themselves.

import { isEnglish, languageIsThere, learnTexts, t } from "./i18n.js";

/// Loads the sentences of a language that needs them, before the first reason is told: English comes with the reason.
export async function learnDetails() {
  await languageIsThere();
  if (!isEnglish()) await learnTexts("reasons");
}

/// The reason in the reader's language, without the name of a format; empty where the language does not know it.
export function detail({ code, message, values = {} }) {
  if (code === "format") return detail(values.rest);
  if (isEnglish()) return message;
  const name = `detail.${code}`;
  const said = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : detail(value)]);
  const text = t(name, Object.fromEntries(said));
  // Where it is, is something even where what it is cannot be said.
  return text === name ? "" : text.replace(/^[:;] |[:;] $/g, "");
}
