// The encoding of an opened file's texts, and others to choose if it was guessed wrong.

import { t } from "../words/i18n.js";
import { byId, fill } from "../parts.js";

/// Encodings by their names in the Encoding Standard, which the server uses, with a language of each.
const LANGUAGES = {
  "UTF-8": null,
  GBK: "zh-Hans",
  Big5: "zh-Hant",
  Shift_JIS: "ja",
  "EUC-KR": "ko",
  "windows-1251": "ru",
  "windows-1252": "en",
  "windows-1258": "vi",
};

export class EncodingField {
  constructor(app) {
    this.field = byId("encoding");
    this.select = this.field.querySelector("select");
    this.select.addEventListener("change", () => this.again(this.select.value));
    // A file's encoding concerns its own game only.
    app.on("position", () => this.game && this.game !== app.game && this.show(null));
    app.on("language", () => this.draw());
  }

  /// Shows the encoding of a file's texts, or nothing; `again` opens the file in another one. With a game it is shown as long as
  /// that game.
  show(name, again = null, game = null) {
    Object.assign(this, { game, name, again });
    this.draw();
  }

  draw() {
    const { field, select, name } = this;
    field.hidden = !name;
    if (!name) return;
    // On a phone the label's text is hidden.
    select.ariaLabel = t("textsReadAs");
    const words = new Intl.DisplayNames(document.documentElement.lang, { type: "language" });
    const names = [...new Set([...Object.keys(LANGUAGES), name])];
    fill(select, names.map((known) => [known, LANGUAGES[known] ? `${known} – ${words.of(LANGUAGES[known])}` : known]), name);
  }
}
