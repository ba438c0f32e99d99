// What an element is and says: role, name, value, states, options and the attributes by which it can be known again.

const WIDGETS = new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio",
  "option", "treeitem", "textbox", "searchbox", "combobox", "spinbutton", "slider"]);
const FIELDS = new Set(["textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"]);
const CONTAINERS = new Set(["dialog", "alertdialog", "navigation", "search", "form", "region", "toolbar", "tabpanel", "menu",
  "menubar", "listbox", "tablist", "tree", "radiogroup", "group", "list", "table", "grid", "treegrid", "banner", "contentinfo",
  "complementary", "feed", "article", "figure", "row", "listitem"]);
const KNOWN = new Set(["heading", "img", "cell", "gridcell", "columnheader", "rowheader", "alert", "status", "log", "progressbar",
  "meter", "separator", "scrollbar", "tooltip", "none", "presentation", "generic", "main", "rowgroup", "note", "math", "timer",
  "application", "document"]);
const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", file: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox",
};
const TAG_ROLES = {
  button: "button", summary: "button", textarea: "textbox", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
  h5: "heading", h6: "heading", img: "img", table: "table", tr: "row", td: "cell", th: "columnheader", ul: "list", ol: "list",
  menu: "list", li: "listitem", dialog: "dialog", nav: "navigation", form: "form", fieldset: "group", article: "article",
  section: "region", aside: "complementary", header: "banner", footer: "contentinfo", main: "main", search: "search",
  iframe: "iframe", frame: "iframe", canvas: "canvas", video: "video", audio: "audio", progress: "progressbar",
  meter: "meter", output: "status", figure: "figure", option: "option",
};

const tidy = (text) => (!text ? "" : text.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim());
const typeOfInput = (element) => (attributeOf(element, "type") || "text").toLowerCase();
const isOn = (element, name) => { const value = attributeOf(element, name); return value !== null && value !== "false"; };

// A list without options suggests nothing.
function offersAny(element) {
  const list = propertyOf(element, "list");
  return !!list && propertyOf(list, "options").length > 0;
}

// A button that opens a list to choose from is a combo box, unless it only opens that of the field beside it.
const hasList = (element) => attributeOf(element, "aria-haspopup") === "listbox";
const opensList = (element) => hasList(element) && !queryIn(parentOf(element), "input:not([type=hidden], [aria-hidden=true]), textarea, [role=combobox]");

function roleOf(element, tag) {
  const words = attributeOf(element, "role");
  if (words) {
    const list = words.toLowerCase().split(/\s+/);
    for (let i = 0; i < list.length; i++) {
      const role = list[i] === "image" ? "img" : list[i];
      if (role === "button" && opensList(element)) return "combobox";
      if (WIDGETS.has(role) || CONTAINERS.has(role) || KNOWN.has(role)) return role;
    }
  }
  if (tag === "input") {
    const type = typeOfInput(element);
    if (type === "hidden") return "";
    if (type === "checkbox" && isOn(element, "switch")) return "switch";
    return INPUT_ROLES[type] || (hasAttribute(element, "list") && offersAny(element) ? "combobox" : "textbox");
  }
  if (tag === "a" || tag === "area") return hasAttribute(element, "href") ? "link" : "";
  if (tag === "select") return isOn(element, "multiple") || Number(attributeOf(element, "size")) > 1 ? "listbox" : "combobox";
  if (tag === "button" && opensList(element)) return "combobox";
  if (tag === "th" && attributeOf(element, "scope") === "row") return "rowheader";
  if (tag === "svg") return queryIn(element, ":scope > title") || hasAttribute(element, "aria-label") ? "img" : "";
  return Object.prototype.hasOwnProperty.call(TAG_ROLES, tag) ? TAG_ROLES[tag] : "";
}

const isEditable = (element) => {
  const value = attributeOf(element, "contenteditable");
  return value !== null && value.toLowerCase() !== "false" && value.toLowerCase() !== "inherit";
};

// Text as a screen reader would say it, hidden or not: for labels and references. It never follows references again,
// so two labels that point at each other end.
function spoken(root, without) {
  let said = "";
  const visit = (node, depth) => {
    if (said.length > 1000 || depth > 60) return;
    const type = typeOf(node);
    if (type === 3) { said += dataOf(node); return; }
    if (type !== 1 || node === without) return;
    const tag = tagOf(node);
    if (tag === "script" || tag === "style" || tag === "select" || tag === "textarea" || tag === "template") return;
    if (depth > 0 && (attributeOf(node, "aria-hidden") === "true" || hasAttribute(node, "hidden"))) return;
    const label = tidy(attributeOf(node, "aria-label")) || (tag === "img" ? attributeOf(node, "alt") || "" : "");
    if (label) { said += " " + label + " "; return; }
    const display = styleOf(node).display;
    if (display === "none" && depth > 0) return;
    const apart = display !== "inline" ? " " : "";
    said += apart;
    const shadow = shadowOf(node);
    for (let child = firstOf(shadow || node); child; child = nextOf(child)) visit(child, depth + 1);
    said += apart;
  };
  visit(root, 0);
  return tidy(said);
}

const referredIds = new Set();
function referred(element, name) {
  const value = attributeOf(element, name);
  if (!value) return "";
  const ids = value.split(/\s+/);
  const root = rootOf(element), said = [];
  for (let i = 0; i < ids.length && i < 10; i++) {
    if (ids[i]) referredIds.add(ids[i]);
    const found = !ids[i] ? null : typeOf(root) === 9 ? idInDocument(root, ids[i]) : typeOf(root) === 11 ? idInFragment(root, ids[i]) : null;
    const isValue = found && hasList(element) && contains(element, found);  // what it says of itself is what is chosen
    const words = found && !isValue ? spoken(found, found === element ? null : element) : "";
    if (words && said.indexOf(words) < 0) said.push(words);
  }
  return tidy(said.join(" "));
}

// Which labels belong to which field, gathered once: asking each field for its labels walks the document every time.
const labelled = new Map();
function labelsIn(root) {
  if (!labelled.has(root)) {
    const fields = new Map();
    const labels = typeOf(root) === 9 ? labelsInDocument(root, "label") : typeOf(root) === 11 ? labelsInFragment(root, "label") : [];
    for (let i = 0; i < labels.length; i++) {
      const field = propertyOf(labels[i], "control");
      if (field) fields.set(field, (fields.get(field) || []).concat(labels[i]));
    }
    labelled.set(root, fields);
  }
  return labelled.get(root);
}

function labelsOf(element) {
  const labels = labelsIn(rootOf(element)).get(element), said = [];
  if (!labels) return "";
  for (let i = 0; i < labels.length && i < 5; i++) said.push(spoken(labels[i], element));
  return tidy(said.join(" "));
}

function childNamed(element, tag) {
  const child = queryIn(element, ":scope > " + tag);
  return child ? spoken(child) : "";
}

// The name given to an element by others: references, labels, attributes. Its content comes second, `lastName` third.
function givenName(element, tag) {
  const name = referred(element, "aria-labelledby") || tidy(attributeOf(element, "aria-label")) || labelsOf(element);
  if (name) return name;
  if (tag === "input") {
    const type = typeOfInput(element);
    if (type === "submit" || type === "button" || type === "reset") {
      return tidy(propertyOf(element, "value")) || { submit: "Submit", reset: "Reset" }[type] || "";
    }
    return type === "image" ? tidy(attributeOf(element, "alt")) || tidy(propertyOf(element, "value")) : "";
  }
  if (tag === "img" || tag === "area") return tidy(attributeOf(element, "alt"));
  if (tag === "svg") return childNamed(element, "title");
  if (tag === "fieldset") return childNamed(element, "legend");
  if (tag === "table") return childNamed(element, "caption");
  if (tag === "figure") return childNamed(element, "figcaption");
  return "";
}

const lastName = (element) =>
  tidy(attributeOf(element, "title")) || tidy(attributeOf(element, "placeholder")) || tidy(attributeOf(element, "aria-placeholder"));

const dots = (text) => "•".repeat(Math.min(text.length, 30));

function valueOf(element, tag, role) {
  if (tag === "select") {
    const chosen = propertyOf(element, "selectedOptions"), labels = [];
    for (let i = 0; chosen && i < chosen.length && i < 20; i++) labels.push(tidy(propertyOf(chosen[i], "label")));
    return labels.join(", ");
  }
  if (tag === "input") {
    const type = typeOfInput(element);
    if (INPUT_ROLES[type] === "button" || type === "checkbox" || type === "radio") {
      return type === "file" ? fileNames(element) : null;
    }
    const value = propertyOf(element, "value") || "";
    return isSecret(element, type) ? dots(value) : value;
  }
  if (tag === "textarea") return propertyOf(element, "value") || "";
  if (isEditable(element)) return tidy(innerTextOf(element));
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "scrollbar") {
    const value = propertyOf(element, "value");
    if (value !== undefined) return tag === "progress" && !hasAttribute(element, "value") ? null : value + "/" + propertyOf(element, "max");
    return attributeOf(element, "aria-valuetext") || attributeOf(element, "aria-valuenow") || null;
  }
  return null;
}

const isSecret = (element, type) => type === "password" || (styleOf(element).webkitTextSecurity || "none") !== "none";

function fileNames(element) {
  const files = propertyOf(element, "files"), names = [];
  for (let i = 0; files && i < files.length && i < 10; i++) names.push(files[i].name);
  return names.join(", ");
}

// `control` is the field behind a label that stands for it, or the element itself.
function statesOf(element, control, tag, role, up, active) {
  const states = [];
  const aria = (name) => attributeOf(element, "aria-" + name) ?? (control === element ? null : attributeOf(control, "aria-" + name));
  const checkable = role === "checkbox" || role === "radio" || role === "switch" || role === "menuitemcheckbox" || role === "menuitemradio";
  const isNative = tagOf(control) === "input" && /^(checkbox|radio)$/.test(typeOfInput(control));  // what it is outranks what it says
  if (isNative ? propertyOf(control, "indeterminate") === true && role === "checkbox" : aria("checked") === "mixed") states.push("mixed");
  else if (checkable && (isNative ? propertyOf(control, "checked") === true : aria("checked") === "true")) states.push("checked");
  const current = aria("current");
  if (aria("selected") === "true" || (current !== null && current !== "false" && current !== "")) states.push("selected");
  const owner = tag === "summary" ? parentOf(element) : null;
  const expanded = owner && tagOf(owner) === "details" ? String(hasAttribute(owner, "open")) : aria("expanded");
  if (expanded === "true") states.push("expanded");
  if (expanded === "false") states.push("collapsed");
  const dimmed = up.inert || up.disabled || isDisabled(element) || matches(control, ":disabled");
  if (dimmed) states.push("disabled");
  if (propertyOf(control, "readOnly") === true && FIELDS.has(role) || aria("readonly") === "true") states.push("readonly");
  if (propertyOf(control, "required") === true || aria("required") === "true") states.push("required");
  const invalid = aria("invalid");
  if (invalid !== null && invalid !== "false" && invalid !== "" || matches(control, ":user-invalid")) states.push("invalid");
  if (control === active || element === active) states.push("focused");
  if (aria("pressed") === "true") states.push("pressed");
  if (tagOf(control) === "input" && isSecret(control, typeOfInput(control))) states.push("password");
  return states;
}

// Whether a control works natively, though the page or a box around it calls it disabled.
const isDisputed = (control, states) =>
  states.indexOf("disabled") >= 0 && /^(button|input|select|textarea)$/.test(tagOf(control)) && !matches(control, ":disabled");

const MOST_OPTIONS = 30;

function optionsOf(element, tag) {
  let source = tag === "select" ? propertyOf(element, "options") : null;
  if (tag === "input") {
    const list = propertyOf(element, "list");
    source = list ? propertyOf(list, "options") : null;
  }
  const labels = [];
  let more = 0;
  for (let i = 0; source && i < source.length && i < 5000; i++) {
    if (hasAttribute(source[i], "hidden")) continue;
    if (labels.length < MOST_OPTIONS) labels.push(tidy(propertyOf(source[i], "label") || propertyOf(source[i], "value")));
    else more++;
  }
  return { labels, more };
}

const headingLevel = (element, tag) => attributeOf(element, "aria-level") || (/^h[1-6]$/.test(tag) ? tag[1] : "2");

const MARKS = ["id", "name", "type", "placeholder", "title", "alt", "href", "class", "accept", "min", "max", "maxlength", "pattern",
  "data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];

const SCRIPTED = ["onclick", "data-method", "data-turbo-method", "data-confirm", "data-turbo-confirm", "data-remote", "hx-post", "hx-put",
  "hx-patch", "hx-delete", "ng-click", "wire:click", "x-on:click", "@click"];

function marksOf(element, tag) {
  const marks = { tag }, names = attributeNames(element);  // most elements have few of the many that are asked for
  for (let i = 0; i < MARKS.length; i++) {
    if (names.indexOf(MARKS[i]) < 0) continue;
    const value = attributeOf(element, MARKS[i]);
    if (value && value.length <= (MARKS[i] === "class" ? 80 : 300)) marks[MARKS[i]] = value;
  }
  for (const bound of ["min", "max"]) if (!marks[bound] && attributeOf(element, `aria-value${bound}`)) marks[bound] = attributeOf(element, `aria-value${bound}`);
  const now = attributeOf(element, "aria-valuenow"), said = attributeOf(element, "aria-valuetext");
  if (now && said && said !== now) marks.now = now;
  const { form, header } = holdersOf(element), opens = attributeOf(element, "aria-haspopup"), owner = propertyOf(element, "form") || form;
  if (owner) marks.form = formNumber(owner);
  const submits = submissionOf(element, tag, owner), current = attributeOf(element, "aria-current");
  if (attributeOf(element, "role") === "treeitem" && attributeOf(element, "aria-level")) marks.level = attributeOf(element, "aria-level");
  if (submits) marks.submits = submits;
  if (current && current !== "false") marks.current = current;
  if (opens && opens !== "false") marks.opens = opens === "true" ? "menu" : opens;
  if (/^(list|both)$/.test(attributeOf(element, "aria-autocomplete") || "")) marks.suggests = "list";
  else if (attributeOf(element, "autocomplete") === "off") marks.suggests = "maybe";
  const filled = /\b(?:one-time-code|cc-number|cc-csc|current-password|new-password)\b/.exec(attributeOf(element, "autocomplete") || "");
  if (filled) marks.autofill = filled[0];
  if (hasAttribute(element, "aria-pressed")) marks.acts = "toggles";
  else if (tag === "a" && SCRIPTED.some((name) => names.indexOf(name) >= 0)) marks.acts = "by a script";
  if (header) marks.sort = attributeOf(header, "aria-sort") || "none";
  return marks;
}

// What a button of a form does: "reset", or the method and the address, and whether that is the button's own or the form's.
function submissionOf(element, tag, form) {
  if (!form || (tag !== "button" && tag !== "input")) return "";
  const type = (attributeOf(element, "type") || (tag === "button" ? "submit" : "text")).toLowerCase();
  if (type === "reset") return "reset";
  if (type !== "submit" && type !== "image") return "";
  const own = attributeOf(element, "formaction"), address = own || attributeOf(form, "action") || "";
  const method = (attributeOf(element, "formmethod") || attributeOf(form, "method") || "get").toLowerCase();
  return `${method} ${own ? "button" : "form"} ${address.slice(0, 300)}`;
}

// The form and the column header that an element is in. Neighbours share what holds them, so each holder is asked once.
const holders = new Map(), ROW_HEADS = "[scope=row], thead ~ tbody th";
function holdersOf(element) {
  if (!element || typeOf(element) !== 1) return { form: null, header: null };
  if (!holders.has(element)) {
    const { form, header } = holdersOf(parentOf(element)), tag = tagOf(element);
    const isHeader = (tag === "th" && !matches(element, ROW_HEADS)) || attributeOf(element, "role") === "columnheader";
    holders.set(element, { form: tag === "form" ? element : form, header: isHeader ? element : header });
  }
  return holders.get(element);
}

const formNumbers = new Map();  // which controls are in one form; for one look
function formNumber(form) {
  if (!formNumbers.has(form)) formNumbers.set(form, String(formNumbers.size + 1));
  return formNumbers.get(form);
}
