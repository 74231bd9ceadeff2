// Aiming by touch: a finger that rests on the board and then moves shows a crosshair with the name of its point, and the
// stone is put where the finger lifts. Beside the board it is put nowhere. Loaded with the first touch.

import { pointName } from "../game/notation.js";
import { hasPressClosedMenu } from "../panel/menu.js";
import { byId } from "../parts.js";
import { settings } from "../settings.js";
import { element, label } from "./stones.js";

/// Milliseconds that a finger rests before it aims; one that moves earlier scrolls.
const REST = 150;
/// A finger that moves by fewer pixels taps, or asks for the menu.
const STILL = 10;
/// Pixels from the point to its name, beyond the finger.
const AWAY = 58;
/// The name's font, its box at least, and the room beside it, in pixels.
const FONT = 17;
const BOX = [46, 28];
const ROOM = 8;

/// The left edge of a box of this width around `x`, moved into the visible part of the sheet: from `left` on, `shown` wide.
export function boxLeft({ x, width, left, shown, sheet }) {
  const right = Math.min(left + shown, sheet);
  return Math.max(Math.min(x - width / 2, right - width), Math.max(left, 0));
}

export class Aim {
  constructor(input) {
    Object.assign(this, { input, touch: null, isOn: false, timer: null });
    const { frame, view } = input;
    this.name = view.overlay.appendChild(element("g"));
    frame.addEventListener("touchstart", (event) => this.begin(event), { passive: true });
    // Only a listener that is not passive can keep the board from scrolling.
    frame.addEventListener("touchmove", (event) => this.move(event), { passive: false });
    frame.addEventListener("touchend", (event) => this.end(event));
    frame.addEventListener("touchcancel", () => this.stop());
  }

  begin({ touches, timeStamp }) {
    this.stop();
    // Two fingers enlarge the page, and the press that closes a menu does nothing else.
    if (touches.length > 1 || hasPressClosedMenu) return;
    const [{ clientX, clientY }] = touches;
    this.touch = { x: clientX, y: clientY, time: timeStamp };
    this.timer = setTimeout(() => this.show(this.touch), REST);
  }

  move(event) {
    const { touch } = this;
    if (!touch) return;
    const [{ clientX: x, clientY: y }] = event.touches;
    // A scroll that the browser has begun cannot be taken over.
    if (!this.isOn && (event.timeStamp - touch.time < REST || !event.cancelable || isMenuOpen())) return this.stop();
    event.preventDefault();
    this.isOn ||= Math.hypot(x - touch.x, y - touch.y) > STILL;
    this.show({ x, y });
  }

  end(event) {
    const { input, isOn } = this;
    const point = input.aimed;
    this.stop();
    if (!isOn) return;
    // Prevents the click that would follow.
    event.preventDefault();
    if (point !== null) input.take(point, settings.confirm !== "always");
  }

  /// Ends the aiming without a stone.
  stop() {
    clearTimeout(this.timer);
    this.touch = null;
    this.isOn = false;
    this.show(null);
  }

  show(place) {
    const { input } = this;
    const point = place && !isMenuOpen() ? input.view.pointAt(place.x, place.y) : null;
    if (point === input.aimed) return;
    input.aimed = point;
    input.draw();
    this.name.replaceChildren();
    if (point !== null) this.drawName(point);
  }

  /// The point's name above the finger or, at the upper edge, beside it.
  drawName(point) {
    const { frame, view } = this.input;
    const unit = view.unitsPerPixel;
    const name = label(pointName(view.size, point), FONT * unit, { fill: "#fff", "font-weight": 600 });
    this.name.append(name);
    const height = BOX[1] * unit;
    const width = Math.max(BOX[0] * unit, name.getComputedTextLength() + 2 * ROOM * unit);
    let [x, y] = view.at(point);
    const isBelow = y - frame.scrollTop * unit > AWAY * unit + height / 2;
    if (isBelow) y -= AWAY * unit;
    else x += (x < (frame.scrollLeft + frame.clientWidth / 2) * unit ? 1 : -1) * AWAY * unit;
    const left = boxLeft({ x, width, left: frame.scrollLeft * unit, shown: frame.clientWidth * unit, sheet: view.viewWidth });
    this.name.prepend(element("rect", { x: left, y: y - height / 2, width, height, rx: 6 * unit, fill: "#1f6f5c" }));
    name.setAttribute("x", left + width / 2);
    name.setAttribute("y", y);
  }
}

const isMenuOpen = () => byId("menu").matches(":popover-open");
