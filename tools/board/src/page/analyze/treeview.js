// The moves in two columns, with comments, chances and judgments below their moves and variations indented.

import { t } from "../words/i18n.js";
import { pointName } from "../game/notation.js";
import { ASSESSMENTS, glyphOf, glyphText, kindOf, signOf } from "../game/glyphs.js";
import { inFrame, made } from "../parts.js";
import { percent, resultName } from "../words/score.js";

/// Most moves shown of a tree: those nearest to the current one.
const LARGEST = 1500;
/// Moves before and after the current one that are shown of a larger tree.
const NEAR = 60;
/// Moves from which a variation has a button that folds it.
const LONG = 4;

/// The number of moves below and including a node in all variations, counted up to `most`.
function sizeOf(node, most = Infinity) {
  let count = 0;
  for (const open = [node]; open.length > 0 && count < most; count++) open.push(...open.pop().children);
  return count;
}

export class TreeView {
  constructor(app, list) {
    /// `folds`: the folding buttons by the first moves of their variations. A folded variation shows its first move only.
    Object.assign(this, { app, list, buttons: new Map(), folds: new Map() });
    list.addEventListener("click", ({ target }) => {
      const { node, first } = target.closest("button, .comment") ?? {};
      if (node) app.go(node);
      else if (first) this.fold([first], !first.isFolded);
    });
    this.refresh = inFrame(() => this.draw());
    app.on("game position mode language reviewed comment pane", this.refresh);
    app.on("evaluated", () => this.evaluate(app.node));
  }

  draw() {
    const { game, node } = this.app;
    this.buttons.clear();
    this.folds.clear();
    // The current move is always visible.
    for (let step = node.parent; step; step = step.parent) step.isFolded = false;
    this.shown = sizeOf(game.root, LARGEST + 1) > LARGEST ? this.nearest() : null;
    // Keyboard focus stays on its move.
    const { node: focused, first } = document.activeElement ?? {};
    const root = this.button(game.root, made("button", { type: "button", className: "root", textContent: t("start") }));
    this.list.replaceChildren(root, ...this.comment(game.root), ...this.rows(game.root), ...this.given());
    const current = this.buttons.get(node);
    current?.setAttribute("aria-current", "true");
    // The comment first: if there is no room for both, the move stays in sight.
    const comment = [...this.list.querySelectorAll(".comment")].find((box) => box.node === node);
    for (const part of [comment, current]) if (part) this.reveal(part);
    const again = this.buttons.get(focused) ?? this.folds.get(first);
    if (!this.list.contains(document.activeElement)) again?.focus({ preventScroll: true });
  }

  /// Folds or unfolds variations. If the current move becomes hidden, the first move of its variation becomes current.
  fold(firsts, isFolded) {
    for (const first of firsts) {
      first.isFolded = isFolded;
      if (isFolded && first.isAncestorOf(this.app.node)) this.app.go(first);
    }
    this.app.emit("folded");
    this.refresh();
  }

  /// Folds or unfolds the current move's variation, on the main line the variations beside the move. False if there is none.
  foldHere() {
    const { node } = this.app;
    const own = node.path().findLast((step) => this.folds.has(step));
    const firsts = own ? [own] : (node.parent?.children ?? []).filter((child) => this.folds.has(child));
    if (firsts.length === 0) return false;
    this.fold(firsts, !firsts[0].isFolded);
  }

  /// The result that the game's file gives, if the board does not show one.
  given() {
    const { opened } = this.app.game;
    const end = this.app.game.mainEnd();
    if (!opened?.result || opened.end !== end || this.app.endingAt(end)) return [];
    return [made("p", { className: "comment", textContent: resultName(opened.result) })];
  }

  /// Scrolls the list to a move, and nothing else.
  reveal(button) {
    const [box, list] = [button.getBoundingClientRect(), this.list.getBoundingClientRect()];
    if (box.top < list.top) this.list.scrollTop -= list.top - box.top + 8;
    else if (box.bottom > list.bottom) this.list.scrollTop += box.bottom - list.bottom + 8;
  }

  /// The moves shown of a large tree: those up to the current one, then those with the fewest moves between.
  nearest() {
    const { node: current } = this.app;
    const isNear = ({ depth }) => Math.abs(depth - current.depth) <= NEAR;
    const shown = new Set(current.path().filter(isNear).reverse());
    for (const node of shown) {
      for (const next of node.children) {
        if (shown.size >= LARGEST) return shown;
        if (isNear(next)) shown.add(next);
      }
    }
    return shown;
  }

  isShown(node) {
    return !this.shown || this.shown.has(node);
  }

  /// The main line in rows of two moves. A comment or a variation ends a row.
  rows(root) {
    const { game, node: current } = this.app;
    const parts = [];
    let isOpen = false;
    const cell = (className, textContent = "") => parts.push(made("span", { className, textContent }));
    const close = () => {
      if (isOpen) cell("skipped");
      isOpen = false;
    };
    let node = root;
    for (let next = game.mainChild(node); next; node = next, next = game.mainChild(node)) {
      const others = node.children.filter((child) => child !== next);
      if (!this.isShown(next)) {
        if (node === root || this.isShown(node)) close(), cell("number"), cell("skipped", "…"), cell("skipped");
        if (node.depth > current.depth) break;
        const shown = new Set(others.filter((child) => this.isShown(child)));
        // The path to the current move may leave the main line far from it.
        const isOff = others.some((child) => child.isAncestorOf(current));
        if (isOff) shown.add(current.path().find((step) => this.isShown(step) && step.depth > node.depth));
        parts.push(...this.blocks([...shown]));
        continue;
      }
      const isFirst = next.depth % 2 === 1;
      if (isFirst) cell("number", String(next.depth));
      else if (!isOpen) cell("number", String(next.depth - 1)), cell("skipped", "…");
      parts.push(this.button(next));
      isOpen = isFirst;
      if (next.comment || others.length > 0) {
        close();
        parts.push(...this.comment(next), ...this.blocks(others));
      }
    }
    close();
    // Moves tried behind the last played move follow it.
    return [...parts, ...this.blocks(node.children.filter((child) => child !== game.mainChild(node)))];
  }

  /// The blocks of variations. Dots stand for those that are too far from the current move.
  blocks(firsts) {
    const shown = firsts.filter((first) => this.isShown(first));
    const rest = shown.length < firsts.length ? [made("div", { className: "variation", textContent: "…" })] : [];
    return [...shown.map((first) => this.block(first)), ...rest];
  }

  /// A variation's block. A long one begins with its folding button.
  block(first) {
    if (sizeOf(first, LONG) < LONG) return made("div", { className: "variation" }, ...this.line(first));
    const { isFolded } = first;
    const fold = made("button", { type: "button", className: "fold", ariaExpanded: String(!isFolded), first });
    fold.title = fold.ariaLabel = t("variation", { point: pointName(this.app.game, first.point) });
    this.folds.set(first, fold);
    const shown = isFolded ? [this.start(first), ` … +${sizeOf(first) - 1}`] : this.line(first);
    return made("div", { className: "variation" }, fold, ...shown);
  }

  /// A move in a row, with its number.
  start(node) {
    return this.button(node, made("button", { type: "button", textContent: `${node.depth}. ` }));
  }

  /// A row of a variation from a move on. Its own variations stand in blocks.
  line(first) {
    const parts = [];
    let needsNumber = true;
    for (let node = first; node; node = node.children[0]) {
      // The first move's siblings have blocks already.
      const others = node === first ? [] : node.parent.children.slice(1);
      if (!this.isShown(node)) {
        parts.push(" …", ...this.blocks(others.filter((other) => this.isShown(other))));
        break;
      }
      parts.push(needsNumber ? this.start(node) : this.button(node, made("button", { type: "button" })), ...this.comment(node));
      needsNumber = Boolean(node.comment);
      parts.push(...this.blocks(others));
      needsNumber ||= others.length > 0;
    }
    return parts;
  }

  comment(node) {
    return node.comment ? [Object.assign(made("div", { className: "comment", textContent: node.comment }), { node })] : [];
  }

  button(node, button = made("button", { type: "button" }, made("i", { className: "dot" }))) {
    const { game } = this.app;
    if (node.parent) {
      const sign = signOf(game, node);
      button.classList.add(game.colorOf(node));
      if (sign) button.classList.add(kindOf(sign));
      const after = glyphText(glyphOf(node, ASSESSMENTS));
      button.append([pointName(game, node.point), sign, after].filter(Boolean).join(" "));
    }
    button.node = node;
    this.buttons.set(node, button);
    this.evaluate(node);
    return button;
  }

  /// Black's winning chances at a node, if known.
  evaluate(node) {
    const button = this.buttons.get(node);
    if (!button || !node.parent) return;
    const share = this.app.game.shareOf(node);
    button.querySelector("small")?.remove();
    if (share === undefined) return;
    const text = percent(share);
    button.append(made("small", { textContent: text, title: t("blackShare", { share: text }) }));
  }
}
