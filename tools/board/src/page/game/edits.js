// Changes of a game's tree by the reader. Each can be taken back.

import { t } from "../words/i18n.js";
import { pointName } from "./notation.js";

/// What a reader thinks of a move, as SGF has it: property and value.
export const JUDGMENTS = { "!": ["TE", "1"], "?!": ["DO", ""], "??": ["BM", "2"] };
const SIGNS = { TE: ["!", "!!"], DO: ["?!", "?!"], BM: ["?", "??"], IT: ["!?", "!?"] };
const isJudgment = ([name]) => name in SIGNS;

/// `!`, `?!`, `??` …: what was written of a move; empty where nothing was.
export function judgmentOf({ properties }) {
  const [name, [value] = []] = properties.find(isJudgment) ?? [];
  return name ? SIGNS[name][value === "2" ? 1 : 0] : "";
}

export class Edits {
  constructor(app, play) {
    Object.assign(this, { app, play });
  }

  /// Changes what is written and drawn at a node.
  note(node, values, more) {
    const { app } = this;
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, node[name]]));
    const put = (change) => {
      Object.assign(node, change);
      app.emit("comment");
      app.emit("draw");
    };
    put(values);
    app.history.add(() => {
      put(before);
      app.go(node);
    }, more);
  }

  /// A move was added in the analysis. What was played on from it since stays.
  added(node, key) {
    const { app, play } = this;
    app.history.add(() => {
      if (!app.game.has(node) || node.isAncestorOf(play.live)) return false;
      app.game.remove(node);
      app.game.go(node.parent);
      app.moved();
      app.emit("comment");
    }, { key });
  }

  /// A player's name.
  name(color, name) {
    const { app } = this;
    const { names } = app.game;
    const put = (text) => {
      names[color] = text;
      app.emit("comment");
    };
    const before = names[color];
    put(name);
    app.history.add(() => put(before), { key: color });
  }

  comment(node, comment) {
    this.note(node, { comment }, { key: node });
  }

  /// Gives a move a judgment, or takes the same away.
  judge(node, sign) {
    const rest = node.properties.filter((property) => !isJudgment(property));
    const [name, value] = JUDGMENTS[sign];
    this.note(node, { properties: judgmentOf(node) === sign ? rest : [...rest, [name, [value]]] });
  }

  clearMarks(node) {
    this.note(node, { signs: [], arrows: [] }, { text: t("marksCleared") });
  }

  /// Takes a move and all that follows it away.
  remove(node) {
    const { app, play } = this;
    const { game, node: current } = app;
    const { parent } = node;
    if (!parent) return app.say(t("noMoves"), "error");
    const { children, next } = parent;
    const { review } = game;
    const { live } = play;
    game.remove(node);
    if (node.isAncestorOf(live)) play.live = parent;
    app.moved();
    const text = t("deleted", { point: pointName(game, node.point) });
    app.history.add(() => {
      Object.assign(parent, { children, next });
      game.review = review;
      play.live = live;
      game.go(current);
      app.moved();
      app.emit("comment");
    }, { text });
    app.emit("comment");
  }

  /// Calls `load`, which puts another game in the place of this one; whether that can be undone: a text may be pasted or dropped
  /// by mistake.
  replace(load, text = "") {
    const { app, play } = this;
    const { game, mode } = app;
    const state = play.pack();
    load();
    const canUndo = app.game !== game && (game.root.children.length > 0 || game.setup.size > 0);
    if (canUndo) app.history.add(() => this.putBack(game, mode, state));
    if (text) app.say(text, "", canUndo);
    return canUndo;
  }

  /// Goes on with a game where it was left.
  putBack(game, mode, state) {
    const { app, play } = this;
    app.setMode(mode);
    app.load(game);
    // To load a game begins it: what an engine thinks of since then may not be its turn.
    play.cancel();
    play.restore(state);
    play.step();
  }

  /// Makes the line through a node the first one.
  promote(node) {
    const { app } = this;
    const orders = node.path().map((step) => [step, step.children]);
    app.game.promote(node);
    app.emit("comment");
    app.history.add(() => {
      for (const [step, children] of orders) step.children = children;
      app.emit("comment");
    }, { text: t("promoted") });
  }
}
