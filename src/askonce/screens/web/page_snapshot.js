// The page as data: elements as [tag, attributes, children], texts as strings, without scripts and anything to load.

// Fields of a form hide its properties of the same name, and so do images and forms in a document: each property is
// read through its prototype.
const snapshotGetter = (kind, name) => {
  const { get } = Object.getOwnPropertyDescriptor(kind.prototype, name);
  return (object) => get.call(object);
};
const snapshotType = snapshotGetter(Node, "nodeType"), snapshotNodes = snapshotGetter(Node, "childNodes");
const snapshotTag = snapshotGetter(Element, "localName"), snapshotNamed = snapshotGetter(Element, "attributes");
const snapshotShadow = snapshotGetter(Element, "shadowRoot"), snapshotRoot = snapshotGetter(Document, "documentElement");
const snapshotTitle = snapshotGetter(Document, "title"), snapshotAdopted = snapshotGetter(Document, "adoptedStyleSheets");
const snapshotAttribute = (element, name) => Element.prototype.getAttribute.call(element, name);

/** The document as JSON, within a budget of nodes, characters and time. */
function snapshotPage({ nodes, characters, milliseconds, pictures, canvases }) {
  const budget = { nodes, characters, pictures, canvases, deadline: performance.now() + milliseconds, level: 0, sheets: 0, cut: false };
  const root = snapshotDocument(document, budget, 0);
  const { innerWidth: width, innerHeight: height } = window;
  return asJson({ root, width, height, title: snapshotTitle(document), sheets: budget.sheets, cut: budget.cut });
}

const SNAPSHOT_DROPPED = new Set([
  "script", "noscript", "base", "meta", "object", "embed", "applet", "plaintext", "noembed", "noframes", "xmp", "source", "track", "portal",
]);
const SNAPSHOT_UNKEPT = new Set([
  "srcdoc", "src", "srcset", "nonce", "integrity", "action", "formaction", "ping", "background", "autofocus", "target", "manifest",
  "data", "poster", "archive", "codebase", "sandbox", "value", "checked", "selected", "contenteditable", "xlink:href", "href", "shadowrootmode",
]);

function snapshotDocument(page, budget, depth) {
  const root = snapshotElement(snapshotRoot(page), budget, depth);
  if (root) root[2].unshift(...snapshotSheets(snapshotAdopted(page), budget));
  return root;
}

function snapshotChildren(parent, budget, depth) {
  const made = [];
  budget.level += 1;
  for (const child of snapshotNodes(parent)) {
    const isOver = budget.nodes <= 0 || budget.characters <= 0 || performance.now() > budget.deadline;
    if (isOver || budget.level > 250) {
      budget.cut = true;
      break;
    }
    const type = snapshotType(child);
    if (type === Node.TEXT_NODE) {
      budget.nodes -= 1;
      budget.characters -= child.data.length;
      if (child.data) made.push(child.data);
    } else if (type === Node.ELEMENT_NODE) {
      const element = snapshotElement(child, budget, depth);
      if (element) made.push(element);
    }
  }
  budget.level -= 1;
  return made;
}

function snapshotElement(element, budget, depth) {
  const tag = snapshotTag(element);
  if (SNAPSHOT_DROPPED.has(tag.toLowerCase()) || !/^[a-z][\w.:-]*$/i.test(tag)) return null;
  budget.nodes -= 1;
  if (tag === "link" || tag === "style") {
    if (tag === "link" && !element.sheet) return null;
    const text = element.sheet ? snapshotRules(element.sheet, budget) : element.textContent;
    return ["style", element.media ? { media: element.media } : {}, [text]];
  }
  const attributes = snapshotAttributes(element, budget);
  if (tag === "iframe" || tag === "frame") return snapshotFrame(element, attributes, budget, depth);
  if (tag === "img" || tag === "canvas" || tag === "video" || tag === "audio") return snapshotPicture(element, attributes, budget);
  if (tag === "textarea") return [tag, attributes, [element.value]];
  if (tag === "template") return null;
  const children = snapshotChildren(element, budget, depth);
  const shadow = snapshotShadow(element);
  if (shadow) {
    const inside = snapshotChildren(shadow, budget, depth);
    const sheets = snapshotSheets(shadow.adoptedStyleSheets, budget);
    children.unshift(["template", { shadowrootmode: "open" }, [...sheets, ...inside]]);
  }
  return [tag, attributes, children];
}

function snapshotAttributes(element, budget) {
  const made = {};
  const tag = snapshotTag(element);
  for (const { name, value } of snapshotNamed(element)) {
    const lower = name.toLowerCase();
    if (lower.startsWith("on") || SNAPSHOT_UNKEPT.has(lower) || /[\s"'<>/=]/.test(name)) continue;
    made[name] = value;
    budget.characters -= name.length + value.length;
  }
  const link = snapshotAttribute(element, "href") || snapshotAttribute(element, "xlink:href");
  if (link !== null && (tag === "a" || link.startsWith("#"))) made.href = link.startsWith("#") ? link : "#";
  if (tag === "input") snapshotField(element, made);
  else if (tag === "option" && element.selected) made.selected = "";
  else if (["button", "li", "meter", "progress", "data"].includes(tag) && snapshotAttribute(element, "value") !== null)
    made.value = snapshotAttribute(element, "value");
  if (made.popover !== undefined && Element.prototype.matches.call(element, ":popover-open")) {
    delete made.popover;
    made.style = `position:fixed;inset:0;margin:auto;${made.style || ""}`;
  }
  return made;
}

/** What a field holds, as a person sees it: passwords and codes as dots. */
function snapshotField(field, made) {
  if (field.type === "checkbox" || field.type === "radio") {
    if (field.checked) made.checked = "";
    return;
  }
  if (field.type === "hidden" || field.type === "file" || field.type === "image") return;
  const isHidden = field.type === "password" || /one-time-code|cc-csc|password/.test(field.autocomplete || "");
  made.value = isHidden && field.value ? "••••••••" : field.value;
}

function snapshotSheets(sheets, budget) {
  return Array.from(sheets || [], (sheet) => ["style", {}, [snapshotRules(sheet, budget)]]);
}

/** The rules of a style sheet, as scripts have left them. Those of other sites cannot be read. */
function snapshotRules(sheet, budget) {
  if (sheet.disabled) return "";
  let rules;
  try {
    rules = sheet.cssRules;
  } catch {
    budget.sheets += 1;
    return "";
  }
  const texts = [];
  for (const rule of rules) {
    if (budget.characters <= 0) {
      budget.cut = true;
      break;
    }
    const text = rule instanceof CSSImportRule ? (rule.styleSheet ? snapshotRules(rule.styleSheet, budget) : "") : rule.cssText;
    budget.characters -= text.length;
    texts.push(text);
  }
  return texts.join("\n");
}

function snapshotFrame(frame, attributes, budget, depth) {
  let inner = null;
  try {
    inner = frame.contentDocument && depth < 3 ? snapshotDocument(frame.contentDocument, budget, depth + 1) : null;
  } catch {
    inner = null; // of another site
  }
  return ["iframe", attributes, inner ? [inner] : []];
}

/** A picture as data, if it may be read and there is room for it; else its place is kept. */
function snapshotPicture(picture, attributes, budget) {
  const box = picture.getBoundingClientRect();
  const data = budget.pictures > 0 && box.width > 0 && box.height > 0 ? snapshotPixels(picture, box, budget) : "";
  if (data) {
    budget.pictures -= 1;
    budget.characters -= data.length;
    attributes.src = data;
    attributes.width = String(Math.round(picture.clientWidth || box.width));
    attributes.height = String(Math.round(picture.clientHeight || box.height));
  } else {
    const size = `display:inline-block;width:${Math.round(box.width)}px;height:${Math.round(box.height)}px`;
    attributes.style = `${attributes.style || ""};${size};background:rgba(128,128,128,.15)`;
  }
  return ["img", attributes, []];
}

function snapshotPixels(picture, box, budget) {
  if (picture.localName === "img" && picture.currentSrc.startsWith("data:") && picture.currentSrc.length < 100_000)
    return picture.currentSrc;
  const isDrawn = picture.localName === "img" ? picture.complete && picture.naturalWidth : budget.canvases;
  if (!isDrawn || picture.localName === "video" || picture.localName === "audio") return "";
  try {
    const scale = Math.min(1, 1024 / Math.max(box.width, box.height));
    const sheet = document.createElement("canvas");
    sheet.width = Math.max(1, Math.round(box.width * scale));
    sheet.height = Math.max(1, Math.round(box.height * scale));
    sheet.getContext("2d").drawImage(picture, 0, 0, sheet.width, sheet.height);
    return sheet.toDataURL("image/webp", 0.7);
  } catch {
    return ""; // pixels of other sites cannot be read
  }
}
