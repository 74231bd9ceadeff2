// Scores as shown, always from Black's point of view. The server's are from the side to move: a share of
// the points, `+M5` and `-M4` for proven wins and losses in plies, `won` and `lost` for unproven ones.

import { t } from "./i18n.js";
import { other } from "../game/notation.js";

/// From wins, draws and losses of the side to move: { black, draw, white } and their number.
export function gamesOf([wins, draw, losses], side) {
  return { [side]: wins, draw, [other(side)]: losses, all: wins + draw + losses };
}

export const percent = (share) => `${Math.round(100 * share)}`;
/// Whether a score is decided, but not proven.
export const isUnproven = (score) => score === "won" || score === "lost";

export const isProven = (score) => /^[+-]M/.test(score);

/// Black's share of the points, from that of the side to move.
export const blackShare = (share, side) => (side === "black" ? share : 1 - share);

/// The winner and, if proven, the number of the winner's own moves to the win: { winner, stones }; null if open.
function decided(score, side) {
  if (isUnproven(score)) return { winner: score === "won" ? side : other(side), stones: null };
  const [, sign, plies] = score.match(/^([+-])M(\d+)$/) ?? [];
  return sign ? { winner: sign === "+" ? side : other(side), stones: Math.ceil(plies / 2) } : null;
}

/// `White wins in 3 moves`, `Black wins, unproven`, `Black 62 %`.
export function scoreText({ score, share }, side) {
  const { winner, stones } = decided(score, side) ?? {};
  if (winner) return t(stones ? "score.wins" : "score.winsUnproven", { player: t(winner), stones });
  return shareText(blackShare(share, side));
}

/// Black's share of the points with his name.
export const shareText = (share) => t("score.share", { player: t("black"), share: percent(share) });

/// A game's result: a draw, or the winner.
export const resultName = (result) => (result === "draw" ? t("result.draw") : t("kept.winner", { winner: t(result) }));

/// A color in one letter.
export const initial = (color) => (t(color).length === 1 ? t(color) : t(`mark.${color}`));

/// A short score for a point of the board: `W3`, `B?`, `62`.
export function scoreMark({ score, share }, side) {
  const { winner, stones } = decided(score, side) ?? {};
  return winner ? `${initial(winner)}${stones ?? "?"}` : percent(blackShare(share, side));
}

/// A short score for a row: `71 %`, `B3`, `W?`.
export function chancesText(found, side) {
  const mark = scoreMark(found, side);
  return decided(found.score, side) ? mark : `${mark} %`;
}

/// A score for a narrow column: `W3`, `B?`, `B 62 %`.
export function scoreCell(found, side) {
  const mark = scoreMark(found, side);
  return decided(found.score, side) ? mark : `${initial("black")} ${mark} %`;
}

/// The engine's own number from Black's point of view; empty if somebody wins.
export function pointsText(score, side) {
  if (decided(score, side)) return "";
  const points = side === "black" ? Number(score) : -Number(score);
  return t("score", { player: t("black"), score: points > 0 ? `+${points}` : `${points}`.replace("-", "−") });
}
