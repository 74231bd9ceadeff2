// The board: rows of stones, how it lies, and how a finger aims at a point.

import assert from "node:assert/strict";
import { test } from "node:test";
import { App, Play, engine, game, human, load, notation, orientation, runs } from "./page.mjs";
import { FakeConnection, random } from "./server.mjs";

test("rows are counted through the last move in every direction", () => {
  const row = (moves) => {
    const played = game(moves);
    return runs.longestRow(played, played.current).length;
  };
  assert.equal(row("h8"), 1);
  assert.equal(row("h8a1h9a2h11a3h10"), 4);
  assert.equal(row("a15a1b14a2c13a3d12"), 4);
  assert.equal(row("o15a1n14a3m13a5"), 1);
});

test("five stones that have not won say why, and where they stand", () => {
  const why = (rule, moves) => {
    const played = game(moves, { rule });
    const found = runs.whyNoWin(played, played.current);
    return found && [found.text, notation.pointNames(played, found.row)];
  };
  const six = "h8a1h9c1h10e1h12g1h13i1h11";
  assert.deepEqual(why("standard", six), ["noWin.long", "h13h12h11h10h9h8"]);
  assert.deepEqual(why("caro-exact", six), ["noWin.long", "h13h12h11h10h9h8"]);
  assert.deepEqual(why("caro", "h8h7h9h13h10e1h11g1h12"), ["noWin.closed", "h12h11h10h9h8"]);
  assert.equal(why("caro", "h8i9h9"), null);
  assert.equal(why("caro", ""), null);
});

test("the row is still marked, and its reason said, when the engine has answered", async () => {
  const connection = new FakeConnection(random(1));
  connection.judge = () => ({ outcome: null, line: [], forbidden: [], reasons: [] });
  const app = new App(connection);
  app.question = () => {};
  const play = new Play(app);
  play.prepare({ black: human, white: engine });
  app.load(game("h8a1h9c1h10e1h12g1h13i1", { rule: "standard" }));
  const settle = async () => {
    do await new Promise((done) => setTimeout(done));
    while (connection.answerOne());
  };
  await settle();
  play.choose(notation.parsePoints(app.game, "h11")[0]);
  await settle();
  assert.equal(app.node.depth, 12);
  assert.match(app.message.text, /^Six or more in a row do not win by this rule\. White: /);
  assert.equal(notation.pointNames(app.game, app.view().noWin), "h13h12h11h10h9h8");
  app.go(app.node.parent.parent);
  assert.deepEqual(app.view().noWin, []);
});

const SIZE = { width: 5, height: 7 };
const { pointSeenAt, seenAt, seenSize } = orientation;

test("every point is seen once, and found where it is seen", () => {
  for (const mirrored of [false, true]) {
    for (let turns = 0; turns < 4; turns++) {
      const { columns, rows } = seenSize(SIZE, { turns });
      assert.deepEqual([columns, rows], turns % 2 === 0 ? [5, 7] : [7, 5]);
      const seen = new Set();
      for (let point = 0; point < 35; point++) {
        const [x, y] = seenAt(SIZE, { mirrored, turns }, point);
        assert.ok(x >= 0 && y >= 0 && x < columns && y < rows);
        assert.equal(pointSeenAt(SIZE, { mirrored, turns }, [x, y]), point);
        seen.add(y * columns + x);
      }
      assert.equal(seen.size, 35);
    }
  }
});

test("a quarter is clockwise, and a mirror changes left and right", () => {
  assert.deepEqual(seenAt(SIZE, { mirrored: false, turns: 1 }, 0), [6, 0]);
  assert.deepEqual(seenAt(SIZE, { mirrored: false, turns: 2 }, 0), [4, 6]);
  assert.deepEqual(seenAt(SIZE, { mirrored: true, turns: 0 }, 0), [4, 0]);
});

test("the signs at a stone lie on the board and beside the stones' numbers", async () => {
  const { BoardView } = await load("board/board.js");
  document.createElementNS = (_, name) => {
    const part = { name, attributes: {}, children: [] };
    part.setAttribute = (key, value) => (part.attributes[key] = value);
    part.append = (...parts) => part.children.push(...parts);
    part.getComputedTextLength = () => 30;
    return part;
  };
  const size = { width: 5, height: 5 };
  for (const [squares, edge] of [[false, 14.625], [false, 17], [true, 20]]) {
    const margins = { left: edge, right: edge, top: edge, bottom: edge };
    const view = Object.assign(Object.create(BoardView.prototype), { size, squares, margins, orientation: { turns: 0, mirrored: false } });
    view.viewWidth = view.middleX(4) + edge;
    view.viewHeight = view.middleY(4) + edge;
    const points = Array.from({ length: 25 }, (_, at) => at);
    for (const at of points) for (const text of ["!", "??", "?! B++"]) {
      const { x, y, width, height } = view.badge({ point: at, text, kind: "bad" }).children[0].attributes;
      assert.ok(x >= 0 && y >= 0 && x + width <= view.viewWidth && y + height <= view.viewHeight, `${at} ${edge} ${text}`);
      // Two figures are 17 wide and 11 high.
      const isBeside = (other) => {
        const [middle, level] = view.at(other);
        return y >= level + 5.5 || y + height <= level - 5.5 || x >= middle + 8.5 || x + width <= middle - 8.5;
      };
      assert.ok(points.every(isBeside), `${at} ${edge} ${text}`);
    }
  }
});

test("a picture of the largest board fits into the canvas of a phone", async () => {
  const { scaleOf } = await load("board/picture.js");
  const side = 30 + 32 * 119 + 17;
  assert.ok(Math.floor(scaleOf(side, side) * side) ** 2 <= 16_777_216);
  assert.equal(scaleOf(480, 480), 2);
});

test("a label fits on its disc", async () => {
  const { fontOf, fontOnDisc } = await load("board/stones.js");
  // Semibold digits and capitals are about 0.7 of the font size wide, and a disc of 24 is 22 wide at the height of a label.
  for (const text of ["B", "62", "B10", "100", "B100", "VCF12"]) assert.ok(text.length * 0.7 * fontOnDisc(text) <= 22, text);
  assert.deepEqual(["A", "62"].map(fontOnDisc), ["A", "62"].map(fontOf));
});

const menu = { isOpen: false, matches: () => menu.isOpen };
globalThis.addEventListener ??= () => {};
globalThis.document.getElementById = () => menu;
globalThis.document.createElementNS = () => ({ setAttribute: () => {}, append: () => {}, getComputedTextLength: () => 30 });
const { Aim, boxLeft } = await load("board/aim.js");
const { BoardInput } = await load("board/input.js");
const { change } = await load("settings.js");

/// A board of 15x15 points, 24 pixels apart, and what the finger does there: [what, x, y, milliseconds].
function touched(...steps) {
  const frame = Object.assign(new EventTarget(), { matches: () => false, scrollTop: 0, scrollLeft: 0, clientWidth: 360 });
  const said = { shown: null, played: [], asked: [], prevented: 0, name: "" };
  const view = {
    size: { width: 15, height: 15 }, cellPixels: 24, unitsPerPixel: 1, viewWidth: 360,
    overlay: {
      appendChild: (layer) => Object.assign(layer, {
        replaceChildren: () => (said.name = ""), append: (text) => (said.name = text.textContent), prepend: () => {},
      }),
    },
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

test("the name of the point stays in the visible part of the sheet", () => {
  const at = (x, left, shown) => boxLeft({ x, width: 60, left, shown, sheet: 400 });
  assert.deepEqual([at(10, 0, 400), at(200, 0, 400), at(395, 0, 400)], [0, 170, 340]);
  assert.deepEqual([at(110, 100, 150), at(245, 100, 150)], [100, 190], "an enlarged board");
  assert.equal(at(395, 0, 900), 340, "a frame wider than the sheet");
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

test("keys work under every layout, and with capital letters", async () => {
  const [{ setUpKeys }, done] = [await load("board/keys.js"), []];
  let press = null;
  globalThis.addEventListener = (_, listener) => (press = listener);
  document.querySelector = () => null;
  const actions = Object.fromEntries(["undo", "note-undo", "note-redo", "back", "judge"].map((name) => [name, () => done.push(name)]));
  setUpKeys(actions, () => done.push("new"));
  const keys = [["u", "KeyU"], ["U", "KeyU"], ["г", "KeyU"], ["т", "KeyN"], ["N", "KeyN"], ["ArrowLeft", "ArrowLeft"], ["2", "Digit2"], ["ㅓ", "KeyU"], ["é", "Digit2"]];
  const changes = [["я", "KeyZ", false], ["Я", "KeyZ", true], ["н", "KeyY", false], ["z", "KeyW", false]];
  const event = { target: {}, preventDefault() {} };
  for (const [key, code] of keys) press({ ...event, key, code });
  for (const [key, code, shiftKey] of changes) press({ ...event, key, code, shiftKey, ctrlKey: true });
  const plain = ["undo", "undo", "undo", "new", "new", "back", "judge", "undo"];
  assert.deepEqual(done, [...plain, "note-undo", "note-redo", "note-redo", "note-undo"]);
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
