// Opening a screen: an address, one of the samples, or another kind of screen with what it needs.

import { make } from "/report/words.js";
import { field } from "./ask_form.js";
import { uniqueId } from "./ids.js";
import { clearTroubles, showTrouble } from "./troubles.js";
import { request } from "./wire.js";

/** Draw what can be opened into an element; `onOpened` gets the session. */
export function drawOpening(element, { samples = [], kinds = [] }, onOpened) {
  const open = async (wanted) => {
    clearTroubles(element);
    element.classList.add("opening-now");
    status.textContent = "Opening…";
    try {
      onOpened(await request("POST", "/sessions", wanted));
    } catch (error) {
      showTrouble(element, error);
    } finally {
      element.classList.remove("opening-now");
      status.textContent = "";
    }
  };
  const status = make("p", { class: "soft", role: "status" });
  const forms = make("div", { class: "kinds" });
  const choose = make("select", { id: uniqueId("kind") }, kinds.map(({ kind, title }) => make("option", { value: kind }, title || kind)));
  const drawKind = () => {
    const kind = kinds.find((each) => each.kind === choose.value);
    if (kind) forms.replaceChildren(kindForm(kind, open));
  };
  choose.addEventListener("change", drawKind);
  element.replaceChildren(
    samples.length ? make("h3", {}, "Try it on a sample") : "",
    samples.length
      ? make(
          "ul",
          { class: "samples" },
          samples.map(({ title, says, open: wanted }) =>
            make("li", {}, make("button", { type: "button", class: "sample", onclick: () => open(wanted) }, make("b", {}, title), says ? make("span", {}, says) : null)),
          ),
        )
      : "",
    make("h3", {}, samples.length ? "Or on a screen of yours" : "Which screen?"),
    kinds.length > 1 ? field("Kind of screen", choose) : "",
    forms,
    status,
  );
  drawKind();
}

function kindForm({ kind, fields = [] }, open) {
  const controls = fields.map((each) => ({ ...each, control: controlOf(each) }));
  const [first, ...others] = controls.map(fieldOf);
  const form = make(
    "form",
    { class: "kind-form" },
    first || null,
    make("button", { type: "submit", class: "primary" }, "Open"),
    others.length ? make("details", { class: "more" }, make("summary", {}, "Options"), make("div", { class: "fields" }, others)) : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = controls.map(({ name, control }) => [name, control.type === "checkbox" ? control.checked : control.value.trim()]).filter(([, value]) => value);
    open({ kind, ...Object.fromEntries(given) });
  });
  return form;
}

function controlOf({ is_flag: isFlag, placeholder }) {
  if (isFlag) return make("input", { type: "checkbox" });
  return make("input", { type: "text", placeholder: placeholder || null, autocomplete: "off", spellcheck: "false" });
}

function fieldOf({ label, name, control }) {
  if (control.type !== "checkbox") return field(label || name, control);
  control.id = uniqueId("field");
  return make("div", { class: "field boolean" }, control, make("label", { for: control.id }, label || name));
}
