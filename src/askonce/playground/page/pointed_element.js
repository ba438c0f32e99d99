// What lies under the pointer: an outline with its role, name and words; pinned, a card with what can be copied.

import { announce, make } from "/report/words.js";
import { copyButton } from "./copying.js";

const REST = 60; // milliseconds between two questions about what lies under the pointer
const HOVERS = 350; // how long the pointer rests before the screen is told of it
const [SOONEST, LATEST] = [100, 2000]; // milliseconds after which it is looked where things are by now
const SHARE = 4; // of the time, at most one part in so many and one is spent on that

export class PointedElement {
  constructor(view, wire) {
    this.view = view;
    this.wire = wire;
    /** Where the pointer is; the number of the element that the keys have come to, and of the one that is pinned. */
    this.at = null;
    this.walked = null;
    this.pinned = null;
    this.pause = SOONEST;
    this.label = make("div", { class: "pointed", "aria-hidden": "true", hidden: true });
    this.card = make("section", { class: "pinned", "aria-label": "The pinned element", tabindex: "-1", hidden: true });
    view.surface.append(this.label);
    view.surface.addEventListener("pointermove", (event) => this.move(event));
    view.surface.addEventListener("pointerleave", () => this.forget());
    wire.on("screen", ({ address, busy }) => this.followScreen(address, busy));
  }

  move(event) {
    if (event.pointerType === "touch" || event.buttons) return this.forget();
    const client = `${event.clientX},${event.clientY}`;
    if (client === this.client && this.walked !== null) return; // the page moved under it, and the keys have the word
    this.client = client;
    this.at = this.view.place(event);
    this.walked = null;
    this.view.isTold = false;
    this.look();
    this.rest();
  }

  /** Ask what lies there: one question at a time, and always for the place where the pointer is by then. */
  async look() {
    if (this.isLooking || !this.at) return;
    this.isLooking = true;
    const at = this.at;
    const element = await this.find({ at });
    await new Promise((done) => setTimeout(done, REST));
    this.isLooking = false;
    if (!this.at) return;
    this.outline(element);
    if (this.at !== at) this.look();
  }

  /** The element at a point or of a number; null where there is none, or while the screen is busy or gone. */
  async find(which) {
    try {
      return (await this.wire.ask("hover", which)).element;
    } catch {
      return null;
    }
  }

  // ---- when the screen changes

  followScreen(address, isBusy) {
    if (address !== this.address || isBusy) this.hide();
    this.address = address;
    this.changed();
  }

  /** The screen looks different: what is outlined may have moved, or be gone. It is looked again soon, and of a screen
   * that changes all the time not too often. */
  changed() {
    if (this.renewing || (!this.at && this.walked === null && this.pinned === null)) return;
    this.renewing = setTimeout(async () => {
      const began = performance.now();
      await this.renew();
      this.pause = Math.min(LATEST, Math.max(SOONEST, SHARE * (performance.now() - began)));
      this.renewing = null;
    }, this.pause);
  }

  async renew() {
    if (this.at) await this.look();
    else if (this.walked !== null) this.outline(await this.find({ number: this.walked }));
    if (this.pinned === null) return;
    const pinned = await this.find({ number: this.pinned });
    if (this.pinned !== null) this.view.mark(pinned && pinned.box, "pin");
  }

  /** The screen is told of a pointer that rests, as menus open by that; not while it is at work. A recording keeps it
   * where the next step needs it. */
  rest() {
    clearTimeout(this.resting);
    if (this.view.mode !== "use" || !this.view.takes("hover") || !this.wire.isWriter) return;
    const at = this.at;
    this.resting = setTimeout(() => {
      if (at && at === this.at && !this.view.screen.busy) this.view.queue.add({ kind: "hover", at });
    }, HOVERS);
  }

  outline(element) {
    if (!element || !this.view.size) return this.hide();
    this.view.mark(element.box, "hovered");
    this.label.hidden = false;
    this.label.replaceChildren(...shortWords(element));
    if (this.view.isTold) return this.placeLabel(element.box);
    this.words = element.words ? make("span", {}, make("span", { class: "soft" }, "Words: "), element.words) : "";
    this.view.under.replaceChildren(this.words);
    return this.placeLabel(element.box);
  }

  placeLabel([left, top, , bottom]) {
    const { width, height } = this.view.size;
    const isHigh = top / height > 0.12;
    this.label.style.left = `${Math.min(70, Math.max(0, (left / width) * 100))}%`;
    this.label.style.top = isHigh ? "" : `${Math.min(96, (bottom / height) * 100)}%`;
    this.label.style.bottom = isHigh ? `${100 - (top / height) * 100}%` : "";
  }

  hide() {
    this.label.hidden = true;
    this.view.mark(null, "hovered");
    if (this.words) this.words.remove();
  }

  forget() {
    clearTimeout(this.resting);
    this.at = this.walked = null;
    this.hide();
  }

  // ---- by the keyboard

  /** A key while clicks point at things: it goes from element to element, and Enter takes the one it has come to. */
  async steer(gesture) {
    const { elements } = await this.wire.ask("elements");
    if (!elements.length) return announce("There is no element with a name");
    const place = elements.findIndex(({ number }) => number === this.walked);
    if (gesture.kind === "keys" && (gesture.keys === "Enter" || gesture.keys === "Space")) {
      if (place >= 0) await this.view.point(middleOf(elements[place].box), elements[place].number);
      return null;
    }
    const to = gesture.kind === "text" ? startingWith(elements, place, gesture.text) : placeAfter(gesture.keys, place, elements.length);
    if (to === null) return null;
    const element = elements[to];
    this.at = null;
    this.walked = element.number;
    this.view.isTold = false;
    this.outline(element);
    const states = element.states.length ? `, ${element.states.join(", ")}` : "";
    return announce(`${element.role} ${element.name}${states}, ${to + 1} of ${elements.length}`);
  }

  // ---- pinned

  async pin(at, number = null) {
    let found;
    try {
      found = await this.wire.ask("pin", number === null ? { at } : { number });
    } catch (error) {
      this.view.trouble(error);
      return;
    }
    const element = found.element;
    this.pinned = element ? element.number : null;
    this.isByKeys = number !== null;
    this.view.mark(element && element.box, "pin");
    this.card.hidden = false;
    this.card.replaceChildren(...(element ? this.facts(element) : [make("p", { class: "soft" }, "Nothing lies there that has a name."), this.closer()]));
    if (number !== null) this.card.querySelector("button.copy").focus();
  }

  facts(element) {
    const forms = [
      ["Words", element.words || "", "the words that lead to it"],
      ["Playwright", element.locator, "the Playwright locator"],
      ["YAML", element.yaml, "the item of a YAML script"],
      ["Anchor", element.anchor, "the anchor that a recording keeps"],
    ];
    const states = element.states && element.states.length ? ` · ${element.states.join(", ")}` : "";
    return [
      make(
        "div",
        { class: "pinned-head" },
        make("h2", {}, make("span", { class: "role" }, element.role || "element"), " ", make("bdi", {}, element.name || "")),
        make("span", { class: "soft" }, states),
        this.closer(),
      ),
      make(
        "dl",
        { class: "forms" },
        forms
          .filter(([name, text]) => text || name === "Words")
          .map(([name, text, label]) =>
            make(
              "div",
              {},
              make("dt", {}, name),
              text
                ? make("dd", {}, make("code", { dir: "auto" }, shown(text)), copyButton(shown(text), "Copy", `Copy ${label}`))
                : make("dd", { class: "soft" }, "No words of its own lead back to it alone."),
            ),
          ),
      ),
    ];
  }

  closer() {
    return make("button", { type: "button", class: "quiet close", "aria-label": "Unpin", title: "Unpin", onclick: () => this.unpin() }, "✕");
  }

  unpin() {
    this.card.hidden = true;
    this.pinned = null;
    this.view.mark(null, "pin");
    if (this.isByKeys) this.view.keys.focus({ preventScroll: true });
    else this.view.bar.modes.querySelector("[aria-pressed=true]").focus();
  }
}

/** The place that a key leads to in a list; null for other keys. */
function placeAfter(key, place, count) {
  const places = { ArrowDown: place + 1, ArrowRight: place + 1, ArrowUp: place - 1, ArrowLeft: place - 1, Home: 0, End: count - 1 };
  if (!(key in places)) return null;
  return place < 0 && (key === "ArrowUp" || key === "ArrowLeft") ? count - 1 : (places[key] + count) % count;
}

/** The next place whose name begins with what was typed; null if none does. */
function startingWith(elements, place, text) {
  const begins = (name) => name.toLocaleLowerCase().startsWith(text.toLocaleLowerCase());
  for (let step = 1; step <= elements.length; step += 1) {
    const next = (place + step + elements.length) % elements.length;
    if (begins(elements[next].name)) return next;
  }
  return null;
}

function middleOf([left, top, right, bottom]) {
  return [(left + right) / 2, (top + bottom) / 2];
}

function shown(text) {
  return typeof text === "string" ? text : JSON.stringify(text);
}

function shortWords(element) {
  const states = element.states || [];
  return [
    make("b", {}, element.role || "element"),
    element.name ? make("bdi", {}, ` ${element.name}`) : "",
    states.length ? make("span", { class: "states" }, ` ${states.join(", ")}`) : "",
  ];
}
