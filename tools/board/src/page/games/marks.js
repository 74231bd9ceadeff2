// The reader's marks on the board: circles, triangles, squares, crosses, letters and arrows; and the judgments of the move.
// Both belong to the position.

import { t } from "../words/i18n.js";
import { parsePoints, pointName } from "../game/notation.js";
import { button, byId, iconButton, made, refill } from "../parts.js";
import { aboutButton } from "../files/about.js";
import { ASSESSMENTS, JUDGMENTS, glyphsOf } from "../game/glyphs.js";

/// The kinds of marks, with the pictures of their buttons.
const KINDS = {
  circle: "M5 12a7 7 0 1 0 14 0a7 7 0 1 0-14 0",
  triangle: "M12 5l8 14H4z",
  square: "M5.5 5.5h13v13h-13z",
  cross: "M6 6l12 12M18 6L6 18",
  letter: "M6 19L12 5l6 14M8.5 14h7",
  arrow: "M5 19L18 6M10 6h8v8",
};
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function glyphButton({ label, name, isOn, act, disabled }) {
  const values = { textContent: label, title: name, ariaLabel: name, ariaPressed: String(isOn), disabled, onclick: act };
  return made("button", { type: "button", ...values, data: { sign: label } });
}

export class Marks {
  constructor({ app }, box) {
    Object.assign(this, { app, box, kind: null, from: null, tool: null });
    this.buttons = Object.entries(KINDS).map(([kind, path]) => {
      return iconButton(path, () => this.choose(kind), { data: { kind, tLabel: `marks.${kind}` } });
    });
    const clear = () => {
      this.startAt(null);
      app.edits.clearMarks(app.node);
    };
    this.clear = button("marks.clear", clear, { id: "marks-clear" });
    const names = { className: "buttons", role: "group", data: { tLabel: "marks.title" } };
    const bar = made("div", names, ...this.buttons, this.clear);
    this.glyphs = made("div", { className: "buttons" });
    box.replaceChildren(bar, this.glyphs);
    byId("promote").after(aboutButton(app, "notes-about"));
    app.on("position mode draw language", () => this.show());
    app.on("position", () => this.startAt(null));
    this.show();
    this.watch(byId("frame"));
  }

  show() {
    const { app, kind } = this;
    for (const one of this.buttons) one.ariaPressed = app.hasTool(this.tool) && one.dataset.kind === kind;
    this.clear.disabled = app.node.signs.length === 0 && app.node.arrows.length === 0;
    this.showGlyphs();
  }

  /// Shows the judgments of the move and of the position after it.
  showGlyphs() {
    const { app, glyphs } = this;
    const { node } = app;
    const kinds = { move: JUDGMENTS, position: ASSESSMENTS };
    const tables = Object.entries(kinds).map(([name, table]) => [t(`judge.${name}`), glyphsOf(app, node, table)]);
    // Buttons drawn again between press and release would swallow the click, and a running analysis draws all the time.
    const shown = JSON.stringify(tables);
    if (this.shown === shown && this.node === node) return;
    Object.assign(this, { shown, node });
    refill(glyphs, ...tables.map(([ariaLabel, signs]) => {
      return made("div", { className: "glyphs", role: "group", ariaLabel }, ...signs.map(glyphButton));
    }));
  }

  /// Selects a kind of mark to draw, or deselects it.
  choose(kind) {
    const { app } = this;
    if (app.hasTool(this.tool) && this.kind === kind) return app.setTool(null);
    this.startAt(null);
    this.kind = kind;
    if (!app.hasTool(this.tool)) {
      const end = () => {
        this.startAt(null);
        app.say("");
      };
      const draw = (point) => (this.kind === "arrow" ? this.drawArrow(point) : this.drawSign(point));
      this.tool = { choose: draw, ghost: () => null, end };
      app.setTool(this.tool);
    }
    app.say(t(kind === "arrow" ? "marks.arrowHint" : "marks.hint"));
    this.show();
  }

  /// While analyzing, dragging with the right button draws an arrow; a right click on one point opens the menu.
  watch(frame) {
    const { app } = this;
    let from = null;
    const isMeant = ({ button, pointerType }) => button === 2 && pointerType === "mouse" && app.mode === "analyze" && !app.tool;
    const isBegun = (event) => isMeant(event) && frame.contains(event.target);
    // A press elsewhere forgets an arrow that ended beside the board.
    addEventListener("pointerdown", (event) => (from = isBegun(event) ? app.pointAt(event) : null));
    frame.addEventListener("pointerup", (event) => {
      if (!isMeant(event)) return;
      const to = app.pointAt(event);
      if (from !== null && to !== null && to !== from) return this.putArrow(from, to);
      const { clientX, clientY } = event;
      frame.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }));
    });
    // Some systems ask for the menu when the button is pressed.
    const suppress = (event) => (event.preventDefault(), event.stopImmediatePropagation());
    frame.addEventListener("contextmenu", (event) => isMeant(event) && suppress(event), true);
  }

  /// Marks the start of an arrow until it has its end.
  startAt(point) {
    this.from = point;
    this.app.overlay("arrow", point === null ? null : { marks: [{ point, text: "→" }] });
  }

  drawSign(point) {
    const { app, kind } = this;
    const { node, game } = app;
    const name = pointName(game, point);
    const old = node.signs.find((sign) => parsePoints(game, sign.point)?.[0] === point);
    const others = node.signs.filter((sign) => sign !== old);
    const isSame = old && (kind === "letter" ? old.text : old.mark === kind);
    const letter = [...LETTERS].find((one) => !others.some(({ text }) => text === one)) ?? "?";
    const sign = { point: name, text: kind === "letter" ? letter : "", mark: kind === "letter" ? "" : kind };
    app.edits.note(node, { signs: isSame ? others : [...others, sign] }, { what: ["marks"] });
  }

  drawArrow(point) {
    const { from } = this;
    if (from === null) return this.startAt(point);
    this.startAt(null);
    if (from !== point) this.putArrow(from, point);
  }

  /// Draws an arrow, or removes it if it exists.
  putArrow(from, point) {
    const { node } = this.app;
    const others = node.arrows.filter((arrow) => arrow[0] !== from || arrow[1] !== point);
    const arrows = others.length < node.arrows.length ? others : [...others, [from, point]];
    this.app.edits.note(node, { arrows }, { what: ["marks"] });
  }
}
