// The puzzles' panel: choice, progress, and the puzzle on the board.

import { RULES } from "../game/address.js";
import { t } from "../words/i18n.js";
import { settings } from "../settings.js";
import { button, choice, fill, made, named } from "../parts.js";

const GRADES = [1, 2, 3, 4, 5];
const stars = (grade) => "★".repeat(grade) + "☆".repeat(GRADES.length - grade);
/// Rules without puzzles in the built-in set; a test compares them with the set.
const NO_PUZZLES = ["caro-exact"];
/// The rule of the puzzles until the reader chooses one that has some.
const DEFAULT_RULE = "caro";

export class Puzzles {
  constructor(app, trainer, progress) {
    Object.assign(this, { app, trainer, progress, all: [], sets: new Map(), fileName: "" });
    this.rule = choice("puzzle-rule", "rule", (rule) => this.choose({ rule }));
    this.kind = choice("puzzle-kind", "learn.kind", (kind) => this.choose({ kind }));
    this.grade = choice("puzzle-grade", "learn.grade", (grade) => this.choose({ grade: Number(grade) }));
    this.count = made("p", { id: "puzzle-count", className: "quiet" });
    this.task = made("p", { id: "puzzle-task" });
    this.state = made("p", { id: "puzzle-state", role: "status" });
    this.buttons = {
      next: button("learn.next", () => this.next(), { id: "puzzle-next", className: "main" }),
      again: button("learn.again", () => trainer.again(), { id: "puzzle-again" }),
      back: button("learn.back", () => trainer.back(), { id: "puzzle-back" }),
      hint: button("hint", () => trainer.hint(), { id: "puzzle-hint" }),
      tell: button("learn.tell", () => trainer.tell(), { id: "puzzle-tell" }),
    };
    const hidden = { className: "hidden", tabIndex: -1, ariaHidden: "true" };
    this.file = made("input", { type: "file", accept: ".txt,.puzzles", id: "puzzle-file", ...hidden });
    this.file.addEventListener("change", () => this.openFile());
    const open = button("learn.openFile", () => this.file.click(), { className: "grow" });
    this.box = made("section", { id: "puzzles" },
      // The task comes first: on a phone it is right below the board.
      made("div", { id: "puzzle" }, this.task, this.state, made("div", { className: "buttons" }, ...Object.values(this.buttons))),
      this.count, made("div", { className: "choices" }, this.rule, this.kind, this.grade),
      made("div", { className: "buttons" }, open, this.file));
    app.on("puzzle", () => this.show());
  }

  /// Opens the panel with a puzzle on the board.
  async open() {
    this.fillChoices();
    const { trainer } = this;
    if (!trainer.puzzle) trainer.restore();
    if (!trainer.puzzle) return this.next();
    trainer.start(trainer.puzzle, true);
    // Without a connection the view opens again when there is one.
    await this.look().then(() => this.show(), (error) => error.code === "offline" || this.app.report(error));
  }

  /// Whether the puzzles could not be asked for.
  get isEmpty() {
    return this.all.length === 0;
  }

  fillChoices() {
    const { choice: chosen } = this.progress;
    if (!chosen.rule) chosen.rule = RULES.includes(settings.newGame.rule) ? settings.newGame.rule : DEFAULT_RULE;
    const rules = named("rule", RULES.filter((rule) => !NO_PUZZLES.includes(rule)));
    if (!rules.some(([rule]) => rule === chosen.rule) && chosen.rule !== "file") chosen.rule = DEFAULT_RULE;
    if (this.fileName) rules.push(["file", this.fileName]);
    else if (chosen.rule === "file") chosen.rule = DEFAULT_RULE;
    fill(this.rule, rules, chosen.rule);
    fill(this.kind, ["", "win", "hold"].map((kind) => [kind, t(`learn.kind.${kind || "all"}`)]), chosen.kind);
    const grades = named("learn.grade", GRADES).map(([grade, text]) => [grade, `${stars(grade)} ${text}`]);
    fill(this.grade, [[0, t("learn.grade.all")], ...grades], chosen.grade);
  }

  async choose(chosen) {
    this.progress.choose(chosen);
    await this.next();
  }

  /// The puzzles of a rule, asked for once.
  async of(rule) {
    if (!this.sets.has(rule)) this.sets.set(rule, (await this.app.connection.ask("puzzles", { rule })).puzzles);
    return this.sets.get(rule);
  }

  /// Finds the puzzles of the reader's choice, and returns them.
  async look() {
    const { rule, kind, grade } = this.progress.choice;
    this.all = await this.of(rule);
    this.chosen = this.all.filter((puzzle) => (!kind || puzzle.kind === kind) && (!grade || puzzle.grade === grade));
    return this.chosen;
  }

  async next() {
    const { progress, trainer, app } = this;
    if (!(await app.tried(() => this.look()))) return;
    const next = progress.next(this.chosen, trainer.puzzle?.id);
    // Another part may have been opened while the server answered.
    if (next && app.mode === "learn" && !this.box.hidden) trainer.start(next);
    else this.show();
  }

  async openFile() {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    const ask = async () => this.app.connection.ask("puzzles", { rule: null, text: await file.text() });
    const own = await this.app.tried(ask);
    if (!own) return;
    this.fileName = file.name;
    this.sets.set("file", own.puzzles);
    this.progress.choose({ rule: "file", kind: "", grade: 0 });
    this.fillChoices();
    await this.next();
  }

  show() {
    // The panel takes its place once it is complete, so that nothing jumps.
    this.box.dataset.isReady = String(this.all.length > 0 || Boolean(this.trainer.puzzle));
    const { trainer, progress, buttons } = this;
    const { puzzle, state } = trainer;
    const isOf = (what) => (this.chosen ?? []).filter(({ id }) => what(id)).length;
    const values = { solved: isOf((id) => progress.isSolved(id)), count: (this.chosen ?? []).length };
    const due = isOf((id) => progress.isDue(id)) || t("none");
    this.count.replaceChildren(...[
      t("learn.count", values), t("learn.streak", { streak: progress.streak, best: progress.best }),
      t("learn.due", { waiting: isOf((id) => progress.isToRepeat(id)), due }),
    ].flatMap((text) => [made("span", { textContent: text }), " "]));
    this.box.querySelector("#puzzle").dataset.state = state;
    for (const name of ["again", "back", "hint", "tell"]) buttons[name].hidden = !puzzle;
    if (!puzzle) return void (this.task.textContent = t("learn.none"));
    const task = t(puzzle.isMissed ? "learn.task.missed" : `learn.task.${puzzle.kind}`, {
      player: t(trainer.side), opponent: t(trainer.side === "black" ? "white" : "black"),
    });
    const title = puzzle.grade && t(`learn.grade.${puzzle.grade}`);
    this.task.replaceChildren(task, " ", title ? made("span", { className: "stars", title }, stars(puzzle.grade)) : "");
    this.state.textContent = trainer.said;
    buttons.back.hidden = state !== "wrong";
    buttons.again.hidden = state !== "solved";
    buttons.hint.hidden = buttons.tell.hidden = state === "solved";
    buttons.hint.disabled = buttons.tell.disabled = state === "answers";
  }
}
