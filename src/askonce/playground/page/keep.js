// Kept: what worked in this sitting, in an order, proved from the start, and taken along.

import { announce, counted, make } from "/report/words.js";
import { field } from "./ask_form.js";
import { copyButton, download } from "./copying.js";
import { guarded } from "./troubles.js";

const FORMATS = [
  ["recording", "Recording"],
  ["yaml", "YAML script"],
  ["pytest", "pytest file"],
  ["stp", "Program"],
];
const NAMES = { recording: "kept.yaml", yaml: "script.yaml", pytest: "test_kept.py", stp: "kept.stp" };
const PROOFS = {
  unproven: ["…", "not proven yet"],
  proven: ["✓", "holds"],
  failed: ["✗", "does not hold"],
  "not tried": ["–", "not tried"],
};

export function mount(element, wire) {
  new KeptPanel(element, wire);
}

class KeptPanel {
  constructor(element, wire) {
    this.element = element;
    this.wire = wire;
    this.kept = { items: [], state: "idle", is_proven: false };
    this.draw();
    wire.on("kept", (event) => this.show(event));
  }

  draw() {
    this.prove = make(
      "button",
      { type: "button", class: "primary", title: "On a fresh screen at the first address, as recorded", onclick: guarded(this.element, () => this.runAll()) },
      "↻ Run all from the start",
    );
    this.status = make("p", { class: "kept-state", role: "status" });
    this.empty = make(
      "div",
      { class: "empty" },
      make("p", {}, "Nothing is kept yet."),
      make("p", { class: "soft" }, "Ask for something; when it has worked, press Keep. What is kept becomes a flow to prove and to take along."),
    );
    this.list = make("ol", { class: "kept-items" });
    this.head = make("div", { class: "kept-head" }, this.prove, this.status);
    this.element.append(this.head, this.empty, this.list, this.exports());
    this.show(this.kept);
  }

  async runAll() {
    const proved = await this.wire.ask("kept.run_all");
    announce(proved.is_proven ? "All of it holds" : "Not all of it holds");
  }

  show(event) {
    const focused = this.list.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    this.kept = event;
    const { items, state, is_proven: isProven } = event;
    const isProving = state === "proving";
    const held = items.filter((item) => item.proof === "proven").length;
    this.head.hidden = this.out.hidden = !items.length;
    this.empty.hidden = items.length > 0;
    this.prove.disabled = isProving;
    this.status.textContent = isProving
      ? `Running: ${held} of ${items.length}`
      : isProven
        ? "Proven from the start"
        : items.some((item) => item.proof === "failed")
          ? "Not all of it holds"
          : "Not proven yet";
    this.element.dataset.proof = isProven ? "proven" : items.some((item) => item.proof === "failed") ? "failed" : "unproven";
    this.list.replaceChildren(...items.map((item, place) => this.row(item, place, isProving)));
    if (focused) this.focus(focused);
  }

  focus({ part, ask, twin }) {
    const same = [...this.list.querySelectorAll("[data-part]")].filter((control) => control.dataset.ask === ask && control.dataset.twin === twin);
    const again = same.find((control) => control.dataset.part === part && !control.disabled) || same.find((control) => !control.disabled) || this.prove;
    again.focus();
  }

  row(item, place, isProving) {
    const [sign, says] = PROOFS[item.proof] || PROOFS.unproven;
    const isNow = isProving && item.proof === "unproven" && this.kept.items.slice(0, place).every((other) => other.proof === "proven");
    const twin = String(this.kept.items.slice(0, place).filter((other) => other.ask === item.ask).length);
    const data = (part) => ({ "data-part": part, "data-ask": String(item.ask), "data-twin": twin });
    const button = (part, sign, label, work, isOff) =>
      make("button", { type: "button", class: "quiet", "aria-label": `${label}: ${item.title}`, title: label, disabled: isOff || isProving, ...data(part), onclick: guarded(this.element, work) }, sign);
    const last = this.kept.items.length - 1;
    const row = make(
      "li",
      { class: `kept-item ${item.proof.replace(" ", "-")}` },
      make("span", { class: `kept-mark${isNow ? " turning" : ""}`, "aria-hidden": "true" }, isNow ? "◌" : sign),
      make(
        "div",
        { class: "kept-words" },
        make("span", { class: "kept-title", dir: "auto" }, item.title),
        make("span", { class: "soft" }, `${item.tool.replaceAll("_", " ")} · ${counted(item.steps.length, "step")} · ${isNow ? "running" : says}`),
        item.reason ? make("span", { class: "reason", dir: "auto" }, item.reason) : null,
        item.steps.length > 1 || item.steps[0] !== item.title
          ? make("details", {}, make("summary", {}, "Steps"), make("ol", {}, item.steps.map((step) => make("li", { dir: "auto" }, step))))
          : null,
      ),
      make(
        "div",
        { class: "kept-buttons" },
        button("up", "↑", "Move up", () => this.wire.ask("kept.move", { from: place, to: place - 1 }), place === 0),
        button("down", "↓", "Move down", () => this.wire.ask("kept.move", { from: place, to: place + 1 }), place === last),
        button("rename", "✎", "Rename", () => this.rename(row, item, place), false),
        button("remove", "✕", "Remove", () => this.wire.ask("kept.remove", { at: place }), false),
      ),
    );
    return row;
  }

  rename(row, item, place) {
    const title = make("input", { type: "text", "aria-label": "Title", dir: "auto", maxlength: "300" });
    title.value = item.title;
    const send = guarded(this.element, async () => {
      if (!title.value.trim() || title.value === item.title) return this.show(this.kept);
      return this.wire.ask("kept.rename", { at: place, title: title.value });
    });
    title.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) send();
      else if (event.key === "Escape") this.show(this.kept);
    });
    row.querySelector(".kept-title").replaceWith(make("span", { class: "step-editor" }, title, make("button", { type: "button", onclick: send }, "Set")));
    title.focus();
    title.select();
  }

  // ---- what comes out

  exports() {
    this.format = make("select", { "aria-label": "Format" }, FORMATS.map(([value, word]) => make("option", { value }, word)));
    this.file = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: NAMES.recording });
    this.preview = make("pre", { class: "preview", tabindex: "0", dir: "auto", hidden: true, "aria-label": "The export" });
    this.remarks = make("ul", { class: "problems", hidden: true });
    this.asked = make("div", { class: "program-asked", role: "alert", hidden: true });
    this.saved = make("p", { class: "soft", role: "status", dir: "auto" });
    const exported = guarded(this.element, async () => {
      const made = await this.wire.ask("kept.export", { format: this.format.value });
      this.showRemarks(made.remarks);
      return made;
    });
    const look = async () => {
      const made = await exported();
      if (!made) return;
      this.preview.textContent = made.text;
      this.preview.hidden = false;
    };
    this.format.addEventListener("change", () => {
      this.file.placeholder = NAMES[this.format.value];
      if (!this.preview.hidden) look();
    });
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
      make("div", { class: "line" }, field("File", this.file), make("button", { type: "button", onclick: guarded(this.element, () => this.save(false)) }, "Save")),
      this.asked,
      this.saved,
      this.remarks,
      this.preview,
    );
    return this.out;
  }

  showRemarks(remarks) {
    this.remarks.hidden = !remarks.length;
    this.remarks.replaceChildren(...remarks.map((remark) => make("li", { dir: "auto" }, remark)));
  }

  async save(unproven) {
    this.asked.hidden = true;
    try {
      const saved = await this.wire.ask("kept.save", { file: this.file.value.trim(), format: this.format.value, unproven });
      this.saved.textContent = `Saved as ${saved.file}${saved.is_proven ? "" : ", not proven"}`;
      this.showRemarks(saved.remarks);
    } catch (error) {
      if (error.kind !== "Unproven") throw error;
      this.askFirst(error);
    }
  }

  askFirst(error) {
    const proveFirst = guarded(this.element, async () => {
      this.asked.hidden = true;
      await this.runAll();
      if (this.kept.is_proven) await this.save(false);
    });
    this.asked.replaceChildren(
      make("span", { dir: "auto" }, `${error.message}.`),
      make("button", { type: "button", class: "primary", onclick: proveFirst }, "Run all, then save"),
      make("button", { type: "button", onclick: guarded(this.element, () => this.save(true)) }, "Save unproven"),
    );
    this.asked.hidden = false;
    this.asked.querySelector("button").focus();
  }
}

function offer(made) {
  if (made) download(made.file, made.text);
}
