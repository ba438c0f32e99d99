// The screen as it is now: its pictures as they come, a hand that goes through to it, and what lies under the pointer.

import { announce, make } from "/report/words.js";
import { GestureQueue } from "./gesture_queue.js";
import { KeyboardHand } from "./keyboard_hand.js";
import { PointedElement } from "./pointed_element.js";
import { PointerHand } from "./pointer_hand.js";
import { ScreenBar } from "./screen_bar.js";
import { ScreenPrompts } from "./screen_prompts.js";
import { showTrouble } from "./troubles.js";

const USE_KEYS = "Keyboard of the screen. What you type goes to the screen. Escape twice releases the keyboard.";
const KEYS_HINT = "↑ ↓ the elements of the screen, a letter to its name, ↵ to take one";
const POINT_KEYS = "Elements of the screen. Arrow keys go from one to the next, letters to a name, Enter takes it.";

export class LiveView {
  constructor(element, wire) {
    this.element = element;
    this.wire = wire;
    this.size = null;
    this.screen = {};
    this.isShown = true;
    this.isGone = false;
    /** `use`: the hand goes through. `inspect`: a click pins. `point`: a click is given to who asked for it. */
    this.mode = "use";
    this.queue = new GestureQueue(wire, (error) => this.trouble(error));
    this.draw();
    this.pointed = new PointedElement(this, wire);
    this.prompts = new ScreenPrompts(this, wire);
    this.bar = new ScreenBar(this, wire);
    element.append(this.bar.element, this.stage, this.foot, this.pointed.card);
    this.listen();
  }

  draw() {
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.overlay = make("svg", { class: "marks", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.keys = make("textarea", {
      class: "keys",
      "aria-label": USE_KEYS,
      autocapitalize: "off",
      autocomplete: "off",
      spellcheck: "false",
      rows: "1",
    });
    this.surface = make("div", { class: "surface" }, this.canvas, this.overlay, this.keys);
    this.notice = make("div", { class: "notice", role: "status", hidden: true });
    this.stage = make("div", { class: "stage" }, this.surface, this.notice);
    this.release = make(
      "button",
      { type: "button", class: "quiet release", onclick: () => this.leaveKeyboard(), hidden: true },
      "Release keyboard ",
      make("kbd", {}, "Esc Esc"),
    );
    this.under = make("p", { class: "under", dir: "auto" });
    this.foot = make("div", { class: "view-foot" }, this.under, this.release);
  }

  listen() {
    const wire = this.wire;
    const place = (event, isOutsideToo) => this.place(event, isOutsideToo);
    this.pointer = new PointerHand(this.surface, place, (gesture, held) => this.give(gesture, held), (kind) => this.takes(kind));
    const keyboard = new KeyboardHand(this.keys, (gesture) => this.type(gesture), () => this.leaveKeyboard());
    keyboard.leaves = (event) => this.mode !== "use" && event.key === "Tab";
    this.surface.addEventListener("pointerdown", () => {
      if (this.mode === "use") this.keys.focus({ preventScroll: true });
    });
    for (const name of ["focus", "blur"]) this.keys.addEventListener(name, () => this.showFocus());
    wire.on("hello", ({ gestures }) => {
      this.gestures = gestures || null;
    });
    let drawn = Promise.resolve();
    wire.onFrame = (data) => {
      // In their order: an older picture must not be drawn over a newer one. One that fails must not stop the others.
      drawn = drawn.then(() => this.show(data)).catch((error) => console.error(error));
    };
    wire.on("frame", (event) => this.resize(event));
    wire.on("screen", (event) => {
      this.screen = event;
      this.element.classList.toggle("busy", Boolean(event.busy));
    });
    wire.on("connected", () => this.start());
    wire.on("connection", ({ state }) => this.showConnection(state));
    wire.on("closed", ({ reason, is_over: isOver }) => {
      const another = () => window.dispatchEvent(new CustomEvent("another"));
      const left = isOver ? "" : " What was recorded and kept can still be taken along from its panels.";
      this.isGone = true;
      this.pointed.forget();
      this.say("This screen is closed.", `${reason}.${left}`, make("button", { type: "button", onclick: another }, "Open another"));
    });
    wire.on("trouble", (error) => this.trouble(error));
    wire.on("note", ({ text }) => {
      this.sayBelow(text);
      announce(text);
    });
    new ResizeObserver(() => this.start()).observe(this.stage);
  }

  // ---- pictures

  /** Ask for pictures of the size that there is room for. */
  start() {
    clearTimeout(this.starting);
    this.starting = setTimeout(() => {
      const { clientWidth, clientHeight } = this.stage;
      if (!this.isShown || this.isGone || !clientWidth || !this.wire.isOpen()) return;
      const scale = Math.min(2, window.devicePixelRatio || 1);
      const wanted = { width: Math.round(clientWidth * scale), height: Math.round(Math.max(200, clientHeight) * scale) };
      this.wire.ask("view.start", wanted).catch((error) => this.trouble(error));
    }, 120);
  }

  setShown(isShown) {
    this.isShown = isShown;
    if (isShown) this.start();
    else this.wire.ask("view.stop").catch(() => {});
  }

  async show(data) {
    let picture;
    try {
      picture = await createImageBitmap(data);
    } catch {
      this.wire.tell("view.seen");
      return;
    }
    if (this.canvas.width !== picture.width || this.canvas.height !== picture.height) {
      this.canvas.width = picture.width;
      this.canvas.height = picture.height;
      if (!this.size) this.resize(picture);
    }
    this.canvas.getContext("2d").drawImage(picture, 0, 0);
    picture.close();
    this.pointed.changed();
    this.surface.dataset.frames = Number(this.surface.dataset.frames || 0) + 1;
    this.wire.tell("view.seen");
  }

  resize({ width, height }) {
    this.size = { width, height };
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.stage.style.setProperty("--ratio", width / height);
    this.surface.style.aspectRatio = `${width} / ${height}`;
    this.pointed.forget();
  }

  showConnection(state) {
    if (state === "open") this.notice.hidden = true;
    const tryNow = make("button", { type: "button", onclick: () => this.wire.hurry() }, "Try now");
    if (state === "lost") this.say("The connection was lost.", "Trying again…", tryNow);
    if (state === "refused") this.say("The playground was started again.", "Open the link that it printed. A program that was interrupted can be resumed there, under Program.");
  }

  say(title, words, button = null) {
    this.notice.replaceChildren(make("h2", {}, title), make("p", { dir: "auto" }, words || ""), button || "");
    this.notice.hidden = false;
  }

  trouble(error) {
    showTrouble(this.element, error);
  }

  // ---- the hand

  /** Where an event is on the screen; null beside it. */
  place(event, isOutsideToo = false) {
    if (!this.size) return null;
    const { left, top, width, height } = this.surface.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    if (!isOutsideToo && (x < 0 || y < 0 || x > 1 || y > 1)) return null;
    const within = (part) => Math.min(1, Math.max(0, part));
    const rounded = (number) => Math.round(number * 10) / 10;
    return [rounded(within(x) * this.size.width), rounded(within(y) * this.size.height)];
  }

  /** Whether the screen takes gestures of this kind; one that does not say takes all. */
  takes(kind) {
    return !this.gestures || this.gestures.includes(kind);
  }

  /** A gesture of the pointer: it goes to the screen, or in the other modes shows what is meant. No screen takes one
   * with keys that are `held`, and without them it would do something else. */
  give(gesture, held = "") {
    if (this.mode !== "use") {
      if (gesture.kind === "scroll" || gesture.kind === "swipe") this.queue.add(gesture);
      else if (gesture.at) this.point(gesture.at);
      return;
    }
    if (gesture.kind === "scroll" || gesture.kind === "swipe") this.pointed.hide();
    if (held) this.trouble({ message: `A click with ${held} held cannot be passed on to the screen.`, remedy: "Click without it." });
    else this.queue.add(gesture);
  }

  /** Something is meant, by its place and perhaps its number: it is pinned, or given to who asked for it. */
  point(at, number = null) {
    return this.mode === "inspect" ? this.pointed.pin(at, number) : this.onPoint && this.onPoint(at);
  }

  type(gesture) {
    this.pointer.flush();
    if (this.mode === "use") this.queue.add(gesture);
    else this.pointed.steer(gesture).catch((error) => this.trouble(error));
  }

  /** Send a gesture past those that wait: an answer to a dialog is what the others wait for. */
  async giveNow(gesture) {
    try {
      return await this.wire.ask("hand", { gesture });
    } catch (error) {
      this.trouble(error);
      return null;
    }
  }

  /** Choose what a click means. With `point`, `onPoint` is told where. */
  setMode(mode, onPoint = null) {
    this.mode = mode;
    this.onPoint = onPoint;
    this.surface.dataset.mode = mode;
    this.keys.setAttribute("aria-label", mode === "use" ? USE_KEYS : POINT_KEYS);
    this.showFocus();
    this.bar.showMode();
    this.element.dispatchEvent(new CustomEvent("mode", { detail: mode }));
  }

  showFocus() {
    const isFocused = document.activeElement === this.keys;
    this.stage.classList.toggle("focused", isFocused);
    this.release.hidden = !isFocused;
    if (isFocused && this.mode !== "use") this.sayBelow(KEYS_HINT);
    else if (this.under.textContent === KEYS_HINT) this.sayBelow("");
  }

  /** A word under the screen. It stays until somebody points at something else. */
  sayBelow(text) {
    this.isTold = true;
    this.under.textContent = text;
  }

  leaveKeyboard() {
    this.bar.modes.querySelector("[aria-pressed=true]").focus();
    announce("The keyboard is released");
  }

  /** Mark a place on the screen, as a step of a recording or of a run names it. */
  mark(box, kind) {
    this.overlay.querySelectorAll(`.${kind}`).forEach((old) => old.remove());
    if (!box || !this.size) return;
    const [left, top, right, bottom] = box;
    const rect = { class: kind, x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), rx: 3 };
    this.overlay.append(make("rect", rect));
  }
}

