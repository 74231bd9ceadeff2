// Minimax and alpha-beta on a small position of tic-tac-toe, step by step, by the textbook's own search.

import { t } from "../words/i18n.js";
import { button, check, choice, fill, made } from "../parts.js";
import { drawTree } from "./treepicture.js";

const SEARCHES = ["minimax", "alpha_beta"];
/// First positions: O wins, two draws, X wins; the last one has many cutoffs.
const EXAMPLES = ["XOXOO.X..", "O.XXXOO..", "..XX.OOX.", ".O.OXX.X."];
const MOST_FREE = 4;
const RUN_PAUSE = 550;
const NEXT_MARK = { ".": "X", X: "O", O: "." };

const winnerOf = (value) => (value > 0 ? "X" : value < 0 ? "O" : "");

/// The steps of a search in order: it enters a position, and leaves it with a value.
export function stepsOf(nodes) {
  const steps = [];
  const open = [];
  for (const [at, { parent }] of nodes.entries()) {
    while (open.length > 0 && open.at(-1) !== parent) steps.push({ at: open.pop(), isDone: true });
    open.push(at);
    steps.push({ at, isDone: false });
  }
  while (open.length > 0) steps.push({ at: open.pop(), isDone: true });
  return steps;
}

export class Course {
  constructor(app) {
    Object.assign(this, { app, cells: EXAMPLES[0], search: SEARCHES[0], isOrdered: false, nodes: [], steps: [], step: 0 });
    this.cellButtons = Array.from({ length: 9 }, (_, cell) =>
      made("button", { type: "button", className: "cell", onclick: () => this.mark(cell) }));
    this.searchChoice = choice("search", "learn.search", (search) => this.change({ search }));
    const onchange = ({ target }) => this.change({ isOrdered: target.checked });
    const ordered = check("learn.ordered", { id: "course-ordered", onchange });
    this.examples = EXAMPLES.map((cells, index) =>
      made("button", { type: "button", textContent: String(index + 1), onclick: () => this.change({ cells }) }));
    const title = made("span", { className: "quiet", data: { t: "learn.example" } });
    const examples = made("div", { className: "buttons" }, title, ...this.examples);
    this.text = made("p", { id: "course-text", role: "status" });
    this.count = made("p", { id: "course-count", className: "quiet" });
    this.tree = made("div", { id: "course-tree", role: "group", tabIndex: 0 });
    this.run = button("learn.run", () => this.toggleRun(), { id: "course-run" });
    this.box = made("section", { id: "course" },
      made("p", { className: "quiet", data: { t: "learn.courseAbout" } }),
      made("div", { id: "course-top" }, made("div", { className: "cells" }, ...this.cellButtons),
        made("div", { className: "side" }, this.searchChoice, ordered, examples)),
      made("div", { className: "buttons" },
        button("learn.step", () => this.go(this.step + 1), { id: "course-step", className: "main" }),
        button("learn.stepBack", () => this.go(this.step - 1), { id: "course-back" }), this.run,
        button("learn.toEnd", () => this.go(this.steps.length), { id: "course-end" })),
      this.text, this.count, this.tree);
  }

  /// Whether there is no search to show.
  get isEmpty() {
    return this.nodes.length === 0;
  }

  async open() {
    this.fillChoices();
    if (this.isEmpty) await this.trace();
    else this.show();
  }

  fillChoices() {
    fill(this.searchChoice, SEARCHES.map((search) => [search, t(`learn.${search}`)]), this.search);
  }

  async change(values) {
    Object.assign(this, values);
    await this.trace();
  }

  /// Cycles a cell through X, O and empty. An impossible position shows a message.
  async mark(cell) {
    const cells = this.shownCells();
    await this.change({ cells: cells.slice(0, cell) + NEXT_MARK[cells[cell]] + cells.slice(cell + 1) });
  }

  async trace() {
    this.stop();
    const asked = {};
    this.asked = asked;
    Object.assign(this, { nodes: [], steps: [], step: 0, whole: 0, problem: null });
    const free = [...this.cells].filter((cell) => cell === ".").length;
    const ask = (search, ordered) => this.app.connection.ask("trace", { cells: this.cells, search, ordered });
    try {
      if (free > MOST_FREE) this.problem = () => t("learn.tooFree");
      else {
        const [own, whole] = await Promise.all([ask(this.search, this.isOrdered), ask("minimax", false)]);
        if (this.asked !== asked) return;
        Object.assign(this, { nodes: own.nodes, steps: stepsOf(own.nodes), whole: whole.nodes.length });
      }
    } catch (error) {
      if (this.asked !== asked) return;
      this.problem = () => (error.code === "position" ? t("learn.noPosition") : this.app.describe(error));
    }
    this.show();
  }

  go(step) {
    this.step = Math.min(this.steps.length, Math.max(0, step));
    if (this.step === this.steps.length) this.stop();
    this.show();
  }

  toggleRun() {
    if (this.timer) return this.stop();
    if (this.step === this.steps.length) this.step = 0;
    this.timer = setInterval(() => (this.box.checkVisibility() ? this.go(this.step + 1) : this.stop()), RUN_PAUSE);
    this.showRun();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showRun();
  }

  showRun() {
    this.run.dataset.t = this.timer ? "stop" : "learn.run";
    this.run.textContent = t(this.run.dataset.t);
  }

  /// The position at which the search is.
  get at() {
    return this.step > 0 ? this.steps[this.step - 1].at : 0;
  }

  shownCells() {
    const cells = [...this.cells];
    const path = [];
    for (let at = this.at; this.nodes[at]?.cell != null; at = this.nodes[at].parent) path.push(this.nodes[at].cell);
    let count = cells.filter((cell) => cell !== ".").length;
    for (const cell of path.reverse()) cells[cell] = count++ % 2 === 0 ? "X" : "O";
    return cells.join("");
  }

  /// The side to move at a position of the tree.
  moverAt(at) {
    let count = [...this.cells].filter((cell) => cell !== ".").length;
    for (let node = this.nodes[at]; node?.parent != null; node = this.nodes[node.parent]) count++;
    return count % 2 === 0 ? "X" : "O";
  }

  sentence() {
    if (this.problem) return this.problem();
    if (this.step === 0) return t("learn.courseStart", { player: this.moverAt(0) });
    const { at, isDone } = this.steps[this.step - 1];
    const node = this.nodes[at];
    const mover = this.moverAt(at);
    const other = mover === "X" ? "O" : "X";
    const value = this.valueText(node.value);
    const hasChildren = this.nodes.some(({ parent }) => parent === at);
    if (!isDone && at === 0) return t("learn.looks", { player: mover });
    if (!isDone) return t("learn.tries", { player: other, cell: node.cell + 1 });
    const winner = winnerOf(node.value);
    if (!hasChildren) return winner ? t("learn.lineOf", { player: winner, value }) : t("learn.full", { value });
    if (node.skipped.length > 0) return t("learn.cut", { player: mover, other, value, count: node.skipped.length });
    return t(at === 0 ? "learn.rootValue" : "learn.takesBest", { player: mover, value });
  }

  valueText(value) {
    return value > 0 ? "+1" : value < 0 ? "−1" : "0";
  }

  show() {
    const cells = this.shownCells();
    for (const [cell, mark] of this.cellButtons.entries()) {
      const isFree = cells[cell] === ".";
      mark.textContent = isFree ? String(cell + 1) : cells[cell];
      mark.dataset.mark = cells[cell];
      mark.classList.toggle("given", this.cells[cell] !== ".");
      mark.ariaLabel = t("learn.cell", { cell: cell + 1, mark: isFree ? t("empty") : cells[cell] });
    }
    for (const [index, example] of this.examples.entries()) example.ariaPressed = EXAMPLES[index] === this.cells;
    this.text.textContent = this.sentence();
    const steps = this.steps.slice(0, this.step);
    const begun = new Set(steps.map(({ at }) => at));
    const done = new Set(steps.filter(({ isDone }) => isDone).map(({ at }) => at));
    const { nodes, whole, at } = this;
    this.count.textContent = whole > 0 ? t("learn.seen", { seen: begun.size, all: nodes.length, whole }) : "";
    const values = (index) => (done.has(index) ? this.valueText(nodes[index].value) : "");
    this.tree.replaceChildren(drawTree({ nodes, begun, done, values, at, mover: (index) => this.moverAt(index) }));
    this.tree.ariaLabel = t("learn.tree");
    this.tree.querySelector(".at")?.scrollIntoView({ block: "nearest", inline: "center" });
  }
}
