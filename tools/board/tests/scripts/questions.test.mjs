import assert from "node:assert/strict";
import { test } from "node:test";
import { Questions } from "../../src/page/questions.js";

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
