// Annotation signs with their SGF properties and values. If two signs share a property, the first one takes all other values.

import { t } from "../words/i18n.js";
import { PASS } from "./notation.js";

/// Judgments of a move.
export const JUDGMENTS = { "!": ["TE", "1"], "?": ["BM", "1"], "!!": ["TE", "2"], "??": ["BM", "2"], "!?": ["IT", ""], "?!": ["DO", ""] };
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
export const glyphText = (sign) => sign.replace("B", t("mark.black")).replace("W", t("mark.white"));

/// A move's annotated judgment; empty without one.
export const judgmentOf = (node) => glyphOf(node, JUDGMENTS);

/// Loss of winning chances that makes a blunder.
const BLUNDER = 0.3;

/// A move's sign by the review; empty without one.
export function reviewOf({ review }, node) {
  const moment = review?.path[node.depth] === node ? review.moments.find(({ number }) => number === node.depth) : null;
  if (!moment || !(moment.turn || moment.misses_win)) return "";
  return moment.misses_win || moment.before - moment.after >= BLUNDER ? "??" : "?!";
}

const KINDS = { "!": "good", "!!": "good", "?!": "doubtful", "?": "doubtful", "??": "bad" };
/// The CSS class of a sign.
export const kindOf = (sign) => KINDS[sign] ?? "other";

/// The signs on a move's stone; null without any.
export function badgeOf(game, node) {
  if (!node.parent || node.point === PASS) return null;
  const sign = judgmentOf(node) || reviewOf(game, node);
  const text = [sign, glyphText(glyphOf(node, ASSESSMENTS))].filter(Boolean).join(" ");
  return text ? { point: node.point, text, kind: kindOf(sign) } : null;
}

/// A move's properties with `sign` in place of the table's other signs, or without `sign` if the move has it.
export function withGlyph(node, sign, glyphs) {
  const rest = node.properties.filter(([name]) => !isGlyph(name, glyphs));
  const [name, value] = glyphs[sign];
  return glyphOf(node, glyphs) === sign ? rest : [...rest, [name, [value]]];
}
