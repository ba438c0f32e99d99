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
  const controls = fields.map((each) => ({ ...each, control: make("input", { type: "text", placeholder: each.placeholder || null, autocomplete: "off", spellcheck: "false" }) }));
  const form = make(
    "form",
    { class: "kind-form" },
    controls.map(({ label, name, control }) => field(label || name, control)),
    make("button", { type: "submit", class: "primary" }, "Open"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = controls.map(({ name, control }) => [name, control.value.trim()]).filter(([, value]) => value);
    open({ kind, ...Object.fromEntries(given) });
  });
  return form;
}
