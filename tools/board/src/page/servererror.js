// What goes wrong with a question.

/// The server's answer that something is wrong: `code` names it, `message` says it in English.
export class ServerError extends Error {
  constructor(code, message, values = {}) {
    super(message);
    this.code = code;
    this.values = values;
  }
}
