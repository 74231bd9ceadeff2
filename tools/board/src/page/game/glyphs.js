// Annotation signs with their SGF properties and values, and what a review or a search has found as such properties. If two
// signs share a property, the first one takes all other values.

import { t } from "../words/i18n.js";
import { initial } from "../words/score.js";
import { PASS } from "./notation.js";

/// Judgments of a move.
export const JUDGMENTS = {
  "!": ["TE", "1"], "?": ["BM", "1"], "!!": ["TE", "2"], "??": ["BM", "2"], "!?": ["IT", ""], "?!": ["DO", ""],
};
/// Assessments of the position after a move.
export const ASSESSMENTS = {
  "=": ["DM", "1"], "∞": ["UC", "1"], "B+": ["GB", "1"], "W+": ["GW", "1"], "B++": ["GB", "2"], "W++": ["GW", "2"],
};

const namesOf = (glyphs) => Object.values(glyphs).map(([name]) => name);
export const isGlyph = (name, glyphs = { ...JUDGMENTS, ...ASSESSMENTS }) => namesOf(glyphs).includes(name);

/// The sign of a table at a node; empty if it has none.
export function glyphOf({ properties }, glyphs) {
  const [name, [value] = []] = properties.find(([own]) => isGlyph(own, glyphs)) ?? [];
  const all = Object.entries(glyphs).filter(([, [own]]) => own === name);
  return (all.find(([, [, own]]) => own === value) ?? all[0])?.[0] ?? "";
}

/// A sign with the page language's letters for the colors.
export const glyphText = (sign) => sign.replace("B", initial("black")).replace("W", initial("white"));

/// A move's annotated judgment; empty without one.
export const judgmentOf = (node) => glyphOf(node, JUDGMENTS);

/// Signs by the loss of winning chances that they begin at.
const LOSSES = [["??", 0.3], ["?", 0.2], ["?!", 0.1]];

/// What a reviewed move has lost of its player's winning chances, 0 to 1; undefined if it is not known.
export function lossOf(game, { depth, parent }, { shares } = game.review) {
  const [before, after] = [shares[depth - 1], shares[depth]];
  if (before === undefined || after === undefined) return undefined;
  return Math.max(0, game.toMove(parent) === "black" ? before - after : after - before);
}

/// A move's sign by the first of the reviews that has reached it; empty without one.
export function reviewOf(game, node, reviews = game.reviews) {
  const { depth, parent } = node;
  const review = parent && game.reviewAt(node, reviews);
  if (!review) return "";
  if (review.moments.some(({ number, misses_win: isMissed }) => isMissed && number === depth)) return "??";
  const loss = lossOf(game, node, review);
  return LOSSES.find(([, least]) => loss >= least)?.[0] ?? "";
}

/// A move's sign: its own, or else the review's. A review replaces an earlier review's sign, which came with its value.
export function signOf(game, node) {
  const own = judgmentOf(node);
  const isReviewed = (review) => game.reviewAt(node, [review]) && review.shares[node.depth - 1] !== undefined;
  const isOld = node.seen === 0 && LOSSES.some(([sign]) => sign === own) && game.reviews.some(isReviewed);
  return own && !isOld ? own : reviewOf(game, node);
}

const KINDS = { "!": "good", "!!": "good", "?!": "doubtful", "?": "doubtful", "??": "bad" };
/// The CSS class of a sign.
export const kindOf = (sign) => KINDS[sign] ?? "other";

/// The signs on a move's stone; null without any.
export function badgeOf(game, node) {
  if (!node.parent || node.point === PASS) return null;
  const sign = signOf(game, node);
  const text = [sign, glyphText(glyphOf(node, ASSESSMENTS))].filter(Boolean).join(" ");
  return text ? { point: node.point, text, kind: kindOf(sign) } : null;
}

/// A move's properties with `sign` in place of the table's other signs, or without `sign` if the move has it.
export function withGlyph(node, sign, glyphs) {
  const rest = node.properties.filter(([name]) => !isGlyph(name, glyphs));
  const [name, value] = glyphs[sign];
  return glyphOf(node, glyphs) === sign ? rest : [...rest, [name, [value]]];
}

/// The meaning of a sign in words.
function meaning(sign) {
  const player = { B: "black", W: "white" }[sign[0]];
  return player ? t(`judge.${sign.slice(1)}`, { player: t(player) }) : t(`judge.${sign}`);
}

/// The signs of a table at a node: { label, name, isOn, disabled, act }. Choosing a sign that is on removes it.
export function glyphsOf(app, node, table) {
  const chosen = glyphOf(node, table);
  return Object.keys(table).map((sign) => ({
    id: `judge-${sign}`,
    label: glyphText(sign),
    name: `${glyphText(sign)}: ${meaning(sign)}`,
    isOn: sign === chosen,
    disabled: !node.parent,
    act: () => app.edits.judge(node, sign, table),
  }));
}

/// V as it is written here: Black's chances less White's, -1 to 1, in thousandths. Other programs have other values.
const VALUE = /^-?[01]\.\d{3}$/;

/// A node's properties, with what was found there. What was written by hand comes first.
export function withFound(game, node) {
  const { properties } = node;
  const sign = signOf(game, node);
  const isOwn = sign === judgmentOf(node);
  const share = game.shareOf(node);
  const found = sign && !isOwn ? [[JUDGMENTS[sign][0], [JUDGMENTS[sign][1]]]] : [];
  if (share !== undefined && !properties.some(([name]) => name === "V")) found.push(["V", [(2 * share - 1).toFixed(3)]]);
  return [...properties.filter(([name]) => isOwn || !isGlyph(name, JUDGMENTS)), ...found];
}

/// Takes over Black's chances from a value of V; false if it is none. Any search is better.
export function takeValue(node, value) {
  const share = VALUE.test(value) ? (Number(value) + 1) / 2 : -1;
  if (share >= 0 && share <= 1) return Boolean(Object.assign(node, { share, seen: 0 }));
  return false;
}
