// One puzzle on the board: tries, the opponent's replies, hints.

import { t } from "../words/i18n.js";
import { ghostsOf, other, parsePoints, pointName, pointNames } from "../game/notation.js";
import { gameAt } from "../game/tree.js";
import { isBoard } from "../game/address.js";
import { session } from "../webstorage.js";

/// The stored puzzle of this tab, which survives a reload.
const KEY = "tengen.puzzle";

/// Milliseconds until the opponent replies, so that the reader sees his own stone first.
const PAUSE = 350;
const SOLVE_TIME = 8000;
/// Moves shown of a line.
const SHOWN = 15;
/// Hints before the hint that tells the move.
const FREE_HINTS = 2;

const pause = () => new Promise((done) => setTimeout(done, PAUSE));

/// States: "asked", "answers", "wrong", "solved". The event "puzzle" announces each.
export class Trainer {
  constructor(app, guest, progress) {
    Object.assign(this, { app, guest, progress, puzzle: null, state: "asked", text: "", values: {} });
    app.on("position", () => this.moved());
  }

  become(state, text = "", values = {}) {
    Object.assign(this, { state, text, values });
    const { puzzle, isFailed, isTold, isDone } = this;
    session.setItem(KEY, JSON.stringify({ puzzle, isFailed, isTold, isDone }));
    this.app.emit("puzzle");
  }

  /// The message about the state in the page's language.
  get said() {
    return this.text ? t(this.text, this.values) : "";
  }

  /// The side to solve the puzzle.
  get side() {
    const { position } = this.puzzle;
    const isFirst = parsePoints(position, position.moves ?? "").length % 2 === 0;
    return isFirst ? position.first : other(position.first);
  }

  /// Starts a puzzle, or restarts it.
  start(puzzle, isAgain = false) {
    const game = gameAt(puzzle.position);
    if (!isAgain) Object.assign(this, { isFailed: false, isTold: false, isDone: false });
    Object.assign(this, { puzzle, hints: 0, origin: game.current });
    this.guest.show(game, { choose: (point) => this.choose(point), ghost: (point) => this.ghost(point) });
    this.become("asked");
  }

  /// Takes up the stored puzzle, if there is one.
  restore() {
    try {
      const { puzzle, isFailed, isTold, isDone } = JSON.parse(session.getItem(KEY));
      const { black, white, blocked = "", moves = "" } = puzzle.position;
      const isText = (part) => parsePoints(puzzle.position, part) !== null;
      const isWhole = isBoard(puzzle.position) && [black, white, blocked, moves].every(isText);
      if (isWhole) Object.assign(this, { puzzle, isFailed, isTold, isDone });
    } catch {
      session.removeItem(KEY);
    }
  }

  again() {
    if (this.puzzle) this.start(this.puzzle, true);
  }

  get isShown() {
    return this.puzzle !== null && this.app.mode === "learn" && this.app.game === this.guest.game;
  }

  /// Whether the reader is before the puzzle's position, in the moves of the game that it comes from.
  get isBefore() {
    return !this.origin.isAncestorOf(this.app.node);
  }

  ghost(point) {
    const isTurn = this.state === "asked" && !this.isBefore && this.app.game.toMove() === this.side;
    return isTurn && this.app.game.isEmpty(point) && !this.app.ending ? this.side : null;
  }

  /// Handles moves through the tree: after undoing a wrong move the puzzle is asked again.
  moved() {
    if (!this.isShown || this.state === "answers" || this.isAnswering) return;
    if (this.state === "wrong" && this.app.game.toMove() === this.side) this.become("asked");
  }

  async choose(point) {
    const { app } = this;
    if (this.state === "answers") return;
    if (this.state === "solved" || app.ending) return app.say(t("learn.isOver"), "error");
    if (this.isBefore) return this.back();
    if (this.state === "wrong" || app.game.toMove() !== this.side) return app.say(t("learn.takeBack"), "error");
    const from = app.node;
    this.isAnswering = true;
    try {
      if (!app.place(point)) return;
      this.become("answers", "learn.thinks");
      await this.judge(point, from);
    } catch (error) {
      this.askAgain(from);
      app.report(error);
    } finally {
      this.isAnswering = false;
    }
  }

  /// Takes back a move that was not judged: the server could not, or the reader has gone to another node.
  askAgain(from) {
    if (!this.isShown || this.state !== "answers" || !this.app.game.has(from)) return;
    this.app.go(from);
    this.become("asked");
  }

  async judge(point, from) {
    const { app, puzzle } = this;
    const { node } = app;
    const isHere = () => this.isShown && this.puzzle === puzzle && app.node === node;
    const [answer] = await Promise.all([
      app.connection.ask("try", { position: app.game.position(), kind: puzzle.kind }), pause(),
    ]);
    if (!isHere()) return this.askAgain(from);
    const { result, reply, line } = answer;
    // The engine found this win by search; the solver may not find it.
    const isKnown = puzzle.isMissed && from === this.origin && point === puzzle.first;
    if (result === "done" || result === "held") return this.solve();
    if (reply !== null) {
      this.isAnswering = true;
      app.place(reply);
    }
    const values = { point: pointName(app.game, point), reply: reply === null ? "" : pointName(app.game, reply) };
    if (result === "goes_on") return this.become("asked", "learn.goesOn", values);
    if (isKnown) return this.become("asked", "learn.unproven", values);
    this.fail();
    if (puzzle.kind === "hold") this.showLine(line.slice(1), app.game.toMove());
    const texts = { hold: "learn.loses", wrong: "learn.refuted", open: "learn.notFound" };
    this.become("wrong", texts[puzzle.kind === "hold" ? "hold" : result], values);
  }

  fail() {
    if (!this.isFailed && !this.isDone && !this.puzzle.isMissed) this.progress.failed(this.puzzle.id);
    this.isFailed = true;
  }

  solve() {
    const isClean = !this.isFailed && !this.isTold;
    if (isClean && !this.isDone && !this.puzzle.isMissed) this.progress.solved(this.puzzle.id);
    this.isDone = true;
    this.become("solved", isClean ? "learn.solved" : "learn.solvedLate");
  }

  showLine(points, first) {
    this.app.overlay("solution", points.length > 0 ? { ghosts: ghostsOf(points.slice(0, SHOWN), first) } : null);
  }

  /// Gives the next hint: the length of the win, its area, the move.
  async hint() {
    const { app, puzzle } = this;
    if (!this.isShown || this.state === "answers" || this.state === "solved") return;
    if (this.state === "wrong" || this.isBefore) this.back();
    this.hints += 1;
    if (app.node !== this.origin) return this.tell(1);
    if (this.hints === 1) {
      const text = puzzle.kind === "hold" ? "learn.hintHold" : puzzle.goal === "vcf" ? "learn.hintFours" : "learn.hintThreats";
      return this.become("asked", puzzle.length > 0 ? text : "learn.hintWin", { stones: puzzle.length });
    }
    if (this.hints === FREE_HINTS) {
      app.overlay("solution", { marks: this.around(puzzle.first) });
      return this.become("asked", "learn.hintPlace");
    }
    this.isTold = true;
    this.fail();
    this.tellMove();
  }

  tellMove() {
    const { app, puzzle, side } = this;
    this.showLine([puzzle.first], side);
    this.become("asked", "learn.hintMove", { point: pointName(app.game, puzzle.first) });
  }

  /// Empty points around the right move, which is not always in the middle.
  around(point) {
    const { game } = this.app;
    const shift = (Number.parseInt(this.puzzle.id || "0", 16) || 0) % 9;
    const [x, y] = [(point % game.width) + (shift % 3) - 1, Math.floor(point / game.width) + Math.floor(shift / 3) - 1];
    const places = Array.from({ length: 9 }, (_, cell) => [x + (cell % 3) - 1, y + Math.floor(cell / 3) - 1]);
    const inside = places.filter(([column, row]) => row >= 0 && column >= 0 && row < game.height && column < game.width);
    const points = inside.map(([column, row]) => row * game.width + column);
    return points.filter((at) => game.isEmpty(at)).map((at) => ({ point: at, text: "?" }));
  }

  /// Shows the solution from here with numbers, or its first moves only.
  async tell(count = SHOWN) {
    const { app, puzzle } = this;
    if (!this.isShown || this.state === "answers") return;
    if (this.state === "wrong" || this.isBefore) this.back();
    this.isTold = true;
    this.fail();
    const isStart = app.node === this.origin;
    if (isStart && puzzle.kind === "hold") return this.tellMove();
    app.say(t("thinking"));
    const found = await app.askHere("solve", { goal: "vct", time_ms: SOLVE_TIME });
    app.unsay(t("thinking"));
    if (!this.isShown || !found) return;
    const line = found.result === "win" ? found.line : isStart ? [puzzle.first] : [];
    if (line.length === 0) return this.become("asked", "learn.noLine");
    this.showLine(line.slice(0, count), app.game.toMove());
    this.become("asked", "learn.line", { line: pointNames(app.game, line.slice(0, count), " ") });
  }

  /// Undoes the wrong move and the reply. From a node before the puzzle's position it leads there.
  back() {
    const { app } = this;
    let node = this.isBefore ? this.origin : app.node;
    while (node !== this.origin && (node === app.node || app.game.toMove(node) !== this.side)) node = node.parent;
    this.become("asked");
    app.go(node);
  }
}
