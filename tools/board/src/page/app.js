// The page's state: the game, the current node, and events of their changes.
//
// "leave", "unload"      before the mode or the game changes
// "game"                 the game has changed
// "position"             the node or the tree has changed
// "facts"                the server has judged the node
// "mode", "language"     the mode or the language has changed
// "connection"           the state of the connection has changed
// "play", "clock"        the players, their turn or the engine's state have changed; the clocks have
// "draw"                 something on the board besides the stones has changed
// "message"              the sentence below the board has changed
// "settled"              a change of the tree is no longer offered for undo
// "pane"                 a pane below the moves is opened or closed
// "folded"               a variation is folded or unfolded
// "comment"              a comment, a result or marks have changed
// "evaluated"            an analysis has a score for a node
// "review", "reviewed"   a review begins, or its result has changed
// "found"                a review has ended whose `game` has left the board
// "known"                the database has answered about a position
// "kept", "unkept"       the browser has stored a game, or could not
// "puzzle"               the state of the puzzle in the Learn view has changed
// "answered"             a question of `offer` has its answer

import { learnDetails, reasonsText } from "./words/detail.js";
import { languageIsThere, sentences, t } from "./words/i18n.js";
import { PASS, other, parsePoints, pointName } from "./game/notation.js";
import { whyNoWin } from "./game/runs.js";
import { badgeOf } from "./game/glyphs.js";
import { History } from "./game/history.js";
import { settings } from "./settings.js";
import { Game } from "./game/tree.js";

/// Milliseconds before a position that the server could not judge is sent again.
const JUDGE_AGAIN = 1000;

/// Plays a sound of board/sound.js, which is loaded with the first one.
function sound(name) {
  if (settings.sound) import("./board/sound.js").then((sounds) => sounds[name](), () => {});
}

/// The marks at points that have none of `others`.
function without(marks, others) {
  const taken = new Set(others.map(({ point }) => point));
  return marks.filter(({ point }) => !taken.has(point));
}

export class App extends EventTarget {
  constructor(connection) {
    super();
    this.connection = connection;
    this.game = new Game();
    /// "play", "analyze", "games" or "learn".
    this.mode = "play";
    /// Overlays that parts of the page draw on the board, by name: ghosts, shares, marks ….
    this.overlays = new Map();
    /// The handler of clicks in place of moves: { choose(point), ghost(point) }.
    this.tool = null;
    /// The node of the last move that was played or tried.
    this.placed = null;
    /// The sentence below the board, with its position and its tool.
    this.message = { text: "", kind: "", node: null, tool: null, canUndo: false, canRedo: false };
    this.history = new History(this);
    /// The question with buttons below the board.
    this.asked = null;
    connection.addEventListener("state", () => {
      if (connection.isOnline) this.judge();
      this.emit("connection");
    });
  }

  emit(name) {
    this.dispatchEvent(new Event(name));
  }

  on(names, listener) {
    for (const name of names.split(" ")) this.addEventListener(name, listener);
  }

  get node() {
    return this.game.current;
  }

  /// How the game has ended at the node: { winner, reason }, or null.
  get ending() {
    return this.endingAt(this.node);
  }

  /// Whether no move is possible here. After a resignation or a loss by time the position can still be analyzed.
  get isOver() {
    const { ending } = this;
    return Boolean(ending && (this.mode === "play" || ending.reason === "board"));
  }

  endingAt({ facts, end }) {
    return facts?.outcome ? { ...facts.outcome, reason: "board" } : end;
  }

  /// Puts another game on the board.
  load(game) {
    this.emit("unload");
    this.game = game;
    this.setTool(null);
    this.overlays.clear();
    this.emit("game");
    this.moved();
  }

  setMode(mode) {
    if (mode === this.mode) return;
    this.emit("leave");
    this.mode = mode;
    this.setTool(null);
    this.overlays.clear();
    this.say("");
    this.sayState();
    this.emit("mode");
    this.emit("draw");
  }

  setTool(tool) {
    if (this.tool === tool) return;
    const old = this.tool;
    this.tool = tool;
    old?.end?.();
    this.emit("draw");
  }

  /// Draws `what` on the board until the position changes; null removes it.
  overlay(name, what) {
    if (what) this.overlays.set(name, what);
    else if (!this.overlays.delete(name)) return;
    this.emit("draw");
  }

  /// Whether a tool of a part handles the clicks now.
  hasTool(tool) {
    return Boolean(tool) && this.tool === tool;
  }

  go(node) {
    if (node === this.node) return;
    this.game.go(node);
    this.moved();
  }

  moved() {
    this.overlays.clear();
    const { text, node, tool } = this.message;
    // A sentence belongs to its position; help for a tool holds in all positions.
    if (text && node !== this.node && !(tool && tool === this.tool)) this.say("");
    this.emit("position");
    this.judge();
  }

  /// Why a stone of the side to move cannot be placed here; null if it can.
  whyNot(point) {
    const { game } = this;
    if (this.isOver) return t("error.over");
    if (!game.isEmpty(point)) return t("occupied", { point: pointName(game, point) });
    const reason = this.whyForbidden(point);
    return reason ? t("forbiddenPoint", { point: pointName(game, point), reason }) : null;
  }

  /// Why the rule forbids a stone on a point; null if it allows one.
  whyForbidden(point) {
    const { forbidden, reasons } = this.node.facts ?? { forbidden: [] };
    const index = forbidden.indexOf(point);
    return index < 0 ? null : t(`forbids.${reasons[index]}`);
  }

  /// Plays a move at the node, or says why it cannot. The stone appears at once; the server confirms it. Moves with one `key`
  /// are undone together.
  place(point, time = 0, key = null) {
    const why = this.whyNot(point);
    if (why) {
      this.say(why, "error");
      return false;
    }
    const { game } = this;
    const isNew = !this.node.children.some((child) => child.point === point);
    const node = game.child(point);
    const isPlay = this.mode === "play";
    // While analyzing a given game, moves are only tried; see Play.
    if (isNew) node.isTried = game.isGiven && !isPlay;
    // Tries in the Learn view are no changes of the reader's game.
    if (isNew && !isPlay && this.mode !== "learn") this.edits?.added(node, key);
    if (time > 0) node.time = time;
    sound("stoneSound");
    this.say("");
    this.placed = node;
    this.go(node);
    return true;
  }

  /// The result of `work`; null if it fails, which is reported.
  async tried(work) {
    try {
      return await work();
    } catch (error) {
      this.report(error);
      return null;
    }
  }

  /// Asks the server about the position on the board. Null once the reader has gone on, and if there is no answer. The reason is
  /// said, unless it `isSilent` that the connection was lost.
  async askHere(name, values = {}, isSilent = false) {
    const { game, node, mode } = this;
    const isHere = () => node === this.node && mode === this.mode;
    try {
      const answer = await this.connection.ask(name, { position: game.position(), ...values });
      return isHere() ? answer : null;
    } catch (error) {
      if (isHere() && !(isSilent && error.code === "offline")) this.report(error);
      return null;
    }
  }

  /// Asks the server how the rules judge the node.
  async judge() {
    const { game, node } = this;
    if (node.facts) return this.know();
    if (!this.connection.isOnline) return;
    try {
      const facts = await this.connection.ask("judge", { position: game.position(node) });
      node.facts = {
        outcome: facts.outcome ? { winner: facts.outcome === "draw" ? null : facts.outcome } : null,
        line: facts.line,
        forbidden: facts.forbidden,
        reasons: facts.reasons,
      };
    } catch (error) {
      if (error.code === "offline") return;
      // Other errors, such as a busy server, say nothing about the move.
      if (error.code === "position" && node.parent && game === this.game) {
        game.remove(node.path()[error.values?.number] ?? node);
        this.moved();
      } else setTimeout(() => node === this.node && this.judge(), JUDGE_AGAIN);
      this.report(error);
      return;
    }
    // Kept at the node, so that a return to it shows the end at once.
    if (node.facts.outcome) node.end = { ...node.facts.outcome, reason: "board" };
    if (game !== this.game || node !== this.node) return;
    if (node === this.placed) {
      // The end replaces other messages about the move, except one with an undo button.
      if (!this.message.canUndo && (node.facts.outcome || whyNoWin(game, node))) this.say("");
      if (node.facts.outcome) sound("endSound");
    }
    this.know();
  }

  /// Announces the server's judgment of the node.
  know() {
    this.sayState();
    this.emit("facts");
  }

  /// Says how the game has ended, or why the last move's row does not win, unless another sentence is shown.
  sayState() {
    const { node } = this;
    const why = !this.ending && node.facts ? this.showNoWin(node) : "";
    if (!this.message.text && (this.ending || why)) this.say(this.ending ? this.endText() : why);
  }

  /// Marks the last move's row that looks like a win but is none. Returns the reason in words; empty without such a row.
  showNoWin(node) {
    const why = whyNoWin(this.game, node);
    if (!why) return "";
    this.overlay("noWin", { noWin: [why.row] });
    return t(why.text);
  }

  /// Ends the game here without a winning line.
  finish(winner, reason) {
    this.node.end = { winner, reason };
    this.overlay("hint", null);
    this.say(this.endText());
    sound("endSound");
    this.emit("facts");
  }

  endText() {
    const { ending } = this;
    if (!ending) return "";
    if (!ending.winner) return t("drawn");
    const winner = t(ending.winner);
    const loser = t(other(ending.winner));
    const texts = { board: "wins", resign: "resigned", time: "outOfTime" };
    return t(texts[ending.reason], { winner, loser });
  }

  /// Shows a sentence below the board, also to screen readers. It goes with its position. With `canUndo` it has an undo
  /// button, with `canRedo` a redo button. Returns the message; one that `stays` is kept beside the engine's next move.
  say(text, kind = "", canUndo = false, canRedo = false) {
    const wasUndoable = this.message.canUndo;
    this.message = { text, kind, node: this.node, tool: this.tool, canUndo, canRedo };
    this.emit("message");
    if (wasUndoable && !canUndo) this.emit("settled");
    return this.message;
  }

  /// Asks a question whose answers are named by texts, each with what it does: { name: act }; the key Escape gives `close` or
  /// `playOn`. `say` returns the question in the page's language, `label` an answer. A question that `stays` outlives the
  /// engine's moves, and one `isOfGame` ends with the game. Returns the question.
  offer(say, acts, { label = t, ...more } = {}) {
    const question = {
      get text() {
        return say();
      },
      get options() {
        return Object.keys(acts).map((value) => ({ label: label(value), value }));
      },
      escape: ["close", "playOn"].find((name) => name in acts),
      answer: (value) => {
        // A question that follows takes over the focus.
        acts[value]?.();
        this.unask(question);
        this.emit("answered");
      },
      ...more,
    };
    this.question(question);
    return question;
  }

  /// Removes a question if it is still shown.
  unask(question) {
    if (question && this.asked === question) this.question(null);
  }

  /// Calls `act` with a part that is loaded on demand; says so if it cannot be loaded.
  fetched(part, act) {
    return part.then(act, () => this.say(t("error.offline"), "error"));
  }

  /// Removes a sentence if it is still shown.
  unsay(text) {
    if (this.message?.text === text) this.say("");
  }

  /// An error of the server or the connection in the page's language, if the language has it.
  describe(error) {
    const known = t(`error.${error.code}`, error.values);
    if (known === `error.${error.code}`) return error.message;
    const reason = error.values?.reason;
    if (reason?.code === "noFormat") return t("error.unknownText");
    return sentences(known, reason && reasonsText({ message: error.message, ...reason }));
  }

  /// Reports an error once the language's words for it are loaded.
  report(error) {
    if (error.code === "stopped") return;
    const { node } = this;
    const say = () => node === this.node && this.say(this.describe(error), "error");
    (error.values?.reason ? learnDetails() : languageIsThere()).then(say, say);
  }

  /// The settings that every picture of the board follows.
  lookOf() {
    const { coordinates, numbers, look, mirrored, turns } = settings;
    return { coordinates, numbers, squares: look === "notebook", orientation: { mirrored, turns } };
  }

  /// The board's whole view.
  view() {
    const { game, node } = this;
    const marks = [...this.overlays.values()];
    const all = (kind) => marks.flatMap((overlay) => overlay[kind] ?? []);
    const setUp = all("stones")[0];
    // Stones being set up have no marks or facts.
    if (setUp) return { ...this.lookOf(), size: game, stones: setUp, blocked: game.blocked };
    const stones = game.stones();
    const ghosts = all("ghosts").filter(({ point }) => !stones.has(point));
    // If several marks are on one point, the first kind wins.
    const shares = without(all("shares"), ghosts);
    return {
      ...this.lookOf(),
      size: game,
      stones,
      last: settings.last && node.parent && node.point !== PASS ? node.point : null,
      win: node.facts?.line ?? [],
      noWin: all("noWin")[0] ?? [],
      forbidden: settings.forbidden && !this.isOver ? (node.facts?.forbidden ?? []) : [],
      shares,
      blocked: game.blocked.length > 0 ? [...game.blocked, ...all("blocked")] : all("blocked"),
      threats: without(all("threats"), [...ghosts, ...shares]),
      known: without(all("known"), [...ghosts, ...shares]),
      closed: all("closed"),
      ghosts,
      marks: all("marks"),
      badge: this.mode === "analyze" ? badgeOf(game, node) : null,
      arrows: node.arrows,
      signs: this.overlays.has("setup") ? [] : node.signs.map((sign) => ({ ...sign, point: parsePoints(game, sign.point)[0] })),
    };
  }
}
