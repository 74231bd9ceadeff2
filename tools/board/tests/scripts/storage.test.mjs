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
globalThis.location = { hash: "" };
const listeners = {};
globalThis.addEventListener = (name, listener) => (listeners[name] = listener);
const { Game, engine, human, load, notation, page } = await import("./page.mjs");
const { local } = await load("webstorage.js");
const { change, onSettings, settings } = await load("settings.js");
const { linkOf } = await load("game/address.js");
const { isNewHere, keep, restore, welcomed } = await load("game/storage.js");
const tree = await load("game/tree.js");
const { readRecord } = await load("games/transfer.js");
const { toRecord } = await load("games/record.js");
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

/// The page with a game that has everything: it was opened, then played with clocks, and is over.
function whole() {
  const { app, play } = page();
  play.prepare({ black: human, white: engine, minutes: 5, increment: 1, byoyomi: 10 });
  app.load(new Game({ rule: "renju", black: [0], white: [1] }));
  for (const point of notation.parsePoints(app.game, "h8i9j10")) play.make(point, 5);
  Object.assign(app.node, { comment: "good", arrows: [[3, 4]], signs: [{ point: "h8", text: "A", mark: "" }] });
  Object.assign(app.game, { opened: { result: "black", end: app.node, isFile: true }, names: { black: "An", white: "" } });
  app.finish("white", "time");
  Object.assign(app.node.parent, { share: 0.25, seen: 12 });
  const moments = [{ number: 2, best: [7, 8], before: 0.9, after: 0.4, turn: true, misses_win: false, win_in: null }];
  app.game.review = { path: app.node.path(), shares: [0.5, 0.6, 0.25, 0], moments };
  return { app, play };
}

/// As game/storage.js writes it.
function keptOf({ app, play }) {
  const kept = { kept: { id: "a", version: 2, ended: null }, play: play.pack(), mode: "play", addresses: ["#"] };
  return structuredClone({ ...tree.packWhole(app.game), ...kept });
}

/// The page as it begins with what was kept; null where that is an empty board.
function shown(kept) {
  localStorage.kept.set("tengen.game", typeof kept === "string" ? kept : JSON.stringify(kept));
  const { app, play } = page();
  play.prepare({ black: human, white: engine });
  const found = restore();
  if (!found?.game) return null;
  app.load(found.game);
  play.restore(found.play);
  return { app, play };
}

/// What a page does with any game on its board.
function use({ app, play }) {
  app.game.go(app.game.mainEnd());
  app.moved();
  for (const name of ["black", "white"]) play.nameOf(play.seats[name]);
  const isPlace = (point) => Number.isInteger(point) && point >= 0;
  assert.ok(app.view().arrows.every((ends) => ends.length === 2 && ends.every(isPlace)));
  assert.ok(app.view().signs.every(({ point }) => isPlace(point)) && [...app.game.setup.keys()].every(isPlace));
  if (play.clocks) for (const name of ["black", "white"]) assert.ok(play.clocks[name] >= 0);
  app.endText();
  const { path = [], shares = [], moments = [] } = app.game.review ?? {};
  for (const share of [...shares, ...app.game.nodes().map(({ share: own }) => own)]) assert.ok(share === undefined || (share >= 0 && share <= 1));
  for (const { number, best } of moments) assert.ok(path[number].parent && best.every((point) => point < app.game.cells));
  assert.ok(play.actor);
  toRecord(app, play);
  play.goOn();
  play.again();
  assert.ok(play.clocks === null || play.clocks.white > 0);
}

test("a kept game comes back as it was", () => {
  const kept = keptOf(whole());
  const back = shown(kept);
  assert.deepEqual(JSON.parse(JSON.stringify(keptOf(back))), JSON.parse(JSON.stringify({ ...kept, play: { ...kept.play, seats: back.play.seats } })));
  assert.deepEqual(back.play.seats, { black: human, white: engine });
  assert.deepEqual(back.app.game.kept, kept.kept);
  use(back);
});

test("a review from before passes were turns is dropped, and one from after it comes back", () => {
  for (const [moves, shares, is] of [["h8--i9", [0.5, 0.6, 0.4, 0.7], true], ["h8--i9", [0.5, 0.6, 0.7], false], ["h8i9", [0.5, 0.6, 0.7], true]]) {
    const { app, play } = page();
    play.prepare({ black: human, white: human });
    app.load(new Game({ rule: "renju" }));
    for (const point of notation.parsePoints(app.game, moves)) play.make(point, 5);
    app.game.review = { path: app.node.path(), shares, moments: [{ number: 2, best: [], before: 0.6, after: 0.4, turn: true }] };
    const { game } = shown(keptOf({ app, play })).app;
    assert.equal(Boolean(game.review), is, moves);
    if (is) assert.deepEqual([game.review.shares, game.review.moments.length], [shares, 1]);
  }
});

/// Ways to one value of what was kept, with another value at the end of each.
const damages = [
  ...[null, {}, 5, { black: human }, { black: human, white: { kind: "engine", level: 11, time: 1 } }, { black: human, white: { kind: "engine", level: 4 } }]
    .flatMap((seats) => [["play", "seats", seats], ["states", 0, "table", { seats }], ["play", "terms", { seats }]]),
  ["play", null], ["play", "terms", "minutes", "x"], ["play", "terms", "opening", 7], ["play", "live", "x"],
  ["play", "opening", { kind: "swap2", players: {}, acts: [] }], ["play", "opening", { players: { first: human, second: human }, acts: [1] }],
  ...[{ x: 1 }, 7, { black: "x", white: 1, increment: 0 }].flatMap((clocks) => [["play", "clocks", clocks], ["states", 0, "clocks", clocks]]),
  ...[{ winner: "x" }, { winner: "black", reason: "boredom" }, { winner: "draw", reason: "time" }, 4].map((end) => ["states", 3, "end", end]),
  ...[5, "x", -1, {}, null].flatMap((share) => [["states", 2, "share", share], ["states", 3, "review", "shares", [share, 0.5]]]),
  ["states", 2, "seen", "x"], ["states", 2, "review", {}], ["states", 3, "review", 5], ["states", 3, "review", "moments", [null, 5, { number: 9 }]],
  ["states", 3, "review", "moments", [{ number: 0, best: [], before: 0.5, after: 0.5, turn: true }, { number: 2, best: [999], before: 0.5, after: 0.5 }]],
  ["states", 3, "review", "moments", [{ number: 2, best: "x", before: 0.5, after: 0.5 }, { number: 2, best: [], before: {}, after: 0.5 }]],
  ["states", 4], ["states", 0, null], ["opened", 3], ["opened", "result", "x"], ["opened", "end", 99], ["kept", 9], ["kept", { id: {}, version: "x" }],
  ["addresses", 5], ["mode", 5], ["game", "names", null], ["game", "names", [1, 2]], ["game", "tags", 7], ["game", "first", "x"], ["game", "black", 5], ["game", "black", "--"],
  ["game", "current", "x"],
  ...[[["h8", "zz99"]], [["h8"]], [5], 5, [["h8", null]], [["h8", "--"]], [["h8i9", "h8"]], [["h8", "h8"]]].map((arrows) => ["game", "nodes", 3, "arrows", arrows]),
  ...[[{ point: "zz99", text: "", mark: "cross" }], [{ point: "--", text: "", mark: "cross" }], [null], [{ point: 5 }], [{ point: "h8", text: "", mark: "x" }], 5].map((signs) => ["game", "nodes", 3, "signs", signs]),
  ["game", "nodes", 3, "comment", {}], ["game", "nodes", 3, "time", "x"], ["game", "nodes", 3, "properties", [5]],
];

/// What cannot be read at all.
const lost = [
  ["game", null], ["game", "width", 100_000], ["game", "width", "15"], ["game", "height", 4], ["game", "rule", "chess"], ["game", "nodes", 5],
  ["game", "nodes", 2, "move", "zz99"], ["game", "nodes", 2, "move", ""], ["game", "nodes", 2, "move", "h9h10"], ["game", "nodes", 2, "move", 5],
  ["game", "nodes", 2, "parent", 9], ["game", "nodes", 2, "parent", 2], ["game", "nodes", 2, "parent", "x"], ["game", "nodes", 2, null],
];

/// A copy of something with another value at the end of a way.
function damaged(whole, way) {
  const copy = structuredClone(whole);
  const [name, value] = way.slice(-2);
  way.slice(0, -2).reduce((part, name) => part[name], copy)[name] = value;
  return copy;
}

test("a damaged game is shown without what makes no sense", () => {
  const kept = keptOf(whole());
  for (const way of damages) {
    const back = shown(damaged(kept, way));
    assert.ok(back, JSON.stringify(way));
    assert.equal(notation.pointNames(back.app.game, back.app.game.moves(back.app.game.mainEnd())), "h8i9j10", JSON.stringify(way));
    use(back);
  }
});

test("a reload finds the game by the address that it begins with, however old that is", () => {
  const { app, play } = page();
  play.prepare({ black: human, white: human });
  app.load(new Game({ rule: "caro" }));
  keep(app, play);
  globalThis.history = { replaceState: (state, title, address) => (location.hash = address) };
  for (const point of notation.parsePoints(app.game, "h8i9j10k11")) {
    play.make(point, 5);
    listeners.pagehide();
  }
  // Back to the oldest of the addresses, and on: the page that is left cannot change its address.
  app.go(app.game.root.children[0]);
  listeners.pagehide();
  globalThis.history.replaceState = () => {};
  app.go(app.game.child(0, app.node));
  listeners.pagehide();
  assert.match(location.hash, /moves=h8$/);
  const found = restore();
  assert.deepEqual([found.shared, found.game.nodes().length], [undefined, 6]);
  Object.assign(location, { hash: "" });
  sessionStorage.kept.clear();
});

test("half a character in a kept text does not keep a link from being made", () => {
  const kept = keptOf(whole());
  const half = "\ud83d";
  kept.game.names[0] = half;
  kept.game.tags = { EV: half };
  Object.assign(kept.game.nodes[3], { comment: `a${half}`, signs: [{ point: "h8", text: half, mark: "" }], properties: [["V", [half]]] });
  const { game } = shown(kept).app;
  assert.match(linkOf(game), /note=3:a%EF%BF%BD/);
  assert.ok(!JSON.stringify(tree.pack(game)).includes("\\ud83d"));
});

test("what is no game leaves an empty board, and is gone", () => {
  const kept = keptOf(whole());
  for (const text of ["{", "5", '"x"', "[]", ...lost.map((way) => JSON.stringify(damaged(kept, way)))]) {
    assert.equal(shown(text), null, text);
    assert.equal(localStorage.getItem("tengen.game"), null, text);
  }
});

test("a record of a damaged file is taken as far as it makes sense", () => {
  const { head, body } = toRecord(...Object.values(whole()));
  const record = JSON.parse(JSON.stringify({ head: { ...head, id: "a", version: 1, name: "", created: head.changed }, body: { ...body, id: "a" } }));
  assert.deepEqual(JSON.parse(JSON.stringify(readRecord(record))), record);
  const damagedBody = (way) => ({ ...record, body: damaged(record.body, way) });
  for (const way of damages.filter(([name]) => ["game", "states", "opened"].includes(name))) {
    const { game } = readRecord(damagedBody(way)).body;
    assert.ok((game.nodes[3].arrows ?? []).every(([from, to]) => from !== to && notation.parsePoints(game, from + to)?.length === 2));
  }
  for (const way of lost) assert.equal(readRecord(damagedBody(way)), null, JSON.stringify(way));
  for (const name of ["changed", "created", "version"]) {
    for (const value of ["abc", null, 1e20]) assert.equal(readRecord({ ...record, head: { ...record.head, [name]: value } }), null, `${name} ${value}`);
  }
  assert.equal(readRecord({ ...record, head: { ...record.head, result: "constructor" } }), null);
  for (const name of ["rule", "width", "height"]) assert.equal(readRecord({ ...record, head: { ...record.head, [name]: 7 } }), null);
});
