// The review of a game: its turning points and missed wins. The curve is drawn by curve.js.

import { number, t } from "../words/i18n.js";
import { change, settings } from "../settings.js";
import { byId, fill } from "../parts.js";
import { Curve } from "./curve.js";
import { lists } from "./moments.js";

/// Choices of milliseconds a move.
const TIMES = [100, 500, 2000, 10_000];

/// Joins a review of the turns up to `end`, or of the last of them, with what was known of the others up to `last`.
export function joined({ shares, moments }, known, end, last) {
  const first = end.depth + 1 - shares.length;
  const at = (index) => (index < first || (index > end.depth - (end !== last)) ? known.shares[index] : shares[index - first]);
  const isNew = ({ number }) => number > first && number <= end.depth;
  return {
    path: last.path(),
    shares: last.path().map((_, index) => at(index)),
    moments: [...known.moments.filter((moment) => !isNew(moment)), ...moments].sort((a, b) => a.number - b.number),
  };
}

export class Review {
  constructor(app) {
    this.app = app;
    [this.bar, this.button, this.time] = ["review-progress", "review", "review-time"].map(byId);
    this.time.addEventListener("change", () => change({ reviewTime: Number(this.time.value) }));
    app.on("game", () => this.stop());
    app.on("game position mode reviewed", () => this.list());
    app.on("game position reviewed language", () => this.showButton());
    app.on("language", () => {
      this.showTimes();
      this.listed = null;
      this.list();
    });
    this.showTimes();
    this.showButton();
    this.curve = new Curve(app, byId("curve"));
    this.list();
  }

  showTimes() {
    const name = (time) => t("seconds", { seconds: number(time / 1000, time < 1000 ? 1 : 0) });
    fill(this.time, TIMES.map((time) => [time, name(time)]), settings.reviewTime);
  }

  /// Handles the button.
  press() {
    if (this.running) this.stop();
    else this.start();
  }

  /// The end of the line that is reviewed from the board's position, and what is known of its turns.
  lineHere() {
    const { game, node } = this.app;
    const last = game.playedEnd(node.isTried ? node.lastOfLine() : game.playedLine(node));
    return { last, known: game.reviews.find(({ path }) => path.at(-1) === last) ?? { shares: [], moments: [] } };
  }

  /// Stops a review, goes on with one that was stopped, or starts one.
  showButton() {
    const isPartial = () => this.lineHere().known.shares.includes(undefined);
    this.button.textContent = t(this.running ? "stop" : isPartial() ? "review.goOn" : "review.start");
  }

  /// Ends the review. Its answer comes shortly afterwards, with what was found so far.
  stop() {
    if (!this.running) return;
    this.running = null;
    this.app.connection.stopSearch(this.search);
    this.finish();
  }

  finish() {
    this.bar.hidden = true;
    this.app.emit("reviewed");
  }

  /// Reviews the line through the node to its end. A review that was stopped goes on where it was.
  async start() {
    const { app } = this;
    const { last, known } = this.lineHere();
    if (last.depth === 0) return app.say(t("noMoves"), "error");
    const { game } = app;
    const run = { game };
    // Reviews go from the end to the beginning.
    const end = last.path()[known.shares.lastIndexOf(undefined) + 1 || last.depth] ?? last;
    this.running = run;
    this.bar.hidden = false;
    this.bar.value = last.depth - end.depth;
    this.bar.max = last.depth;
    this.showButton();
    app.emit("review");
    const { reviewTime, threads, memory } = settings;
    const values = { position: game.position(end), time_ms: reviewTime, threads, memory };
    // What is known so far survives a reload.
    const hear = ({ done, found }) => {
      this.bar.value = last.depth - end.depth + done;
      if (this.running === run && found.moments.length > 0 && game.has(last)) game.showReview(joined(found, known, end, last));
    };
    try {
      const asked = app.connection.ask("review", values, hear);
      this.search = app.connection.lastSearch;
      const found = await asked;
      // A line that was deleted meanwhile has no review.
      const isLast = this.running?.game !== game || this.running === run;
      if (isLast && game.has(last)) game.showReview(joined(found, known, end, last));
      if (game !== app.game) app.dispatchEvent(Object.assign(new Event("found"), { game }));
      else if (!this.running) app.emit("reviewed");
    } catch (error) {
      app.report(error);
    }
    if (this.running === run) {
      this.running = null;
      this.finish();
    }
  }

  /// Lists the moments of the review, once for each review: a button that has the focus keeps it.
  list() {
    const { review } = this.app.game;
    if (this.listed === review) return;
    this.listed = review;
    byId("moments").replaceChildren(...(review ? lists(this.app, review) : []));
  }
}
