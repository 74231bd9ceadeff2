// A hint: the move that full strength would play.

import { t } from "../words/i18n.js";
import { pointNames } from "../game/notation.js";
import { FULL_LEVEL } from "./seats.js";
import { scoreText } from "../words/score.js";
import { settings } from "../settings.js";

const TIME = 1500;
const STONES = 7;

export async function hint(play) {
  const { app } = play;
  if (!app.connection.isOnline) return app.say(t("error.offline"), "error");
  if (play.thinking || (play.isRunning && play.actor?.kind === "engine")) return app.say(t("engineThinks"));
  if (app.ending) return app.say(t("error.over"), "error");
  app.say(t("thinking"));
  const answer = await play.think("think", { level: FULL_LEVEL, time_ms: TIME, memory: settings.memory });
  // The game has waited for the hint.
  play.step();
  if (!answer) return app.unsay(t("thinking"));
  const line = pointNames(app.game, answer.line.slice(0, STONES), " ");
  app.overlay("hint", { ghosts: [{ point: answer.point, color: app.game.toMove(), text: "?" }] });
  app.say(t("hintText", { line, score: scoreText(answer, app.game.toMove()) }));
}
