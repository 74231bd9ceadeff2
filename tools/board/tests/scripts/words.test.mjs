// What the page says in a language: numbers, scores, and the reasons of the server, which are English.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { App, detail, i18n, learnDetails, load, score } from "./page.mjs";

const { glyphText } = await load("game/glyphs.js");
const { warningsText } = await load("words/detail.js");
await i18n.learnTexts("later");

beforeEach(() => {
  i18n.setCrosses(false);
  return i18n.setLanguage("en");
});

test("numbers are written as the language writes them", async () => {
  assert.equal(i18n.number(1234567), "1,234,567");
  assert.equal(i18n.number(2, 1), "2.0");
  await i18n.setLanguage("vi");
  assert.equal(i18n.number(1234567), "1.234.567");
  assert.equal(i18n.number(2, 1), "2,0");
});

test("words follow their number as the language counts", async () => {
  const said = (moves) => i18n.t("opened", { moves });
  assert.deepEqual([1, 2, 0].map(said), ["Opened: 1 move.", "Opened: 2 moves.", "Opened: 0 moves."]);
  const library = (count) => i18n.t("libraryAbout", { name: "a.lib", moves: count, positions: count, comments: count });
  assert.equal(library(1), "a.lib: 1 move, 1 position, 1 with texts");
  assert.equal(library(2000), "a.lib: 2,000 moves, 2,000 positions, 2,000 with texts");
  assert.deepEqual(["kept.known", "proof.progress"].map((name) => i18n.t(name, { count: 1 })), ["1 was there already.", "1 position proved so far"]);
  assert.equal(i18n.t("kept.saving", { done: 1, all: 1 }), "1 of 1 game …");
  await i18n.setLanguage("ru");
  const forms = [1, 2, 5, 11, 21, 22, 112].map((moves) => said(moves).slice("Открыто: ".length));
  assert.deepEqual(forms, ["1 ход.", "2 хода.", "5 ходов.", "11 ходов.", "21 ход.", "22 хода.", "112 ходов."]);
  await i18n.setLanguage("ja");
  assert.equal(said(1234), "開きました：1,234手。");
});

test("what cannot be taken back or made again is called as the buttons of a game and of a change call it", async () => {
  for (const language of ["en", "vi", "zh", "ja", "ko", "ru"]) {
    await i18n.setLanguage(language);
    const stem = (name) => i18n.t(name).slice(0, 3).toLowerCase();
    for (const [said, ...names] of [["nothingToRedo", "redo", "redoChange"], ["nothingToUndo", "undo", "undoChange"]]) {
      for (const name of names) assert.ok(i18n.t(said).toLowerCase().includes(stem(name)), `${language} ${name}`);
    }
  }
});

test("of two languages asked for in one moment the last stays", async () => {
  await Promise.all([i18n.setLanguage("ko"), i18n.setLanguage("zh")]);
  assert.equal(i18n.t("language"), "简体中文");
});

test("a language that cannot be loaded is not chosen, and leaves no text of its own", { timeout: 60_000 }, async () => {
  const { applySettings } = await load("panel/appearance.js");
  const { LANGUAGES } = await load("words/languages.js");
  const { change, settings } = await load("settings.js");
  Object.assign(document, { documentElement: { dataset: {} }, getElementById: () => ({ setAttribute() {}, addEventListener() {} }) });
  await i18n.setLanguage("en");
  const app = new App(Object.assign(new EventTarget(), { isOnline: false }));
  applySettings(app);
  LANGUAGES.xx = "none";
  change({ language: "xx" });
  while (!app.message.text) await new Promise(setImmediate);
  assert.deepEqual([app.message.text, settings.language], [i18n.t("error.offline"), "en"]);
  // Another one may be chosen before that.
  app.say("");
  change({ language: "xx" });
  const failed = i18n.languageIsThere();
  change({ language: "ko" });
  delete LANGUAGES.xx;
  await Promise.all([failed, i18n.languageIsThere()]);
  await new Promise(setImmediate);
  assert.deepEqual([app.message.text, settings.language, i18n.t("language")], ["", "ko", "한국어"]);
});

test("scores are Black's, whoever is to move, and say who wins", async () => {
  const of = (text, share, side) => ["scoreText", "scoreMark", "scoreCell"].map((form) => score[form]({ score: text, share }, side));
  assert.deepEqual(of("12", 0.62, "black"), ["Black 62 %", "62", "B 62 %"]);
  assert.deepEqual(of("12", 0.62, "white"), ["Black 38 %", "38", "B 38 %"]);
  // The fifth ply is the third stone of who is to move, the fourth one the second stone of the other.
  assert.deepEqual(of("+M5", 1, "white"), ["White wins in 3 moves", "W3", "W3"]);
  assert.deepEqual(of("-M4", 0, "white"), ["Black wins in 2 moves", "B2", "B2"]);
  // What is not proven is no share, either.
  assert.deepEqual(of("won", 1, "black"), ["Black wins, unproven", "B?", "B?"]);
  assert.deepEqual(of("lost", 0, "black"), ["White wins, unproven", "W?", "W?"]);
  assert.deepEqual(["12", "-12", "+M5"].map((text) => score.pointsText(text, "white")), ["Black: score −12", "Black: score +12", ""]);
  i18n.setCrosses(true);
  assert.deepEqual(of("+M5", 1, "white"), ["O wins in 3 moves", "O3", "O3"]);
});

test("the moves of a win are the winner's own, and are called so in every text", async () => {
  // What stands around their number: one's own moves, where the word alone would count both sides' ones, and no stones.
  const words = {
    en: /wins?( by fours| by threats)? in 3 moves/, vi: /sau (nhiều nhất )?3 nước/, zh: /再下 3 手获胜/,
    ja: /3手打てば勝ち/, ko: /3수 더 두면 (승리|이깁니다)/, ru: /за 3 хода/,
  };
  await Promise.all([i18n.learnTexts("later"), i18n.learnTexts("learn")]);
  for (const [language, said] of Object.entries(words)) {
    await i18n.setLanguage(language);
    const values = { player: i18n.t("black"), stones: 3, line: "h8", number: 7, move: "i9", best: "h8" };
    for (const name of ["score.wins", "vcf.win", "vct.win", "proof.win", "missedWin", "learn.hintFours", "learn.hintThreats"]) {
      assert.match(i18n.t(name, values), said, `${language} ${name}`);
    }
    const report = JSON.parse(readFileSync(new URL(`../../../language/src/texts/${language}.json`, import.meta.url)));
    const { default: later } = await import(`../../src/page/lang/later/${language}.js`);
    assert.ok(report["report.win"].replaceAll("moves:", "stones:").replace("{moves}", "{stones}").startsWith(later.missedWin), language);
  }
});

test("no language shows the words of the protocol in a score", async () => {
  // Vietnamese has Latin letters of its own.
  for (const [language, foreign] of [["vi", /M\d|won|lost|score|[{}]/], ...["zh", "ja", "ko", "ru"].map((code) => [code, /[A-Za-z{}]/])]) {
    await i18n.setLanguage(language);
    for (const found of [{ score: "12", share: 0.62 }, { score: "+M5", share: 1 }, { score: "-M4", share: 0 }, { score: "won", share: 1 }]) {
      for (const form of ["scoreText", "scoreMark", "scoreCell"]) {
        const text = score[form](found, "white");
        assert.doesNotMatch(text, foreign, language);
      }
    }
  }
});

/// A reason as the server gives it.
const reason = (code, values = {}, message = "in English") => ({ code, values, message });
const unknown = { message: "what nobody has translated" };

test("reasons are said in Vietnamese, and no English is left in them", async () => {
  const said = reason("line", { line: "2", rest: reason("pointExample", { text: "z99", size: "15x15" }) }, "line 2: 'z99' is not a point");
  assert.equal(detail(said), said.message);
  assert.equal(detail(reason("format", { rest: said })), said.message);
  await i18n.setLanguage("vi");
  assert.equal(detail(said), "");
  await learnDetails();
  assert.equal(detail(said), "dòng 2: 'z99' không phải là điểm trên bàn 15x15 (cần chữ cột và số hàng, như c4)");
  const occupied = reason("occupied", { number: "2", point: "h8" });
  assert.equal(detail(reason("variation", { rest: occupied })), "trong một biến: nước 2, h8: điểm đã có quân");
  const library = reason("advice", { rest: reason("libraryEnds", { at: "20" }), more: reason("libraryRead", { count: "12" }) });
  assert.equal(detail(reason("format", { rest: library })),
    "thư viện kết thúc ở byte 20, nơi còn nước đi được báo trước; đã đọc 12 nút trước đó");
  const cut = reason("fileCut", { count: "2", all: "5" });
  assert.equal(detail(reason("byte", { at: "3", rest: cut })), "byte 3: tệp bị cắt: đã đọc 2 trong 5 nước");
  assert.equal(detail(reason("line", { line: "7", rest: unknown })), "dòng 7");
  assert.equal(detail(unknown), "");
});

test("reasons are said in every language, and no English is left in them", async () => {
  const read = reason("movesRead", { rest: reason("occupied", { number: "2", point: "h8" }), count: "3" });
  const said = reason("line", { line: "2", rest: read });
  const whole = {
    zh: "第 2 行：第 2 手 h8：该点已有棋子：已读取 3 手",
    ja: "2行目：2手目 h8：石があります：3手読みました",
    ko: "2행: 2수 h8: 이미 돌이 있습니다: 3수를 읽었습니다",
    ru: "строка 2: ход 2, h8: пункт занят: прочитаны 3 хода",
  };
  const beside = {
    zh: ["第 7 行", "第 2 手 h8：该点已有棋子", "未知规则 'omok'：采用自由规则"],
    ja: ["7行目", "2手目 h8：石があります", "ルール 'omok' は知られていません：五目並べ（禁手なし）とします"],
    ko: ["7행", "2수 h8: 이미 돌이 있습니다", "알 수 없는 룰 'omok': 자유 룰(으)로 봅니다"],
    ru: ["строка 7", "ход 2, h8: пункт занят", "правила 'omok' неизвестны: вместо них свободное гомоку"],
  };
  for (const [language, text] of Object.entries(whole)) {
    await i18n.setLanguage(language);
    await learnDetails();
    assert.equal(detail(said), text);
    const cut = [reason("line", { line: "7", rest: unknown }), reason("advice", { rest: read.values.rest, more: unknown })];
    const rule = reason("unknownRule", { text: "omok", rule: "freestyle" });
    assert.deepEqual([...cut, rule].map(detail), beside[language]);
    assert.equal(detail(reason("advice", { rest: unknown, more: read.values.rest })), beside[language][1]);
  }
});

test("with crosses and rings the sides are called so in every sentence", async () => {
  const said = () => [i18n.t("wins", { winner: i18n.t("white") }), i18n.t("choice.black"), i18n.t("theme.dark")];
  i18n.setCrosses(true);
  assert.deepEqual(said(), ["O wins.", "Play X", "dark"]);
  assert.deepEqual(["B+", "W++", "="].map(glyphText), ["X+", "O++", "="]);
  await i18n.setLanguage("vi");
  assert.deepEqual(said(), ["O thắng.", "Cầm quân X", "tối"]);
  await learnDetails();
  assert.equal(detail(reason("writeBlack")), "hãy ghi quân Đen là X");
});

test("several warnings are a sentence each, with the marks and blanks of the language", async () => {
  const left = (number) => reason("moveOut", { rest: reason("occupied", { number, point: "h8" }) }, `move ${number}, h8: the point is occupied: 1 move is left out`);
  const outside = reason("offBoard", { point: "z9" }, "z9 is off the board");
  const failed = error("unreadable", { reason: reason("line", { line: "2", rest: reason("noMoves", { link: "x" }) }, "line 2: no moves in the link 'x'") });
  const all = {
    en: ["Move 2, h8: the point is occupied: 1 move is left out.\nz9 is off the board.", "This cannot be read as a game. Line 2: no moves in the link 'x'."],
    ru: ["Ход 2, h8: пункт занят: пропущен 1 ход.\nz9 вне доски.", "Это не читается как партия. Строка 2: в ссылке 'x' нет ходов."],
    zh: ["第 2 手 h8：该点已有棋子：略去 1 手。\nz9 在棋盘之外。", "无法作为棋谱读取。第 2 行：链接 'x' 中没有着法。"],
  };
  for (const [language, [warned, said]] of Object.entries(all)) {
    await i18n.setLanguage(language);
    assert.equal(await warningsText([left("2"), outside]), warned);
    assert.equal(App.prototype.describe(failed), said);
  }
});

test("Chinese has a blank between its characters and Latin ones, also those of a value", async () => {
  await i18n.setLanguage("zh");
  assert.equal(i18n.t("askRule", { rule: i18n.t("rule.caro") }), "文本没有写明规则。是哪一种？（现为 Caro（越南五子棋））");
  assert.equal(i18n.t("wins", { winner: i18n.t("black") }), "黑方胜。");
  i18n.setCrosses(true);
  assert.deepEqual([i18n.t("chances"), i18n.t("wins", { winner: "O" })], ["X 胜率", "O 胜。"]);
});

const error = (code, values = {}) => Object.assign(new Error("English words"), { code, values });
const secondLine = { code: "line", values: { line: "2", rest: { code: "pass", values: {} } }, message: "line 2: a pass" };

/// What the page says of an error that comes together with a choice of language.
async function saidAfter(language, failed) {
  const app = new App(Object.assign(new EventTarget(), { isOnline: false }));
  const said = new Promise((resolve) => app.on("message", () => resolve(app.message.text)));
  i18n.setLanguage(language);
  app.report(failed);
  return said;
}

test("an error is said in the language that was just chosen", async () => {
  assert.equal(await saidAfter("vi", error("too_large")), i18n.t("error.too_large"));
  assert.equal(i18n.t("language"), "Tiếng Việt");
});

test("the reason of an error has its words when the language comes at the same time", async () => {
  const said = await saidAfter("ko", error("unreadable", { reason: secondLine }));
  assert.match(said, /2행/);
});

test("texts that are learned while a language comes are there in it", async () => {
  await Promise.all([i18n.setLanguage("ru"), i18n.learnTexts("learn"), i18n.learnTexts("later")]);
  const { default: learn } = await import("../../src/page/lang/learn/ru.js");
  const { default: later } = await import("../../src/page/lang/later/ru.js");
  for (const texts of [learn, later]) {
    const [name, text] = Object.entries(texts).find(([, text]) => !text.includes("{"));
    assert.equal(i18n.t(name), text);
  }
});
