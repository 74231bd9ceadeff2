// Settings of the whole page: language, theme, look, sound.

import { setCrosses, setLanguage, t } from "../words/i18n.js";
import { byId } from "../parts.js";
import { change, onSettings, settings } from "../settings.js";

/// Changes the language. A message in the previous language is removed.
async function speak(app, language) {
  const said = app.message;
  try {
    await setLanguage(language);
  } catch {
    // A later choice has priority.
    if (settings.language !== language) return;
    // The page stays in its language, in which the texts of other parts are loaded later.
    change({ language: document.documentElement.lang });
    return app.say(t("error.offline"), "error");
  }
  app.emit("language");
  if (app.message === said) app.say(app.endText());
}

/// Applies language, theme, look and sound, now and after each change.
export function applySettings(app) {
  // The page's initial language and look of stones.
  let words = `${settings.language} ${settings.look === "notebook"}`;
  onSettings((now) => {
    Object.assign(document.documentElement.dataset, { theme: now.theme, look: now.look });
    byId("sound").setAttribute("aria-pressed", String(now.sound));
    const hasCrosses = now.look === "notebook";
    if (`${now.language} ${hasCrosses}` !== words) {
      words = `${now.language} ${hasCrosses}`;
      setCrosses(hasCrosses);
      // A message in the previous words is removed.
      speak(app, now.language);
    }
  });
  byId("sound").addEventListener("click", () => change({ sound: !settings.sound }));
}
