// The time controls that the dialog of a new game offers as one choice, beside the fields that each of them fills.

import { t } from "../words/i18n.js";
import { fill, made } from "../parts.js";

/// Minutes, seconds added for a move, and seconds for each move after that.
const CONTROLS = {
  none: [0, 0, 0],
  "5+0": [5, 0, 0],
  "10+5": [10, 5, 0],
  "15+10": [15, 10, 0],
  "0+30": [0, 0, 30],
};
const FIELDS = ["minutes", "increment", "byoyomi"];
const OWN = "own";

/// The name of the control that the fields' values make up. Nothing is added to a time of zero.
export function controlOf({ odds, seconds, ...values }) {
  if (odds || Number(seconds) > 0) return OWN;
  const given = FIELDS.map((name) => (name === "increment" && Number(values.minutes) === 0 ? 0 : Number(values[name])));
  const isSame = ([, times]) => times.every((time, index) => time === given[index]);
  return Object.entries(CONTROLS).find(isSame)?.[0] ?? OWN;
}

/// The values of the fields for a control; none for the reader's own.
export function valuesOf(control) {
  const times = CONTROLS[control];
  return times ? { seconds: 0, ...Object.fromEntries(FIELDS.map((name, index) => [name, times[index]])) } : {};
}

function textOf([minutes, added, byoyomi]) {
  if (byoyomi > 0) return t("control.byoyomi", { seconds: byoyomi });
  if (minutes === 0) return t("control.none");
  return t(added > 0 ? "control.added" : "control.minutes", { minutes, seconds: added });
}

export class TimeControl {
  /// Puts the choice above the fields of a form.
  constructor(form) {
    this.fields = form.elements;
    this.select = made("select", { name: "control" });
    const label = made("label", {}, made("span", { data: { t: "control" } }), " ", this.select);
    this.fields.minutes.closest(".row").before(label);
  }

  show() {
    const choices = Object.entries(CONTROLS).map(([name, times]) => [name, textOf(times)]);
    fill(this.select, [...choices, [OWN, t("control.own")]]);
    this.follow();
  }

  /// Shows the control that the fields make up.
  follow() {
    const values = Object.fromEntries(["seconds", ...FIELDS].map((name) => [name, this.fields[name].value]));
    this.select.value = controlOf({ ...values, odds: this.fields.odds.checked });
  }

  /// Fills the fields after a change of the choice, or follows a change of theirs.
  changed(field) {
    if (field !== this.select) return this.follow();
    const values = valuesOf(field.value);
    for (const [name, value] of Object.entries(values)) this.fields[name].value = value;
    if (field.value !== OWN) this.fields.odds.checked = false;
  }
}
