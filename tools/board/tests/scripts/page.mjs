// The page's modules without a browser: what they need of one is put in place first.

globalThis.navigator ??= {};
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
globalThis.requestAnimationFrame = () => 0;
// The clocks stand still.
globalThis.setInterval = () => 0;
globalThis.document = { documentElement: {}, querySelectorAll: () => [] };

export const load = (name) => import(`../../src/page/${name}`);

export const i18n = await load("i18n.js");
await i18n.setLanguage("en");
export const { App } = await load("app.js");
export const { Play } = await load("play.js");
export const { Game } = await load("tree.js");
export const { detail, learnDetails } = await load("detail.js");
export const notation = await load("notation.js");
export const address = await load("address.js");
export const score = await load("score.js");
export const orientation = await load("orientation.js");
export const runs = await load("runs.js");
