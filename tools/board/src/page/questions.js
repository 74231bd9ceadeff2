// What every connection has in common: questions that wait for their answers, one answer or a stream of them. Whoever
// extends it sends the texts and passes on what comes back; see protocol.md beside the server's code.

import { ServerError } from "./servererror.js";

/// What comes before the last answer of a question.
const STREAMED = new Set(["lines", "progress"]);
/// Questions of which one is answered at a time: the next one stops the one before it.
export const SEARCHES = new Set(["think", "analyze", "review", "solve", "prove", "balance", "negotiate", "try"]);

export class Questions extends EventTarget {
  constructor() {
    super();
    this.state = "connecting";
    this.pending = new Map();
    this.lastId = 0;
    /// The number of the search that was asked for last.
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

  hear(text) {
    const { id, say, with: answer } = JSON.parse(text);
    const question = this.pending.get(id);
    if (!question) return;
    if (STREAMED.has(say)) {
      question.part = answer;
      // Not passed on once the next search was asked for: a listener that answers by `stop` would stop that one.
      return id < this.lastSearch ? undefined : question.onPart?.(answer);
    }
    this.pending.delete(id);
    if (SEARCHES.has(question.name) && !this.isSearching) this.dispatchEvent(new Event("idle"));
    if (say === "error") question.reject(new ServerError(answer.code, answer.message, answer));
    else question.resolve(answer);
  }

  /// Asks; the promise holds the last answer, `onPart` hears those before it.
  ask(name, values = {}, onPart = null) {
    if (!this.isOnline) return Promise.reject(new ServerError("offline", "There is no connection."));
    const id = ++this.lastId;
    if (SEARCHES.has(name)) this.lastSearch = id;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { name, resolve, reject, onPart, part: null });
      this.send(id, name, JSON.stringify({ id, ask: name, with: values }));
    });
  }

  /// Stops this search, unless the next one, which stops it, was asked for already.
  stopSearch(search) {
    if (search === this.lastSearch) this.stop();
  }

  /// No question that waits is answered any more.
  giveUp(code, message) {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(new ServerError(code, message));
  }
}
