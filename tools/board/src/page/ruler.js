// The coordinates of an enlarged board: along the upper and the left edge of what can be seen of it.

import { columnName } from "./notation.js";
import { settings } from "./settings.js";

/// Pixels.
const THICK = 20;
const FONT = 12;

export class Ruler {
  constructor(frame, view) {
    Object.assign(this, { frame, view });
    frame.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(frame);
  }

  later() {
    this.frameOfPage ??= requestAnimationFrame(() => {
      this.frameOfPage = null;
      this.draw();
    });
  }

  draw() {
    const { frame, view } = this;
    const isLarger = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
    if (!view.size || !settings.coordinates || !isLarger) return view.showRuler(null);
    const unit = view.unitsPerPixel;
    const [left, top] = [frame.scrollLeft * unit, frame.scrollTop * unit];
    const [right, bottom] = [left + frame.clientWidth * unit, top + frame.clientHeight * unit];
    const thick = THICK * unit;
    const { width, height } = view.size;
    const labels = [];
    for (let x = 0; x < width; x++) {
      const at = view.at(x)[0];
      if (at > left + thick && at < right) labels.push({ x: at, y: top + thick / 2, text: columnName(x) });
    }
    for (let y = 0; y < height; y++) {
      const at = view.at(y * width)[1];
      if (at > top + thick && at < bottom) labels.push({ x: left + thick / 2, y: at, text: String(height - y) });
    }
    const strips = [
      { x: left, y: top, width: right - left, height: thick },
      { x: left, y: top, width: thick, height: bottom - top },
    ];
    view.showRuler({ strips, labels, font: FONT * unit });
  }
}
