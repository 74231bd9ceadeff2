// What is said of files: after each one that is saved, and after the one before it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { App, Game, i18n, load } from "./page.mjs";

const { Files } = await load("files.js");

// Nothing is written.
globalThis.URL.createObjectURL = () => "";
globalThis.setTimeout = () => 0;

beforeEach(() => {
  document.createElement = () => ({ click() {} });
  return i18n.setLanguage("en");
});

/// Files of an app whose server answers with these losses, by format.
function filesWith(losses) {
  const app = new App(Object.assign(new EventTarget(), { isOnline: false }));
  app.load(new Game({ rule: "caro", width: 15, height: 15 }));
  app.connection.ask = async (name, { format, kind }) => {
    if (name === "picture") return { svg: "<svg/>", gif: "", kind };
    if (losses[format] === "error") throw Object.assign(new Error("no"), { code: "unwritable" });
    return { text: "text", extension: format, losses: losses[format] ?? {} };
  };
  const play = { seats: {}, nameOf: () => "" };
  return Object.assign(Object.create(Files.prototype), { app, play });
}

test("what one file lacks is not said of the next one", async () => {
  const files = filesWith({ psq: { comments: 2 }, pos: "error" });
  const said = async (format) => {
    await files.save(format);
    return files.app.message;
  };
  const lacking = (await said("psq")).text;
  assert.match(lacking, /^Saved: tengen-\S+\.psq\. .* no place for all of it: comments \(2\)\.$/);
  assert.match((await said("sgf")).text, /^Saved: tengen-\S+\.sgf\.$/);
  assert.equal((await said("pos")).kind, "error");
  files.app.say(i18n.t("copied"));
  assert.match((await said("svg")).text, /^Saved: tengen-\S+\.svg\.$/);
  assert.equal(files.app.message.kind, "");
  assert.match((await said("gif")).text, /^Saved: tengen-\S+\.gif\.$/);
});
