// Scores as people read them. The server writes `12`, `+M5` and `-M4` for wins and losses that are proven, and `won` and
// `lost` for those that are not.

import { t } from "./i18n.js";

const percent = (share) => `${Math.round(100 * share)}`;
const isProven = (score) => /M/.test(score);
/// Whether a score is decided, but not proven.
export const isUnproven = (score) => score === "won" || score === "lost";

/// `+M5`, `won, not proven`, `62 %`.
export function scoreText({ score, share }) {
  if (isProven(score)) return score;
  return isUnproven(score) ? t(`score.${score}`) : `${percent(share)} %`;
}

/// The same in a few letters, for a point of the board.
export function scoreMark({ score, share }) {
  if (isProven(score)) return score;
  return isUnproven(score) ? t(`mark.${score}`) : percent(share);
}
