// One session: its live view and beside it its panels. Sessions that are not shown stay as they are.

import { make } from "/report/words.js";
import { keepWish, wish } from "/report/theme.js";
import * as ask from "./ask.js";
import { uniqueId } from "./ids.js";
import { LiveView } from "./live_view.js";
import * as record from "./record.js";
import * as settings from "./settings.js";
import { startSplitter } from "./splitter.js";
import { startTabs } from "./tabs.js";
import { Wire } from "./wire.js";

/** Panels that are a module each: their name, their word, and where they are. */
const OTHERS = [
  ["kept", "Kept", "/page/keep.js"],
  ["program", "Program", "/page/program.js"],
];

export class Session {
  constructor({ id, title }) {
    this.id = id;
    this.title = title;
    this.wire = new Wire(id);
    this.element = make("div", { class: "session", id: `session-${id}`, role: "tabpanel", "aria-label": title, hidden: true });
  }

  /** Draw it, and connect once every panel listens. */
  async start() {
    const others = await Promise.all(OTHERS.map(async ([name, word, path]) => [name, word, await import(path)]));
    const panels = [["ask", "Ask", ask], ["record", "Record", record], ...others, ["settings", "Settings", settings]];
    const place = make("section", { class: "view", "aria-label": "Live view" });
    this.view = new LiveView(place, this.wire);
    this.list = make("div", { class: "panel-tabs", role: "tablist", "aria-label": "Panels" });
    const bodies = make("div", { class: "panel-bodies" });
    const side = make("section", { class: "side", "aria-label": "Panels" }, this.list, bodies);
    const splitter = make("div", { class: "splitter", role: "separator", "aria-label": "Width of the panels", "aria-orientation": "vertical", tabindex: "0" });
    this.element.append(place, splitter, side);
    startSplitter(splitter, this.element);
    for (const [name, word, module] of panels) this.addPanel(bodies, name, word, module);
    this.showPanel = startTabs(this.list, (name) => this.panelShown(name));
    this.wire.on("hello", ({ mode, can }) => {
      this.list.querySelector("[data-name=record]").hidden = Boolean(can) && can.record === false;
      this.greet(mode);
    });
    this.wire.on("recording", ({ state }) => this.list.querySelector("[data-name=record]").classList.toggle("live", state === "on"));
    this.wire.connect();
  }

  addPanel(bodies, name, word, module) {
    const [tab, body] = [uniqueId("tab"), uniqueId("panel")];
    this.list.append(make("button", { type: "button", role: "tab", id: tab, "data-name": name, "aria-controls": body, "aria-selected": "false", tabindex: "-1" }, word));
    const inner = make("div", { class: "panel-body" });
    bodies.append(make("div", { class: `panel ${name}`, role: "tabpanel", id: body, "aria-labelledby": tab, tabindex: "-1", hidden: true }, inner));
    module.mount(inner, this.wire, this.view);
  }

  /** The panel that the playground was started for, or where the person was last. */
  greet(mode) {
    if (this.isGreeted) return;
    this.isGreeted = true;
    this.showPanel(mode === "record" ? "record" : wish("panel") || "ask");
  }

  panelShown(name) {
    if (this.isGreeted) keepWish("panel", name);
    this.element.dispatchEvent(new CustomEvent("shown"));
  }

  setShown(isShown) {
    this.element.hidden = !isShown;
    this.view.setShown(isShown);
    if (isShown) this.element.dispatchEvent(new CustomEvent("shown"));
  }

  leave() {
    this.wire.leave();
    this.element.remove();
  }
}
