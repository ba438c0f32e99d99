// The text of a program: a plain field with line numbers, breakpoints, the current line and what is wrong marked.

import { make } from "/report/words.js";
import { uniqueId } from "./ids.js";

const MOST_MARKED = 200;

export class ProgramText {
  constructor({ onChange, onBreakpoints, onKey }) {
    this.onChange = onChange;
    this.onBreakpoints = onBreakpoints;
    this.onKey = onKey;
    this.breakpoints = new Set();
    this.problems = [];
    this.line = 0;
    this.count = 0;
    this.draw();
  }

  draw() {
    const [id, hint] = [uniqueId("program"), uniqueId("hint")];
    this.field = make("textarea", {
      id, class: "code-field", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-describedby": hint, placeholder: 'Press "Add to basket"\ntell user "It is in the basket"',
    });
    this.gutter = make("div", { class: "code-gutter", role: "group", "aria-label": "Breakpoints" });
    this.marks = make("div", { class: "code-marks", "aria-hidden": "true" });
    this.inner = make("div", { class: "code-inner" }, this.marks, this.field);
    this.element = make(
      "div",
      { class: "code-place" },
      make("label", { for: id, class: "unseen" }, "Program"),
      make("div", { class: "code" }, this.gutter, this.inner),
      make("p", { id: hint, class: "code-hint soft" }, "Tab indents; Escape, then Tab, moves on. ", make("kbd", {}, "F9"), " sets a breakpoint, ", make("kbd", {}, "Ctrl+↵"), " runs, ", make("kbd", {}, "F10"), " steps."),
    );
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("scroll", () => this.follow());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.gutter.addEventListener("click", (event) => {
      const number = event.target.closest("button");
      if (number) this.toggle(Number(number.dataset.line));
    });
    this.refresh();
  }

  get text() {
    return this.field.value;
  }

  setText(text) {
    if (text === this.field.value) return;
    this.field.value = text;
    this.breakpoints = new Set([...this.breakpoints].filter((line) => line <= text.split("\n").length));
    this.problems = [];
    this.refresh();
  }

  setReadOnly(isReadOnly) {
    this.field.readOnly = isReadOnly;
    this.element.classList.toggle("read-only", isReadOnly);
  }

  setIndent(width) {
    this.indent = " ".repeat(width);
  }

  // ---- lines

  caretLine() {
    return this.field.value.slice(0, this.field.selectionStart).split("\n").length;
  }

  toggle(line) {
    if (this.breakpoints.has(line)) this.breakpoints.delete(line);
    else this.breakpoints.add(line);
    this.refresh();
    this.onBreakpoints([...this.breakpoints]);
  }

  setBreakpoints(lines) {
    this.breakpoints = new Set(lines);
    this.refresh();
  }

  setLine(line) {
    if (line === this.line) return;
    this.line = line;
    this.refresh();
    if (line) this.reveal(line);
  }

  setProblems(problems) {
    this.problems = problems;
    this.field.setAttribute("aria-invalid", String(problems.some((problem) => problem.severity === "error")));
    this.refresh();
  }

  /** Put the caret at a place, and show it. */
  goTo(line, column = 1) {
    const lines = this.field.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0);
    const at = before + Math.min(column - 1, (lines[line - 1] || "").length);
    this.field.focus();
    this.field.setSelectionRange(at, at);
    this.reveal(line);
  }

  reveal(line) {
    const height = this.lineHeight();
    const top = (line - 1) * height;
    if (top < this.field.scrollTop) this.field.scrollTop = top;
    else if (top + 2 * height > this.field.scrollTop + this.field.clientHeight)
      this.field.scrollTop = top + 3 * height - this.field.clientHeight;
    this.follow();
  }

  /** Put words in the place of others, so that they can be taken back with the keyboard. */
  replace(line, column, length, words) {
    this.goTo(line, column);
    const at = this.field.selectionStart;
    this.field.setSelectionRange(at, at + length);
    this.insert(words);
  }

  // ---- drawing

  changed() {
    this.problems = []; // they come again for the new text
    this.refresh();
    this.onChange();
  }

  refresh() {
    const lines = this.field.value.split("\n");
    this.field.rows = Math.min(26, Math.max(10, lines.length + 1));
    if (lines.length !== this.count) {
      this.count = lines.length;
      this.gutter.replaceChildren(make("div", { class: "code-numbers" }, lines.map((_, place) => numberButton(place + 1))));
    }
    const worst = new Map();
    for (const { line, severity } of this.problems) if (worst.get(line) !== "error") worst.set(line, severity);
    for (const button of this.gutter.firstChild.children) {
      const line = Number(button.dataset.line);
      button.setAttribute("aria-pressed", String(this.breakpoints.has(line)));
      button.dataset.problem = worst.get(line) || "";
      if (line === this.line) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    this.marks.replaceChildren(make("div", { class: "code-lines" }, this.lineMark(), this.problems.slice(0, MOST_MARKED).map((problem) => this.wave(problem, lines))));
    this.follow();
  }

  lineMark() {
    if (!this.line) return null;
    const mark = make("div", { class: "code-now" });
    mark.style.top = `${(this.line - 1) * this.lineHeight()}px`;
    return mark;
  }

  wave({ line, column, length, severity }, lines) {
    const text = lines[line - 1];
    if (text === undefined) return null;
    const start = Math.min(Math.max(0, column - 1), Math.max(0, text.length - 1));
    const marked = text.slice(start, start + Math.max(1, length)) || " ";
    const wave = make("div", { class: "code-wave" }, make("span", {}, text.slice(0, start)), make("span", { class: severity }, marked));
    wave.style.top = `${(line - 1) * this.lineHeight()}px`;
    return wave;
  }

  lineHeight() {
    return parseFloat(getComputedStyle(this.field).lineHeight) || 20;
  }

  /** Numbers and marks scroll with the text. */
  follow() {
    const { scrollTop, scrollLeft } = this.field;
    if (this.gutter.firstChild) this.gutter.firstChild.style.transform = `translateY(${-scrollTop}px)`;
    if (this.marks.firstChild) this.marks.firstChild.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }

  // ---- the keyboard

  key(event) {
    if (event.isComposing) return;
    const wasEscaped = this.isEscaped;
    this.isEscaped = event.key === "Escape";
    if (this.onKey(event)) return;
    if (event.key === "F9") {
      event.preventDefault();
      this.toggle(this.caretLine());
    } else if (event.key === "Tab" && !wasEscaped && !this.field.readOnly && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      this.shift(event.shiftKey);
    } else if (event.key === "Enter" && !this.field.readOnly && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const line = this.field.value.slice(0, this.field.selectionStart).split("\n").pop();
      this.insert(`\n${line.match(/^ */)[0]}${line.trimEnd().endsWith(":") ? this.indent : ""}`);
    }
  }

  /** Indent the lines that are chosen, or take it back. */
  shift(isBack) {
    const { selectionStart, selectionEnd, value } = this.field;
    if (!isBack && selectionStart === selectionEnd) return this.insert(this.indent);
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const chosen = value.slice(start, selectionEnd);
    const shifted = chosen.split("\n").map((line) => (isBack ? line.replace(new RegExp(`^ {1,${this.indent.length}}`), "") : this.indent + line)).join("\n");
    if (shifted === chosen) return null;
    this.field.setSelectionRange(start, selectionEnd);
    this.insert(shifted);
    if (selectionStart !== selectionEnd) this.field.setSelectionRange(start, start + shifted.length);
    return null;
  }

  insert(text) {
    // The only way that the browser's own undo knows of.
    if (!document.execCommand("insertText", false, text)) {
      this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, "end");
      this.changed();
    }
  }
}

function numberButton(line) {
  return make("button", { type: "button", tabindex: "-1", "data-line": String(line), "aria-label": `Breakpoint at line ${line}`, "aria-pressed": "false" }, String(line));
}
