// Import and export of kept games: search results as one SGF file, a backup of all (copies.js), and files of many
// games.

import { MAX_TEXT } from "../limits.js";
import { warningsText } from "../words/detail.js";
import { t } from "../words/i18n.js";
import { COLORS } from "../game/notation.js";
import { download, nameNow, packFound } from "../files/save.js";
import { gameOf, recordOf } from "./record.js";

/// Games saved in one message.
const BATCH = 50;

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

  backUp() {
    this.app.fetched(import("./copies.js"), ({ backUp }) => backUp(this));
  }

  /// Takes the games of a backup. False for any other file.
  takes(file) {
    return this.app.fetched(import("./copies.js"), ({ takes }) => takes(this, file));
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
