// What a browser shows outside of its page, and a picture of the page therefore lacks: dialogs, lists of native
// selects, file choosers.

import { make } from "/report/words.js";
import { uniqueId } from "./ids.js";
import { request } from "./wire.js";

export class ScreenPrompts {
  constructor(view, wire) {
    this.view = view;
    this.wire = wire;
    this.element = make("div", { class: "prompts" });
    view.stage.append(this.element);
    wire.on("dialog", (event) => this.showDialog(event));
    wire.on("options", (event) => this.showOptions(event));
    wire.on("chooser", (event) => this.showChooser(event));
    wire.on("connected", () => this.element.replaceChildren());
  }

  /** A box over the screen; the old one of its kind goes. */
  box(kind, title, ...content) {
    this.close(kind);
    const id = uniqueId("prompt");
    const form = make("form", {}, make("h2", { id }, title), content);
    const box = make("div", { class: "prompt", role: "dialog", "aria-labelledby": id, "data-kind": kind }, form);
    this.element.append(box);
    form.querySelector("input, select, button[type=submit]").focus();
    return form;
  }

  close(kind) {
    const old = this.element.querySelector(`[data-kind="${kind}"]`);
    if (!old) return;
    const hadFocus = old.contains(document.activeElement);
    old.remove();
    if (hadFocus) this.view.keys.focus({ preventScroll: true });
  }

  // ---- dialogs

  showDialog({ dialog }) {
    if (!dialog) return this.close("dialog");
    const { kind, message, default: preset } = dialog;
    const isPrompt = kind === "prompt";
    const text = isPrompt ? make("input", { "aria-label": "Answer", autocomplete: "off" }) : null;
    if (text) text.value = preset || "";
    const answer = (accept) => {
      this.close("dialog");
      this.view.giveNow({ kind: "answer", accept, ...(isPrompt && accept ? { text: text.value } : {}) });
    };
    const title = { alert: "The page says", confirm: "The page asks", prompt: "The page asks for a text", beforeunload: "Leave this page?" };
    const box = this.box(
      "dialog",
      title[kind] || "The page asks",
      make("p", { class: "message", dir: "auto" }, message || "What you entered may be lost."),
      text,
      make(
        "div",
        { class: "prompt-buttons" },
        kind === "alert" ? null : make("button", { type: "button", onclick: () => answer(false) }, kind === "beforeunload" ? "Stay" : "Cancel"),
        make("button", { type: "submit", class: "primary" }, kind === "beforeunload" ? "Leave" : "OK"),
      ),
    );
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(true);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") answer(kind === "alert");
    });
  }

  // ---- native lists

  showOptions({ at, options, multiple }) {
    if (!at || !options) return this.close("options");
    const list = make("select", { "aria-label": "Options", size: Math.min(10, Math.max(2, options.length)), multiple });
    list.append(
      ...options.map((option) => {
        const { label, chosen, disabled } = typeof option === "string" ? { label: option } : option;
        const line = make("option", { value: label, disabled }, label);
        line.selected = Boolean(chosen);
        return line;
      }),
    );
    const choose = () => {
      const chosen = [...list.selectedOptions].map((option) => option.value);
      this.close("options");
      this.view.queue.add({ kind: "choose", at, options: chosen });
    };
    const cancel = () => this.close("options");
    const box = this.box(
      "options",
      multiple ? "Choose any" : "Choose one",
      list,
      make(
        "div",
        { class: "prompt-buttons" },
        make("button", { type: "button", onclick: cancel }, "Cancel"),
        make("button", { type: "submit", class: "primary" }, "Choose"),
      ),
    );
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      choose();
    });
    list.addEventListener("click", (event) => {
      if (!multiple && event.target.closest("option")) choose();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === list) choose();
      else if (event.key === "Escape") cancel();
      else return;
      event.preventDefault();
    });
  }

  // ---- files

  showChooser({ at, multiple }) {
    if (!at) return this.close("chooser");
    const files = make("input", { type: "file", multiple, "aria-label": "Files for the page" });
    const cancel = () => this.close("chooser");
    const box = this.box(
      "chooser",
      multiple ? "Files for the page" : "A file for the page",
      files,
      make(
        "div",
        { class: "prompt-buttons" },
        make("button", { type: "button", onclick: cancel }, "Cancel"),
        make("button", { type: "submit", class: "primary" }, "Give"),
      ),
    );
    box.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!files.files.length) return files.focus();
      try {
        const names = await Promise.all([...files.files].map((file) => this.upload(file)));
        this.close("chooser");
        this.view.queue.add({ kind: "files", at, files: names });
      } catch (error) {
        this.view.trouble(error);
      }
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
    });
  }

  async upload(file) {
    const headers = { "X-File-Name": encodeURIComponent(file.name) };
    const path = `/sessions/${encodeURIComponent(this.wire.session)}/files`;
    return (await request("POST", path, file, headers)).file;
  }
}
