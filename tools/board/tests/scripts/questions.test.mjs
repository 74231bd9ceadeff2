import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FILE, MAX_MESSAGE, MAX_MOVES } from "../../src/page/limits.js";
import { Questions } from "../../src/page/questions.js";
import { address, App, Game, load, notation } from "./page.mjs";

const { Analysis } = await load("analyze/analyze.js");
const { prove } = await load("analyze/proof.js");
const { packFound, toWire } = await load("files/save.js");

/// A connection whose answers the test supplies.
class Said extends Questions {
  constructor() {
    super();
    this.become("online");
  }

  send() {}

  stop() {
    this.ask("stop");
  }

  say(id, say, answer = {}) {
    this.hear(JSON.stringify({ id, say, with: answer }));
  }
}

test("nobody hears a part of a search once the next one was asked for", async () => {
  const said = new Said();
  const heard = [];
  const thought = said.ask("analyze", {}, ({ depth }) => heard.push(depth));
  said.say(1, "lines", { depth: 1 });
  // No search: the analysis goes on.
  const judged = said.ask("judge");
  said.say(1, "lines", { depth: 2 });
  const moved = said.ask("think");
  said.say(1, "lines", { depth: 3 });
  assert.deepEqual(heard, [1, 2]);
  said.say(2, "judged", { outcome: null });
  said.say(1, "analyzed", { depth: 3 });
  said.say(3, "move", { point: 7 });
  assert.deepEqual(await Promise.all([thought, judged, moved]), [{ depth: 3 }, { outcome: null }, { point: 7 }]);
});

test("the games of a file are all heard, whatever is searched meanwhile", () => {
  const said = new Said();
  let count = 0;
  said.ask("open", {}, ({ games }) => (count += games));
  said.say(1, "games", { games: 50 });
  said.ask("think");
  said.say(1, "games", { games: 20 });
  assert.equal(count, 70);
});

test("who stops a search does not stop the next one", () => {
  const said = new Said();
  said.ask("analyze");
  const analysis = said.lastSearch;
  said.ask("judge");
  said.stopSearch(analysis);
  said.ask("think");
  const asked = said.lastId;
  said.stopSearch(analysis);
  assert.equal(said.lastId, asked, "the move goes on");
  said.stopSearch(said.lastSearch);
  assert.equal(said.lastId, asked + 1);
});

test("a proof that is left does not stop the engine's move", () => {
  const said = new Said();
  const app = new App(said);
  app.question = () => {};
  prove(app, Object.assign(Object.create(Analysis.prototype), { app, run: 0, lines: [] }));
  said.ask("think").catch(() => {});
  const asked = said.lastId;
  app.setMode("analyze");
  assert.equal(said.lastId, asked);
});

test("a connection says when no search is left, and not before", async () => {
  const said = new Said();
  let count = 0;
  said.addEventListener("idle", () => count++);
  const answers = [said.ask("analyze"), said.ask("judge"), said.ask("think")];
  said.say(2, "judged");
  said.say(1, "analyzed");
  assert.deepEqual([count, said.isSearching], [0, true]);
  said.say(3, "move");
  assert.deepEqual([count, said.isSearching], [1, false]);
  await Promise.all(answers);
  const lost = said.ask("think");
  assert.ok(said.isSearching);
  said.giveUp("offline", "");
  await assert.rejects(lost);
  assert.ok(!said.isSearching);
});

test("a message that the server would not take is refused, and the largest game is none", async () => {
  const said = new Said();
  const sent = [];
  said.send = (id, name, text) => sent.push(text);
  const letters = MAX_MESSAGE / 2;
  await assert.rejects(said.ask("open", { text: "ж".repeat(letters) }), { code: "too_large" });
  assert.equal(said.pending.size, 0, "nothing waits for an answer");
  // Each move has a comment with its part of a file of one byte a letter, and the value of a review.
  const game = new Game({ width: 20, height: 20 });
  const comment = "ж".repeat(MAX_FILE / MAX_MOVES);
  for (let at = 0; at < MAX_MOVES; at++) {
    const parent = at < 400 ? game.root : game.root.children[at % 400];
    Object.assign(game.child(at < 400 ? at : 400 - Math.floor(at / 400), parent), { comment, share: 0.123, seen: 1 });
  }
  said.ask("save", { game: packFound(game), format: "sgf" });
  assert.equal(sent.length, 1);
  assert.deepEqual(toWire(game).nodes[1], { parent: 0, move: "a20", comment });
});

const refused = (number) => Object.assign(new Error(), { code: "position", values: number ? { number } : {} });

/// The game of a link whose move number `wrong` cannot be made, and how often the server was asked.
async function shown(hash, wrong, tells) {
  const connection = Object.assign(new EventTarget(), { isOnline: true });
  let count = 0;
  connection.ask = async (_, { position }) => {
    count++;
    if (notation.parsePoints(position, position.moves).length >= wrong) throw refused(tells && wrong);
    return { outcome: null, line: [], forbidden: [] };
  };
  const app = new App(connection);
  const done = new Promise((resolve) => app.on("facts", resolve));
  app.load(address.readAddress(hash));
  await done;
  return { app, count };
}

test("a line is cut at its wrong move in one step, however long it is", async () => {
  const size = { width: 120, height: 120 };
  const moves = notation.pointNames(size, Array.from({ length: 14_400 }, (_, point) => point));
  const { app, count } = await shown(`#rule=freestyle&size=120x120&moves=${moves}`, 400, true);
  assert.deepEqual([count, app.node.depth, app.node.children], [2, 399, []]);
  assert.equal(app.message.kind, "error");
});

test("what stands beside a wrong move stays", async () => {
  const { app } = await shown("#size=15x15&moves=h8i9h9&tree=h8(g8)i9h9", 2, true);
  assert.deepEqual([app.node.depth, app.node.children.length], [1, 1]);
});

test("a server that names no move has the last one taken away", async () => {
  const { app, count } = await shown("#size=15x15&moves=h8i9h9", 3, false);
  assert.deepEqual([count, app.node.depth], [2, 2]);
});

test("the end of a played game is said in place of its last move, that of an opened one beside what was said of it", async () => {
  const connection = Object.assign(new EventTarget(), { isOnline: true });
  connection.ask = async (_, { position }) => ({
    outcome: notation.parsePoints(position, position.moves).length === 5 ? "black" : null, line: [], forbidden: [],
  });
  const app = new App(connection);
  const shows = async (moves) => {
    app.load(address.readAddress(`#size=15x15&moves=${moves}`));
    app.say("Opened.", "", true);
    await new Promise((resolve) => app.addEventListener("facts", resolve, { once: true }));
    assert.deepEqual([app.message.text, app.message.canUndo], ["Opened.", true]);
  };
  await shows("h8a1h9c1h10");
  await shows("h8a1h9c1");
  app.place(notation.parsePoints(app.game, "h10")[0]);
  app.say("Black: h10");
  await new Promise((resolve) => app.addEventListener("facts", resolve, { once: true }));
  assert.equal(app.message.text, "Black wins.");
});
