// The position in the address, and the whole game in the browser's storage.

import { addressOf, linkOf, readAddress } from "./address.js";
import { restoreGame } from "./restored.js";
import { Game, pack, packOpened, packStates } from "./tree.js";
import { local, session } from "../webstorage.js";

const KEY = "tengen.game";
const PAUSE = 300;
const ADDRESSES = 4;
/// Names in the browser's storage: the game, the settings, and whether the first visit's offer was answered.
const STORED = [KEY, "tengen.settings", "tengen.welcome"];

/// Whether nobody was here before, or what a first visit is offered still stands; see play/welcome.js.
export function isNewHere() {
  return local.getItem("tengen.welcome") === "open" || STORED.every((key) => local.getItem(key) === null);
}

export const welcomed = (isDone) => local.setItem("tengen.welcome", isDone ? "done" : "open");

/// What was kept: { game, play }, or null.
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

/// What the page begins with: this tab's game, the address's position, or the game of the last tab.
export function restore() {
  const own = readKept(session);
  const shown = readAddress(location.hash);
  if (typeof shown === "string") return { ...(own ?? readKept(local)), error: shown };
  // The address may be behind: a page that is left cannot change it any more.
  if (shown && (own?.addresses ?? []).includes(location.hash)) return own;
  return shown ? { game: shown, shared: true } : (own ?? readKept(local));
}

/// Keeps the game and the address up to date with `app`; `play` gives the players' state.
export function keep(app, play) {
  let timer = null;
  /// The last addresses: a page that is loaded again begins with the one that the tab had then, and is written once more meanwhile.
  let addresses = [];
  const write = () => {
    timer = null;
    // What the Learn view shows is not the reader's game.
    if (app.mode === "learn") return;
    const address = addressOf(app.game);
    addresses = [...new Set([...addresses, location.hash, address])].slice(-ADDRESSES);
    const kept = JSON.stringify({
      game: pack(app.game), states: packStates(app.game), opened: packOpened(app.game), kept: app.game.kept, play: play.pack(),
      mode: app.mode, addresses,
    });
    // In a full storage it is not kept: the address still holds the position.
    session.setItem(KEY, kept);
    local.setItem(KEY, kept);
    if (address !== location.hash) history.replaceState(null, "", address);
  };
  app.on("game position facts mode comment folded kept", () => (timer ??= setTimeout(write, PAUSE)));
  app.on("leave", () => timer !== null && (clearTimeout(timer), write()));
  addEventListener("pagehide", write);
  // Not `location.hash`: what was waiting to be written may have replaced it already.
  addEventListener("hashchange", (event) => openAddress(app, new URL(event.newURL).hash));
}

/// Whether all that an address or a link shows is there already.
function isShown(app, game) {
  return linkOf(game) === linkOf(app.game) || (linkOf(game) === addressOf(game) && addressOf(game) === addressOf(app.game));
}

/// Shows the game of an address, unless it is there already; false then.
export function openAddress(app, hash) {
  const game = readAddress(hash);
  if (typeof game === "string") return app.report({ code: game.replace("error.", "") });
  if (!(game instanceof Game) || isShown(app, game)) return false;
  // A position to look at: no engine is to move in it at once.
  app.setMode("analyze");
  app.load(game);
}
