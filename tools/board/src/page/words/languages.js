// The page's languages in their own names. A new one needs its line here, its table in lang/ and its sentence
// for readers without scripts in index.html.

export const LANGUAGES = {
  en: "English",
  vi: "Tiếng Việt",
  zh: "简体中文",
  ja: "日本語",
  ko: "한국어",
  ru: "Русский",
};

/// The first of the browser's languages that the page has.
export function preferredLanguage() {
  const wanted = navigator.languages.map((language) => language.split("-")[0]);
  return wanted.find((language) => language in LANGUAGES) ?? "en";
}
