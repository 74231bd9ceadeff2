// Every state of a game has somebody to act and a visible way on: seeded walks through the buttons of the page, also
// with a server that is busy or gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { App, Game, Play, i18n, load } from "./page.mjs";
import { FakeConnection, random } from "./server.mjs";

const { hint } = await load("play/hint.js");
const { resign, swapSides } = await load("play/asked.js");

const SIZE = { width: 7, height: 7 };
const human = { kind: "human" };
const engine = { kind: "engine", level: 1, time: 10 };
const STEPS = 200;
const WALKS = 60;

class Walk {
  constructor(seed) {
    this.dice = random(seed);
    this.connection = new FakeConnection(this.dice);
    this.app = new App(this.connection);
    this.app.question = (question) => (this.question = this.app.asked = question);
    this.play = new Play(this.app);
    this.did = [];
    this.newGame();
  }

  one(list) {
    return list[this.dice(list.length)];
  }

  newGame() {
    const seat = () => this.one([human, engine]);
    const opening = this.one(["none", "swap2"]);
    const minutes = this.one([0, 1]);
    const byoyomi = this.one([0, 10]);
    this.start({ black: seat(), white: seat(), opening, minutes, byoyomi });
  }

  start(terms) {
    this.play.prepare(terms);
    this.app.setMode("play");
    this.app.load(new Game(SIZE));
  }

  /// Begins a game by these terms, as far as it goes without the reader.
  async begin(terms) {
    this.start(terms);
    await this.settle();
  }

  /// What a reader may do: a name, how often, and what it does.
  get actions() {
    const { app, play } = this;
    const point = () => this.dice(SIZE.width * SIZE.height);
    const go = (node) => node && app.go(node);
    return [
      ["choose", 8, () => (app.mode === "play" ? play.choose(point()) : app.place(point()))],
      ["answer", 6, () => this.question?.options.length > 0 && this.question.answer(this.one(this.question.options).value)],
      ["undo", 4, () => app.mode === "play" && play.undo()],
      ["redo", 4, () => app.mode === "play" && play.redo()],
      ["go on", 3, () => play.offersToGoOn && play.goOn()],
      ["back", 2, () => go(app.node.parent)],
      ["forward", 2, () => go(app.node.next ?? app.node.children[0])],
      ["first", 1, () => go(app.game.root)],
      ["end", 1, () => go(app.node.lastOfLine())],
      ["hint", 1, () => app.mode === "play" && hint(play)],
      ["hold", 1, () => app.mode === "play" && play.hold()],
      ["swap", 1, () => app.mode === "play" && swapSides(play)],
      ["resign", 1, () => app.mode === "play" && resign(play)],
      ["analyze", 1, () => this.changeMode("analyze")],
      ["come back", 2, () => this.changeMode("play")],
      ["delete", 1, () => app.mode !== "play" && app.node.parent && (app.game.remove(app.node), app.moved())],
      ["new", 1, () => this.newGame()],
      ["offline", 1, () => this.connection.become(false)],
      ["online", 2, () => this.connection.isOnline || this.connection.become(true)],
      ["busy", 1, () => (this.connection.fails = this.connection.fails ? 0 : 3)],
      ["out of time", 1, () => this.outOfTime()],
    ].flatMap((action) => Array(action[1]).fill(action));
  }

  /// As main.js does it.
  changeMode(mode) {
    const { app, play } = this;
    if (app.mode === mode) return;
    app.setMode(mode);
    app.question(null);
    if (mode === "play") play.comeBack();
    else play.rest();
  }

  outOfTime() {
    const { app, play } = this;
    if (!play.clocks || !play.isRunning || play.opening || app.node.depth === 0) return;
    play.clocks[app.game.toMove()] = 0;
    play.clocks.byoyomi = 0;
    play.ticked = performance.now();
    play.tick();
  }

  async step() {
    const [name, , act] = this.one(this.actions);
    this.did.push(name);
    act();
    // Some things are done before what was asked is answered.
    if (this.dice(4) > 0) await this.settle();
    else for (let answers = this.dice(3); answers > 0 && this.connection.answerOne(); answers--) await this.pause();
  }

  pause() {
    return new Promise((resolve) => setImmediate(resolve));
  }

  async settle() {
    await this.pause();
    while (this.connection.answerOne()) await this.pause();
    this.check();
  }

  check() {
    const { app, play, question } = this;
    const { message } = app;
    const state = () => {
      const { held, isLooking, actor, opening, thinking } = play;
      const shown = { mode: app.mode, held, isLooking, actor, acts: opening?.acts, stage: opening?.stage, thinking, message };
      return `${this.did.slice(-8).join(", ")}: ${JSON.stringify({ ...shown, message: message.text, question: question?.text })}`;
    };
    if (message.text) assert.equal(message.node, app.node, `a sentence belongs to its position; ${state()}`);
    assert.equal(play.thinking, null, `nothing is asked, and nobody thinks; ${state()}`);
    if (app.mode !== "play") return;
    assert.ok(!question?.text.includes("decides"), `nobody decides any more; ${state()}`);
    if (app.ending) {
      assert.equal(play.turn, null, state());
      assert.ok(!app.connection.isOnline || message.text, `the result is shown; ${state()}`);
    } else if (play.offersToGoOn) {
      assert.ok(play.isLooking || play.actor?.kind !== "human", `a person's turn waits for nothing; ${state()}`);
    } else if (app.connection.isOnline && app.node.facts) {
      assert.equal(play.actor?.kind, "human", `somebody is to act; ${state()}`);
      assert.ok(play.turn, `it is somebody's turn; ${state()}`);
      if (play.opening) assert.ok(question, `an opening asks; ${state()}`);
    }
    if (play.clocks) assert.ok(app.ending || ["black", "white"].every((color) => play.clocks[color] >= 0), state());
  }

  /// Everything that waits goes on once the server is there and free.
  async finish() {
    this.connection.fails = 0;
    if (!this.connection.isOnline) this.connection.become(true);
    this.changeMode("play");
    if (this.play.offersToGoOn) this.play.goOn();
    await this.settle();
    assert.ok(!this.play.offersToGoOn, `to go on is of use; ${this.did.slice(-8).join(", ")}`);
  }
}

test("walks never end in a state in which nobody acts", async () => {
  const seen = new Set();
  for (let seed = 1; seed <= WALKS; seed++) {
    const walk = new Walk(seed);
    for (let step = 0; step < STEPS; step++) await walk.step();
    walk.did.forEach((name) => seen.add(name));
    await walk.finish();
  }
  assert.equal(seen.size, 21);
});

test("an opening that the engine leads goes on after taking back and playing again", async () => {
  const walk = new Walk(1);
  await walk.begin({ black: engine, white: human, opening: "swap2" });
  assert.match(walk.question.text, /which side/);
  assert.equal(walk.app.node.depth, 3);
  walk.play.undo();
  await walk.settle();
  assert.equal(walk.app.node.depth, 2);
  assert.ok(walk.play.offersToGoOn, "the engine waits");
  walk.play.redo();
  await walk.settle();
  assert.match(walk.question?.text ?? "", /which side/);
});

test("a click where the engine had the turn leaves the game where it is", async () => {
  const walk = new Walk(1);
  const { app, play } = walk;
  await walk.begin({ black: human, white: engine });
  play.choose(24);
  await walk.settle();
  const { live } = play;
  app.go(live.parent);
  play.choose(0);
  await walk.settle();
  assert.match(app.message.text, /Go on from here/);
  assert.deepEqual([play.live === live, app.node.depth, play.offersToGoOn], [true, 1, true]);
  app.setMode("analyze");
  app.setMode("play");
  play.comeBack();
  assert.equal(app.node, live);
  // Where the reader had the turn a click goes on.
  app.go(live.parent.parent);
  play.choose(25);
  await walk.settle();
  assert.deepEqual([app.node.depth, app.game.root.children[0].point], [2, 25]);
});

test("a game that was left while the engine thought goes on when the reader returns", async () => {
  const walk = new Walk(1);
  const { app, play, connection } = walk;
  await walk.begin({ black: human, white: engine });
  for (const isHeld of [false, true]) {
    const { depth } = app.node;
    play.choose([...Array(49).keys()].find((point) => app.game.isEmpty(point)));
    while (!play.thinking && connection.answerOne()) await walk.pause();
    assert.ok(play.thinking, "the engine thinks");
    if (isHeld) play.hold();
    walk.changeMode("analyze");
    await walk.settle();
    assert.deepEqual([app.node.depth, play.pack().held], [depth + 1, isHeld], "nor does a reload stop it");
    walk.changeMode("play");
    await walk.settle();
    assert.deepEqual([app.node.depth, play.offersToGoOn], [depth + (isHeld ? 1 : 2), isHeld]);
  }
});

test("changing sides is asked about where there are stones", async () => {
  const walk = new Walk(1);
  const { app, play } = walk;
  const levels = () => ["black", "white"].map((color) => play.seats[color].level ?? 0);
  await walk.begin({ black: human, white: engine });
  swapSides(play);
  await walk.settle();
  assert.deepEqual([levels(), app.node.depth, walk.question], [[1, 0], 1, null], "the engine has moved at once");
  swapSides(play);
  assert.equal(walk.question.text, "Change sides from here on?");
  walk.question.answer("playOn");
  await walk.settle();
  assert.deepEqual([levels(), app.node.depth, walk.question], [[1, 0], 1, null]);
  swapSides(play);
  walk.question.answer("swapSides");
  await walk.settle();
  assert.deepEqual([levels(), app.node.depth], [[0, 1], 2]);
});

test("a question of the reader stays until it is answered, also when the engine moves", async () => {
  const walk = new Walk(1);
  const { app, play } = walk;
  const begin = async () => {
    await walk.begin({ black: human, white: engine });
    play.choose(24);
    swapSides(play);
    await walk.settle();
    assert.deepEqual([app.node.depth, walk.question?.text], [2, "Change sides from here on?"]);
  };
  await begin();
  await i18n.setLanguage("ja");
  app.emit("language");
  assert.deepEqual([walk.question.text, walk.question.options[1].label], [i18n.t("ask.swap"), i18n.t("playOn")]);
  assert.notEqual(walk.question.text, "Change sides from here on?");
  await i18n.setLanguage("en");
  app.emit("language");
  assert.equal(walk.question.text, "Change sides from here on?");
  walk.question.answer("swapSides");
  await walk.settle();
  assert.deepEqual([play.seats.black.kind, app.node.depth, walk.question], ["engine", 3, null]);
  await begin();
  app.go(app.node.parent);
  assert.equal(walk.question, null, "the reader looks at another position");
  await begin();
  await walk.newGame();
  assert.ok(!walk.question?.stays, "another game");
});

test("a question about a file outlives the engine's moves and the game, and then an opening asks its own again", async () => {
  const walk = new Walk(1);
  const { app } = walk;
  for (const [black, white, opening, after] of [[engine, engine, "none", undefined], [human, engine, "swap2", /put stones/], [engine, human, "swap2", /which side/]]) {
    walk.start({ black, white, opening });
    const asked = app.offer(() => "Which game?", { close: null }, { stays: true });
    await walk.settle();
    assert.equal(walk.question, asked);
    asked.answer("close");
    await walk.settle();
    assert.match(walk.question?.text ?? "undefined", after ?? /undefined/);
  }
});

test("a hint in an opening is what the opening allows: stones, a number or a choice", async () => {
  const walk = new Walk(1);
  const { app, play, connection } = walk;
  walk.start({ black: human, white: human, opening: "swap2" });
  const hinted = async (acts) => {
    connection.negotiate = () => ({ acts });
    hint(play);
    await walk.settle();
    return [app.message.text, app.overlays.get("hint")?.ghosts[0].point];
  };
  for (const point of [24, 25, 0]) {
    await walk.settle();
    assert.deepEqual(await hinted(["a1", "b2"]), ["Hint: a1, b2", 42]);
    play.choose(point);
  }
  await walk.settle();
  assert.deepEqual(await hinted(["black"]), ["Hint: Play Black", undefined]);
  assert.deepEqual(await hinted(["3"]), ["Hint: 3", undefined]);
  app.go(app.node.parent);
  await hint(play);
  assert.match(app.message.text, /Go on from here/);
});

test("what the engine decides in an opening is said beside its next move", async () => {
  const walk = new Walk(1);
  const { app, play, connection } = walk;
  connection.negotiate = () => ({ acts: ["white"] });
  walk.start({ black: human, white: { kind: "engine", level: 2, time: 10 }, opening: "swap2" });
  for (const point of [24, 25, 0]) {
    await walk.settle();
    play.choose(point);
  }
  await walk.settle();
  assert.match(app.message.text, /^Computer, level 2 took White\. White: [a-g]\d\.$/);
});
