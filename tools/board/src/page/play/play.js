// Playing: seats, turns, clocks, and the engine's moves.

import { areClocks, newClocks, press, run, timeOf } from "./clocks.js";
import { sentences, t } from "../words/i18n.js";
import { COLORS, other, pointName } from "../game/notation.js";
import { Opening } from "./opening.js";
import { ponder } from "./ponder.js";
import { FULL_LEVEL, areSeats, areTerms, human } from "./seats.js";
import { settings } from "../settings.js";
import { Game } from "../game/tree.js";

const TICK = 100;
/// Milliseconds a move of a level, which has a node limit of its own.
const LEVEL_TIME = 60_000;

export class Play {
  constructor(app) {
    this.app = app;
    this.seats = { black: human(), white: human() };
    this.opening = null;
    this.clocks = null;
    /// The game's current node; the reader may be at another one.
    this.live = app.game.root;
    this.held = false;
    /// The current node if the game was going on when another panel was opened.
    this.resting = null;
    this.thinking = null;
    app.on("game", () => this.begin());
    // After the answer to the reader's own question, an opening asks its question again.
    app.on("facts mode language answered connection", () => this.step());
    app.on("position", () => this.left());
    setInterval(() => this.tick(), TICK);
  }

  /// Sets seats, opening and clocks of the next game. `whiteMinutes`: White's minutes if they differ; `byoyomi`: seconds a move
  /// once the minutes are used up.
  prepare({ black, white, opening = "none", minutes = 0, whiteMinutes = null, increment = 0, byoyomi = 0 }) {
    this.next = { seats: { black, white }, opening, minutes, whiteMinutes, increment, byoyomi };
  }

  /// A new game by the current terms, with colors swapped if `isSwapped`.
  again(isSwapped = false, { black, white } = this.terms.seats) {
    const { rule, width, height } = this.app.game;
    this.prepare({ ...this.terms, black: isSwapped ? white : black, white: isSwapped ? black : white });
    this.app.edits.replace(() => this.app.load(new Game({ rule, width, height })));
  }

  begin() {
    const { seats, opening, ...times } = this.next ?? { seats: this.seats, opening: "none", minutes: 0 };
    this.next = null;
    this.cancel();
    this.app.question?.(null);
    this.seats = seats;
    /// The terms that the game began with.
    this.terms = { seats, opening, ...times };
    this.live = this.app.node;
    this.held = this.app.mode !== "play";
    this.resting = null;
    this.clocks = newClocks(times);
    if (this.clocks) this.app.game.root.clocks = { ...this.clocks };
    this.opening = opening === "none" ? null : Opening.begin(this, opening);
    this.since = performance.now();
    this.app.emit("play");
  }

  /// The state to store; [`Play.restore`] reads it.
  pack() {
    const { app, seats, terms, clocks } = this;
    const held = this.held && this.resting !== this.live;
    const opening = this.opening?.pack() ?? null;
    return { seats, terms, clocks, held, opening, live: app.game.nodes().indexOf(this.live) };
  }

  restore(state) {
    if (!areSeats(state?.seats)) return;
    const { black, white } = state.seats;
    this.seats = { black, white };
    this.terms = areTerms(state.terms) ? state.terms : { seats: state.seats };
    this.clocks = areClocks(state.clocks) ? state.clocks : null;
    const live = this.app.game.nodes()[state.live];
    this.live = live ?? this.app.node;
    this.held = state.held || !live;
    this.opening = Opening.unpack(this, state.opening);
    this.app.emit("play");
  }

  /// The seat that acts now, also in an opening; null before the server's answer.
  get actor() {
    return this.opening ? this.opening.actor : this.seats[this.app.game.toMove()];
  }

  get isLooking() {
    return this.app.node !== this.live;
  }

  /// Whether the game waits for "Go on from here". A person's turn waits for nothing.
  get isPaused() {
    return this.held && this.actor?.kind !== "human";
  }

  /// Whether the game's current node is shown, and the game is not over.
  get isHere() {
    return this.app.mode === "play" && !this.isLooking && !this.app.ending;
  }

  get isRunning() {
    return this.isHere && !this.isPaused;
  }

  /// Whether the page offers "Go on from here": at a node where nobody has the turn.
  get offersToGoOn() {
    return this.app.mode === "play" && !this.app.ending && (this.isLooking || this.isPaused);
  }

  /// The color of the side to act, also when an opener places stones of both colors; null if nobody acts.
  get turn() {
    const { app } = this;
    if (app.isOver) return null;
    const isPlaying = app.mode === "play";
    const opening = isPlaying && (this.isLooking ? app.node.table?.opening : this.opening);
    if (!opening) return app.game.toMove();
    return (!this.isLooking && COLORS.find((color) => this.seats[color] === this.opening.actor)) || null;
  }

  nameOf(seat) {
    if (seat.kind === "human") return t("person");
    return seat.level === FULL_LEVEL ? t("engineFull") : t("engineLevel", { level: seat.level });
  }

  /// Lets the engine act if it has the turn.
  step() {
    this.app.emit("play");
    if (this.app.ending && this.app.asked?.isOfGame) this.app.question(null);
    if (!this.isHere || this.thinking || !this.app.connection.isOnline || !this.app.node.facts) return;
    if (this.opening) return this.opening.step();
    if (this.actor.kind === "human") {
      this.held = false;
      ponder(this);
    } else if (!this.held) this.engineMove(this.actor);
  }

  /// Stops the engine when the reader goes to another node. The reader's own question stays while the game goes on.
  left() {
    if (this.thinking && this.thinking.node !== this.app.node) this.cancel();
    if (this.isLooking || !this.app.asked?.stays) this.app.question?.(null);
    this.app.emit("play");
  }

  cancel() {
    if (!this.thinking) return;
    const { search } = this.thinking;
    this.thinking = null;
    this.app.connection.stopSearch(search);
  }

  /// Asks the server for something that takes time; null if the reader has continued meanwhile.
  async think(name, values) {
    const { app } = this;
    const task = { node: app.node };
    this.thinking = task;
    this.app.emit("play");
    try {
      const asked = app.connection.ask(name, { position: app.game.position(), ...values });
      task.search = app.connection.lastSearch;
      const answer = await asked;
      return this.thinking === task ? answer : null;
    } catch (error) {
      // A canceled search is answered by an error, too; the game has continued since.
      if (error.code !== "offline" && this.thinking === task) {
        this.held = true;
        app.report(error);
      }
      return null;
    } finally {
      if (this.thinking === task) this.thinking = null;
      this.app.emit("play");
    }
  }

  limits(seat) {
    // Tenths of a second are not always whole milliseconds: 16.1 * 1000 is a little more.
    const time = seat.level === FULL_LEVEL ? Math.round(seat.time) : LEVEL_TIME;
    const values = { level: seat.level, time_ms: time, memory: settings.memory };
    return this.clocks ? timeOf(this.clocks, this.app.game.toMove(), values) : values;
  }

  async engineMove(seat) {
    const begun = performance.now();
    const answer = await this.think("think", this.limits(seat));
    if (!answer || !this.isRunning) return;
    const { app } = this;
    const { message } = app;
    const name = pointName(app.game, answer.point);
    this.make(answer.point, performance.now() - begun);
    if (app.ending) return;
    const moved = t("engineMoved", { player: t(app.game.colorOf(app.node)), point: name });
    const kept = [message, app.message].find(({ stays }) => stays);
    app.say(sentences(kept?.text, app.showNoWin(app.node.parent), moved), "", kept?.canUndo);
  }

  /// Plays a move of the game, and presses the clock.
  make(point, time) {
    // Timers of a page in the background are late: the passed time belongs to the side that moves now.
    this.tick();
    if (this.app.ending) return false;
    const { isForeign } = this.app.game;
    if (isForeign) this.app.edits.replace(() => this.app.load(this.app.game.ownCopy()));
    const { game, node: from } = this.app;
    const color = game.toMove();
    from.table = this.table();
    game.isPlayed = true;
    const node = game.child(point);
    const { end } = node;
    const { opening } = this;
    const acts = opening?.acts;
    this.live = node;
    // When a game's last move is played again, it no longer ends the game.
    node.table = node.end = null;
    opening?.add(pointName(this.app.game, point));
    if (!this.app.place(point, time)) {
      this.live = from;
      node.end = end;
      opening?.set(acts);
      return false;
    }
    if (this.clocks && !this.opening) press(this.clocks, color);
    node.clocks = this.clocks && { ...this.clocks };
    this.since = performance.now();
    this.settle(node);
    // Undone changes belong to another line.
    this.app.history.undone = [];
    if (isForeign) this.app.say(t("ownGame"), "", true).stays = true;
    return true;
  }

  /// Makes the moves to a node played ones: they become the main line, and tried or undone moves variations.
  settle(node) {
    this.app.game.reopen(node);
    for (let step = node; step.parent; step = step.parent) step.isTried = false;
    this.app.game.promote(node);
  }

  /// The players and the opening at this node, which undo restores.
  table() {
    return { seats: { ...this.seats }, opening: this.opening?.pack() ?? null, actor: this.actor?.kind };
  }

  /// Handles a click on a point.
  choose(point) {
    const { app } = this;
    if (app.ending) return app.say(t("error.over"), "error");
    const time = this.isLooking ? 0 : performance.now() - this.since;
    if (this.isLooking) {
      // A click that plays nothing leaves the game where it is, as does one at a move that was only tried.
      if (app.node.isTried || this.isPassed(app.node)) return app.say(t("heldHint"));
      this.held = true;
      this.takeUp(app.node);
      this.step();
    }
    if (this.opening?.choose(point)) return;
    if (this.actor.kind === "engine") {
      this.app.emit("play");
      return this.sayWhyNot();
    }
    const why = app.whyNot(point) ?? this.opening?.whyNot(point);
    if (why) return app.say(why, "error");
    this.held = false;
    this.make(point, time);
  }

  /// Says why the reader cannot act while the engine has the turn.
  sayWhyNot() {
    if (!this.app.connection.isOnline) return this.app.say(t("error.offline"), "error");
    this.app.say(t(this.held ? "heldHint" : "engineThinks"));
  }

  /// Continues the game from the shown node.
  goOn() {
    this.takeUp(this.app.node);
    this.held = false;
    this.step();
  }

  takeUp(node) {
    const isOwn = !this.app.game.isForeign;
    if (isOwn) this.settle(node);
    this.cancel();
    this.since = performance.now();
    if (node !== this.live) {
      // The times of the position come back with it.
      if (this.clocks) this.clocks = { ...(node.path().findLast((step) => step.clocks)?.clocks ?? this.clocks) };
      // The players at the node that is left return when the reader goes back to it.
      if (isOwn) this.live.table = this.table();
      this.live = node;
      this.opening = Opening.unpack(this, node.table?.opening);
      if (node.table) this.seats = { ...node.table.seats };
    }
    this.app.go(node);
    this.app.emit("play");
  }

  /// Whether undo and redo skip a node: the engine has the turn there, and a person elsewhere. Between two engines nothing is
  /// skipped.
  isPassed(node) {
    const { seats, opening, actor } = node.table ?? { seats: this.seats };
    const turn = opening ? actor : seats[this.app.game.toMove(node)].kind;
    return turn === "engine" && COLORS.some((color) => seats[color].kind === "human");
  }

  /// Goes back to the last position in which a person had the turn. Moves that were only tried do not become the game.
  undo() {
    const { app } = this;
    if (app.node.isTried) return app.say(t("heldHint"));
    let node = app.node.parent;
    while (node && this.isPassed(node)) node = node.parent;
    // In an opening the engine may have placed all stones: they are undone one by one.
    if (!node && app.node.parent?.table?.opening) node = app.node.parent;
    if (!node) return app.say(t("nothingToUndo"), "error");
    if (!app.game.isForeign) node.end = null;
    // The engine would play its move again.
    this.held = true;
    this.takeUp(node);
    this.step();
  }

  redo() {
    const { app } = this;
    let node = app.game.playedChild(app.node);
    if (!node) return app.say(t("nothingToRedo"), "error");
    while (this.isPassed(node) && app.game.playedChild(node)) node = app.game.playedChild(node);
    this.takeUp(node);
    this.step();
  }

  /// Waits while another panel is shown.
  rest() {
    if (!this.held) this.resting = this.live;
    this.hold();
  }

  /// Returns to the last played move after a visit to another panel, where the game goes on if it was left going on.
  comeBack() {
    const { game, node } = this.app;
    if (this.resting === this.live) this.held = false;
    this.resting = null;
    while (!game.has(this.live) && this.live.parent) this.live = this.live.parent;
    if (game.has(this.live) && node !== this.live) this.app.go(this.live);
    this.goAhead();
  }

  /// Goes forward to the next position in which a person has the turn.
  goAhead() {
    if (this.held && this.actor?.kind === "human") this.since = performance.now();
    this.step();
  }

  hold() {
    this.held = true;
    this.cancel();
    this.app.emit("play");
  }

  tick() {
    const now = performance.now();
    const passed = now - (this.ticked ?? now);
    this.ticked = now;
    const { clocks, app } = this;
    if (!clocks || !this.isRunning || this.opening || app.node.depth === 0 || !app.connection.isOnline) return;
    const color = app.game.toMove();
    if (!run(clocks, color, passed)) {
      this.cancel();
      app.node.clocks = { ...clocks };
      app.finish(other(color), "time");
    }
    app.emit("clock");
  }
}
