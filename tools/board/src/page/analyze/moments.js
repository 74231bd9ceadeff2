// What a review found: the totals of each player, the turning points of a game and its missed wins.

import { number, t } from "../words/i18n.js";
import { lossOf, reviewOf } from "../game/glyphs.js";
import { COLORS, ghostsOf, pointName, pointNames } from "../game/notation.js";
import { made } from "../parts.js";
import { blackShare, percent, shareText } from "../words/score.js";

/// What is shown of a review: { moments, path, shares }.
export function lists(app, { moments, path, shares }) {
  const from = shares.lastIndexOf(undefined) + 2;
  const partly = made("p", { className: "quiet", textContent: t("review.partly", { from, to: path.length - 1 }) });
  return [...(from > 1 ? [partly] : []), summary(app.game), ...momentLists(app, moments, path)];
}

/// Signs that are counted for each player.
const COUNTED = ["?!", "?", "??"];

/// Each player's doubtful moves, mistakes and blunders, and the average loss of winning chances: { color, counts, loss }.
export function totals(game) {
  const { review } = game;
  return COLORS.map((color) => {
    const own = review.path.slice(1).filter((node) => game.colorOf(node) === color);
    const signs = own.map((node) => reviewOf(game, node, [review]));
    const losses = own.map((node) => lossOf(game, node)).filter((loss) => loss !== undefined);
    const loss = losses.length > 0 ? losses.reduce((sum, one) => sum + one, 0) / losses.length : null;
    return { color, counts: COUNTED.map((sign) => signs.filter((one) => one === sign).length), loss };
  });
}

/// The totals as a table with a row for each player.
function summary(game) {
  const cell = (name, textContent, title = "") => made(name, { textContent, title });
  const signs = COUNTED.map((sign) => cell("th", sign, t(`judge.${sign}`)));
  const head = made("tr", {}, cell("td", ""), ...signs, cell("th", t("review.loss"), t("review.lossMeans")));
  const rows = totals(game).map(({ color, counts, loss }) => {
    const average = loss === null ? "–" : `${number(100 * loss, 1)} %`;
    const name = document.querySelector(`#player-${color} .name`).textContent;
    return made("tr", {}, cell("th", name, name), ...counts.map((count) => cell("td", number(count))), cell("td", average));
  });
  return made("table", { id: "review-totals" }, made("thead", {}, head), made("tbody", {}, ...rows));
}

function momentLists(app, moments, path) {
  const list = (title, isMissed) => {
    const own = moments.filter(({ turn, misses_win: missed }) => (isMissed ? missed : turn && !missed));
    const items = own.length > 0 ? own.map((moment) => item(app, moment, path)) : [made("li", { textContent: t("none") })];
    return [made("h2", { textContent: t(title) }), made("ul", {}, ...items)];
  };
  return [...list("turningPoints", false), ...list("missedWins", true)];
}

function item(app, moment, path) {
  const { game } = app;
  const { number: ply, best, misses_win: missed, before, after, win_in: winIn } = moment;
  const node = path[ply];
  const values = {
    number: ply,
    player: t(game.colorOf(node)),
    move: pointName(game, node.point),
    best: pointNames(game, best.slice(0, 1)),
    before: shareText(blackShare(before, game.colorOf(node))),
    after: `${percent(blackShare(after, game.colorOf(node)))} %`,
    stones: winIn,
  };
  const text = missed && winIn ? "missedWin" : missed ? "lostWin" : "turningPoint";
  const onclick = () => {
    app.go(path[ply - 1]);
    app.overlay("moment", { ghosts: ghostsOf(best.slice(0, 9), game.toMove()) });
  };
  return made("li", {}, made("button", { textContent: t(text, values), onclick }), offer(app, moment, path));
}

/// Buttons of a moment: find the missed win, or play better from there.
function offer(app, { number: ply, best, misses_win: missed }, path) {
  const before = path[ply - 1];
  const puzzle = () => ({ position: app.game.position(before), first: best[0] });
  const find = () => app.fetched(app.learn(), (view) => view.find(puzzle()));
  const onclick = missed ? find : () => app.playFrom(before);
  return made("button", { className: "offer", textContent: t(missed ? "review.find" : "review.playOn"), onclick });
}
