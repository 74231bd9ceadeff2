// The position in the address, and the whole game in the browser's storage.

import { parsePoints } from "./notation.js";
import { local, session } from "./webstorage.js";
import { Game, pack, packOpened, packStates, unpack, unpackOpened, unpackStates } from "./tree.js";

const KEY = "tengen.game";
const PAUSE = 300;
export const RULES = ["caro", "caro-exact", "freestyle", "standard", "renju"];
export const MIN_SIDE = 5;
export const MAX_SIDE = 120;

/// The address's part behind `#` for the position that is looked at.
export function addressOf(game) {
  const { rule, width, height, black, white, first, moves } = game.position();
  const parts = [`rule=${rule}`, `size=${width}x${height}`];
  if (black) parts.push(`black=${black}`);
  if (white) parts.push(`white=${white}`);
  if (first !== "black") parts.push(`first=${first}`);
  if (moves) parts.push(`moves=${moves}`);
  return `#${parts.join("&")}`;
}

/// The game that an address shows; null when it names none, an error's name where it is wrong.
export function readAddress(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  if (!query.has("size") && !query.has("moves")) return null;
  const rule = query.get("rule") ?? "caro";
  const [width, height = width] = (query.get("size") ?? "15").split("x").map(Number);
  const isSide = (side) => Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE;
  if (!RULES.includes(rule) || !isSide(width) || !isSide(height)) return "error.address";
  const size = { width, height };
  const [black, white, moves] = ["black", "white", "moves"].map((name) => parsePoints(size, query.get(name) ?? ""));
  const points = black && white && moves ? [...black, ...white, ...moves] : null;
  if (!points || new Set(points).size < points.length) return "error.address";
  const game = new Game({ rule, width, height, black, white, first: query.get("first") === "white" ? "white" : "black" });
  for (const point of moves) game.go(game.child(point));
  game.opened = { result: null, end: game.current };
  return game;
}

/// What was kept: { game, play }, or null.
function readKept(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY));
    if (!kept) return null;
    const game = unpack(kept.game, parsePoints);
    unpackStates(game, kept.states);
    unpackOpened(game, kept.opened);
    return { game, play: kept.play, mode: kept.mode, addresses: kept.addresses };
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
  // The address may be one change behind: a page that is left cannot change it any more.
  if (shown && (own?.addresses ?? []).includes(location.hash)) return own;
  return shown ? { game: shown, shared: true } : (own ?? readKept(local));
}

/// Keeps the game and the address up to date with `app`; `play` gives the players' state.
export function keep(app, play) {
  let timer = null;
  const write = () => {
    timer = null;
    // What the Learn view shows is not the reader's game.
    if (app.mode === "learn") return;
    const address = addressOf(app.game);
    const kept = JSON.stringify({
      game: pack(app.game), states: packStates(app.game), opened: packOpened(app.game), play: play.pack(), mode: app.mode,
      addresses: [location.hash, address],
    });
    try {
      session.setItem(KEY, kept);
      local.setItem(KEY, kept);
    } catch {
      // A full storage: the address still holds the position.
    }
    if (address !== location.hash) history.replaceState(null, "", address);
  };
  app.on("game position facts mode comment", () => (timer ??= setTimeout(write, PAUSE)));
  app.on("leave", () => timer !== null && (clearTimeout(timer), write()));
  addEventListener("pagehide", write);
  // Not `location.hash`: what was waiting to be written may have replaced it already.
  addEventListener("hashchange", (event) => openAddress(app, new URL(event.newURL).hash));
}

/// Shows the position of an address, unless it is there already.
export function openAddress(app, hash) {
  const game = readAddress(hash);
  if (typeof game === "string") return app.report({ code: game.replace("error.", "") });
  if (!(game instanceof Game) || addressOf(game) === addressOf(app.game)) return;
  // A position to look at: no engine is to move in it at once.
  app.setMode("analyze");
  app.load(game);
}
