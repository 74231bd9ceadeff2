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
