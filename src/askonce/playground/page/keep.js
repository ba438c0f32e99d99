// Kept: what worked in this sitting, in an order, proved from the start, and taken along.

import { announce, counted, make } from "/report/words.js";
import { Exports } from "./exports.js";
import { guarded } from "./troubles.js";

const NAMES = { recording: "kept.yaml", yaml: "script.yaml", pytest: "test_kept.py", stp: "kept.stp" };
const PROOFS = {
  unproven: ["…", "not proven yet"],
  proven: ["✓", "holds"],
  failed: ["✗", "does not hold"],
  "not tried": ["–", "not tried"],
};

export function mount(element, wire) {
  new KeptPanel(element, wire);
}

class KeptPanel {
  constructor(element, wire) {
    this.element = element;
    this.wire = wire;
    this.kept = { items: [], state: "idle", is_proven: false };
    /** Whether a title is being written, and what came meanwhile. */
    this.editing = false;
    this.late = null;
    this.draw();
    wire.on("kept", (event) => this.show(event));
  }

  draw() {
    this.prove = make(
      "button",
      { type: "button", class: "primary", title: "On a fresh screen at the first address, as recorded", onclick: guarded(this.element, () => this.runAll()) },
      "↻ Run all from the start",
    );
    this.status = make("p", { class: "kept-state", role: "status" });
    this.empty = make(
      "div",
      { class: "empty" },
      make("p", {}, "Nothing is kept yet."),
      make("p", { class: "soft" }, "Ask for something; when it has worked, press Keep. What is kept becomes a flow to prove and to take along."),
    );
    this.list = make("ol", { class: "kept-items" });
    this.stop = make("button", { type: "button", class: "danger", onclick: guarded(this.element, () => this.wire.ask("kept.stop")) }, "■ Stop");
    this.head = make("div", { class: "kept-head" }, this.prove, this.stop, this.status);
    this.exports = new Exports(this.element, this.wire, "kept", NAMES);
    this.exports.prove = () => this.runAll();
    this.element.append(this.head, this.empty, this.list, this.exports.element);
    this.show(this.kept);
  }

  async runAll() {
    const proved = await this.wire.ask("kept.run_all");
    announce(proved.is_proven ? "All of it holds" : "Not all of it is proven");
    return proved.is_proven;
  }

  show(event) {
    if (this.editing && event.items.length === this.kept.items.length) {
      this.late = event; // who writes a title is not disturbed
      return;
    }
    this.editing = false;
    const focused = this.list.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    const isSame = JSON.stringify(event.items.map(kernel)) === JSON.stringify(this.kept.items.map(kernel)) && event.is_proven === this.kept.is_proven;
    this.kept = event;
    const { items, state, is_proven: isProven } = event;
    const isProving = state === "proving";
    const held = items.filter((item) => item.proof === "proven").length;
    this.head.hidden = this.exports.element.hidden = !items.length;
    this.empty.hidden = items.length > 0;
    this.prove.hidden = isProving;
    this.stop.hidden = !isProving;
    if (items.length && !isSame) this.exports.renew();
    this.status.textContent = isProving
      ? `Running: ${held} of ${items.length}`
      : isProven
        ? "Proven from the start"
        : items.some((item) => item.proof === "failed")
          ? "Not all of it holds"
          : "Not proven yet";
    this.element.dataset.proof = isProven ? "proven" : items.some((item) => item.proof === "failed") ? "failed" : "unproven";
    this.list.replaceChildren(...items.map((item, place) => this.row(item, place, isProving)));
    if (focused) this.focus(focused);
  }

  focus({ part, ask, twin }) {
    const same = [...this.list.querySelectorAll("[data-part]")].filter((control) => control.dataset.ask === ask && control.dataset.twin === twin);
    const again = same.find((control) => control.dataset.part === part && !control.disabled) || same.find((control) => !control.disabled) || this.prove;
    again.focus();
  }

  row(item, place, isProving) {
    const [sign, says] = PROOFS[item.proof] || PROOFS.unproven;
    const isNow = isProving && item.proof === "unproven" && this.kept.items.slice(0, place).every((other) => other.proof === "proven");
    const twin = String(this.kept.items.slice(0, place).filter((other) => other.ask === item.ask).length);
    const data = (part) => ({ "data-part": part, "data-ask": String(item.ask), "data-twin": twin });
    const button = (part, sign, label, work, isOff) =>
      make("button", { type: "button", class: "quiet", "aria-label": `${label}: ${item.title}`, title: label, disabled: isOff || isProving, ...data(part), onclick: guarded(this.element, work) }, sign);
    const last = this.kept.items.length - 1;
    const row = make(
      "li",
      { class: `kept-item ${item.proof.replace(" ", "-")}` },
      make("span", { class: `kept-mark${isNow ? " turning" : ""}`, "aria-hidden": "true" }, isNow ? "◌" : sign),
      make(
        "div",
        { class: "kept-words" },
        make("span", { class: "kept-title", dir: "auto" }, item.title),
        make("span", { class: "soft" }, `${item.tool.replaceAll("_", " ")} · ${counted(item.steps.length, "step")} · ${isNow ? "running" : says}`),
        item.reason ? make("span", { class: "reason", dir: "auto" }, item.reason) : null,
        item.steps.length > 1 || item.steps[0] !== item.title
          ? make("details", {}, make("summary", {}, "Steps"), make("ol", {}, item.steps.map((step) => make("li", { dir: "auto" }, step))))
          : null,
      ),
      make(
        "div",
        { class: "kept-buttons" },
        button("up", "↑", "Move up", () => this.wire.ask("kept.move", { from: place, to: place - 1 }), place === 0),
        button("down", "↓", "Move down", () => this.wire.ask("kept.move", { from: place, to: place + 1 }), place === last),
        button("rename", "✎", "Rename", () => this.rename(row, item, place), false),
        button("remove", "✕", "Remove", () => this.wire.ask("kept.remove", { at: place }), false),
      ),
    );
    return row;
  }

  rename(row, item, place) {
    this.editing = true;
    const leave = () => {
      this.editing = false;
      this.show(this.late || this.kept);
      this.late = null;
      this.focus({ ...row.querySelector("[data-part=rename]").dataset });
    };
    const title = make("input", { type: "text", "aria-label": "Title", dir: "auto", maxlength: "300" });
    title.value = item.title;
    const send = guarded(this.element, async () => {
      if (title.value.trim() && title.value !== item.title) await this.wire.ask("kept.rename", { at: place, title: title.value });
      leave();
    });
    title.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) send();
      else if (event.key === "Escape") leave();
    });
    row.querySelector(".kept-title").replaceWith(make("span", { class: "step-editor" }, title, make("button", { type: "button", onclick: send }, "Set")));
    title.focus();
    title.select();
  }
}

/** What of an item is in an export. */
function kernel({ ask, title, steps }) {
  return [ask, title, steps];
}
