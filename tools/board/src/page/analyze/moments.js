// What a review found: the turning points of a game and its missed wins. Fetched with the first review.

import { t } from "../words/i18n.js";
import { other, pointName } from "../game/notation.js";
import { made } from "../parts.js";
import { blackShare, shareText } from "../words/score.js";

/// What is shown of a review: { moments, path }.
export function lists(app, { moments, path }) {
  const list = (title, isMissed) => {
    const items = moments.filter(({ turn, misses_win: missed }) => (isMissed ? missed : turn && !missed)).map((moment) => item(app, moment, path));
    return [made("h3", { textContent: t(title) }), made("ul", {}, ...(items.length > 0 ? items : [made("li", { textContent: t("none") })]))];
  };
  return [...list("turningPoints", false), ...list("missedWins", true)];
}

function item(app, moment, path) {
  const { game } = app;
  const { number, best, misses_win: missed, before, after, win_in: winIn } = moment;
  const node = path[number];
  const values = {
    number,
    player: t(game.colorOf(node)),
    move: pointName(game, node.point),
    best: best.slice(0, 1).map((point) => pointName(game, point)).join(""),
    before: shareText(blackShare(before, game.colorOf(node))),
    after: `${Math.round(100 * blackShare(after, game.colorOf(node)))} %`,
    stones: winIn,
  };
  const text = missed && winIn ? "missedWin" : missed ? "lostWin" : "turningPoint";
  const button = made("button", { textContent: t(text, values) });
  button.addEventListener("click", () => {
    app.go(path[number - 1]);
    const color = game.toMove();
    const ghosts = best.slice(0, 9).map((point, index) => ({
      point, color: index % 2 === 0 ? color : other(color), text: String(index + 1),
    }));
    app.overlay("moment", { ghosts });
  });
  return made("li", {}, button, offer(app, moment, path));
}

/// What the reader can make of the moment: find the win that was missed, or play better from there.
function offer(app, { number, best, misses_win: missed }, path) {
  const button = made("button", { className: "offer", textContent: t(missed ? "review.find" : "review.playOn") });
  button.addEventListener("click", async () => {
    const before = path[number - 1];
    if (!missed) return app.playFrom(before);
    const learn = await app.learn();
    learn?.find({ position: app.game.position(before), first: best[0] });
  });
  return button;
}
