import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, notation, runs } from "./page.mjs";

function played(rule, moves) {
  const game = new Game({ rule });
  for (const point of notation.parsePoints(game, moves)) game.go(game.child(point));
  return game;
}

test("rows are counted through the last move in every direction", () => {
  const row = (moves) => {
    const game = played("caro", moves);
    return runs.longestRow(game, game.current);
  };
  assert.equal(row("h8"), 1);
  assert.equal(row("h8a1h9a2h11a3h10"), 4);
  assert.equal(row("a15a1b14a2c13a3d12"), 4);
  assert.equal(row("o15a1n14a3m13a5"), 1);
});

test("five stones that have not won say why", () => {
  const why = (rule, moves) => {
    const game = played(rule, moves);
    return runs.whyNoWin(game, game.current);
  };
  const six = "h8a1h9c1h10e1h12g1h13i1h11";
  assert.equal(why("standard", six), "noWin.long");
  assert.equal(why("caro-exact", six), "noWin.long");
  assert.equal(why("caro", "h8h7h9h13h10e1h11g1h12"), "noWin.closed");
  assert.equal(why("caro", "h8i9h9"), null);
  assert.equal(why("caro", ""), null);
});
