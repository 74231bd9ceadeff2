// Clocks: short times, odds, added seconds, byo-yomi.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { newClocks, press, run, timeOf } = await load("play/clocks.js");

test("without times there is no clock", () => {
  assert.equal(newClocks({}), null);
  assert.equal(newClocks({ minutes: 0, increment: 5 }), null);
});

test("a time under half a minute runs out", () => {
  const clocks = newClocks({ minutes: 20 / 60, increment: 2 });
  assert.equal(clocks.black, 20_000);
  assert.ok(run(clocks, "black", 15_000));
  press(clocks, "black");
  assert.equal(clocks.black, 7_000);
  assert.ok(!run(clocks, "black", 7_000));
  assert.deepEqual([clocks.black, clocks.white], [0, 20_000]);
});

test("odds give White another time", () => {
  const { black, white } = newClocks({ minutes: 5, whiteMinutes: 0.5 });
  assert.deepEqual([black, white], [300_000, 30_000]);
});

test("byo-yomi begins when the time is over, and each move has all of it", () => {
  const clocks = newClocks({ minutes: 1 / 60, increment: 3, byoyomi: 10 });
  const before = { ...clocks };
  assert.ok(run(clocks, "black", 4_000));
  assert.equal(clocks.black, 7_000);
  assert.deepEqual(timeOf(clocks, "black", { level: 10, time_ms: 60_000 }), { level: 10, time_ms: 5_600 });
  press(clocks, "black");
  assert.equal(clocks.black, 10_000);
  assert.ok(run(clocks, "black", 9_999) && !run(clocks, "black", 1));
  // The other side has its time still, and what was kept of a position is as it was.
  assert.deepEqual(timeOf(clocks, "white", { level: 3, time_ms: 500 }), { level: 3, time_ms: 500, left_ms: 1_000 });
  assert.deepEqual(before.late, { black: false, white: false });
});

test("byo-yomi alone counts from the first move", () => {
  const clocks = newClocks({ byoyomi: 5 });
  assert.equal(clocks.white, 5_000);
  assert.ok(run(clocks, "white", 4_900));
  press(clocks, "white");
  assert.equal(clocks.white, 5_000);
});

test("a time control fills the fields of the dialog, and is known by them", async () => {
  const { controlOf, valuesOf } = await load("panel/timecontrol.js");
  const none = { minutes: 0, seconds: 0, increment: 0, byoyomi: 0, odds: false };
  for (const name of ["none", "5+0", "10+5", "15+10", "0+30"]) assert.equal(controlOf({ ...none, ...valuesOf(name) }), name);
  assert.deepEqual(valuesOf("10+5"), { minutes: 10, seconds: 0, increment: 5, byoyomi: 0 });
  assert.ok(newClocks(valuesOf("0+30")).late.black);
  assert.deepEqual(valuesOf("own"), {});
  // The field of added seconds is hidden, and keeps its value, where there is no time.
  assert.deepEqual([{ increment: 5 }, { increment: 5, byoyomi: 30 }].map((values) => controlOf({ ...none, ...values })), ["none", "0+30"]);
  // Fields have texts.
  assert.equal(controlOf({ minutes: "5", seconds: "0", increment: "0", byoyomi: "0", odds: false }), "5+0");
  for (const other of [{ minutes: 7 }, { minutes: 5, seconds: 20 }, { minutes: 5, odds: true }]) assert.equal(controlOf({ ...none, ...other }), "own");
});
