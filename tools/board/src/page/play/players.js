// The lines above and below the board: names, turn, clocks; and the actions on the game.

import { number, t } from "../words/i18n.js";
import { COLORS } from "../game/notation.js";
import { byId, made } from "../parts.js";

/// A color's player as all tabs show it: the game's own name, or the seat's. If neither tells them apart, the name of the
/// color.
export function playerName({ app, play }, color) {
  const { game, mode } = app;
  if (mode !== "learn" && game.names[color]) return game.names[color];
  const isForeign = mode === "learn" || (game.opened && !game.isPlayed);
  if (isForeign || COLORS.every((side) => play.seats[side].kind === "human")) return t(color);
  return play.nameOf(play.seats[color]);
}

/// A time as `4:59`, with tenths of a second toward the end.
function clockText(milliseconds) {
  if (milliseconds < 10_000) return `0:0${number(Math.floor(milliseconds / 100) / 10, 1)}`;
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/// Keeps the players, their clocks and the actions on the game up to date.
export function showPlayers(app, play) {
  const show = () => {
    const { game } = app;
    const names = COLORS.map((color) => playerName({ app, play }, color));
    for (const [index, color] of COLORS.entries()) {
      const box = byId(`player-${color}`);
      box.querySelector(".name").textContent = names[index];
      box.querySelector(".name").title = names[index];
      // SGF has ratings as text.
      box.querySelector("small").textContent = app.mode === "learn" ? "" : (game.tags[["BR", "WR"][index]] ?? "");
      box.classList.toggle("turn", play.turn === color);
      box.classList.toggle("thinks", Boolean(play.thinking) && play.turn === color);
    }
    showClocks(app, play);
    showActions(app, play);
    const about = `${t(`rule.${game.rule}`)} · ${game.width}\u00a0×\u00a0${game.height}`;
    const isNamed = names.some((name, index) => name !== t(COLORS[index]));
    const known = [isNamed && names.join(" – "), game.tags.EV, game.tags.DT].filter(Boolean);
    byId("game-title").replaceChildren(about, made("span", { textContent: known.map((text) => ` · ${text}`).join("") }));
    byId("players-text").textContent = `${names.join(" – ")} · ${t(`rule.${game.rule}`)}`;
  };
  app.on("game position facts mode language comment play", show);
  app.on("clock", () => showClocks(app, play));
}

/// A decided position has no move to hint at and no side to move, a finished game cannot be resigned, and on an empty
/// board there is nothing to undo.
function showActions(app, play) {
  const isEmpty = app.game.stones().size === 0;
  byId("go-on").hidden = !play.offersToGoOn;
  byId("swap").disabled = Boolean(app.ending);
  byId("hint").disabled = Boolean(app.ending) || isEmpty;
  byId("undo").disabled = !app.node.parent;
  byId("resign").disabled = isEmpty || Boolean(app.endingAt(play.live)) || app.game.isForeign;
  byId("redo").disabled = !app.game.playedChild(app.node);
  byId("hold").hidden = !(play.isRunning && COLORS.every((color) => play.seats[color].kind === "engine"));
  byId("new").classList.toggle("main", isEmpty);
}

function showClocks({ mode }, { clocks }) {
  for (const color of COLORS) {
    const clock = byId(`player-${color}`).querySelector(".clock");
    clock.hidden = !clocks || mode === "learn";
    if (clock.hidden) continue;
    const isLate = Boolean(clocks.late?.[color]) && clocks.byoyomi > 0;
    clock.textContent = `${isLate ? "↻ " : ""}${clockText(clocks[color])}`;
    clock.title = isLate ? t("byoyomiNow") : "";
    clock.classList.toggle("short", clocks[color] < 10_000);
  }
}
