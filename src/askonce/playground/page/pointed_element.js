// What lies under the pointer: an outline with its role, name and words; pinned, a card with what can be copied.

import { make } from "/report/words.js";
import { copyButton } from "./copying.js";

const REST = 60; // milliseconds between two questions about what lies under the pointer
const HOVERS = 350; // how long the pointer rests before the screen is told of it

export class PointedElement {
  constructor(view, wire) {
    this.view = view;
    this.wire = wire;
    this.label = make("div", { class: "pointed", "aria-hidden": "true", hidden: true });
    this.card = make("section", { class: "pinned", "aria-label": "The pinned element", hidden: true });
    view.surface.append(this.label);
    view.surface.addEventListener("pointermove", (event) => this.move(event));
    view.surface.addEventListener("pointerleave", () => this.forget());
  }

  move(event) {
    if (event.pointerType === "touch" || event.buttons) return this.forget();
    this.at = this.view.place(event);
    this.look();
    this.rest();
  }

  /** Ask what lies there: one question at a time, and always for the place where the pointer is by then. */
  async look() {
    if (this.isLooking || !this.at) return;
    this.isLooking = true;
    const at = this.at;
    let found = null;
    try {
      found = await this.wire.ask("hover", { at });
    } catch {
      /* a screen that is busy or gone: nothing is outlined */
    }
    await new Promise((done) => setTimeout(done, REST));
    this.isLooking = false;
    if (!this.at) return;
    this.outline(found && found.element);
    if (this.at !== at) this.look();
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
    this.view.mark(element && element.box, "hovered");
    this.label.hidden = !element;
    if (!element) return;
    this.label.replaceChildren(...shortWords(element));
    this.view.under.replaceChildren(...(element.words ? [make("span", { class: "soft" }, "Words: "), element.words] : []));
    const [left, top, , bottom] = element.box;
    const { width, height } = this.view.size;
    const isHigh = top / height > 0.12;
    this.label.style.left = `${Math.min(70, Math.max(0, (left / width) * 100))}%`;
    this.label.style.top = isHigh ? "" : `${Math.min(96, (bottom / height) * 100)}%`;
    this.label.style.bottom = isHigh ? `${100 - (top / height) * 100}%` : "";
  }

  forget() {
    clearTimeout(this.resting);
    this.at = null;
    this.label.hidden = true;
    this.view.mark(null, "hovered");
  }

  async pin(at) {
    let found;
    try {
      found = await this.wire.ask("pin", { at });
    } catch (error) {
      this.view.trouble(error);
      return;
    }
    const element = found.element;
    this.view.mark(element && element.box, "pin");
    this.card.hidden = false;
    this.card.replaceChildren(...(element ? this.facts(element) : [make("p", { class: "soft" }, "Nothing lies there that has a name."), this.closer()]));
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
    this.view.mark(null, "pin");
    this.view.bar.modes.querySelector("[aria-pressed=true]").focus();
  }
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
