// Kept games to and from files: all of a search as one SGF, everything as a copy that comes back unchanged, and the games
// of a file of many.

import { t } from "../words/i18n.js";
import { COLORS } from "../game/notation.js";
import { download } from "../files/files.js";
import { gameOf, recordOf } from "./record.js";

const KIND = "tengen games";
/// Games of one question, and characters.
const BATCH = 50;
const LONGEST = 1_000_000;

const isText = (value) => typeof value === "string";

/// Whether a record of a file is one: what the list needs of its head, and a game that can be shown.
function isRecord(record) {
  const { head, body } = record ?? {};
  if (!head || !body || !isText(head.id) || head.id !== body.id) return false;
  const texts = [head.name, head.rule, head.moves, head.result, head.kind, head.first];
  const isSeats = head.seats === null || (Array.isArray(head.seats) && head.seats.every(Number.isInteger));
  if (!texts.every(isText) || !isSeats || !Array.isArray(head.names) || !head.names.every(isText)) return false;
  try {
    return gameOf(record).width === head.width;
  } catch {
    return false;
  }
}

export class Transfer {
  constructor({ app, play, store, keeper }) {
    Object.assign(this, { app, play, store, keeper });
  }

  /// The games of these heads as the server writes them.
  async wire(heads) {
    const trees = [];
    for (const { id } of heads) {
      const record = await this.store.read(id);
      if (!record) continue;
      const { head, body } = record;
      const names = COLORS.map((_, index) => {
        const seat = head.seats?.[index];
        if (head.names[index] || seat === undefined) return head.names[index];
        return this.play.nameOf(seat === 0 ? { kind: "human" } : { kind: "engine", level: seat });
      });
      trees.push({ ...body.game, names, result: head.result || null });
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
        // As many as one message holds.
        while (trees.length > 0) {
          let size = 0;
          const fits = trees.findIndex((tree) => (size += JSON.stringify(tree).length) > LONGEST);
          const [game, ...more] = trees.splice(0, fits <= 0 ? (fits === 0 ? 1 : trees.length) : fits);
          texts.push((await app.connection.ask("save", { game, more, format: "sgf" })).text);
        }
        app.say(t("kept.saving", { done: Math.min(at, heads.length), all: heads.length }));
      }
    } catch (error) {
      return app.report(error);
    }
    if (texts.length === 0) return app.say(t("kept.none"), "error");
    download(texts.join(""), "application/x-go-sgf", this.name("sgf"));
    app.say(t("kept.saved", { count: heads.length }));
  }

  async backUp() {
    const { app, keeper, store } = this;
    await keeper.settle();
    const heads = await store.heads();
    const games = [];
    for (const { id } of heads) games.push(await store.read(id));
    download(JSON.stringify({ kind: KIND, version: 1, games }), "application/json", this.name("json"));
    app.say(t("kept.saved", { count: games.length }));
  }

  name(extension) {
    return `tengen-games-${new Date().toISOString().slice(0, 10)}.${extension}`;
  }

  /// Takes the games of a file that [`Transfer.backUp`] has written. `false` for any other file.
  async takes(file) {
    if (!/\.json$/i.test(file.name)) return false;
    const { app, store } = this;
    let found = null;
    try {
      found = JSON.parse(await file.text());
    } catch {
      return false;
    }
    if (found?.kind !== KIND || !Array.isArray(found.games)) return false;
    const games = found.games.filter(isRecord);
    try {
      const count = await store.add(games);
      const wrong = found.games.length - games.length;
      const parts = [t("kept.added", { count })];
      if (games.length > count) parts.push(t("kept.known", { count: games.length - count }));
      if (wrong > 0) parts.push(t("kept.wrong", { count: wrong }));
      if (count > 0) app.emit("kept");
      app.say(parts.join(" "), wrong > 0 ? "error" : "");
    } catch {
      app.say(t("kept.denied"), "error");
    }
    return true;
  }

  /// Keeps all games of a file of many.
  async keepAll(source, count) {
    const { app, store } = this;
    const { rule, width, height } = app.game;
    let added = 0;
    try {
      for (let game = 1; game <= count; game += BATCH) {
        const { games } = await app.connection.ask("open", { ...source, rule, width, height, game, count: BATCH });
        added += await store.add(games.map(recordOf));
        app.say(t("kept.saving", { done: Math.min(count, game + BATCH - 1), all: count }));
        if (games.length === 0) break;
      }
    } catch (error) {
      if (error.code) return app.report(error);
      return app.say(t("kept.denied"), "error");
    }
    if (added > 0) app.emit("kept");
    app.say(t("kept.added", { count: added }));
  }
}
