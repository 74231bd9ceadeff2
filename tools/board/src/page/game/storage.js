// The position in the address, and the whole game in the browser's storage.

import { addressOf, linkOf, readAddress } from "./address.js";
import { withFound } from "./glyphs.js";
import { restoreGame } from "./restored.js";
import { Game, packWhole } from "./tree.js";
import { local, session } from "../webstorage.js";
import { t } from "../words/i18n.js";

const KEY = "tengen.game";
const PAUSE = 300;
/// Number of addresses kept with the game.
const ADDRESSES = 4;
/// Storage keys of the game, the settings, and the answered offer of a first visit.
const STORED = [KEY, "tengen.settings", "tengen.welcome"];

/// Whether this is a first visit, or the first visit's offer is unanswered; see play/welcome.js.
export function isNewHere() {
  return local.getItem("tengen.welcome") === "open" || STORED.every((key) => local.getItem(key) === null);
}

export const welcomed = (isDone) => local.setItem("tengen.welcome", isDone ? "done" : "open");

/// The stored game: { game, play }, or null.
function readKept(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY));
    if (!kept) return null;
    const game = restoreGame(kept);
    const { id, version } = kept.kept ?? {};
    game.kept = typeof id === "string" && Number.isInteger(version) ? kept.kept : null;
    return { game, play: kept.play, mode: kept.mode, addresses: Array.isArray(kept.addresses) ? kept.addresses : [] };
  } catch {
    storage.removeItem(KEY);
    return null;
  }
}

/// The game to begin with: this tab's, the address's, or that of the last tab.
export function restore() {
  const own = readKept(session);
  const shown = readAddress(location.hash);
  if (typeof shown === "string") return { ...(own ?? readKept(local)), error: shown };
  // The address may be outdated, because a page that is being left cannot change it.
  if (shown && (own?.addresses ?? []).includes(location.hash)) return own;
  return shown ? { game: shown, shared: true } : (own ?? readKept(local));
}

/// Keeps the stored game and the address up to date with `app`; `play` supplies the players' state.
export function keep(app, play) {
  let timer = null;
  /// The latest addresses, newest first: a reload uses the address at its start, and the old page may store newer ones until
  /// it is left.
  let addresses = [];
  const write = () => {
    timer = null;
    // The Learn view's positions are not the reader's game.
    if (app.mode === "learn") return;
    const address = addressOf(app.game);
    addresses = [...new Set([address, location.hash, ...addresses])].slice(0, ADDRESSES);
    const { game, mode } = app;
    const kept = JSON.stringify({ ...packWhole(game), kept: game.kept, play: play.pack(), mode, addresses });
    // If the storage is full, the address still holds the position.
    session.setItem(KEY, kept);
    local.setItem(KEY, kept);
    if (address !== location.hash) history.replaceState(null, "", address);
  };
  const writeNow = () => {
    clearTimeout(timer);
    write();
  };
  app.on("game position facts mode comment folded reviewed", () => (timer ??= setTimeout(write, PAUSE)));
  // A tab that is opened at once goes on with the record that this one has just written.
  app.on("kept", writeNow);
  app.on("leave", () => timer !== null && writeNow());
  addEventListener("pagehide", write);
  // `location.hash` may have been replaced by a delayed write.
  addEventListener("hashchange", (event) => openAddress(app, new URL(event.newURL).hash));
}

/// Whether the board already shows everything of a link's game.
function isShown(app, game) {
  // A link may have been made before or after a search.
  const same = [withFound, (_, { properties }) => properties].some((of) => linkOf(game, of) === linkOf(app.game, of));
  return same || (linkOf(game) === addressOf(game) && addressOf(game) === addressOf(app.game));
}

/// The message for an opened game: the number of moves of its main line, or of stones if it has no moves.
export function openedText(game) {
  const { depth } = game.mainEnd();
  return depth === 0 && game.setup.size > 0 ? t("openedStones", { count: game.setup.size }) : t("opened", { moves: depth });
}

/// Shows the game of an address, which can be undone; false if it is shown already. `isSaid`: with a message, in place of what
/// the board says of the position.
export function openAddress(app, hash, isSaid = false) {
  const game = readAddress(hash);
  if (typeof game === "string") return app.report({ code: game.replace("error.", "") });
  if (!(game instanceof Game) || isShown(app, game)) return false;
  app.edits.replace(() => {
    // No engine moves at once in a position that was opened.
    app.setMode("analyze");
    app.load(game);
  }, isSaid ? openedText(game) : "");
}
