// What comes out: a flow in the form that is chosen, to look at, to copy, to download, to save. What the form cannot say
// is told at once, before anything is saved.

import { make } from "/report/words.js";
import { field } from "./ask_form.js";
import { copyButton, download } from "./copying.js";
import { guarded } from "./troubles.js";

const FORMATS = [
  ["recording", "Recording"],
  ["yaml", "YAML script"],
  ["pytest", "pytest file"],
  ["stp", "Program"],
];

export class Exports {
  /** `wordOf` begins the commands of the panel, `names` are those of files by their form. */
  constructor(panel, wire, wordOf, names) {
    this.panel = panel;
    this.wire = wire;
    this.wordOf = wordOf;
    this.names = names;
    this.draw();
  }

  draw() {
    this.format = make("select", { "aria-label": "Format", onchange: () => this.change() }, FORMATS.map(([value, word]) => make("option", { value }, word)));
    this.file = make("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: this.names.recording });
    this.preview = make("pre", { class: "preview", tabindex: "0", dir: "auto", hidden: true, "aria-label": "The export" });
    this.remarks = make("ul", { class: "problems", "aria-label": "What the export cannot say", hidden: true });
    this.asked = make("div", { class: "program-asked", role: "alert", hidden: true });
    this.saved = make("p", { class: "soft", role: "status", dir: "auto" });
    const made = guarded(this.panel, () => this.read());
    const offer = async () => {
      const exported = await made();
      if (exported) download(exported.file, exported.text);
    };
    this.look = async () => {
      this.preview.hidden = !(await made());
    };
    this.element = make(
      "section",
      { class: "exports", "aria-label": "Export" },
      make("h2", {}, "Take it with you"),
      make(
        "div",
        { class: "line" },
        this.format,
        make("button", { type: "button", onclick: this.look }, "Show"),
        copyButton(async () => ((await made()) || {}).text, "Copy", "Copy the export"),
        make("button", { type: "button", class: "quiet", onclick: offer }, "Download"),
      ),
      this.remarks,
      make("div", { class: "line" }, field("File", this.file), make("button", { type: "button", onclick: guarded(this.panel, () => this.save()) }, "Save")),
      this.asked,
      this.saved,
      this.preview,
    );
  }

  change() {
    this.file.placeholder = this.names[this.format.value];
    this.asked.hidden = true;
    this.renew(true);
  }

  /** The flow has changed, or another form is wanted: what the form cannot say is told anew. */
  async renew(isWanted = false) {
    if (!isWanted && this.element.hidden) return;
    try {
      await this.read();
    } catch (error) {
      this.preview.hidden = true;
      this.showRemarks([[error.message, error.remedy].filter(Boolean).join(": ")]);
    }
  }

  async read() {
    const format = this.format.value;
    const made = await this.wire.ask(`${this.wordOf}.export`, { format });
    if (format !== this.format.value) return made; // another one was chosen meanwhile, and is on its way
    this.showRemarks(made.remarks || []);
    this.preview.textContent = made.text;
    return made;
  }

  showRemarks(remarks) {
    this.remarks.hidden = !remarks.length;
    this.remarks.replaceChildren(...remarks.map((remark) => make("li", { dir: "auto" }, remark)));
  }

  /** Save it. What has not been run from the start is saved so only after a question. */
  async save(more = {}) {
    this.asked.hidden = true;
    const fields = { file: this.file.value.trim(), format: this.format.value, ...more };
    try {
      const saved = await this.wire.ask(`${this.wordOf}.save`, fields);
      this.saved.textContent = `Saved as ${saved.file}${saved.is_proven === false ? ", not proven" : ""}`;
    } catch (error) {
      if (error.kind === "Unproven") this.askToProve(error, more);
      else if (error.kind === "FileChanged") this.askFirst(error, [["Overwrite it", null, () => this.save({ ...more, overwrite: true })]]);
      else throw error;
    }
  }

  askToProve(error, more) {
    const proveFirst = async () => {
      this.asked.hidden = true;
      if (await this.prove()) await this.save(more);
    };
    this.askFirst(error, [
      ["Run all, then save", "primary", proveFirst],
      ["Save unproven", null, () => this.save({ ...more, unproven: true })],
    ]);
  }

  askFirst(error, answers) {
    this.asked.replaceChildren(
      make("span", { dir: "auto" }, `${error.message}.`),
      ...answers.map(([word, kind, work]) => make("button", { type: "button", class: kind, onclick: guarded(this.panel, work) }, word)),
    );
    this.asked.hidden = false;
    this.asked.querySelector("button").focus();
  }
}
