// Changes of a game and the way back from each; what is only tried in the analysis of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, SIZE, engine, human, i18n, load, memory, notation, page as anyPage, point } from "./page.mjs";

globalThis.addEventListener ??= () => {};
const { ASSESSMENTS, JUDGMENTS, glyphOf, glyphText, judgmentOf, signOf, withFound } = await load("game/glyphs.js");
const { linkOf, readAddress } = await load("game/address.js");
const { Keeper } = await load("games/keeper.js");
const { Setup } = await load("board/setup.js");
const { Guest } = await load("learn/guest.js");
const { moved, promote, reorder } = await load("analyze/order.js");
const { openAddress, openedText } = await load("game/storage.js");
const { playFrom } = await load("play/playfrom.js");
const { show: showProof } = await load("analyze/proof.js");
const { swapSides } = await load("play/asked.js");
const { playerName } = await load("play/players.js");
const { Result } = await load("play/result.js");
const { change: changeRule } = await load("files/gamerule.js");
const { toRecord } = await load("games/record.js");
const { restoreGame } = await load("game/restored.js");
const { pack, packWhole, unpack } = await load("game/tree.js");

function page(white = human) {
  const { app, play } = anyPage();
  play.prepare({ black: human, white });
  app.load(new Game({ rule: "caro", ...SIZE }));
  return { app, play };
}

/// The tree as text, each node's children in order, with what is written there.
const shape = ({ point: at, children, comment, signs, properties }) =>
  JSON.stringify([at, comment, signs, properties, children.map((child) => JSON.parse(shape(child)))]);

function tree() {
  const { app, play } = page();
  app.setMode("analyze");
  for (const moves of ["h8i9j10", "h8g9"]) {
    app.go(app.game.root);
    for (const at of notation.parsePoints(SIZE, moves)) app.place(at);
  }
  // The tree was not made here.
  app.history.steps.length = 0;
  return { app, play, of: (name) => app.game.nodes().find((node) => node.point === point(name)) };
}

test("every change of a tree is taken back and made again, as often as it is asked for, and is said with its button", () => {
  for (const [change, isSaid] of [
    [({ app, of }) => app.edits.remove(of("i9")), true],
    [({ app, of }) => promote(app, of("g9")), true],
    [({ app, of }) => app.edits.comment(of("i9"), "good"), false],
    [({ app, of }) => app.edits.judge(of("i9"), "??"), false],
    [({ app, of }) => (app.go(of("g9")), app.place(point("a1"))), false],
    [({ app, of }) => (app.go(of("g9")), notation.parsePoints(SIZE, "a1b1c1").forEach((at) => app.place(at, 0, app))), false],
    [({ app, of }) => app.edits.note(of("g9"), { signs: [{ point: "a1", mark: "cross", text: "" }] }), false],
    [({ app, of }) => (Object.assign(of("g9"), { signs: [{ point: "a1", mark: "cross", text: "" }] }), app.edits.clearMarks(of("g9"))), true],
  ]) {
    const page = tree();
    const { app } = page;
    const before = shape(app.game.root);
    change(page);
    const [changed, node] = [shape(app.game.root), app.node];
    assert.equal(app.message.canUndo, isSaid, String(change));
    // Clearing began with marks.
    const isWhole = !String(change).includes("clearMarks");
    for (let times = 0; times < 3; times++) {
      app.history.undo();
      assert[isWhole ? "equal" : "notEqual"](shape(app.game.root), isWhole ? before : changed, String(change));
      assert.deepEqual([app.message.text, app.message.canUndo, app.message.canRedo], ["Undone.", false, true]);
      app.history.redo();
      assert.equal(shape(app.game.root), changed, String(change));
      assert.deepEqual([app.message.text, app.message.canUndo, app.message.canRedo], ["Redone.", true, false]);
    }
    if (String(change).includes("place")) assert.equal(app.node, node, "where the reader was");
    for (const step of ["redo", "undo"]) {
      app.history[step]();
      if (step === "undo") app.history.undo();
      assert.equal(app.message.kind, "error", `nothing is left to ${step}`);
    }
  }
});

test("what was taken back and made again is named once the names are loaded", async () => {
  const said = (change) => {
    const page = tree();
    change(page);
    page.app.history.undo();
    const { text } = page.app.message;
    page.app.history.redo();
    return [text, page.app.message.text];
  };
  const play = ({ app, of }) => (app.go(of("g9")), app.place(point("a1")));
  assert.deepEqual(said(play), ["Undone.", "Redone."]);
  await i18n.learnTexts("later");
  assert.deepEqual(said(play), ["Undone: move a1.", "Redone: move a1."]);
  for (const [what, change] of [
    ["deletion of i9", ({ app, of }) => app.edits.remove(of("i9"))],
    ["order of the variations", ({ app, of }) => promote(app, of("g9"))],
    ["comment", ({ app, of }) => app.edits.comment(of("i9"), "good")],
    ["judgment", ({ app, of }) => app.edits.judge(of("i9"), "??")],
    ["marks", ({ app, of }) => app.edits.clearMarks(of("g9"))],
    ["game information", ({ app }) => app.edits.name("black", "Ann")],
    ["pass", ({ app, of }) => (app.go(of("g9")), app.place(notation.PASS))],
    ["deletion of pass", ({ app, of }) => app.edits.remove(app.game.child(notation.PASS, of("g9")))],
    ["opening of a game", ({ app }) => app.edits.replace(() => app.load(new Game(SIZE)))],
    ["edited position", ({ app }) => app.edits.replace(() => app.load(new Game(SIZE)), "", "setup")],
  ]) {
    assert.deepEqual(said(change), [`Undone: ${what}.`, `Redone: ${what}.`]);
  }
});

test("a new change ends what could be made again", () => {
  const { app, of } = tree();
  app.edits.comment(of("i9"), "good");
  app.history.undo();
  app.edits.judge(of("g9"), "?");
  app.history.redo();
  assert.deepEqual([of("i9").comment, judgmentOf(of("g9")), app.message.kind], ["", "?", "error"]);
});

test("no button is left to a message whose change is not the next one any more", () => {
  const { app, of } = tree();
  const offers = () => [app.message.text, app.message.canUndo, app.message.canRedo];
  app.edits.remove(of("j10"));
  app.edits.comment(of("i9"), "good");
  assert.deepEqual(offers(), ["", false, false], "the comment is undone before the deletion");
  app.history.undo();
  app.edits.comment(of("i9"), "better");
  assert.deepEqual(offers(), ["", false, false], "nothing is to be made again");
});

test("what was undone before a move is played is not made again", () => {
  const { app, of, play } = tree();
  app.edits.comment(of("i9"), "good");
  app.history.undo();
  app.setMode("play");
  play.make(point("a1"), 0);
  assert.equal(app.history.canRedo, false);
});

test("several changes are made again in the order in which they were made", () => {
  const { app, of } = tree();
  app.edits.comment(of("i9"), "good");
  app.edits.comment(of("j10"), "better");
  app.edits.remove(of("i9"));
  const changed = shape(app.game.root);
  for (let times = 0; times < 3; times++) app.history.undo();
  assert.deepEqual([of("i9").comment, of("j10").comment], ["", ""]);
  for (let times = 0; times < 3; times++) app.history.redo();
  assert.equal(shape(app.game.root), changed);
});

test("a move that was taken back and then played otherwise is there once", () => {
  const { app, of } = tree();
  app.go(of("g9"));
  app.place(point("a1"));
  app.history.undo();
  // A game that is played has no steps.
  app.game.child(point("a1"), of("g9"));
  app.history.redo();
  assert.deepEqual([of("g9").children.length, app.message.kind], [1, "error"]);
});

test("a game that another has replaced comes, goes and comes again, each with its changes", () => {
  const { app, of } = tree();
  app.edits.comment(of("i9"), "good");
  const { game } = app;
  const next = new Game({ rule: "renju", ...SIZE });
  app.edits.replace(() => app.load(next), "Opened.");
  assert.deepEqual([app.message.text, app.message.canUndo], ["Opened.", true]);
  app.place(point("h8"));
  for (let times = 0; times < 3; times++) app.history.undo();
  assert.deepEqual([app.game, of("i9").comment], [game, ""]);
  for (let times = 0; times < 3; times++) app.history.redo();
  assert.deepEqual([app.game, app.node.point, game.root.children[0].children[0].comment], [next, point("h8"), "good"]);
});

test("variations change places, and the way back leads through every order", () => {
  const { app, of } = tree();
  app.go(of("h8"));
  app.place(point("a1"));
  const { parent } = of("i9");
  const order = () => parent.children.map(({ point: at }) => notation.pointName(SIZE, at)).join(" ");
  const move = (name, by) => {
    const found = moved(app.game, of(name), by);
    if (found) reorder(app, of(name), () => (parent.children = found), "Moved.");
    return order();
  };
  assert.equal(order(), "i9 g9 a1");
  assert.equal(move("a1", -1), "i9 a1 g9");
  assert.equal(move("a1", -1), "a1 i9 g9");
  assert.equal(move("a1", -1), "a1 i9 g9", "nothing is above the first");
  // A move within a variation moves that variation.
  assert.equal(move("j10", 1), "a1 g9 i9");
  for (const shown of ["a1 i9 g9", "i9 a1 g9", "i9 g9 a1"]) {
    app.history.undo();
    assert.equal(order(), shown);
  }
  app.history.redo();
  assert.equal(order(), "i9 a1 g9");
});

test("what was only tried takes no place of what was played", () => {
  const { app, play } = tried();
  app.go(play.live.parent);
  app.place(point("c3"));
  assert.equal(moved(app.game, app.node, -1), null);
  assert.equal(moved(app.game, play.live, 1), null);
  app.go(app.node.parent);
  app.place(point("d4"));
  assert.deepEqual(moved(app.game, app.node, -1).map(({ point: at }) => notation.pointName(SIZE, at)), ["a1", "d4", "c3"]);
});

test("what was deleted comes back with the position and the move that is played", () => {
  const { app, of } = tree();
  const before = shape(app.game.root);
  app.go(of("j10"));
  app.edits.remove(of("i9"));
  assert.deepEqual([app.node.depth, app.message.text], [1, "Deleted: i9 and what follows."]);
  app.history.undo();
  assert.deepEqual([shape(app.game.root), app.node], [before, of("j10")]);
});

test("the letters of a comment are one change, and so are those of a player's name", () => {
  const { app, of } = tree();
  for (const text of ["a", "ab", "abc"]) app.edits.comment(of("i9"), text);
  app.edits.comment(of("g9"), "x");
  for (const text of ["A", "An", "Anna"]) app.edits.name("black", text);
  app.edits.name("white", "B");
  const texts = () => [of("i9").comment, of("g9").comment, app.game.names.black, app.game.names.white];
  for (const left of [["abc", "x", "Anna", ""], ["abc", "x", "", ""], ["abc", "", "", ""], ["", "", "", ""]]) {
    app.history.undo();
    assert.deepEqual(texts(), left);
  }
});

test("a line that was played at once is taken back at once, and what was played on from it stays", () => {
  const { app, play, of } = tree();
  const before = shape(app.game.root);
  app.go(of("g9"));
  for (const at of notation.parsePoints(SIZE, "g10g11g12")) app.place(at, 0, app);
  app.history.undo();
  assert.deepEqual([shape(app.game.root), app.node], [before, of("g9")]);
  app.place(point("a1"));
  play.live = of("a1");
  app.history.undo();
  assert.deepEqual([app.message.kind, app.node], ["error", of("a1")]);
});

test("a proof that is taken back leaves what was played and written there since", () => {
  const proof = {
    is_cut: false,
    moves: [{ parent: 0, point: -1, other: null }, { parent: 0, point: point("a1"), other: point("b1") }, { parent: 1, point: point("a2"), other: null }],
  };
  const { app, play, of } = tree();
  app.go(of("i9"));
  const before = shape(app.game.root);
  showProof(app, proof);
  const shown = shape(app.game.root);
  for (const tree of [before, shown, before]) {
    app.history[tree === before ? "undo" : "redo"]();
    assert.equal(shape(app.game.root), tree);
  }
  app.history.redo();
  app.setMode("play");
  for (const name of ["c3", "c4"]) {
    play.goOn();
    play.make(point(name), 0);
  }
  app.go(of("a1"));
  app.edits.comment(of("a2"), "mine");
  app.history.steps.pop();
  app.history.undo();
  assert.deepEqual([play.live.point, app.game.has(play.live), of("a1").comment], [point("c4"), true, ""]);
  assert.deepEqual([of("a2").comment, of("a2").parent.point], ["mine", point("a1")]);
});

test("a position with a comment alone comes back after an address that was changed by hand", () => {
  const { app } = page();
  app.edits.comment(app.node, "good");
  const { game } = app;
  // A link that is pasted is told; otherwise the board says what there is to say of the position.
  for (const [isSaid, text] of [[true, "Opened: 2 moves."], [false, ""]]) {
    app.say("");
    openAddress(app, "#size=15x15&moves=h8i9", isSaid);
    assert.deepEqual([app.node.depth, app.message.text, app.message.canUndo], [2, text, isSaid]);
    assert.equal(openAddress(app, "#size=15x15&moves=h8i9"), false);
    app.history.undo();
    assert.equal(app.game, game);
  }
});

test("a game that is opened in the Learn view replaces the reader's own one, which comes back", () => {
  const { app, play } = tree();
  const { game } = app;
  const guest = new Guest(app, play);
  app.setMode("learn");
  guest.show(new Game({ rule: "renju", ...SIZE, black: [0] }), null);
  const other = new Game({ rule: "caro", ...SIZE });
  app.edits.replace(() => app.load(other), "Opened.");
  assert.deepEqual([app.mode, app.game, app.message.canUndo], ["analyze", other, true]);
  app.history.undo();
  assert.deepEqual([app.mode, app.game], ["analyze", game]);
  app.setMode("play");
  assert.equal(app.game, game);
});

test("a change of a game that is gone is not taken back in another one", () => {
  const { app, of } = tree();
  app.edits.remove(of("i9"));
  app.load(new Game({ rule: "caro", ...SIZE }));
  app.history.undo();
  assert.deepEqual([app.message.kind, app.game.root.children], ["error", []]);
});

test("a judgment is a property of SGF, and the same again takes it away", () => {
  const { app, of } = tree();
  app.edits.judge(of("i9"), "?!");
  assert.deepEqual([judgmentOf(of("i9")), of("i9").properties], ["?!", [["DO", [""]]]]);
  app.edits.judge(of("i9"), "??");
  assert.deepEqual([judgmentOf(of("i9")), of("i9").properties], ["??", [["BM", ["2"]]]]);
  app.edits.judge(of("i9"), "??");
  assert.deepEqual([judgmentOf(of("i9")), of("i9").properties], ["", []]);
  assert.equal(judgmentOf({ properties: [["TE", ["2"]]] }), "!!");
});

test("the signs of the move that is shown stand at its stone in the analysis", () => {
  const { app, of } = tree();
  const badge = () => Object.values(app.view().badge ?? {}).slice(1);
  app.edits.judge(of("i9"), "??");
  app.edits.judge(of("i9"), "B+", ASSESSMENTS);
  app.edits.judge(of("g9"), "=", ASSESSMENTS);
  app.go(of("i9"));
  assert.deepEqual([app.view().badge.point, ...badge()], [point("i9"), `?? ${glyphText("B+")}`, "bad"]);
  app.go(of("g9"));
  assert.deepEqual(badge(), ["=", "other"]);
  for (const node of [of("h8"), app.game.root]) {
    app.go(node);
    assert.deepEqual(badge(), []);
  }
  // What a review says stands there as well, and what was written comes first.
  app.go(of("j10"));
  app.game.review = { path: [app.game.root, of("h8"), of("i9"), of("j10")], shares: [0.5, 0.9, 0.9, 0.2], moments: [] };
  assert.deepEqual(badge(), ["??", "bad"]);
  app.edits.judge(of("j10"), "!");
  assert.deepEqual(badge(), ["!", "good"]);
  app.setMode("play");
  assert.deepEqual(badge(), []);
});

test("what is folded is kept in the browser, and in no file", () => {
  const { app, of } = tree();
  of("g9").isFolded = true;
  const back = restoreGame(JSON.parse(JSON.stringify(packWhole(app.game))));
  assert.deepEqual(back.nodes().map(({ isFolded }) => isFolded === true), app.game.nodes().map((node) => node === of("g9")));
  assert.ok(!JSON.stringify(pack(app.game)).includes("isFolded"));
});

test("every sign has its own property and value, and any other value says the same as the first", () => {
  const { app, of } = tree();
  const node = of("i9");
  for (const table of [JUDGMENTS, ASSESSMENTS]) {
    for (const sign of Object.keys(table)) {
      app.edits.judge(node, sign, table);
      assert.equal(glyphOf(node, table), sign);
    }
    assert.equal(new Set(Object.values(table).map(String)).size, 6);
  }
  // The last of each, side by side.
  assert.deepEqual(node.properties, [["DO", [""]], ["GW", ["2"]]]);
  const of9 = (name, value) => [JUDGMENTS, ASSESSMENTS].map((table) => glyphOf({ properties: [[name, [value]]] }, table)).join("");
  assert.deepEqual([of9("DO", "1"), of9("BM", ""), of9("GB", "1"), of9("UC", "2"), of9("V", "1")], ["?!", "?", "B+", "∞", ""]);
});

test("signs and what is known of a game go with a link, and with nothing else that a link says", () => {
  const { app, of } = tree();
  app.edits.judge(of("i9"), "!!");
  app.edits.judge(of("i9"), "=", ASSESSMENTS);
  app.edits.about({ tags: { EV: "Cup: 5 & 6", DT: "2026-11", RU: "gomoku" } }, "EV");
  const link = linkOf(app.game);
  const back = readAddress(link);
  const node = back.root.children[0].children[0];
  assert.deepEqual([node.properties, back.tags], [[["TE", ["2"]], ["DM", ["1"]]], { EV: "Cup: 5 & 6", DT: "2026-11" }]);
  const wrong = readAddress(`${link}&glyph=1:AB:1&glyph=9999:TE:1&tag=ev:x&tag=EV`);
  assert.deepEqual([wrong.nodes().flatMap(({ properties }) => properties).length, wrong.tags.EV], [2, "Cup: 5 & 6"]);
});

test("what a review has found goes with a link and an SGF file, and comes back as signs and chances", () => {
  const { app, of } = tree();
  app.game.review = { path: of("j10").path(), shares: [0.5, 0.9, 0.75, 0.125], moments: [] };
  app.edits.judge(of("h8"), "!");
  const found = [[["V", ["0.000"]]], [["TE", ["1"]], ["V", ["0.800"]]], [["DO", [""]], ["V", ["0.500"]]], [["BM", ["2"]], ["V", ["-0.750"]]], []];
  // White gives nothing away with i9.
  found[2].shift();
  assert.deepEqual(app.game.nodes().map((node) => withFound(app.game, node)), found);
  const data = pack(app.game);
  for (const [at, node] of data.nodes.entries()) node.properties = found[at];
  for (const back of [readAddress(linkOf(app.game)), unpack(data)]) {
    assert.deepEqual(back.nodes().map((node) => back.shareOf(node)), [0.5, 0.9, 0.75, 0.125, undefined]);
    assert.deepEqual(back.nodes().map((node) => judgmentOf(node)), ["", "!", "", "??", ""]);
    assert.deepEqual(back.nodes().map((node) => withFound(back, node)), found);
  }
  // A later review replaces the signs of the earlier one, and none that was made by hand.
  const again = readAddress(linkOf(app.game));
  const path = again.mainEnd().path();
  const signs = () => path.map((node) => signOf(again, node));
  assert.deepEqual(signs(), ["", "!", "", "??"]);
  again.showReview({ path, shares: [0.5, 0.25, 0.25, 0.25], moments: [] });
  assert.deepEqual(signs(), ["", "!", "", ""]);
  assert.deepEqual(withFound(again, path[3]), [["V", ["-0.500"]]]);
  again.showReview({ path, shares: [undefined, undefined, undefined, 0.25], moments: [] });
  assert.equal(signOf(again, path[3]), "??", "what it lost is not known anew");
  again.showReview({ path, shares: [0.5, 0.25, 0.25, 0.25], moments: [] });
  app.load(again);
  app.edits.judge(path[3], "?!");
  assert.equal(signOf(again, path[3]), "?!");
  // The values of other programs stay what they are.
  for (const value of ["7.5", "1", "-1.500", "B+5", "a:b", "x", ""]) {
    data.nodes[1].properties = [["V", [value]]];
    const node = unpack(data).root.children[0];
    assert.deepEqual([node.properties, node.share], [[["V", [value]]], undefined]);
    const { current } = readAddress(linkOf(readAddress(`#moves=h8&glyph=1:V:${encodeURIComponent(value)}`)));
    assert.deepEqual([current.properties, current.share], [[["V", [value]]], undefined]);
  }
});

test("what is known of a game is kept, and taken back field by field", () => {
  const { app, play } = tree();
  const { hash } = toRecord(app, play).head;
  for (const text of ["C", "Cu", "Cup"]) app.edits.about({ tags: { ...app.game.tags, EV: text } }, "EV");
  app.edits.about({ tags: { ...app.game.tags, DT: "2026-11-28" } }, "DT");
  const { head, body } = toRecord(app, play);
  assert.deepEqual([head.about, body.game.tags], [["Cup", "2026-11-28"], { EV: "Cup", DT: "2026-11-28" }]);
  assert.notEqual(head.hash, hash);
  assert.deepEqual(restoreGame(structuredClone(body)).tags, body.game.tags);
  app.history.undo();
  assert.deepEqual(app.game.tags, { EV: "Cup" });
  app.history.undo();
  assert.deepEqual([app.game.tags, toRecord(app, play).head.hash], [{}, hash], "the same as before");
});

/// A game against the engine, two moves long, with h9 and a five of Black's tried behind it.
function tried() {
  const { app, play } = page(engine);
  for (const at of ["h8", "a1"]) play.make(point(at), 0);
  play.hold();
  app.setMode("analyze");
  for (const at of notation.parsePoints(SIZE, "h9c1h10e1h11g1h12")) app.place(at);
  // As the server would say.
  Object.assign(app.node, { facts: { outcome: { winner: "black" }, line: [], forbidden: [] }, end: { winner: "black", reason: "board" } });
  return { app, play };
}

test("what is tried in the analysis is no part of the game: it wins nothing and counts in no result", () => {
  const { app, play } = tried();
  const { head } = toRecord(app, play);
  assert.deepEqual([head.moves, head.result], ["h8a1", ""]);
  app.setMode("play");
  play.comeBack();
  assert.deepEqual([app.node.depth, app.node, app.ending], [2, play.live, null]);
  // Whatever is played now is the main line, and what was tried instead a variation.
  play.make(point("c3"), 0);
  assert.deepEqual(app.game.mainEnd().point, point("c3"));
  assert.equal(toRecord(app, play).head.moves, "h8a1c3");
});

test("what was tried is still so after a reload, until it is played", () => {
  const { app, play } = tried();
  const back = restoreGame(structuredClone(packWhole(app.game)));
  assert.deepEqual([back.isPlayed, back.mainEnd().depth, back.nodes().filter(({ isTried }) => isTried).length], [true, 2, 7]);
  const h9 = play.live.children[0];
  app.setMode("play");
  play.comeBack();
  play.make(point("h9"), 0);
  assert.deepEqual([h9.isTried, app.node], [false, h9]);
});

test("a click behind what was only tried does not make it the game", () => {
  const { app, play } = tried();
  app.setMode("play");
  play.comeBack();
  const { live } = play;
  app.go(live.children[0]);
  play.choose(point("c3"));
  assert.deepEqual([play.live, app.node.isTried, app.node.children.length, app.message.text], [live, true, 1, i18n.t("heldHint")]);
  play.goOn();
  assert.equal(app.node.isTried, false, "only the button does");
});

test("taking back where moves were only tried leaves the game as it is", () => {
  const { app, play } = tried();
  app.setMode("play");
  play.comeBack();
  const { live } = play;
  const before = shape(app.game.root);
  for (const node of [live.children[0], live.children[0].children[0]]) {
    app.go(node);
    play.undo();
    assert.deepEqual([play.live, app.node, node.isTried, app.message.text], [live, node, true, i18n.t("heldHint")]);
  }
  assert.equal(shape(app.game.root), before);
});

test("no move that was only tried is redone in the game", () => {
  const { app, play } = tried();
  app.setMode("play");
  play.comeBack();
  play.redo();
  assert.deepEqual([app.node, app.message.kind, play.live.children[0].isTried], [play.live, "error", true]);
  play.undo();
  play.redo();
  assert.deepEqual([app.node.depth, app.node.point], [2, point("a1")]);
});

/// A game of others, h8i9j10 with a variation, opened from a file or a link and shown while it is played.
function foreign(opened, white = human) {
  const { app, play } = page(white);
  const { game } = tree().app;
  Object.assign(game, { names: { black: "Ann", white: "Bao" }, tags: { EV: "Cup" } });
  game.opened = { result: "black", end: game.mainEnd(), ...opened };
  game.go(game.mainEnd());
  app.load(game);
  return { app, play, game };
}

test("an opened game stays what it is: playing on from it is a game of one's own, which can be undone", () => {
  for (const opened of [{ isFile: true }, { isKeptOnceChanged: true }]) {
    const { app, play, game } = foreign(opened, engine);
    const [before, { head }] = [shape(game.root), toRecord(app, play)];
    play.undo();
    play.undo();
    play.redo();
    assert.deepEqual([app.game, shape(game.root), toRecord(app, play).head.kind], [game, before, head.kind], "it is only looked at");
    app.go(game.mainEnd());
    play.goOn();
    play.make(point("a1"), 0);
    assert.notEqual(app.game, game);
    assert.deepEqual([app.message.text, app.message.canUndo], ["This is a game of your own from here on.", true]);
    const own = toRecord(app, play).head;
    assert.deepEqual([own.kind, own.moves, own.names, own.result, own.about], ["played", "h8i9j10a1", ["", ""], "", undefined]);
    assert.equal(playerName({ app, play }, "white"), "Computer, level 4");
    app.history.undo();
    assert.deepEqual([app.game, shape(game.root), toRecord(app, play).head.kind], [game, before, head.kind]);
  }
});

test("the engine's move leaves the way back to an opened game, where the engine waits", async () => {
  const known = { outcome: null, line: [], forbidden: [], reasons: [] };
  for (const isEnginesTurn of [false, true]) {
    const { app, play, game } = foreign({ isFile: true }, engine);
    if (!isEnginesTurn) app.go(app.node.parent);
    const { node } = app;
    Object.assign(app.connection, { isOnline: true, stopSearch: () => {}, ask: async () => ({ ...known, point: point("a1") }) });
    game.current.facts = known;
    play.goOn();
    if (!isEnginesTurn) play.choose(point("h9"));
    for (let turn = 0; turn < 20; turn++) await null;
    assert.equal(app.message.text, "This is a game of your own from here on. White: a1.");
    assert.ok(app.message.canUndo);
    app.history.undo();
    for (let turn = 0; turn < 20; turn++) await null;
    assert.deepEqual([app.game, app.node, play.held], [game, node, isEnginesTurn]);
  }
});

test("what is tried in an opened game is no part of it, until it is made the main line", () => {
  const { app, play, game } = foreign({ isFile: true });
  app.setMode("analyze");
  for (const at of ["o15", "o1"]) app.place(point(at));
  const last = app.node;
  const { head } = toRecord(app, play);
  assert.deepEqual([head.moves, head.result, game.playedLine(game.root).depth], ["h8i9j10", "black", 3]);
  const back = restoreGame(structuredClone(toRecord(app, play).body));
  assert.deepEqual([back.isForeign, back.mainEnd().depth], [true, 3], "after a reload");
  assert.ok(game.canPromote(last));
  for (const [change, depth] of [[() => promote(app, last), 5], [() => app.history.undo(), 3], [() => app.history.redo(), 5]]) {
    change();
    assert.equal(game.mainEnd().depth, depth);
  }
});

test("a rematch has the colors of the game, also after a change of sides, and is undone", () => {
  const { app, play } = page(engine);
  swapSides(play);
  play.make(point("h8"), 5);
  const { game } = app;
  app.finish("white", "resign");
  play.again();
  assert.deepEqual([play.seats, app.game.isBlank], [{ black: engine, white: human }, true]);
  app.history.undo();
  assert.deepEqual([app.game, app.ending.reason], [game, "resign"]);
  play.again(true);
  assert.deepEqual(play.seats, { black: human, white: engine });
});

test("the result of an opened game names its winner and offers no rematch", () => {
  const { app, play, game } = foreign({ isFile: true }, engine);
  const parts = new Map();
  const querySelector = (id) => parts.get(id) ?? parts.set(id, { addEventListener: () => {} }).get(id);
  const result = new Result(app, play, { querySelector });
  globalThis.document.getElementById = () => ({ classList: { toggle: () => {} } });
  const shown = (winner) => {
    game.current.end = { winner, reason: "resign" };
    result.show();
    return ["#result-title", "#again", "#again-swapped", "#again-weaker"].map((id) => parts.get(id).textContent ?? parts.get(id).hidden);
  };
  assert.deepEqual(shown("white"), ["Bao wins!", true, true, true]);
  game.names.black = "";
  assert.equal(shown("black")[0], "Black wins!");
  game.isPlayed = true;
  assert.deepEqual(shown("white"), ["You lose.", false, false, false]);
});

test("what is played on from a position that was set up is a game of that position", () => {
  const { app, play, game } = foreign({});
  play.make(point("a1"), 0);
  assert.equal(app.game, game);
});

test("a game that was given up can be played on from its end", () => {
  const { app, play } = page();
  for (const at of ["h8", "a1"]) play.make(point(at), 0);
  app.finish("white", "resign");
  app.setMode("analyze");
  playFrom(app, play, app.node);
  assert.deepEqual([app.ending, app.message.text], [null, i18n.t("playsBetter", { player: i18n.t("black") })]);
  play.choose(point("c3"));
  assert.deepEqual([app.node.point, toRecord(app, play).head.result], [point("c3"), ""]);
});

test("an opened game that was given up keeps its end when it is walked through and played on", () => {
  const { app, play, game } = foreign({ isKeptOnceChanged: true });
  const end = { winner: "white", reason: "resign" };
  app.node.end = app.node.parent.end = end;
  play.undo();
  assert.equal(app.node.end, end);
  app.node.end = null;
  play.redo();
  playFrom(app, play, app.node);
  assert.deepEqual([game.mainEnd().end, app.ending, app.node.depth], [end, null, 3]);
  play.choose(point("a1"));
  assert.deepEqual([app.node.depth, game.nodes().length, toRecord(app, play).head.moves], [4, 5, "h8i9j10a1"]);
});

test("what is played after a move was taken back is the game", () => {
  const { app, play } = page();
  for (const at of ["h8", "a1", "c3"]) play.make(point(at), 0);
  play.undo();
  play.make(point("i9"), 0);
  assert.deepEqual(app.game.moves(app.game.mainEnd()), ["h8", "a1", "i9"].map(point));
  assert.equal(app.game.root.children[0].children[0].children.length, 2, "the other move is a variation");
});

test("the moves of a game that nobody plays are a game", () => {
  const { app, play } = page();
  app.setMode("analyze");
  for (const at of notation.parsePoints(SIZE, "h8i9")) app.place(at);
  assert.deepEqual([app.game.mainEnd().depth, toRecord(app, play).head.moves], [2, "h8i9"]);
});

test("a deletion is written to the kept copy only when it is not offered to be undone any more", async () => {
  const { app, play, of } = tree();
  const store = memory();
  const written = () => store.written.map(({ head }) => head.moves);
  const timers = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act) => timers.push(act);
  try {
    const keeper = new Keeper(app, play, store);
    const run = async () => {
      timers.splice(0).forEach((act) => act());
      await keeper.queue;
    };
    await run();
    assert.deepEqual(written(), ["h8i9j10"]);
    app.edits.remove(of("i9"));
    await run();
    assert.equal(written().length, 1, "it may come back");
    app.say("");
    await run();
    assert.deepEqual(written(), ["h8i9j10", "h8g9"]);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});

test("a position without moves is kept once there is anything in it", async () => {
  const kept = async (change) => {
    const { app, play } = page();
    const store = memory();
    const keeper = new Keeper(app, play, store);
    change(app);
    await keeper.settle();
    return store.written.map(({ head }) => head.isSetUp);
  };
  assert.deepEqual(await kept(() => {}), []);
  assert.deepEqual(await kept((app) => app.load(new Game({ rule: "caro", ...SIZE, black: [7] }))), [true]);
  assert.equal((await kept((app) => app.load(new Game({ rule: "caro", ...SIZE, blocked: [7] })))).length, 1);
  assert.deepEqual(await kept((app) => app.edits.comment(app.node, "good")), [false]);
});

test("a position that is edited keeps its blocked cells, where no stone can be placed", async () => {
  const { app } = page();
  app.load(new Game({ rule: "caro", ...SIZE, blocked: [3] }));
  const part = { addEventListener() {}, setAttribute() {}, querySelector: () => ({ value: "white" }) };
  document.getElementById = () => part;
  const setup = new Setup(app);
  app.panes = { open() {}, hide() {} };
  app.connection.ask = async () => ({ outcome: null });
  setup.start();
  for (const at of [3, 4]) app.tool.choose(at);
  assert.deepEqual(app.view().blocked, [3]);
  // A double click makes one change.
  const { game } = app;
  await Promise.all([setup.finish(), setup.finish()]);
  assert.deepEqual([app.game.blocked, [...app.game.setup.keys()], app.game.first], [[3], [4], "white"]);
  app.history.undo();
  assert.equal(app.game, game);
});

test("no game begins once its dialog was closed", async () => {
  const { NewGame } = await load("panel/dialogs.js");
  const { app, play } = page();
  const dialog = { open: true, close() {} };
  const whyNot = async () => ((dialog.open = false), "");
  document.getElementById = () => ({ hidden: true });
  const { game } = app;
  const fields = new Proxy({}, { get: () => ({ value: "15", max: 600 }) });
  await Object.assign(Object.create(NewGame.prototype), { app, play, dialog, whyNot, fields }).start();
  assert.equal(app.game, game);
});

test("an arrow begins where the board was pressed last", async () => {
  const { Marks } = await load("games/marks.js");
  const { app } = page();
  Object.assign(app, { mode: "analyze", pointAt: ({ at }) => at });
  const [arrows, frame] = [[], Object.assign(new EventTarget(), { contains: (target) => target === frame })];
  let press = null;
  globalThis.addEventListener = (_, listener) => (press = listener);
  globalThis.MouseEvent ??= Event;
  Marks.prototype.watch.call({ app, putArrow: (...ends) => arrows.push(ends) }, frame);
  // The second one is left beside the board, which is pressed there next.
  for (const [presses, to] of [[[[frame, 3]], 4], [[[frame, 5], [null, 6]], 7]]) {
    for (const [target, at] of presses) press({ target, at, button: 2, pointerType: "mouse" });
    frame.dispatchEvent(Object.assign(new Event("pointerup"), { at: to, button: 2, pointerType: "mouse" }));
  }
  assert.deepEqual(arrows, [[3, 4]]);
});

test("a position without moves is opened with its stones", () => {
  assert.equal(openedText(new Game({ ...SIZE, black: [0, 1], white: [2] })), "Opened: a position with 3 stones.");
  // Wherever a link stands in it.
  assert.equal(openedText(tree().app.game), "Opened: 3 moves.");
});

test("players have the same names in every tab: the game's own, or who sits there", async () => {
  await i18n.setLanguage("en");
  const names = ({ app, play }) => ["play", "analyze", "games"].map((mode) => {
    app.mode = mode;
    return ["black", "white"].map((color) => playerName({ app, play }, color)).join(" – ");
  });
  const all = (name) => [name, name, name];
  const engines = page(engine);
  assert.deepEqual(names(engines), all("You – Computer, level 4"));
  engines.app.game.names.white = "Bao";
  assert.deepEqual(names(engines), all("You – Bao"));
  assert.deepEqual(names(page()), all("Black – White"));
  const opened = page(engine);
  opened.app.game.opened = { result: null, end: opened.app.game.root };
  assert.deepEqual(names(opened), all("Black – White"));
});

test("a change of the library is taken back whichever game is on the board, but in no puzzle", () => {
  const { app } = page();
  let isGone = true;
  app.history.add(() => (isGone = !isGone) || undefined, { text: "Deleted.", game: null });
  app.edits.replace(() => app.load(new Game(SIZE)), "Opened.");
  assert.equal(app.message.canUndo, false, "the board was empty");
  for (const [act, now] of [["undo", false], ["redo", true]]) {
    app.history[act]();
    assert.equal(isGone, now, act);
    app.load(new Game(SIZE));
  }
  app.setMode("learn");
  assert.equal(app.history.canUndo, false);
});

test("another rule leaves the clocks going, says so, and is taken back by its name", async () => {
  await i18n.learnTexts("later");
  const { app, play } = page();
  play.prepare({ black: human, white: human, minutes: 5, increment: 2 });
  app.load(new Game({ rule: "freestyle", ...SIZE }));
  app.setMode("play");
  ["h8", "i9"].forEach((name) => play.make(point(name), 0));
  play.clocks.black = 1000;
  app.setMode("analyze");
  changeRule(app, play, "renju");
  assert.deepEqual([app.game.rule, app.message.text, app.message.canUndo], ["renju", "Rule: Renju.", true]);
  assert.deepEqual([play.clocks.black, play.terms.minutes, play.live, app.node.clocks.black], [1000, 5, app.node, 302_000]);
  play.clocks.black -= 500;
  app.history.undo();
  assert.deepEqual([app.game.rule, app.message.text, play.clocks.black], ["freestyle", "Undone: change of the rule.", 1000]);
});
