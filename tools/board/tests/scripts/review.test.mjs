// The review of a game: the line of its curve.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, load, notation } from "./page.mjs";

const { linesOf } = await load("analyze/curve.js");

function game(moves) {
  const made = new Game({ rule: "caro", width: 15, height: 15 });
  for (const point of notation.parsePoints(made, moves)) made.go(made.child(point));
  return made;
}

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
