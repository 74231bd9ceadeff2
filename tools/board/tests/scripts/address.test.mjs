// Links: the whole game there and back, and what somebody else may have made of one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address, Game, notation } from "./page.mjs";
import { random } from "./server.mjs";

const { addressOf, linkOf, readAddress } = address;

/// What a link has to keep of a game.
function facts(game) {
  const nodes = game.nodes();
  return {
    rule: game.rule, size: [game.width, game.height], setup: [...game.setup].sort(), blocked: game.blocked, first: game.first, names: game.names,
    current: nodes.indexOf(game.current),
    nodes: nodes.map((node) => [nodes.indexOf(node.parent), node.point, node.comment, node.signs, node.arrows, node.end]),
    result: game.opened?.result ? [game.opened.result, nodes.indexOf(game.opened.end)] : null,
  };
}

/// A game with branches, texts and ends at random.
function anyGame(dice) {
  const [width, height] = [5 + dice(16), 5 + dice(30)];
  const rule = address.RULES[dice(address.RULES.length)];
  const setup = dice(3) === 0 ? { black: [0, 7], white: [3], first: dice(2) === 0 ? "white" : "black" } : {};
  const game = new Game({ rule, width, height, ...setup, blocked: [[], [1, 9]][dice(2)] });
  const texts = ["", "", "", "a:b & c=d #1 100% (+1)", "đen thắng, 黑先", "two\nlines"];
  for (let count = dice(60); count > 0; count--) {
    const nodes = game.nodes();
    const node = nodes[dice(2) === 0 ? nodes.length - 1 : dice(nodes.length)];
    const point = dice(width * height);
    if (game.isEmpty(point, node)) game.child(dice(9) === 0 ? notation.PASS : point, node).comment = texts[dice(texts.length)];
  }
  const nodes = game.nodes();
  const one = () => nodes[dice(nodes.length)];
  game.go(one());
  one().signs = [
    { point: notation.pointName(game, dice(width * height)), text: "A:1", mark: "" },
    { point: notation.pointName(game, 0), text: "", mark: "triangle" },
  ];
  one().arrows = [[0, 1 + dice(width * height - 1)], [width, 0]].slice(dice(3));
  if (dice(2) === 0) one().end = { winner: dice(2) === 0 ? "white" : null, reason: "resign" };
  game.opened = dice(2) === 0 ? { result: "black", end: one() } : null;
  game.names = { black: ["", "An & Co"][dice(2)], white: ["", "小林"][dice(2)] };
  return game;
}

test("a link holds the whole game, with its variations", () => {
  const dice = random(45);
  for (let count = 0; count < 300; count++) {
    const game = anyGame(dice);
    const link = linkOf(game);
    assert.ok(URL.canParse(`https://example.org/${link}`), link);
    // As a browser hands it back.
    const read = readAddress(new URL(`https://example.org/${link}`).hash);
    assert.ok(read instanceof Game, link);
    assert.deepEqual(facts(read), facts(game), link);
    assert.equal(linkOf(read), link);
  }
});

test("a game that is a line alone has its address as its link", () => {
  const read = readAddress("#rule=renju&size=15x15&moves=h8i9h9");
  assert.equal(linkOf(read), "#rule=renju&size=15x15&moves=h8i9h9");
  read.go(read.root);
  assert.equal(linkOf(read), "#rule=renju&size=15x15&tree=h8i9h9");
  assert.equal(addressOf(read), "#rule=renju&size=15x15");
});

test("a game may have several passes", () => {
  for (const address of ["#rule=renju&size=15x15&moves=h8--h9--", "#rule=renju&size=15x15&moves=h8--&tree=h8--(--)h9--"]) {
    const read = readAddress(address);
    assert.equal(linkOf(read), address);
  }
  for (const name of ["black", "white", "blocked"]) assert.equal(readAddress(`#rule=renju&size=15x15&${name}=h8--`), "error.address");
});

test("the sides of a board are digits", () => {
  for (const size of ["1e1x15", "15x1e1", "0x10", "15.0", " 15", "15x", "x15", "15x15x15", "4", "121", ""]) {
    assert.equal(readAddress(`#size=${size}&moves=`), "error.address", size);
  }
  const sides = (size) => (({ width, height }) => [width, height])(readAddress(`#size=${size}`));
  assert.deepEqual([sides("15"), sides("5x120")], [[15, 15], [5, 120]]);
});

test("a link has as many moves as a game can have", () => {
  const size = { width: 120, height: 120 };
  const all = notation.pointNames(size, Array.from({ length: 14_400 }, (_, point) => point));
  const read = (rest) => readAddress(`#rule=freestyle&size=120x120&${rest}`);
  assert.equal(read(`moves=${all}`).current.depth, 14_400);
  assert.equal(read(`moves=${all}a1`), "error.address");
  assert.equal(read(`tree=${all}`).nodes().length, 14_401);
  const [last, ...others] = ["a120", "b120", "c120", "d120", "e120"].map((first) => `${first}${all.replace(first, "")}`);
  const tree = (lines) => `tree=${lines.map((line) => `(${line})`).join("")}${last}`;
  assert.equal(read(tree(others.slice(1))).nodes().length, 4 * 14_400 + 1);
  assert.equal(read(tree(others)), "error.address");
});

test("a damaged link is an error or a game, and never more than it may be", () => {
  const bad = ["(", ")", "h8)", "(h8", "h8h8", "z99", "h8(i9)i9)", "h8((i9)", "h8x", "-", "--h8--h8"];
  for (const tree of bad) assert.equal(readAddress(`#size=15x15&tree=${tree}`), "error.address", tree);
  for (const moves of ["moves=h8", "black=h8", "tree=h8"]) assert.equal(readAddress(`#size=15x15&blocked=h8&${moves}`), "error.address", moves);
  const dice = random(46);
  for (let count = 0; count < 2000; count++) {
    const link = linkOf(anyGame(dice));
    const at = 1 + dice(link.length);
    const damaged = link.slice(0, at) + ["", "%", "&", "=", ":", "(", "9", "\u0000"][dice(8)] + link.slice(at + dice(4));
    const read = readAddress(damaged);
    assert.ok(read === null || typeof read === "string" || linkOf(read).startsWith("#rule="), damaged);
  }
  const cut = readAddress(`#size=15x15&moves=h8&note=1:${"x".repeat(4999)}😀`);
  assert.deepEqual([cut.current.comment.length, readAddress(linkOf(cut)).current.comment], [4999, "x".repeat(4999)]);
  const odd = readAddress(
    "#size=15x15&moves=h8&note=9:x&note=a:x&note=1:" + "y".repeat(9000) + "&sign=1:z99:cross:&sign=1:h8:star:&sign=1:h8&arrow=1:h8:h8&arrow=1:h8&arrow=1:h8:z99&arrow=7:h8:h9&sign=1:--:cross:&arrow=1:--:h8&arrow=1:h8:--&end=1:red:resign&end=1:black:boredom&result=1:green",
  );
  assert.deepEqual([odd.current.comment.length, odd.current.signs, odd.current.arrows, odd.current.end, odd.opened.result], [5000, [], [], null, null]);
});
