// Free set-up: stones of both colors anywhere, and either side to move.

import { t } from "../words/i18n.js";
import { Game } from "../game/tree.js";
import { byId } from "../parts.js";

export class Setup {
  constructor(app) {
    this.app = app;
    [this.button, this.tools] = ["setup", "setup-tools"].map(byId);
    const acts = { clear: () => this.clear(), done: () => this.finish(), cancel: () => app.setTool(null) };
    for (const [name, act] of Object.entries(acts)) byId(`setup-${name}`).addEventListener("click", act);
    app.on("draw position", () => app.hasTool(this.tool) && !app.overlays.has("setup") && this.draw());
  }

  toggle() {
    if (this.app.hasTool(this.tool)) this.app.setTool(null);
    else this.start();
  }

  choice(name) {
    return this.tools.querySelector(`input[name=${name}]:checked`).value;
  }

  start() {
    const { app } = this;
    this.stones = new Map([...app.game.stones()].map(([point, { color }]) => [point, { color, number: 0 }]));
    this.tools.querySelector(`input[name=to-move][value=${app.game.toMove()}]`).checked = true;
    app.panes.open("setup-tools");
    this.button.ariaPressed = true;
    this.tool = {
      stones: this.stones,
      choose: (point) => this.put(point),
      ghost: () => (this.choice("stone") === "none" ? null : this.choice("stone")),
      end: () => this.leave(),
    };
    app.setTool(this.tool);
    app.say(t("setupHint"));
    this.draw();
  }

  put(point) {
    const color = this.choice("stone");
    if (this.app.game.blocked.includes(point)) return;
    if (color === "none" || this.stones.get(point)?.color === color) this.stones.delete(point);
    else this.stones.set(point, { color, number: 0 });
    this.draw();
  }

  clear() {
    this.stones.clear();
    this.draw();
  }

  draw() {
    this.app.overlay("setup", { stones: [new Map(this.stones)] });
  }

  /// Makes a new game of the stones, if the server accepts the position.
  async finish() {
    const { app } = this;
    const { rule, width, height, blocked } = app.game;
    const of = (color) => [...this.stones].filter(([, stone]) => stone.color === color).map(([point]) => point);
    const [black, white, first] = [of("black"), of("white"), this.choice("to-move")];
    const game = new Game({ rule, width, height, blocked, black, white, first });
    game.opened = { result: null, end: game.root };
    const { tool } = this;
    const facts = await app.askHere("judge", { position: game.position() });
    // The set-up may have ended meanwhile.
    if (!facts || !app.hasTool(tool)) return;
    if (facts.outcome) return app.say(t(facts.outcome === "draw" ? "setupFull" : "setupOver"), "error");
    app.setTool(null);
    app.edits.replace(() => app.load(game), t("setupSet", { player: t(game.first) }), "setup");
  }

  leave() {
    this.app.panes.hide("setup-tools");
    this.button.ariaPressed = false;
    this.tool = null;
    this.app.overlay("setup", null);
    this.app.say("");
  }
}
