// A RenLib library: what its tree has about the position, on the board and as a list. The tree stays with the server;
// the page asks for one position at a time, which is found in the tree in every orientation and order of moves.

import { learnDetails, reasonsText } from "../words/detail.js";
import { sentences, t } from "../words/i18n.js";
import { button, entry, made, span } from "../parts.js";
import { pointName } from "../game/notation.js";
import { MAX_LIBRARY } from "../limits.js";
import { sendFile } from "./bytes.js";
import { gameAt } from "../game/tree.js";

const SIDE = 15;

export class LibraryPanel {
  constructor(app, section, encoding) {
    // The file is kept to open it again after a restart of the program.
    Object.assign(this, { app, encoding, file: null, about: null, known: null, shown: null, offer: null, said: null });
    this.section = section;
    this.canUndo = false;
    this.text = made("p", { className: "quiet", id: "library-about" });
    this.damage = made("p", { className: "quiet", id: "library-damage" });
    this.here = made("p", { id: "library-here" });
    this.list = made("ol", { id: "library-moves" });
    const title = made("h2", { id: "library-title", data: { t: "library" } });
    const close = button("libraryClose", () => this.forget(), { id: "library-close" });
    section.append(title, this.text, this.damage, this.here, this.list, made("div", { className: "buttons" }, close));
    app.on("position mode pane connection", () => this.look());
    app.on("language", () => this.show());
  }

  async open(file) {
    if (file.size > MAX_LIBRARY) return this.app.say(t("libraryTooLarge", { size: MAX_LIBRARY / 2 ** 20 }), "error");
    const about = await this.app.tried(() => this.send(file));
    if (!about) return;
    if (about.damage) await learnDetails().catch(() => {});
    Object.assign(this, { file, about, known: null, shown: null, chosen: null });
    this.offerEncodings();
    await this.begin();
  }

  /// Sends the file and receives the library's description.
  send(file, encoding = null) {
    const upload = `${Date.now()}.${Math.random()}`;
    return sendFile(this.app.connection, "open_library", file, { upload, encoding }, (text) => this.app.say(text));
  }

  /// Offers other encodings of the texts, in case the guess was wrong.
  offerEncodings() {
    const { about, file } = this;
    if (about.comments === 0) return this.encoding.show(null);
    this.encoding.show(about.encoding, async (encoding) => {
      const again = await this.app.tried(() => this.send(file, encoding));
      if (!again || this.file !== file) return;
      Object.assign(this, { about: again, shown: null, chosen: encoding });
      this.app.say("");
      this.offerEncodings();
      this.look();
    });
  }

  /// Opens the analysis on the library's board. A game on a board of this size stays.
  async begin() {
    const { app, about } = this;
    const { game } = app;
    app.setMode("analyze");
    app.panes.open("explorer-pane");
    const fits = game.width === SIDE && game.height === SIDE;
    this.canUndo = false;
    if (!fits || (game.root.children.length === 0 && game.setup.size === 0)) this.toStart();
    const opened = () => t("libraryOpened", { name: about.name, count: about.moves });
    app.say(opened(), "", this.canUndo);
    const { node } = app;
    await this.look();
    if (about !== this.about || this.shown !== node || node !== app.node) return;
    const { places, moves } = this.known;
    if (places === 0 && moves.length === 0) {
      app.say("");
      const say = () => sentences(opened(), t("libraryUnknown"));
      this.offer = app.offer(say, { libraryBegin: () => about === this.about && this.toStart(), close: null });
      return;
    }
    this.said = sentences(opened(), t(moves.length > 0 ? "libraryMarked" : "libraryEnds"));
    app.say(this.said, "", this.canUndo);
  }

  /// Puts the library's first position on the board.
  toStart() {
    const { app, about } = this;
    // A library names no rule; RenLib's own rule is renju.
    const game = gameAt({ rule: "renju", width: SIDE, height: SIDE, moves: about.start });
    // Nobody plays it: without names of its own it has the colors' names.
    game.opened = { result: null, end: game.current, isKeptOnceChanged: true };
    this.canUndo = app.edits.replace(() => app.load(game));
  }

  /// Removes the messages about the opened library.
  forgetWords() {
    if (this.said) this.app.unsay(this.said);
    this.app.unask(this.offer);
    Object.assign(this, { offer: null, said: null });
  }

  /// Closes the library.
  forget() {
    this.encoding.show(null);
    this.forgetWords();
    Object.assign(this, { file: null, about: null, known: null, shown: null });
    this.show();
  }

  async look() {
    const { app, about } = this;
    const { node } = app;
    if (!about || app.mode !== "analyze" || !app.connection.isOnline) return;
    if (this.shown === node) return this.mark();
    const ask = () => app.connection.ask("look_in_library", { library: about.library, position: app.game.position(node) });
    try {
      const known = await ask().catch(async (error) => {
        // After a restart or for lack of room the program no longer has the library.
        if (error.code !== "no_library" || about !== this.about) throw error;
        const again = await this.send(this.file, this.chosen);
        if (this.about === about) about.library = again.library;
        return ask();
      });
      if (about !== this.about || node !== app.node) return;
      Object.assign(this, { known, shown: node });
      this.show();
    } catch (error) {
      if (error.code !== "offline" && about === this.about) app.report(error);
    }
  }

  show() {
    const { about, known } = this;
    this.section.hidden = !about;
    if (!about) return this.app.overlay("library", null);
    this.list.ariaLabel = t("libraryMoves");
    this.text.textContent = t("libraryAbout", about);
    this.damage.textContent = about.damage ? reasonsText(about.damage) || about.damage.message : "";
    this.damage.hidden = !about.damage;
    if (!known) return;
    const parts = [];
    if (known.places === 0) parts.push(t("libraryUnknown"));
    if (known.places > 1) parts.push(t("libraryPlaces", { count: known.places }));
    if (known.comment) parts.push(known.comment);
    if (known.turned_comment) parts.push(known.turned_comment, `(${t("libraryTurned")})`);
    if (known.places > 0 && known.moves.length === 0) parts.push(t("libraryEnds"));
    this.here.textContent = parts.join("\n");
    this.list.replaceChildren(...known.moves.map((move) => this.row(move)));
    this.mark();
  }

  row({ point, label, comment, marked, text_only: isText }) {
    const [name, text] = [pointName(this.app.game, point), `${marked ? "★ " : ""}${label}`];
    return entry({ onclick: () => this.app.place(point) },
      span("point", name), span("score", text), span("text", comment), span("games", isText ? t("libraryTextOnly") : ""));
  }

  /// Marks the library's moves on the board: with their text, or with a dot.
  mark() {
    const { app, known } = this;
    const isShown = this.about && known && app.panes.isOpen("explorer-pane") && this.shown === app.node;
    const marks = known?.moves.map(({ point, label, marked }) => ({ point, text: label.slice(0, 4) || "•", first: marked }));
    app.overlay("library", isShown && marks.length > 0 ? { known: marks } : null);
  }
}
