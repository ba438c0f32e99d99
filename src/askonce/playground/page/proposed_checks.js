// Checks by pointing: a click on the screen shows what could be checked there, in sentences.

import { announce, make } from "/report/words.js";
import { showTrouble } from "./troubles.js";

export class ProposedChecks {
  constructor(panel, wire, view) {
    this.panel = panel;
    this.wire = wire;
    this.view = view;
    this.button = make(
      "button",
      { type: "button", "aria-pressed": "false", title: "Point at something on the screen that has to be so", hidden: true, onclick: () => this.turn() },
      "✓ Add check",
    );
    this.element = make("section", { class: "proposals", "aria-label": "Checks", hidden: true });
    view.element.addEventListener("mode", ({ detail }) => {
      if (detail !== "point") this.close();
    });
  }

  setAllowed(isAllowed) {
    this.button.hidden = !isAllowed;
    if (!isAllowed && this.view.mode === "point") this.view.setMode("use");
  }

  turn() {
    if (this.view.mode === "point") {
      this.view.setMode("use");
      return;
    }
    this.view.setMode("point", (at) => this.propose(at));
    this.button.setAttribute("aria-pressed", "true");
    this.say("Click on the screen at what has to be so.");
  }

  close() {
    this.button.setAttribute("aria-pressed", "false");
    this.element.hidden = true;
  }

  say(text) {
    this.element.hidden = false;
    this.element.replaceChildren(make("p", {}, text), this.byWords());
    announce(text);
  }

  async propose(at) {
    try {
      const { proposals } = await this.wire.ask("record.checks", { at });
      if (!proposals || !proposals.length) return this.say("Nothing can be checked there. Click on a text, a field or a list.");
      this.element.hidden = false;
      this.element.replaceChildren(
        make("p", {}, "What has to be so?"),
        make("ul", {}, proposals.map((proposal) => make("li", {}, make("button", { type: "button", dir: "auto", onclick: () => this.add(proposal) }, proposal.words)))),
      );
      this.element.querySelector("button").focus();
    } catch (error) {
      showTrouble(this.panel, error);
    }
    return null;
  }

  /** Without a pointer: the place is that of an element found by its words. */
  byWords() {
    const input = make("input", { type: "text", "aria-label": "Words of the element", placeholder: "or its words: the total", autocomplete: "off", dir: "auto" });
    const form = make("form", { class: "line" }, input, make("button", { type: "submit" }, "Find"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!input.value.trim()) return input.focus();
      try {
        const { outcome } = await this.wire.ask("ask", { tool: "locate", arguments: { target: input.value.trim() }, values: {}, secrets: [] });
        const point = outcome && outcome.data && outcome.data.point;
        if (point) await this.propose(point);
      } catch (error) {
        showTrouble(this.panel, error);
      }
      return null;
    });
    return form;
  }

  async add(proposal) {
    try {
      await this.wire.ask("record.add_check", { proposal });
      this.say("Added. Click at the next one, or go on.");
      this.button.focus();
    } catch (error) {
      showTrouble(this.panel, error);
    }
  }
}
