// The same game under another rule. Loaded with the first change of a game's rule.

import { t } from "../words/i18n.js";
import { pack, packOpened, unpack, unpackOpened } from "../game/tree.js";

/// Replaces the game by an equal one under another rule.
export function change(app, play, rule) {
  const game = unpack({ ...pack(app.game), rule });
  unpackOpened(game, packOpened(app.game));
  // Reviews and chances belong to the old rule and are not copied.
  const before = app.game.nodes();
  for (const [number, node] of game.nodes().entries()) {
    const { isTried, isFolded, clocks } = before[number];
    Object.assign(node, { isTried, isFolded, clocks });
  }
  // A played game stays unchanged among the kept games; the copy becomes a new one.
  if (!app.game.isPlayed) game.kept = app.game.kept;
  // The clocks go on. The opening ends, because it belongs to the old rule.
  const clocks = play.clocks && { ...play.clocks };
  const state = { ...play.pack(), clocks, terms: { ...play.terms, opening: "none" }, opening: null };
  const load = () => {
    app.load(game);
    play.restore(state);
    play.hold();
  };
  app.edits.replace(load, t("ruleSet", { rule: t(`rule.${rule}`) }), "rule");
}
