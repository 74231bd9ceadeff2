// The dialogs of a new game, of settings, and of a pasted game. Loaded when the first one is opened.

import { MIN_SIDE, RULES } from "../game/address.js";
import { MAX_SIDE, MAX_TIME } from "../limits.js";
import { learnDetails } from "../words/detail.js";
import { t } from "../words/i18n.js";
import { LANGUAGES } from "../words/languages.js";
import { FULL_LEVEL, seatOf } from "../play/seats.js";
import { Saver } from "../files/save.js";
import { shareDialog } from "../files/share.js";
import { LOOKS, change, settings } from "../settings.js";
import { TimeControl } from "./timecontrol.js";
import { Game } from "../game/tree.js";
import { byId, fill, named, onSubmit } from "../parts.js";

const SIZES = [13, 15, 17, 19, 20];
const TIMES = ["minutes", "seconds", "whiteMinutes", "whiteSeconds", "increment", "byoyomi"];

// A touched number is typed anew.
addEventListener("click", ({ target }) => target.type === "number" && target.select());

export class NewGame {
  constructor(app, play) {
    Object.assign(this, { app, play });
    this.dialog = byId("new-game");
    const form = this.dialog.querySelector("form");
    this.fields = form.elements;
    this.control = new TimeControl(form);
    /// The server's opening rules: { name, fifths, renju }.
    this.openings = [];
    this.mostFifths = "";
    // Fields that depend on a clock's value appear while it is typed.
    form.oninput = form.onchange = ({ target }) => {
      this.control.changed(target);
      this.adapt();
    };
    onSubmit(form, () => this.start());
    app.on("connection", () => this.learn());
    this.learn();
  }

  async learn() {
    if (!this.app.connection.isOnline || this.openings.length > 0) return;
    // Without an answer the next connection asks again.
    const answer = await this.app.connection.ask("openings").catch(() => null);
    if (!answer) return;
    this.openings = answer.rules;
    this.mostFifths = answer.most_fifths;
    if (this.dialog.open) this.adapt();
  }

  show() {
    const chosen = settings.newGame;
    const players = [["human", t("person")]];
    for (let level = 1; level <= FULL_LEVEL; level++) {
      players.push([level, t("engineChoice", { level, name: t(`level.${level}`) })]);
    }
    fill(this.fields.rule, named("rule", RULES), chosen.rule);
    const isUsual = chosen.width === chosen.height && SIZES.includes(chosen.width);
    const sizes = [...SIZES.map((side) => [side, `${side} × ${side}`]), ["other", t("otherSize")]];
    fill(this.fields.size, sizes, isUsual ? chosen.width : "other");
    fill(this.fields.black, players, chosen.black);
    fill(this.fields.white, players, chosen.white);
    for (const name of ["width", "height", "time", ...TIMES]) this.fields[name].value = chosen[name];
    this.fields.odds.checked = chosen.odds;
    this.control.show();
    this.adapt();
    this.dialog.showModal();
  }

  /// Shows the fields that apply to the values of the others.
  adapt() {
    const value = (name) => this.fields[name].value;
    const hasClock = Number(value("minutes")) + Number(value("seconds")) > 0;
    const hasOdds = hasClock && this.fields.odds.checked;
    const white = ["whiteMinutes", "whiteSeconds"].map((name) => this.fields[name]);
    if (hasOdds && byId("white-time").hidden && white.every((field) => Number(field.value) === 0)) {
      white[0].value = value("minutes");
      white[1].value = value("seconds");
    }
    const shown = {
      "other-size": value("size") === "other",
      "full-time": [value("black"), value("white")].includes(String(FULL_LEVEL)),
      "increment-field": hasClock,
      "odds-field": hasClock,
      "white-time": hasOdds,
      "fifth-count": this.fillOpenings(),
    };
    for (const [id, isShown] of Object.entries(shown)) {
      byId(id).hidden = !isShown;
      // Hidden fields are not validated, because their error could not be seen.
      for (const input of byId(id).querySelectorAll("input")) input.disabled = !isShown;
    }
    this.fields.opening.setCustomValidity("");
  }

  /// Fills the choice of openings. Returns whether the chosen one has a number of fifth stones.
  fillOpenings() {
    const field = this.fields.opening;
    const [chosen, count] = settings.newGame.opening.split("-");
    const isRenju = this.fields.rule.value === "renju";
    // Before the server's answer only the last game's opening is known.
    const openings = this.openings.length > 0 || chosen === "none" ? this.openings : [{ name: chosen, fifths: count }];
    const names = openings.filter(({ renju }) => isRenju || !renju).map(({ name }) => name);
    fill(field, [["none", t("none")], ...named("opening", names)], field.value || chosen);
    const usual = openings.find(({ name }) => name === field.value)?.fifths;
    const fifths = this.fields.fifths;
    if (fifths.dataset.opening !== field.value) fifths.value = (field.value === chosen && count) || (usual ?? 1);
    fifths.dataset.opening = field.value;
    fifths.max = this.mostFifths;
    return Boolean(usual);
  }

  /// The chosen opening by the server's name: `soosorv-8`.
  get opening() {
    const name = this.fields.opening.value || "none";
    return byId("fifth-count").hidden ? name : `${name}-${this.fields.fifths.value}`;
  }

  /// Why the server does not play the opening on this board; empty if it does.
  async whyNot({ rule, width, height, opening }) {
    if (opening === "none") return "";
    const position = new Game({ rule, width, height }).position();
    try {
      await this.app.connection.ask("opening", { position, opening });
      return "";
    } catch (error) {
      await learnDetails().catch(() => {});
      // The game waits for the connection.
      return error.code === "offline" ? "" : this.app.describe(error);
    }
  }

  async start() {
    const number = (name, least, most) => Math.min(most, Math.max(least, Number(this.fields[name].value) || least));
    const isOther = this.fields.size.value === "other";
    const side = (name) => (isOther ? Math.round(number(name, MIN_SIDE, MAX_SIDE)) : Number(this.fields.size.value));
    const seats = ["black", "white"].map((color) => this.fields[color].value);
    const chosen = {
      rule: this.fields.rule.value,
      width: side("width"),
      height: side("height"),
      opening: this.opening,
      black: seats[0],
      white: seats[1],
      time: number("time", 0.1, MAX_TIME),
      odds: this.fields.odds.checked,
      ...Object.fromEntries(TIMES.map((name) => [name, number(name, 0, Number(this.fields[name].max))])),
    };
    const why = await this.whyNot(chosen);
    // The reader may have closed the dialog meanwhile, or begun twice.
    if (!this.dialog.open) return;
    if (why) {
      this.fields.opening.setCustomValidity(why);
      this.fields.opening.reportValidity();
      return;
    }
    change({ newGame: chosen });
    this.dialog.close();
    const [black, white] = seats.map((seat) => seatOf(seat, chosen.time));
    const minutes = chosen.minutes + chosen.seconds / 60;
    const whiteMinutes = chosen.whiteMinutes + chosen.whiteSeconds / 60;
    // Without any time White would have lost.
    const hasOdds = chosen.odds && minutes > 0 && whiteMinutes + chosen.byoyomi > 0;
    const { rule, width, height } = chosen;
    this.app.edits.replace(() => {
      this.app.setMode("play");
      this.app.say("");
      const increment = minutes > 0 ? chosen.increment : 0;
      this.play.prepare({ ...chosen, minutes, whiteMinutes: hasOdds ? whiteMinutes : null, increment, black, white });
      this.app.load(new Game({ rule, width, height }));
    });
  }
}

/// A dialog whose fields have the names of settings. `prepare` sets what can be chosen.
function settingsDialog(app, id, prepare) {
  const dialog = byId(id);
  const form = dialog.querySelector("form");
  const show = () => {
    prepare(form.elements);
    for (const field of form.querySelectorAll("[name]")) {
      const value = settings[field.name];
      if (field.type === "checkbox") field.checked = value;
      // The setting is kept for engines that allow more; the field shows what this one allows.
      else field.value = field.max ? Math.min(value, field.max) : value;
    }
  };
  app.on("language", () => dialog.open && show());
  keepsChanges(form);
  return opener(dialog, show);
}

function fillLooks(elements) {
  fill(elements.language, Object.entries(LANGUAGES));
  fill(elements.theme, named("theme", ["auto", "light", "dark"]));
  fill(elements.look, named("look", LOOKS));
  fill(elements.confirm, named("confirm", ["auto", "always", "never"]));
}

/// Says how many threads and how much memory a search can have.
function sayMost(elements, most) {
  for (const [name, limit] of Object.entries(most)) {
    elements[name].max = limit;
    elements[name].labels[0].querySelector("small").textContent = t("atMost", { most: limit });
  }
}

/// Returns a function that opens a dialog, which `show` fills.
const opener = (dialog, show) => () => {
  show();
  dialog.showModal();
};

/// Stores every choice of a form as a setting.
function keepsChanges(form) {
  form.addEventListener("change", (event) => {
    const { name, type, checked, value, min, max, step } = event.target;
    if (type === "number") {
      // A typed value may be out of range. It becomes 0, or at least one step.
      const typed = Math.max(Number(min), Math.round(Number(value)));
      const number = Math.min(Number(max), typed && Math.max(typed, Number(step)));
      event.target.value = number;
      return change({ [name]: number });
    }
    change({ [name]: type === "checkbox" ? checked : value });
  });
  onSubmit(form, () => {});
}

function pasteDialog(files) {
  const dialog = byId("paste");
  const text = byId("paste-text");
  const form = dialog.querySelector("form");
  const { elements } = form;
  onSubmit(form, async () => {
    dialog.close();
    const side = Number(elements.size.value);
    const given = { ...(elements.rule.value && { rule: elements.rule.value }), ...(side && { width: side, height: side }) };
    const { value } = text;
    // An unreadable text stays for the next try, and so does one that is written before a question is answered.
    if (value.trim() && (await files.openText(value, given)) && text.value === value) text.value = "";
  });
  return opener(dialog, () => {
    const own = ["", t("ofTheText")];
    fill(elements.rule, [own, ...named("rule", RULES)], elements.rule.value);
    fill(elements.size, [own, ...SIZES.map((side) => [side, `${side} × ${side}`])], elements.size.value);
  });
}

/// Returns what opens the dialogs, by the ids of their buttons.
export function setUpDialogs(app, play, files) {
  const share = byId("share-dialog");
  const newGame = new NewGame(app, play);
  return {
    "open-share": opener(share, shareDialog(app, new Saver(app, play), share)),
    new: () => newGame.show(),
    "open-settings": settingsDialog(app, "settings", fillLooks),
    "open-engine": settingsDialog(app, "engine-dialog", (elements) => sayMost(elements, app.connection.most)),
    "open-paste": pasteDialog(files),
  };
}
