// What the page does with the server's word on a position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, App, Game, notation } from "./page.mjs";

const refused = (number) => Object.assign(new Error(), { code: "position", values: number ? { number } : {} });

/// The game of a link whose move number `wrong` cannot be made, and how often the server was asked.
async function shown(hash, wrong, tells) {
  const connection = Object.assign(new EventTarget(), { isOnline: true });
  let count = 0;
  connection.ask = async (_, { position }) => {
    count++;
    if (notation.parsePoints(position, position.moves).length >= wrong) throw refused(tells && wrong);
    return { outcome: null, line: [], forbidden: [] };
  };
  const app = new App(connection);
  const done = new Promise((resolve) => app.on("facts", resolve));
  app.load(address.readAddress(hash));
  await done;
  return { app, count };
}

test("a line is cut at its wrong move in one step, however long it is", async () => {
  const size = { width: 120, height: 120 };
  const moves = notation.pointNames(size, Array.from({ length: 14_400 }, (_, point) => point));
  const { app, count } = await shown(`#rule=freestyle&size=120x120&moves=${moves}`, 400, true);
  assert.deepEqual([count, app.node.depth, app.node.children], [2, 399, []]);
  assert.equal(app.message.kind, "error");
});

test("what stands beside a wrong move stays", async () => {
  const { app } = await shown("#size=15x15&moves=h8i9h9&tree=h8(g8)i9h9", 2, true);
  assert.deepEqual([app.node.depth, app.node.children.length], [1, 1]);
});

test("a server that names no move has the last one taken away", async () => {
  const { app, count } = await shown("#size=15x15&moves=h8i9h9", 3, false);
  assert.deepEqual([count, app.node.depth], [2, 2]);
});

test("the end of a played game is said in place of its last move, that of an opened one beside what was said of it", async () => {
  const connection = Object.assign(new EventTarget(), { isOnline: true });
  connection.ask = async (_, { position }) => ({
    outcome: notation.parsePoints(position, position.moves).length === 5 ? "black" : null, line: [], forbidden: [],
  });
  const app = new App(connection);
  const shows = async (moves) => {
    app.load(address.readAddress(`#size=15x15&moves=${moves}`));
    app.say("Opened.", "", true);
    await new Promise((resolve) => app.addEventListener("facts", resolve, { once: true }));
    assert.deepEqual([app.message.text, app.message.canUndo], ["Opened.", true]);
  };
  await shows("h8a1h9c1h10");
  await shows("h8a1h9c1");
  app.place(notation.parsePoints(app.game, "h10")[0]);
  app.say("Black: h10");
  await new Promise((resolve) => app.addEventListener("facts", resolve, { once: true }));
  assert.equal(app.message.text, "Black wins.");
});
