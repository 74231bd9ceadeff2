// A choice of the game's rule: many files do not name theirs.

import { RULES } from "../game/address.js";
import { restoreGame } from "../game/restored.js";
import { packWhole } from "../game/tree.js";
import { learnTexts, t } from "../words/i18n.js";
import { choice, fill, named } from "../parts.js";

/// Appends the choice to an element.
export function addGameRule(app, play, box) {
  const field = choice("game-rule", "rule", (rule) => changeRule(app, play, rule).then(show));
  const show = () => fill(field, named("rule", RULES), app.game.rule);
  box.append(field);
  app.on("game language", show);
  show();
}

/// Gives the game another rule, once the words for it are loaded.
export function changeRule(app, play, rule) {
  return app.fetched(learnTexts("later"), () => change(app, play, rule));
}

/// Replaces the game by an equal one under another rule.
export function change(app, play, rule) {
  const { game: data, opened, ...kept } = packWhole(app.game);
  // Ends, reviews and chances belong to the old rule and are not copied.
  const states = kept.states.map(({ number, isTried, isFolded, clocks }) => ({ number, isTried, isFolded, clocks }));
  const game = restoreGame({ game: { ...data, rule }, states, opened });
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
