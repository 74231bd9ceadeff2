// What the settings say of the whole page: language, theme, look, sound.

import { setCrosses, setLanguage, t } from "../words/i18n.js";
import { change, onSettings, settings } from "../settings.js";

const byId = (id) => document.getElementById(id);

/// Says everything in a language. What was said before is in the words of before, and goes.
async function speak(app, language) {
  const said = app.message;
  try {
    await setLanguage(language);
  } catch {
    return app.say(t("error.offline"), "error");
  }
  app.emit("language");
  if (app.message === said) app.say(app.endText());
}

/// Language, theme, look and the sound's button follow the settings.
export function applySettings(app) {
  // The page has begun in these words.
  let words = `${settings.language} ${settings.look === "notebook"}`;
  onSettings((now) => {
    Object.assign(document.documentElement.dataset, { theme: now.theme, look: now.look });
    byId("sound").setAttribute("aria-pressed", String(now.sound));
    const hasCrosses = now.look === "notebook";
    if (`${now.language} ${hasCrosses}` !== words) {
      words = `${now.language} ${hasCrosses}`;
      setCrosses(hasCrosses);
      // What was said is in the words of before.
      speak(app, now.language);
    }
  });
  byId("sound").addEventListener("click", () => change({ sound: !settings.sound }));
}
