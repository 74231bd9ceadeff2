// Annotation signs as choices of a menu and of a row of buttons.

import { t } from "../words/i18n.js";
import { glyphOf, glyphText } from "../game/glyphs.js";

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
