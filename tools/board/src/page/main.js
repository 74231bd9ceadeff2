// Starts the page and connects its parts.

import { applySettings } from "./panel/appearance.js";
import { Analysis } from "./analyze/analyze.js";
import { App } from "./app.js";
import { BoardView } from "./board/board.js";
import { Connection, setToken, takeToken } from "./connection.js";
import { Databases } from "./analyze/databases.js";
import { Edits } from "./game/edits.js";
import * as limits from "./limits.js";
import { Files } from "./files/files.js";
import { addGameRule } from "./files/gamerule.js";
import { setCrosses, setLanguage, t } from "./words/i18n.js";
import { BoardInput } from "./board/input.js";
import { setUpKeys } from "./board/keys.js";
import { PASS, pointName } from "./game/notation.js";
import { Panes } from "./panel/panes.js";
import { resign, swapSides } from "./play/asked.js";
import { Play } from "./play/play.js";
import { showPlayers } from "./play/players.js";
import { seatOf } from "./play/seats.js";
import { onMenu } from "./panel/menu.js";
import { setUpNotes } from "./analyze/notes.js";
import { byId, fetchPart, iconOf, inFrame, lazily, made, onSubmit, settle } from "./parts.js";
import { Result } from "./play/result.js";
import { Ruler } from "./board/ruler.js";
import { onSettings, settings } from "./settings.js";
import { isNewHere, keep, restore } from "./game/storage.js";
import { Threats } from "./board/threats.js";
import { setUpTools } from "./analyze/tools.js";
import { TreeView } from "./analyze/treeview.js";
import { View } from "./board/view.js";
import { LESSON, session } from "./webstorage.js";

for (const button of document.querySelectorAll("[data-icon]")) button.innerHTML = iconOf(button.dataset.icon);
for (const field of document.querySelectorAll("[data-limit]")) {
  field[field.type === "number" ? "max" : "maxLength"] = limits[field.dataset.limit];
}
setCrosses(settings.look === "notebook");
await setLanguage(settings.language);
takeToken();
const connection = new Connection();
const app = new App(connection);
const play = new Play(app);
app.edits = new Edits(app, play);
app.panes = new Panes(app);
const view = new BoardView(byId("board"), byId("overlay"));
const ruler = new Ruler(byId("frame"), view);
app.pointAt = ({ clientX, clientY }) => view.pointAt(clientX, clientY);

const draw = inFrame(() => {
  view.show(app.view());
  input.follow(app.node.parent ? app.node.point : null, app.game.stones());
  input.draw();
  ruler.draw();
  byId("board").setAttribute("aria-label", describePosition());
});

function describePosition() {
  const { game, node } = app;
  const point = node.point === PASS ? t("pass").toLowerCase() : pointName(game, node.point);
  const last = node.parent ? t("lastMove", { point, player: t(game.colorOf(node)) }) : "";
  const size = `${game.width}×${game.height}`;
  return t("boardLabel", { rule: t(`rule.${game.rule}`), size, moves: node.depth, last });
}

app.playFrom = (node) => app.fetched(import("./play/playfrom.js"), ({ playFrom }) => playFrom(app, play, node));

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
    const isDenied = () => play.opening?.whyNot(point) || (play.actor?.kind !== "human" && !play.isLooking);
    return app.mode === "play" && isDenied() ? null : app.game.toMove();
  },
});

const touched = () => import("./board/aim.js").then(({ Aim }) => new Aim(input), () => {});
addEventListener("touchstart", touched, { once: true, passive: true });

app.on("game position facts draw mode language comment reviewed", draw);
app.on("game position", () => input.forget(app.game));
app.on("game", () => delete input.followed);
app.on("message", () => {
  const box = byId("message");
  const { canUndo, canRedo } = app.message;
  const offers = [[byId("note-undo"), canUndo], [byId("note-redo"), canRedo]];
  const show = () => offers.forEach(([button, isOffered]) => (button.hidden = !isOffered));
  if (offers.some(([button, isOffered]) => button.hidden === isOffered)) settle(byId("note"), show);
  box.textContent = app.message.text;
  box.className = app.message.kind;
  fitMessage();
});

/// Gives a message that is longer than a line two smaller ones, and the focus if it is longer than these.
function fitMessage() {
  const box = byId("message");
  box.classList.remove("long");
  box.classList.toggle("long", box.scrollHeight > 24);
  box.tabIndex = box.scrollHeight > box.clientHeight ? 0 : -1;
}
addEventListener("resize", fitMessage);
byId("message").addEventListener("click", ({ target }) => settle(target, () => target.classList.toggle("whole")));

/// The element that had the focus before the question.
let focusBefore = null;
/// Shows a question with buttons in the panel; null removes it. The key Escape gives its answer `escape`. The focus stays
/// in the question, and goes back to where it was once there is none.
app.question = (question) => {
  const box = byId("question");
  const hasFocus = box.contains(document.activeElement);
  const { value: focused } = document.activeElement?.dataset ?? {};
  if (question && !hasFocus) focusBefore = document.activeElement;
  app.asked = question;
  box.hidden = !question;
  const canReturn = focusBefore?.checkVisibility() && focusBefore !== document.body;
  if (!question && hasFocus) (canReturn ? focusBefore : byId("frame")).focus();
  if (!question) return;
  byId("question-text").textContent = question.text;
  const answers = question.options.map(({ label: textContent, value }) => {
    return made("button", { textContent, onclick: () => question.answer(value), data: { value } });
  });
  byId("question-answers").replaceChildren(...answers);
  // By default the last answer, which changes least, has the focus.
  const isByKey = hasFocus || (question.isOfGame && focusBefore?.matches(":focus-visible"));
  if (isByKey) (answers.find(({ dataset }) => dataset.value === focused) ?? answers.at(-1))?.focus();
};
app.on("language", () => app.asked && app.question(app.asked));
byId("question").addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && app.asked?.escape) app.asked.answer(app.asked.escape);
});

/// The tabs of the side panel.
const tabs = [...document.querySelectorAll("[role=tab]")];
function showMode(isStart = false) {
  for (const tab of tabs) {
    const isChosen = tab.dataset.mode === app.mode;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
  settle(byId("moves"), () => (document.querySelector("main").dataset.mode = app.mode));
  // A question belongs to its panel. An opening asks its question again when the reader returns.
  app.question(null);
  if (app.mode !== "play") play.rest();
  else if (isStart) play.goAhead();
  else play.comeBack();
}
for (const tab of tabs) {
  tab.addEventListener("click", ({ detail }) => {
    app.setMode(tab.dataset.mode);
    // After a click of the mouse the arrows go through the moves, not on to the next tab.
    if (detail > 0) tab.blur();
  });
}
byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
});
app.on("mode", () => showMode());

/// The Learn view, loaded when it is first opened.
app.learn = lazily(async () => {
  const { Learn } = await fetchPart(import("./learn/learn.js"), "learn", "learn/learn.css");
  return new Learn(app, play, byId("learn-panel"));
});
const openLearn = () => app.mode === "learn" && app.fetched(app.learn(), () => {});
app.on("mode", openLearn);

/// The kept games and the explorer, loaded once there is a game to keep or another view is open.
app.games = lazily(async () => {
  const { Games } = await fetchPart(import("./games/games.js"), "later", "games/games.css");
  return new Games(app, play);
});
/// The review with its curve, loaded with the analysis.
app.review = lazily(async () => {
  const { Review } = await fetchPart(import("./analyze/review.js"), "later", "analyze/review.css");
  return new Review(app);
});
function fetchParts() {
  const { game, mode } = app;
  if (!connection.isOnline) return;
  if (mode !== "play" || !game.isBlank || game.opened?.isKeptOnceChanged) app.games();
  if (mode === "analyze") app.review();
}
app.on("game position mode connection", fetchParts);
app.on("connection", () => connection.isOnline && openLearn());

/// Goes to a sibling of the current move; false without one.
function otherVariation(step) {
  const all = app.node.parent?.children ?? [];
  if (app.mode !== "analyze" || all.length < 2) return false;
  app.go(all[(all.indexOf(app.node) + step + all.length) % all.length]);
}

const isPlaying = () => app.mode === "play";
/// Whether the arrows stay on the moves that were played.
const isOnPlayed = () => isPlaying() && !app.node.isTried;
const actions = {
  first: () => app.go(app.game.root),
  back: () => app.node.parent && app.go(app.node.parent),
  forward: () => {
    const next = isOnPlayed() ? app.game.playedChild(app.node) : (app.node.next ?? app.node.children[0]);
    if (next) app.go(next);
  },
  end: () => app.go(isOnPlayed() ? app.game.playedLine(app.node) : app.node.lastOfLine()),
  undo: () => (isPlaying() ? play.undo() : actions.back()),
  redo: () => (isPlaying() ? play.redo() : actions.forward()),
  hint: () => isPlaying() && app.fetched(import("./play/hint.js"), ({ hint }) => hint(play)),
  swap: () => swapSides(play),
  resign: () => resign(play),
  pass: () => {
    app.setTool(null);
    if (isPlaying()) play.choose(PASS);
    else app.place(PASS);
  },
  "go-on": () => play.goOn(),
  hold: () => play.hold(),
  "note-undo": () => app.history.undo(),
  "note-redo": () => app.history.redo(),
  "variation-before": () => otherVariation(-1),
  "variation-after": () => otherVariation(1),
  fold: () => app.tree.foldHere(),
};
for (const [id, action] of Object.entries(actions)) byId(id)?.addEventListener("click", action);

/// Shows the pass button in renju only, and not in its openings.
function showPass() {
  const isPlace = app.mode === "analyze" || (isPlaying() && !play.opening);
  byId("pass").hidden = app.game.rule !== "renju" || !isPlace;
}
app.on("game mode play", showPass);

const board = new View(byId("frame"), ruler, actions);
app.on("game", () => board.fit(app.game));
onSettings(draw);
// Turning a phone changes the margins.
new ResizeObserver(draw).observe(byId("frame"));

/// Shows the state of the connection, and what to do if there is none.
function showConnection() {
  const { state } = connection;
  byId("banner").hidden = state === "online" || state === "connecting";
  byId("banner-text").textContent = state === "online" ? "" : t(`connection.${state}`);
  // A server that moved to another port looks lost, too.
  byId("new-address").hidden = !["refused", "tokenless", "lost"].includes(state);
  document.documentElement.dataset.connection = state;
}
app.on("connection", () => {
  showConnection();
  // These states need a new address.
  byId("banner").firstElementChild.open = ["refused", "tokenless"].includes(connection.state);
});
app.on("language", showConnection);
/// Names of this machine that the server answers to.
const OWN_NAMES = ["127.0.0.1", "localhost"];
onSubmit(byId("new-address"), () => {
  const text = byId("address").value.trim();
  const address = URL.canParse(text) ? new URL(text) : null;
  const token = address?.searchParams.get("token");
  if (!token || !OWN_NAMES.includes(address.hostname)) return app.say(t("error.token"), "error");
  if (address.port === location.port) {
    setToken(token);
    connection.retry();
  } else {
    // The browser's storage is separate for each port, so only the position is passed on. It is not that of the Learn view.
    address.hash = location.hash;
    location.href = address.href;
  }
});

const files = new Files(app, play, byId("games-panel"));
addGameRule(app, play, byId("notes"));
const analysis = new Analysis(app, byId("analyze-panel"));
app.databases = new Databases(app, byId("database"));
const threats = new Threats(app, byId("threats"));
setUpTools(app, analysis);
new Result(app, play, byId("result"));
app.tree = new TreeView(app, byId("tree"));
setUpNotes(app);
showPlayers(app, play);
applySettings(app);

byId("review").addEventListener("click", () => app.fetched(app.review(), (review) => review.press()));
onMenu(byId("tree"), (target, place) => {
  app.fetched(fetchPart(import("./analyze/movemenu.js")), ({ openMoveMenu }) => openMoveMenu(app, target, place));
});
const setup = lazily(() => import("./board/setup.js").then(({ Setup }) => new Setup(app)));
byId("setup").addEventListener("click", () => app.fetched(setup(), (tools) => tools.toggle()));

/// Dialogs close by their buttons, Escape and a click outside.
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target }) => (target === dialog || target.closest("[data-close]")) && dialog.close());
}
byId("open-keys").addEventListener("click", () => byId("keys").showModal());
/// The first of these buttons loads most dialogs. Nothing opens beside the dialog of a button that was pressed meanwhile.
const dialogs = lazily(async () => {
  const { setUpDialogs } = await fetchPart(import("./panel/dialogs.js"));
  return setUpDialogs(app, play, files);
});
for (const id of ["open-share", "new", "open-settings", "open-engine", "open-paste"]) {
  const open = (openers) => document.querySelector("dialog[open]") ?? openers[id]();
  byId(id).addEventListener("click", () => app.fetched(dialogs(), open));
}
const judge = (sign) => app.mode === "analyze" && app.edits.judge(app.node, sign);
setUpKeys({ ...actions, ...board.actions, threats: () => threats.toggle(), judge }, () => byId("new").click());

/// Starts with the address's game, the last one, or a new one.
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
showMode(true);
// A reload comes back to the lesson; see learn.js.
if (!kept?.shared && session.getItem(LESSON)) app.setMode("learn");
// After the first picture of the board.
setTimeout(fetchParts, 100);
/// Background analysis, loaded if the settings ask for it.
const background = lazily(() => import("./analyze/background.js").then((part) => new part.Background(app, play, analysis)));
onSettings(({ background: isWanted }) => isWanted && background());
// A reader who follows a shared link wants to see its game, not the welcome.
if (isNew && !kept?.shared) {
  import("./play/welcome.js").then(({ welcome }) => welcome(app, play, byId("welcome"))).catch(() => {});
}
connection.connect();
