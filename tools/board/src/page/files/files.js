// Games from and to files: opened by the server's readers, saved by the browser.

import { linkOf, readAddress } from "../game/address.js";
import { detail } from "../words/detail.js";
import { t } from "../words/i18n.js";
import { parsePoints } from "../game/notation.js";
import { settings } from "../settings.js";
import { fromBase64, toBase64 } from "./base64.js";
import { EncodingField } from "./encoding.js";
import { openAddress } from "../game/storage.js";
import { pack, unpack } from "../game/tree.js";

/// Characters of a text and bytes of a file; the server takes no more.
const LONGEST = 1_000_000;
const LARGEST = 2_900_000;
/// Games of a file that are offered at once.
const GAMES = 8;
const PNG_SCALE = 2;
/// First bytes of a RenLib library.
const LIBRARY_HEAD = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff];

export function download(content, type, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function isLibrary(file) {
  const head = new Uint8Array(await file.slice(0, LIBRARY_HEAD.length).arrayBuffer());
  return LIBRARY_HEAD.every((byte, at) => byte === head[at]) || /\.lib$/i.test(file.name);
}

export class Files {
  /// `treePanel` shows the files that are no game but a tree of many.
  constructor(app, play, panel, treePanel) {
    Object.assign(this, { app, play, treePanel, library: null, encoding: new EncodingField(app) });
    const input = panel.querySelector("#file");
    panel.querySelector("#open-file").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files[0]) this.openFile(input.files[0]);
      input.value = "";
    });
    panel.querySelector("#save").addEventListener("click", (event) => {
      const format = event.target.closest("button")?.dataset.format;
      if (format) this.save(format);
    });
    panel.querySelector("#copy-moves").addEventListener("click", () => this.copy(app.game.position().moves));
    panel.querySelector("#copy-link").addEventListener("click", () => this.copy(this.link));
    const share = panel.querySelector("#share");
    share.hidden = !navigator.share;
    share.addEventListener("click", () => this.share());
    const hint = document.getElementById("drop-hint");
    // Text in a field is the field's, dropped or pasted.
    const isInField = ({ target }) => target.closest?.("input, textarea");
    const isForField = (event) => isInField(event) && !event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
      hint.hidden = Boolean(isForField(event));
      if (!hint.hidden) event.preventDefault();
    });
    // Only leaving the window has no element that is entered.
    addEventListener("dragleave", (event) => (hint.hidden = event.relatedTarget === null));
    addEventListener("drop", (event) => {
      hint.hidden = true;
      if (!isForField(event)) this.drop(event);
    });
    addEventListener("paste", (event) => {
      if (isInField(event)) return;
      const text = event.clipboardData?.getData("text");
      if (text?.trim()) this.openText(text);
    });
  }

  drop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    if (file) this.openFile(file);
    else if (text?.trim()) this.openText(text);
  }

  /// What was said of the file before is not about this one.
  forgetWords() {
    this.app.say("");
    this.library?.forgetWords();
  }

  async openFile(file) {
    this.forgetWords();
    if (await isLibrary(file)) return this.openLibrary(file);
    if (/\.json$/i.test(file.name) && (await this.copied(file))) return;
    if (await this.app.databases.takes(file)) return;
    if (file.size > LARGEST) return this.app.say(t("error.too_large"), "error");
    this.open({ data: toBase64(new Uint8Array(await file.arrayBuffer())), name: file.name });
  }

  /// Opens a library, whose panel is fetched for the first one.
  async openLibrary(file) {
    const { app, encoding, treePanel } = this;
    try {
      const { LibraryPanel } = await import("./library.js");
      this.library ??= new LibraryPanel(app, treePanel, encoding, (load) => this.replace(load));
    } catch {
      return app.say(t("error.offline"), "error");
    }
    await this.library.open(file);
  }

  /// Whether a file is a copy of kept games, which come back then.
  async copied(file) {
    const games = await this.app.games().catch(() => null);
    return games?.transfer.takes(file);
  }

  async keepAll(source, count) {
    const games = await this.app.games().catch(() => null);
    if (!games) return this.app.say(t("error.offline"), "error");
    await games.transfer.keepAll(source, count);
  }

  /// Opens a game in any format that the server reads; whether it could.
  async openText(text) {
    const { app } = this;
    this.forgetWords();
    if (text.length > LONGEST) {
      app.say(t("error.too_large"), "error");
      return false;
    }
    // The server reads links of other boards, and says what is wrong with a link that no board knows.
    const link = text.trim().match(/^https?:\/\/[^\s#]+(#\S+)$/);
    if (link && readAddress(link[1]) !== null) {
      this.openLink(link[1]);
      return true;
    }
    return this.open({ text });
  }

  /// Opens a text or a file's bytes; asks which game where there are several. Whether it could be read.
  async open(source) {
    const { app } = this;
    const { rule, width, height } = app.game;
    try {
      const data = await app.connection.ask("open", { ...source, rule, width, height });
      if (data.titles) {
        this.choose(source, data, 0);
        return true;
      }
      const game = unpack(data, parsePoints);
      game.opened = { result: data.result ?? null, end: game.current, isFile: true };
      this.replace(() => {
        this.play.prepare({ black: this.play.seats.black, white: this.play.seats.white });
        app.load(game);
        if (app.mode === "play") this.play.hold();
      });
      this.encoding.show(data.encoding, (encoding) => this.open({ ...source, encoding }), game);
      const { current: { depth }, setup } = game;
      const opened = depth > 0 || setup.size === 0 ? t("opened", { moves: depth }) : t("openedStones", { stones: setup.size });
      app.say([opened, ...data.warnings.map(detail).filter(Boolean)].join(" "), data.warnings.length > 0 ? "error" : undefined);
      return true;
    } catch (error) {
      app.report(error);
      return false;
    }
  }

  /// Asks which game of a file is opened.
  choose(source, { count, titles }, from) {
    const { app } = this;
    const options = titles.slice(from, from + GAMES).map((title, at) => {
      return { label: `${from + at + 1}: ${title}`, value: from + at + 1 };
    });
    if (from + GAMES < titles.length) options.push({ label: t("moreGames"), value: "more" });
    app.question({
      text: t("severalGames", { count }),
      options: [...options, { label: t("keepAll"), value: "keep" }, { label: t("close"), value: "close" }],
      answer: (value) => {
        app.question(null);
        if (value === "keep") this.keepAll(source, count);
        else if (value === "more") this.choose(source, { count, titles }, from + GAMES);
        else if (value !== "close") this.open({ ...source, game: value });
      },
    });
  }

  /// Opens the position of a link to this board.
  openLink(hash) {
    const { app } = this;
    const { game } = app;
    let isShown = false;
    this.replace(() => (isShown = openAddress(app, hash) === false));
    if (isShown) app.say(t("sameGame"));
    else if (app.game !== game && app.node.depth > 0) app.say(t("opened", { moves: app.node.depth }));
  }

  /// Calls `load`, which puts another game in the place of this one, and offers the way back: a text may be pasted or
  /// dropped by mistake.
  replace(load) {
    const { app, play } = this;
    const { game, mode } = app;
    const state = play.pack();
    load();
    if (app.game === game || (game.root.children.length === 0 && game.setup.size === 0)) return;
    app.question({
      text: t("gameReplaced"),
      options: [{ label: t("gameBefore"), value: "back" }, { label: t("close"), value: "close" }],
      answer: (value) => {
        app.question(null);
        if (value === "back") this.putBack(game, mode, state);
      },
    });
  }

  /// Goes on with a game where it was left.
  putBack(game, mode, state) {
    const { app, play } = this;
    app.setMode(mode);
    app.load(game);
    // To load a game begins it: what an engine thinks of since then may not be its turn.
    play.cancel();
    play.restore(state);
    play.step();
  }

  name(extension) {
    return `tengen-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.${extension}`;
  }

  async save(format) {
    const { app } = this;
    app.say("");
    try {
      if (["svg", "png", "gif"].includes(format)) await this.savePicture(format);
      else await this.saveText(format);
    } catch (error) {
      app.report(error);
    }
  }

  async saveText(format) {
    const { app } = this;
    const data = pack(app.game);
    const { opened } = app.game;
    // The players of a game that did not begin here are not those at this board.
    if (!opened) {
      for (const [index, color] of ["black", "white"].entries()) {
        data.names[index] ||= this.play.nameOf(this.play.seats[color]);
      }
    }
    // The result of a tree is that of its main line; the other formats have one line alone.
    const end = app.game.playedEnd(["sgf", "lib"].includes(format) ? app.game.mainEnd() : app.node.lastOfLine());
    data.current = app.game.nodes().indexOf(end);
    const ending = app.endingAt(end);
    const given = opened?.end === end ? opened.result : null;
    data.result = ending ? (ending.winner ?? "draw") : given;
    const { text, data: bytes, extension, losses = {} } = await app.connection.ask("save", { game: data, format });
    // The names of who plays at the board are in every game, and missed in none.
    const counts = ["variations", "comments", "signs", "arrows", "tags", "properties", "texts", "crowded"];
    const parts = counts.filter((what) => losses[what] > 0).map((what) => t(`lost.${what}`, { count: losses[what] }));
    const { rule, width, height } = app.game;
    if (losses.size) parts.push(t("lost.size", { size: `${width}×${height}` }));
    if (losses.rule) parts.push(t("lost.rule", { rule: t(`rule.${rule}`) }));
    const lacks = parts.length > 0 ? [t("lost", { parts: parts.join(", ") })] : [];
    if (format === "link") return this.copy(text.trim(), lacks);
    const content = text ?? fromBase64(bytes);
    this.give(content, bytes ? "application/octet-stream" : "text/plain;charset=utf-8", extension, lacks);
  }

  async savePicture(format) {
    const { app } = this;
    const { numbers, coordinates } = settings;
    const kind = format === "gif" ? "gif" : "svg";
    // The animated picture shows the whole game, the others the position.
    const node = format === "gif" ? app.game.playedEnd(app.node.lastOfLine()) : app.node;
    const answer = await app.connection.ask("picture", { position: app.game.position(node), kind, numbers, coordinates });
    if (format === "svg") return this.give(answer.svg, "image/svg+xml", "svg");
    if (format === "png") return this.give(await this.rasterize(answer.svg), "image/png", "png");
    this.give(fromBase64(answer.gif), "image/gif", "gif");
  }

  /// Saves a file and says so, in the place of what was said of the one before it.
  give(content, type, extension, lacks = []) {
    const name = this.name(extension);
    download(content, type, name);
    this.app.say([t("saved", { name }), ...lacks].join(" "));
  }

  /// The picture as PNG, drawn by the browser.
  async rasterize(svg) {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_SCALE * image.naturalWidth;
    canvas.height = PNG_SCALE * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  /// The whole game as a link to this page.
  get link() {
    return location.origin + location.pathname + linkOf(this.app.game);
  }

  /// Gives the link to what the reader's device shares with.
  async share() {
    const { rule, width, height } = this.app.game;
    try {
      await navigator.share({ title: `Tengen: ${t(`rule.${rule}`)}, ${width}×${height}`, url: this.link });
    } catch (error) {
      // The reader may have thought better of it.
      if (error.name !== "AbortError") this.copy(this.link);
    }
  }

  async copy(text, lacks = []) {
    const say = (said) => this.app.say([said, ...lacks].join(" "));
    try {
      await navigator.clipboard.writeText(text);
      say(t("copied"));
    } catch {
      say(text);
    }
  }
}
