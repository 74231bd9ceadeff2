// The signs of a move as what can be chosen, in a menu and in a row of buttons.

import { t } from "../words/i18n.js";
import { glyphOf, glyphText } from "../game/glyphs.js";

/// What a sign means, in words.
function meaning(sign) {
  const player = { B: "black", W: "white" }[sign[0]];
  return player ? t(`judge.${sign.slice(1)}`, { player: t(player) }) : t(`judge.${sign}`);
}

/// The signs of a table at a node: { label, name, isOn, disabled, act }. On the same again a sign is taken away.
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
