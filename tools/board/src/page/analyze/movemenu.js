// The menu of a move, opened by the right button or a long touch: actions on the move and its line.

import { openMenu } from "../panel/menu.js";
import { t } from "../words/i18n.js";
import { byId } from "../parts.js";
import { openAbout } from "../files/about.js";
import { Saver } from "../files/save.js";
import { ASSESSMENTS, JUDGMENTS, glyphsOf } from "../game/glyphs.js";
import { pointNames } from "../game/notation.js";
import { moved, promote, reorder } from "./order.js";

/// Opens the menu of the move at the pointer.
export function openMoveMenu(app, target, place) {
  const node = target.closest("button, .comment")?.node;
  if (node) openMenu(place, itemsOf(app, node));
}

function itemsOf(app, node) {
  const write = {
    id: "move-comment",
    text: "writeComment",
    act: () => {
      app.setMode("analyze");
      app.go(node);
      app.panes.open("notes");
      byId("comment").focus();
    },
  };
  const line = () => pointNames(app.game, app.game.moves(node), " ");
  const copy = { id: "move-copy", text: "copyLine", act: () => new Saver(app).copy(line()) };
  const about = { id: "move-about", text: "about.open", act: () => openAbout(app) };
  const rest = [...folds(app), ...steps(app)];
  if (!node.parent) return [write, about, ...rest];
  if (app.mode === "play") return [copy, write, ...rest];
  return [
    { label: t("judge.move"), row: glyphsOf(app, node, JUDGMENTS) },
    { label: t("judge.position"), row: glyphsOf(app, node, ASSESSMENTS) },
    write, copy,
    { id: "move-play", text: "review.playOn", act: () => app.playFrom(node), disabled: app.endingAt(node)?.reason === "board" },
    { id: "move-promote", text: "promote", act: () => promote(app, node), disabled: !app.game.canPromote(node) },
    shift(app, node, "moveUp", -1),
    shift(app, node, "moveDown", 1),
    { id: "move-delete", text: "deleteBranch", act: () => app.edits.remove(node) },
    ...rest,
  ];
}

/// Moves a node's variation one place up or down.
function shift(app, node, text, by) {
  const order = moved(app.game, node, by);
  const said = t(by < 0 ? "movedUp" : "movedDown");
  const act = () => reorder(app, node, () => (order[0].parent.children = order), said);
  return { id: by < 0 ? "move-up" : "move-down", text, act, disabled: !order };
}

/// Menu items that fold or unfold all variations, if there are any.
function folds({ tree, game }) {
  const firsts = [...tree.folds.keys()];
  const isFolded = (first) => first.isFolded;
  const fold = { id: "fold-all", text: "foldAll", act: () => tree.fold(firsts, true) };
  const unfold = { id: "unfold-all", text: "unfoldAll", act: () => tree.fold(game.nodes().filter(isFolded), false) };
  return [...(firsts.every(isFolded) ? [] : [fold]), ...(firsts.some(isFolded) ? [unfold] : [])];
}

/// Undo and redo for readers without a keyboard.
function steps({ history }) {
  return [
    history.canUndo && { id: "menu-undo", text: "undoChange", act: () => history.undo() },
    history.canRedo && { id: "menu-redo", text: "redoChange", act: () => history.redo() },
  ].filter(Boolean);
}
