// What is said of files that are saved and opened, and that it is not said of the next one.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Game, SIZE, engine, human, i18n, load, newApp, notation } from "./page.mjs";

const { Files } = await load("files/files.js");
const { LibraryPanel } = await load("files/library.js");
const { Saver } = await load("files/save.js");
const { playerName } = await load("play/players.js");
await i18n.learnTexts("later");

// Nothing is written.
globalThis.URL.createObjectURL = () => "";
globalThis.setTimeout = () => 0;

beforeEach(() => {
  document.createElement = () => ({ click() {} });
  return i18n.setLanguage("en");
});

/// What opens or saves files, of an app whose server answers with these losses, by format.
function filesWith(losses, { prototype } = Files) {
  const app = newApp();
  app.load(new Game({ rule: "caro", ...SIZE }));
  app.connection.ask = async (name, { format }) => {
    if (name === "picture") return { gif: "", missing: losses.gif ?? 0 };
    if (losses[format] === "error") throw Object.assign(new Error("no"), { code: "unwritable" });
    return { text: "text", extension: format, losses: losses[format] ?? {} };
  };
  app.panes = { open() {} };
  const play = { seats: { black: human, white: human }, nameOf: () => "", pack: () => null };
  return Object.assign(Object.create(prototype), { app, play, encoding: { show() {} }, picture: () => "<svg/>" });
}

test("what one file lacks is not said of the next one", async () => {
  const files = filesWith({ psq: { comments: 2 }, pos: "error", gif: 3 }, Saver);
  const said = async (format) => {
    await files.save(format);
    // An error is said in a step of its own.
    await new Promise(setImmediate);
    return files.app.message;
  };
  const lacking = (await said("psq")).text;
  assert.match(lacking, /^Saved: tengen-\S+\.psq\. .* no place for all of it: comments \(2\)\.$/);
  assert.match((await said("sgf")).text, /^Saved: tengen-\S+\.sgf\.$/);
  assert.equal((await said("pos")).kind, "error");
  files.app.say(i18n.t("copied"));
  assert.match((await said("svg")).text, /^Saved: tengen-\S+\.svg\.$/);
  assert.equal(files.app.message.kind, "");
  assert.match((await said("gif")).text, /^Saved: tengen-\S+\.gif\. .* no place for all of it: [^:]*\(3\)\.$/);
});

test("size and rule that a file does not hold are named, and so is what a copied link lacks", async () => {
  const losses = { size: true, rule: true, tags: 2, properties: 3 };
  const files = filesWith({ pos: losses, link: losses, psq: { size: false, rule: false } }, Saver);
  const lacks = "The file has no place for all of it: other facts of the game (2), notes of SGF on moves (3), the size 15×15, the rule: Caro.";
  await files.save("pos");
  assert.ok(files.app.message.text.endsWith(lacks), files.app.message.text);
  await files.save("link");
  assert.ok(files.app.message.text.endsWith(lacks), files.app.message.text);
  await files.save("psq");
  assert.match(files.app.message.text, /^Saved: tengen-\S+\.psq\.$/);
});

test("a file names the engine that played on from a position that was set up", async () => {
  const { app, play, ...saver } = filesWith({}, Saver);
  const { ask } = app.connection;
  const names = [];
  app.connection.ask = (name, values) => (names.push(values.game.names[1]), ask(name, values));
  Object.assign(play, { seats: { black: human, white: engine }, nameOf: () => "Engine" });
  app.game.opened = { result: null, end: app.game.root };
  for (const isPlayed of [false, true]) {
    app.game.isPlayed = isPlayed;
    await Object.assign(Object.create(Saver.prototype), { app, play, ...saver }).save("sgf");
  }
  assert.deepEqual(names, ["", "Engine"]);
});

/// The panel of a library with h8i9, where the board shows these moves.
function libraryAt(moves) {
  const files = filesWith({});
  const { app } = files;
  for (const point of notation.parsePoints(app.game, moves)) app.go(app.game.child(point));
  const known = { "": [112], h8: [97], h8i9: [] };
  app.connection.isOnline = true;
  app.connection.ask = async (name, { position }) => {
    if (name === "recognize") return { kind: "library" };
    if (name === "judge") return { outcome: null, line: [], forbidden: [], reasons: [] };
    if (name === "open_library") return { library: "1", name: "book.lib", moves: 2, positions: 3, comments: 0, start: "", damage: null };
    assert.equal(name, "look_in_library");
    const points = known[position.moves];
    return { places: points ? 1 : 0, comment: "", moves: (points ?? []).map((point) => ({ point, label: "" })) };
  };
  app.databases = { takes: async () => false };
  app.edits = { replace: (load) => (load(), true) };
  files.library = Object.assign(Object.create(LibraryPanel.prototype), {
    app, file: null, about: null, known: null, shown: null, offer: null, said: null, encoding: files.encoding, canUndo: false, show() {},
  });
  return files;
}

const LIBRARY = new File([new Uint8Array([0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff])], "book.lib");

test("what is said of a library that was opened is true of the board", async () => {
  document.documentElement.lang = "en";
  for (const [moves, said] of [["", "marked on the board"], ["h8", "marked on the board"], ["h8i9", "no move from here"]]) {
    const { app, library } = libraryAt(moves);
    await library.open(LIBRARY);
    assert.ok(app.message.text.startsWith("book.lib is open: 2 moves.") && app.message.text.includes(said), app.message.text);
    assert.equal(app.asked, null);
    library.forget();
    assert.equal(app.message.text, "");
  }
  const { app, library } = libraryAt("a1b2");
  await library.open(LIBRARY);
  assert.equal(app.message.text, "");
  assert.match(app.asked.text, /^book.lib is open: 2 moves. This position is not in the library.$/);
  app.asked.answer("libraryBegin");
  assert.deepEqual([app.node.depth, app.asked], [0, null]);
  // Nobody plays a library.
  const play = { seats: { black: human, white: engine }, nameOf: ({ kind }) => kind };
  assert.deepEqual(["black", "white"].map((color) => playerName({ app, play }, color)), ["Black", "White"]);
});

test("what was said of a library is not said of the next file", async () => {
  for (const moves of ["h8", "a1b2"]) {
    const files = libraryAt(moves);
    await files.openFile(LIBRARY);
    assert.ok(files.app.message.text || files.app.asked);
    files.app.connection.ask = async () => ({ kind: null });
    const large = new File(["1"], "large.txt");
    Object.defineProperty(large, "size", { value: 3_000_000 });
    await files.openFile(large);
    assert.deepEqual([files.app.message.text, files.app.asked], [i18n.t("error.too_large"), null]);
  }
});

test("a link that is wrong is not opened, and a text that is too long for a message is read as a file", async () => {
  const files = filesWith({});
  const { app } = files;
  assert.equal(await files.openText("https://x.org/#size=15&moves=zz9"), false);
  const asked = [];
  app.databases = { takes: async () => false };
  app.connection.ask = async (name, values) => {
    if (name === "recognize") return { kind: null };
    asked.push(values);
    return { titles: ["1", "2"], count: 2, warnings: [] };
  };
  assert.equal(await files.openText("h8".repeat(600_000), { rule: "renju" }), true);
  assert.deepEqual(asked.map(({ text, data, rule }) => [text, data.length, rule]), [[undefined, 1_600_000, "renju"]]);
});

test("a file is opened as what the server recognizes, whatever its name", async () => {
  for (const [kind, opens] of [["library", "library"], ["database", "database"], ["foreign", "foreign"], [null, "game"]]) {
    const files = filesWith({});
    const opened = [];
    files.app.connection.ask = async (name, { start }) => {
      assert.deepEqual([name, start], ["recognize", "QUJD"]);
      return { kind };
    };
    files.app.databases = { takes: async (file, kind) => opened.push(kind) };
    files.openLibrary = () => opened.push("library");
    files.open = () => opened.push("game");
    await files.openFile(new File(["ABC"], "a.txt"));
    assert.deepEqual(opened, [opens]);
  }
});

test("a file that the browser cannot read, as a folder, is reported", async () => {
  const files = filesWith({});
  files.app.report = ({ message }) => files.app.say(message);
  await files.openFile({ name: "a", slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) });
  assert.equal(files.app.message.text, "gone");
});

/// Opens texts of h8i9, by default without a rule, of which freestyle leaves out or refuses the last move.
function withoutRule(read, names_rule = false) {
  const files = filesWith({});
  const { app } = files;
  app.load(new Game({ rule: "freestyle", width: 15, height: 15 }));
  app.edits = { replace: (load) => (load(), true) };
  Object.assign(files.play, { hold() {}, restore() {} });
  // The game is stored when it has to leave.
  app.games = async () => ({ keeper: { settle: async () => (app.game.kept = { id: "a", version: 1 }) } });
  app.connection.ask = async (name, { rule, game }) => {
    if (name === "judge") return { outcome: null, line: [], forbidden: [], reasons: [] };
    const moves = read(rule, game);
    const nodes = ["", ...moves].map((move, at) => ({ parent: Math.max(0, at - 1), move }));
    const head = { rule, width: 15, height: 15, black: "", white: "", first: "black", names: ["", ""] };
    return { ...head, nodes, current: moves.length, names_rule, warnings: [] };
  };
  return files;
}

/// Refuses a text for a reason with this code.
function refuse(code) {
  const reason = { code: "format", message: "moves: no", values: { rest: { code, message: "no" } } };
  throw Object.assign(new Error("no"), { code: "unreadable", values: { reason } });
}

test("a text without a rule is read anew under the rule that is answered", async () => {
  const files = withoutRule((rule) => (rule === "freestyle" ? ["h8"] : ["h8", "i9"]));
  const { app } = files;
  assert.equal(await files.openText("text"), true);
  assert.deepEqual([app.game.rule, app.node.depth], ["freestyle", 1]);
  await i18n.setLanguage("ru");
  assert.match(app.asked.text, /Правила в тексте не указаны/);
  assert.equal(app.asked.options[0].label, i18n.t("rule.caro"));
  app.asked.answer("rule.caro");
  await new Promise(setImmediate);
  assert.deepEqual([app.game.rule, app.node.depth, app.game.kept.id, app.asked], ["caro", 2, "a", null]);
  // What was changed meanwhile stays.
  await files.openText("text");
  app.game.names.black = "Ann";
  app.go(app.game.child(0));
  app.asked.answer("rule.renju");
  for (let step = 0; step < 3; step++) await new Promise(setImmediate);
  assert.deepEqual([app.game.rule, app.node.depth, app.game.names.black, app.asked], ["renju", 3, "Ann", null]);
});

test("a text that the rule on the board does not allow is asked for its own", async () => {
  const read = (rule) => (rule === "freestyle" ? refuse("after") : ["h8", "i9"]);
  const files = withoutRule(read);
  const { app } = files;
  const asked = async () => {
    const opened = files.openText("text");
    await new Promise(setImmediate);
    assert.deepEqual([app.game.isBlank, app.message.kind, app.asked.escape], [true, "error", "close"]);
    return { opened };
  };
  const dropped = await asked();
  app.asked.answer("close");
  assert.deepEqual([await dropped.opened, app.game.isBlank, app.asked], [false, true, null]);
  const { opened } = await asked();
  app.asked.answer("rule.renju");
  assert.equal(await opened, true);
  assert.deepEqual([app.game.rule, app.node.depth, app.message.text, app.asked], ["renju", 2, "Opened: 2 moves.", null]);
  // A text that names its rule, or that no rule allows, is no question; one that is no game is sent once.
  const named = withoutRule(read, true);
  assert.deepEqual([await named.openText("text"), named.app.asked, named.app.node.depth], [true, null, 2]);
  for (const [code, times] of [["after", 5], ["noFormat", 1]]) {
    let sent = 0;
    const none = withoutRule(() => (sent++, refuse(code)));
    assert.deepEqual([await none.openText("text"), none.app.asked, sent], [false, null, times]);
  }
});

test("all games of a file are kept under the rule that is asked for where they name none", async () => {
  for (const names_rule of [true, false]) {
    const files = filesWith({});
    const { app } = files;
    const kept = [];
    app.games = async () => ({ transfer: { keepAll: async ({ rule }) => kept.push(rule) } });
    app.connection.ask = async () => ({ titles: ["1", "2"], count: 2, names_rule, warnings: [] });
    await files.openText("text");
    assert.deepEqual([app.asked.stays, ...app.asked.options.map(({ label }) => label)], [true, "1: 1", "2: 2", "Keep all of them", "Close"]);
    app.asked.answer("keepAll");
    if (!names_rule) assert.equal(app.asked.escape, "close");
    if (!names_rule) app.asked.answer("rule.renju");
    await new Promise(setImmediate);
    assert.deepEqual([kept, app.asked], [[names_rule ? "caro" : "renju"], null]);
  }
});

test("a copied file is opened, and a picture of copied text is not", () => {
  const files = filesWith({});
  const opened = [];
  Object.assign(files, { openFile: ({ name }) => opened.push(name), openText: (text) => opened.push(text) });
  const isWanted = ({ type }) => !type.startsWith("image/");
  const [game, picture] = [new File([""], "a.sgf"), new File([""], "a.png", { type: "image/png" })];
  files.take({ files: [game], getData: () => "a.sgf" }, isWanted);
  files.take({ files: [picture], getData: () => "h8" }, isWanted);
  files.take(null, isWanted);
  assert.deepEqual(opened, ["a.sgf", "h8"]);
});

test("a game that is opened in the library is shown in the analysis, and its encoding ends with it", async () => {
  for (const [mode, after] of [["games", "analyze"], ["play", "play"], ["analyze", "analyze"]]) {
    const files = filesWith({});
    const { app } = files;
    Object.assign(files.play, { prepare() {}, hold() {} });
    const nodes = [{ parent: 0, move: "" }, { parent: 0, move: "h8" }];
    const head = { rule: "caro", width: 15, height: 15, black: "", white: "", first: "black", names: ["", ""] };
    app.connection.ask = async () => ({ ...head, nodes, current: 1, names_rule: true, warnings: [] });
    app.edits = { replace: (load) => (load(), true) };
    app.databases = { takes: async () => false };
    let hidden = 0;
    files.encoding = { show: (name) => (hidden += name === null) };
    app.setMode(mode);
    assert.equal(await files.openText("h8"), true);
    assert.deepEqual([app.mode, app.node.depth, app.message.text], [after, 1, "Opened: 1 move."]);
    const before = hidden;
    app.connection.ask = async (name) => (name === "recognize" ? { kind: null } : assert.fail("not a game"));
    await files.openFile(new File(["no game"], "game.txt"));
    assert.equal(hidden, before + 1);
  }
});
