// Playing: who has which color, whose turn it is, clocks, and the engine's moves.

import { t } from "./i18n.js";
import { COLORS, other, pointName } from "./notation.js";
import { Opening } from "./opening.js";

const TICK = 100;
const HINT_TIME = 1500;
const HINT_STONES = 7;
/// What a move may take where the level has a limit of its own.
const LEVEL_TIME = 60_000;
export const FULL_LEVEL = 10;

const human = () => ({ kind: "human" });
const engine = (level, seconds) => ({ kind: "engine", level, time: seconds * 1000 });

/// The seat of a choice: "human", or an engine's level.
export function seatOf(choice, seconds) {
  const level = Number(choice);
  return level >= 1 && level <= FULL_LEVEL ? engine(level, seconds) : human();
}

export class Play extends EventTarget {
  constructor(app) {
    super();
    this.app = app;
    this.seats = { black: human(), white: human() };
    this.opening = null;
    this.clocks = null;
    /// Where the game stands; the reader may look elsewhere.
    this.live = app.game.root;
    this.held = false;
    this.thinking = null;
    app.on("game", () => this.begin());
    app.on("facts mode language", () => this.step());
    app.on("position", () => this.left());
    app.connection.addEventListener("state", () => app.connection.isOnline && this.step());
    setInterval(() => this.tick(), TICK);
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /// Seats, opening and clocks for the next game that is loaded.
  prepare({ black, white, opening = "none", minutes = 0, increment = 0 }) {
    this.next = { seats: { black, white }, opening, minutes, increment };
  }

  begin() {
    const { seats, opening, minutes, increment } = this.next ?? { seats: this.seats, opening: "none", minutes: 0 };
    this.next = null;
    this.cancel();
    this.seats = seats;
    this.live = this.app.node;
    this.held = this.app.mode !== "play";
    const time = minutes * 60_000;
    this.clocks = time > 0 ? { black: time, white: time, increment: increment * 1000 } : null;
    this.opening = opening === "none" ? null : new Opening(this, opening);
    this.since = performance.now();
    this.changed();
  }

  /// The state that outlives a reload; [`Play.restore`] takes it back.
  pack() {
    const { app, seats, clocks, held } = this;
    const opening = this.opening?.pack() ?? null;
    return { seats, clocks, held, opening, live: app.game.nodes().indexOf(this.live) };
  }

  restore(state) {
    if (!state?.seats) return;
    this.seats = state.seats;
    this.clocks = state.clocks;
    const live = this.app.game.nodes()[state.live];
    this.live = live ?? this.app.node;
    this.held = state.held || !live;
    this.opening = Opening.unpack(this, state.opening);
    this.changed();
  }

  /// Who acts now: the seat whose turn it is, also in an opening.
  get actor() {
    return this.opening?.actor ?? this.seats[this.app.game.toMove()];
  }

  get isLooking() {
    return this.app.node !== this.live;
  }

  get isRunning() {
    return this.app.mode === "play" && !this.held && !this.isLooking && !this.app.ending;
  }

  nameOf(seat) {
    if (seat.kind === "human") return t("person");
    return seat.level === FULL_LEVEL ? t("engineFull") : t("engineLevel", { level: seat.level });
  }

  /// Where something is to happen by itself, lets it happen.
  step() {
    this.changed();
    if (!this.isRunning || this.thinking || !this.app.connection.isOnline || !this.app.node.facts) return;
    if (this.opening) return this.opening.step();
    if (this.actor.kind === "engine") this.engineMove(this.actor);
  }

  /// The reader went to another node: the engine does not go on thinking about this one.
  left() {
    if (this.thinking && this.thinking.node !== this.app.node) this.cancel();
    this.app.question?.(null);
    this.changed();
  }

  cancel() {
    if (!this.thinking) return;
    this.thinking = null;
    this.app.connection.stop();
  }

  /// Asks the server something that takes time; null when the reader has gone on meanwhile.
  async think(name, values) {
    const { app } = this;
    const task = { node: app.node };
    this.thinking = task;
    this.changed();
    try {
      const answer = await app.connection.ask(name, { position: app.game.position(), ...values });
      return this.thinking === task ? answer : null;
    } catch (error) {
      // What was given up is answered by an error as well; the game has gone on since.
      if (error.code !== "offline" && this.thinking === task) {
        this.held = true;
        app.report(error);
      }
      return null;
    } finally {
      if (this.thinking === task) this.thinking = null;
      this.changed();
    }
  }

  limits(seat) {
    // Tenths of a second are not always whole milliseconds: 16.1 * 1000 is a little more.
    const values = { level: seat.level, time_ms: seat.level === FULL_LEVEL ? Math.round(seat.time) : LEVEL_TIME };
    if (this.clocks) values.left_ms = Math.max(0, Math.floor(this.clocks[this.app.game.toMove()]));
    return values;
  }

  async engineMove(seat) {
    const begun = performance.now();
    const answer = await this.think("think", this.limits(seat));
    if (!answer || !this.isRunning) return;
    const { app } = this;
    const name = pointName(app.game, answer.point);
    this.make(answer.point, performance.now() - begun);
    if (!app.ending) app.say(t("engineMoved", { player: t(app.game.colorOf(app.node)), point: name }));
  }

  /// A move of the game: the clock is pressed and the game stands after it.
  make(point, time) {
    // Timers of a page in the background come late: what has passed belongs to who moves now.
    this.tick();
    if (this.app.ending) return false;
    const color = this.app.game.toMove();
    const from = this.app.node;
    from.table = this.table();
    const node = this.app.game.child(point);
    const { end } = node;
    const { opening } = this;
    const acts = opening?.acts;
    this.live = node;
    // Played again, a move that the game has ended after is a move like any other.
    node.table = node.end = null;
    opening?.add(pointName(this.app.game, point));
    if (!this.app.place(point, time)) {
      this.live = from;
      node.end = end;
      opening?.set(acts);
      return false;
    }
    if (this.clocks && !this.opening) this.clocks[color] += this.clocks.increment;
    this.since = performance.now();
    return true;
  }

  /// Who plays what at this node, so that taking back restores it.
  table() {
    return { seats: { ...this.seats }, opening: this.opening?.pack() ?? null };
  }

  /// The reader chooses a point.
  choose(point) {
    const { app } = this;
    if (app.ending) return app.say(t("over"), "error");
    const time = this.isLooking ? 0 : performance.now() - this.since;
    const { isLooking } = this;
    if (isLooking) this.takeUp(app.node);
    if (this.opening?.choose(point)) return;
    if (this.actor.kind === "engine") {
      this.held ||= isLooking;
      this.changed();
      return app.say(this.held ? t("heldHint") : t("engineThinks"), "error");
    }
    const why = app.whyNot(point) ?? this.opening?.whyNot(point);
    if (why) return app.say(why, "error");
    this.held = false;
    this.make(point, time);
  }

  /// Goes on from the node that is looked at.
  goOn() {
    this.takeUp(this.app.node);
    this.held = false;
    this.step();
  }

  takeUp(node) {
    this.cancel();
    this.since = performance.now();
    // A game that was lost on time goes on without clocks.
    if (this.clocks && COLORS.some((color) => this.clocks[color] <= 0)) this.clocks = null;
    if (node !== this.live) {
      // What was agreed at the node that is left holds again when the reader comes back to it.
      this.live.table = this.table();
      this.live = node;
      this.opening = Opening.unpack(this, node.table?.opening);
      if (node.table) this.seats = { ...node.table.seats };
    }
    this.app.go(node);
    this.changed();
  }

  /// Takes back to the last position in which a person had the turn.
  async undo() {
    const seatAt = (node) => node.table?.opening ? null : (node.table?.seats ?? this.seats)[this.app.game.toMove(node)];
    const isEngine = COLORS.map((color) => this.seats[color].kind === "engine");
    let node = this.app.node.parent;
    // Between two engines one move at a time.
    while (node && isEngine.includes(true) && isEngine.includes(false) && seatAt(node)?.kind === "engine") node = node.parent;
    if (!node) return this.app.say(t("nothingToUndo"), "error");
    node.end = null;
    // The engine waits until it is known whose turn it is, which in an opening the server says.
    this.held = true;
    this.takeUp(node);
    if (this.opening) {
      const { app } = this;
      const isKnown = await this.opening.learn();
      // Meanwhile the reader may have gone elsewhere; without a connection the seats have to do.
      if (app.mode !== "play" || app.node !== node || (!isKnown && app.connection.isOnline)) return;
    }
    this.held = this.actor.kind === "engine";
    this.step();
  }

  redo() {
    let node = this.app.node;
    const after = (at) => at.next ?? at.children[0];
    do node = after(node);
    while (node && after(node) && this.seats[this.app.game.toMove(node)].kind === "engine");
    if (!node) return this.app.say(t("nothingToRedo"), "error");
    this.takeUp(node);
    this.step();
  }

  /// Goes on where a person has the turn, after a look at another panel.
  comeBack() {
    if (!this.held || this.isLooking || this.actor?.kind !== "human") return;
    this.held = false;
    this.since = performance.now();
    this.step();
  }

  hold() {
    this.held = true;
    this.cancel();
    this.changed();
  }

  swapSides() {
    const { node } = this.app;
    const opening = this.isLooking ? node.table?.opening : this.opening;
    if (opening) return this.app.say(t("openingFirst"), "error");
    this.takeUp(node);
    const { black, white } = this.seats;
    this.seats = { black: white, white: black };
    this.held = false;
    this.step();
  }

  /// Gives up the game where it stands, wherever the reader looks.
  resign() {
    const { app } = this;
    if (app.game.nodes().includes(this.live)) app.go(this.live);
    if (app.ending) return app.say(t("over"), "error");
    const humans = COLORS.filter((color) => this.seats[color].kind === "human");
    const loser = humans.length === 1 ? humans[0] : app.game.toMove();
    this.cancel();
    app.question(null);
    app.finish(other(loser), "resign");
  }

  /// What full strength would play.
  async hint() {
    const { app } = this;
    if (this.thinking || (this.isRunning && this.actor.kind === "engine")) return app.say(t("engineThinks"), "error");
    if (app.ending) return app.say(t("over"), "error");
    app.say(t("thinking"));
    const answer = await this.think("think", { level: FULL_LEVEL, time_ms: HINT_TIME });
    if (!answer) return app.unsay(t("thinking"));
    const names = answer.line.slice(0, HINT_STONES).map((point) => pointName(app.game, point)).join(" ");
    const share = Math.round(100 * answer.share);
    app.overlay("hint", { ghosts: [{ point: answer.point, color: app.game.toMove(), text: "?" }] });
    app.say(t("hintText", { line: names, share }));
  }

  tick() {
    const now = performance.now();
    const passed = now - (this.ticked ?? now);
    this.ticked = now;
    const { clocks, app } = this;
    const isPaused = !this.isRunning || this.opening || app.node.depth === 0 || !app.connection.isOnline;
    if (!clocks || isPaused) return;
    const color = app.game.toMove();
    clocks[color] -= passed;
    if (clocks[color] <= 0) {
      clocks[color] = 0;
      this.cancel();
      app.finish(other(color), "time");
    }
    this.dispatchEvent(new Event("clock"));
  }
}
