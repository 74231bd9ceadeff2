// The list of kept games: search, open, rename, delete, restore, save together.

import { MAX_NAME } from "../limits.js";
import { number, t } from "../words/i18n.js";
import { button, byId, check, entry, fill, iconButton, made, named, onSubmit, refill, span } from "../parts.js";
import { gameOf } from "./record.js";
import { RESULTS, describe, find, playersOf, results, streaks } from "./search.js";

/// Games shown at once.
const SHOWN = 30;
const KINDS = ["any", "played", "opened", "analysis"];
const RENAME = "M4 20l1-4L16.5 4.5l3 3L8 19zM14.5 6.5l3 3";
const DELETE = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";

const languageNow = () => document.documentElement.lang;

export class GameList {
  constructor({ app, play, store, keeper, passages, transfer }, box) {
    Object.assign(this, { app, play, store, keeper, passages, box, heads: [], shown: SHOWN, renamed: null });
    const data = { tPlaceholder: "kept.search", tLabel: "kept.search" };
    this.search = made("input", { id: "kept-words", type: "search", autocomplete: "off", data });
    this.result = made("select", { id: "kept-result", data: { tLabel: "kept.result" } });
    this.kind = made("select", { id: "kept-kind", name: "kind", data: { tLabel: "kept.kind" } });
    const here = check("kept.here", { id: "kept-here" });
    this.here = here.control;
    this.count = made("p", { id: "kept-count", className: "quiet", role: "status" });
    this.list = made("ol", { id: "kept-games", data: { tLabel: "kept.title" } });
    this.more = button("moreGames", () => this.showMore(), { id: "kept-more" });
    this.results = made("details", { id: "results" });
    this.save = button("kept.saveThese", () => transfer.saveAll(this.found()), { id: "kept-save" });
    const backup = button("kept.backup", () => transfer.backUp(), { id: "kept-backup" });
    this.buttons = made("div", { className: "buttons" }, this.save, backup);
    this.filters = made("div", { className: "filters" }, this.search, this.result, this.kind, here);
    box.replaceChildren(
      made("h2", { id: "kept-title", data: { t: "kept.title" } }), this.filters, this.count, this.list, this.more, this.buttons,
      this.results,
    );
    // "change" would fire when the field is left, and the list would change under the mouse.
    this.search.addEventListener("input", () => this.showFirst());
    for (const field of [this.result, this.kind, this.here]) field.addEventListener("change", () => this.showFirst());
    this.list.addEventListener("click", (event) => {
      const id = event.target.closest(".kept-open")?.dataset.id;
      if (id) this.open(id);
    });
    app.on("kept unkept", ({ type }) => {
      this.isFull = type === "unkept";
      this.refresh();
    });
    app.on("mode", () => this.refresh(true));
    app.on("position", () => this.here.checked && this.isSeen && this.showFirst());
    app.on("language", () => this.speak());
    // Other tabs store games, too.
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh(true));
    this.speak();
    this.refresh();
  }

  get isSeen() {
    return this.app.mode === "games";
  }

  speak() {
    fill(this.result, named("kept.results", Object.keys(RESULTS)), this.result.value || "any");
    fill(this.kind, named("kept.kinds", KINDS), this.kind.value || "any");
    this.show();
  }

  /// Reads the heads again if the list is shown.
  async refresh(isAnew = false) {
    if (!this.isSeen) return;
    try {
      this.heads = await this.store.heads(isAnew);
      this.isDenied = false;
      this.askToLast();
    } catch {
      this.isDenied = true;
    }
    this.hasLooked = true;
    this.show();
  }

  /// Asks the browser once to keep the games when it needs room.
  askToLast() {
    if (this.hasAsked || this.heads.length === 0) return;
    this.hasAsked = true;
    navigator.storage?.persist?.().catch(() => {});
  }

  found() {
    const { heads, here, passages, app } = this;
    const wanted = { words: this.search.value, result: this.result.value, kind: this.kind.value };
    const of = here.checked ? passages.through(heads, app.game).map(({ head }) => head) : heads;
    return find(of, wanted, { nameOf: (seat) => this.play.nameOf(seat), language: languageNow() });
  }

  showFirst() {
    this.shown = SHOWN;
    this.show();
  }

  showMore() {
    const before = this.shown;
    this.shown += SHOWN;
    this.show();
    this.list.querySelectorAll(".kept-open")[before]?.focus();
  }

  show() {
    const { heads } = this;
    // The list takes its place once it is complete, so that nothing jumps.
    this.box.hidden = !this.hasLooked;
    const found = this.found();
    const text = () => {
      if (this.isDenied || this.isFull) return t("kept.denied");
      if (heads.length === 0) return t("kept.none");
      return t("kept.found", { found: found.length, all: heads.length });
    };
    this.count.textContent = text();
    refill(this.list, ...found.slice(0, this.shown).map((head) => this.row(head)));
    this.more.hidden = found.length <= this.shown;
    this.save.hidden = found.length === 0;
    for (const part of [this.filters, this.buttons, this.list]) part.hidden = heads.length === 0;
    this.showResults();
  }

  row(head) {
    // A name being typed stays.
    if (head.id === this.renamed?.id) return this.renamed.row;
    const title = head.name || this.playersOf(head);
    const isShown = head.id === this.app.game.kept?.id;
    const values = { className: "kept-open", ariaCurrent: isShown || null, data: { id: head.id } };
    const item = entry(values, span("title", title), span("quiet", describe(head, languageNow())));
    const icon = (text, path, act) => {
      const label = t(text, { game: title });
      return iconButton(path, act, { title: label, ariaLabel: label });
    };
    item.append(icon("kept.rename", RENAME, () => this.startRenaming(head)));
    item.append(icon("kept.delete", DELETE, () => this.remove(head, title)));
    return item;
  }

  startRenaming(head) {
    this.renamed = { id: head.id, row: this.renaming(head) };
    this.show();
    this.list.querySelector("form input")?.select();
  }

  renaming(head) {
    const values = { value: head.name, placeholder: this.playersOf(head), ariaLabel: t("kept.newName") };
    const input = made("input", { ...values, maxLength: MAX_NAME, autocomplete: "off" });
    const leave = async (name) => {
      this.renamed = null;
      if (name !== null && name !== head.name) await this.rename(head, name);
      await this.refresh();
      this.list.querySelector(`.kept-open[data-id="${CSS.escape(head.id)}"]`)?.focus();
    };
    const form = made("form", {}, input, made("button", { data: { t: "done" } }), button("cancel", () => leave(null)));
    onSubmit(form, () => leave(input.value.trim()));
    form.addEventListener("keydown", (event) => event.key === "Escape" && leave(null));
    return made("li", {}, form);
  }

  /// Changes the store; says so if the storage is full.
  async change(act) {
    await act().catch(() => this.app.emit("unkept"));
    await this.refresh();
  }

  async rename(head, name) {
    let [now, other] = [name, head.name];
    const put = () => this.change(() => this.store.rename(head.id, now));
    await put();
    const flip = () => {
      [now, other] = [other, now];
      put();
    };
    const values = { game: name || this.playersOf(head) };
    this.app.history.add(flip, { text: t("kept.renamed", values), what: ["renamed", values], game: null });
  }

  async remove(head, title) {
    const { app, store, keeper } = this;
    await keeper.settle();
    const { game } = app;
    const { kept } = game;
    let record = null;
    const take = async () => {
      record = await store.remove(head.id);
      // If the deleted game is on the board, its next change stores it again.
      if (kept?.id !== head.id) return;
      if (game === app.game) keeper.keepAsIs();
      game.kept = null;
    };
    await take();
    await this.refresh();
    let isGone = true;
    const flip = () => {
      isGone = !isGone;
      if (isGone) return void this.change(take);
      game.kept ??= kept;
      this.change(() => store.add([record]));
    };
    const values = { game: title };
    if (record) app.history.add(flip, { text: t("kept.deleted", values), what: ["kept", values], game: null });
  }

  playersOf(head) {
    return playersOf(head, (seat) => this.play.nameOf(seat));
  }

  /// Opens a kept game, at move number `ply` if given.
  async open(id, ply = null) {
    const { app, play, keeper } = this;
    // The game on the board is stored first: it may be the opened one.
    await keeper.settle();
    const record = await this.store.read(id).catch(() => null);
    if (!record) return this.refresh();
    let game = null;
    try {
      game = gameOf(record);
    } catch {
      return app.say(t("error.unreadable"), "error");
    }
    if (ply !== null) game.go(game.nodes()[Math.min(ply, countLine(game))]);
    const load = () => {
      app.load(game);
      play.cancel();
      play.restore(record.body.play);
      play.hold();
      keeper.keepAsIs();
    };
    app.edits.replace(load, t("opened", { moves: countLine(game) }));
    byId("frame").scrollIntoView({ block: "nearest" });
    this.refresh();
  }

  /// Shows the reader's results against the engine.
  showResults() {
    const rows = results(this.heads);
    this.results.hidden = rows.length === 0;
    if (rows.length === 0) return;
    const { now, most } = streaks(this.heads);
    const cells = (kind, texts) => made("tr", {}, ...texts.map((text) => made(kind, { textContent: text })));
    const line = (title, { won, drawn, lost }) => {
      const all = won + drawn + lost;
      return [title, number(all), number(won), number(drawn), number(lost), `${number((100 * (won + drawn / 2)) / all)} %`];
    };
    const title = ({ rule, level }) => `${t(`rule.${rule}`)} · ${this.play.nameOf({ kind: "engine", level })}`;
    const sum = { won: 0, drawn: 0, lost: 0 };
    for (const row of rows) for (const key of Object.keys(sum)) sum[key] += row[key];
    const head = cells("th", ["opponent", "games", "won", "drawn", "lost", "share"].map((name) => t(`results.${name}`)));
    const body = rows.map((row) => cells("td", line(title(row), row)));
    if (rows.length > 1) body.push(cells("td", line(t("results.all"), sum)));
    const table = made("table", {}, made("thead", {}, head), made("tbody", {}, ...body));
    const isOpen = this.results.open;
    this.results.replaceChildren(
      made("summary", { textContent: t("results.title") }), table,
      made("p", { className: "quiet", textContent: t("results.streak", { now, most }) }),
    );
    this.results.open = isOpen;
  }
}

/// Moves of a game's main line.
const countLine = (game) => game.mainEnd().depth;
