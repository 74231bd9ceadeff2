// What the page keeps in the browser's storage, which may be full, and what it finds there, which may be damaged.

import assert from "node:assert/strict";
import { test } from "node:test";

/// A browser's storage, with room for the first texts alone where `room` says so.
function storage(room = Infinity) {
  const kept = new Map();
  return {
    kept, room,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => kept.delete(key),
    setItem(key, text) {
      if (text.length > this.room) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, text);
    },
  };
}

const [localStorage, sessionStorage] = [storage(), storage()];
globalThis.window = { localStorage, sessionStorage };
const { load } = await import("./page.mjs");
const { local } = await load("webstorage.js");
const { change, onSettings, settings } = await load("settings.js");
const { isNewHere, welcomed } = await load("game/storage.js");
const { Progress } = await load("learn/progress.js");

test("with a full storage settings, puzzles and the first visit's offer hold until the page is left", () => {
  localStorage.room = 0;
  const heard = [];
  onSettings(({ look }) => heard.push(look));
  change({ look: "paper" });
  change({ numbers: true });
  assert.deepEqual([heard.at(-1), settings.look, settings.numbers], ["paper", "paper", true]);
  welcomed(false);
  assert.equal(isNewHere(), true);
  welcomed(true);
  assert.equal(isNewHere(), false);
  new Progress().solved("a");
  assert.equal(new Progress().isSolved("a"), true);
  assert.deepEqual([localStorage.kept.size, local.keeps("tengen.settings")], [0, false]);
  // There is room again.
  localStorage.room = Infinity;
  change({ numbers: false });
  assert.equal(JSON.parse(localStorage.getItem("tengen.settings")).look, "paper");
  assert.equal(local.keeps("tengen.settings"), true);
  local.removeItem("tengen.settings");
  assert.equal(local.getItem("tengen.settings"), null);
});
