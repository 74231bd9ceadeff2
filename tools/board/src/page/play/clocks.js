// Clocks: the time of each side, increment for a move, and byo-yomi, the seconds for each move once the time is used up.

/// Share of the byo-yomi that the engine may use; the rest covers transmission.
const SHARE = 0.8;

/// Clocks in milliseconds, { black, white, increment, byoyomi, late }, `late` marking sides in byo-yomi; null without times.
export function newClocks({ minutes = 0, whiteMinutes = null, increment = 0, byoyomi = 0 }) {
  const [black, white] = [minutes, whiteMinutes ?? minutes].map((time) => Math.round(time * 60_000));
  if (black + white <= 0 && byoyomi <= 0) return null;
  const clocks = { black, white, increment: increment * 1000, byoyomi: byoyomi * 1000, late: { black: false, white: false } };
  for (const color of ["black", "white"]) if (clocks[color] <= 0) enter(clocks, color);
  return clocks;
}

/// Whether stored data is a valid state of clocks.
export function areClocks(clocks) {
  const { black, white, increment, byoyomi = 0 } = clocks ?? {};
  return [black, white, increment, byoyomi].every((time) => Number.isFinite(time) && time >= 0);
}

/// Starts the byo-yomi of a side whose time is used up.
function enter(clocks, color) {
  clocks[color] += clocks.byoyomi;
  clocks.late = { ...clocks.late, [color]: true };
}

/// Takes passed time from a side's clock. Returns whether any time is left.
export function run(clocks, color, passed) {
  clocks[color] -= passed;
  if (clocks[color] <= 0 && clocks.byoyomi > 0 && !clocks.late?.[color]) enter(clocks, color);
  if (clocks[color] > 0) return true;
  clocks[color] = 0;
  return false;
}

/// Ends a side's move on its clock.
export function press(clocks, color) {
  if (clocks.late?.[color]) clocks[color] = clocks.byoyomi;
  else clocks[color] += clocks.increment;
}

/// The engine's times for a move.
export function timeOf(clocks, color, values) {
  const left = Math.max(0, Math.floor(clocks[color]));
  if (clocks.late?.[color]) return { ...values, time_ms: Math.max(1, Math.min(values.time_ms, Math.floor(SHARE * left))) };
  return { ...values, left_ms: left };
}
