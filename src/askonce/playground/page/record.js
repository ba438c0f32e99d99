// Record: what a person does on the screen, as steps that replay at once.

import { announce, make } from "/report/words.js";
import { field } from "./ask_form.js";
import { copyButton, download } from "./copying.js";
import { ProposedChecks } from "./proposed_checks.js";
import { RecordedSteps } from "./recorded_steps.js";
import { guarded } from "./troubles.js";

const FORMATS = [
  ["recording", "Recording"],
  ["yaml", "YAML script"],
  ["pytest", "pytest file"],
  ["stp", "Program"],
];
const STATES = {
  off: "Not recording",
  on: "Recording",
  paused: "Paused",
  replaying: "Replaying from the start",
};

export function mount(element, wire, view) {
  new RecordPanel(element, wire, view);
}

class RecordPanel {
  constructor(element, wire, view) {
    this.element = element;
    this.wire = wire;
    this.recording = { state: "off", steps: [] };
    this.steps = new RecordedSteps(wire, (work) => guarded(element, work));
    this.checks = new ProposedChecks(element, wire, view);
    this.draw();
    wire.on("recording", (event) => this.show(event));
  }

  draw() {
    const button = (word, title, command, kind = "") =>
      make("button", { type: "button", title, class: kind || null, onclick: this.doing(command) }, word);
    this.start = button("● Start recording", "What you do on the screen becomes steps", () => this.begin(), "record-start");
    this.pause = button("❚❚ Pause", "What you do from now on is not recorded", "record.pause");
    this.resume = button("● Go on", "What you do from now on is recorded", "record.resume", "record-start");
    this.stop = button("■ Stop", "End the recording", "record.stop");
    this.undo = button("Undo", "Take the last step out; what it did to the screen stays", "record.undo", "quiet");
    this.replay = button("↻ Replay", "Do all steps again from the start, without a model, and see which hold", "record.replay");
    this.title = make("input", { type: "text", autocomplete: "off", dir: "auto", placeholder: "Buy a mug" });
    this.state = make("p", { class: "record-state", role: "status" });
    this.problems = make("ul", { class: "problems", hidden: true });
    this.empty = make(
      "div",
      { class: "empty" },
      make("p", {}, "Start, then use the screen: click, type, choose, drag, upload."),
      make("p", { class: "soft" }, "Each thing you do becomes a step with words. Passwords become secrets by themselves. Nothing needs a model."),
    );
    this.element.append(
      make("div", { class: "record-head" }, this.state, make("div", { class: "record-buttons" }, this.start, this.resume, this.pause, this.stop, this.checks.button, this.replay, this.undo)),
      field("Title", this.title),
      this.checks.element,
      this.problems,
      this.empty,
      this.steps.element,
      this.exports(),
    );
    this.show(this.recording);
  }

  doing(command) {
    return guarded(this.element, typeof command === "string" ? () => this.wire.ask(command) : command);
  }

  begin() {
    const title = this.title.value.trim();
    return this.wire.ask("record.start", title ? { title } : {});
  }

  // ---- what it has become

  show(event) {
    const before = this.recording;
    this.recording = event;
    const { state, steps = [], problems = [] } = event;
    const isLive = state === "on" || state === "paused";
    this.element.dataset.state = state;
    this.state.textContent = STATES[state] || state;
    this.start.hidden = state !== "off";
    this.start.textContent = steps.length ? "● New recording" : "● Start recording";
    this.pause.hidden = state !== "on";
    this.resume.hidden = state !== "paused";
    this.stop.hidden = !isLive;
    this.undo.hidden = !event.can_undo;
    this.replay.hidden = !steps.length || state === "replaying";
    this.checks.setAllowed(isLive);
    this.title.disabled = isLive || state === "replaying";
    if (event.title && document.activeElement !== this.title) this.title.value = event.title;
    this.empty.hidden = steps.length > 0;
    this.out.hidden = !steps.length;
    this.saved.textContent = event.file ? `Kept in ${event.file}` : "";
    this.steps.show(steps, state);
    this.problems.hidden = !problems.length;
    this.problems.replaceChildren(...problems.map((problem) => make("li", { dir: "auto" }, problem.message || String(problem))));
    if (before.state !== state) announce(this.state.textContent);
    else if (steps.length > (before.steps || []).length) announce(`Step ${steps.length}: ${steps[steps.length - 1].words}`);
  }

  // ---- what comes out

  exports() {
    this.format = make("select", { "aria-label": "Format" }, FORMATS.map(([value, word]) => make("option", { value }, word)));
    this.file = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "flows/buy.yaml" });
    this.preview = make("pre", { class: "preview", tabindex: "0", dir: "auto", hidden: true, "aria-label": "The export" });
    const exported = guarded(this.element, () => this.wire.ask("record.export", { format: this.format.value }));
    const look = async () => {
      const made = await exported();
      if (!made) return;
      this.preview.textContent = made.text;
      this.preview.hidden = false;
      this.remarks.hidden = !(made.remarks || []).length;
      this.remarks.replaceChildren(...(made.remarks || []).map((remark) => make("li", { dir: "auto" }, remark)));
    };
    const save = guarded(this.element, async () => {
      const file = this.file.value.trim();
      if (!file) return this.file.focus();
      const saved = await this.wire.ask("record.save", { file, format: this.format.value });
      this.saved.textContent = `Saved as ${saved.file || file}`;
      return null;
    });
    this.remarks = make("ul", { class: "problems", "aria-label": "What the export cannot say", hidden: true });
    this.saved = make("p", { class: "soft", role: "status", dir: "auto" });
    this.format.addEventListener("change", () => this.preview.hidden || look());
    this.out = make(
      "section",
      { class: "exports", "aria-label": "Export" },
      make("h2", {}, "Take it with you"),
      make(
        "div",
        { class: "line" },
        this.format,
        make("button", { type: "button", onclick: look }, "Show"),
        copyButton(async () => ((await exported()) || {}).text, "Copy", "Copy the export"),
        make("button", { type: "button", class: "quiet", onclick: async () => offer(await exported()) }, "Download"),
      ),
      make("div", { class: "line" }, field("File", this.file), make("button", { type: "button", onclick: save }, "Save")),
      this.saved,
      this.remarks,
      this.preview,
    );
    return this.out;
  }
}

function offer(made) {
  if (made) download((made.file || "recording").split(/[\\/]/).pop(), made.text);
}
