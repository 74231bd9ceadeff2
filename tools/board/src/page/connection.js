// The connection to the server, renewed when it is lost. See protocol.md beside the server's code.

import { FIRST_PAUSE, Questions } from "./questions.js";
import { local } from "./webstorage.js";

const TOKEN_KEY = "tengen.token";

/// The address's token, or the latest token of any tab of this server.
export function takeToken() {
  const query = new URLSearchParams(location.search);
  const token = query.get("token");
  if (!token) return;
  setToken(token);
  // The token leaves the address only if the storage keeps it.
  if (local.keeps(TOKEN_KEY)) history.replaceState(null, "", location.pathname + location.hash);
}

export const setToken = (token) => local.setItem(TOKEN_KEY, token);

const query = () => `?token=${encodeURIComponent(local.getItem(TOKEN_KEY) ?? "")}`;

/// States: "connecting", "online", "lost" (no server), "refused" (another start's token), "tokenless" (no token), "full".
export class Connection extends Questions {
  constructor() {
    super();
    /// The address belongs to a program on this machine.
    this.isLocal = true;
    /// Most threads and MiB of a search, as the server reports them.
    this.most = { threads: 64, memory: 1 << 16 };
    this.socket = null;
    addEventListener("online", () => this.retry());
    addEventListener("storage", (event) => event.key === TOKEN_KEY && this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket${query()}`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.become("online");
    };
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => this.lose();
  }

  /// Tries to connect at once.
  retry() {
    if (this.isOnline || this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /// If a connection failed, asks for the reason first: the browser does not tell it.
  async connect() {
    if (this.checking) return;
    this.checking = true;
    let answer = "lost";
    try {
      const { status, threads, memory } = await (await fetch(`/status${query()}`, { cache: "no-store" })).json();
      answer = status;
      if (threads) this.most = { threads, memory };
    } catch {
      // No server answers.
    }
    this.checking = false;
    if (answer === "welcome") return this.open();
    if (answer === "refused" && !local.getItem(TOKEN_KEY)) answer = "tokenless";
    this.become(["refused", "tokenless", "full"].includes(answer) ? answer : "lost");
    this.later(() => this.connect());
  }

  lose() {
    this.socket = null;
    if (this.isOnline) this.become("lost");
    this.giveUp("offline", "The connection was lost.");
    this.later(() => this.connect());
  }

  send(id, name, text) {
    this.socket.send(text);
  }

  /// Stops this tab's search, if one runs. Its question is answered with the result so far.
  stop() {
    if (this.isOnline) this.ask("stop").catch(() => {});
  }
}
