// Thinking in the opponent's time: what an engine of full strength has seen by then helps its next move.

import { FULL_LEVEL } from "./seats.js";
import { settings } from "../settings.js";

/// The longest that it thinks so, in milliseconds.
const LONGEST = 120_000;

/// Lets the engine of a game think while a person has the turn. The next search ends it.
export function ponder(play) {
  const { app, seats } = play;
  const waits = Object.values(seats).some(({ kind, level }) => kind === "engine" && level === FULL_LEVEL);
  if (!settings.ponder || !waits || play.pondered === app.node) return;
  const { node } = app;
  play.pondered = node;
  const question = { position: app.game.position(), lines: 1, blocked: [], threads: settings.threads, memory: settings.memory };
  let isLong = false;
  const hear = ({ time_ms: time }) => {
    isLong = time > LONGEST;
    if (isLong || app.node !== node || app.mode !== "play") app.connection.stop();
  };
  // What another search has ended may begin again here.
  const end = () => isLong || play.pondered !== node || (play.pondered = null);
  app.connection.ask("analyze", question, hear).catch(() => {}).finally(end);
}
