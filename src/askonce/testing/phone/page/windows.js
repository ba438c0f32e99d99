// Draws windows of views, as Python describes them, and keeps what only a screen knows: scroll positions, focus, texts.
const windows = new Map(); // by name: { element, json, key }
const scrolled = new Map(); // by key of a window's content: scroll positions by path
const events = []; // what was done to views, for Python: [window, number of the view, what, value]

const emit = (view, what, value = null) => {
  if (view) events.push([view.window, view.number, what, value]);
};
const taken = () => ({ events: events.splice(0), editing: isField(document.activeElement) });
const isField = (element) => Boolean(element?.view) && element.view.kind === "EditText";

/** Show these windows, the lowest first. A window that says the same as before is left as it is. */
function show(shown) {
  for (const [name, { element }] of windows) {
    if (shown.some((window) => window.name === name)) continue;
    element.remove();
    windows.delete(name);
  }
  for (const window of shown) {
    const json = JSON.stringify(window);
    const before = windows.get(window.name);
    if (before?.json !== json) draw(window, json, before);
  }
  shown.forEach((window, level) => { windows.get(window.name).element.style.zIndex = level + 1; });
  keepFieldInView();
  return taken();
}

function draw(window, json, before) {
  const element = build(window.view, "0", window.name);
  element.classList.add("window", `${window.name}-window`);
  element.window = window;
  const same = before?.key === window.key;
  const kept = before ? texts(before.element) : new Map();
  if (before) {
    remember(before);
    before.element.replaceWith(element);
  } else document.body.append(element);
  windows.set(window.name, { element, json, key: window.key });
  place(element, window.box);
  if (same) restore(element, kept);
  const positions = scrolled.get(window.key);
  if (positions) for (const part of parts(element)) if (positions.has(part.path)) part.scrollTop = positions.get(part.path);
  const wanted = same ? null : parts(element).find((part) => part.view.autofocus);
  if (wanted) {
    wanted.focus();
    emit(wanted.view, "focus");
  }
}

const place = (element, [left, top, width, height]) => {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
};
const parts = (element) => [element, ...element.querySelectorAll("*")].filter((part) => part.view);
const texts = (element) => new Map(parts(element).filter(isField).map((part) => [part.path, {
  value: part.value, drawn: part.view.text, focused: part === document.activeElement, at: [part.selectionStart, part.selectionEnd],
}]));

function remember({ element, key }) {
  scrolled.set(key, new Map(parts(element).filter((part) => part.scrollTop).map((part) => [part.path, part.scrollTop])));
}

/** A field keeps what was typed into it, unless its app has set another text; and it keeps the focus. */
function restore(element, kept) {
  for (const part of parts(element)) {
    const before = kept.get(part.path);
    if (!before || !isField(part)) continue;
    if (before.drawn === part.view.text || before.value === part.view.text) part.value = before.value;
    if (!before.focused) continue;
    part.focus();
    if (part.value === before.value) part.setSelectionRange(...before.at);
  }
}

function build(view, path, window) {
  const field = view.kind === "EditText";
  const element = document.createElement(field ? (view.lines ? "textarea" : "input") : "div");
  element.view = Object.assign(view, { window });
  element.path = path;
  element.className = `view ${view.kind} ${view.style}`;
  if (view.id) element.dataset.id = view.id;
  if (field) {
    element.value = view.text;
    element.placeholder = view.hint;
    if (view.password) element.type = "password";
    element.autocomplete = "off";
    element.spellcheck = false;
    element.disabled = !view.enabled;
    element.addEventListener("input", () => emit(view, "change", element.value));
  } else {
    if (view.icon) element.innerHTML = `<svg viewBox="0 0 24 24"><path d="${view.icon}"/></svg>`;
    if (view.text) element.append(Object.assign(document.createElement("span"), { textContent: view.text }));
    if (view.color) element.style.setProperty("--color", view.color);
    if (view.checked) element.classList.add("checked");
    if (view.selected) element.classList.add("selected");
    if (!view.enabled) element.classList.add("disabled");
    if (view.enabled && (view.takes.includes("tap") || view.checked !== null)) element.tabIndex = 0;
  }
  element.append(...view.children.map((child, index) => build(child, `${path}/${child.id || index}`, window)));
  return element;
}

/** As phones do: a window that the keyboard does not shrink moves up until its field can be seen. */
function keepFieldInView() {
  const keyboard = windows.get("keyboard")?.element;
  for (const { element } of windows.values()) element.style.transform = "";
  const field = document.activeElement;
  if (!keyboard || !isField(field)) return;
  const top = keyboard.getBoundingClientRect().top;
  field.scrollIntoView({ block: "nearest" });
  const below = Math.min(field.getBoundingClientRect().bottom, field.getBoundingClientRect().top + 48) + 8 - top;
  if (below > 0) field.closest(".window").style.transform = `translateY(${-Math.ceil(below)}px)`;
}

document.addEventListener("keydown", (event) => {
  const element = document.activeElement;
  if (!element?.view || (event.key !== "Enter" && event.key !== " ")) return;
  if (!isField(element)) {
    event.preventDefault();
    emit(element.view, "tap");
  } else if (event.key === "Enter" && !element.view.lines) {
    event.preventDefault();
    if (element.view.takes.includes("submit")) emit(element.view, "submit", element.value);
    else nextField(element)?.focus();
  }
});

const nextField = (element) => {
  const fields = parts(element.closest(".window")).filter(isField);
  return fields[fields.indexOf(element) + 1];
};

const selectedText = () => {
  const field = document.activeElement;
  return isField(field) ? field.value.slice(field.selectionStart, field.selectionEnd) : "";
};

const focusedBox = () => {
  const field = document.activeElement;
  if (!isField(field)) return null;
  const box = field.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
};
