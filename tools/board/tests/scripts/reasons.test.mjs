// Reasons against the sources: every sentence of an error or a warning has a template, and every template a sentence.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { load } from "./page.mjs";

const { default: reasons } = await load("lang/reasons/en.js");
const ROOT = new URL("../../../../", import.meta.url);
/// Folders and files with the sentences that the page shows.
const SOURCES = [
  "database/src/exchange/text.rs", "database/src/exchange/yixin.rs", "database/src/renlib/read.rs", "database/src/sgf",
  "database/src/storage/error.rs", "engine/src/base/color.rs", "engine/src/base/point.rs", "engine/src/base/rule.rs",
  "engine/src/board/notation.rs", "tools/board/src/databases.rs", "tools/board/src/shelf.rs", "tools/game/src/draw/gif.rs",
  "tools/game/src/formats", "tools/game/src/record.rs", "tools/study/src/puzzle", "tools/study/src/solve.rs",
];
/// Calls and attributes with a sentence.
const CALLS = String.raw`(?:ReadError::(?:new|at)|warn(?:_of_\w+)?|advise|bail!|ensure!|anyhow!|(?:with_)?context|#\[error)\(`;
/// A comment, a text (the group), another literal, such a call, or a bracket.
const TOKEN = new RegExp(String.raw`//[^\n]*|b"(?:[^"\\]|\\.)*"|r(#*)"[^]*?"\1|b?'(?:[^'\\\n]|\\[^\n]{1,8}?)'|` +
  String.raw`"(?<text>(?:[^"\\]|\\[^])*)"|${CALLS}|[([{}\])]`, "g");
/// Sentences of commands and other programs, which the page never shows.
const COMMANDS = new RegExp([
  "--[a-z]", "`tengen (formats|gtp)`", "is (only read|not text)", "expected a name", "lacks letters", "has no '",
  "write it in UTF-8", "not of 7$", "at most can be read", "cannot be read after", "^no game 7", "^a pass:", "exclude each other",
  "unknown bits", "close it there", "can only be read", "the game is over: ", "solver failed",
].join("|"));
/// Templates of sentences elsewhere: of an opening, of the XML parser, and with the name of a color.
const ELSEWHERE = ["tooSmall", "syntaxError", "illFormed", "turnBlack", "turnWhite"].map((code) => `detail.${code}`);
/// Stands for every value of a sentence.
const VALUE = "7";

/// The texts of a source, and whether each is that of a call. A constant's text stands for its name.
function textsOf(path) {
  const [source] = readFileSync(new URL(path, ROOT), "utf8").split("#[cfg(test)]");
  const constants = Object.fromEntries([...source.matchAll(/const (\w+): &str = "([^"{]*)"/g)].map((found) => found.slice(1)));
  const valueOf = (part) => ({ "{{": "{", "}}": "}" })[part] ?? constants[part.slice(1, -1)] ?? VALUE;
  const [texts, open] = [[], []];
  for (const { 0: token, groups: { text } } of source.matchAll(TOKEN)) {
    if (text !== undefined) {
      const plain = text.replace(/\\\n\s*/g, "").replace(/\\(.)/g, "$1");
      const said = plain.replace(/\{\{|\}\}|\{[^}]*\}/g, valueOf).replace(/^[:;] /, "");
      texts.push({ path, said, isOfCall: open.includes(true) });
    } else if (/[([{]$/.test(token)) open.push(token.length > 1);
    else if (/^[)\]}]$/.test(token)) open.pop();
  }
  return texts;
}

/// The pattern of a value, by the engine's lists of names.
const ENGINE = readFileSync(new URL("tools/board/src/message/reason.rs", ROOT), "utf8");
const [PARTS, NUMBERS, WORDS] = ["PARTS", "NUMBERS", "WORDS"].map((list) => {
  return JSON.parse(new RegExp(String.raw`const ${list}: .* = (\[.*\]);`).exec(ENGINE)[1]);
});
function patternOf(name) {
  if (PARTS.includes(name)) return `(?<${name}>.+?)`;
  if (NUMBERS.includes(name)) return String.raw`\d+`;
  if (WORDS.includes(name)) return String.raw`\S+?`;
  return { quoted: "[^']+", format: "(?:(?!; ).)+?", rules: "(?:(?![:;] ).)+?" }[name] ?? ".+?";
}

const TEMPLATES = Object.entries(reasons).map(([code, text]) => {
  const parts = text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? patternOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return { code, pattern: new RegExp(`^${parts.join("")}$`), sample: text.replace(/\{\w+\}/g, VALUE) };
});

/// The codes of a sentence and of its parts; null if there is no template.
function codesOf(said) {
  if (said === VALUE) return [];
  for (const { code, pattern } of TEMPLATES) {
    const found = pattern.exec(said);
    const parts = found && Object.values(found.groups ?? {}).map(codesOf);
    if (parts?.every(Boolean)) return [code, ...parts.flat()];
  }
  return null;
}

const FILES = SOURCES.flatMap((path) => {
  if (path.endsWith(".rs")) return [path];
  const names = readdirSync(new URL(path, ROOT), { recursive: true });
  return names.filter((name) => name.endsWith(".rs")).map((name) => `${path}/${name}`);
});
const TEXTS = FILES.flatMap(textsOf);

test("every sentence of an error or a warning has a template", () => {
  // A sentence with a part at its beginning or end may be the rest of a template.
  const isRest = (said) => TEMPLATES.some(({ sample }) => (said.startsWith(VALUE) && sample.endsWith(said.slice(VALUE.length))) ||
    (said.endsWith(VALUE) && sample.startsWith(said.slice(0, -VALUE.length))));
  const isKnown = (said) => codesOf(said) || codesOf(said.replace(VALUE, "")) || isRest(said) || COMMANDS.test(said);
  const lost = TEXTS.filter(({ said, isOfCall }) => isOfCall && /[a-z]{2} [a-z]{2}/.test(said) && !isKnown(said));
  assert.deepEqual(lost.map(({ path, said }) => `${path}: ${said}`), []);
});

test("every template is a sentence of the sources", () => {
  const used = new Set([...ELSEWHERE, ...TEXTS.flatMap(({ said }) => codesOf(said) ?? [])]);
  const texts = ["", VALUE, ...TEXTS.map(({ said }) => said)];
  // Or it consists of two texts, one behind the other or in the place of the other's value.
  const isSaid = (sample) => [...sample].some((_, at) => {
    const [begin, end] = [sample.slice(0, at), sample.slice(at)];
    return texts.some((text) => text === begin || text.startsWith(begin + VALUE)) &&
      texts.some((text) => text === end || text.endsWith(VALUE + end));
  });
  assert.deepEqual(TEMPLATES.filter(({ code, sample }) => !used.has(code) && !isSaid(sample)).map(({ code }) => code), []);
});
