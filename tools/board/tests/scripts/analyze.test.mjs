// What the analysis says of moves that are to leave the game even, and what it remembers of positions; what a review says of the
// players, and the line of its curve.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Game, game, i18n, load, newApp } from "./page.mjs";

const { Analysis, hasSeenEnough } = await load("analyze/analyze.js");
const { change } = await load("settings.js");
const { linesOf } = await load("analyze/curve.js");
const { totals } = await load("analyze/moments.js");
const { reviewOf } = await load("game/glyphs.js");
const { restoreGame } = await load("game/restored.js");
const { packWhole } = await load("game/tree.js");
const { joined } = await load("analyze/review.js");

beforeEach(() => i18n.setLanguage("en"));

/// The page without a server, and a game on its board.
function page(moves = "") {
  const app = newApp();
  app.load(game(moves));
  return app;
}

/// What is offered where the server answers so.
async function offered(moves, answer) {
  const app = page(moves);
  app.connection.ask = async () => answer;
  const analysis = Object.assign(Object.create(Analysis.prototype), { app, blocked: new Set(), run: 0, isLive: false });
  await analysis.balance(answer.stones.length);
  return [app.asked.text, app.asked.options[0].label];
}

test("a move is called balanced where it is, with Black's share", async () => {
  const even = { stones: [112], score: "48", share: 0.54, is_even: true };
  assert.deepEqual(await offered("", even), ["Balanced: h8 (Black 54 %)", "Play it"]);
  assert.deepEqual(await offered("a1", { ...even, stones: [112, 113] }), ["Balanced: h8 i8 (Black 46 %)", "Play them"]);
});

test("where no move is balanced, the nearest one is not called so", async () => {
  const [lost] = await offered("a1", { stones: [112], score: "lost", share: 0 });
  assert.equal(lost, "No balanced move was found. Nearest: h8 (Black wins, unproven)");
  for (const [score, share] of [["won", 1], ["300", 0.73], ["-300", 0.27]]) {
    const [text] = await offered("", { stones: [112], score, share });
    assert.match(text, /^No balanced move was found\. Nearest: h8 \(Black /);
  }
});

test("a search that begins anew does not take away what a deeper one has found", () => {
  const app = page();
  const analysis = Object.assign(Object.create(Analysis.prototype), { app, blocked: new Set() });
  const found = (depth, score, share) => {
    analysis.remember({ lines: [{ score, share }], depth });
    return app.node.share;
  };
  assert.equal(found(18, "300", 0.75), 0.75);
  assert.equal(found(3, "-300", 0.25), 0.75, "less deep");
  assert.equal(found(18, "200", 0.625), 0.625, "as deep");
  assert.equal(found(20, "won", 0.875), 0.875);
  assert.equal(found(5, "+M9", 1), 1, "a proof");
  assert.equal(found(40, "won", 0.875), 1, "deeper, without a proof");
  app.go(app.game.child(0));
  assert.equal(found(3, "-M4", 0), 1, "another position, with White to move");
  // Of a position where points are left out nothing is said.
  app.go(app.game.child(1));
  analysis.blocked.add(5);
  assert.equal(found(9, "300", 0.75), undefined);
});

test("the line of an answer is gone when something else is asked", async () => {
  const app = page();
  const analysis = Object.assign(Object.create(Analysis.prototype), { app, blocked: new Set(), run: 0, isLive: false });
  analysis.offer("a win", [3, 4, 5]);
  assert.equal(app.view().ghosts.length, 3);
  let meanwhile = null;
  app.connection.ask = async () => (meanwhile = app.view().ghosts.length);
  await analysis.once("prove", {});
  assert.equal(meanwhile, 0);
});

/// An analysis of an empty board that is on, without rows to draw.
function drawn() {
  const app = page();
  const nothing = () => {};
  const parts = { app, blocked: new Set(), isLive: true, lines: [], parts: 0, draw: nothing, showStatus: nothing, showWaiting: nothing };
  return { app, analysis: Object.assign(Object.create(Analysis.prototype), parts) };
}

/// A part of a search's answer with this many lines.
const part = (depth, count = 3, score = "30") => ({ depth, lines: Array.from({ length: count }, (_, at) => ({ moves: [at], score, share: 0.5 })) });

test("lines that are known stay until a new search is as deep", () => {
  const { app, analysis } = drawn();
  const { root } = app.game;
  const deep = part(18);
  const shown = (status) => {
    analysis.show(status?.lines ?? [], status);
    return [analysis.lines, analysis.isOld];
  };
  assert.deepEqual(shown(null), [[], false]);
  assert.deepEqual(shown(deep), [deep.lines, false]);
  app.go(app.game.child(112));
  assert.deepEqual(shown(null), [[], false], "another position");
  app.go(root);
  assert.deepEqual(shown(null), [deep.lines, true], "at once");
  assert.deepEqual(shown(part(5)), [deep.lines, true], "less deep");
  const more = part(5, 5);
  assert.deepEqual(shown(more), [more.lines, false], "more lines");
  const deeper = part(20);
  assert.deepEqual(shown(deeper), [deeper.lines, false]);
  const proven = part(9, 1, "+M5");
  assert.deepEqual(shown(proven), [proven.lines, false], "a proof");
  let drawings = 0;
  analysis.draw = () => drawings++;
  analysis.redraw();
  assert.equal(drawings, 1, "in another language");
  analysis.blocked.add(0);
  assert.deepEqual(shown(null), [[], false], "with points left out nothing is known");
  analysis.blocked.clear();
  analysis.isLive = false;
  assert.deepEqual(shown(null), [[], false], "the analysis is off");
});

test("the bar shows what a review or an earlier search has found", (context) => {
  const { app, analysis } = drawn();
  const element = () => {
    const classes = new Set();
    const classList = { toggle: (name, isOn) => (isOn ? classes.add(name) : classes.delete(name)) };
    return { classes, classList, style: { setProperty: (_, value) => (bar.black = value) }, setAttribute: () => {} };
  };
  const bar = element();
  document.getElementById = () => bar;
  context.after(() => delete document.getElementById);
  Object.assign(analysis, { isLive: false, chances: element() });
  app.mode = "analyze";
  const shown = () => {
    analysis.showBar(undefined, "black");
    return [bar.classes.has("known"), analysis.chances.textContent];
  };
  assert.deepEqual(shown(), [false, "–"]);
  app.node.share = 0.25;
  assert.deepEqual([...shown(), bar.black], [true, "25 %", "0.250"]);
  app.game.review = { path: [app.node], shares: [0.75], moments: [] };
  assert.deepEqual(shown(), [true, "75 %"], "the review's comes first");
  app.mode = "play";
  assert.deepEqual(shown(), [false, "–"]);
});

test("a depth ends the analysis as a time and a number of nodes do", () => {
  drawn();
  const isEnough = (depth) => hasSeenEnough({ depth, nodes: 5_000_000, time_ms: 5000 });
  assert.equal(isEnough(40), false);
  change({ analysisDepth: 12 });
  assert.deepEqual([isEnough(11), isEnough(12)], [false, true]);
  change({ analysisDepth: 0 });
});

test("the first report of the depth is the result, and the engine is told the depth", async () => {
  const { app, analysis } = drawn();
  const statuses = [];
  Object.assign(analysis, { run: 0, showStatus: (text) => statuses.push([text, analysis.reached.depth]) });
  change({ analysisDepth: 6 });
  let stops = 0;
  const { connection } = app;
  Object.assign(connection, { isOnline: true, stop: () => stops++ });
  connection.ask = async (_, question, onPart) => {
    assert.equal(question.depth, 6);
    for (const depth of [5, 7, 9]) onPart(part(depth));
    return part(12);
  };
  await analysis.look();
  assert.deepEqual([statuses, stops], [[["searchStatus", 5], ["searchStatus", 7], ["searchDone", 7]], 1]);
  change({ analysisDepth: 0 });
});

test("the engine is told the limits of time and nodes, and a background search has one of its own", () => {
  const { app, analysis } = drawn();
  const limits = [];
  app.connection.ask = (_, { time_ms: time, nodes }) => limits.push([time, nodes]);
  for (const values of [{ analysisTime: 2, analysisNodes: 5 }, { analysisTime: 300, analysisNodes: 0 }, { analysisTime: 0 }]) {
    change(values);
    analysis.ask(null);
    analysis.ask(null, true);
  }
  assert.deepEqual(limits, [[2000, 5000], [2000, 5000], [300_000, 0], [120_000, 0], [0, 0], [120_000, 0]]);
});

test("after the end or the stop of a search, deeper lines of an earlier one have their own depth", () => {
  const { analysis } = drawn();
  const statuses = [];
  const setAttribute = () => {};
  Object.assign(analysis, { run: 0, switch: { setAttribute }, showStatus: (text) => statuses.push([text, analysis.reached.depth, analysis.isOld]) });
  analysis.app.connection.stopSearch = () => {};
  const deep = part(9);
  analysis.show(deep.lines, deep);
  const less = part(8);
  analysis.show(less.lines, less);
  analysis.show(less.lines, less, true);
  assert.equal(analysis.lines, deep.lines);
  analysis.show(less.lines, less);
  analysis.stop();
  assert.equal(analysis.lines, deep.lines);
  // Also before the first report.
  analysis.isLive = true;
  analysis.show([]);
  analysis.stop();
  assert.deepEqual(statuses, [
    ["searchStatus", 9, false], ["searchStatus", 8, true], ["searchDone", 9, false], ["searchStatus", 8, true], ["searchStopped", 9, false],
    ["searchStopped", 9, false],
  ]);
});

test("threats are marked in the analysis alone, also after a change of the language", async () => {
  const { Threats } = await load("board/threats.js");
  const none = { fives: [], open_fours: [] };
  const ask = async () => ({ black: { ...none, fives: [7] }, white: none, win: [] });
  const app = newApp({ isOnline: true, ask });
  app.node.facts = { forbidden: [] };
  new Threats(app, { addEventListener() {}, setAttribute() {} });
  change({ showThreats: true });
  const marked = async (event) => {
    app.emit(event);
    await new Promise(setImmediate);
    return app.overlays.has("threats");
  };
  app.mode = "analyze";
  assert.deepEqual([await marked("facts"), await marked("language")], [true, true]);
  app.mode = "play";
  assert.deepEqual([await marked("mode"), await marked("language")], [false, false]);
  change({ showThreats: false });
});

test("each player's doubtful moves, mistakes and blunders are counted, with the average loss", () => {
  const reviewed = game("h8i9j8a1b1c1");
  const moments = [{ number: 6, misses_win: true }];
  reviewed.review = { path: reviewed.current.path(), shares: [0.5, 0.5, 0.625, 0.25, 0.5, 0.5, 0.5], moments };
  const signs = reviewed.current.path().map((node) => reviewOf(reviewed, node));
  assert.deepEqual(signs, ["", "", "?!", "??", "?", "", "??"]);
  const [black, white] = totals(reviewed);
  assert.deepEqual([black.color, black.counts, black.loss], ["black", [0, 0, 1], 0.125]);
  assert.deepEqual([white.color, white.counts, white.loss], ["white", [1, 1, 1], 0.125]);
  // A stored review may lack some chances.
  reviewed.review.shares = [];
  reviewed.review.moments = [];
  assert.deepEqual(totals(reviewed).map(({ counts, loss }) => [...counts, loss]), [[0, 0, 0, null], [0, 0, 0, null]]);
  // A move that was not reviewed.
  assert.equal(reviewOf(reviewed, reviewed.child(7)), "");
});

test("a variation leaves the curve of the main line where it is", () => {
  const played = game("h8i9j8a1");
  const end = played.current;
  const linesAt = (node) => {
    played.go(node);
    const { main, line, fork } = linesOf({ game: played, node });
    return [main.at(-1) === end, main.length, line === main, line.length, fork];
  };
  assert.deepEqual(linesAt(end.parent), [true, 5, true, 5, 4]);
  played.go(end.parent.parent);
  const other = played.child(3);
  assert.deepEqual(linesAt(other), [true, 5, false, 4, 2]);
  const next = played.child(4, played.child(5, other));
  assert.deepEqual(linesAt(next), [true, 5, false, 6, 2], "a longer one");
  // The line of the review is the one that is drawn.
  played.review = { path: other.path(), shares: [], moments: [] };
  assert.deepEqual(linesAt(other).slice(1), [4, true, 4, 3]);
});

test("a review that was stopped keeps the last turns, and another one adds the first ones", () => {
  const reviewed = game("h8i9j8a1b1c1");
  const last = reviewed.current;
  const path = last.path();
  const moment = (number, text) => ({ number, text });
  const none = { shares: [], moments: [] };
  const stopped = joined({ shares: [0.25, 0.5, 0.75], moments: [moment(5, "old"), moment(6, "old")] }, none, last, last);
  assert.deepEqual([stopped.path, stopped.shares], [path, [undefined, undefined, undefined, undefined, 0.25, 0.5, 0.75]]);
  // Stopped again.
  const rest = { shares: [0.125, 0.0625, 0.375], moments: [moment(3, "new"), moment(4, "new")] };
  const more = joined(rest, stopped, path[4], last);
  assert.deepEqual(more.shares, [undefined, undefined, 0.125, 0.0625, 0.25, 0.5, 0.75]);
  assert.deepEqual(more.moments.map(({ number, text }) => `${number} ${text}`), ["3 new", "4 new", "5 old", "6 old"]);
  // A new review of the whole line takes the place of what it has reached.
  const whole = joined({ shares: [0.5, 0.5], moments: [moment(6, "new")] }, more, last, last);
  assert.deepEqual(whole.shares, [undefined, undefined, 0.125, 0.0625, 0.25, 0.5, 0.5]);
  assert.deepEqual(whole.moments.map(({ text }) => text).join(" "), "new new old new");
});

test("the review of a variation leaves that of the game, which is shown again on its line", () => {
  const reviewed = game("h8i9j8a1");
  const end = reviewed.current;
  const main = { path: end.path(), shares: [0.5, 0.5, 0.5, 0.9, 0.9], moments: [] };
  reviewed.showReview(main);
  const other = reviewed.child(0, end.parent.parent);
  const side = { path: other.path(), shares: [undefined, undefined, 0.5, 0.25], moments: [] };
  reviewed.go(other);
  reviewed.showReview(side);
  const signs = (game) => game.nodes().map((node) => [game.shareOf(node), reviewOf(game, node)]);
  const all = [[0.5, ""], [0.5, ""], [0.5, ""], [0.9, ""], [0.9, ""], [0.25, "?"]];
  assert.deepEqual(signs(reviewed), all);
  reviewed.go(end.parent.parent);
  assert.equal(reviewed.review, side, "on both lines");
  reviewed.go(end);
  assert.equal(reviewed.review, main);
  const back = restoreGame(structuredClone(packWhole(reviewed)));
  assert.deepEqual([signs(back), back.review.path.length, back.otherReviews.length], [all, 5, 1]);
  // A new review of a line replaces its old one, and goes with the line.
  reviewed.showReview({ ...side, shares: [] });
  reviewed.remove(other);
  assert.deepEqual(reviewed.reviews, [main]);
});

/// An element that keeps what is put into it.
const element = (name = "") => ({
  name, dataset: {}, style: {}, classList: { add() {} }, content: [],
  append(...parts) { this.content.push(...parts); },
  replaceChildren(...parts) { this.content = parts; },
  get all() { return [this, ...this.content.flatMap((part) => part.all ?? [])]; },
  addEventListener() {}, setAttribute() {}, querySelector: () => null, querySelectorAll: () => [], contains: () => true,
  getBoundingClientRect: () => ({ top: 0, bottom: 0 }),
});

/// The nodes whose moves are shown while `current` is.
async function movesShown(game, current) {
  document.createElement = element;
  const { TreeView } = await load("analyze/treeview.js");
  const app = newApp();
  app.game = game;
  game.go(current);
  const list = element();
  new TreeView(app, list).draw();
  const nodes = list.all.filter(({ name, node }) => name === "button" && node).map(({ node }) => node);
  assert.equal(new Set(nodes).size, nodes.length, "each once");
  assert.ok(list.all.length < 8000, `${list.all.length} elements`);
  return new Set(nodes);
}

test("of a wide tree the moves around the current one are shown, and of a small one all", async () => {
  const game = new Game({ width: 15, height: 15 });
  const open = [game.root];
  for (let count = 0; count < 20_000; ) {
    const node = open.shift();
    for (let point = 0; point < 20; point++, count++) open.push(game.child(20 * node.depth + point, node));
  }
  const ends = game.nodes().filter(({ children }) => children.length === 0);
  for (const current of [game.root, ends[0], ends.at(-1), ends[ends.length >> 1]]) {
    const shown = await movesShown(game, current);
    assert.ok(shown.size > 1000 && shown.size <= 1501, `${shown.size} moves`);
    const near = [...current.path(), ...(current.parent?.children ?? []), ...current.children];
    assert.ok(near.every((node) => shown.has(node)), `${current.depth}`);
  }
  for (const child of game.root.children) child.children.length = 3;
  for (const node of game.nodes().filter(({ depth }) => depth > 1)) node.children.length = Math.min(node.children.length, 1);
  assert.equal((await movesShown(game, game.root)).size, game.nodes().length);
});

test("the current move is shown wherever its variation left the main line", async () => {
  const game = new Game({ width: 60, height: 60 });
  for (let point = 0; point < 1600; point++) game.go(game.child(point));
  let node = game.root.children[0];
  for (let point = 1600; point < 1800; point++) node = game.child(point, node);
  for (const current of [node, game.mainEnd(), game.root]) {
    const shown = await movesShown(game, current);
    assert.ok(shown.has(current) && shown.size < 200, `${current.depth}: ${shown.size}`);
  }
});

test("after a note is saved the number of positions is asked for, and the form is not filled again", async () => {
  const { Databases } = await load("analyze/databases.js");
  const parts = {};
  document.getElementById = (id) => (parts[id] ??= Object.assign(new EventTarget(), { value: "" }));
  const asked = [];
  const about = () => ({ name: "a.db", writable: true, positions: asked.length });
  const app = newApp({
    isOnline: true, state: "online",
    ask: async (name) => (asked.push(name), { database: about(), judge: {} }[name] ?? { entry: null, moves: [] }),
  });
  Object.assign(app, { mode: "analyze", databases: new Databases(app, {}) });
  app.node.facts = {};
  await app.databases.ask();
  await new Promise(setImmediate);
  parts.annotate.dispatchEvent(new Event("submit"));
  await new Promise(setImmediate);
  assert.deepEqual(asked, ["database", "look_up", "annotate", "database"]);
  assert.equal(app.databases.panel.about.positions, 4);
});
