// Record: what a person does on the screen, as steps that replay at once.

import { announce, make } from "/report/words.js";
import { field } from "./ask_form.js";
import { Exports } from "./exports.js";
import { ProposedChecks } from "./proposed_checks.js";
import { RecordedSteps } from "./recorded_steps.js";
import { guarded } from "./troubles.js";

const NAMES = { recording: "recording.yaml", yaml: "script.yaml", pytest: "test_recording.py", stp: "recording.stp" };
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
    this.exports = new Exports(this.element, this.wire, "record", NAMES);
    this.element.append(
      make("div", { class: "record-head" }, this.state, make("div", { class: "record-buttons" }, this.start, this.resume, this.pause, this.stop, this.checks.button, this.replay, this.undo)),
      field("Title", this.title),
      this.checks.element,
      this.problems,
      this.empty,
      this.steps.element,
      this.exports.element,
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
    this.exports.element.hidden = !steps.length;
    this.exports.saved.textContent = event.file ? `Kept in ${event.file}` : "";
    const isDifferent = state !== before.state || JSON.stringify(steps) !== JSON.stringify(before.steps);
    if (steps.length && isDifferent && (state === "off" || state === "paused")) this.exports.renew(); // not into what is being typed
    this.steps.show(steps, state);
    this.problems.hidden = !problems.length;
    this.problems.replaceChildren(...problems.map((problem) => make("li", { dir: "auto" }, problem.message || String(problem))));
    if (before.state !== state) announce(this.state.textContent);
    else if (steps.length > (before.steps || []).length) announce(`Step ${steps.length}: ${steps[steps.length - 1].words}`);
  }
}
