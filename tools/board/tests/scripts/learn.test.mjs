// The Learn view's modules: what comes back when, and the steps of a search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZE, newApp, point } from "./page.mjs";

const load = (name) => import(`../../src/page/learn/${name}`);
const { PAUSES, Progress } = await load("progress.js");
const { stepsOf } = await load("course.js");
const { Guest } = await load("guest.js");
const { Trainer } = await load("trainer.js");

const memory = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) };
};
const puzzles = ["a", "b", "c"].map((id) => ({ id }));

test("what was failed comes back after its pauses, and then is known", () => {
  let now = 0;
  const progress = new Progress(memory(), () => now);
  progress.failed("b");
  assert.deepEqual([progress.isDue("b"), progress.isToRepeat("b"), progress.isToRepeat("a")], [false, true, false]);
  // New ones first, and never the same twice.
  for (let i = 0; i < 20; i++) assert.notEqual(progress.next(puzzles, "a", () => i / 20).id, "a");
  assert.equal(progress.next(puzzles, "a", () => 0.5).id, "c");
  for (const pause of PAUSES) {
    now += pause - 1;
    assert.equal(progress.isDue("b"), false);
    now += 1;
    assert.equal(progress.next(puzzles, "a").id, "b");
    progress.solved("b");
  }
  now += 1000 * PAUSES.at(-1);
  assert.deepEqual([progress.isDue("b"), progress.isToRepeat("b")], [false, false]);
  assert.equal(progress.isSolved("b"), true);
});

test("new puzzles begin with the easiest and rise", () => {
  const progress = new Progress(memory(), () => 0);
  const graded = [5, 1, 3, 1].map((grade, index) => ({ id: String(index), grade }));
  const order = [];
  for (let i = 0; i < 4; i++) {
    const { id } = progress.next(graded, null, () => 0.99);
    order.push(id);
    progress.solved(id);
  }
  assert.deepEqual(order, ["3", "1", "2", "0"]);
});

test("the streak ends with a failure, the best one stays, and all of it outlives the page", () => {
  const storage = memory();
  const progress = new Progress(storage, () => 5);
  for (const id of ["a", "b", "c"]) progress.solved(id);
  progress.failed("b");
  progress.choose({ rule: "renju" });
  const again = new Progress(storage, () => 5);
  assert.deepEqual([again.streak, again.best, again.choice.rule], [0, 3, "renju"]);
  assert.deepEqual([again.isSolved("a"), again.isSolved("b")], [true, false]);
  storage.setItem("tengen.learn", "{");
  assert.equal(new Progress(storage).best, 0);
});

test("two tabs lose nothing of each other's progress", () => {
  const storage = memory();
  const [one, two] = [1, 2].map(() => new Progress(storage, () => 5));
  one.solved("a");
  two.failed("b");
  one.choose({ rule: "renju" });
  two.solved("c");
  const { cards, streak, choice } = new Progress(storage, () => 5);
  assert.deepEqual([Object.keys(cards), streak, choice.rule], [["a", "b", "c"], 1, "renju"]);
});

test("there is a next puzzle whenever there is one at all", () => {
  const progress = new Progress(memory(), () => 0);
  assert.equal(progress.next([]), null);
  assert.equal(progress.next([{ id: "a" }], "a").id, "a");
  for (const { id } of puzzles) progress.solved(id);
  assert.notEqual(progress.next(puzzles, "a", () => 0), null);
});

test("a search comes to each position once and leaves it after those below it", () => {
  const nodes = [null, 0, 1, 1, 0].map((parent) => ({ parent }));
  const told = stepsOf(nodes).map(({ at, isDone }) => (isDone ? -at - 1 : at));
  assert.deepEqual(told, [0, 1, 2, -3, 3, -4, -2, 4, -5, -1]);
  assert.deepEqual(stepsOf([]), []);
});

test("the puzzle that is being solved survives a reload, and what is no puzzle does not", async () => {
  const { session } = await import("../../src/page/webstorage.js");
  const open = () => new Trainer({ on: () => {}, emit: () => {}, say: () => {} }, { show: () => {} }, {});
  const position = { rule: "caro", width: 15, height: 15, black: "h8h9", white: "i9", first: "white" };
  const trainer = open();
  trainer.start({ id: "a", kind: "win", first: 112, position });
  trainer.isTold = true;
  trainer.become("asked");
  const again = open();
  again.restore();
  assert.deepEqual([again.puzzle.position, again.isTold, again.isFailed], [position, true, false]);
  for (const damaged of ["", "null", "{}", JSON.stringify({ puzzle: { position: { ...position, black: "h99" } } }), JSON.stringify({ puzzle: { position: { ...position, width: 999 } } })]) {
    session.setItem("tengen.puzzle", damaged);
    const none = open();
    none.restore();
    assert.equal(none.puzzle, null, damaged);
  }
});

/// The Learn view with a puzzle of a game, whose next move the side to solve it missed. `answers` are those to the questions of
/// the trainer.
function missed(moves, answers = {}, more = {}) {
  const ask = (name) => (name === "judge" ? new Promise(() => {}) : Promise.resolve(answers[name]));
  const app = newApp({ isOnline: true, ask });
  app.mode = "learn";
  app.added = [];
  app.edits = { added: (node) => app.added.push(node) };
  const trainer = new Trainer(app, new Guest(app, { pack: () => {} }), {});
  const position = { rule: "freestyle", ...SIZE, black: "", white: "", first: "black", moves, ...more };
  trainer.start({ id: "", kind: "win", goal: "vct", length: 0, isMissed: true, first: point("c8"), position });
  return { app, trainer };
}

test("a missed win is the puzzle of the side that missed it", async () => {
  const tried = { result: "done", reply: null, line: [] };
  for (const [moves, side] of [["h8c5j10c6l4c7n12", "white"], ["h8--", "black"], ["h8c5", "black"]]) {
    const { app, trainer } = missed(moves, { try: tried });
    assert.deepEqual([trainer.side, trainer.ghost(point("c8"))], [side, side], moves);
    await trainer.choose(point("c8"));
    assert.deepEqual([trainer.state, app.added], ["solved", []], "and no change of the reader's own game");
  }
});

test("a puzzle has the blocked cells of its position", () => {
  const { app } = missed("h8c5", {}, { blocked: "a1" });
  assert.deepEqual(app.game.blocked, [point("a1")]);
});

test("a puzzle is asked again when the reader leaves the move that is being judged", async () => {
  const { app, trainer } = missed("h8c5", { try: { result: "wrong", reply: point("a2"), line: [] } });
  const judged = trainer.choose(point("a1"));
  app.go(app.game.root);
  await judged;
  assert.deepEqual([trainer.state, app.node], ["asked", trainer.origin]);
});

test("nothing is judged before the position of a puzzle", async () => {
  for (const act of ["choose", "hint", "tell", "back"]) {
    const { app, trainer } = missed("h8c5", { solve: { result: "none", line: [] } });
    app.go(app.game.root);
    assert.equal(trainer.ghost(point("a1")), null);
    await trainer[act](point("a1"));
    assert.deepEqual([trainer.state, app.node, app.game.nodes().length], ["asked", trainer.origin, 3], act);
  }
});
