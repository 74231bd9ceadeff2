// A hint: the move that full strength would play, or its choice in an opening.

import { listed, t } from "../words/i18n.js";
import { parsePoints, pointNames } from "../game/notation.js";
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
  // Nobody acts in an opening that has gone on.
  if (play.isLooking && app.node.table?.opening) return app.say(t("heldHint"));
  const opening = play.isLooking ? null : play.opening;
  app.say(t("thinking"));
  const answer = await (opening
    ? play.think("negotiate", { opening: opening.kind, acts: opening.acts, time_ms: TIME })
    : play.think("think", { level: FULL_LEVEL, time_ms: TIME, memory: settings.memory }));
  // The game has waited for the hint.
  play.step();
  if (!answer) return app.unsay(t("thinking"));
  const color = app.game.toMove();
  const [point] = opening ? (parsePoints(app.game, answer.acts[0]) ?? []) : [answer.point];
  if (point !== undefined) app.overlay("hint", { ghosts: [{ point, color, text: "?" }] });
  if (opening) return app.say(t("hintOpening", { acts: listed(answer.acts.map((act) => nameOf(act, opening))) }));
  const line = pointNames(app.game, answer.line.slice(0, STONES), " ");
  app.say(t("hintText", { line, score: scoreText(answer, color) }));
}

/// An act of an opening: a point, a number, or a choice by its button's name.
const nameOf = (act, { stage }) => (/\d/.test(act) ? act : t(`choice.${act}`, { fifths: stage?.fifths ?? 0 }));
