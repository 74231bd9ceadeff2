// The kept games: positions found however the board is turned, searches, results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { App, Game, SIZE, engine, game, human, i18n, load, memory, newApp, notation, page } from "./page.mjs";

const { Passages, PositionMatch, symmetries } = await load("games/positions.js");
const { Explorer } = await load("games/explorer.js");
const search = await load("games/search.js");
const { unpack } = await load("game/tree.js");
const { gameOf, recordOf, toRecord } = await load("games/record.js");
const { Keeper } = await load("games/keeper.js");
const { Transfer } = await load("games/transfer.js");
globalThis.addEventListener ??= () => {};
await i18n.learnTexts("later");

const head = (moves, more = {}) => ({
  rule: "caro", ...SIZE, first: "black", moves, isSetUp: false, result: "", kind: "opened", names: ["", ""], name: "", seats: null,
  changed: 0, ...more,
});
const nameOf = ({ kind, level }) => (kind === "human" ? "Person" : `level ${level}`);

test("a square has eight symmetries and a rectangle four, each of them another", () => {
  for (const [size, count] of [[SIZE, 8], [{ width: 15, height: 10 }, 4]]) {
    const maps = symmetries(size);
    assert.equal(new Set(maps.map((map) => map.join())).size, count);
    for (const map of maps) assert.equal(new Set(map).size, size.width * size.height);
  }
});

test("a game is found wherever it has the position, and its next move lies as the board does", () => {
  const passages = new Passages();
  const board = game("h8i9j8");
  const next = (moves, more) => passages.through([head(moves, more)], board)[0]?.next;
  const name = (point) => point === undefined || point === null ? point : notation.pointName(SIZE, point);
  assert.equal(name(next("h8i9j8g7")), "g7");
  // By another order of moves, mirrored, and turned.
  assert.equal(name(next("j8i9h8g7")), "g7");
  assert.equal(name(next("h8g9f8i7")), "g7");
  assert.equal(name(next("h8i7h6g9")), "g7");
  assert.equal(next("h8i9j8"), null, "the game ends here");
  assert.equal(next("h8i9"), undefined);
  assert.equal(next("h8i9j9g7"), undefined);
  // The same stones in other colors, under another rule, set up.
  assert.equal(next("h8i9j8g7", { first: "white" }), undefined);
  assert.equal(next("h8i9j8g7", { rule: "renju" }), undefined);
  assert.equal(next("h8i9j8g7", { isSetUp: true }), undefined);
});

test("a game with passes is found and opened as the board lies", () => {
  const name = (point) => notation.pointName(SIZE, point);
  const board = game("h8--i9", { rule: "renju" });
  const through = (moves, shown = board) => new Passages().through([head(moves, { rule: "renju" })], shown)[0];
  const next = through("h8--i9j10").next;
  assert.deepEqual([through("h8--g9f10").ply, through("h8--g9f10").next, through("h8--g7--").next], [3, next, null]);
  assert.equal(through("--h8--g7--f6"), undefined);
  // The stones are there two turns before the side to move is.
  assert.equal(through("h8--i9j10", game("h8--", { rule: "renju" })).ply, 2);
  let opened = null;
  const app = { game: board, edits: { replace: (load) => load() }, load: (one) => { opened = one; } };
  Explorer.prototype.openCounted.call({ app }, { first: "black", moves: "h8 -- g9 f10", result: "black", names: ["", ""] });
  assert.deepEqual([name(opened.current.point), opened.current.depth, opened.opened.end.depth], ["i9", 3, 4]);
});

test("the explorer asks the book again when it could not, and says nothing for it", async () => {
  const app = Object.assign(newApp(), { game: game("h8"), panes: { isOpen: () => true } });
  const asked = [];
  app.connection.ask = async (name) => (asked.push(name), { moves: [] });
  const explorer = Object.assign(Object.create(Explorer.prototype), { app, store: { heads: async () => [] }, rows: [], shown: null, show() {}, mark() {} });
  await explorer.look();
  assert.deepEqual([explorer.shown, explorer.describeHere()], [app.node, ""]);
  app.connection.isOnline = true;
  app.node.facts = { outcome: null, forbidden: [] };
  for (let times = 0; times < 2; times++) {
    await explorer.look();
    assert.deepEqual([asked, explorer.describeHere()], [["look_in_book"], i18n.t("explorer.unknown")]);
  }
});

test("moves that are the same by symmetry are one", () => {
  const match = new PositionMatch(game("h8"));
  const names = ["i9", "g9", "g7", "i7"].map((move) => match.canonical(notation.parsePoints(SIZE, move)[0]));
  assert.equal(new Set(names).size, 1);
  assert.notEqual(match.canonical(notation.parsePoints(SIZE, "h9")[0]), names[0]);
  assert.equal(new PositionMatch(game("h8i10")).own.length, 1);
});

test("moves are counted with passes, as the numbers on the stones count them", () => {
  const played = game("h8i9--j8", { rule: "renju" });
  assert.equal(search.countMoves(head("h8i9--j8")), played.current.depth);
  assert.equal(played.stones().get(played.current.point).number, 4);
});

test("a search looks at players, results and kinds", () => {
  const heads = [
    head("h8i9", { seats: [0, 4], kind: "played", result: "black" }),
    head("h8i9", { seats: [0, 4], kind: "played", result: "white" }),
    head("h8i9", { names: ["Alisa", "Bob"], result: "white" }),
    head("h8i9j10", { kind: "analysis", name: "My opening" }),
  ];
  const find = (words, result = "any", kind = "any") =>
    search.find(heads, { words, result, kind }, { nameOf, language: "en" }).map((one) => heads.indexOf(one));
  assert.deepEqual(find(""), [0, 1, 2, 3]);
  assert.deepEqual(find("LEVEL 4 won"), [0]);
  assert.deepEqual(find("alisa"), [2]);
  assert.deepEqual(find("opening"), [3]);
  assert.deepEqual(find("", "won"), [0]);
  assert.deepEqual(find("", "lost"), [1]);
  assert.deepEqual(find("", "white"), [1, 2]);
  assert.deepEqual(find("", "open"), [3]);
  assert.deepEqual(find("", "any", "opened"), [2]);
});

test("a search finds a date in every way of writing it, also of a game of today", () => {
  const on = (...day) => head("h8i9", { changed: new Date(...day).getTime() });
  const heads = [on(2019, 10, 27, 5, 30), on(2019, 0, 7), head("h8i9", { changed: Date.now() })];
  const find = (words, language = "en") =>
    search.find(heads.slice(0, 2), { words, result: "any", kind: "any" }, { nameOf, language }).map((one) => heads.indexOf(one));
  for (const words of ["2019-11-27", "11/27", "11/27/2019", "Nov", "november 27"]) assert.deepEqual(find(words), [0], words);
  for (const words of ["2019-01-07", "2019-1-7", "01/07", "1/7", "jan"]) assert.deepEqual(find(words), [1], words);
  assert.deepEqual(find("1/27"), []);
  assert.deepEqual(find("2019"), [0, 1]);
  const elsewhere = { vi: "27/11", zh: "11月27日", ja: "2019/11/27", ko: "11월", ru: "ноябрь" };
  for (const [language, words] of Object.entries(elsewhere)) assert.deepEqual(find(words, language), [0], language);
  // The list says the time of such a game.
  const today = new Date(heads[2].changed).toLocaleDateString("en", { dateStyle: "medium" });
  const wanted = { words: today, result: "any", kind: "any" };
  assert.deepEqual(search.find(heads, wanted, { nameOf, language: "en" }), [heads[2]]);
});

test("a search needs no accents", () => {
  const heads = [head("h8i9", { names: ["Nguyễn Đức", "Trần"] }), head("h8i9", { names: ["Фёдор", "Nguyen"] })];
  const find = (words, language = "vi") =>
    search.find(heads, { words, result: "any", kind: "any" }, { nameOf, language }).map((one) => heads.indexOf(one));
  assert.deepEqual(find("nguyen"), [0, 1]);
  assert.deepEqual(find("NGUYỄN"), [0, 1]);
  assert.deepEqual(find("duc tran"), [0]);
  assert.deepEqual(find("федор", "ru"), [1]);
});

test("a number in a search is a whole one", () => {
  const heads = [5, 4].map((level) => head("h8i9", { seats: [0, level], kind: "played", changed: new Date(2019, 4, 27).getTime() }));
  const find = (words) => search.find(heads, { words, result: "any", kind: "any" }, { nameOf, language: "en" }).map((one) => heads.indexOf(one));
  assert.deepEqual(find("level 5"), [0]);
  assert.deepEqual(find("15x15"), [0, 1]);
  assert.deepEqual(find("level 1"), []);
  assert.deepEqual(find("level 5 2019-05-27"), [0]);
  // No pattern.
  assert.deepEqual(find("."), []);
});

test("results are those of one person against the engine", () => {
  const played = (seats, result, more) => head("h8", { seats, result, kind: "played", ...more });
  const heads = [
    played([0, 3], "black"), played([3, 0], "white"), played([0, 3], "white"), played([0, 3], "draw"), played([0, 3], "black"),
    played([0, 3], ""), played([0, 0], "black"), played([2, 3], "black"), played([0, 3], "black", { isSetUp: true }),
  ];
  assert.deepEqual(search.results(heads), [{ rule: "caro", level: 3, won: 3, drawn: 1, lost: 1 }]);
  assert.deepEqual(search.streaks(heads), { now: 2, most: 2 });
  // The lost game was played first, and is commented on now.
  const wins = [3, 2].map((created) => played([0, 3], "black", { created }));
  assert.deepEqual(search.streaks([played([0, 3], "white", { created: 1 }), ...wins]), { now: 2, most: 2 });
});

test("a game of a file is the same game, opened by itself or with all others", async () => {
  const nodes = [{ parent: 0, move: "" }, { parent: 0, move: "h8" }, { parent: 1, move: "i9" }, { parent: 0, move: "a1", comment: "else" }];
  const data = {
    rule: "caro", ...SIZE, black: "", white: "", first: "black", names: ["Alisa", "Bob"], tags: { DT: "2026" }, result: "white", nodes,
    current: 2, warnings: [],
  };
  const record = recordOf(data);
  assert.deepEqual([record.head.moves, record.head.result, record.head.kind], ["h8i9", "white", "opened"]);
  assert.equal(recordOf(data).head.id, record.head.id);
  assert.notEqual(recordOf({ ...data, names: ["Alisa", "Carl"] }).head.id, record.head.id);
  const game = gameOf(record);
  assert.deepEqual([game.current.depth, game.opened.result, game.kept.version], [2, "white", 1]);
  // On the board, looked at elsewhere, its end known by the rules.
  const play = { live: game.root, seats: {}, pack: () => ({}) };
  const app = { game, endingAt: ({ end }) => end };
  game.go(game.root);
  assert.equal(toRecord(app, play).head.hash, record.head.hash);
  game.mainEnd().end = { winner: "white", reason: "board" };
  assert.equal(toRecord(app, play).head.hash, record.head.hash);
  game.root.comment = "changed";
  assert.notEqual(toRecord(app, play).head.hash, record.head.hash);
});

test("kept games are saved with what was found in them, and games of a file are added under the chosen rule", async () => {
  const { Files } = await load("files/files.js");
  const nodes = [{ parent: 0, move: "" }, { parent: 0, move: "h8", properties: [["V", ["0.500"]]] }];
  const record = recordOf({ rule: "caro", ...SIZE, black: "", white: "", first: "black", names: ["", ""], nodes, current: 1 });
  const asked = [];
  const ask = async (name, values) => (asked.push(values), { warnings: [] });
  const app = Object.assign(new App(new EventTarget()), { game: game("", { rule: "renju", width: 19, height: 19 }) });
  Object.assign(app.connection, { ask });
  const transfer = new Transfer({ app, store: { read: async () => record, add: async () => 0 } });
  assert.deepEqual((await transfer.wire([record.head]))[0].nodes[1].properties, [["V", ["0.500"]]]);
  app.games = async () => ({ transfer });
  for (const given of [{}, { rule: "standard", width: 17, height: 17 }]) await Files.prototype.keepAll.call({ app }, { text: "", ...given }, 1);
  assert.deepEqual(asked.map(({ rule, width, height }) => [rule, width, height]), [["renju", 15, 15], ["standard", 17, 17]]);
});

test("all games of a file are asked for once, stored in order, and what was left out is said", async () => {
  const tree = (move) => ({ rule: "caro", ...SIZE, black: "", white: "", first: "black", names: ["", ""], nodes: [{ parent: 0, move: "" }, { parent: 0, move }], current: 1 });
  const [said, stored, asked, kept] = [[], [], [], []];
  const app = Object.assign(new App(new EventTarget()), { say: (...words) => said.push(words), report: ({ code }) => said.push([code]) });
  app.on("kept", () => kept.push(stored.length));
  const warning = { code: "leftOut", message: "one: left out", values: {} };
  let failure = null;
  app.connection.ask = async (name, values, onPart) => {
    asked.push([name, values]);
    ["h8", "i9", "j10"].forEach((move) => onPart({ games: [tree(move)] }));
    if (failure) throw failure;
    return { count: 3, warnings: [warning] };
  };
  const store = { add: async (records) => (await null, stored.push(...records), records.length) };
  const transfer = new Transfer({ app, store });
  await transfer.keepAll({ data: "AA" }, 3);
  assert.deepEqual(asked, [["open", { data: "AA", all: true }]]);
  assert.deepEqual(said.at(-1), ["3 games added to “My games”.\nOne: left out.", "error"]);
  assert.deepEqual([stored.length, kept], [3, [3]]);
  // What arrived before a failure is kept.
  failure = Object.assign(new Error("lost"), { code: "offline" });
  await transfer.keepAll({ data: "AA" }, 3);
  assert.deepEqual([said.at(-1), kept], [["offline"], [3, 6]]);
  failure = null;
  store.add = async () => Promise.reject(Object.assign(new Error("full"), { code: 22 }));
  await transfer.keepAll({ data: "AA" }, 3);
  assert.deepEqual([said.at(-1)[1], kept], ["error", [3, 6]]);
});

test("thousands of games are looked through without a form of dates for each", () => {
  const heads = Array.from({ length: 3000 }, (_, index) => head("h8i9", { changed: 86_400_000 * (1 + index) }));
  const { DateTimeFormat } = Intl;
  const { toLocaleDateString, toLocaleTimeString } = Date.prototype;
  let made = 0;
  Intl.DateTimeFormat = function (...values) {
    made++;
    return new DateTimeFormat(...values);
  };
  Date.prototype.toLocaleDateString = Date.prototype.toLocaleTimeString = () => assert.fail("a form for one date");
  try {
    const found = search.find(heads, { words: "1975", result: "any", kind: "any" }, { nameOf, language: "en-GB" });
    assert.equal(found.length, 365);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
    Object.assign(Date.prototype, { toLocaleDateString, toLocaleTimeString });
  }
  assert.ok(made <= 5, `${made}`);
});

/// A game against the engine that the reader gave up after the moves; the page has no server.
function givenUp(moves) {
  const { app, play } = page();
  play.prepare({ black: human, white: engine });
  app.load(new Game({ rule: "caro", ...SIZE }));
  for (const point of notation.parsePoints(SIZE, moves)) play.make(point, 0);
  app.finish("white", "resign");
  return { app, play };
}

test("what is tried behind the end of a game is not played, until it is gone on from", async () => {
  const { app, play } = givenUp("h8i9j8");
  assert.equal(app.isOver, true);
  app.setMode("analyze");
  assert.equal(app.isOver, false);
  const { head: before } = toRecord(app, play);
  const end = app.node;
  app.game.go(app.game.child(0));
  const { head: after } = toRecord(app, play);
  assert.deepEqual([after.moves, after.result, after.reason], [before.moves, "white", "resign"]);
  for (const node of [app.game.mainEnd(), app.node.lastOfLine(), end]) assert.equal(app.game.playedEnd(node), end);
  play.takeUp(app.node);
  const { head: played } = toRecord(app, play);
  assert.deepEqual([played.moves, played.result], [`${before.moves}a15`, ""]);
});

test("a game that ended on the board is over before the server has judged it again", () => {
  const { app } = givenUp("h8i9j8");
  app.setMode("analyze");
  app.node.end = { winner: "black", reason: "board" };
  assert.deepEqual([app.node.facts, app.isOver], [null, true]);
});

test("who goes back to the end of a game goes back to its record", async () => {
  const { app, play } = givenUp("h8i9j8");
  const store = memory();
  const keeper = new Keeper(app, play, store);
  const end = app.node;
  await keeper.settle();
  play.takeUp(end.parent);
  play.make(0, 0);
  keeper.write();
  await keeper.settle();
  const results = () => [...store.records.values()].map(({ head: { result, moves } }) => [result, moves]);
  const two = [["white", "h8i9j8"], ["", "h8i9a15"]];
  assert.deepEqual(results(), two);
  // The lost game once more, and what was played on from it once more.
  const other = app.node;
  for (const node of [end, other]) {
    app.game.go(node);
    play.live = node;
    keeper.write();
    await keeper.settle();
    if (node === end) assert.deepEqual(results(), two);
  }
  assert.equal(results().filter(([result]) => result === "white").length, 1);
});

test("what the engine has found in a game is stored with it, and makes no other game of it", async () => {
  const { app, play } = page();
  const store = memory();
  const { written } = store;
  const keeper = new Keeper(app, play, store);
  let heard = 0;
  app.on("kept", () => heard++);
  app.load(game("h8i9j8"));
  await keeper.settle();
  const { hash } = toRecord(app, play).head;
  app.game.review = { path: app.node.path(), shares: [0.5, 0.5, 0.75, 0.25], moments: [] };
  app.emit("reviewed");
  await keeper.settle();
  assert.equal(toRecord(app, play).head.hash, hash, "the same game");
  assert.deepEqual(written.map(({ body }) => body.states.at(-1)?.review?.shares), [undefined, app.game.review.shares]);
  assert.equal(heard, 1, "the list has not changed");
  // The position of a link is nobody's work yet.
  app.load(Object.assign(game("h8i9"), { opened: { isKeptOnceChanged: true, end: null } }));
  app.node.share = 0.5;
  app.emit("position");
  await keeper.settle();
  assert.equal(written.length, 2);
});

test("a review that ends because another game is opened stays with its own", async () => {
  const { Review } = await load("analyze/review.js");
  const { app, play } = page();
  const store = memory();
  const keeper = new Keeper(app, play, store);
  const review = Object.assign(Object.create(Review.prototype), { app, bar: {}, button: {} });
  app.on("game", () => review.stop());
  const answers = [];
  app.connection.ask = () => new Promise((resolve) => answers.push(resolve));
  const games = [game("h8i9j8"), game("a1b2")];
  const reviews = [];
  for (const one of games) {
    app.load(one);
    await keeper.settle();
    reviews.push(review.start());
  }
  answers.forEach((resolve, index) => resolve({ shares: [0.5, 0.25, 0.75].slice(index), moments: [] }));
  await Promise.all(reviews);
  await keeper.settle();
  const found = [[undefined, 0.5, 0.25, 0.75], [undefined, 0.25, 0.75]];
  assert.deepEqual(games.map(({ review: { shares } }) => shares), found);
  assert.deepEqual([...store.records.values()].map(({ body }) => body.states.at(-1).review.shares), found);
});

test("a file that is opened again has what the kept game knows", async () => {
  const nodes = [{ parent: 0, move: "" }, { parent: 0, move: "h8" }, { parent: 1, move: "i9" }];
  const data = { rule: "caro", ...SIZE, black: "", white: "", first: "black", names: ["", ""], nodes, current: 2 };
  const opened = () => {
    const made = unpack(data);
    return Object.assign(made, { opened: { result: null, end: made.current, isFile: true } });
  };
  const { app, play } = page();
  const { head: first, body } = recordOf(data);
  body.states = [{ number: 1, share: 0.75, seen: 12 }, { number: 2, review: { shares: [0.5, 0.75, 0.625], moments: [] } }];
  const store = memory(new Map([[first.id, { head: first, body }]]));
  const keeper = new Keeper(app, play, store);
  app.load(opened());
  let heard = 0;
  app.on("reviewed", () => heard++);
  await keeper.settle();
  assert.deepEqual([heard, app.game.review.shares, app.game.shareOf(app.game.root.children[0])], [1, [0.5, 0.75, 0.625], 0.75]);
  await keeper.settle();
  assert.equal(app.game.kept.id, first.id);
  assert.deepEqual(store.written.map(({ id, body: { states } }) => [id, states.at(-1).review.shares]), [[first.id, [0.5, 0.75, 0.625]]]);
});

test("a game that was not played here is the same one under another rule", async () => {
  const { change } = await load("files/gamerule.js");
  const { app, play } = page();
  app.history = { add: () => {} };
  for (const isPlayed of [false, true]) {
    const kept = { id: "a", version: 3, ended: null };
    app.load(Object.assign(game("h8i9"), { kept, isPlayed }));
    change(app, play, "renju");
    assert.deepEqual([app.game.rule, app.game.kept], ["renju", isPlayed ? null : kept]);
  }
});

/// A store without a database. Its writes fail while it `isFull`.
async function memoryStore() {
  const { GameStore } = await load("games/store.js");
  const [heads, store] = [new Map(), new GameStore()];
  /// A request that is answered, and of a transaction the end.
  const later = (request, name, result) => (setImmediate(() => request[name]?.({ target: { result } })), Object.assign(request, { result }));
  store.begin = async () => {
    const written = [];
    const transaction = {};
    setTimeout(() => {
      if (!store.isFull) for (const head of written) heads.set(head.id, head);
      transaction[store.isFull ? "onabort" : "oncomplete"]?.();
    }, 20);
    const of = { get: (id) => later({}, "onsuccess", heads.get(id)), getAll: () => later({}, "onsuccess", [...heads.values()]) };
    return { transaction, heads: { ...of, put: (head) => written.push(head) }, bodies: { get: () => ({}), put() {} } };
  };
  return store;
}

test("a backup that is opened again adds nothing, also where its games have new ids", async () => {
  const store = await memoryStore();
  const record = (id, hash) => ({ head: { ...head("h8i9"), id, hash, version: 1 }, body: {} });
  const backup = [record("a", 1), record("b", 2), record("b", 2), record("b", 3)];
  assert.equal(await store.add(backup), 3);
  assert.equal(await store.add(backup), 0);
  // The game was changed after the backup.
  await store.write({ id: "a", version: 1 }, record("a", 4));
  assert.deepEqual([await store.add(backup), await store.add(backup)], [1, 0]);
  assert.deepEqual((await store.heads(true)).map(({ hash }) => hash).sort(), [1, 2, 3, 4]);
});

test("a database that was closed is opened anew", async () => {
  const { Stores } = await load("games/store.js");
  const opened = [];
  const transaction = () => ({ objectStore: (name) => name });
  globalThis.indexedDB = {
    open() {
      const request = { result: { transaction, close() {} } };
      setImmediate(() => request.onsuccess(opened.push(request.result)));
      return request;
    },
  };
  const stores = new Stores("games", { heads: {} });
  for (const closed of [null, "onversionchange", "onclose"]) {
    opened.at(-1)?.[closed]();
    for (let times = 0; times < 2; times++) assert.equal((await stores.begin("readonly")).heads, "heads");
  }
  assert.equal(opened.length, 3);
});

test("a game whose writing was broken off is not in the list", async () => {
  const store = await memoryStore();
  store.isFull = true;
  assert.deepEqual(await store.heads(), []);
  const record = () => ({ head: { ...head("h8i9"), hash: 1 }, body: {} });
  await assert.rejects(store.write({ id: "a", version: 0 }, record()));
  assert.deepEqual(await store.heads(), []);
  store.isFull = false;
  await store.write({ id: "a", version: 0 }, record());
  assert.deepEqual((await store.heads()).map(({ id, version }) => [id, version]), [["a", 1]]);
});
