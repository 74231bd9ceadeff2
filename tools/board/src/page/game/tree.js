// A game as a tree of variations: set-up stones at the root, one move a node.

import { takeValue } from "./glyphs.js";
import { PASS, other, parsePoints, pointName, pointNames } from "./notation.js";

/// A position of the game: its last move and the continuations.
export class Node {
  constructor(parent, point) {
    this.parent = parent;
    this.point = point;
    this.depth = parent ? parent.depth + 1 : 0;
    this.children = [];
    this.comment = "";
    /// Texts and marks on the board in the server's form: { point, text, mark }.
    this.signs = [];
    /// Arrows on the board: [from, to].
    this.arrows = [];
    /// SGF properties of the position that the page does not use, as written.
    this.properties = [];
    /// Milliseconds that the move took.
    this.time = 0;
    /// The server's judgment: outcome, winning line, forbidden points.
    this.facts = null;
    /// How the game ended here without a winning line: { winner, reason }.
    this.end = null;
    /// The players after this move; see play/play.js.
    this.table = null;
    /// The times left at this node: { black, white, increment }.
    this.clocks = null;
    /// Black's share of the points, and the depth of the search that says so; see analyze/analyze.js.
    this.share = undefined;
    this.seen = undefined;
    /// Whether the move was only tried, in the analysis of a given game; see Play.
    this.isTried = false;
    /// The child that redo goes to.
    this.next = null;
  }

  /// The nodes from the root to this one.
  path() {
    const path = [];
    for (let node = this; node; node = node.parent) path.push(node);
    return path.reverse();
  }

  /// The end of the line: it follows `next`, or else the first child.
  lastOfLine() {
    let node = this;
    while (node.children.length > 0) node = node.next ?? node.children[0];
    return node;
  }

  isAncestorOf(node) {
    while (node && node.depth > this.depth) node = node.parent;
    return node === this;
  }
}

/// A game: rule, size, set-up stones, tree and current node.
export class Game {
  constructor({ rule = "caro", width = 15, height = 15, black = [], white = [], blocked = [], first = "black", names } = {}) {
    /// `blocked`: points where no stone may be placed.
    Object.assign(this, { rule, width, height, first, blocked });
    this.setup = new Map([...black.map((point) => [point, "black"]), ...white.map((point) => [point, "white"])]);
    this.names = names ?? { black: "", white: "" };
    /// SGF properties of the game.
    this.tags = {};
    this.root = new Node(null, -1);
    this.current = this.root;
    /// The game's id and version in the store, and its end if it was played here; see games/keeper.js.
    this.kept = null;
    /// The review that is shown, and those of other lines; see analyze/review.js.
    this.review = null;
    this.otherReviews = [];
    /// Whether the game is played here.
    this.isPlayed = false;
  }

  /// Whether the game came from a file, a link, a library or a database, and nobody has played on in it here.
  get isForeign() {
    const { opened, isPlayed } = this;
    return Boolean(opened?.isFile || opened?.isKeptOnceChanged) && !isPlayed;
  }

  /// Whether the game was played, here or elsewhere: moves of its analysis are only tried.
  get isGiven() {
    return this.isPlayed || this.isForeign;
  }

  /// Whether there is nothing to keep: no move, no set-up, no blocked cell, and nothing written at the root.
  get isBlank() {
    const { children, comment, signs, arrows } = this.root;
    const lists = [this.blocked, children, signs, arrows];
    return this.setup.size === 0 && comment === "" && lists.every(({ length }) => length === 0);
  }

  /// A new game with the moves up to the node, without names and result.
  ownCopy() {
    const own = new Game({ ...this, black: this.setupOf("black"), white: this.setupOf("white"), names: undefined });
    for (const point of this.moves()) own.go(own.child(point));
    return own;
  }

  get cells() {
    return this.width * this.height;
  }

  /// The color of a move below the root.
  colorOf(node) {
    return node.depth % 2 === 1 ? this.first : other(this.first);
  }

  toMove(node = this.current) {
    return node.depth % 2 === 0 ? this.first : other(this.first);
  }

  /// The stones at a node: point to { color, number }, 0 for set-up stones.
  stones(node = this.current) {
    const stones = new Map();
    for (const [point, color] of this.setup) stones.set(point, { color, number: 0 });
    for (const step of node.path().slice(1)) {
      if (step.point !== PASS) stones.set(step.point, { color: this.colorOf(step), number: step.depth });
    }
    return stones;
  }

  /// Whether a point is empty and not blocked; true for a pass.
  isEmpty(point, node = this.current) {
    if (point === PASS) return true;
    for (let step = node; step.parent; step = step.parent) if (step.point === point) return false;
    return !this.setup.has(point) && !this.blocked.includes(point);
  }

  moves(node = this.current) {
    return node.path().slice(1).map((step) => step.point);
  }

  /// The end of the game on a node's line, or else the node: moves tried behind that end were not played.
  playedEnd(node) {
    return node.path().find(({ end }) => end) ?? node;
  }

  /// Removes the ends before a node, so that moves tried behind them become played.
  reopen(node) {
    for (const step of node.path().slice(0, -1)) step.end = null;
  }

  /// The next node of the main line, null at its end. Tried moves are no part of it.
  mainChild(node) {
    return node.children.find(({ isTried }) => !isTried);
  }

  /// The last node of the main line.
  mainEnd() {
    let node = this.root;
    while (this.mainChild(node)) node = this.mainChild(node);
    return node;
  }

  /// The next played node, on the path taken last; undefined without one.
  playedChild(node) {
    return node.next && !node.next.isTried ? node.next : this.mainChild(node);
  }

  /// The last played node after this one, along the path taken last.
  playedLine(node) {
    while (this.playedChild(node)) node = this.playedChild(node);
    return node;
  }

  get reviews() {
    return [this.review, ...this.otherReviews].filter(Boolean);
  }

  /// Shows a review in place of an earlier one of its line.
  showReview(review) {
    this.otherReviews = this.reviews.filter(({ path }) => path.at(-1) !== review.path.at(-1));
    this.review = review;
  }

  /// The first of the reviews that has reached a node.
  reviewAt(node, reviews = this.reviews) {
    const { depth } = node;
    return reviews.find(({ path, shares }) => path[depth] === node && shares[depth] !== undefined);
  }

  /// Black's known winning chances at a node, from a review or a search; undefined without any.
  shareOf(node) {
    return this.reviewAt(node)?.shares[node.depth] ?? node.share;
  }

  /// The result at the end of a line: by its `ending`, or else as the game's file gives it; null without any.
  resultAt(end, ending) {
    if (ending) return ending.winner ?? "draw";
    return this.opened?.end === end ? this.opened.result : null;
  }

  has(node) {
    while (node.parent?.children.includes(node)) node = node.parent;
    return node === this.root;
  }

  setupOf(color) {
    return [...this.setup].filter(([, c]) => c === color).map(([point]) => point);
  }

  /// The position in the server's form.
  position(node = this.current) {
    return {
      rule: this.rule,
      width: this.width,
      height: this.height,
      black: pointNames(this, this.setupOf("black")),
      white: pointNames(this, this.setupOf("white")),
      blocked: pointNames(this, this.blocked),
      first: this.first,
      moves: pointNames(this, this.moves(node)),
    };
  }

  /// The child with a move, created if there is none. Does not go there.
  child(point, node = this.current) {
    const known = node.children.find((child) => child.point === point);
    if (known) return known;
    const child = new Node(node, point);
    node.children.push(child);
    return child;
  }

  /// Goes to a node. Redo will follow the path to it. The review is that of the node's line.
  go(node) {
    for (let step = node; step.parent; step = step.parent) step.parent.next = step;
    this.current = node;
    const review = this.reviews.find(({ path }) => path[node.depth] === node);
    if (review) this.showReview(review);
  }

  /// Removes a node with its continuation.
  remove(node) {
    if (!node.parent) return;
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.next === node) parent.next = null;
    if (this.review?.path.includes(node)) this.review = null;
    this.otherReviews = this.otherReviews.filter(({ path }) => !path.includes(node));
    if (node.isAncestorOf(this.current)) this.current = parent;
  }

  /// Whether a line can become the main one: it is not, and no move of it was only tried in a game played here.
  canPromote(node) {
    const moves = node.path().slice(1);
    return moves.some((step) => this.mainChild(step.parent) !== step) && !(this.isPlayed && moves.some(({ isTried }) => isTried));
  }

  /// Makes the line through a node the first at every branch. In an opened game its moves are no longer only tried.
  promote(node) {
    for (let step = node; step.parent; step = step.parent) {
      if (!this.isPlayed) step.isTried = false;
      const siblings = step.parent.children;
      step.parent.children = [step, ...siblings.filter((child) => child !== step)];
    }
  }

  /// All nodes, parents first.
  nodes() {
    const nodes = [];
    const open = [this.root];
    while (open.length > 0) {
      const node = open.pop();
      nodes.push(node);
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
    }
    return nodes;
  }
}

/// A game as plain data, for the browser's storage and the server's formats.
export function pack(game) {
  const nodes = game.nodes();
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const { moves: _, ...position } = game.position(game.root);
  return {
    ...position,
    names: [game.names.black, game.names.white],
    tags: game.tags,
    nodes: nodes.map((node) => ({
      parent: node.parent ? numbers.get(node.parent) : 0,
      move: node.parent ? pointNames(game, [node.point]) : "",
      comment: node.comment,
      signs: node.signs,
      time: Math.round(node.time),
      ...(node.arrows.length > 0 && { arrows: node.arrows.map((ends) => ends.map((point) => pointName(game, point))) }),
      ...(node.properties.length > 0 && { properties: node.properties }),
    })),
    current: numbers.get(game.current),
  };
}

/// A game with all that the browser's storage keeps of it; see restored.js.
export const packWhole = (game) => ({ game: pack(game), states: packStates(game), opened: packOpened(game) });

/// States that only the browser's storage keeps: ends, players, clocks, folded variations, and what the engine has found. A
/// review is stored with the last node of its line.
export function packStates(game) {
  return game.nodes().flatMap((node, number) => {
    const { end, table, clocks, isTried, isFolded, share, seen } = node;
    const review = game.reviews.find(({ path }) => path.at(-1) === node);
    if (!(end || table || clocks || isTried || isFolded || share !== undefined || review)) return [];
    return [{
      number, end, table, clocks, ...(isTried && { isTried }), ...(isFolded && { isFolded }),
      ...(share !== undefined && { share, seen }), ...(review && { review: packReview(review) }),
    }];
  });
}

/// What is shown of a review.
function packReview({ shares, moments }) {
  return { shares, moments: moments.filter(({ turn, misses_win: missed }) => turn || missed) };
}

/// The result of a game that came from a file, a link or a set-up, and the number of the node that has
/// the result.
function packOpened(game) {
  if (!game.opened) return null;
  const { end, ...rest } = game.opened;
  return { ...rest, end: game.nodes().indexOf(end) };
}

/// The game of a position in the server's form, after its moves.
export function gameAt({ black, white, blocked, moves, ...values }) {
  const points = (text) => parsePoints(values, text ?? "") ?? [];
  const game = new Game({ ...values, black: points(black), white: points(white), blocked: points(blocked) });
  for (const point of points(moves)) game.go(game.child(point));
  return game;
}

/// The game of [`pack`]'s or the server's data.
export function unpack(data) {
  const { rule, width, height, first, black, white, blocked, names } = data;
  const points = (text) => parsePoints(data, text);
  const game = gameAt({ rule, width, height, first, black, white, blocked, names: { black: names[0], white: names[1] } });
  game.tags = data.tags ?? {};
  const nodes = [];
  for (const [number, { parent, move, comment, time, signs, arrows, properties }] of data.nodes.entries()) {
    const node = number === 0 ? game.root : new Node(nodes[parent], points(move)[0]);
    if (number > 0) nodes[parent].children.push(node);
    node.comment = comment ?? "";
    node.signs = signs ?? [];
    node.arrows = (arrows ?? []).map((ends) => points(ends.join("")));
    node.properties = (properties ?? []).filter(([name, [value]]) => name !== "V" || !takeValue(node, value));
    node.time = time ?? 0;
    nodes.push(node);
  }
  game.go(nodes[data.current] ?? game.root.lastOfLine());
  return game;
}
