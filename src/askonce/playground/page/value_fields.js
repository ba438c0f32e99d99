// What {name} in the words stands for: a value that is entered here, or a secret that the playground holds.

import { make } from "/report/words.js";
import { uniqueId } from "./ids.js";
import { guarded } from "./troubles.js";

export class ValueFields {
  constructor(wire) {
    this.wire = wire;
    this.secrets = [];
    this.names = [];
    this.typed = new Map();
    this.rows = make("div", { class: "value-rows" });
    this.element = make("div", { class: "values", hidden: true }, this.rows);
  }

  setNames(names) {
    if (names.join() === this.names.join()) return;
    this.names = names;
    this.draw();
  }

  setSecrets(secrets) {
    this.secrets = secrets || [];
    this.draw();
  }

  draw() {
    const focused = document.activeElement && document.activeElement.dataset.name;
    this.element.hidden = !this.names.length;
    this.rows.replaceChildren(...this.names.map((name) => (this.secrets.includes(name) ? this.secretRow(name) : this.valueRow(name))));
    const again = focused && this.rows.querySelector(`[data-name="${CSS.escape(focused)}"]`);
    if (again) again.focus();
  }

  secretRow(name) {
    return make("div", { class: "value-row" }, make("code", {}, `{${name}}`), make("span", { class: "chip secret" }, "secret"), make("span", { class: "soft" }, "held by the playground, never shown"));
  }

  valueRow(name) {
    const id = uniqueId("value");
    const value = make("input", { id, type: "text", "data-name": name, autocomplete: "off", dir: "auto" });
    value.value = this.typed.get(name) || "";
    value.addEventListener("input", () => this.typed.set(name, value.value));
    const hide = guarded(this.element, async () => {
      if (!value.value) return value.focus();
      const { secrets } = await this.wire.ask("secrets.set", { name, value: value.value });
      this.typed.delete(name);
      this.setSecrets(secrets || [...this.secrets, name]);
      return null;
    });
    return make(
      "div",
      { class: "value-row" },
      make("label", { for: id }, make("code", {}, `{${name}}`)),
      value,
      make("button", { type: "button", class: "quiet", title: "From now on it is a secret: masked in pictures, texts and recordings", "aria-label": `Make ${name} a secret`, onclick: hide }, "Make secret"),
    );
  }

  fill(values) {
    for (const [name, value] of Object.entries(values)) this.typed.set(name, String(value));
    this.draw();
  }

  given() {
    const values = {};
    for (const name of this.names) if (!this.secrets.includes(name) && this.typed.get(name) !== undefined) values[name] = this.typed.get(name);
    return { values, secrets: this.names.filter((name) => this.secrets.includes(name)) };
  }
}
