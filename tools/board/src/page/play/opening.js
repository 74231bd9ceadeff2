// Negotiated openings, led by questions. The page stores the acts so far; the server, which knows the
// rules, names the next stage and checks every act.
//
// The first player begins with Black's seat and the second with White's; the opening decides who gets
// which color.

import { sentences, t } from "../words/i18n.js";
import { other, parsePoints, pointName } from "../game/notation.js";
import { isSeat } from "./seats.js";

const LEAST_TIME = 1000;

export class Opening {
  constructor(play, { kind, players, acts }) {
    Object.assign(this, { play, kind, players, acts: [...acts] });
    /// The server's latest stage of the opening; null before its first answer.
    this.stage = null;
    /// The question of the current stage.
    this.asking = null;
    /// Whether the engine's acts are being carried out.
    this.obeys = false;
  }

  /// The opening of a new game.
  static begin(play, kind) {
    const { black, white } = play.seats;
    const players = { first: { ...black, role: "opener" }, second: { ...white, role: "chooser" } };
    play.seats = { black: players.first, white: players.second };
    return new Opening(play, { kind, players, acts: [] });
  }

  pack() {
    return { kind: this.kind, players: this.players, acts: [...this.acts] };
  }

  /// The opening from its packed form; null if that is invalid.
  static unpack(play, state) {
    const { kind, players, acts } = state ?? {};
    const isText = (value) => typeof value === "string";
    if (!isText(kind) || !Array.isArray(acts) || !acts.every(isText)) return null;
    const isWhole = [players?.first, players?.second].every((player) => isSeat(player) && isText(player.role));
    return isWhole ? new Opening(play, state) : null;
  }

  get app() {
    return this.play.app;
  }

  /// The seat that acts; null before the server's answer.
  get actor() {
    return this.players[this.stage?.player] ?? null;
  }

  get isCurrent() {
    return this.play.opening === this;
  }

  /// Asks the server for the stage. False if it cannot tell, or the reader has continued meanwhile.
  async learn() {
    this.asking ??= this.ask();
    return (await this.asking) && this.isCurrent;
  }

  async ask() {
    const { app, kind, acts } = this;
    try {
      const stage = await app.connection.ask("opening", { position: app.game.position(this.play.live), opening: kind, acts });
      if (acts !== this.acts || !this.isCurrent) return false;
      this.stage = stage;
      this.play.seats = { [stage.first]: this.players.first, [other(stage.first)]: this.players.second };
      return true;
    } catch (error) {
      if (error.code === "offline" || acts !== this.acts || !this.isCurrent) return false;
      // The rule refuses the acts, for example of a game stored by an older page: the game continues without an opening.
      if (error.code === "opening") this.end();
      else this.play.hold();
      app.report(error);
      return false;
    } finally {
      if (acts === this.acts) this.asking = null;
    }
  }

  /// Adds an act. The next stage has to be asked for.
  add(act) {
    this.set([...this.acts, act]);
  }

  set(acts) {
    this.acts = acts;
    this.stage = null;
    this.asking = null;
  }

  /// Continues: shows the allowed points, asks a question, or lets the engine act.
  async step() {
    const { play } = this;
    if (this.obeys) return;
    if (!this.stage && !(await this.learn())) return;
    // The reader may have acted or left meanwhile.
    if (!this.stage || !this.isCurrent || !play.isHere || this.obeys) return;
    if (!this.stage.due) return this.end();
    const { actor } = this;
    if (actor.kind === "human") play.held = false;
    this.show();
    if (actor.kind === "human") this.askPerson(actor);
    else if (!play.held && !play.thinking) this.engineActs(actor);
  }

  /// Marks the points that are not allowed, and the offered stones.
  show() {
    const { closed, offers } = this.stage;
    this.app.overlay("opening", closed.length > 0 ? { closed } : null);
    const marks = offers.map((point, index) => ({ point, text: String.fromCharCode(65 + index) }));
    this.app.overlay("offers", marks.length > 0 ? { marks } : null);
    this.app.emit("play");
  }

  /// Whether the reader's own question is shown. Its answer leads back to the opening's question.
  get isAsked() {
    return Boolean(this.app.asked?.stays);
  }

  askPerson(actor) {
    if (this.isAsked) return;
    const { due, name } = this.stage;
    const intro = due === "side" && name ? `${name}. ` : "";
    const { text, options } = this.questionFor(this.nameOf(actor));
    this.app.question({ text: intro + text, options, answer: (value) => this.choice(value) });
  }

  questionFor(player) {
    const { due, fifths, left, instead, closed } = this.stage;
    const color = t(this.app.game.toMove());
    const options = (...names) => names.map((name) => ({ label: t(`choice.${name}`, { fifths }), value: name }));
    switch (due) {
      case "side": {
        const seats = this.play.seats;
        const own = t(seats.black === this.actor ? "black" : "white");
        const text = t(fifths && !instead ? "ask.sideFifths" : "ask.side", { player, color: own, fifths });
        return { text, options: options("black", "white", ...(instead ? [instead] : [])) };
      }
      case "number": {
        const numbers = Array.from({ length: fifths }, (_, n) => ({ label: `${n + 1}`, value: `${n + 1}` }));
        return { text: t("ask.fifths", { player }), options: numbers };
      }
      case "offer":
      case "pick":
        return { text: t(`ask.${due}`, { player, left }), options: [] };
      default: {
        const text = t(left > 1 ? "ask.stones" : "ask.stone", { player, color, left });
        return { text: closed.length > 0 ? `${text} ${t("ask.shaded")}` : text, options: [] };
      }
    }
  }

  nameOf(seat) {
    const { first, second } = this.players;
    return first.kind === second.kind ? t(seat.role) : this.play.nameOf(seat);
  }

  /// Handles an answer: a side, a number, or another permitted act.
  async choice(value) {
    const { due } = this.stage ?? {};
    if (due !== "side" && due !== "number") return;
    // A running hint would keep the engine from acting.
    this.play.cancel();
    const player = this.nameOf(this.actor);
    this.add(value);
    this.play.held = false;
    this.app.question(null);
    if (!(await this.learn())) return;
    if (value === "black" || value === "white") this.app.say(t("takes", { player, color: t(value) })).stays = true;
    await this.step();
  }

  /// Why the opening forbids a stone on a point; null if it allows one.
  whyNot(point) {
    if (!this.stage?.closed.includes(point)) return null;
    const name = pointName(this.app.game, point);
    return t(this.stage.due === "pick" ? "notOffered" : "outOfOpening", { point: name });
  }

  /// Handles a click of the person. False if the game shall place the stone as usual.
  choose(point) {
    if (this.obeys) return true;
    if (!this.stage) {
      if (!this.app.connection.isOnline) this.play.sayWhyNot();
      else this.learnAndChoose(point);
      return true;
    }
    if (!this.stage.due) this.end();
    if (this.actor?.kind !== "human") return false;
    const { due } = this.stage;
    if (due === "stone" || due === "pick") return false;
    this.play.held = false;
    if (due === "offer") this.offer(point);
    else this.step();
    return true;
  }

  async learnAndChoose(point) {
    if (!(await this.learn())) return;
    this.play.step();
    if (this.stage) this.play.choose(point);
  }

  /// Offers a stone, or withdraws the offer.
  offer(point) {
    this.play.cancel();
    const name = pointName(this.app.game, point);
    if (this.stage.offers.includes(point)) {
      this.set(this.acts.filter((act) => act !== name));
    } else {
      const why = this.app.whyNot(point) ?? this.whyNot(point);
      if (why) return this.app.say(why, "error");
      this.add(name);
    }
    this.step();
  }

  async engineActs(actor) {
    const asked = this.isAsked ? null : this.app.offer(() => t("engineDecides", { player: this.nameOf(actor) }), {});
    const { kind, acts } = this;
    const values = { opening: kind, acts, time_ms: Math.round(Math.max(LEAST_TIME, actor.time ?? LEAST_TIME)) };
    const answer = await this.play.think("negotiate", values);
    // No answer will come: the server is gone, has failed, or was stopped.
    if (!answer && this.isCurrent && !this.play.thinking) this.app.unask(asked);
    if (!answer || !this.isCurrent || acts !== this.acts) return;
    this.obeys = true;
    await this.obey(answer.acts);
    this.obeys = false;
    if (!this.isCurrent) return;
    this.app.unask(asked);
    this.play.step();
  }

  /// Carries out the engine's decisions unless the reader interrupts.
  async obey(acts) {
    const said = [];
    for (const act of acts) {
      if (!this.stage && !(await this.learn())) return;
      if (!this.play.isRunning) return;
      const { due } = this.stage;
      const player = this.nameOf(this.actor);
      const [point] = parsePoints(this.app.game, act) ?? [];
      if (point !== undefined && (due === "stone" || due === "pick")) {
        if (!this.play.make(point, 0)) return;
      } else {
        this.add(act);
        if (due === "number") said.push(t("asksFifths", { player, fifths: act }));
        if (due === "side") said.push(t(act === "black" || act === "white" ? "takes" : `does.${act}`, { player, color: t(act) }));
      }
    }
    // Said after the stones, because they remove messages.
    if (said.length > 0) this.app.say(sentences(...said)).stays = true;
  }

  end() {
    const { app, play } = this;
    if (!this.isAsked) app.question(null);
    app.overlay("opening", null);
    app.overlay("offers", null);
    play.opening = null;
    play.since = performance.now();
    app.node.table = play.table();
    play.step();
  }
}
