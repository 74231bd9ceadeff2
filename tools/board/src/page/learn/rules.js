// The rules in a few sentences, with winning rows and rows that do not win. A test checks each row with the engine.

import { RULES } from "../game/address.js";
import { t } from "../words/i18n.js";
import { choice, fill, made } from "../parts.js";
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
    this.box = made("section", { id: "rules" }, this.rules, text("rules.play"), text("rules.aim"), this.own, this.rows, text("rules.advice"));
    this.fillChoices();
  }

  fillChoices() {
    fill(this.rules, RULES.map((rule) => [rule, t(`rule.${rule}`)]), this.rule);
  }

  open() {
    this.rule = this.chosen ?? this.app.game.rule;
    this.fillChoices();
    this.show();
  }

  show() {
    this.own.textContent = t(`rules.${this.rule}`);
    const rows = ROWS.filter(([rule]) => rule === this.rule).map(([, row, wins]) => this.row([row], t(wins ? "rules.wins" : "rules.winsNot"), wins ? "wins" : "quiet"));
    if (this.rule === "renju") rows.push(this.row(DOUBLE_THREE, t("rules.doubleThree"), "quiet"));
    this.rows.replaceChildren(...rows);
  }

  /// A picture of rows, with a text.
  row(rows, text, className) {
    const squares = settings.look === "notebook";
    const [width, height] = [CELL * rows[0].length, CELL * rows.length];
    // Flat: the gradients that shade stones belong to the board, which may be hidden.
    const picture = element("svg", { class: "flat", viewBox: `0 0 ${width} ${height}`, width: 0.8 * width, height: 0.8 * height, "aria-hidden": "true" });
    const middle = CELL / 2;
    const edge = (index) => CELL * index + (squares ? 0 : middle);
    for (const index of rows.keys()) if (!squares || index > 0) picture.append(element("path", { d: `M0 ${edge(index)}H${width}`, class: "grid" }));
    for (const index of [...rows[0]].keys()) picture.append(element("path", { d: `M${edge(index)} 0V${height}`, class: "grid" }));
    for (const [y, row] of rows.entries()) {
      for (const [x, cell] of [...row].entries()) {
        const at = [CELL * x + middle, CELL * y + middle];
        if (COLORS[cell]) picture.append(drawStone({ color: COLORS[cell], kind: "stone", squares, at }));
        if (cell === "x") picture.append(element("path", { d: `M${at[0] - 7} ${at[1] - 7}l14 14m0 -14l-14 14`, class: "forbidden" }));
      }
    }
    return made("li", {}, picture, made("span", { className, textContent: text }));
  }
}
