// What a browser's worker finds in its global scope, in a thread of Node.

import { parentPort, workerData } from "node:worker_threads";

globalThis.onmessage = null;
globalThis.postMessage = (message) => parentPort.postMessage(message);
const waiting = [];
parentPort.on("message", (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : waiting.push(data)));
await import(workerData.url);
waiting.splice(0).forEach((data) => globalThis.onmessage({ data }));
