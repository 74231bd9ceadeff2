// Starts the page and ties its parts together.

import { addressOf } from "./game/address.js";
import { Analysis } from "./analyze/analyze.js";
import { App } from "./app.js";
import { Background } from "./analyze/background.js";
import { BoardView } from "./board/board.js";
import { Connection, setToken, takeToken } from "./connection.js";
import { Databases } from "./analyze/databases.js";
import { learnDetails } from "./words/detail.js";
import { setUpDialogs } from "./dialogs.js";
import { Files } from "./files/files.js";
import { GameRule } from "./files/gamerule.js";
import { number, setCrosses, setLanguage, t } from "./words/i18n.js";
import { BoardInput } from "./board/input.js";
import { setUpKeys } from "./board/keys.js";
import { COLORS, pointName } from "./game/notation.js";
import { Play } from "./play/play.js";
import { seatOf } from "./play/seats.js";
import { Result } from "./play/result.js";
import { Review } from "./analyze/review.js";
import { Ruler } from "./board/ruler.js";
import { change, onSettings, settings } from "./settings.js";
import { Setup } from "./board/setup.js";
import { isNewHere, keep, restore } from "./game/storage.js";
import { Threats } from "./board/threats.js";
import { TreeView } from "./analyze/treeview.js";

const byId = (id) => document.getElementById(id);

setCrosses(settings.look === "notebook");
await setLanguage(settings.language);
takeToken();
const connection = new Connection();
const app = new App(connection);
const play = new Play(app);
const view = new BoardView(byId("board"), byId("overlay"));
const ruler = new Ruler(byId("frame"), view);

/// The board with everything on it, once a frame.
let drawing = false;
function draw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    view.show(app.view());
    input.draw();
    ruler.draw();
    byId("board").setAttribute("aria-label", describePosition());
  });
}

function describePosition() {
  const { game, node } = app;
  const last = node.parent ? t("lastMove", { point: pointName(game, node.point), player: t(game.colorOf(node)) }) : "";
  const size = `${game.width}×${game.height}`;
  return t("boardLabel", { rule: t(`rule.${game.rule}`), size, moves: node.depth, last });
}

app.playFrom = async (node) => (await import("./learn/playfrom.js")).playFrom(app, play, node);

const input = new BoardInput(byId("frame"), view, {
  choose: (point) => {
    if (app.tool) app.tool.choose(point);
    else if (app.mode === "play") play.choose(point);
    else app.place(point);
  },
  describe: (point, isPending) => {
    const stone = (app.tool?.stones ?? app.game.stones()).get(point);
    const reason = app.whyForbidden(point);
    const what = stone ? t(stone.color) : reason ? `${t("forbidden")}, ${reason}` : t("empty");
    const name = pointName(app.game, point);
    if (isPending) app.say(t("touchAgain", { point: name }));
    else byId("announcer").textContent = `${name}, ${what}`;
  },
  hovers: (point) => analysis.hoverPoint(point),
  ghost: (point) => {
    if (app.tool) return app.tool.ghost(point);
    if (!app.game.isEmpty(point) || app.isOver) return null;
    if (app.mode === "play" && play.actor?.kind !== "human" && !play.isLooking) return null;
    return app.game.toMove();
  },
});

app.on("game position facts draw mode language", draw);
app.on("game position", () => input.forget(app.game));
app.on("message", () => {
  const box = byId("message");
  box.textContent = app.message.text;
  box.className = app.message.kind;
});

/// A question with buttons below the board; null takes it away.
app.question = (question) => {
  const box = byId("question");
  app.asked = question;
  box.hidden = !question;
  if (!question) return;
  byId("question-text").textContent = question.text;
  byId("question-answers").replaceChildren(
    ...question.options.map(({ label, value }) => {
      const button = Object.assign(document.createElement("button"), { textContent: label });
      button.dataset.value = value;
      button.addEventListener("click", () => question.answer(value));
      return button;
    }),
  );
};

/// Names, clocks and whose turn it is.
function showPlayers() {
  const running = app.mode === "play";
  const { turn } = play;
  for (const color of COLORS) {
    const box = byId(`player-${color}`);
    const own = app.game.names[color];
    box.querySelector(".name").textContent = running ? play.nameOf(play.seats[color]) : own || t(color);
    box.classList.toggle("turn", turn === color);
    box.classList.toggle("thinks", Boolean(play.thinking) && turn === color);
  }
  showClocks();
  byId("go-on").hidden = !play.offersToGoOn;
  // A position with a result has no move to hint at and no side to move, and a finished game cannot be resigned.
  for (const id of ["hint", "swap"]) byId(id).disabled = Boolean(app.ending);
  byId("resign").disabled = Boolean(app.endingAt(play.live));
  byId("redo").disabled = app.node.children.length === 0;
  byId("hold").hidden = !(play.isRunning && COLORS.every((color) => play.seats[color].kind === "engine"));
  byId("game-title").textContent = `${t(`rule.${app.game.rule}`)}, ${app.game.width}\u00a0×\u00a0${app.game.height}`;
}

/// `4:59`, and tenths of a second toward the end.
function clockText(milliseconds) {
  if (milliseconds < 10_000) return `0:0${number(Math.floor(milliseconds / 100) / 10, 1)}`;
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showClocks() {
  for (const color of COLORS) {
    const clock = byId(`player-${color}`).querySelector(".clock");
    clock.hidden = !play.clocks || app.mode !== "play";
    if (clock.hidden) continue;
    const isLate = Boolean(play.clocks.late?.[color]) && play.clocks.byoyomi > 0;
    clock.textContent = `${isLate ? "↻ " : ""}${clockText(play.clocks[color])}`;
    clock.title = isLate ? t("byoyomiNow") : "";
    clock.classList.toggle("short", play.clocks[color] < 10_000);
  }
}

app.on("game position facts mode language", showPlayers);
play.addEventListener("change", showPlayers);
play.addEventListener("clock", showClocks);

/// The tabs of the side panel.
const tabs = [...document.querySelectorAll("[role=tab]")];
function showMode() {
  for (const tab of tabs) {
    const isChosen = tab.dataset.mode === app.mode;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
  byId({ play: "play-panel", analyze: "moves-slot", games: "tree-slot" }[app.mode])?.append(byId("tree-block"));
  // A question belongs to its panel; that of an opening is asked again on coming back.
  app.question(null);
  if (app.mode === "play") play.comeBack();
  else play.hold();
}
for (const tab of tabs) tab.addEventListener("click", () => app.setMode(tab.dataset.mode));
byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
});
app.on("mode", showMode);

/// The Learn view, which is fetched when it is opened for the first time.
let learn = null;
app.learn = async () => {
  learn ??= import("./learn/learn.js").then(({ Learn }) => Learn.build(app, play, byId("learn-panel")));
  try {
    return await learn;
  } catch {
    // The next try fetches it anew.
    learn = null;
    app.say(t("error.offline"), "error");
    return null;
  }
};
app.on("mode", async () => {
  if (app.mode !== "learn" || learn) return;
  const view = await app.learn();
  if (view && app.mode === "learn") view.open();
});

/// The kept games and the explorer, which are fetched once the page is there.
let games = null;
app.games = () => {
  games ??= import("./games/games.js").then(({ Games }) => Games.build(app, play));
  // The next try fetches them anew.
  games.catch(() => (games = null));
  return games;
};
const fetchGames = () => app.games().catch(() => {});
connection.addEventListener("state", () => connection.isOnline && fetchGames());

const isPlaying = () => app.mode === "play";
const actions = {
  first: () => app.go(app.game.root),
  back: () => app.node.parent && app.go(app.node.parent),
  forward: () => {
    const next = app.node.next ?? app.node.children[0];
    if (next) app.go(next);
  },
  end: () => app.go(app.node.lastOfLine()),
  undo: () => (isPlaying() ? play.undo() : actions.back()),
  redo: () => (isPlaying() ? play.redo() : actions.forward()),
  hint: () => isPlaying() && play.hint(),
  swap: () => play.swapSides(),
  resign: () => play.resign(),
  "go-on": () => play.goOn(),
  hold: () => play.hold(),
  "zoom-in": () => zoom(1.5),
  "zoom-out": () => zoom(1 / 1.5),
  numbers: () => change({ numbers: !settings.numbers }),
  // What is seen is turned, also where it is mirrored.
  turn: () => change({ turns: (settings.turns + 1) % 4 }),
  mirror: () => change({ mirrored: !settings.mirrored, turns: (4 - settings.turns) % 4 }),
};
for (const [id, action] of Object.entries(actions)) byId(id)?.addEventListener("click", action);

onSettings(() => {
  byId("numbers").setAttribute("aria-pressed", String(settings.numbers));
  draw();
});

let scale = 1;
function zoom(factor) {
  const frame = byId("frame");
  // What is in the middle stays there.
  const middle = (scroll, shown, all) => (scroll + shown / 2) / all;
  const x = middle(frame.scrollLeft, frame.clientWidth, frame.scrollWidth);
  const y = middle(frame.scrollTop, frame.clientHeight, frame.scrollHeight);
  scale = Math.min(12, Math.max(1, scale * factor));
  frame.style.setProperty("--zoom", String(scale));
  frame.scrollTo(x * frame.scrollWidth - frame.clientWidth / 2, y * frame.scrollHeight - frame.clientHeight / 2);
  ruler.later();
}

/// What the connection is like, and what to do where there is none.
function showConnection() {
  const { state } = connection;
  byId("banner").hidden = state === "online" || state === "connecting";
  byId("banner-text").textContent = state === "online" ? "" : t(`connection.${state}`);
  // A server at another port is not found from here: to this page the old one is lost.
  byId("new-address").hidden = !["refused", "tokenless", "lost"].includes(state);
  document.documentElement.dataset.connection = state;
}
connection.addEventListener("state", showConnection);
app.on("language", showConnection);
/// The names of this machine that the server answers to.
const OWN_NAMES = ["127.0.0.1", "localhost"];
byId("new-address").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("address").value.trim();
  const address = URL.canParse(text) ? new URL(text) : null;
  const token = address?.searchParams.get("token");
  if (!token || !OWN_NAMES.includes(address.hostname)) return app.say(t("error.token"), "error");
  if (address.port === location.port) {
    setToken(token);
    connection.retry();
  } else {
    // What this page has stored belongs to its own port: only the position goes along.
    address.hash = addressOf(app.game);
    location.href = address.href;
  }
});

const files = new Files(app, play, byId("games-panel"), byId("analyze-panel"));
new GameRule(app, play, files, byId("kept"));
const analysis = new Analysis(app, byId("analyze-panel"));
app.databases = new Databases(app, byId("database"));
new Review(app, byId("analyze-panel"));
new Setup(app, byId("analyze-panel"));
new Threats(app, byId("analyze-panel"));
new Result(app, play, byId("play-panel"));
new TreeView(app, byId("games-panel"));
setUpDialogs(app, play, files);
setUpKeys(actions, () => byId("new").click());

/// The game of before, the address's, or a new one as it was chosen last.
const isNew = isNewHere();
const kept = restore();
const { black, white, time } = settings.newGame;
play.prepare({ black: seatOf(black, time), white: seatOf(white, time) });
if (kept?.game) {
  if (kept.shared) app.mode = "analyze";
  if (["play", "analyze", "games"].includes(kept.mode)) app.mode = kept.mode;
  app.load(kept.game);
  play.restore(kept.play);
} else {
  app.load(app.game);
}
if (kept?.error) app.say(t(kept.error), "error");
keep(app, play);
app.emit("language");
// Not needed before something is wrong.
learnDetails().catch(() => {});
showMode();
// After the first picture of the board.
setTimeout(fetchGames, 100);
new Background(app, play, analysis);
// Who was sent a link has come for its game.
if (isNew && !kept?.shared) import("./play/welcome.js").then(({ Welcome }) => new Welcome(app, play, byId("welcome"))).catch(() => {});
connection.connect();
