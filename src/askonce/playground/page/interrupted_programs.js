// Programs that did not come to their end, because their screen was closed or the playground was killed.

import { make } from "/report/words.js";

export class InterruptedPrograms {
  constructor(takeUp) {
    this.takeUp = takeUp;
    this.dismissed = new Set();
    this.count = 0;
    this.element = make("section", { class: "interrupted", "aria-label": "Interrupted programs", hidden: true });
  }

  show(runs) {
    const offered = runs.filter(({ run }) => !this.dismissed.has(run));
    this.count = offered.length;
    this.element.hidden = !this.count;
    this.element.replaceChildren(...offered.map((run) => this.row(run, runs)));
  }

  row({ run, text, line, place }, runs) {
    const title = text.split("\n").find((words) => words.trim()) || "";
    const words = (text.split("\n")[line - 1] || "").trim();
    const dismiss = () => {
      this.dismissed.add(run);
      this.show(runs);
    };
    return make(
      "div",
      { class: "interrupted-run" },
      make("p", {}, "Interrupted: ", make("b", { dir: "auto" }, title)),
      make("p", { class: "soft", dir: "auto" }, `It goes on at ${place}, “${words}”. Bring the screen there first.`),
      make(
        "div",
        { class: "line" },
        make("button", { type: "button", class: "primary", "aria-label": `Resume: ${title}`, onclick: () => this.takeUp(run) }, "▶ Resume"),
        make("button", { type: "button", class: "quiet", "aria-label": `Dismiss: ${title}`, onclick: dismiss }, "Dismiss"),
      ),
    );
  }
}
