// The steps of a recording: their words, what can be changed about each, and whether it is found again.

import { make } from "/report/words.js";

export class RecordedSteps {
  constructor(wire, guard) {
    this.wire = wire;
    this.guard = guard;
    this.steps = [];
    this.element = make("ol", { class: "steps" });
  }

  show(steps, state) {
    const focused = this.element.contains(document.activeElement) ? focusOf(document.activeElement) : null;
    const isAtEnd = steps.length > this.steps.length;
    this.steps = steps;
    this.state = state;
    if (this.editing && !steps.some((step) => step.id === this.editing.step)) this.editing = null;
    const isWriting = this.editing && this.editing.form && this.editing.form.contains(document.activeElement);
    const control = isWriting ? document.activeElement : null; // the same field goes into the new row, as it is
    this.element.replaceChildren(...steps.map((step, place) => this.row(step, place)));
    if (control && control.isConnected) return control.focus();
    const moved = this.moved === undefined ? null : this.element.children[this.moved];
    this.moved = undefined;
    if (moved) this.focus({ step: moved.dataset.step, part: focused ? focused.part : "up" });
    else if (focused) this.focus(focused);
    if (isAtEnd) this.scrollToEnd();
  }

  /** Bring the newest step into view within the panel; the page itself stays, and with it the screen. */
  scrollToEnd() {
    const panel = this.element.closest(".panel");
    const row = this.element.lastElementChild;
    if (!panel || !row) return;
    const below = row.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
    if (below > 0) panel.scrollTop += below + 12;
  }

  focus({ step, part }) {
    const row = [...this.element.children].find((each) => each.dataset.step === step);
    const control = row && (row.querySelector(`[data-part="${part}"]:not([disabled])`) || row.querySelector("button:not([disabled])"));
    if (control) control.focus();
  }

  row(step, place) {
    const verdict = verdictOf(step);
    const isEditing = this.editing && this.editing.step === step.id;
    const row = make(
      "li",
      { class: `step ${step.kind || "step"} ${verdict.state}`, "data-step": String(step.id) },
      make("span", { class: "step-number", "aria-hidden": "true" }, step.kind === "check" ? "✓" : String(place + 1)),
      make(
        "div",
        { class: "step-words" },
        isEditing
          ? this.editor(step)
          : [
              make("p", { dir: "auto" }, step.kind === "check" ? make("span", { class: "unseen" }, "Check: ") : null, step.words),
              step.detail ? make("p", { class: "soft", dir: "auto" }, step.detail) : null,
            ],
        make("p", { class: "chips" }, chips(step, verdict)),
        step.reason ? make("p", { class: "reason", dir: "auto" }, step.reason) : null,
      ),
      this.buttons(step, place),
    );
    row.addEventListener("keydown", (event) => {
      const by = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.move(step, place + by);
    });
    return row;
  }

  buttons(step, place) {
    const isBusy = this.state === "replaying";
    const button = (part, sign, label, action, isOff = false) =>
      make(
        "button",
        { type: "button", class: "quiet", "data-part": part, "aria-label": `${label}: ${step.words}`, title: label, disabled: isBusy || isOff, onclick: action },
        sign,
      );
    const change = (word, fields) => this.guard(() => this.wire.ask(word, { step: step.id, ...fields }));
    return make(
      "div",
      { class: "step-buttons" },
      step.variable
        ? button("variable", "abc", "Use the value itself again", change("record.make_literal", {}))
        : step.can_vary
          ? button("variable", "{x}", "Make the value a variable", () => this.edit(step, "variable"))
          : null,
      button("rename", "✎", "Rename", () => this.edit(step, "words")),
      button("up", "↑", "Move up (Alt+↑)", () => this.move(step, place - 1), place === 0),
      button("down", "↓", "Move down (Alt+↓)", () => this.move(step, place + 1), place === this.steps.length - 1),
      button("remove", "✕", "Remove", change("record.remove", {})),
    );
  }

  move(step, to) {
    if (to < 0 || to >= this.steps.length) return;
    this.moved = to; // the focus goes with it
    this.guard(() => this.wire.ask("record.move", { step: step.id, to }))();
  }

  // ---- renaming, and naming a variable

  edit(step, what) {
    this.editing = { step: step.id, what };
    this.show(this.steps, this.state);
    const input = this.element.querySelector(".step-editor input");
    input.focus();
    input.select();
  }

  /** The fields with which a step is changed: the same ones for as long as they are open. */
  editor(step) {
    this.editing.form = this.editing.form || this.makeEditor(step);
    return this.editing.form;
  }

  makeEditor(step) {
    const isName = this.editing.what === "variable";
    const input = make("input", { type: "text", "aria-label": isName ? "Name of the variable" : "Words of the step", autocomplete: "off", dir: "auto" });
    input.value = isName ? step.offer || "value" : step.words;
    const leave = () => {
      this.editing = null;
      this.show(this.steps, this.state);
      this.focus({ step: String(step.id), part: isName ? "variable" : "rename" });
    };
    const save = this.guard(async () => {
      const text = input.value.trim();
      if (!text) return input.focus();
      const fields = isName ? { step: step.id, name: text } : { step: step.id, words: text };
      await this.wire.ask(isName ? "record.make_variable" : "record.rename", fields);
      return leave();
    });
    const form = make(
      "form",
      { class: "step-editor" },
      input,
      make("button", { type: "submit", class: "primary" }, isName ? "Make variable" : "Rename"),
      make("button", { type: "button", class: "quiet", onclick: leave }, "Cancel"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      save();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leave();
    });
    return form;
  }
}

function verdictOf(step) {
  if (step.found_again === true) return { state: "holds", words: "replayed" };
  if (step.found_again === false) return { state: "lost", words: "would not be found again" };
  return { state: "open", words: "" };
}

function chips(step, verdict) {
  return [
    step.kind === "check" ? make("span", { class: "chip" }, "check") : null,
    step.variable ? make("span", { class: "chip variable" }, `{${step.variable.name}} = `, make("bdi", {}, step.variable.value || "")) : null,
    step.secret ? make("span", { class: "chip secret" }, `secret {${step.secret}}`) : null,
    verdict.words ? make("span", { class: `chip verdict ${verdict.state}` }, verdict.state === "holds" ? "✓ " : "✗ ", verdict.words) : null,
  ].filter(Boolean);
}

/** Which control of which step has the focus: the rows are drawn anew with every change. */
function focusOf(element) {
  const row = element.closest("[data-step]");
  return row ? { step: row.dataset.step, part: element.dataset.part || "" } : null;
}
