// Search of kept games, their titles and the reader's results.

import { t } from "../words/i18n.js";
import { COLORS } from "../game/notation.js";
import { resultName } from "../words/score.js";

/// The moves of a game, with its passes, as the numbers on the stones and in the list of moves count them.
export const countMoves = (head) => head.moves.match(/[a-z]+\d+|--/g)?.length ?? 0;

/// The color of the only person in a game against the engine; null in any other game.
function ownColor({ seats }) {
  const people = COLORS.filter((_, index) => seats?.[index] === 0);
  return people.length === 1 ? people[0] : null;
}

/// Black's or White's name: the game's, or the seat's.
function playerOf(head, index, nameOf) {
  const seat = head.seats?.[index];
  if (head.names[index]) return head.names[index];
  if (seat === undefined) return t(COLORS[index]);
  if (head.seats.every((one) => one === 0)) return t(COLORS[index]);
  return nameOf(seat === 0 ? { kind: "human" } : { kind: "engine", level: seat });
}

export const playersOf = (head, nameOf) => COLORS.map((_, index) => playerOf(head, index, nameOf)).join(" – ");

/// The result of a game from the point of view of its only person.
function resultText(head) {
  const own = ownColor(head);
  if (!head.result) return t("kept.results.open");
  if (own && head.result !== "draw") return t(head.result === own ? "kept.won" : "kept.lost");
  return resultName(head.result);
}

const STYLES = {
  time: { timeStyle: "short" },
  date: { dateStyle: "medium" },
  numbers: { year: "numeric", month: "numeric", day: "numeric" },
  whole: { dateStyle: "long" },
  month: { month: "long" },
};
const formats = new Map();

/// A cached formatter of times or dates: a search through thousands of games writes each date.
function format(language, style) {
  const key = `${language} ${style}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language, STYLES[style]));
  return formats.get(key);
}

function isSameDay(one, another) {
  const day = (time) => new Date(time).setHours(0, 0, 0, 0);
  return day(one) === day(another);
}

/// The line below a game's title. The date at the end is that of the last change.
export function describe(head, language) {
  const { rule, width, height, changed } = head;
  const date = format(language, isSameDay(changed, Date.now()) ? "time" : "date").format(changed);
  const moves = countMoves(head);
  const game = [`${t(`rule.${rule}`)} ${width}×${height}`, t("kept.moves", { moves }), resultText(head)];
  return [...game, ...(head.about ?? []), date].join(" · ");
}

/// Results to search for, each with its test.
export const RESULTS = {
  any: () => true,
  won: (head) => ownColor(head) !== null && head.result === ownColor(head),
  lost: (head) => ownColor(head) !== null && Boolean(head.result) && ![ownColor(head), "draw"].includes(head.result),
  black: (head) => head.result === "black",
  white: (head) => head.result === "white",
  draw: (head) => head.result === "draw",
  open: (head) => !head.result,
};

/// A text in the form that searches compare: without capitals, accents (Vietnamese is often typed without) and leading zeros.
function plain(text, language) {
  const bare = text.toLocaleLowerCase(language).normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
  return bare.replaceAll("đ", "d").replaceAll("×", "x").replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ""));
}

/// A function of a time with the spellings of its day: 2026-11-27, and the page language's numeric, short and full form.
function daysOf(language) {
  const known = new Map();
  return (time) => {
    const date = new Date(time);
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].join("-");
    if (!known.has(day)) {
      const said = ["date", "numbers", "whole", "month"].map((style) => format(language, style).format(date));
      known.set(day, plain([day, ...said].join(" "), language));
    }
    return known.get(day);
  };
}

/// A test for a word in plain texts. Numbers match whole: 5 matches neither 15 nor a part of 2026-11-5.
function testOf(word) {
  const isNumber = /^\d+$/.test(word);
  const before = isNumber ? "(?:^|[^\\d\\-/.:]|(?:^|\\D)[-/.:])" : /^\d/.test(word) ? "(?:^|\\D)" : "";
  const after = isNumber ? "(?!\\d|[-/.:]\\d)" : /\d$/.test(word) ? "(?!\\d)" : "";
  const pattern = new RegExp(`${before}${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${after}`);
  return (text) => pattern.test(text);
}

/// The games found by a search: the list's text or the date contains every word of `words`; `result` is a key of
/// RESULTS; `kind` is a head's kind or "any".
export function find(heads, { words, result, kind }, { nameOf, language }) {
  const wanted = plain(words, language).split(/\s+/).filter(Boolean).map(testOf);
  const dayOf = daysOf(language);
  const isFound = (head) => {
    if (!RESULTS[result](head) || (kind !== "any" && head.kind !== kind)) return false;
    if (wanted.length === 0) return true;
    const listed = [head.name, playersOf(head, nameOf), describe(head, language)].join(" ");
    const said = `${plain(listed, language)} ${dayOf(head.changed)}`;
    return wanted.every((isIn) => isIn(said));
  };
  return heads.filter(isFound);
}

/// Finished games of one person against the engine, by rule and level: { rule, level, won, drawn, lost }.
export function results(heads) {
  const rows = new Map();
  for (const head of heads) {
    const own = ownColor(head);
    if (!own || !head.result || head.isSetUp) continue;
    const level = Math.max(...head.seats);
    const key = `${head.rule} ${String(level).padStart(2, "0")}`;
    const row = rows.get(key) ?? { rule: head.rule, level, won: 0, drawn: 0, lost: 0 };
    row[head.result === "draw" ? "drawn" : head.result === own ? "won" : "lost"]++;
    rows.set(key, row);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/// The current and the longest streak of wins.
export function streaks(heads) {
  const over = heads.filter((head) => ownColor(head) && head.result && !head.isSetUp);
  let [now, most, isBroken, run] = [0, 0, false, 0];
  // The latest game comes first. A later comment changes no order.
  for (const head of over.sort((a, b) => b.created - a.created)) {
    const isWon = RESULTS.won(head);
    if (!isWon) isBroken = true;
    else if (!isBroken) now++;
    run = isWon ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return { now, most };
}
