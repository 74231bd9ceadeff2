// Annotation signs with their SGF properties and values. Of two with one property the first stands for every other value.

import { t } from "../words/i18n.js";
import { PASS } from "./notation.js";

/// What is thought of a move.
export const JUDGMENTS = { "!": ["TE", "1"], "?": ["BM", "1"], "!!": ["TE", "2"], "??": ["BM", "2"], "!?": ["IT", ""], "?!": ["DO", ""] };
/// What is thought of the position after it.
export const ASSESSMENTS = {
  "=": ["DM", "1"], "∞": ["UC", "1"], "B+": ["GB", "1"], "W+": ["GW", "1"], "B++": ["GB", "2"], "W++": ["GW", "2"],
};

const namesOf = (glyphs) => Object.values(glyphs).map(([name]) => name);
export const isGlyph = (name, glyphs = { ...JUDGMENTS, ...ASSESSMENTS }) => namesOf(glyphs).includes(name);

/// The sign of a table that stands at a node; empty where none does.
export function glyphOf({ properties }, glyphs) {
  const [name, [value] = []] = properties.find(([own]) => isGlyph(own, glyphs)) ?? [];
  const all = Object.entries(glyphs).filter(([, [own]]) => own === name);
  return (all.find(([, [, own]]) => own === value) ?? all[0])?.[0] ?? "";
}

/// A sign with the letters of the sides as the language has them.
export const glyphText = (sign) => sign.replace("B", t("mark.black")).replace("W", t("mark.white"));

/// The annotated sign of a move; empty without one.
export const judgmentOf = (node) => glyphOf(node, JUDGMENTS);

/// Winning chances that a blunder costs.
const BLUNDER = 0.3;

/// The review's sign of a move; empty without one.
export function reviewOf({ review }, node) {
  const moment = review?.path[node.depth] === node ? review.moments.find(({ number }) => number === node.depth) : null;
  if (!moment || !(moment.turn || moment.misses_win)) return "";
  return moment.misses_win || moment.before - moment.after >= BLUNDER ? "??" : "?!";
}

const KINDS = { "!": "good", "!!": "good", "?!": "doubtful", "?": "doubtful", "??": "bad" };
/// The class of a sign's color.
export const kindOf = (sign) => KINDS[sign] ?? "other";

/// The signs of a move and its position for the stone; null without any.
export function badgeOf(game, node) {
  if (!node.parent || node.point === PASS) return null;
  const sign = judgmentOf(node) || reviewOf(game, node);
  const text = [sign, glyphText(glyphOf(node, ASSESSMENTS))].filter(Boolean).join(" ");
  return text ? { point: node.point, text, kind: kindOf(sign) } : null;
}

/// A move's properties with a sign of a table in the place of its other signs, or without the same sign.
export function withGlyph(node, sign, glyphs) {
  const rest = node.properties.filter(([name]) => !isGlyph(name, glyphs));
  const [name, value] = glyphs[sign];
  return glyphOf(node, glyphs) === sign ? rest : [...rest, [name, [value]]];
}
