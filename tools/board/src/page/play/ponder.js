// Pondering: an engine of full strength searches while its opponent thinks, and reuses the results for its next move.

import { FULL_LEVEL } from "./seats.js";
import { LONGEST } from "../analyze/analyze.js";
import { settings } from "../settings.js";

/// Starts pondering while a person has the turn. The next search ends it.
export function ponder(play) {
  const { app, seats } = play;
  const waits = Object.values(seats).some(({ kind, level }) => kind === "engine" && level === FULL_LEVEL);
  if (!settings.ponder || !waits || play.pondered === app.node) return;
  const { node } = app;
  play.pondered = node;
  const { threads, memory } = settings;
  const question = { position: app.game.position(), lines: 1, blocked: [], threads, memory, time_ms: LONGEST };
  const begin = performance.now();
  const hear = () => {
    if (app.node !== node || app.mode !== "play") app.connection.stop();
  };
  // Pondering that another search has ended may start again at this node.
  const end = () => performance.now() - begin >= LONGEST || play.pondered !== node || (play.pondered = null);
  app.connection.ask("analyze", question, hear).catch(() => {}).finally(end);
}
