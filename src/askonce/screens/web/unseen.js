// Controls by role and name, as [role, name, whether it is hidden]. The names are for people: what stands on a control.

const MOST_CONTROLS = 400, LONGEST = 80;
const CONTROLS = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=option], [role=textbox], [role=combobox]";
const INPUTS = { checkbox: "checkbox", radio: "radio", button: "button", submit: "button", reset: "button", image: "button", range: "slider", number: "spinbutton", search: "searchbox" };
const TAGS = { A: "link", SELECT: "combobox", TEXTAREA: "textbox", SUMMARY: "button", BUTTON: "button" };

const roleOf = (element) => element.getAttribute("role") || (element.tagName === "INPUT" ? INPUTS[element.type] || "textbox" : TAGS[element.tagName] || "button");

function nameOf(element) {
  const presses = element.tagName === "INPUT" && INPUTS[element.type] === "button" ? element.value : "";
  const said = element.matches("input, select, textarea") ? "" : element.textContent;
  const names = [element.getAttribute("aria-label"), [...(element.labels || [])].map((label) => label.textContent).join(" "), presses, said, element.getAttribute("placeholder"), element.title];
  return (names.find((name) => name && name.trim()) || "").replace(/\s+/g, " ").trim();
}

function controlsByName() {
  const controls = [...document.querySelectorAll(CONTROLS)].slice(0, MOST_CONTROLS);
  const named = controls.map((element) => [roleOf(element), nameOf(element), !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })]);
  return asJson(named.filter(([, name]) => name && name.length <= LONGEST));
}
