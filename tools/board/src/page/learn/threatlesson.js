// Lessons on threats: small positions on the board with the engine's marks, and a win by fours step by step.
// Marks follow every move played there.

import { sentences, t } from "../words/i18n.js";
import { other, pointName } from "../game/notation.js";
import { threatMarks, threatText } from "../board/threats.js";
import { gameAt } from "../game/tree.js";
import { button, made } from "../parts.js";

const BOARD = { rule: "freestyle", width: 15, height: 15 };
/// Lessons: Black's and White's stones, and the side to move.
const LESSONS = [
  { name: "three", black: "g8h8i8", white: "c4d12l5", first: "white" },
  { name: "four", black: "f8g8h8i8", white: "e8c4d12", first: "white" },
  { name: "fours", black: "h8i8j8f10g10g6h7", white: "k8e10d5l12m4c9d11", first: "black" },
];
const SOLVE_TIME = 5000;

export class ThreatLesson {
  constructor(app, guest) {
    Object.assign(this, { app, guest, lesson: LESSONS[0], line: [], threats: null, told: () => "" });
    this.choices = LESSONS.map((lesson) => {
      return button(`learn.lesson.${lesson.name}`, () => this.open(lesson), { data: { lesson: lesson.name } });
    });
    this.about = made("p", { id: "lesson-about" });
    this.text = made("p", { id: "lesson-text", className: "quiet", role: "status" });
    this.walk = button("learn.walk", () => this.step(), { id: "lesson-walk", className: "main" });
    this.reset = button("learn.again", () => this.open(), { id: "lesson-again" });
    const lessons = made("div", { className: "buttons lessons" }, ...this.choices);
    const buttons = made("div", { className: "buttons" }, this.walk, this.reset);
    this.box = made("section", { id: "sight" }, lessons, this.about, this.text, buttons);
    app.on("facts", () => this.isShown && (this.show(), this.look()));
  }

  get isShown() {
    return this.app.mode === "learn" && this.game && this.app.game === this.game;
  }

  open(lesson = this.lesson) {
    const { black, white, first } = lesson;
    this.game = gameAt({ ...BOARD, black, white, first });
    Object.assign(this, { lesson, line: [], threats: null, told: () => "" });
    this.guest.show(this.game, {
      choose: (point) => this.app.place(point),
      ghost: (point) => (this.app.game.isEmpty(point) && !this.app.ending ? this.app.game.toMove() : null),
    });
    this.show();
  }

  /// Shows the threats of both sides as the analysis does.
  async look() {
    const { app } = this;
    if (!this.isShown || app.ending || !app.connection.isOnline) return;
    const found = await app.askHere("threats", {}, true);
    if (!found) return;
    this.threats = found;
    const marks = threatMarks(found);
    app.overlay("threats", marks.length > 0 ? { threats: marks } : null);
    this.show();
  }

  /// Plays one move of the win by fours and explains it.
  async step() {
    const { app } = this;
    if (!this.isShown || app.ending) return;
    if (this.line.length === 0) {
      const found = await app.askHere("solve", { goal: "vcf", time_ms: SOLVE_TIME });
      if (!found) return;
      if (found.result !== "win") {
        const player = app.game.toMove();
        this.told = () => t("learn.noFours", { player: t(player) });
        return this.show();
      }
      this.line = found.line;
    }
    const [point, ...rest] = this.line;
    const player = app.game.toMove();
    if (!app.game.isEmpty(point) || !app.place(point)) return this.open();
    this.line = rest;
    const isFive = rest.length === 0;
    const isAttack = rest.length % 2 === 0;
    const text = isFive ? "learn.walkFive" : isAttack ? "learn.walkFour" : "learn.walkForced";
    this.told = () => t(text, { player: t(player), opponent: t(other(player)), point: pointName(app.game, point) });
    this.show();
  }

  show() {
    const { name } = this.lesson;
    for (const choice of this.choices) choice.ariaPressed = choice.dataset.lesson === name;
    this.walk.hidden = Boolean(this.app.ending);
    this.about.textContent = t(`learn.lessonText.${name}`);
    this.text.textContent = sentences(this.told(), this.threats && threatText(this.game, this.threats));
  }
}
