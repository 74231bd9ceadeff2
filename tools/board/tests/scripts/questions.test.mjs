import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FILE, MAX_MESSAGE, MAX_MOVES } from "../../src/page/limits.js";
import { Questions } from "../../src/page/questions.js";
import { Game, load } from "./page.mjs";

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
