"""Checks that a game saved by Piskvork ended as its exit code says: psq.py FILE CODE RULE

Code 1 or 2: that side's last stone made a five. Code 3: a draw, so that the board has to be full (Piskvork ends with 25
free points left); after a crash it leaves with 3 as well.
"""

import re
import sys

path, code, rule = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lines = open(path, encoding="latin-1").read().split("\n")
width, height = map(int, re.match(r"Piskvorky (\d+)x(\d+)", lines[0]).groups())
moves = []
for line in lines[1:]:
    match = re.match(r"(\d+),(\d+),(\d+)\s*$", line)
    if not match:
        break
    moves.append(tuple(map(int, match.groups())))
stones = {(x, y): number % 2 for number, (x, y, _) in enumerate(moves)}
if len(stones) != len(moves) or not all(1 <= x <= width and 1 <= y <= height for x, y in stones):
    sys.exit("FAILED: a stone outside of the board or on another")
times = max(time for _, _, time in moves)


def longest_run(x, y):
    def reach(dx, dy):
        count = 0
        while stones.get((x + dx * (count + 1), y + dy * (count + 1))) == stones[x, y]:
            count += 1
        return count

    return max(1 + reach(dx, dy) + reach(-dx, -dy) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


last = len(moves) - 1
summary = f"rule {rule}, {width}x{height}: {len(moves)} moves, slowest {times} ms, exit code {code}"
if code == 3:
    if width * height - len(moves) > 25:
        sys.exit(f"FAILED: {summary}: no draw, so an engine's crash")
    print(f"{summary}: draw")
else:
    if last % 2 != code - 1 or longest_run(*moves[last][:2]) < 5:
        sys.exit(f"FAILED: {summary}: the winner did not make five")
    print(f"{summary}: {'black' if code == 1 else 'white'} made five")
