// Seats: a person, or the engine at a level.

export const FULL_LEVEL = 10;

export const human = () => ({ kind: "human" });
const engine = (level, seconds) => ({ kind: "engine", level, time: seconds * 1000 });

const isLevel = (level) => Number.isInteger(level) && level >= 1 && level <= FULL_LEVEL;

/// The seat of a choice: "human", or an engine's level.
export function seatOf(choice, seconds) {
  const level = Number(choice);
  return isLevel(level) ? engine(level, seconds) : human();
}

/// Whether stored data is a seat.
export function isSeat(seat) {
  if (seat?.kind === "engine") return isLevel(seat.level) && Number.isFinite(seat.time);
  return seat?.kind === "human";
}

export const areSeats = (seats) => isSeat(seats?.black) && isSeat(seats.white);

/// Whether stored data is the terms of a game; see [`Play.prepare`].
export function areTerms(terms) {
  if (!areSeats(terms?.seats)) return false;
  const { opening = "none", minutes, whiteMinutes, increment, byoyomi } = terms;
  return typeof opening === "string" && [minutes, whiteMinutes, increment, byoyomi].every((time) => Number.isFinite(time ?? 0));
}
