// Import and export of kept games: search results as one SGF file, a backup of all as a file, and files of many games.

import { MAX_TEXT } from "../limits.js";
import { warningsText } from "../words/detail.js";
import { sentences, t } from "../words/i18n.js";
import { RESULTS } from "../game/address.js";
import { COLORS } from "../game/notation.js";
import { packWhole } from "../game/tree.js";
import { download, nameNow, packFound } from "../files/save.js";
import { gameOf, recordOf } from "./record.js";

/// Games saved in one message.
const BATCH = 50;

/// What a backup calls itself.
const KIND = "tengen games";

const isText = (value) => typeof value === "string";
const isDate = (value) => Number.isFinite(value) && Number.isFinite(new Date(value).getTime());

/// A valid record of a file; null otherwise. The head's fields are checked for the list, and the game is built once as a
/// test.
export function readRecord(record) {
  const { head, body } = record ?? {};
  if (!head || !body || !isText(head.id) || head.id !== body.id) return null;
  const texts = [head.name, head.rule, head.moves, head.kind, head.first];
  const isSeats = head.seats === null || (Array.isArray(head.seats) && head.seats.every(Number.isInteger));
  if (!texts.every(isText) || !isSeats || !Array.isArray(head.names) || !head.names.every(isText)) return null;
  if (!["", ...RESULTS].includes(head.result)) return null;
  // The list sorts and shows the dates.
  if (![head.changed, head.created].every(isDate) || !Number.isSafeInteger(head.version)) return null;
  if (head.about && !(Array.isArray(head.about) && head.about.every(isText))) return null;
  try {
    const game = gameOf(record);
    if (["rule", "width", "height"].some((name) => game[name] !== head[name])) return null;
    return { head, body: { ...body, ...packWhole(game) } };
  } catch {
    return null;
  }
}

export class Transfer {
  constructor({ app, play, store, keeper }) {
    Object.assign(this, { app, play, store, keeper });
  }

  /// The games of heads in the server's form.
  async wire(heads) {
    const trees = [];
    for (const { id } of heads) {
      const record = await this.store.read(id);
      if (!record) continue;
      const { head } = record;
      const names = COLORS.map((_, index) => {
        const seat = head.seats?.[index];
        if (head.names[index] || !seat) return head.names[index];
        return this.play.nameOf({ kind: "engine", level: seat });
      });
      trees.push({ ...packFound(gameOf(record)), names, result: head.result || null });
    }
    return trees;
  }

  async saveAll(heads) {
    const { app, keeper } = this;
    await keeper.settle();
    const texts = [];
    try {
      for (let at = 0; at < heads.length; ) {
        const trees = await this.wire(heads.slice(at, at + BATCH));
        at += BATCH;
        // As many games as one message holds.
        while (trees.length > 0) {
          let size = 0;
          const fits = trees.findIndex((tree) => (size += JSON.stringify(tree).length) > MAX_TEXT);
          const [game, ...more] = trees.splice(0, fits <= 0 ? (fits === 0 ? 1 : trees.length) : fits);
          texts.push((await app.connection.ask("save", { game, more, format: "sgf" })).text);
        }
        app.say(t("kept.saving", { done: Math.min(at, heads.length), all: heads.length }));
      }
    } catch (error) {
      return app.report(error);
    }
    if (texts.length === 0) return app.say(t("kept.none"), "error");
    download(texts.join(""), "application/x-go-sgf", nameNow("tengen-games", "sgf", 10));
    app.say(t("kept.saved", { count: heads.length }));
  }

  async backUp() {
    const { app, keeper, store } = this;
    await keeper.settle();
    const games = [];
    for (const { id } of await store.heads()) games.push(await store.read(id));
    download(JSON.stringify({ kind: KIND, version: 1, games }), "application/json", nameNow("tengen-games", "json", 10));
    app.say(t("kept.saved", { count: games.length }));
  }

  /// Takes the games of a backup. False for any other file.
  async takes(file) {
    const { app, store } = this;
    const found = await file.text().then(JSON.parse).catch(() => null);
    if (found?.kind !== KIND || !Array.isArray(found.games)) return false;
    const games = found.games.map(readRecord).filter(Boolean);
    try {
      const count = await store.add(games);
      const wrong = found.games.length - games.length;
      const parts = [t("kept.added", { count })];
      if (games.length > count) parts.push(t("kept.known", { count: games.length - count }));
      if (wrong > 0) parts.push(t("kept.wrong", { count: wrong }));
      if (count > 0) app.emit("kept");
      app.say(sentences(...parts), wrong > 0 ? "error" : "");
    } catch {
      app.say(t("kept.denied"), "error");
    }
    return true;
  }

  /// Keeps all games of a file. They arrive in parts, which are stored one after the other.
  async keepAll(source, count) {
    const { app, store } = this;
    let [added, done] = [0, 0];
    let stored = Promise.resolve();
    const keep = async ({ games }) => {
      added += await store.add(games.map(recordOf));
      done += games.length;
      app.say(t("kept.saving", { done, all: count }));
    };
    try {
      const asked = app.connection.ask("open", { ...source, all: true }, (part) => {
        stored = stored.then(() => keep(part));
        stored.catch(() => {});
      });
      const { warnings } = await asked.finally(() => stored);
      const said = await warningsText(warnings);
      app.say([t("kept.added", { count: added }), said].join("\n").trim(), said ? "error" : "");
    } catch (error) {
      // An error of the browser's storage has a number.
      if (typeof error.code === "string") app.report(error);
      else app.say(t("kept.denied"), "error");
    }
    if (added > 0) app.emit("kept");
  }
}
