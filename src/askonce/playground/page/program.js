// Program: a program or a script beside the live view, checked as one types, run, paused and looked into.

import { announce, counted, make } from "/report/words.js";
import { field, setOptions } from "./ask_form.js";
import { InterruptedPrograms } from "./interrupted_programs.js";
import { ProgramText } from "./program_text.js";
import { ProgramValues } from "./program_values.js";
import { clearTroubles, guarded, showTrouble, troubleWords } from "./troubles.js";
import { ValueFields } from "./value_fields.js";

const PATIENCE = 250;
const STATES = {
  idle: "Not running", running: "Running", paused: "Paused", asking: "It asks you",
  done: "Done", failed: "Failed", stopped: "Stopped",
};
const LIVE = ["running", "paused", "asking"];

export function mount(element, wire) {
  new ProgramPanel(element, wire);
}

class ProgramPanel {
  constructor(element, wire) {
    this.element = element;
    this.wire = wire;
    this.state = { state: "idle", line: 0, variables: [], belief: [], output: [] };
    this.version = "";
    this.saved = "";
    this.checks = 0;
    this.text = new ProgramText({
      onChange: () => this.typed(),
      onBreakpoints: (lines) => this.setBreakpoints(lines),
      onKey: (event) => this.key(event),
    });
    this.values = new ProgramValues((word, fields) => this.ask(word, fields));
    this.inputs = new ValueFields(wire);
    this.draw();
    this.chooseFormat("stp");
    wire.on("program.text", (event) => this.take(event));
    wire.on("program", (event) => this.show(event));
    wire.on("secrets", ({ secrets }) => this.inputs.setSecrets(secrets));
    wire.on("hello", ({ secrets }) => this.inputs.setSecrets(secrets || []));
    wire.on("connected", () => {
      this.loadNames();
      this.loadInterrupted();
    });
  }

  draw() {
    const button = (word, title, work, kind = null) =>
      make("button", { type: "button", title, class: kind, onclick: guarded(this.element, work) }, word);
    this.run = button("▶ Run", "Run it (Ctrl+Enter)", () => this.begin(false), "primary");
    this.through = button("Step through", "Run it, held before its first line", () => this.begin(true));
    this.resume = button("▶ Resume", "Go on (Ctrl+Enter)", () => this.wire.ask("program.resume"), "primary");
    this.step = button("↷ Step", "One line (F10)", () => this.wire.ask("program.step"));
    this.into = button("↓ Into", "Into the function that is called (F11)", () => this.wire.ask("program.step", { kind: "into" }));
    this.out = button("↑ Out", "To the end of the function (Shift+F11)", () => this.wire.ask("program.step", { kind: "out" }));
    this.pause = button("❚❚ Pause", "Wait before the next action or line", () => this.wire.ask("program.pause"));
    this.stop = button("■ Stop", "End before the next action; once more: end at once", () => this.wire.ask("program.stop"), "danger");
    this.status = make("p", { class: "program-state", role: "status" });
    this.problems = make("ul", { class: "program-problems", "aria-label": "Problems" });
    this.output = make("ol", { class: "program-output", "aria-label": "What it told" });
    this.failure = make("div", { class: "trouble", role: "alert", hidden: true });
    this.inputs.element.addEventListener("input", () => this.checkSoon());
    this.interrupted = new InterruptedPrograms((run, line) => this.takeUp(run, line));
    this.element.append(
      this.interrupted.element,
      this.fileLine(),
      this.text.element,
      this.inputs.element,
      make("div", { class: "program-buttons" }, this.run, this.through, this.resume, this.step, this.into, this.out, this.pause, this.stop, this.status),
      this.problems,
      this.failure,
      this.question(),
      this.output,
      this.values.element,
    );
    this.show(this.state);
  }

  // ---- files

  fileLine() {
    this.file = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "flows/buy.stp" });
    this.format = make("select", {}, make("option", { value: "stp" }, "Program (.stp)"), make("option", { value: "yaml" }, "Script (.yaml)"));
    this.format.addEventListener("change", () => this.chooseFormat(this.format.value));
    this.names = make("select", { "aria-label": "Open a file" });
    this.names.addEventListener("change", guarded(this.element, () => this.open()));
    this.file.addEventListener("change", () => {
      if (/\.ya?ml$/i.test(this.file.value)) this.chooseFormat("yaml");
      else if (/\.stp$/i.test(this.file.value)) this.chooseFormat("stp");
      this.drawSaved();
    });
    this.saving = make("button", { type: "button", onclick: guarded(this.element, () => this.save(false)) }, "Save");
    this.asked = make("div", { class: "program-asked", role: "alert", hidden: true });
    return make(
      "div",
      { class: "program-files" },
      make("div", { class: "line" }, this.names, field("File", this.file), field("Kind", this.format), this.saving),
      this.asked,
    );
  }

  loadNames() {
    return guarded(this.element, async () => {
      const { files } = await this.wire.ask("program.files");
      setOptions(this.names, [["", files.length ? "Open…" : "No file yet"], ...files.map((name) => [name, name])]);
      this.names.value = "";
    })();
  }

  async open() {
    const name = this.names.value;
    this.names.value = "";
    if (!name) return;
    if (this.isChanged() && !(await this.confirm("What is in the editor is not saved.", "Open it anyway"))) return;
    this.takeText(await this.wire.ask("program.open", { file: name }));
    announce(`${name} is open`);
  }

  async save(overwrite) {
    const name = this.file.value.trim();
    if (!name) return this.file.focus();
    const text = this.text.text;
    const version = name === this.opened ? this.version : "";
    try {
      const saved = await this.wire.ask("program.save", { file: name, text, version, overwrite });
      Object.assign(this, { opened: saved.file, version: saved.version, saved: text });
      this.file.value = saved.file;
      this.drawSaved();
      announce(`Saved as ${saved.file}`);
      await this.loadNames();
    } catch (error) {
      if (error.kind !== "FileChanged" || overwrite) throw error;
      if (await this.confirm(`${error.message}.`, "Overwrite it")) await this.save(true);
    }
    return null;
  }

  /** Ask in the panel itself; kept when the person decides. */
  confirm(words, yes) {
    return new Promise((decide) => {
      const answer = (is) => () => {
        this.asked.hidden = true;
        this.asked.replaceChildren();
        decide(is);
      };
      this.asked.replaceChildren(
        make("span", { dir: "auto" }, words),
        make("button", { type: "button", class: "danger", onclick: answer(true) }, yes),
        make("button", { type: "button", onclick: answer(false) }, "Cancel"),
      );
      this.asked.hidden = false;
      this.asked.querySelector("button:last-child").focus();
    });
  }

  isChanged() {
    return this.text.text !== this.saved && this.text.text.trim() !== "";
  }

  drawSaved() {
    this.saving.textContent = this.isChanged() ? "Save •" : "Save";
    this.saving.title = this.isChanged() ? "There are changes that are not saved" : "";
  }

  chooseFormat(format) {
    this.format.value = format;
    this.text.setIndent(format === "yaml" ? 2 : 4);
    this.checkSoon();
  }

  // ---- the text

  /** What others opened or ran, and what a run was replanned to; never over what somebody writes here. */
  take(event) {
    const isMine = event.text === this.text.text;
    if (event.replanned || isMine || !this.isChanged() || !this.wire.isWriter) this.takeText(event);
  }

  takeText({ text, format, file, version, replanned }) {
    this.text.setText(text);
    if (!replanned && version) Object.assign(this, { opened: file, version, saved: text });
    if (file) this.file.value = file;
    this.chooseFormat(format);
    this.drawSaved();
    if (replanned) announce("The program was replanned");
  }

  typed() {
    this.drawSaved();
    this.checkSoon();
  }

  checkSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PATIENCE);
  }

  async check() {
    const text = this.text.text;
    this.checks += 1;
    const number = this.checks;
    if (!text.trim()) return this.showProblems([], []);
    if (!this.wire.isOpen()) return null;
    try {
      const { problems, inputs } = await this.wire.ask("program.check", { text, ...this.given() });
      if (number === this.checks && text === this.text.text) this.showProblems(problems, inputs);
    } catch (error) {
      if (error.kind !== "ConnectionLost") showTrouble(this.element, error);
    }
    return null;
  }

  given() {
    const { values } = this.inputs.given();
    const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "").map(([name, value]) => [name, readValue(value)]));
    return { format: this.format.value, file: this.file.value.trim(), variables };
  }

  showProblems(problems, inputs) {
    const misspelt = (name) => problems.some((problem) => problem.closest && problem.message.includes(`{${name}}`));
    this.inputs.setNames(inputs.filter((name) => !misspelt(name)));
    this.text.setProblems(problems);
    this.problems.hidden = !problems.length;
    this.problems.replaceChildren(...problems.map((problem) => this.problemRow(problem)));
    const errors = problems.filter((problem) => problem.severity === "error").length;
    if (errors !== this.errors) announce(errors ? `${counted(errors, "problem")}` : "No problems");
    this.errors = errors;
  }

  problemRow(problem) {
    const { line, column, length, message, remedy, closest, severity } = problem;
    const go = make(
      "button",
      { type: "button", class: "quiet", onclick: () => this.text.goTo(line, column) },
      make("span", { class: "place" }, `${line}:${column}`),
      " ",
      make("span", { class: "unseen" }, `${severity}: `),
      make("span", { dir: "auto" }, message),
      remedy ? make("span", { class: "remedy", dir: "auto" }, ` → ${remedy}`) : null,
    );
    const marked = (this.text.text.split("\n")[line - 1] || "").slice(column - 1, column - 1 + length);
    const better = closest && /[\w-]+/.test(marked) ? marked.replace(/[\w-]+/, closest) : "";
    const mend = better && better !== marked
      ? make("button", { type: "button", class: "quiet", "aria-label": `Write ${better} at line ${line}`, onclick: () => this.text.replace(line, column, length, better) }, `Write ${better}`)
      : null;
    return make("li", { class: severity }, go, mend);
  }

  // ---- running

  async begin(paused) {
    clearTroubles(this.element);
    if (!this.text.text.trim()) return this.text.field.focus();
    await this.wire.ask("program.run", { text: this.text.text, ...this.given(), breakpoints: [...this.text.breakpoints], paused });
    return null;
  }

  /** Offer programs that did not come to their end. */
  loadInterrupted() {
    return guarded(this.element, async () => this.interrupted.show((await this.wire.ask("program.interrupted")).runs))();
  }

  takeUp(run, interruptedLine = "") {
    clearTroubles(this.element);
    const fields = { run, interrupted_line: interruptedLine, breakpoints: [...this.text.breakpoints] };
    return guarded(this.element, () => this.wire.ask("program.take_up", fields))();
  }

  async setBreakpoints(lines) {
    if (LIVE.includes(this.state.state)) await this.ask("program.set_breakpoints", { lines });
  }

  async ask(word, fields) {
    return (await guarded(this.element, () => this.wire.ask(word, fields))()) !== null;
  }

  key(event) {
    const { state } = this.state;
    const isGo = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const work = isGo ? (state === "paused" ? this.resume : this.run) : { F10: this.step, F11: event.shiftKey ? this.out : this.into }[event.key];
    if (!work || (!isGo && state !== "paused")) return false;
    event.preventDefault();
    if (!work.hidden) work.click();
    return true;
  }

  show(event) {
    const before = this.state;
    this.state = event;
    const { state, line, path } = event;
    const isLive = LIVE.includes(state);
    this.element.dataset.program = state;
    this.run.hidden = this.through.hidden = isLive;
    this.resume.hidden = this.step.hidden = state !== "paused";
    this.into.hidden = this.out.hidden = state !== "paused" || this.format.value !== "stp";
    this.pause.hidden = state !== "running";
    this.stop.hidden = !isLive;
    this.status.textContent = isLive && path ? `${STATES[state]}: ${path}` : STATES[state];
    this.text.setReadOnly(isLive);
    this.text.setLine(isLive || state === "failed" ? line : 0);
    if (event.breakpoints) this.text.setBreakpoints(event.breakpoints);
    this.output.hidden = !event.output.length;
    this.output.replaceChildren(...event.output.map((words) => make("li", { dir: "auto" }, words)));
    this.failure.hidden = !event.error;
    this.failure.replaceChildren(...(event.error ? this.failureWords(event) : []));
    this.interrupted.element.hidden = isLive || !this.interrupted.count;
    if (before.state !== state && LIVE.includes(before.state) && !isLive && this.wire.isOpen()) this.loadInterrupted();
    this.showQuestion(event.question || "");
    this.values.show(event, this.format.value);
    if (before.state === "running" && state === "paused" && document.activeElement === this.pause) this.resume.focus();
  }

  /** What went wrong. Of a line that may be done already the person says whether it is. */
  failureWords({ error, resumed }) {
    const isInDoubt = error.kind === "Unresumable" && resumed && /may be done already/.test(error.message);
    const button = (word, line) => make("button", { type: "button", onclick: () => this.takeUp(resumed, line) }, word);
    const shown = isInDoubt ? { ...error, remedy: "Look at the screen, then say whether it is done." } : error;
    return [
      make("div", { class: "words" }, troubleWords(shown), isInDoubt ? make("div", { class: "line" }, button("All of it is done", "done"), button("Nothing of it is: repeat it", "repeat")) : null),
    ];
  }

  question() {
    this.answer = make("input", { type: "text", autocomplete: "off", dir: "auto" });
    const asked = field("The program asks", this.answer);
    this.questionWords = asked.querySelector("label");
    this.answering = make("form", { class: "line program-question", hidden: true }, asked, make("button", { type: "submit", class: "primary" }, "Answer"));
    this.answering.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("program.answer", { text: this.answer.value });
    });
    return this.answering;
  }

  showQuestion(question) {
    const isNew = question && this.answering.hidden;
    this.answering.hidden = !question;
    this.questionWords.textContent = question || "The program asks";
    if (!isNew) return;
    this.answer.value = "";
    if (this.wire.isWriter && this.element.contains(document.activeElement)) this.answer.focus();
  }
}

/** Lists and objects are written as JSON; anything else is the text that stands there. */
function readValue(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
