// The places of variations among each other.

/// The moves after a node as the list shows them, the main one first. In a game that is played here that is the move that was
/// played, and nothing that was only tried can take its place.
function shownOrder(game, parent) {
  const main = parent.isAncestorOf(game.mainEnd()) ? game.mainChild(parent) : null;
  return main ? [main, ...parent.children.filter((child) => child !== main)] : parent.children;
}

/// The order of the moves in which the variation that a node belongs to stands one place earlier (`by` -1) or later (1); on the
/// main line that move itself. Null where it cannot be moved.
export function moved(game, node, by) {
  const placeOf = (step) => shownOrder(game, step.parent).indexOf(step);
  const step = node.path().slice(1).findLast((one) => placeOf(one) > 0) ?? node;
  const order = [...shownOrder(game, step.parent)];
  const at = order.indexOf(step);
  const other = order[at + by];
  if (!other) return null;
  const isMainLost = Math.min(at, at + by) === 0 && [step, other].some(({ isTried }) => isTried) && ![step, other].every(({ isTried }) => isTried);
  if (isMainLost) return null;
  [order[at], order[at + by]] = [other, step];
  return order;
}
