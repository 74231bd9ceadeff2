// Coordinates of an enlarged board, along the upper and left edge of its visible part.

import { inFrame } from "../parts.js";
import { settings } from "../settings.js";

/// The ruler's width in pixels.
export const THICK = 20;
const FONT = 12;

export class Ruler {
  constructor(frame, view) {
    Object.assign(this, { frame, view });
    this.later = inFrame(() => this.draw());
    frame.addEventListener("scroll", this.later);
    new ResizeObserver(this.later).observe(frame);
  }

  draw() {
    const { frame, view } = this;
    const isLarger = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
    if (!view.size || !settings.coordinates || !isLarger) return view.showRuler(null);
    const unit = view.unitsPerPixel;
    const [left, top] = [frame.scrollLeft * unit, frame.scrollTop * unit];
    const [right, bottom] = [left + frame.clientWidth * unit, top + frame.clientHeight * unit];
    const thick = THICK * unit;
    const { names } = view;
    const labels = [];
    for (const [column, text] of names.above.entries()) {
      const x = view.middleX(column);
      if (x > left + thick && x < right) labels.push({ x, y: top + thick / 2, text });
    }
    for (const [row, text] of names.left.entries()) {
      const y = view.middleY(row);
      if (y > top + thick && y < bottom) labels.push({ x: left + thick / 2, y, text });
    }
    const strips = [
      { x: left, y: top, width: right - left, height: thick },
      { x: left, y: top, width: thick, height: bottom - top },
    ];
    view.showRuler({ strips, labels, font: FONT * unit });
  }
}
