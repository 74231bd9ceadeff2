// The explorer: moves of the position known to the book, the database and the reader's own games, in every orientation of the
// board. Known moves come first, then those of the most games. Below them, the games that went through the position.

import { listed, number, t } from "../words/i18n.js";
import { parsePoints, pointName } from "../game/notation.js";
import { button, check, entry, made, span } from "../parts.js";
import { gamesOf, initial, percent, resultName, scoreCell, scoreMark, scoreText } from "../words/score.js";
import { change, settings } from "../settings.js";
import { Game } from "../game/tree.js";
import { PositionMatch } from "./positions.js";
import { describe, playersOf } from "./search.js";

/// Games of the reader listed at once.
const SHOWN = 8;
/// Finished games.
const sum = ({ black, draw, white }) => black + draw + white;
/// All games.
const allOf = ({ games, open }) => sum(games) + open;

export class Explorer {
  constructor({ app, play, store, passages, list }, box) {
    Object.assign(this, { app, play, store, passages, games: list, box, heads: null, rows: [], shown: null, limit: SHOWN });
    this.here = made("p", { id: "explorer-here", className: "quiet" });
    this.list = made("ol", { id: "known", data: { tLabel: "explorer.moves" } });
    const onchange = ({ target }) => {
      change({ showKnown: target.checked });
      this.mark();
    };
    const onBoard = check("showKnown", { id: "show-known", checked: settings.showKnown, onchange });
    this.title = made("h3", { id: "passed-title", hidden: true });
    this.passed = made("ol", { id: "passed", hidden: true });
    this.passed.setAttribute("aria-labelledby", "passed-title");
    this.more = button("moreGames", () => this.showMore(), { id: "passed-more" });
    box.replaceChildren(
      made("h2", { id: "explorer-title", data: { t: "explorer.title" } }), this.here, onBoard, this.list, this.title,
      this.passed, this.more,
    );
    box.hidden = false;
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("button");
      // The rows may still be those of the position before.
      if (row && this.shown === app.node) app.place(Number(row.dataset.point));
    });
    this.passed.addEventListener("click", (event) => this.open(event.target.closest("button")));
    app.on("facts mode pane connection", () => this.look());
    // Without a connection no facts will come.
    app.on("position", () => app.connection.isOnline || this.look());
    app.on("known language", () => this.show());
    app.on("kept", () => (this.heads = null));
    this.look();
  }

  get isSeen() {
    return this.app.panes.isOpen("explorer-pane");
  }

  /// Asks for the known moves of the position while the explorer is shown.
  async look() {
    const { node } = this.app;
    if (!this.isSeen) return this.app.overlay("known", null);
    if (this.shown === node && this.heads && this.book) return this.mark();
    this.heads ??= await this.store.heads().catch(() => []);
    const book = await this.lookInBook(node);
    if (node !== this.app.node) return;
    const isOther = this.shown !== node;
    Object.assign(this, { book, shown: node, limit: isOther ? SHOWN : this.limit, counted: null });
    this.show();
  }

  /// The book's answer; null without one. Then the explorer shows its other sources, and asks again at the next event.
  async lookInBook(node) {
    const { app } = this;
    if (app.isOver || !node.facts || !app.connection.isOnline) return null;
    return app.connection.ask("look_in_book", { position: app.game.position(node) }).catch(() => null);
  }

  /// The answers of all sources about each move: { point, known, games }.
  collect() {
    const { app, book } = this;
    const match = new PositionMatch(app.game);
    const mover = app.game.toMove();
    const rows = new Map();
    // Of symmetric points, the row shows the one that this game continues with, so that it stands beside its stones.
    const { next, children } = app.node;
    const own = new Map([...children, next].filter(Boolean).map(({ point }) => [match.canonical(point), point]));
    const row = (point) => {
      const at = match.canonical(point);
      const games = { black: 0, draw: 0, white: 0 };
      if (!rows.has(at)) rows.set(at, { point: own.get(at) ?? at, known: null, counted: null, games, open: 0, rank: rows.size });
      return rows.get(at);
    };
    const database = app.databaseSays?.node === app.node ? app.databaseSays.known : null;
    // The database is the reader's own, so it has priority over the book.
    for (const source of [database, book]) {
      for (const move of source?.moves ?? []) {
        const at = row(move.point);
        if (at.known) continue;
        at.known = move;
        if (!move.games) continue;
        at.counted = gamesOf(move.games, mover);
        for (const result of ["black", "draw", "white"]) at.games[result] += at.counted[result];
      }
    }
    this.through = this.passages.through(this.heads ?? [], app.game);
    for (const { head, next } of this.through) {
      // An analysis is no game.
      if (next === null || head.kind === "analysis") continue;
      const at = row(next);
      if (head.result) at.games[head.result]++;
      else at.open++;
    }
    // Moves of the book or the database come before moves of the reader's games.
    const isKnown = ({ known }) => Number(Boolean(known));
    return [...rows.values()].sort((a, b) => isKnown(b) - isKnown(a) || allOf(b) - allOf(a) || a.rank - b.rank);
  }

  show() {
    if (!this.isSeen || this.shown !== this.app.node) return;
    this.rows = this.app.isOver ? [] : this.collect();
    this.here.textContent = this.describeHere();
    this.list.replaceChildren(...this.rows.map((row) => this.row(row)));
    this.showPassed();
    this.mark();
  }

  describeHere() {
    const { app, book, rows } = this;
    if (app.isOver) return t("error.over");
    const parts = [];
    const { entry } = book ?? {};
    if (entry?.score) parts.push(t("explorer.book", { score: scoreText(entry, app.game.toMove()), depth: entry.depth }));
    if (rows.length === 0 && book) parts.push(t("explorer.unknown"));
    return parts.join(" · ");
  }

  row(row) {
    const { point, known, counted, games } = row;
    const { game } = this.app;
    const name = pointName(game, point);
    const all = allOf(row);
    const bar = span("bar");
    for (const result of sum(games) > 0 ? ["black", "draw", "white"] : []) {
      bar.append(span(result));
      bar.lastChild.style.flexGrow = games[result];
    }
    const texts = [known?.label, known?.comment].filter(Boolean).join(" ");
    const score = known?.score ? scoreText(known, game.toMove()) : "";
    const played = all > 0 && t("explorer.games", { ...games, all });
    const said = listed([name, score && t("explorer.score", { score }), played, texts].filter(Boolean));
    const cells = [span("point", name), bar, span("count", all > 0 ? number(all) : "")];
    cells.push(span("score", score && scoreCell(known, game.toMove())));
    const results = `${initial("black")}${games.black} =${games.draw} ${initial("white")}${games.white}`;
    if (texts || counted) cells.push(span("text", texts), span("games", counted ? results : ""));
    return entry({ title: said, data: { point } }, ...cells);
  }

  /// The moves on the board: the label, or else Black's winning chances, or else the number of games.
  mark() {
    const { app, rows } = this;
    const isShown = settings.showKnown && this.isSeen && this.shown === app.node;
    const text = ({ known, games, open }) => {
      if (known?.label) return known.label.slice(0, 4);
      if (known?.score) return scoreMark(known, app.game.toMove());
      if (sum(games) === 0) return open > 0 ? String(open) : "·";
      return percent((games.black + games.draw / 2) / sum(games));
    };
    // Statistics of games look different from searched scores.
    const known = rows.map((row, rank) => {
      return { point: row.point, text: text(row), first: rank === 0, counted: !row.known?.score };
    });
    app.overlay("known", isShown && known.length > 0 ? { known } : null);
  }

  /// Shows the reader's games through the position, and those of the database once they were asked for.
  showPassed() {
    const { app, through, limit, counted } = this;
    const isOwn = (head) => head.id === app.game.kept?.id;
    const own = (through ?? []).filter(({ head }) => !isOwn(head));
    const nameOf = (seat) => this.play.nameOf(seat);
    const line = (data, title, text) => entry({ data }, span("title", title), span("quiet", text));
    const items = own.slice(0, limit).map(({ head, ply }) => {
      const title = head.name || playersOf(head, nameOf);
      return line({ id: head.id, ply }, title, describe(head, document.documentElement.lang));
    });
    for (const [index, game] of (counted?.games ?? []).entries()) {
      const title = game.names.some(Boolean) ? playersOf(game, nameOf) : t("explorer.counted", { number: index + 1 });
      const moves = parsePoints(app.game, game.moves)?.length ?? 0;
      items.push(line({ counted: index }, title, `${t("kept.moves", { moves })} · ${resultName(game.result)}`));
    }
    // All games go through the empty board.
    const hasCounted = !counted && this.rows.some(({ counted: games }) => games) && app.game.stones().size > 0;
    const ask = { id: "passed-counted", onclick: () => this.askForCounted(), data: { t: "explorer.showCounted" } };
    if (hasCounted) items.push(entry(ask));
    const count = own.length + (counted?.games.length ?? 0);
    this.title.textContent = t("explorer.passed", { count: counted?.more ? `${count}+` : number(count) });
    this.passed.replaceChildren(...items);
    this.title.hidden = this.passed.hidden = items.length === 0;
    this.more.hidden = own.length <= limit;
  }

  showMore() {
    const before = this.limit;
    this.limit += SHOWN;
    this.showPassed();
    this.passed.querySelectorAll("button")[before]?.focus();
  }

  async askForCounted() {
    const counted = await this.app.askHere("games_through");
    if (!counted) return;
    this.counted = counted;
    this.showPassed();
    this.passed.querySelector("[data-counted]")?.focus();
  }

  open(row) {
    if (!row || row.id) return;
    const { id, ply, counted } = row.dataset;
    if (id) return this.games.open(id, Number(ply));
    this.openCounted(this.counted.games[counted]);
  }

  /// Opens a game of the database at the shown position, in the board's orientation.
  openCounted({ first, moves, result, names: [black, white] }) {
    const { app } = this;
    const { rule, width, height } = app.game;
    const game = new Game({ rule, width, height, first, names: { black, white } });
    const line = parsePoints(game, moves);
    const { ply, map } = new PositionMatch(app.game).passageOf(line, first) ?? { ply: 0 };
    // No symmetry moves a pass.
    for (const point of line) game.go(game.child(map ? map.indexOf(point) : point));
    game.opened = { result, end: game.current, isKeptOnceChanged: true };
    game.go(game.nodes()[ply]);
    app.edits.replace(() => app.load(game), t("opened", { moves: line.length }));
  }
}
