// Aiming by a finger on the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const menu = { isOpen: false, matches: () => menu.isOpen };
globalThis.addEventListener = () => {};
globalThis.document.getElementById = () => menu;
globalThis.document.createElementNS = () => ({ setAttribute: () => {}, append: () => {} });
const { Aim } = await load("board/aim.js");
const { BoardInput } = await load("board/input.js");
const { change } = await load("settings.js");

/// A board of 15x15 points, 24 pixels apart, and what the finger does there: [what, x, y, milliseconds].
function touched(...steps) {
  const frame = Object.assign(new EventTarget(), { matches: () => false, scrollTop: 0, scrollLeft: 0, clientWidth: 360 });
  const said = { shown: null, played: [], asked: [], prevented: 0, name: "" };
  const view = {
    size: { width: 15, height: 15 }, cellPixels: 24, unitsPerPixel: 1, viewWidth: 360,
    overlay: { appendChild: (layer) => Object.assign(layer, { replaceChildren: (_, text) => (said.name = text?.textContent ?? "") }) },
    pointAt: (x, y) => (x < 0 || y < 0 || x >= 360 || y >= 360 ? null : 15 * Math.floor(y / 24) + Math.floor(x / 24)),
    at: (point) => [24 * (point % 15) + 12, 24 * Math.floor(point / 15) + 12],
    showCursor: (cursor) => (said.shown = cursor),
  };
  const tells = { choose: (point) => said.played.push(point), describe: (point) => said.asked.push(point), ghost: () => "black", hovers: () => {} };
  const input = new BoardInput(frame, view, tells);
  new Aim(input);
  for (const [what, x, y, time, fingers = 1] of steps) {
    const event = Object.assign(new Event(what, { cancelable: true }), { touches: what === "touchend" ? [] : Array(fingers).fill({ clientX: x, clientY: y }) });
    Object.defineProperty(event, "timeStamp", { value: time });
    frame.dispatchEvent(event);
    said.prevented += Number(event.defaultPrevented);
  }
  return said;
}

const down = ["touchstart", 100, 100, 0];
const up = ["touchend", 0, 0, 900];

test("a finger that rests and moves shows where the stone goes, and puts it there", () => {
  const aiming = touched(down, ["touchmove", 130, 100, 300], ["touchmove", 180, 180, 400]);
  assert.deepEqual([aiming.shown.point, aiming.shown.cross, aiming.shown.color], [112, true, "black"]);
  assert.deepEqual([aiming.name, aiming.played, aiming.prevented], ["h8", [], 2]);
  const done = touched(down, ["touchmove", 130, 100, 300], ["touchmove", 180, 180, 400], up);
  assert.deepEqual([done.played, done.asked, done.shown, done.name, done.prevented], [[112], [], null, "", 3]);
});

test("a finger that scrolls, taps, leaves the board or gets company puts nothing", () => {
  const scrolls = touched(down, ["touchmove", 130, 100, 100], ["touchmove", 180, 180, 400], up);
  const taps = touched(down, ["touchmove", 104, 100, 300], up);
  const leaves = touched(down, ["touchmove", 130, 100, 300], ["touchmove", 180, -20, 400], up);
  const enlarges = touched(down, ["touchmove", 130, 100, 300], ["touchstart", 130, 100, 350, 2], ["touchmove", 180, 180, 400, 2], up);
  const ended = touched(down, ["touchmove", 130, 100, 300], ["touchcancel", 0, 0, 400], up);
  for (const { played, shown, name } of [scrolls, taps, leaves, enlarges, ended]) assert.deepEqual([played, shown, name], [[], null, ""]);
  // The browser scrolls, and the end of a tap is a click.
  assert.deepEqual([scrolls.prevented, taps.prevented], [0, 1]);
  assert.deepEqual(touched(down, ["touchmove", 180, -20, 300], ["touchmove", 180, 180, 400], up).played, [112]);
});

test("a finger that opened the menu aims at nothing", () => {
  menu.isOpen = true;
  assert.deepEqual(touched(down, ["touchmove", 180, 180, 700], up).played, []);
  menu.isOpen = false;
});

test("a reader who always confirms does it after aiming, too", () => {
  change({ confirm: "always" });
  const { played, asked, shown } = touched(down, ["touchmove", 180, 180, 300], up);
  assert.deepEqual([played, asked, shown.point, shown.cross], [[], [112], 112, true]);
  change({ confirm: "auto" });
});
