// The rules in a few sentences, with winning rows and rows that do not win. A test checks each row with the engine.

import { RULES } from "../game/address.js";
import { t } from "../words/i18n.js";
import { choice, fill, made, named } from "../parts.js";
import { settings } from "../settings.js";
import { drawStone, element } from "../board/stones.js";

/// Rows: a rule, Black's and White's stones, and whether five or more of Black's win.
const ROWS = [
  ["caro", ".bbbbbw", true],
  ["caro", "wbbbbbw", false],
  ["caro", "wbbbbbbw", true],
  ["caro-exact", ".bbbbbw", true],
  ["caro-exact", "wbbbbbw", false],
  ["caro-exact", ".bbbbbb.", false],
  ["freestyle", "wbbbbbw", true],
  ["freestyle", ".bbbbbb.", true],
  ["standard", "wbbbbbw", true],
  ["standard", ".bbbbbb.", false],
  ["renju", "wbbbbbw", true],
  ["renju", ".bbbbbb.", false],
  ["renju", ".wwwwww.", true],
];
/// Two open threes made by one stone on the marked point.
const DOUBLE_THREE = [".....", "..b..", "..b..", "bbx..", "....."];
const COLORS = { b: "black", w: "white" };
const CELL = 32;

export class Rules {
  constructor(app) {
    Object.assign(this, { app, rule: app.game.rule });
    /// The chosen rule; null means the rule of the game on the board.
    this.chosen = null;
    this.rules = choice("rules", "rule", (rule) => {
      this.chosen = this.rule = rule;
      this.show();
    });
    this.own = made("p", { id: "rules-own" });
    this.rows = made("ul", { id: "rules-rows" });
    const text = (name) => made("p", { data: { t: name } });
    const [play, aim, advice] = ["play", "aim", "advice"].map((name) => text(`rules.${name}`));
    this.box = made("section", { id: "rules" }, this.rules, play, aim, this.own, this.rows, advice);
    this.fillChoices();
  }

  fillChoices() {
    fill(this.rules, named("rule", RULES), this.rule);
  }

  open() {
    this.rule = this.chosen ?? this.app.game.rule;
    this.fillChoices();
    this.show();
  }

  show() {
    this.own.textContent = t(`rules.${this.rule}`);
    const rows = ROWS.filter(([rule]) => rule === this.rule).map(([, row, wins]) => {
      return this.row([row], t(wins ? "rules.wins" : "rules.winsNot"), wins ? "wins" : "quiet");
    });
    if (this.rule === "renju") rows.push(this.row(DOUBLE_THREE, t("rules.doubleThree"), "quiet"));
    this.rows.replaceChildren(...rows);
  }

  /// A picture of rows, with a text.
  row(rows, text, className) {
    const squares = settings.look === "notebook";
    const [width, height] = [CELL * rows[0].length, CELL * rows.length];
    // Flat: the gradients that shade stones belong to the board, which may be hidden.
    const size = { viewBox: `0 0 ${width} ${height}`, width: 0.8 * width, height: 0.8 * height };
    const picture = element("svg", { class: "flat", ...size, "aria-hidden": "true" });
    const middle = CELL / 2;
    const edge = (index) => CELL * index + (squares ? 0 : middle);
    const put = (d, name) => picture.append(element("path", { d, class: name }));
    for (const index of rows.keys()) if (!squares || index > 0) put(`M0 ${edge(index)}H${width}`, "grid");
    for (const index of [...rows[0]].keys()) put(`M${edge(index)} 0V${height}`, "grid");
    for (const [y, row] of rows.entries()) {
      for (const [x, cell] of [...row].entries()) {
        const at = [CELL * x + middle, CELL * y + middle];
        if (COLORS[cell]) picture.append(drawStone({ color: COLORS[cell], kind: "stone", squares, at }));
        if (cell === "x") put(`M${at[0] - 7} ${at[1] - 7}l14 14m0 -14l-14 14`, "forbidden");
      }
    }
    return made("li", {}, picture, made("span", { className, textContent: text }));
  }
}
