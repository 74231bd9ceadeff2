// Analysis in the background, where Settings say so: the live lines of the analysis come back by themselves, and beside
// the other panels the positions on the board are worked out without a word, for the list of moves.

import { onSettings, settings } from "../settings.js";

/// Milliseconds without anything happening until a position is looked at.
const PAUSE = 200;

export class Background {
  constructor(app, play, analysis) {
    Object.assign(this, { app, play, analysis, timer: null, search: 0, seen: null });
    const { connection } = app;
    app.on("position", () => this.stop());
    app.on("facts mode", () => this.later());
    app.on("mode", () => this.goLive());
    app.on("reviewed", () => this.goLive());
    play.addEventListener("change", () => this.later());
    for (const event of ["idle", "state"]) connection.addEventListener(event, () => this.later());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.later()));
    onSettings(({ background }) => {
      if (background === this.wasOn) return;
      this.wasOn = background;
      if (!background) return this.stop();
      this.goLive();
      this.later();
    });
  }

  /// In the analysis its own switch is pressed.
  goLive() {
    if (settings.background && this.app.mode === "analyze") this.analysis.start();
  }

  later() {
    if (!settings.background) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    if (this.search) this.app.connection.stopSearch(this.search);
    this.search = 0;
  }

  /// Whether nobody else wants the engine, and the position is one to look at.
  get isFree() {
    const { app, play } = this;
    const { connection, node, mode } = app;
    if (document.hidden || !connection.isOnline || connection.isSearching) return false;
    if (!node.facts || app.isOver || node === this.seen) return false;
    if (mode === "games") return true;
    // An engine that thinks in its opponent's time does this already.
    return mode === "play" && !play.opening && play.pondered !== node && !(play.isRunning && play.actor.kind === "engine");
  }

  async look() {
    if (!settings.background || !this.isFree) return;
    const { app, analysis } = this;
    const { node } = app;
    const isCurrent = () => this.search === search && app.node === node;
    let isEnough = false;
    const asked = analysis.ask((part) => {
      if (!isCurrent() || isEnough) return;
      analysis.remember(part);
      isEnough = analysis.isLongEnough(part);
      if (isEnough) app.connection.stopSearch(search);
    });
    const search = app.connection.lastSearch;
    this.search = search;
    try {
      const found = await asked;
      if (app.node === node) analysis.remember(found);
    } catch {
      // Nobody has asked for it: the next position is another try.
    }
    // A search that something else has ended is made up for afterwards.
    if (isCurrent() && app.connection.lastSearch === search) this.seen = node;
    if (this.search === search) this.search = 0;
  }
}
