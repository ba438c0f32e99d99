// The box of Ask: a tool, its words, and what goes with them: values and secrets by name, options, model and eyes.

import { make } from "/report/words.js";
import { ArgumentFields } from "./argument_fields.js";
import { uniqueId } from "./ids.js";
import { ValueFields } from "./value_fields.js";

const IN_WORDS = ["act", "query", "ask", "check", "wait_for", "locate", "run_program"];
const HINTS = {
  act: "What is to be done? “Put the red mug into the basket”",
  query: "What is to be read? “{name: string, price: number}[], the rows of the table”",
  ask: "A question about the screen: “What keeps the order from being placed?”",
  check: "What should be true? “The total is 12.50”",
  wait_for: "What is waited for? “The order is confirmed”",
  locate: "Which element? “the button Add to basket in the row of Red mug”",
  run_program: "A program, line by line, or the name of a .stp file",
};

export class AskForm {
  constructor(wire, onSend, onStop) {
    this.wire = wire;
    this.onSend = onSend;
    this.tools = new Map();
    this.history = [];
    this.place = null;
    this.draw(onStop);
  }

  draw(onStop) {
    const [toolId, boxId] = [uniqueId("tool"), uniqueId("words")];
    this.tool = make("select", { id: toolId, class: "tool-chooser", onchange: () => this.chooseTool() });
    this.box = make("textarea", { id: boxId, class: "box", rows: "2", spellcheck: "true", dir: "auto" });
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.box.addEventListener("input", () => this.changed());
    this.says = make("p", { class: "says soft" });
    this.needed = new ArgumentFields();
    this.optional = new ArgumentFields();
    this.values = new ValueFields(this.wire);
    this.model = make("select", { id: uniqueId("model") });
    this.sees = make("select", { id: uniqueId("sees") });
    this.more = make(
      "details",
      { class: "more" },
      make("summary", {}, "Options"),
      this.optional.element,
      make("div", { class: "fields" }, field("Model", this.model), field("It sees", this.sees)),
    );
    this.send = make("button", { type: "submit", class: "primary" }, "Ask ", make("kbd", {}, "↵"));
    this.stop = make("button", { type: "button", class: "danger", onclick: onStop, hidden: true }, "■ Stop");
    this.boxPlace = make("div", { class: "box-place" }, make("label", { for: boxId, class: "unseen" }, "Words"), this.box);
    this.element = make(
      "form",
      { class: "ask-form", "aria-label": "Ask" },
      make("div", { class: "ask-line" }, make("label", { for: toolId, class: "unseen" }, "Tool"), this.tool, this.says),
      this.boxPlace,
      this.needed.element,
      this.values.element,
      make("div", { class: "ask-line" }, this.more, make("span", { class: "gap" }), this.stop, this.send),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  // ---- what there is to choose from

  setUp({ tools = [], secrets = [], models = [], model = "", sees = [] }) {
    const chosen = this.tool.value;
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    const groups = [
      ["In words", IN_WORDS.filter((name) => this.tools.has(name))],
      ["Look", tools.filter((tool) => tool.reads && !IN_WORDS.includes(tool.name)).map((tool) => tool.name)],
      ["Single actions", tools.filter((tool) => !tool.reads && !IN_WORDS.includes(tool.name)).map((tool) => tool.name)],
    ];
    this.tool.replaceChildren(
      ...groups
        .filter(([, names]) => names.length)
        .map(([label, names]) => make("optgroup", { label }, names.map((name) => make("option", { value: name }, titleOf(name))))),
    );
    this.tool.value = this.tools.has(chosen) ? chosen : [...this.tools.keys()][0] || "";
    setOptions(this.model, [["", model ? `${model} (as set)` : "as set"], ...models.filter((name) => name !== model).map((name) => [name, name])]);
    setOptions(this.sees, [["", "as set"], ...sees.map((name) => [name, name])]);
    this.sees.closest(".field").hidden = !sees.length;
    this.setSecrets(secrets);
    if (this.tool.value !== chosen || !chosen) this.chooseTool();
  }

  setSecrets(names) {
    this.values.setSecrets(names);
    this.changed();
  }

  chooseTool() {
    const tool = this.tools.get(this.tool.value);
    if (!tool) return;
    const { properties = {}, required = [], $defs = {} } = tool.schema || {};
    const others = Object.entries(properties).filter(([name]) => name !== tool.main && name !== "values");
    this.needed.setFields(others.filter(([name]) => required.includes(name)), $defs);
    this.optional.setFields(others.filter(([name]) => !required.includes(name)), $defs);
    this.boxPlace.hidden = !tool.main;
    this.box.placeholder = HINTS[tool.name] || (tool.main ? titleOf(tool.main) : "");
    this.says.textContent = firstSentence(tool.says || "");
    this.says.title = tool.says || "";
    this.changed();
  }

  changed() {
    const tool = this.tools.get(this.tool.value);
    const takesValues = Boolean(tool && tool.schema && tool.schema.properties && tool.schema.properties.values);
    this.values.setNames(takesValues || (tool && tool.name === "run_program") ? namesIn(this.box.value) : []);
    this.box.rows = Math.min(14, Math.max(tool && tool.name === "run_program" ? 6 : 2, this.box.value.split("\n").length));
  }

  setRunning(isRunning) {
    this.stop.hidden = !isRunning;
    this.send.hidden = isRunning;
  }

  // ---- sending

  submit() {
    const tool = this.tools.get(this.tool.value);
    if (!tool || !this.send.offsetParent) return;
    const words = this.box.value.trim();
    if (tool.main && !words) return this.box.focus();
    let given;
    try {
      given = { ...this.optional.values(), ...this.needed.values() };
    } catch (error) {
      error.field.focus();
      error.field.setCustomValidity(error.message);
      error.field.reportValidity();
      return;
    }
    if (tool.main) given[tool.main] = words;
    const { values, secrets } = this.values.given();
    const request = { tool: tool.name, arguments: given, values, secrets };
    if (this.model.value) request.model = this.model.value;
    if (this.sees.value) request.sees = this.sees.value;
    this.onSend(request);
    this.box.select();
  }

  // ---- earlier asks

  remember(asked) {
    this.history = [...this.history.filter((old) => old.words !== asked.words || old.tool !== asked.tool), asked].slice(-200);
    this.place = null;
  }

  edit(asked) {
    if (this.tools.has(asked.tool) && this.tool.value !== asked.tool) {
      this.tool.value = asked.tool;
      this.chooseTool();
    }
    const tool = this.tools.get(asked.tool);
    const given = asked.arguments || {};
    this.box.value = (tool && typeof given[tool.main] === "string" && given[tool.main]) || asked.words || "";
    this.needed.fill(given);
    this.optional.fill(given);
    this.changed();
    this.values.fill(asked.values || given.values || {});
    this.box.focus();
    this.box.setSelectionRange(this.box.value.length, this.box.value.length);
  }

  key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey && this.tool.value !== "run_program") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.submit();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.recall(event);
  }

  /** Arrow up on the first line brings the ask before, arrow down on the last line the one after. */
  recall(event) {
    const by = event.key === "ArrowUp" ? -1 : 1;
    const { value, selectionStart, selectionEnd } = this.box;
    const isAtEdge = by < 0 ? !value.slice(0, selectionStart).includes("\n") : !value.slice(selectionEnd).includes("\n");
    if (!isAtEdge || !this.history.length || (by > 0 && this.place === null)) return;
    event.preventDefault();
    const next = (this.place === null ? this.history.length : this.place) + by;
    if (next < 0) return;
    if (next >= this.history.length) {
      this.place = null;
      this.box.value = this.draft || "";
      this.changed();
      return;
    }
    if (this.place === null) this.draft = value;
    this.place = next;
    this.edit(this.history[next]);
  }
}

export function field(word, control, note = "") {
  if (!control.id) control.id = uniqueId("field");
  return make("div", { class: "field" }, make("label", { for: control.id }, word), control, note ? make("small", { class: "soft" }, note) : null);
}

export function setOptions(select, options) {
  const old = select.value;
  select.replaceChildren(...options.map(([value, word]) => make("option", { value }, word)));
  if (options.some(([value]) => value === old)) select.value = old;
}

export function titleOf(name) {
  const words = name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

function firstSentence(text) {
  const end = text.search(/[.:](\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1).replace(/:$/, ".");
}

/** The names that stand in braces; doubled braces are braces. */
function namesIn(text) {
  const found = text.replaceAll("{{", "").replaceAll("}}", "").matchAll(/\{([A-Za-z_]\w*)\}/g);
  return [...new Set([...found].map((match) => match[1]))];
}
