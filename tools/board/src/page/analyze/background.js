// Background analysis, a setting: the live analysis starts by itself, and while other panels are shown the positions on the
// board are analyzed silently, for the chances in the list of moves.

import { onSettings, settings } from "../settings.js";
import { hasSeenEnough } from "./analyze.js";

/// Milliseconds of quiet before a position is analyzed.
const PAUSE = 200;

export class Background {
  constructor(app, play, analysis) {
    Object.assign(this, { app, play, analysis, timer: null, search: 0, seen: null });
    app.on("position", () => this.stop());
    app.on("facts mode play connection", () => this.later());
    app.on("mode reviewed", () => this.goLive());
    app.connection.addEventListener("idle", () => this.later());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.later()));
    onSettings(({ background }) => {
      if (background === this.wasOn) return;
      this.wasOn = background;
      if (!background) return this.stop();
      this.goLive();
      this.later();
    });
  }

  /// Turns the live analysis on by pressing its own switch.
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

  /// Whether the engine is free and the position can be analyzed.
  get isFree() {
    const { app, play } = this;
    const { connection, node, mode } = app;
    if (document.hidden || !connection.isOnline || connection.isSearching) return false;
    if (!node.facts || app.isOver || node === this.seen) return false;
    if (mode === "games") return true;
    // An engine that ponders already searches this position.
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
      isEnough = hasSeenEnough(part);
      if (isEnough) app.connection.stopSearch(search);
    }, true);
    const search = app.connection.lastSearch;
    this.search = search;
    try {
      const found = await asked;
      if (app.node === node) analysis.remember(found);
    } catch {
      // Background errors are not shown; the next position tries again.
    }
    // A search that another one ended is repeated later.
    if (isCurrent() && app.connection.lastSearch === search) this.seen = node;
    if (this.search === search) this.search = 0;
  }
}
