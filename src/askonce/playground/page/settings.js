// Settings: the model and its key, secrets by name, and whether all of it works.

import { make } from "/report/words.js";
import { field } from "./ask_form.js";
import { uniqueId } from "./ids.js";
import { clearTroubles, guarded } from "./troubles.js";

export function mount(element, wire) {
  new SettingsPanel(element, wire);
}

class SettingsPanel {
  constructor(element, wire) {
    this.element = element;
    this.wire = wire;
    this.form = make("form", { class: "settings-form", "aria-label": "Settings" });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    this.said = make("p", { class: "soft", role: "status" });
    this.checks = make("ul", { class: "verified", hidden: true });
    this.secrets = make("ul", { class: "secrets" });
    element.append(make("h2", {}, "Model"), this.form, this.checks, make("h2", {}, "Secrets"), this.secretsIntroduction(), this.secrets, this.secretForm());
    const guard = (work) => guarded(element, work);
    this.load = guard(async () => this.show(await wire.ask("settings.get")));
    this.save = guard(async () => {
      clearTroubles(element);
      this.show(await wire.ask("settings.set", { values: this.values() }));
      this.said.textContent = "Saved for this playground.";
    });
    this.verify = guard(async () => {
      this.said.textContent = "Asking the model…";
      try {
        this.showChecks((await wire.ask("settings.verify")).checks || []);
      } finally {
        this.said.textContent = "";
      }
    });
    wire.on("connected", () => this.load());
    wire.on("settings", (event) => this.show(event));
    wire.on("hello", ({ secrets }) => this.showSecrets(secrets || []));
    wire.on("secrets", ({ secrets }) => this.showSecrets(secrets || []));
  }

  // ---- the model

  show({ fields = [], model }) {
    if (this.form.contains(document.activeElement) && document.activeElement.matches("input") && this.isChanged) return;
    this.fields = fields.map((each) => ({ ...each, control: controlOf(each) }));
    this.form.replaceChildren(
      model ? make("p", { class: `callout ${model.state || ""}` }, make("b", {}, model.name || "No model"), model.says ? ` ${model.says}` : "") : "",
      make("div", { class: "fields" }, this.fields.map(fieldOf)),
      make("div", { class: "line" }, make("button", { type: "submit", class: "primary" }, "Save"), make("button", { type: "button", onclick: () => this.verify() }, "Verify"), this.said),
    );
    this.isChanged = false;
    this.form.oninput = () => {
      this.isChanged = true;
    };
  }

  /** What was changed; a key that was left alone stays as it is. */
  values() {
    const changed = {};
    for (const { name, kind, value, control } of this.fields) {
      if (kind === "secret") {
        if (control.value) changed[name] = control.value;
      } else if (kind === "switch") {
        if (control.checked !== Boolean(value)) changed[name] = control.checked;
      } else if (control.value !== String(value ?? "")) changed[name] = kind === "number" && control.value !== "" ? Number(control.value) : control.value;
    }
    return changed;
  }

  showChecks(checks) {
    this.checks.hidden = !checks.length;
    const signs = { true: "✓", false: "✗", null: "–" };
    this.checks.replaceChildren(
      ...checks.map(({ name, ok, says, remedy }) =>
        make(
          "li",
          { class: ok === false ? "bad" : ok ? "good" : "open" },
          make("span", { class: "mark", "aria-hidden": "true" }, signs[String(ok ?? null)]),
          make("span", {}, make("span", { class: "unseen" }, ok === false ? "failed: " : ok ? "works: " : "not checked: "), make("b", {}, name), " ", make("span", { dir: "auto" }, says || "")),
          remedy ? make("p", { class: "remedy", dir: "auto" }, remedy) : null,
        ),
      ),
    );
  }

  // ---- secrets

  secretsIntroduction() {
    return make("p", { class: "soft" }, "Write {name} where the secret belongs. Its value stays in the playground: it is masked in pictures, texts, recordings and exports, and never comes back here.");
  }

  showSecrets(names) {
    const remove = (name) => guarded(this.element, () => this.wire.ask("secrets.remove", { name }));
    this.secrets.hidden = !names.length;
    this.secrets.replaceChildren(
      ...names.map((name) =>
        make(
          "li",
          {},
          make("code", {}, `{${name}}`),
          make("button", { type: "button", class: "quiet", "aria-label": `Forget ${name}`, title: "Forget", onclick: remove(name) }, "✕"),
        ),
      ),
    );
  }

  secretForm() {
    const name = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "password" });
    const value = make("input", { type: "password", autocomplete: "new-password" });
    const add = guarded(this.element, async () => {
      if (!name.value.trim()) return name.focus();
      if (!value.value) return value.focus();
      await this.wire.ask("secrets.set", { name: name.value.trim(), value: value.value });
      name.value = value.value = "";
      return name.focus();
    });
    const form = make("form", { class: "line secret-form", "aria-label": "Add a secret" }, field("Name", name), field("Value", value), make("button", { type: "submit" }, "Add secret"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      add();
    });
    return form;
  }
}

function controlOf({ kind, value, choices = [], is_set: isSet }) {
  const id = uniqueId("setting");
  if (kind === "choice") {
    const control = make("select", { id }, choices.map((choice) => make("option", { value: String(choice) }, String(choice) || "—")));
    control.value = String(value ?? "");
    return control;
  }
  if (kind === "switch") {
    const control = make("input", { id, type: "checkbox" });
    control.checked = Boolean(value);
    return control;
  }
  const type = { secret: "password", number: "number" }[kind] || "text";
  const control = make("input", { id, type, autocomplete: kind === "secret" ? "new-password" : "off", step: kind === "number" ? "any" : null, spellcheck: "false" });
  if (kind === "secret") control.placeholder = isSet ? "set, not shown" : "not set";
  else control.value = String(value ?? "");
  return control;
}

function fieldOf({ kind, label, says, control }) {
  const word = make("label", { for: control.id }, label);
  return make("div", { class: `field${kind === "switch" ? " boolean" : ""}` }, kind === "switch" ? [control, word] : [word, control], says ? make("small", { class: "soft" }, says) : null);
}
