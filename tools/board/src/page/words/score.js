// Scores as people read them, everywhere from Black's point of view. The server's are those of the side to move: a share of
// the points, `+M5` and `-M4` for wins and losses that are proven, in plies, and `won` and `lost` for those that are not.

import { t } from "./i18n.js";
import { other } from "../game/notation.js";

/// Of games that the side to move has won, drawn and lost: { black, draw, white } and how many they are.
export function gamesOf([wins, draw, losses], side) {
  return { [side]: wins, draw, [other(side)]: losses, all: wins + draw + losses };
}

const percent = (share) => `${Math.round(100 * share)}`;
/// Whether a score is decided, but not proven.
export const isUnproven = (score) => score === "won" || score === "lost";

/// Black's share of the points, of the share of the side to move.
export const blackShare = (share, side) => (side === "black" ? share : 1 - share);

/// Who wins: { winner, stones }, with how many stones of the winner's where that is proven; null where it is open.
function decided(score, side) {
  if (isUnproven(score)) return { winner: score === "won" ? side : other(side), stones: null };
  const [, sign, plies] = score.match(/^([+-])M(\d+)$/) ?? [];
  return sign ? { winner: sign === "+" ? side : other(side), stones: Math.ceil(plies / 2) } : null;
}

/// `White wins in 3 stones`, `Black wins, unproven`, `Black 62 %`.
export function scoreText({ score, share }, side) {
  const { winner, stones } = decided(score, side) ?? {};
  if (winner) return t(stones ? "score.wins" : "score.winsUnproven", { player: t(winner), stones });
  return shareText(blackShare(share, side));
}

/// Black's share of the points with his name.
export const shareText = (share) => t("score.share", { player: t("black"), share: percent(share) });

/// A color in one letter.
export const initial = (color) => (t(color).length === 1 ? t(color) : t(`mark.${color}`));

/// A score in a few letters, for a point of the board: `W3`, `B?`, `62`.
export function scoreMark({ score, share }, side) {
  const { winner, stones } = decided(score, side) ?? {};
  return winner ? `${initial(winner)}${stones ?? "?"}` : percent(blackShare(share, side));
}

/// A score in a few letters beside others: `71 %`, `B3`, `W?`.
export function chancesText(found, side) {
  const mark = scoreMark(found, side);
  return decided(found.score, side) ? mark : `${mark} %`;
}

/// A score in a narrow column: `W3`, `B?`, `B 62 %`.
export function scoreCell(found, side) {
  const mark = scoreMark(found, side);
  return decided(found.score, side) ? mark : `${initial("black")} ${mark} %`;
}

/// The engine's own number from Black's point of view; empty where somebody wins.
export function pointsText(score, side) {
  if (decided(score, side)) return "";
  const points = side === "black" ? Number(score) : -Number(score);
  return t("score", { player: t("black"), score: points > 0 ? `+${points}` : `${points}`.replace("-", "−") });
}
