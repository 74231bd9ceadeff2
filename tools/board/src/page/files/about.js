// Facts of the game beside its moves: players, event, date, place, round, result. The dialog is loaded when it is first
// opened, or with the part that has its button.

import { MAX_COMMENT, MAX_NAME } from "../limits.js";
import { t } from "../words/i18n.js";
import { COLORS } from "../game/notation.js";
import { resultName } from "../words/score.js";
import { RESULTS } from "../game/address.js";
import { button, choice, fill, made, onSubmit } from "../parts.js";

/// SGF properties that the dialog always shows, with their texts and, for ranks, the player's.
const USUAL = { EV: "EV", RO: "RO", DT: "DT", PC: "PC", BR: "rank", WR: "rank", AN: "AN" };
/// SGF properties shown only if a file has them.
const RARE = { GN: "GN", ON: "ON", TM: "TM", OT: "OT", BT: "team", WT: "team", SO: "SO", US: "US", CP: "CP" };
const LONG = 300;

let dialog = null;

/// A button that opens the dialog.
export const aboutButton = (app, id) => button("about.open", () => openAbout(app), { id });

export function openAbout(app) {
  if (!dialog) {
    dialog = made("dialog", { id: "about" });
    dialog.setAttribute("aria-labelledby", "about-title");
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    document.body.append(dialog);
  }
  dialog.replaceChildren(formOf(app));
  dialog.showModal();
}

function formOf(app) {
  const { game } = app;
  const names = COLORS.map((color) => {
    return field(color, t(color), game.names[color], (text) => app.edits.name(color, text), { maxLength: MAX_NAME });
  });
  const tags = (table) => Object.entries(table).map((tag) => tagField(app, tag));
  const rare = Object.fromEntries(Object.entries(RARE).filter(([name]) => game.tags[name]));
  const write = (text) => app.edits.comment(game.root, text);
  const most = { rows: 3, maxLength: MAX_COMMENT };
  const form = made(
    "form", {}, made("h2", { id: "about-title", textContent: t("about.title") }),
    made("div", { className: "names" }, ...names, ...tags(USUAL), resultField(app), ...tags(rare)),
    field("comment", t("about.comment"), game.root.comment, write, most, "textarea"),
    made("div", { className: "buttons" }, button("close", () => dialog.close(), { className: "main" })),
  );
  onSubmit(form, () => dialog.close());
  return form;
}

function field(name, label, value, write, more, kind = "input") {
  const input = made(kind, { name, value, autocomplete: "off", oninput: ({ target }) => write(target.value), ...more });
  return made("label", { className: "wide" }, made("span", { textContent: label }), input);
}

function tagField({ edits, game }, [name, text]) {
  const write = (value) => {
    const { [name]: _, ...rest } = game.tags;
    edits.about({ tags: value.trim() ? { ...rest, [name]: value.trim() } : rest }, name);
  };
  const player = t(name.startsWith("B") ? "black" : "white");
  // SGF's form of a date.
  const placeholder = name === "DT" ? "YYYY-MM-DD" : "";
  return field(name, t(`about.${text}`, { player }), game.tags[name] ?? "", write, { maxLength: LONG, placeholder });
}

/// A choice of the result, if the game was not played here and the board does not show one.
function resultField(app) {
  const { game } = app;
  const end = game.playedEnd(game.mainEnd());
  const ending = app.endingAt(end);
  const write = (result) => app.edits.about({ opened: { ...game.opened, result: result || null, end } }, null);
  const label = choice("result", "kept.result", write);
  label.className = "wide";
  const texts = RESULTS.map((result) => [result, resultName(result)]);
  fill(label, [["", t("none")], ...texts], game.resultAt(end, ending) ?? "");
  label.querySelector("select").disabled = Boolean(ending) || game.isPlayed;
  return label;
}
