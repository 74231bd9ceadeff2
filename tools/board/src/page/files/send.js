// Sends files to the engine.

import { PART } from "../limits.js";
import { t } from "../words/i18n.js";
import { toBase64 } from "./base64.js";

/// Sends a file to the engine in parts, each after the answer to the previous part. Returns the answer to the last part. `say`
/// receives the progress.
export async function sendFile(connection, ask, file, values, say = () => {}) {
  let answer = null;
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    const more = at + PART < file.size;
    if (more) say(t("fileReading", { percent: Math.round((100 * at) / file.size) }));
    const bytes = toBase64(new Uint8Array(await file.slice(at, at + PART).arrayBuffer()));
    answer = await connection.ask(ask, { name: file.name, at, more, bytes, ...values });
  }
  return answer;
}
