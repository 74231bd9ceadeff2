// The page's modules without a browser: what they need of one is put in place first.

globalThis.navigator ??= {};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
globalThis.requestAnimationFrame = () => 0;
// The clocks stand still.
globalThis.setInterval = () => 0;
globalThis.document = { documentElement: {}, querySelectorAll: () => [] };

export const load = (name) => import(`../../src/page/${name}`);

export const i18n = await load("words/i18n.js");
await i18n.setLanguage("en");
export const { App } = await load("app.js");
export const { Play } = await load("play/play.js");
export const { Game } = await load("game/tree.js");
export const { detail, learnDetails } = await load("words/detail.js");
export const notation = await load("game/notation.js");
export const address = await load("game/address.js");
export const score = await load("words/score.js");
export const orientation = await load("board/orientation.js");
export const runs = await load("game/runs.js");
const { Edits } = await load("game/edits.js");

export const SIZE = { width: 15, height: 15 };
export const human = { kind: "human" };
export const engine = { kind: "engine", level: 4, time: 3000 };
/// A point of that size by its name.
export const point = (name) => notation.parsePoints(SIZE, name)[0];

/// A game with these moves, at the last of them.
export function game(moves, values = {}) {
  const made = new Game({ rule: "caro", ...SIZE, ...values });
  for (const at of notation.parsePoints(made, moves)) made.go(made.child(at));
  return made;
}

/// The page's state, with what its connection has in place of a server.
export function newApp(connection = {}) {
  const app = new App(Object.assign(new EventTarget(), { isOnline: false, stopSearch() {}, ...connection }));
  app.question = (question) => (app.asked = question);
  return app;
}

/// The page without a server, between two people.
export function page() {
  const app = newApp();
  const play = new Play(app);
  app.edits = new Edits(app, play);
  return { app, play };
}

/// A store of games in memory, and what was written to it in order.
export function memory(records = new Map()) {
  const written = [];
  const write = async ({ id, version }, record) => {
    const isSame = records.get(id)?.head.hash === record.head.hash;
    records.set(id, structuredClone(record));
    written.push({ id, ...records.get(id) });
    return { id, version: isSame ? version : version + 1 };
  };
  const heads = async () => [...records.values()].map(({ head }) => head).filter(({ id }) => id);
  return { records, written, heads, read: async (id) => records.get(id), write };
}
