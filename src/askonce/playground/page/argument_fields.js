// The arguments of a tool as fields, made from the JSON schema that they are checked against.

import { make } from "/report/words.js";
import { uniqueId } from "./ids.js";

export class ArgumentFields {
  constructor() {
    this.element = make("div", { class: "fields" });
    this.fields = new Map();
  }

  setFields(entries, definitions) {
    this.fields.clear();
    this.element.replaceChildren(...entries.map(([name, schema]) => this.field(name, schema, definitions)));
    this.element.hidden = !entries.length;
  }

  field(name, schema, definitions) {
    const kind = kindOf(schema, definitions);
    const id = uniqueId("argument");
    const control = controlFor(kind, id);
    if (kind.type === "boolean") control.checked = Boolean(schema.default);
    else if (schema.default !== undefined && schema.default !== null)
      control.placeholder = typeof schema.default === "string" ? schema.default : JSON.stringify(schema.default);
    control.addEventListener("input", () => control.setCustomValidity && control.setCustomValidity(""));
    this.fields.set(name, { kind, control, preset: schema.default });
    const word = make("label", { for: id }, name.replaceAll("_", " "));
    const note = schema.description ? make("small", { class: "soft" }, schema.description) : null;
    return make("div", { class: `field ${kind.type}` }, kind.type === "boolean" ? [control, word] : [word, control], note);
  }

  /** What was entered; what was left alone is left out. */
  values() {
    const given = {};
    for (const [name, { kind, control, preset }] of this.fields) {
      if (kind.type === "boolean") {
        if (control.checked !== Boolean(preset)) given[name] = control.checked;
      } else if (control.value !== "") given[name] = read(kind, control);
    }
    return given;
  }

  fill(given) {
    for (const [name, { kind, control, preset }] of this.fields) {
      if (kind.type === "boolean") control.checked = Boolean(name in given ? given[name] : preset);
      else if (!(name in given) || given[name] === null) control.value = "";
      else control.value = typeof given[name] === "string" ? given[name] : JSON.stringify(given[name]);
    }
  }
}

function kindOf(schema, definitions) {
  const all = [schema, ...(schema.anyOf || []), ...(schema.allOf || [])].map((part) =>
    part.$ref ? definitions[part.$ref.split("/").pop()] || {} : part,
  );
  const choices = all.map((part) => part.enum).find(Boolean);
  if (choices) return { type: "choice", choices };
  const types = all.flatMap((part) => [part.type].flat()).filter((type) => type && type !== "null");
  const first = ["boolean", "string", "integer", "number"].find((type) => types.includes(type));
  return { type: first && !(first === "boolean" && types.length > 1) ? first : "json", isAlsoData: types.some((type) => type === "object" || type === "array") };
}

function controlFor(kind, id) {
  if (kind.type === "boolean") return make("input", { id, type: "checkbox" });
  if (kind.type === "integer" || kind.type === "number")
    return make("input", { id, type: "number", step: kind.type === "integer" ? "1" : "any" });
  if (kind.type === "choice")
    return make("select", { id }, make("option", { value: "" }, "—"), kind.choices.map((choice) => make("option", { value: String(choice) }, String(choice))));
  return make("input", { id, type: "text", autocomplete: "off", dir: "auto" });
}

function read(kind, control) {
  if (kind.type === "integer" || kind.type === "number") return Number(control.value);
  if (kind.type === "choice") return kind.choices.find((choice) => String(choice) === control.value);
  const text = control.value;
  if (kind.type === "string" && !(kind.isAlsoData && /^\s*[[{]/.test(text))) return text;
  try {
    return JSON.parse(text);
  } catch {
    const error = new Error("This is not JSON.");
    error.field = control;
    throw error;
  }
}
