// A backup of all kept games as a file. Loaded when one is written or opened.

import { sentences, t } from "../words/i18n.js";
import { download, nameNow } from "../files/save.js";
import { RESULTS } from "../game/address.js";
import { packWhole } from "../game/tree.js";
import { gameOf } from "./record.js";

const KIND = "tengen games";

const isText = (value) => typeof value === "string";
const isDate = (value) => Number.isFinite(value) && Number.isFinite(new Date(value).getTime());

/// A valid record of a file; null otherwise. The head's fields are checked for the list, and the game is built once as a
/// test.
export function readRecord(record) {
  const { head, body } = record ?? {};
  if (!head || !body || !isText(head.id) || head.id !== body.id) return null;
  const texts = [head.name, head.rule, head.moves, head.kind, head.first];
  const isSeats = head.seats === null || (Array.isArray(head.seats) && head.seats.every(Number.isInteger));
  if (!texts.every(isText) || !isSeats || !Array.isArray(head.names) || !head.names.every(isText)) return null;
  if (!["", ...RESULTS].includes(head.result)) return null;
  // The list sorts and shows the dates.
  if (![head.changed, head.created].every(isDate) || !Number.isSafeInteger(head.version)) return null;
  if (head.about && !(Array.isArray(head.about) && head.about.every(isText))) return null;
  try {
    const game = gameOf(record);
    if (["rule", "width", "height"].some((name) => game[name] !== head[name])) return null;
    return { head, body: { ...body, ...packWhole(game) } };
  } catch {
    return null;
  }
}

export async function backUp(transfer) {
  const { app, keeper, store } = transfer;
  await keeper.settle();
  const heads = await store.heads();
  const games = [];
  for (const { id } of heads) games.push(await store.read(id));
  download(JSON.stringify({ kind: KIND, version: 1, games }), "application/json", nameNow("tengen-games", "json", 10));
  app.say(t("kept.saved", { count: games.length }));
}

/// Takes the games of a file of [`backUp`]. False for any other file.
export async function takes({ app, store }, file) {
  let found = null;
  try {
    found = JSON.parse(await file.text());
  } catch {
    return false;
  }
  if (found?.kind !== KIND || !Array.isArray(found.games)) return false;
  const games = found.games.map(readRecord).filter(Boolean);
  try {
    const count = await store.add(games);
    const wrong = found.games.length - games.length;
    const parts = [t("kept.added", { count })];
    if (games.length > count) parts.push(t("kept.known", { count: games.length - count }));
    if (wrong > 0) parts.push(t("kept.wrong", { count: wrong }));
    if (count > 0) app.emit("kept");
    app.say(sentences(...parts), wrong > 0 ? "error" : "");
  } catch {
    app.say(t("kept.denied"), "error");
  }
  return true;
}
