// The reader's settings, stored in the browser.

import { preferredLanguage } from "./words/languages.js";
import { local } from "./webstorage.js";

const KEY = "tengen.settings";

/// Boards with their stones; the notebook's stones are crosses and rings.
export const LOOKS = ["wood", "walnut", "paper", "notebook"];

const defaults = () => ({
  language: preferredLanguage(),
  /// "auto" follows the system.
  theme: "auto",
  /// The board and its stones: one of LOOKS.
  look: "wood",
  /// The board's orientation; see board/orientation.js.
  mirrored: false,
  turns: 0,
  sound: true,
  numbers: false,
  coordinates: true,
  last: true,
  forbidden: true,
  /// Whether a touched point has to be confirmed: "auto" means when points are small.
  confirm: "auto",
  threads: 0,
  /// MiB of the search's table; 0: what fits.
  memory: 0,
  lines: 3,
  /// Seconds, thousands of nodes and depth of a live analysis; 0: no limit.
  analysisTime: 0,
  analysisNodes: 0,
  analysisDepth: 0,
  /// Whether an engine of full strength ponders.
  ponder: false,
  /// Whether positions are analyzed in the background; see analyze/background.js.
  background: false,
  /// Whether the board marks the moves that the database knows.
  showKnown: true,
  /// Whether the analysis shows threats of both sides.
  showThreats: false,
  reviewTime: 500,
  /// Address of the page on the web, for links that others can open; empty if there is none.
  pageAddress: "",
  newGame: {
    rule: "caro",
    width: 15,
    height: 15,
    opening: "none",
    /// "human", or an engine's level.
    black: "human",
    white: "4",
    time: 3,
    minutes: 0,
    seconds: 0,
    /// Whether White has another time.
    odds: false,
    whiteMinutes: 0,
    whiteSeconds: 0,
    increment: 0,
    /// Seconds for each move once the time is used up.
    byoyomi: 0,
  },
});

function load() {
  const settings = defaults();
  try {
    const saved = JSON.parse(local.getItem(KEY) ?? "{}");
    for (const key of Object.keys(settings)) {
      if (key !== "newGame" && typeof saved[key] === typeof settings[key]) settings[key] = saved[key];
    }
    for (const key of Object.keys(settings.newGame)) {
      if (typeof saved.newGame?.[key] === typeof settings.newGame[key]) settings.newGame[key] = saved.newGame[key];
    }
  } catch {
    local.removeItem(KEY);
  }
  return settings;
}

export const settings = load();

const listeners = [];

/// Calls `listener` now and after each change.
export function onSettings(listener) {
  listeners.push(listener);
  listener(settings);
}

export function change(values) {
  Object.assign(settings, values);
  // Another tab may have changed other settings meanwhile: they stay.
  local.setItem(KEY, JSON.stringify({ ...load(), ...values }));
  for (const listener of listeners) listener(settings);
}
