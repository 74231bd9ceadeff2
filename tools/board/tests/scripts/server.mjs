// A server that knows one game, whoever has put down the last stone of twelve wins, and one opening, swap2. What it
// answers comes a little later, in an order that its random numbers give.

import { notation } from "./page.mjs";

export const LAST = 12;

/// Random numbers from a seed: xorshift.
export function random(seed) {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const failed = (code) => Object.assign(new Error(code), { code, values: {} });

/// What swap2 wants after these acts.
function stage(acts) {
  const of = (due, player, first, left = 0, instead = null) => ({
    due, player, first, left, instead, fifths: null, offers: [], closed: [], name: null,
  });
  if (acts.length < 3) return of("stone", "first", "black", 3 - acts.length);
  const sides = { black: "white", white: "black" };
  if (acts.length === 3) return of("side", "second", "black", 0, "more");
  if (acts[3] !== "more") return of(null, null, sides[acts[3]]);
  if (acts.length < 6) return of("stone", "second", "black", 6 - acts.length);
  return acts.length === 6 ? of("side", "first", "black") : of(null, null, acts[6]);
}

export class FakeConnection extends EventTarget {
  constructor(dice) {
    super();
    Object.assign(this, { dice, isOnline: true, waiting: new Set(), search: null, fails: 0 });
  }

  ask(name, values) {
    if (!this.isOnline) return Promise.reject(failed("offline"));
    return new Promise((resolve, reject) => {
      const question = { name, values, resolve, reject };
      this.waiting.add(question);
      if (name !== "think" && name !== "negotiate") return;
      this.stop();
      this.search = question;
    });
  }

  get lastSearch() {
    return this.search;
  }

  stopSearch(search) {
    if (search === this.search) this.stop();
  }

  stop() {
    if (this.search && this.waiting.delete(this.search)) this.search.reject(failed("stopped"));
    this.search = null;
  }

  become(isOnline) {
    this.isOnline = isOnline;
    const lost = isOnline ? [] : [...this.waiting];
    if (!isOnline) this.waiting.clear();
    this.dispatchEvent(new Event("state"));
    for (const { reject } of lost) reject(failed("offline"));
  }

  /// Answers one of the questions that wait; false when there is none.
  answerOne() {
    const list = [...this.waiting];
    if (list.length === 0) return false;
    const question = list[this.dice(list.length)];
    this.waiting.delete(question);
    if (this.fails > 0 && this.dice(this.fails) === 0) question.reject(failed("busy"));
    else question.resolve(this[question.name](question.values));
    return true;
  }

  /// A random empty point.
  empty({ width, height, moves }, count = 1) {
    const size = { width, height };
    const taken = new Set(notation.parsePoints(size, moves));
    const points = Array.from({ length: width * height }, (_, point) => point).filter((point) => !taken.has(point));
    return Array.from({ length: count }, () => points.splice(this.dice(points.length), 1)[0]);
  }

  judge({ position }) {
    const count = notation.parsePoints(position, position.moves).length;
    return { outcome: count < LAST ? null : "white", line: [], forbidden: [] };
  }

  think({ position }) {
    const [point] = this.empty(position);
    return { point, line: [point], score: "0", share: 0.5 };
  }

  opening({ acts }) {
    return stage(acts);
  }

  negotiate({ position, acts }) {
    const { due, left, instead } = stage(acts);
    if (due === "stone") return { acts: this.empty(position, left).map((point) => notation.pointName(position, point)) };
    const sides = ["black", "white", ...(instead ? [instead] : [])];
    return { acts: [sides[this.dice(sides.length)]] };
  }
}
