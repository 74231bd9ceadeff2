// Games from files, opened by the server's readers.

import { RULES, readAddress } from "../game/address.js";
import { reasonsText, warningsText } from "../words/detail.js";
import { t } from "../words/i18n.js";
import { byId, fetchPart } from "../parts.js";
import { MAX_FILE, MAX_TEXT } from "../limits.js";
import { toBase64 } from "./bytes.js";
import { EncodingField } from "./encoding.js";
import { changeRule } from "./gamerule.js";
import { openAddress, openedText } from "../game/storage.js";
import { pack, unpack } from "../game/tree.js";

/// Games of a file offered at once.
const GAMES = 8;
/// Warnings shown with that choice.
const WARNINGS = 3;
/// Board size of a text of moves that names none.
const USUAL = 15;
/// Bytes by which the server recognizes a file.
const HEAD = 64;
/// Codes of the server's reasons against a text that another rule may lift.
const RULED = ["after", "noPass"];

/// Whether a reason, or one that is its value, depends on the rule.
const isRuled = (reason) => RULED.includes(reason?.code) || Object.values(reason?.values ?? {}).some(isRuled);

export class Files {
  constructor(app, play, panel) {
    Object.assign(this, { app, play, library: null, encoding: new EncodingField(app) });
    const input = panel.querySelector("#file");
    panel.querySelector("#open-file").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files[0]) this.openFile(input.files[0]);
      input.value = "";
    });
    const hint = byId("drop-hint");
    // Text dropped or pasted into a field goes to the field.
    const isInField = ({ target }) => target.closest?.("input, textarea");
    const isForField = (event) => isInField(event) && !event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
      hint.hidden = Boolean(isForField(event));
      if (!hint.hidden) event.preventDefault();
    });
    // No element is entered only if the drag leaves the window.
    addEventListener("dragleave", (event) => (hint.hidden = event.relatedTarget === null));
    addEventListener("drop", (event) => {
      hint.hidden = true;
      if (isForField(event)) return;
      event.preventDefault();
      this.take(event.dataTransfer);
    });
    addEventListener("paste", (event) => {
      // Copied text can come with a picture of itself.
      if (!isInField(event)) this.take(event.clipboardData, ({ type }) => !type.startsWith("image/"));
    });
  }

  /// Opens the first wanted file of what was dropped or pasted, or else its text.
  take(data, isWanted = () => true) {
    const file = [...(data?.files ?? [])].find(isWanted);
    const text = data?.getData("text");
    if (file) this.openFile(file);
    else if (text?.trim()) this.openText(text);
  }

  /// Removes the message about the previous file.
  forgetWords() {
    this.app.say("");
    this.encoding.show(null);
    this.library?.forgetWords();
  }

  async openFile(file, given = {}) {
    this.forgetWords();
    if (/\.json$/i.test(file.name) && (await this.copied(file))) return;
    const { name } = file;
    const ask = async () => this.app.connection.ask("recognize", { name, start: await toBase64(file.slice(0, HEAD)) });
    const known = await this.app.tried(ask);
    if (!known) return;
    if (known.kind === "library") return this.openLibrary(file);
    if (known.kind && (await this.app.databases.takes(file, known.kind))) return;
    if (file.size > MAX_FILE) return this.app.say(t("error.too_large"), "error");
    return this.open({ data: await toBase64(file), name, ...given });
  }

  /// Opens a library; its panel is loaded with the first one.
  openLibrary(file) {
    return this.app.fetched(fetchPart(import("./library.js")), ({ LibraryPanel }) => {
      this.library ??= new LibraryPanel(this.app, byId("library"), this.encoding);
      return this.library.open(file);
    });
  }

  /// Whether a file is a copy of kept games, which are then restored.
  async copied(file) {
    const games = await this.app.games().catch(() => null);
    return games?.transfer.takes(file);
  }

  keepAll(source, count) {
    const from = { rule: this.app.game.rule, width: USUAL, height: USUAL, ...source };
    return this.app.fetched(this.app.games(), ({ transfer }) => transfer.keepAll(from, count));
  }

  /// Opens a game in any format that the server reads. Returns whether it could. `given`: rule and size if the text names none.
  async openText(text, given = {}) {
    if (text.length > MAX_TEXT) return this.openFile(new File([text], ""), given);
    this.forgetWords();
    // The server reads links of other boards, and explains what is wrong with an unknown one.
    const link = text.trim().match(/^https?:\/\/[^\s#]+(#\S+)$/);
    const linked = link && readAddress(link[1]);
    if (linked) {
      if (openAddress(this.app, link[1], true) === false) this.app.say(t("sameGame"));
      return typeof linked !== "string";
    }
    return this.open({ text, ...given });
  }

  /// Reads a source under its given rule, or else that of the game on the board. A text without a rule that breaks this
  /// one is read under the first rule that allows it; `error` then says what is wrong under the board's rule.
  async read(source) {
    let error = null;
    for (const rule of new Set([this.app.game.rule, ...(source.rule ? [] : RULES)])) {
      try {
        return { data: await this.app.connection.ask("open", { rule, width: USUAL, height: USUAL, ...source }), error };
      } catch (failure) {
        error ??= failure;
        if (!isRuled(failure.values?.reason)) break;
      }
    }
    throw error;
  }

  /// Opens a text or a file's bytes. Asks which game if there are several, and for the rule if the text names none. Returns
  /// whether it could be read, if need be under the rule that is answered. `before`: the game read under a wrong rule.
  async open(source, before = null) {
    const { app } = this;
    try {
      const { data, error } = await this.read(source);
      const warned = await warningsText(data.warnings);
      if (data.titles) {
        this.choose(source, data);
        return true;
      }
      if (error && !data.names_rule) {
        app.report(error);
        return new Promise((opened) => {
          this.askRule((rule) => opened(this.open({ ...source, rule })), { close: () => opened(false) });
        });
      }
      const game = unpack(data);
      game.kept = before?.kept ?? null;
      game.opened = { result: data.result ?? null, end: game.current, isFile: true };
      const canUndo = app.edits.replace(() => {
        // A game opened in the list of games is shown in the analysis.
        if (app.mode === "games") app.setMode("analyze");
        app.load(game);
        if (app.mode === "play") this.play.hold();
      });
      this.encoding.show(data.encoding, (encoding) => this.open({ ...source, encoding }), game);
      const said = [openedText(game), warned].join("\n").trim();
      app.say(said, data.warnings.length > 0 ? "error" : "", canUndo);
      if (!data.names_rule && !source.rule) this.askRuleOf(source, game);
      return true;
    } catch (error) {
      app.report(error);
      return false;
    }
  }

  /// Asks for the rule of a game whose text names none. Until the answer the previous game's rule holds; another one may
  /// allow moves that were left out, so an unchanged game is read again.
  askRuleOf(source, game) {
    const { app, play } = this;
    const state = () => JSON.stringify(pack(game));
    const read = state();
    this.askRule(async (rule) => {
      if (rule === game.rule) return;
      if (state() !== read) return changeRule(app, play, rule);
      // Once the game is stored, the one under the new rule can take its place.
      const games = await app.games().catch(() => null);
      await games?.keeper.settle();
      return this.open({ ...source, rule }, game);
    });
  }

  /// Asks for the rule of a text that names none. `others`: further answers, as for [`App.offer`].
  askRule(act, others = {}) {
    const acts = RULES.map((rule) => [`rule.${rule}`, () => act(rule)]);
    const say = () => t("askRule", { rule: t(`rule.${this.app.game.rule}`) });
    this.app.offer(say, { ...Object.fromEntries(acts), ...others }, { stays: true });
  }

  /// Asks which game of a file to open. The words of its warnings are loaded.
  choose(source, data, from = 0) {
    const { count, titles, warnings } = data;
    const keep = (given) => this.keepAll({ ...source, ...given }, count);
    const numbers = titles.map((_, at) => at + 1).slice(from, from + GAMES);
    const acts = {
      ...Object.fromEntries(numbers.map((game) => [game, () => this.open({ ...source, game })])),
      ...(from + GAMES < titles.length && { moreGames: () => this.choose(source, data, from + GAMES) }),
      keepAll: () => (data.names_rule || source.rule ? keep() : this.askRule((rule) => keep({ rule }), { close: null })),
      close: null,
    };
    const say = () => {
      // There is room for a few warnings.
      const warned = warnings.slice(0, WARNINGS).map((warning) => reasonsText(warning) || warning.message);
      return [t("severalGames", data), ...warned].join("\n");
    };
    const label = (value) => (Number(value) ? `${value}: ${titles[value - 1]}` : t(value));
    this.app.offer(say, acts, { stays: true, label });
  }
}
