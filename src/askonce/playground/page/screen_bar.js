// The bar over the live view: where the screen is, its buttons, its tabs, and what a click means.

import { make } from "/report/words.js";

const BUTTONS = [
  ["back", "Back", "M15 5l-7 7 7 7"],
  ["forward", "Forward", "M9 5l7 7-7 7"],
  ["reload", "Reload", "M19 12a7 7 0 1 1-2.1-5M19 4v4h-4"],
  ["home", "Home", "M5 11l7-6 7 6v8H5z"],
  ["recents", "Recent apps", "M5 8h11v11H5zM9 8V5h10v10h-3"],
];

const MODES = [
  ["use", "Use", "Clicks and keys go to the screen"],
  ["inspect", "Inspect", "A click pins the element with its words, locator and YAML"],
];

export class ScreenBar {
  constructor(view, wire) {
    this.view = view;
    this.wire = wire;
    this.buttons = make("div", { class: "screen-buttons" }, BUTTONS.map((button) => this.button(button)));
    this.address = make("input", {
      class: "address-field",
      "aria-label": "Address",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: "url",
    });
    this.form = make("form", { class: "address-form", onsubmit: (event) => this.go(event) }, this.address);
    this.title = make("span", { class: "screen-title", dir: "auto" });
    this.modes = make(
      "div",
      { class: "choice", role: "group", "aria-label": "What a click means" },
      MODES.map(([mode, word, title]) => this.modeButton(mode, word, title)),
    );
    this.tabs = make("div", { class: "screen-tabs", role: "group", "aria-label": "Tabs of the browser", hidden: true });
    this.writer = make("div", { class: "banner", hidden: true });
    this.element = make(
      "div",
      { class: "view-top" },
      make("div", { class: "view-bar" }, this.buttons, this.form, this.title, this.modes),
      this.tabs,
      this.writer,
    );
    this.listen();
  }

  listen() {
    this.wire.on("hello", ({ can }) => this.showAbilities(can || {}));
    this.wire.on("screen", (event) => this.showScreen(event));
    this.wire.on("tabs", ({ tabs }) => this.showTabs(tabs || []));
    this.wire.on("writer", ({ is_you: isYou }) => this.showWriter(isYou));
  }

  button([kind, word, path]) {
    return make(
      "button",
      {
        type: "button",
        class: "quiet icon",
        "data-kind": kind,
        "aria-label": word,
        title: word,
        hidden: true,
        onclick: () => this.view.giveNow({ kind }),
      },
      icon(path),
    );
  }

  modeButton(mode, word, title) {
    return make(
      "button",
      { type: "button", "data-mode": mode, "aria-pressed": String(mode === "use"), title, onclick: () => this.view.setMode(mode) },
      word,
    );
  }

  showMode() {
    for (const button of this.modes.children)
      button.setAttribute("aria-pressed", String(button.dataset.mode === this.view.mode || (this.view.mode === "point" && button.dataset.mode === "inspect")));
  }

  showAbilities(can) {
    for (const button of this.buttons.children) button.hidden = !can[button.dataset.kind];
    this.buttons.hidden = [...this.buttons.children].every((button) => button.hidden);
    this.form.hidden = !can.address;
    this.title.hidden = Boolean(can.address);
    this.modes.hidden = can.hover === false;
  }

  showScreen(event) {
    if (document.activeElement !== this.address) this.address.value = event.address || "";
    this.address.title = event.title || "";
    this.title.textContent = event.title || event.kind || "";
  }

  go(event) {
    event.preventDefault();
    const address = this.address.value.trim();
    if (!address) return;
    const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[\w.-]+:\d+(\/|$)/.test(address);
    const isNear = /^(localhost|127\.|\[::1\])/.test(address);
    this.view.giveNow({ kind: "go_to", address: isWhole ? address : `${isNear ? "http" : "https"}://${address}` });
    this.address.blur();
  }

  showTabs(tabs) {
    this.tabs.hidden = tabs.length < 2;
    this.tabs.replaceChildren(
      ...tabs.map((tab) =>
        make(
          "span",
          { class: "screen-tab" },
          make(
            "button",
            {
              type: "button",
              "aria-pressed": String(Boolean(tab.current)),
              title: tab.address,
              onclick: () => this.view.giveNow({ kind: "tab", tab: tab.number }),
            },
            make("bdi", {}, tab.title || tab.address || `Tab ${tab.number}`),
          ),
          tab.current
            ? make(
                "button",
                { type: "button", class: "quiet", "aria-label": `Close the tab ${tab.title || tab.number}`, title: "Close the tab", onclick: () => this.view.giveNow({ kind: "close_tab" }) },
                "✕",
              )
            : null,
        ),
      ),
    );
  }

  showWriter(isYou) {
    this.writer.hidden = isYou;
    const take = () => this.wire.ask("writer.take").catch((error) => this.view.trouble(error));
    this.writer.replaceChildren(
      make("p", {}, make("b", {}, "You are watching."), " Another page has the keyboard of this session."),
      make("button", { type: "button", onclick: take }, "Take over"),
    );
    this.view.element.classList.toggle("watching", !isYou);
  }
}

export function icon(path) {
  return make("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, make("path", { d: path }));
}
