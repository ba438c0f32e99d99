// Ask: a box for what is to be done, read or checked, and under it what came of each, the newest first.

import { announce, make } from "/report/words.js";
import { AskCard } from "./ask_card.js";
import { AskForm } from "./ask_form.js";
import { runView } from "./run_view.js";
import { guarded, showTrouble } from "./troubles.js";

const MOST_SHOWN = 200; // asks in the list: the newest

export function mount(element, wire, view) {
  new AskPanel(element, wire, view);
}

class AskPanel {
  constructor(element, wire, view) {
    this.element = element;
    this.wire = wire;
    this.view = view;
    /** The asks of this sitting by their numbers, each with its card, and with the document of its run. */
    this.cards = new Map();
    this.open = null;
    this.form = new AskForm(wire, (request) => this.send(request), () => this.stop());
    this.list = make("ol", { class: "asks", reversed: true });
    this.empty = make(
      "div",
      { class: "empty" },
      make("p", {}, "Say what is to be done on the screen, in your own words."),
      make("p", { class: "soft" }, "What worked is recorded: ask again, and it is replayed without a model."),
    );
    element.append(this.form.element, this.empty, this.list);
    this.listen();
  }

  listen() {
    const wire = this.wire;
    wire.on("connected", () => this.forget());
    wire.on("hello", (event) => this.form.setUp(event));
    wire.on("asked", (event) => this.show(event));
    wire.on("run", (event) => this.showRun(event.ask, event.document));
    wire.on("run.changed", (event) => this.changeRun(event));
    wire.on("secrets", ({ secrets }) => this.form.setSecrets(secrets));
    this.element.closest(".session").addEventListener("shown", () => this.drawRun());
  }

  forget() {
    this.cards.clear();
    this.open = null;
    this.list.replaceChildren();
    this.empty.hidden = false;
  }

  async send(request) {
    try {
      await this.wire.ask("ask", request);
    } catch (error) {
      // What went wrong with a run stands in its card; what never became one stands here.
      const isTold = [...this.cards.values()].some(({ asked }) => asked.error && asked.error.message === error.message);
      if (!isTold) showTrouble(this.element, error);
    }
  }

  stop() {
    return guarded(this.element, () => this.wire.ask("stop"))();
  }

  show(asked) {
    const known = this.cards.get(asked.ask);
    if (!known) {
      const card = new AskCard(this.wire, asked, {
        open: () => this.turn(asked.ask),
        again: guarded(this.element, () => this.wire.ask("again", { ask: asked.ask })),
        keep: guarded(this.element, () => this.wire.ask("keep", { ask: asked.ask })),
        edit: () => this.form.edit(this.cards.get(asked.ask).asked),
      });
      this.cards.set(asked.ask, card);
      this.list.prepend(card.element);
      for (const old of [...this.cards.keys()].slice(0, -MOST_SHOWN)) {
        this.cards.get(old).element.remove();
        this.cards.delete(old);
      }
      this.empty.hidden = true;
      this.form.remember(asked);
      this.turn(asked.ask, true);
    } else known.update(asked);
    if (asked.state !== "running" && known) announce(`${asked.words}: ${asked.state}`);
    this.form.setRunning([...this.cards.values()].some((card) => card.asked.state === "running"));
    this.drawRun();
  }

  showRun(ask, document) {
    const card = this.cardOf(ask);
    if (!card) return;
    card.document = document;
    this.drawRun();
  }

  /** Only what changed comes: the fields of the run, and those parts at its top that are new or different. */
  changeRun({ ask, run, nodes }) {
    const card = this.cardOf(ask);
    if (!card || !card.document) return;
    const old = card.document.runs[0];
    const fresh = new Map((nodes || []).map((node) => [node.id, node]));
    const kept = (old.nodes || []).map((node) => {
      const changed = fresh.get(node.id) || node;
      fresh.delete(node.id);
      return changed;
    });
    card.document = { ...card.document, runs: [{ ...old, ...run, nodes: [...kept, ...fresh.values()] }] };
    this.drawRun();
  }

  cardOf(ask) {
    return this.cards.get(ask) || (ask === undefined ? this.cards.get(Math.max(...this.cards.keys())) : undefined);
  }

  turn(ask, isOpen = this.open !== ask) {
    this.open = isOpen ? ask : null;
    for (const [number, card] of this.cards) card.setOpen(number === this.open);
    this.drawRun();
  }

  /** Draw the run of the open card, at most once in a frame. */
  drawRun() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      const card = this.cards.get(this.open);
      this.view.mark(card && card.asked.state === "running" ? lastTarget(card.document) : null, "target");
      if (!card || !card.document || this.element.closest("[hidden]")) return;
      card.run.hidden = false;
      runView.show(card.run, this.wire.session, this.open, card.document, card.saidWords());
    });
  }
}


/** Where the run looked last: the box of the last target that it found. */
function lastTarget(document) {
  let box = null;
  const walk = (nodes) => {
    for (const node of nodes || []) {
      for (const search of node.searches || []) box = search.box || box;
      walk(node.children);
    }
  };
  if (document) walk(document.runs[0].nodes);
  return box;
}
