// The Learn view's modules: what comes back when, and the steps of a search.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const load = (name) => import(`../../src/page/learn/${name}`);
const { PAUSES, Progress } = await load("progress.js");
const { stepsOf } = await load("course.js");

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
  const { Trainer } = await load("trainer.js");
  const { session } = await import("../../src/page/webstorage.js");
  const open = () => new Trainer({ on: () => {}, say: () => {} }, { show: () => {} }, {});
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
