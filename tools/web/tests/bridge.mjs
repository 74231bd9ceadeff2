// Speaks the board's protocol on standard input and output, a message a line, for the engine of a folder that `release/web`
// made: its own connection.js and worker.js, in Node's threads instead of a browser's workers.
//
//   node tools/web/tests/bridge.mjs FOLDER
//
// With TENGEN_WEB_THREADS=N the threads share memory, as where a host isolates the page.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker as NodeWorker } from "node:worker_threads";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";

const [folder] = process.argv.slice(2);
/// The folder of the version, which the page names.
const [, version] = (await readFile(resolve(folder, "index.html"), "utf8")).match(/src="([^"]*)start.js"/);
const base = pathToFileURL(`${resolve(folder, version)}/`);
const threadUrl = new URL("./thread.mjs", import.meta.url);

/// A browser's worker on one of Node's.
class Worker {
  constructor(url) {
    this.worker = new NodeWorker(threadUrl, { workerData: { url: url.href } });
    this.worker.on("message", (data) => this.onmessage?.({ data }));
    this.worker.on("error", (error) => this.onerror?.({ message: error.message }));
  }

  postMessage(message) {
    this.worker.postMessage(message);
  }

  terminate() {
    this.worker.terminate();
  }
}

Object.assign(globalThis, {
  Worker,
  location: { search: "" },
  fetch: async (url) => new Response(await readFile(fileURLToPath(url)), { headers: { "content-type": "application/wasm" } }),
});
const threads = Number(process.env.TENGEN_WEB_THREADS ?? 1);
if (threads > 1) {
  globalThis.crossOriginIsolated = true;
  // The quick compiler of this V8, which Node 20 has, loses a variable that is the address of `memory.atomic.wait32`: whoever
  // waits for a thread goes on for ever. No other V8 does.
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-liftoff");
}
const navigator = { hardwareConcurrency: threads, languages: ["en"] };
Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });

const { Connection } = await import(new URL("./connection.js", base));
const LAST = {
  judge: "judged", think: "move", analyze: "analyzed", review: "reviewed", solve: "solved", balance: "balanced",
  openings: "openings", opening: "stage", negotiate: "negotiated", database: "database", look_up: "known", look_in_book: "known", games_through: "passed", annotate: "known",
  threats: "threatened", open_library: "library", open_database: "database", save_database: "database_part", close_database: "database", look_in_library: "in_library",
  puzzles: "puzzles", try: "tried", trace: "traced",
  recognize: "recognized", open: "opened", save: "saved", picture: "drawn", stop: "stopped",
};

/// The names of partial answers that are no lines.
const PART = { review: "reviewing", open: "games" };

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const connection = new Connection();
const hear = connection.hear.bind(connection);
/// The numbers of the page's questions. A search that was stopped is answered once more, which the page does not hear.
const asked = new Set();
connection.hear = (text) => {
  // What answers no question of the page's is passed on as it is.
  if (asked.has(JSON.parse(text).id)) hear(text);
  else process.stdout.write(`${text}\n`);
};
await connection.connect();

for await (const line of createInterface({ input: process.stdin })) {
  let question = null;
  try {
    question = JSON.parse(line);
  } catch {
    question = null;
  }
  if (!question || !Object.hasOwn(LAST, question.ask) || !Number.isInteger(question.id)) {
    connection.quick.send({ text: line });
    continue;
  }
  const { id, ask } = question;
  connection.lastId = id - 1;
  asked.add(id);
  const part = (answer) => say({ id, say: PART[ask] ?? "lines", with: answer });
  connection.ask(ask, question.with, part).then(
    (answer) => say({ id, say: "count" in answer && ask === "open" ? "several" : LAST[ask], with: answer }),
    (error) => say({ id, say: "error", with: { code: error.code, message: error.message, detail: true } }),
  );
}
process.exit(0);
