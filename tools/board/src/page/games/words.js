// The texts of the kept games and the explorer, which are fetched with them: one table a language in lang/.

import { addTable } from "../i18n.js";

let added = null;

/// Loads them once; the page loads them again with every other language.
export function fetchWords() {
  added ??= addTable((language) => import(`./lang/${language}.js`));
  // Without a server it is tried again the next time.
  added.catch(() => (added = null));
  return added;
}
