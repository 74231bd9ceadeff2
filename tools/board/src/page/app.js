// The page's state: the game, the current node, and the events of their changes.
//
// "leave", "unload"      the mode, the game is about to change
// "game"                 another game
// "position"             another node, or the tree has changed
// "facts"                the server has judged the node
// "mode", "language"     another one
// "draw"                 something on the board besides the stones
// "message"              another sentence below the board
// "settled"              a change of the tree is not offered to be taken back any more
// "pane"                 something is opened below the moves, or closed
// "folded"               a variation is folded or unfolded
// "comment"              a comment, a result or marks have changed
// "evaluated"            an analysis has a score for a node
// "review", "reviewed"   a review begins, or has another result
// "known"                the database has another answer
// "kept", "unkept"       the browser's store has taken a game, or could not

import { detail, learnDetails } from "./words/detail.js";
import { languageIsThere, t } from "./words/i18n.js";
import { PASS, other, parsePoints, pointName } from "./game/notation.js";
import { whyNoWin } from "./game/runs.js";
import { badgeOf } from "./game/glyphs.js";
import { History } from "./game/history.js";
import { settings } from "./settings.js";
import { Game } from "./game/tree.js";

/// Milliseconds until a server that could not judge a position is asked again.
const JUDGE_AGAIN = 1000;

/// Makes a sound of board/sound.js, which is fetched for the first one.
function sound(name) {
  if (settings.sound) import("./board/sound.js").then((sounds) => sounds[name](), () => {});
}

/// The marks on points that no other mark is on.
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
    /// What parts of the page draw on the board, by their names: ghosts, shares, marks ….
    this.overlays = new Map();
    /// What a click does instead of a move: { choose(point), ghost(point) }.
    this.tool = null;
    /// The sentence below the board, with the position and the tool that it belongs to.
    this.message = { text: "", kind: "", node: null, tool: null, canUndo: false, canRedo: false };
    this.history = new History(this);
    /// The question with buttons below the board.
    this.asked = null;
    connection.addEventListener("state", () => connection.isOnline && this.judge());
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

  /// Whether no move is left here. A game that was given up, or lost by time, is looked at like any other position.
  get isOver() {
    const { ending } = this;
    return Boolean(ending && (this.mode === "play" || ending.reason === "board"));
  }

  endingAt({ facts, end }) {
    return facts?.outcome ? { ...facts.outcome, reason: "board" } : end;
  }

  /// Another game.
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

  /// Draws `what` on the board until the position changes; null takes it away.
  overlay(name, what) {
    if (what) this.overlays.set(name, what);
    else if (!this.overlays.delete(name)) return;
    this.emit("draw");
  }

  go(node) {
    if (node === this.node) return;
    this.game.go(node);
    this.moved();
  }

  moved() {
    this.overlays.clear();
    const { text, node, tool } = this.message;
    // A sentence belongs to its position; how a tool is used holds in all of them.
    if (text && node !== this.node && !(tool && tool === this.tool)) this.say("");
    this.emit("position");
    this.judge();
  }

  /// Why a stone of the side to move cannot be put here; null when it can.
  whyNot(point) {
    const { game } = this;
    if (this.isOver) return t("over");
    if (!game.isEmpty(point)) return t("occupied", { point: pointName(game, point) });
    const reason = this.whyForbidden(point);
    return reason ? t("forbiddenPoint", { point: pointName(game, point), reason }) : null;
  }

  /// Why the rule does not allow a stone on a point; null where it does.
  whyForbidden(point) {
    const { forbidden, reasons } = this.node.facts ?? { forbidden: [] };
    const index = forbidden.indexOf(point);
    return index < 0 ? null : t(`forbids.${reasons[index]}`);
  }

  /// Plays a move at the node; says why where it cannot. The stone is shown at once and the server confirms it. Moves with
  /// the same key are taken back together.
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
    // In the analysis of a game that is played here moves are only tried; see Play.
    if (isNew) node.isTried = game.isPlayed && !isPlay;
    if (isNew && !isPlay) this.edits?.added(node, key);
    if (time > 0) node.time = time;
    sound("stoneSound");
    this.say("");
    this.go(node);
    return true;
  }

  /// Asks the server what the rules say of the node.
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
      // Other errors, as that of a busy server, say nothing against the move.
      if (error.code === "position" && node.parent && game === this.game) {
        game.remove(node.path()[error.values?.number] ?? node);
        this.moved();
      }
      else setTimeout(() => node === this.node && this.judge(), JUDGE_AGAIN);
      this.report(error);
      return;
    }
    // It is known again before the server has said so once more.
    if (node.facts.outcome) node.end = { ...node.facts.outcome, reason: "board" };
    if (game !== this.game || node !== this.node) return;
    if (node.facts.outcome) this.announceEnd();
    else if (whyNoWin(game, node)) this.say("");
    this.know();
  }

  /// What the rules say of the node is known.
  know() {
    this.sayState();
    this.emit("facts");
  }

  /// Says how the game has ended, or why a row of the last move has not won, where nothing else is said.
  sayState() {
    const { node } = this;
    const why = !this.ending && node.facts ? this.showNoWin(node) : "";
    if (!this.message.text && (this.ending || why)) this.say(this.ending ? this.endText() : why);
  }

  /// Marks the row of a move that looks like a win and is none. Why it is none, in words; empty where there is no such row.
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
    this.announceEnd();
    this.emit("facts");
  }

  announceEnd() {
    this.say(this.endText());
    sound("endSound");
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

  /// A sentence below the board, also for screen readers. It goes with the position that it was said in. With `canUndo` it
  /// has a button that takes back what it tells of, with `canRedo` one that does it again.
  say(text, kind = "", canUndo = false, canRedo = false) {
    const wasUndoable = this.message.canUndo;
    this.message = { text, kind, node: this.node, tool: this.tool, canUndo, canRedo };
    this.emit("message");
    if (wasUndoable && !canUndo) this.emit("settled");
  }

  /// Takes a sentence away that nothing has replaced.
  unsay(text) {
    if (this.message?.text === text) this.say("");
  }

  /// An error of the server or the connection, in the reader's language where it is a known one.
  describe(error) {
    const known = t(`error.${error.code}`, error.values);
    if (known === `error.${error.code}`) return error.message;
    const reason = error.values?.reason;
    if (reason?.code === "noFormat") return t("error.unknownText");
    const why = reason ? detail({ message: error.message, ...reason }) : "";
    return why ? `${known} (${why})` : known;
  }

  /// Reports an error, once the words of the language and of the reason are loaded.
  report(error) {
    if (error.code === "stopped") return;
    const { node } = this;
    const say = () => node === this.node && this.say(this.describe(error), "error");
    (error.values?.reason ? learnDetails() : languageIsThere()).then(say, say);
  }

  /// What the settings say of every picture of the board.
  lookOf() {
    const { coordinates, numbers, look, mirrored, turns } = settings;
    return { coordinates, numbers, squares: look === "notebook", orientation: { mirrored, turns } };
  }

  /// Everything that the board shows at this moment.
  view() {
    const { game, node } = this;
    const marks = [...this.overlays.values()];
    const all = (kind) => marks.flatMap((overlay) => overlay[kind] ?? []);
    const setUp = all("stones")[0];
    // Nothing else is known of stones that are being set up.
    if (setUp) return { ...this.lookOf(), size: game, stones: setUp };
    const stones = game.stones();
    const ghosts = all("ghosts").filter(({ point }) => !stones.has(point));
    // Of several things on one point the first of these is shown.
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
