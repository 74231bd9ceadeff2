// Saves games as files: the server writes the format, the browser saves. Loaded with the dialogs, or by another part that
// saves.

import { listed, sentences, t } from "../words/i18n.js";
import { pictureOf, rasterize } from "../board/picture.js";
import { withFound } from "../game/glyphs.js";
import { COLORS } from "../game/notation.js";
import { byId } from "../parts.js";
import { pack } from "../game/tree.js";
import { fromBase64 } from "./bytes.js";

export function download(content, type, name) {
  const href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/// A game in the server's form: the largest one fits into a message, because empty fields of its moves are left out.
export function toWire(game) {
  const data = pack(game);
  const nodes = data.nodes.map(({ comment, signs, time, ...node }) => ({
    ...node, ...(comment && { comment }), ...(signs.length > 0 && { signs }), ...(time > 0 && { time }),
  }));
  return { ...data, nodes };
}

/// A game in the server's form, with what was found in it as properties of SGF.
export function packFound(game) {
  const data = toWire(game);
  for (const [at, node] of game.nodes().entries()) {
    const properties = withFound(game, node);
    if (properties.length > 0) data.nodes[at].properties = properties;
    else delete data.nodes[at].properties;
  }
  return data;
}

/// The name of a file with a part of the current date and time.
export function nameNow(name, extension, digits) {
  return `${name}-${new Date().toISOString().slice(0, digits).replace(/[:T]/g, "-")}.${extension}`;
}

export class Saver {
  constructor(app, play) {
    Object.assign(this, { app, play });
  }

  async save(format) {
    this.app.say("");
    await this.app.tried(() => (["svg", "png", "gif"].includes(format) ? this.savePicture(format) : this.saveText(format)));
  }

  async saveText(format) {
    const { app } = this;
    // Only SGF holds the engine's findings: other formats would report them as lost.
    const data = format === "sgf" ? packFound(app.game) : toWire(app.game);
    // An opened game that nobody has played on here has its own players.
    if (app.game.isPlayed || !app.game.opened) {
      for (const [index, color] of COLORS.entries()) {
        const seat = this.play.seats[color];
        // Only the reader knows his own name.
        if (seat.kind === "engine") data.names[index] ||= this.play.nameOf(seat);
      }
    }
    // A tree has the result of its main line; other formats have one line only.
    const end = app.game.playedEnd(["sgf", "lib"].includes(format) ? app.game.mainEnd() : app.node.lastOfLine());
    data.current = app.game.nodes().indexOf(end);
    data.result = app.game.resultAt(end, app.endingAt(end));
    const { text, data: bytes, extension, losses = {} } = await app.connection.ask("save", { game: data, format });
    // Lost names are not reported, because every game has names.
    const counts = ["variations", "comments", "signs", "arrows", "tags", "properties", "texts", "crowded"];
    const parts = counts.filter((what) => losses[what] > 0).map((what) => t(`lost.${what}`, { count: losses[what] }));
    const { rule, width, height } = app.game;
    if (losses.size) parts.push(t("lost.size", { size: `${width}×${height}` }));
    if (losses.rule) parts.push(t("lost.rule", { rule: t(`rule.${rule}`) }));
    const lacks = parts.length > 0 ? [t("lost", { parts: listed(parts) })] : [];
    if (losses.encoding) lacks.push(t("lost.encoding", { name: losses.encoding }));
    if (format === "link") return this.copy(text.trim(), lacks);
    const content = text ?? fromBase64(bytes);
    this.give(content, bytes ? "application/octet-stream" : "text/plain;charset=utf-8", extension, lacks);
  }

  async savePicture(format) {
    const { app } = this;
    if (format === "svg") return this.give(this.picture(), "image/svg+xml", "svg");
    if (format === "png") return this.give(await rasterize(this.picture()), "image/png", "png");
    // The animated picture shows the whole game, the others the current view.
    const data = toWire(app.game);
    data.current = app.game.nodes().indexOf(app.game.playedEnd(app.node.lastOfLine()));
    const { gif, missing } = await app.connection.ask("picture", { game: data });
    const lacks = missing > 0 ? [t("lost", { parts: t("lost.signs", { count: missing }) })] : [];
    this.give(fromBase64(gif), "image/gif", "gif", lacks);
  }

  /// The board as shown.
  picture() {
    return pictureOf(byId("board"), byId("overlay"));
  }

  /// Saves a file and says so. The message replaces that of the previous file.
  give(content, type, extension, lacks = []) {
    const name = nameNow("tengen", extension, 16);
    download(content, type, name);
    this.app.say(sentences(t("saved", { name }), ...lacks));
  }

  async copy(text, lacks = []) {
    try {
      await navigator.clipboard.writeText(text);
      this.app.say(sentences(t("copied"), ...lacks));
    } catch {
      // The reader copies the text by hand: it gets no full stop.
      this.app.say([text, sentences(...lacks)].filter(Boolean).join("\n"));
    }
  }
}
