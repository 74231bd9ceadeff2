// Bytes as texts of messages, and files that are sent in parts.

import { PART } from "../limits.js";
import { t } from "../words/i18n.js";

/// A file's bytes in base64, block by block: a call takes a limited number of arguments.
export async function toBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(""));
}

export const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/// Sends a file to the engine in parts, each after the answer to the previous part. Returns the answer to the last part. `say`
/// receives the progress.
export async function sendFile(connection, ask, file, values, say = () => {}) {
  let answer = null;
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    const more = at + PART < file.size;
    if (more) say(t("fileReading", { percent: Math.round((100 * at) / file.size) }));
    const bytes = await toBase64(file.slice(at, at + PART));
    answer = await connection.ask(ask, { name: file.name, at, more, bytes, ...values });
  }
  return answer;
}
