// The board's view: zoom, numbers, orientation; its menu, and the wheel that goes through the moves.

import { onMenu, openMenu } from "../panel/menu.js";
import { byId } from "../parts.js";
import { change, onSettings, settings } from "../settings.js";

/// Wheel distance of one move.
const NOTCH = 60;

export class View {
  constructor(frame, ruler, { back, forward }) {
    Object.assign(this, { frame, ruler, scale: 1, rolled: 0 });
    this.actions = {
      numbers: () => change({ numbers: !settings.numbers }),
      // The shown board is turned, also if it is mirrored.
      flip: () => change({ turns: (settings.turns + 2) % 4 }),
      turn: () => change({ turns: (settings.turns + 1) % 4 }),
      mirror: () => change({ mirrored: !settings.mirrored, turns: (4 - settings.turns) % 4 }),
      "zoom-in": () => this.zoom(1.5),
      "zoom-out": () => this.zoom(1 / 1.5),
    };
    const button = byId("view");
    button.addEventListener("click", () => this.open(button));
    onMenu(frame, (_, place) => this.open(place));
    frame.addEventListener("wheel", (event) => this.roll(event, back, forward), { passive: false });
    // The player below changes places with the player above.
    onSettings(({ turns }) => (document.documentElement.dataset.flipped = String(turns === 2)));
  }

  open(at) {
    const item = (id, text, more) => ({ id, text, act: this.actions[id], ...more });
    openMenu(at, [
      item("numbers", "numbers", { isOn: settings.numbers }),
      item("flip", "flip", { isOn: settings.turns === 2 }),
      item("turn", "turnBoard"),
      item("mirror", "mirrorBoard", { isOn: settings.mirrored }),
      item("zoom-in", "zoomIn", { stays: true }),
      item("zoom-out", "zoomOut", { stays: true }),
    ]);
  }

  /// The wheel steps through the game. It scrolls a board that is larger than its frame, and with Ctrl it enlarges the page.
  roll(event, back, forward) {
    const { scrollHeight, clientHeight } = this.frame;
    if (event.ctrlKey || event.deltaY === 0 || scrollHeight > clientHeight + 1) return;
    event.preventDefault();
    const isTurned = Math.sign(event.deltaY) !== Math.sign(this.rolled);
    this.rolled = (isTurned ? 0 : this.rolled) + event.deltaY * (event.deltaMode === 0 ? 1 : NOTCH);
    if (Math.abs(this.rolled) < NOTCH) return;
    if (this.rolled > 0) forward();
    else back();
    this.rolled = 0;
  }

  /// Takes over the size of a game's board. A board of another size begins unzoomed.
  fit({ width, height }) {
    const size = `${width}x${height}`;
    if (size !== this.size && this.scale > 1) this.zoom(0);
    this.size = size;
  }

  zoom(factor) {
    const { frame } = this;
    // The middle of the view stays in place.
    const middle = (scroll, shown, all) => (scroll + shown / 2) / all;
    const x = middle(frame.scrollLeft, frame.clientWidth, frame.scrollWidth);
    const y = middle(frame.scrollTop, frame.clientHeight, frame.scrollHeight);
    this.scale = Math.min(12, Math.max(1, this.scale * factor));
    frame.style.setProperty("--zoom", String(this.scale));
    frame.scrollTo(x * frame.scrollWidth - frame.clientWidth / 2, y * frame.scrollHeight - frame.clientHeight / 2);
    this.ruler.later();
  }
}
