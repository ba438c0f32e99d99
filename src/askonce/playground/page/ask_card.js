// One ask: what was asked, how it ended, what it cost, and what can be done with it now.

import { HOW, STATUS, counted, formatMoney, formatSeconds, make } from "/report/words.js";
import { copyButton } from "./copying.js";
import { uniqueId } from "./ids.js";
import { troubleWords } from "./troubles.js";

const STATES = { running: "unfinished", done: "done", failed: "failed", stopped: "stopped" };

export class AskCard {
  constructor(wire, asked, actions) {
    this.wire = wire;
    this.actions = actions;
    /** The document of its run, as far as it has come. */
    this.document = null;
    this.run = make("div", { class: "run-place", hidden: true });
    this.head = make("button", { type: "button", class: "ask-head", "aria-expanded": "false", onclick: actions.open });
    this.said = make("div", { class: "said-place" });
    this.buttons = make("div", { class: "ask-buttons" });
    const id = uniqueId("ask");
    this.body = make("div", { class: "ask-body", id, hidden: true }, this.said, this.buttons, this.run);
    this.head.setAttribute("aria-controls", id);
    this.element = make("li", { class: "ask-card" }, this.head, this.body);
    this.update(asked);
  }

  update(asked) {
    this.asked = asked;
    this.element.dataset.state = asked.state;
    this.head.replaceChildren(...this.heading());
    this.said.replaceChildren(...this.outcome());
    this.buttons.replaceChildren(...this.controls());
  }

  setOpen(isOpen) {
    this.body.hidden = !isOpen;
    this.head.setAttribute("aria-expanded", String(isOpen));
  }

  /** What stands in the card already, and need not be repeated under it. */
  saidWords() {
    const { error, outcome } = this.asked;
    return error ? error.message : (outcome && outcome.text) || "";
  }

  heading() {
    const { tool, words, state, how, seconds } = this.asked;
    const status = STATES[state] || "unfinished";
    const isRunning = state === "running";
    return [
      make("span", { class: `mark ${status}${isRunning ? " turning" : ""}`, "aria-hidden": "true" }, isRunning ? "◌" : STATUS[status].sign),
      make("span", { class: "unseen" }, isRunning ? "running: " : `${STATUS[status].word}: `),
      make("span", { class: "tool" }, tool.replaceAll("_", " ")),
      " ",
      make("span", { class: "words", dir: "auto" }, words || ""),
      " ",
      make(
        "span",
        { class: "figures" },
        how && HOW[how] ? make("span", { class: `how ${how}`, title: HOW[how].says }, HOW[how].word) : null,
        isRunning ? null : make("span", { class: "time" }, formatSeconds(seconds || 0)),
      ),
    ];
  }

  outcome() {
    const { state, error, outcome, how, why, calls, tokens, cost, picture } = this.asked;
    const made = [];
    if (error) made.push(make("div", { class: "trouble", role: "group", "aria-label": "What went wrong" }, make("div", { class: "words" }, troubleWords(error))));
    else if (outcome && outcome.text) made.push(make("pre", { class: "answer", dir: "auto", tabindex: "0" }, outcome.text));
    if (picture)
      made.push(make("img", { class: "answer-picture", src: `/sessions/${encodeURIComponent(this.wire.session)}/blobs/${encodeURIComponent(picture)}`, alt: "The picture that was asked for" }));
    if (state === "running") return made;
    const spent = [
      calls ? counted(calls, "model call") : "no model call",
      tokens ? counted(tokens, "token") : "",
      formatMoney(cost),
      how && HOW[how] ? HOW[how].says : "",
    ];
    made.push(make("p", { class: "facts" }, spent.filter(Boolean).map((fact) => make("span", { class: "fact" }, fact))));
    if (why) made.push(make("p", { class: "note", dir: "auto" }, why));
    return made;
  }

  controls() {
    const { state, outcome } = this.asked;
    if (state === "running") return [];
    const button = (word, title, action) => make("button", { type: "button", title, onclick: action }, word);
    return [
      button("Again", "Do it again, from the recording where there is one", this.actions.again),
      state === "done" ? button("Keep", "Keep it, to export it later", this.actions.keep) : null,
      button("Edit", "Put it back into the box", this.actions.edit),
      outcome && outcome.text ? copyButton(outcome.text, "Copy", "Copy what came of it") : null,
    ].filter(Boolean);
  }
}
