// Mouse, touch and keyboard on the board: the point under the pointer, and its choice.

import { settings } from "../settings.js";
import { THICK } from "./ruler.js";

/// If points are nearer to each other than this many pixels, a second touch confirms the first.
const SURE_PIXELS = 38;

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// Watches the board's frame. `choose(point)` plays or marks; `describe(point)` announces the cursor's
/// point; `ghost(point)` is the color of a stone placed there, or null; `hovers(point)` receives the
/// mouse's point, null beside the points.
export class BoardInput {
  constructor(frame, view, { choose, describe, ghost, hovers }) {
    Object.assign(this, { frame, view, choose, describe, ghost, hovers });
    this.hovered = null;
    this.cursor = null;
    this.pending = null;
    /// The point below a finger that aims; see aim.js.
    this.aimed = null;
    this.isTouch = this.isPressed = false;
    frame.addEventListener("pointerdown", (event) => {
      this.isTouch = event.pointerType === "touch";
      // After a click the arrow keys go through the moves; after Tab they move the cursor.
      this.isPressed = true;
    });
    frame.addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
      if (pointerType !== "touch") this.over(view.pointAt(clientX, clientY));
    });
    frame.addEventListener("pointerleave", () => this.over(null));
    frame.addEventListener("click", (event) => this.click(event));
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focus", () => this.draw());
    frame.addEventListener("blur", () => {
      this.isPressed = false;
      this.draw();
    });
  }

  over(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    this.hovers(point);
    this.draw();
  }

  click(event) {
    const point = this.view.pointAt(event.clientX, event.clientY);
    if (point === null) return;
    const small = this.isTouch && this.view.cellPixels < SURE_PIXELS;
    this.take(point, settings.confirm === "never" || (settings.confirm === "auto" && !small));
  }

  /// Chooses a point. Without `sure` a second touch has to confirm it.
  take(point, sure) {
    this.cursor = point;
    if (!sure && this.pending !== point && this.ghost(point)) {
      this.pending = point;
      this.describe(point, true);
      return this.draw();
    }
    this.pending = null;
    this.choose(point);
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view.size || (this.isPressed && event.key !== "Escape")) return;
    const step = STEPS[event.key];
    if (step) {
      const far = event.shiftKey ? 5 : 1;
      this.cursor = this.cursor === null ? this.view.middle : this.view.stepFrom(this.cursor, step.map((one) => far * one));
      this.hovered = null;
      this.reveal(this.cursor);
      this.describe(this.cursor, false);
      this.draw();
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) {
      this.choose(this.cursor);
      this.draw();
    } else if (event.key === "Escape") {
      this.forget(this.view.size);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /// Scrolls an enlarged board until a point and its neighbors are inside the frame.
  reveal(point) {
    const { frame, view } = this;
    const { left, top } = frame.getBoundingClientRect();
    const [x, y] = view.placeOf(point);
    const beyond = (at, size) => Math.min(0, at - 1.5 * view.cellPixels) || Math.max(0, at + 1.5 * view.cellPixels - size);
    const across = beyond(x - left - frame.clientLeft, frame.clientWidth);
    frame.scrollBy(across, beyond(y - top - frame.clientTop, frame.clientHeight));
  }

  /// Scrolls an enlarged board to the last stone, or else to the middle of all stones.
  follow(last, stones) {
    const { frame, view } = this;
    // The margins of a board may change with its first layout.
    const followed = `${last} ${view.frame}`;
    // A pass has no place.
    if (followed === this.followed || last < 0) return;
    this.followed = followed;
    const { left, top } = frame.getBoundingClientRect();
    const points = last !== null ? [last] : stones.size > 0 ? [...stones.keys()] : [view.middle];
    const places = points.map((point) => view.placeOf(point));
    const half = [frame.clientWidth / 2, frame.clientHeight / 2];
    const middleOf = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    const far = [left, top].map((edge, axis) => middleOf(axis) - edge - half[axis]);
    // A point half hidden by the coordinates does not count as seen.
    const isSeen = far.every((one, axis) => Math.abs(one) < half[axis] - view.cellPixels / 2 - THICK);
    if (last === null || !isSeen) frame.scrollBy(...far);
  }

  /// Drops a half-made choice for a new position; the cursor stays on the board.
  forget(size) {
    this.pending = null;
    if (this.cursor >= size.width * size.height) this.cursor = null;
    this.draw();
  }

  draw() {
    const isFocused = this.frame.matches(":focus-visible") && this.cursor !== null;
    const target = this.aimed ?? this.pending;
    const point = target ?? this.hovered ?? (isFocused ? this.cursor : null);
    if (point === null || point === undefined) return this.view.showCursor(null);
    this.view.showCursor({
      point,
      color: this.ghost(point),
      cross: point === target,
      focus: isFocused && point === this.cursor,
    });
  }
}
