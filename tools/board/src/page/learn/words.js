// The texts of the Learn view, which are fetched with it: one table a language in lang/, beside those of the page.

import { LANGUAGES, addTexts } from "../i18n.js";
import { settings } from "../settings.js";

const known = new Set();

async function fetchTexts(language) {
  if (known.has(language)) return;
  const { default: texts } = await import(`./lang/${language}.js`);
  addTexts(language, texts);
  known.add(language);
}

/// English, which stands in for what is not translated, and the language that is chosen.
export const fetchWords = () => Promise.all([fetchTexts("en"), fetchTexts(settings.language in LANGUAGES ? settings.language : "en")]);
