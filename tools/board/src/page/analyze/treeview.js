// The tree of variations as text: the main line in a row, variations indented below it.

import { t } from "../words/i18n.js";
import { pointName } from "../game/notation.js";

/// Of a larger tree only the moves this near to the current one are shown.
const LARGEST = 1500;
const NEAR = 60;

export class TreeView {
  constructor(app, panel) {
    Object.assign(this, { app, panel });
    this.list = document.getElementById("tree");
    this.comment = panel.querySelector("#comment");
    this.legend = document.getElementById("tree-shares");
    this.buttons = new Map();
    this.list.addEventListener("click", (event) => {
      const node = event.target.closest("button")?.node;
      if (node) app.go(node);
    });
    this.comment.addEventListener("input", () => {
      app.node.comment = this.comment.value;
      this.buttons.get(app.node)?.classList.toggle("commented", this.comment.value !== "");
      app.emit("comment");
    });
    panel.querySelector("#delete-branch").addEventListener("click", () => this.deleteBranch());
    panel.querySelector("#promote").addEventListener("click", () => {
      app.game.promote(app.node);
      this.draw();
      app.emit("comment");
    });
    for (const color of ["black", "white"]) {
      const input = panel.querySelector(`#name-${color}`);
      input.addEventListener("input", () => {
        app.game.names[color] = input.value;
        app.emit("comment");
      });
    }
    app.on("game position mode language reviewed", () => this.refresh());
    app.on("evaluated", () => this.evaluate(app.node));
  }

  refresh() {
    if (this.timer) return;
    this.timer = requestAnimationFrame(() => {
      this.timer = null;
      this.draw();
    });
  }

  draw() {
    const { game, node } = this.app;
    this.buttons.clear();
    const all = game.nodes();
    this.shown = all.length > LARGEST ? new Set(all.filter((other) => this.isNear(other))) : null;
    this.legend.hidden = true;
    this.list.replaceChildren(this.button(game.root, t("start")), ...this.line(game.root));
    const current = this.buttons.get(node);
    current?.setAttribute("aria-current", "true");
    if (current) this.reveal(current);
    if (this.comment.value !== node.comment) this.comment.value = node.comment;
    for (const color of ["black", "white"]) this.panel.querySelector(`#name-${color}`).value = game.names[color];
  }

  /// Scrolls the list, and nothing but the list, to a move.
  reveal(button) {
    const [box, list] = [button.getBoundingClientRect(), this.list.getBoundingClientRect()];
    if (box.top < list.top) this.list.scrollTop -= list.top - box.top + 8;
    else if (box.bottom > list.bottom) this.list.scrollTop += box.bottom - list.bottom + 8;
  }

  isNear(node) {
    return Math.abs(node.depth - this.app.node.depth) <= NEAR;
  }

  /// What follows a node: its main line, with the variations of each move in blocks.
  line(from) {
    const parts = [];
    for (let node = from; node.children.length > 0; node = node.children[0]) {
      if (this.shown && !this.shown.has(node.children[0])) {
        if (this.shown.has(node)) parts.push(document.createTextNode(" …"));
        if (node.depth > this.app.node.depth) break;
        // The way to the current move may leave the main line far from it.
        const way = node.children.slice(1).find((child) => child.isAncestorOf(this.app.node));
        if (way) parts.push(this.block(this.line(way)));
        continue;
      }
      parts.push(this.button(node.children[0]));
      for (const variation of node.children.slice(1)) {
        parts.push(this.block([this.button(variation), ...this.line(variation)]));
      }
    }
    return parts;
  }

  /// A variation's own block.
  block(parts) {
    const block = document.createElement("div");
    block.className = "variation";
    block.append(...parts);
    return block;
  }

  button(node, text = null) {
    const { game } = this.app;
    const button = document.createElement("button");
    button.textContent = text ?? `${node.depth}. ${pointName(game, node.point)}`;
    button.className = node.parent ? game.colorOf(node) : "root";
    if (node.comment) {
      button.classList.add("commented");
      button.title = node.comment;
    }
    button.node = node;
    this.buttons.set(node, button);
    this.evaluate(node);
    return button;
  }

  /// Black's share of the points at a node, where something has worked it out, and what the review says of the move.
  evaluate(node) {
    const button = this.buttons.get(node);
    const { review } = this.app.game;
    if (!button || !node.parent) return;
    const number = review?.path[node.depth] === node ? node.depth : 0;
    const share = number > 0 ? review.shares[number] : node.share;
    const moment = number > 0 ? review.moments.find((moment) => moment.number === number) : null;
    button.classList.toggle("missed", Boolean(moment?.misses_win));
    button.classList.toggle("turned", Boolean(moment?.turn && !moment.misses_win));
    button.querySelector("small")?.remove();
    if (share === undefined) return;
    const small = Object.assign(document.createElement("small"), { textContent: String(Math.round(100 * share)) });
    small.title = t("blackShare", { share: small.textContent });
    button.append(small);
    this.legend.hidden = false;
  }

  deleteBranch() {
    const { app } = this;
    if (!app.node.parent) return app.say(t("noMoves"), "error");
    app.game.remove(app.node);
    app.moved();
  }
}
