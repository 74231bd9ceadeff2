// Negotiated openings, led by questions: swap2, swap, swap after one stone, pro, long pro, Soosõrv-8.
//
// One side (the opener) begins with Black's seat and the other (the chooser) with White's; who ends up
// with which color is what the opening is about.

import { t } from "./i18n.js";
import { other, pointName } from "./notation.js";

/// Phases: who acts, how many stones are put down, or which question is asked.
const PHASES = {
  swap2: { begin: "three" },
  swap: { begin: "three" },
  swap1: { begin: "one" },
  pro: { begin: "ring" },
  longpro: { begin: "ring" },
  soosorv: { begin: "three" },
};
const STONES = { three: 3, one: 1, two: 5, fourth: 4 };
/// Who acts in a phase; the rest is the opener's.
const CHOOSERS = new Set(["choose", "two"]);
const MOST_FIFTHS = 8;
export const OPENINGS = ["none", "swap2", "swap", "swap1", "pro", "longpro", "soosorv"];

export class Opening {
  constructor(play, kind) {
    this.play = play;
    this.kind = kind;
    this.phase = PHASES[kind].begin;
    const { black, white } = play.seats;
    this.opener = { ...black, role: "opener" };
    this.chooser = { ...white, role: "chooser" };
    play.seats = { black: this.opener, white: this.chooser };
    this.fifths = 0;
    this.offers = [];
  }

  pack() {
    const { kind, phase, opener, chooser, fifths, offers } = this;
    return { kind, phase, opener, chooser, fifths, offers: [...offers] };
  }

  static unpack(play, state) {
    const opening = Object.assign(Object.create(Opening.prototype), { play, ...state });
    return Object.assign(opening, { offers: [...state.offers] });
  }

  get app() {
    return this.play.app;
  }

  /// The seat that acts, or nothing where the turn decides.
  get actor() {
    const { seats } = this.play;
    if (this.kind === "soosorv" && this.phase !== "three" && this.phase !== "swapThree") {
      const color = { fourth: "white", swapFour: "black", offer: "black", pick: "white" }[this.phase];
      return seats[color];
    }
    if (this.phase === "ring") return null;
    return CHOOSERS.has(this.phase) || this.phase === "swapThree" ? this.chooser : this.opener;
  }

  /// How far from the center Black's second stone has to be, at least.
  get ring() {
    return this.kind === "pro" ? 3 : 4;
  }

  /// Points that the opening does not allow now.
  closed() {
    const { game } = this.app;
    const { width, height, cells } = game;
    const [middleX, middleY] = [Math.floor(width / 2), Math.floor(height / 2)];
    const stones = this.app.node.depth;
    const far = (point) => Math.max(Math.abs((point % width) - middleX), Math.abs(Math.floor(point / width) - middleY));
    const points = Array.from({ length: cells }, (_, point) => point);
    if (this.kind === "soosorv" && this.phase === "three") return points.filter((point) => far(point) > stones);
    if (this.phase !== "ring" || stones === 1) return [];
    return points.filter((point) => (stones === 0 ? far(point) > 0 : far(point) < this.ring));
  }

  whyNot(point) {
    return this.closed().includes(point) ? t("outOfOpening", { point: pointName(this.app.game, point) }) : null;
  }

  /// Goes on: shows what is allowed, asks a question, or lets the engine act.
  step() {
    const stones = this.app.node.depth;
    if (this.phase === "ring" && stones >= 3) return this.end();
    const due = STONES[this.phase];
    if (due && stones >= due) return this.follow();
    const { actor } = this.play;
    const closed = this.closed();
    this.app.overlay("opening", closed.length > 0 ? { closed } : null);
    if (this.phase === "pick") this.showOffers();
    if (actor.kind === "engine") return this.engineActs(actor);
    this.askPerson(actor);
  }

  /// What comes after the stones of a phase are down.
  follow() {
    const after = { three: this.kind === "soosorv" ? "swapThree" : "choose", one: "choose", two: "chooseLast" };
    this.phase = after[this.phase] ?? "swapFour";
    this.step();
  }

  askPerson(actor) {
    const player = this.nameOf(actor);
    const ask = (text, options, values = {}) =>
      this.app.question({ text: t(text, { player, ...values }), options, answer: (value) => this.answer(value) });
    const options = (...names) => names.map((name) => ({ label: t(`choice.${name}`), value: name }));
    const left = (STONES[this.phase] ?? 0) - this.app.node.depth;
    const color = t(this.app.game.toMove());
    switch (this.phase) {
      case "choose":
        return ask("ask.choose", options("black", "white", ...(this.kind === "swap2" ? ["more"] : [])));
      case "chooseLast":
        return ask("ask.choose", options("black", "white"));
      case "swapThree":
      case "swapFour":
        return ask("ask.swap", options("swap", "stay"), { fifths: this.fifths });
      case "fourth":
        if (this.fifths > 0) return ask("ask.stones", [], { left, color });
        return ask("ask.fifths", Array.from({ length: MOST_FIFTHS }, (_, n) => ({ label: `${n + 1}`, value: n + 1 })));
      case "offer":
        this.showOffers();
        return ask("ask.offer", [], { left: this.fifths - this.offers.length });
      case "pick":
        return ask("ask.pick", []);
      case "ring":
        return ask(this.app.node.depth === 1 ? "ask.free" : "ask.ring", []);
      default:
        return ask("ask.stones", [], { left, color });
    }
  }

  nameOf(seat) {
    const { black, white } = this.play.seats;
    if (black.kind === white.kind) return t(seat.role);
    return this.play.nameOf(seat);
  }

  /// A person's answer to a question.
  answer(value) {
    switch (this.phase) {
      case "choose":
      case "chooseLast":
        if (value === "more") return this.enter("two");
        return this.take(this.phase === "choose" ? this.chooser : this.opener, value);
      case "swapThree":
        if (value === "swap") this.exchange();
        return this.enter("fourth");
      case "swapFour":
        if (value === "swap") this.exchange();
        return this.enter("offer");
      case "fourth":
        this.fifths = value;
        return this.step();
    }
  }

  enter(phase) {
    this.phase = phase;
    this.offers = phase === "offer" ? [] : this.offers;
    this.step();
  }

  exchange() {
    const { black, white } = this.play.seats;
    this.play.seats = { black: white, white: black };
    this.app.say(t("sidesChanged"));
  }

  /// A player takes a color, and the opening is over.
  take(player, color) {
    const rest = player === this.opener ? this.chooser : this.opener;
    this.play.seats = { [color]: player, [other(color)]: rest };
    this.app.say(t("takes", { player: this.nameOf(player), color: t(color) }));
    this.end();
  }

  end() {
    this.app.question(null);
    this.app.overlay("opening", null);
    this.play.opening = null;
    this.play.since = performance.now();
    this.app.node.table = this.play.table();
    this.play.step();
  }

  /// A click that is no move: an offer, or the choice of one.
  choose(point) {
    const actor = this.actor;
    if (this.play.isLooking || this.play.held || actor?.kind === "engine") return false;
    if (this.phase === "offer") {
      this.offer(point);
    } else if (this.phase === "pick") {
      if (this.offers.includes(point)) this.pick(point);
    } else if (!STONES[this.phase] && this.phase !== "ring") {
      return true;
    } else if (this.phase === "fourth" && this.fifths === 0) {
      return true;
    } else {
      return false;
    }
    return true;
  }

  offer(point) {
    const why = this.app.whyNot(point);
    if (why) return this.app.say(why, "error");
    const at = this.offers.indexOf(point);
    if (at >= 0) this.offers.splice(at, 1);
    else this.offers.push(point);
    if (this.offers.length === this.fifths) this.phase = "pick";
    this.step();
  }

  pick(point) {
    this.app.overlay("offers", null);
    this.play.opening = null;
    this.app.question(null);
    this.play.make(point, 0);
  }

  showOffers() {
    const marks = this.offers.map((point, index) => ({ point, text: String.fromCharCode(65 + index) }));
    this.app.overlay("offers", { marks });
  }

  async engineActs(actor) {
    this.app.question({ text: t("engineDecides", { player: this.nameOf(actor) }), options: [] });
    const steps = { swapThree: "swap_three", fourth: "fourth", swapFour: "swap_four", offer: "fifths", pick: "choose" };
    const step = this.kind === "soosorv" ? (steps[this.phase] ?? "propose") : null;
    const values = { opening: this.kind, time_ms: Math.max(1000, actor.time ?? 1000) };
    if (step) Object.assign(values, { step, fifths: this.fifths, offered: this.offers });
    const answer = await this.play.think("negotiate", values);
    if (answer && this.play.opening === this) this.obey(answer);
  }

  /// What the engine has decided.
  obey({ swap, stones, fifths }) {
    if (this.phase === "choose" || this.phase === "chooseLast") {
      const player = this.phase === "choose" ? this.chooser : this.opener;
      if (this.phase === "choose" && stones.length === 2) {
        this.phase = "two";
        return this.put(stones);
      }
      return this.take(player, swap ? "black" : "white");
    }
    if (this.phase === "swapThree" || this.phase === "swapFour") return this.answer(swap ? "swap" : "stay");
    if (this.phase === "offer") {
      this.offers = stones;
      return this.enter("pick");
    }
    if (this.phase === "pick") return this.pick(stones[0]);
    if (fifths) this.fifths = fifths;
    this.put(stones);
  }

  /// Puts the engine's stones down, one after the other.
  put(stones) {
    for (const point of stones) this.play.make(point, 0);
  }
}
