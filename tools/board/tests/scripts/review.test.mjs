// The review: what each player has lost, the signs of moves, and the line of the curve.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, load, notation } from "./page.mjs";

const { linesOf } = await load("analyze/curve.js");
const { totals } = await load("analyze/moments.js");
const { reviewOf } = await load("game/glyphs.js");

function game(moves) {
  const made = new Game({ rule: "caro", width: 15, height: 15 });
  for (const point of notation.parsePoints(made, moves)) made.go(made.child(point));
  return made;
}

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
