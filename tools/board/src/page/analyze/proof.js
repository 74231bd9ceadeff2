// Proof of a win: asked for, added behind the position as variations, and saved as a file.

import { download } from "../files/save.js";
import { fromBase64 } from "../files/base64.js";
import { other, pointName } from "../game/notation.js";
import { t } from "../words/i18n.js";

const TIME = 60_000;

/// Asks for a proof that the winner by the analysis, else the side to move, wins.
export async function prove(app, analysis) {
  const toMove = app.game.toMove();
  const side = analysis.lines[0]?.score === "lost" ? other(toMove) : toMove;
  const player = t(side);
  const looking = { text: t("proof.looking", { player }), options: [{ label: t("stop"), value: "stop" }] };
  const ask = (question, act) => app.question({ ...question, answer: (value) => act[value]?.() });
  ask(looking, { stop: () => app.connection.stop() });
  const asked = app.asked;
  // The proof stops when the reader leaves the position or the tab.
  const leave = () => app.connection.stop();
  app.on("position mode", leave);
  const say = ({ done }) => app.say(t("proof.progress", { count: done }));
  const answer = await analysis.once("prove", { side, time_ms: TIME }, say);
  for (const name of ["position", "mode"]) app.removeEventListener(name, leave);
  if (app.asked === asked) app.question(null);
  if (!answer) return;
  if (answer.result !== "win") return app.say(t("proof.unknown", { player, seconds: TIME / 1000 }));
  app.say("");
  const close = () => app.question(null);
  const text = t("proof.win", { player, stones: answer.stones });
  const options = ["show", "save"].map((value) => ({ label: t(`proof.${value}`), value }));
  ask({ text, options: [...options, { label: t("close"), value: "close" }] }, {
    show: () => {
      close();
      show(app, answer);
    },
    save: () => download(fromBase64(answer.certificate), "application/octet-stream", "tengen.proof"),
    close,
  });
}

/// Adds the moves of a proof behind the position. A comment holds the answer to all replies that the proof leaves out.
function show(app, { moves, is_cut: isCut }) {
  const { game, node: root } = app;
  const before = new Map();
  const keep = (node, isAnew = false) => (before.has(node) && !isAnew) || before.set(node, { children: [...node.children], comment: node.comment });
  const nodes = [];
  const hasReply = new Set(moves.slice(1).map(({ parent }) => parent));
  for (const [index, { parent, point, other: answer }] of moves.entries()) {
    let node = root;
    if (index > 0) {
      keep(nodes[parent]);
      const isNew = !nodes[parent].children.some((child) => child.point === point);
      node = game.child(point, nodes[parent]);
      if (isNew) node.isTried = game.isGiven;
    }
    nodes.push(node);
    if (answer === null || node.comment) continue;
    keep(node);
    node.comment = t(hasReply.has(index) ? "proof.other" : "proof.any", { point: pointName(game, answer) });
  }
  app.moved();
  app.emit("comment");
  app.history.add(() => {
    // A second call restores what the first one removed.
    for (const [node, { children, comment }] of before) {
      keep(node, true);
      Object.assign(node, { children, comment });
    }
    for (const node of before.keys()) if (!node.children.includes(node.next)) node.next = null;
    app.go(root);
    app.moved();
    app.emit("comment");
  }, { text: t(isCut ? "proof.cut" : "proof.shown", { count: moves.length - 1 }), what: ["proof"] });
}
