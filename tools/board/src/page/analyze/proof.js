// Proof of a win: asked for, added behind the position as variations, and saved as a file.

import { download } from "../files/save.js";
import { fromBase64 } from "../files/bytes.js";
import { other, pointName } from "../game/notation.js";
import { t } from "../words/i18n.js";

const TIME = 60_000;

/// Asks for a proof that the winner by the analysis, else the side to move, wins.
export async function prove(app, analysis) {
  const toMove = app.game.toMove();
  const side = analysis.lines[0]?.score === "lost" ? other(toMove) : toMove;
  const say = ({ done }) => app.say(t("proof.progress", { count: done }));
  const found = analysis.once("prove", { side, time_ms: TIME }, say);
  const { lastSearch } = app.connection;
  // The proof stops when the reader leaves the position or the tab. By then the engine may search for its move.
  const stop = () => app.connection.stopSearch(lastSearch);
  const asked = app.offer(() => t("proof.looking", { player: t(side) }), { stop });
  app.on("position mode", stop);
  const answer = await found;
  for (const name of ["position", "mode"]) app.removeEventListener(name, stop);
  app.unask(asked);
  if (!answer) return;
  if (answer.result !== "win") return app.say(t("proof.unknown", { player: t(side), seconds: TIME / 1000 }));
  app.say("");
  const offer = () => app.offer(() => t("proof.win", { player: t(side), stones: answer.stones }), {
    "proof.show": () => show(app, answer),
    "proof.save": () => {
      download(fromBase64(answer.certificate), "application/octet-stream", "tengen.proof");
      offer();
    },
    close: null,
  });
  offer();
}

/// Adds the moves of a proof behind the position. A comment holds the answer to all replies that the proof leaves out.
export function show(app, { moves, is_cut: isCut }) {
  const { game, node: root } = app;
  const added = [];
  const comments = new Map();
  const nodes = [];
  const isTried = game.isGiven;
  const hasReply = new Set(moves.slice(1).map(({ parent }) => parent));
  for (const [index, { parent, point, other: answer }] of moves.entries()) {
    let node = root;
    if (index > 0) {
      const isNew = !nodes[parent].children.some((child) => child.point === point);
      node = game.child(point, nodes[parent]);
      if (isNew) added.push(Object.assign(node, { isTried }));
    }
    nodes.push(node);
    if (answer === null || node.comment) continue;
    node.comment = t(hasReply.has(index) ? "proof.other" : "proof.any", { point: pointName(game, answer) });
    comments.set(node, node.comment);
  }
  app.edits.changed();
  const flip = presence(app, { added, comments, isTried });
  app.history.add(() => {
    flip();
    app.go(root);
    app.edits.changed();
  }, { text: t(isCut ? "proof.cut" : "proof.shown", { count: moves.length - 1 }), what: ["proof"] });
}

/// Returns a function that removes the added moves and comments of a proof, and restores them at the next call. What was played
/// or written there since stays, with the moves that lead to it.
function presence(app, { added, comments, isTried }) {
  const { game, edits } = app;
  const flips = new Map(added.map((node) => [node, edits.presence(node)]));
  let removed = null;
  const isOwn = (node) => {
    const isLeft = node.children.length === 0 && node !== edits.play.live && node.isTried === isTried;
    return isLeft && (node.comment || comments.get(node)) === comments.get(node);
  };
  return () => {
    if (removed) {
      for (const node of removed.nodes) flips.get(node)();
      for (const node of removed.commented) node.comment ||= comments.get(node);
      removed = null;
      return;
    }
    removed = { nodes: [], commented: [] };
    for (const node of [...added].reverse()) {
      if (!game.has(node) || !isOwn(node)) continue;
      flips.get(node)();
      removed.nodes.unshift(node);
    }
    for (const [node, comment] of comments) {
      if (node.comment !== comment) continue;
      node.comment = "";
      removed.commented.push(node);
    }
  };
}
