// The Learn view: puzzles, the engine's course, and the rules. Loaded when it is first opened.

import { translate } from "../words/i18n.js";
import { Course } from "./course.js";
import { Guest } from "./guest.js";
import { button, made, settle } from "../parts.js";
import { Progress } from "./progress.js";
import { Puzzles } from "./puzzles.js";
import { Rules } from "./rules.js";
import { ThreatLesson } from "./threatlesson.js";
import { Trainer } from "./trainer.js";
import { LESSON, session } from "../webstorage.js";

const PARTS = ["puzzles", "course", "sight", "rules"];
/// Parts without a board.
const WITHOUT_BOARD = ["course", "rules"];

export class Learn {
  constructor(app, play, panel) {
    const guest = new Guest(app, play);
    const part = session.getItem(LESSON);
    Object.assign(this, { app, panel, guest, part: PARTS.includes(part) ? part : PARTS[0] });
    const progress = new Progress();
    this.trainer = new Trainer(app, guest, progress);
    this.parts = {
      puzzles: new Puzzles(app, this.trainer, progress),
      course: new Course(app),
      sight: new ThreatLesson(app, guest),
      rules: new Rules(app),
    };
    this.tabs = PARTS.map((part) => button(`learn.${part}`, () => this.choose(part), { data: { part } }));
    const bar = made("div", { id: "learn-parts", role: "group", data: { tLabel: "learn.parts" } }, ...this.tabs);
    panel.replaceChildren(bar, ...PARTS.map((part) => this.parts[part].box));
    app.on("mode", () => (app.mode === "learn" ? this.open() : this.showPart("")));
    app.on("language", () => this.speak());
    app.on("connection", () => this.isEmpty && this.open());
    if (app.mode === "learn") this.open();
  }

  /// Whether the open part has loaded nothing from the engine, as when it was opened before the connection.
  get isEmpty() {
    return this.app.mode === "learn" && this.app.connection.isOnline && Boolean(this.parts[this.part].isEmpty);
  }

  speak() {
    translate(this.panel);
    for (const part of Object.values(this.parts)) {
      part.fillChoices?.();
      part.show();
    }
  }

  choose(part) {
    this.part = part;
    this.open();
  }

  /// On a phone, a part without a board fills the screen.
  showPart(part) {
    if (part) session.setItem(LESSON, part);
    else session.removeItem(LESSON);
    settle(document.querySelector("main"), () => (document.documentElement.dataset.part = part));
  }

  async open() {
    this.showPart(this.part);
    for (const tab of this.tabs) tab.ariaPressed = tab.dataset.part === this.part;
    for (const part of PARTS) this.parts[part].box.hidden = part !== this.part;
    if (WITHOUT_BOARD.includes(this.part)) this.guest.rest();
    await this.parts[this.part].open();
  }

  /// A missed win of a game as a puzzle; any winning move is right.
  find(puzzle) {
    this.part = "puzzles";
    this.trainer.puzzle = { id: "", grade: 0, length: 0, goal: "vct", kind: "win", isMissed: true, ...puzzle };
    Object.assign(this.trainer, { isFailed: false, isTold: false, isDone: false });
    this.app.say("");
    if (this.app.mode === "learn") this.open();
    else this.app.setMode("learn");
  }
}
