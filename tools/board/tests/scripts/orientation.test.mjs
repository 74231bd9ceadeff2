import assert from "node:assert/strict";
import { test } from "node:test";
import { orientation } from "./page.mjs";

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
