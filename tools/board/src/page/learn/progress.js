// The reader's progress with puzzles, stored in the browser. A failed puzzle is repeated after ten minutes and, each time it
// is solved, after one, three and seven days. Then it is done.

import { local } from "../webstorage.js";

const KEY = "tengen.learn";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/// Pauses before a puzzle is repeated, by the number of solutions since it was failed.
export const PAUSES = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const KNOWN = PAUSES.length;

export class Progress {
  constructor(storage = local, now = Date.now) {
    Object.assign(this, { storage, now });
    /// The chosen puzzles, the current and the best streak, and { step, due } by puzzle.
    Object.assign(this, { choice: { rule: "", kind: "", grade: 0 }, streak: 0, best: 0, cards: {} });
    this.read();
  }

  /// Reads what is stored, also before each change: another tab may have stored more.
  read() {
    try {
      const kept = JSON.parse(this.storage.getItem(KEY) ?? "{}");
      for (const key of ["choice", "cards"]) if (kept[key] && typeof kept[key] === "object") this[key] = kept[key];
      for (const key of ["streak", "best"]) if (Number.isInteger(kept[key])) this[key] = kept[key];
    } catch {
      this.storage.removeItem(KEY);
    }
  }

  keep() {
    const { choice, streak, best, cards } = this;
    this.storage.setItem(KEY, JSON.stringify({ choice, streak, best, cards }));
  }

  choose(choice) {
    this.read();
    Object.assign(this.choice, choice);
    this.keep();
  }

  isSolved(id) {
    return (this.cards[id]?.step ?? -1) > 0;
  }

  /// Whether a failed puzzle will be repeated, now or later.
  isToRepeat(id) {
    return (this.cards[id]?.step ?? KNOWN) < KNOWN;
  }

  isDue(id) {
    return this.isToRepeat(id) && this.cards[id].due <= this.now();
  }

  /// Notes a solution without wrong moves and without the last hint.
  solved(id) {
    this.read();
    this.streak += 1;
    this.best = Math.max(this.best, this.streak);
    const step = id in this.cards ? Math.min(KNOWN, this.cards[id].step + 1) : KNOWN;
    this.cards[id] = { step, due: this.now() + (PAUSES[step] ?? 0) };
    this.keep();
  }

  failed(id) {
    this.read();
    this.streak = 0;
    this.cards[id] = { step: 0, due: this.now() + PAUSES[0] };
    this.keep();
  }

  /// The next of some puzzles: one that is due, else one of the easiest new ones, else any except the last.
  next(puzzles, last = null, random = Math.random) {
    const others = puzzles.length > 1 ? puzzles.filter(({ id }) => id !== last) : puzzles;
    const due = others.filter(({ id }) => this.isDue(id)).sort((a, b) => this.cards[a.id].due - this.cards[b.id].due);
    if (due.length > 0) return due[0];
    const fresh = others.filter(({ id }) => !(id in this.cards));
    const grade = ({ grade: stars = 0 }) => stars;
    const least = fresh.reduce((least, puzzle) => Math.min(least, grade(puzzle)), Infinity);
    const easiest = fresh.filter((puzzle) => grade(puzzle) === least);
    const from = easiest.length > 0 ? easiest : others;
    return from[Math.floor(random() * from.length)] ?? null;
  }
}
