// Questions that wait for one answer or a stream of them, common to all connections. A subclass sends the texts and
// passes the answers on; see protocol.md beside the server's code.

import { MAX_MESSAGE } from "./limits.js";

/// Kinds of answers that precede a question's last one.
const STREAMED = new Set(["games", "lines", "progress", "reviewing"]);
/// Questions that start a search. Only one runs at a time: the next one stops it.
export const SEARCHES = new Set(["think", "analyze", "review", "solve", "prove", "balance", "negotiate", "try"]);

/// Milliseconds before a lost connection is renewed: after the first failure, and at most.
export const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 4000;

/// Counts bytes only if a text may be too long: a letter has at most three.
const isTooLong = (text) => 3 * text.length > MAX_MESSAGE && new Blob([text]).size > MAX_MESSAGE;

/// An error answer of the server: `code` names it, `message` describes it in English.
export class ServerError extends Error {
  constructor(code, message, values = {}) {
    super(message);
    Object.assign(this, { code, values });
  }
}

export class Questions extends EventTarget {
  constructor() {
    super();
    this.state = "connecting";
    this.pending = new Map();
    this.pause = FIRST_PAUSE;
    this.lastId = 0;
    /// The number of the latest search.
    this.lastSearch = 0;
  }

  get isOnline() {
    return this.state === "online";
  }

  /// Whether a search has not been answered yet.
  get isSearching() {
    return [...this.pending.values()].some(({ name }) => SEARCHES.has(name));
  }

  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /// Calls `act` after a pause, which is doubled for the next failure.
  later(act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      act();
    }, this.pause);
  }

  hear(text) {
    const { id, say, with: answer } = JSON.parse(text);
    const question = this.pending.get(id);
    if (!question) return;
    if (STREAMED.has(say)) {
      question.part = answer;
      // Answers of an older search are dropped: a listener that calls `stop` would stop the newer one.
      return SEARCHES.has(question.name) && id < this.lastSearch ? undefined : question.onPart?.(answer);
    }
    this.pending.delete(id);
    if (SEARCHES.has(question.name) && !this.isSearching) this.dispatchEvent(new Event("idle"));
    if (say === "error") question.reject(new ServerError(answer.code, answer.message, answer));
    else question.resolve(answer);
  }

  /// Asks a question. The promise holds the last answer, `onPart` receives earlier ones.
  ask(name, values = {}, onPart = null) {
    if (!this.isOnline) return Promise.reject(new ServerError("offline", "There is no connection."));
    const id = ++this.lastId;
    const text = JSON.stringify({ id, ask: name, with: values });
    // The server ends the connection after a message that is too long.
    if (isTooLong(text)) return Promise.reject(new ServerError("too_large", "The message is too long."));
    if (SEARCHES.has(name)) this.lastSearch = id;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { name, resolve, reject, onPart, part: null });
      this.send(id, name, text);
    });
  }

  /// Stops a search, unless a newer one has stopped it.
  stopSearch(search) {
    if (search === this.lastSearch) this.stop();
  }

  /// Rejects all waiting questions.
  giveUp(code, message) {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(new ServerError(code, message));
  }
}
