// Pointer, fingers and wheel over the live view, read as gestures in the units of the screen.

const STILL = 6; // how many pixels a press may move
const HOLD = 600; // from how many milliseconds on a press is a long one
const DOUBLE = 230; // how long a press waits for a second one

export class PointerHand {
  /** `place` turns an event into a point of the screen or null, `give` takes gestures, `takes` says which ones the screen has. */
  constructor(surface, place, give, takes) {
    this.surface = surface;
    this.place = place;
    this.give = give;
    this.takes = takes;
    this.fingers = new Map();
    this.waiting = null;
    this.pinch = null;
    surface.addEventListener("pointerdown", (event) => this.down(event));
    surface.addEventListener("pointermove", (event) => this.move(event));
    surface.addEventListener("pointerup", (event) => this.up(event));
    surface.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  down(event) {
    const at = this.place(event);
    if (!at) return;
    event.preventDefault();
    this.surface.setPointerCapture(event.pointerId);
    const finger = { at, x: event.clientX, y: event.clientY, since: performance.now(), isMoved: false };
    this.fingers.set(event.pointerId, { ...finger, now: at, nowX: event.clientX, nowY: event.clientY });
    if (this.fingers.size === 2) this.pinch = { start: this.span(), at: this.middle() };
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    finger.now = this.place(event, true);
    finger.nowX = event.clientX;
    finger.nowY = event.clientY;
    if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL) finger.isMoved = true;
  }

  up(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.move(event);
    if (this.pinch) {
      const factor = this.fingers.size === 2 ? this.span() / Math.max(1, this.pinch.start) : 1;
      if (Math.abs(factor - 1) > 0.05) this.give({ kind: "pinch", at: this.pinch.at, factor: Math.min(10, Math.max(0.1, factor)) });
      this.fingers.clear();
      this.pinch = null;
      return;
    }
    this.fingers.delete(event.pointerId);
    const seconds = (performance.now() - finger.since) / 1000;
    const held = ["Control", "Shift", "Alt", "Meta"].filter((key) => event.getModifierState(key)).join("+");
    if (held) {
      this.flush();
      this.give({ kind: "press", at: finger.at }, held);
    } else if (finger.isMoved) this.give(this.stroke(event, finger, seconds));
    else if (event.button === 2 && !this.takes("hover")) this.give({ kind: "hold", at: finger.at, seconds: 1 });
    else if (event.button === 2 || event.button === 1)
      this.give({ kind: "press", at: finger.at, button: event.button === 2 ? "right" : "middle" });
    else if (seconds * 1000 >= HOLD) this.give({ kind: "hold", at: finger.at, seconds: Math.min(10, seconds) });
    else this.press(finger.at, event);
  }

  /** A finger that moved: it swipes a screen without a mouse, scrolls a page, and a mouse drags. */
  stroke(event, finger, seconds) {
    const [start, end] = [finger.at, finger.now];
    if (!this.takes("hover") && this.takes("swipe")) return { kind: "swipe", start, end, seconds: Math.min(5, Math.max(0.05, seconds)) };
    if (event.pointerType === "touch") return { kind: "scroll", at: start, dx: start[0] - end[0], dy: start[1] - end[1] };
    return { kind: "drag", start, end };
  }

  /** A press waits a moment for a second one, since the screen must not get three presses of a double click. */
  press(at, event) {
    const first = this.waiting;
    if (first && Math.hypot(event.clientX - first.x, event.clientY - first.y) <= 2 * STILL) {
      clearTimeout(first.timer);
      this.waiting = null;
      this.give({ kind: "press", at: first.at, count: 2 });
      return;
    }
    this.flush();
    const timer = setTimeout(() => this.flush(), DOUBLE);
    this.waiting = { at, x: event.clientX, y: event.clientY, timer };
  }

  /** Send the press that waits: nothing may overtake it. */
  flush() {
    if (!this.waiting) return;
    clearTimeout(this.waiting.timer);
    const { at } = this.waiting;
    this.waiting = null;
    this.give({ kind: "press", at });
  }

  wheel(event) {
    const at = this.place(event);
    if (!at || event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 40 : event.deltaMode === 2 ? 600 : 1;
    const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.flush();
    this.give({ kind: "scroll", at, dx: dx * unit, dy: dy * unit });
  }

  span() {
    const [one, other] = [...this.fingers.values()];
    return Math.hypot(one.nowX - other.nowX, one.nowY - other.nowY);
  }

  middle() {
    const [one, other] = [...this.fingers.values()];
    return [(one.now[0] + other.now[0]) / 2, (one.now[1] + other.now[1]) / 2];
  }
}
