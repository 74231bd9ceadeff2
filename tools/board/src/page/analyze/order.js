// The order of a move's variations.

import { t } from "../words/i18n.js";

/// The moves after a node in the order of the list, the main one first. In a given game the main move is the one that was
/// played; moves that were only tried cannot replace it.
function shownOrder(game, parent) {
  const main = parent.isAncestorOf(game.mainEnd()) ? game.mainChild(parent) : null;
  return main ? [main, ...parent.children.filter((child) => child !== main)] : parent.children;
}

/// The moves' order after a node's variation went one place up (`by` -1) or down (1). On the main line only the move itself
/// goes. Null if it cannot go.
export function moved(game, node, by) {
  const placeOf = (step) => shownOrder(game, step.parent).indexOf(step);
  const step = node.path().slice(1).findLast((one) => placeOf(one) > 0) ?? node;
  const order = [...shownOrder(game, step.parent)];
  const at = order.indexOf(step);
  const other = order[at + by];
  if (!other) return null;
  const isMain = Math.min(at, at + by) === 0;
  if (isMain && Boolean(step.isTried) !== Boolean(other.isTried)) return null;
  [order[at], order[at + by]] = [other, step];
  return order;
}

/// Reorders the moves on the path to a node by `change`, and says so.
export function reorder(app, node, change, text) {
  let orders = node.path().map((step) => [step, step.children]);
  const tried = node.path().filter(({ isTried }) => isTried);
  change();
  const taken = tried.filter(({ isTried }) => !isTried);
  app.emit("comment");
  const flip = () => {
    orders = orders.map(([step, order]) => {
      const { children } = step;
      // Moves played since then stay.
      const known = order.filter((child) => children.includes(child));
      step.children = [...known, ...children.filter((child) => !order.includes(child))];
      return [step, children];
    });
    for (const step of taken) step.isTried = !step.isTried;
    app.emit("comment");
  };
  app.history.add(flip, { text, what: ["order"] });
}

/// Makes the line through a node the main line.
export function promote(app, node) {
  reorder(app, node, () => app.game.promote(node), t("promoted"));
}
