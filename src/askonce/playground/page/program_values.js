// What a program knows: its variables and what it believes, to look at, and to change while it is paused.

import { make } from "/report/words.js";
import { uniqueId } from "./ids.js";

export class ProgramValues {
  constructor(ask) {
    this.ask = ask;
    this.drafts = new Map();
    this.rows = make("tbody");
    this.entries = make("ul", { class: "belief" });
    this.note = make("p", { class: "soft" });
    this.table = make(
      "table",
      { class: "variables" },
      make("caption", {}, "Variables"),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Name"), make("th", { scope: "col" }, "Value"))),
      this.rows,
    );
    this.added = make("input", { type: "text", autocomplete: "off", dir: "auto", maxlength: "150" });
    this.adding = make("form", { class: "line" }, fieldOf("Add what it is to believe", this.added), make("button", { type: "submit" }, "Add"));
    this.adding.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = this.added.value.trim();
      if (!text) return this.added.focus();
      if (await this.change([`+ ${text}`])) this.added.value = "";
      return null;
    });
    this.beliefs = make("section", { "aria-label": "Belief" }, make("h2", {}, "Belief"), this.entries, this.adding);
    this.element = make("div", { class: "program-values" }, this.table, this.note, this.beliefs);
  }

  show({ variables, belief, state, between_lines: isBetween }, format) {
    const canChange = state === "paused" && isBetween;
    this.table.hidden = !variables.length;
    this.note.textContent = state === "paused" && !isBetween ? "In the midst of a line: step to its end to change values." : "";
    this.note.hidden = !this.note.textContent;
    if (state !== "paused") this.drafts.clear();
    const focused = document.activeElement && this.rows.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const caret = focused ? document.activeElement.selectionStart : 0;
    this.rows.replaceChildren(...variables.map((variable) => this.row(variable, canChange)));
    if (focused) this.focus(focused, caret);
    this.beliefs.hidden = format !== "stp" || (!belief.length && state !== "paused");
    this.adding.hidden = state !== "paused";
    this.entries.replaceChildren(...belief.map((entry) => this.entry(entry, state === "paused")));
  }

  focus(name, caret) {
    const again = [...this.rows.querySelectorAll("[data-name]")].find((field) => field.dataset.name === name);
    if (!again) return;
    again.focus();
    if (again.setSelectionRange) again.setSelectionRange(caret, caret);
  }

  row({ name, value, kind, editable }, canChange) {
    const head = make("th", { scope: "row" }, make("code", {}, name), make("span", { class: "soft" }, ` ${kind}`));
    if (!canChange || !editable) return make("tr", {}, head, make("td", {}, make("code", { class: "value", dir: "auto" }, value)));
    const field = make("textarea", { rows: "1", class: "value", "data-name": name, "aria-label": `Value of ${name}, as JSON`, spellcheck: "false", dir: "auto" });
    const draft = this.drafts.get(name);
    field.value = draft === undefined ? value : draft;
    field.rows = Math.min(8, Math.max(1, Math.ceil(field.value.length / 44)));
    const set = make("button", { type: "button", class: "quiet", "aria-label": `Set ${name}`, hidden: draft === undefined }, "Set");
    const send = async () => {
      const text = field.value;
      if (text === value) return;
      this.drafts.delete(name);
      if (!(await this.ask("program.set_variable", { name, json_text: asJson(text, kind) }))) this.drafts.set(name, text);
    };
    field.addEventListener("input", () => {
      this.drafts.set(name, field.value);
      set.hidden = field.value === value;
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        send();
      } else if (event.key === "Escape") {
        this.drafts.delete(name);
        field.value = value;
        set.hidden = true;
      }
    });
    set.addEventListener("click", send);
    return make("tr", {}, head, make("td", {}, make("div", { class: "value-cell" }, field, set)));
  }

  entry({ number, text, kind, status, says }, canChange) {
    const buttons = canChange
      ? make(
          "span",
          { class: "belief-buttons" },
          status === "confirmed" ? null : make("button", { type: "button", class: "quiet", "aria-label": `Confirm: ${text}`, title: "It is so", onclick: () => this.change([`!${number}`]) }, "✓"),
          make("button", { type: "button", class: "quiet", "aria-label": `Edit: ${text}`, title: "Say it in other words", onclick: () => this.edit(number, text, kind) }, "✎"),
          make("button", { type: "button", class: "quiet", "aria-label": `Remove: ${text}`, title: "It is not so", onclick: () => this.change([`-${number}`]) }, "✕"),
        )
      : null;
    return make("li", { class: status }, make("span", { class: "belief-words", dir: "auto" }, text, make("small", { class: "soft" }, says)), buttons);
  }

  /** The words of an entry go into the field: when they are sent, they take its place. */
  edit(number, text, kind) {
    const place = [...this.entries.children].find((item) => item.querySelector(".belief-words").firstChild.textContent === text);
    const field = make("input", { type: "text", "aria-label": "Belief", dir: "auto", maxlength: "150" });
    field.value = text;
    const send = async () => {
      const words = field.value.trim();
      if (words && words !== text) await this.change([`-${number}`, `+ ${kind}: ${words}`]);
      else place.replaceWith(this.entry({ number, text, kind, says: "" }, true));
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) send();
    });
    place.replaceChildren(field, make("button", { type: "button", class: "quiet", onclick: send }, "Set"));
    field.focus();
  }

  change(changes) {
    return this.ask("program.set_belief", { changes });
  }
}

/** Texts may be written without quotes where a text was; anything else is JSON. */
function asJson(text, kind) {
  if (kind !== "text") return text;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

function fieldOf(word, control) {
  control.id = uniqueId("field");
  return make("div", { class: "field" }, make("label", { for: control.id }, word), control);
}
