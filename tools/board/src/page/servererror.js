// The error of a question to the server.

/// An error answer of the server: `code` names it, `message` describes it in English.
export class ServerError extends Error {
  constructor(code, message, values = {}) {
    super(message);
    this.code = code;
    this.values = values;
  }
}
