// The signs of an annotator, each as a property of SGF and its value. Of two with one property the first stands for every other value.

import { t } from "../words/i18n.js";

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

/// `!`, `?!`, `??` …: what was written of a move; empty where nothing was.
export const judgmentOf = (node) => glyphOf(node, JUDGMENTS);

/// A move's properties with a sign of a table in the place of its other signs, or without the same sign.
export function withGlyph(node, sign, glyphs) {
  const rest = node.properties.filter(([name]) => !isGlyph(name, glyphs));
  const [name, value] = glyphs[sign];
  return glyphOf(node, glyphs) === sign ? rest : [...rest, [name, [value]]];
}
