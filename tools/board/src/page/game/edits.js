// The reader's changes of a game's tree. Each can be undone and redone.

import { t } from "../words/i18n.js";
import { JUDGMENTS, withGlyph } from "./glyphs.js";
import { PASS, pointName } from "./notation.js";

export class Edits {
  constructor(app, play) {
    Object.assign(this, { app, play });
  }

  /// Assigns values to an object of the game. Returns a function that swaps them with the previous values, and back.
  put(object, values) {
    const flip = () => {
      const before = Object.fromEntries(Object.keys(values).map((name) => [name, object[name]]));
      Object.assign(object, values);
      values = before;
      this.app.emit("comment");
      this.app.emit("draw");
    };
    flip();
    return flip;
  }

  /// Changes a node's comment, marks or signs.
  note(node, values, more) {
    const flip = this.put(node, values);
    this.app.history.add(() => {
      flip();
      this.app.go(node);
    }, more);
  }

  /// Changes facts of the game.
  about(values, key) {
    this.app.history.add(this.put(this.app.game, values), { key, what: ["about"] });
  }

  /// Changes a player's name.
  name(color, name) {
    this.about({ names: { ...this.app.game.names, [color]: name } }, color);
  }

  comment(node, comment) {
    this.note(node, { comment }, { key: node, what: ["comment"] });
  }

  /// Gives a move a sign of a table, or removes the sign if the move has it.
  judge(node, sign, glyphs = JUDGMENTS) {
    if (!node.parent) return;
    // With a `seen` of 0 the sign would count as a review's; see signOf.
    const seen = node.seen === 0 ? 1 : node.seen;
    this.note(node, { properties: withGlyph(node, sign, glyphs), seen }, { what: ["sign"] });
  }

  clearMarks(node) {
    this.note(node, { signs: [], arrows: [] }, { text: t("marksCleared"), what: ["marks"] });
  }

  /// Returns a function that removes a move with its continuation, and restores it at the next call; false if it cannot.
  presence(node) {
    const { play } = this;
    const { game } = this.app;
    const { parent } = node;
    let before = null;
    return () => {
      if (game.has(node)) {
        const { current, reviews } = game;
        const lost = reviews.filter(({ path }) => path.includes(node));
        before = { at: parent.children.indexOf(node), next: parent.next, current, lost, live: play.live };
        game.remove(node);
        if (node.isAncestorOf(play.live)) play.live = parent;
      } else {
        // The reader may have played the move again.
        if (!before || !game.has(parent) || parent.children.some(({ point }) => point === node.point)) return false;
        const { at, next, current, lost, live } = before;
        parent.children = [...parent.children.slice(0, at), node, ...parent.children.slice(at)];
        parent.next = next;
        game.review ??= lost.shift() ?? null;
        game.otherReviews.push(...lost);
        if (node.isAncestorOf(live) && play.live === parent) play.live = live;
        if (node.isAncestorOf(current)) game.go(current);
      }
      return true;
    };
  }

  /// Announces a change of the tree.
  changed() {
    this.app.moved();
    this.app.emit("comment");
  }

  /// Makes a move of the analysis undoable. If the game was played on from it, undoing keeps it.
  added(node, key) {
    const { game } = this.app;
    const flip = this.presence(node);
    this.app.history.add(() => {
      if (game.has(node)) {
        if (node.isAncestorOf(this.play.live)) return false;
        // Shows the move's place, wherever the reader was.
        if (!node.isAncestorOf(game.current)) game.go(node.lastOfLine());
      }
      return flip() && this.changed();
    }, { key, what: node.point === PASS ? ["pass"] : ["move", { point: pointName(game, node.point) }] });
  }

  /// Removes a move with its continuation.
  remove(node) {
    if (!node.parent) return this.app.say(t("noMoves"), "error");
    const values = { point: node.point === PASS ? t("pass").toLowerCase() : pointName(this.app.game, node.point) };
    const presence = this.presence(node);
    const flip = () => presence() && this.changed();
    flip();
    this.app.history.add(flip, { text: t("deleted", values), what: ["deletion", values] });
  }

  /// Calls `load`, which replaces the game. Returns whether this can be undone: a text may be pasted or dropped by mistake.
  /// `what` names the change.
  replace(load, text = "", what = "game") {
    const { app, play } = this;
    // Leaving the Learn view brings the reader's game back, which is then replaced.
    if (app.mode === "learn") app.setMode("analyze");
    const { game } = app;
    const now = () => ({ game: app.game, mode: app.mode, state: play.pack() });
    let other = now();
    load();
    const canUndo = app.game !== game && !game.isBlank;
    const flip = () => {
      const before = now();
      this.putBack(other);
      other = before;
    };
    if (canUndo) app.history.add(flip, { what: [what] });
    if (text) app.say(text, "", canUndo);
    return canUndo;
  }

  /// Restores a game with its mode and its state of play.
  putBack({ game, mode, state }) {
    const { app, play } = this;
    app.setMode(mode);
    app.load(game);
    // Loading starts the game, but an engine's search may be wrong for the restored turn.
    play.cancel();
    play.restore(state);
    // In an opened game the engine waits for "Go on from here".
    play.held ||= game.isForeign;
    play.step();
  }
}
