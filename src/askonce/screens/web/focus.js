// What has the focus in this document, and what can be done to it with a keyboard.

const TYPED = ["text", "search", "url", "tel", "email", "password", "number"];
const SET = ["date", "time", "month", "week", "datetime-local", "color", "range"];
const KEYED = [
  "combobox", "textbox", "searchbox", "spinbutton", "grid", "gridcell", "treegrid", "application", "listbox", "tree",
  "menu", "menuitem", "slider", "option",
];
const ITEMS = [
  "button", "link", "checkbox", "switch", "radio", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem",
];
const FORMS = {
  date: "YYYY-MM-DD", time: "HH:MM", month: "YYYY-MM", week: "YYYY-Www", "datetime-local": "YYYY-MM-DDTHH:MM",
  color: "#rrggbb",
};

const TYPED_INTO = Symbol.for("askonce.typed"); // the field that was read last
const TYPING_INTO = Symbol.for("askonce.typing"); // the same, or the one to which the page has passed the focus on since
const MOST_PUT_OFF = 100; // milliseconds

function focusedElement() {
  let element = document.activeElement;
  while (element && element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

function focusedFrame() {
  const element = focusedElement();
  return isFrame(element) ? element : null;
}

function isCanvasLike(element) {
  for (let at = element; at; at = parentOf(at)) {
    const tag = at.tagName.toLowerCase();
    if (["canvas", "svg", "object", "embed"].includes(tag) || tag.includes("-") && tag !== "font-face") return true;
    if (KEYED.includes(at.getAttribute("role")) || at.hasAttribute("tabindex")) return true;
  }
  return false;
}

// text: one line · lines: many · editable: rich text · set: a value of a fixed form · keys: takes keys in its own way ·
// locked: disabled or read-only · control: takes no text · none: nothing has the focus · frame: look inside
function kindOf(element) {
  if (document.designMode === "on") return "editable";
  if (!element || element === document.documentElement) return "none";
  if (isFrame(element)) return "frame";
  if (element.isContentEditable) return "editable";
  if (element === document.body) return "none";
  const tag = element.tagName.toLowerCase();
  const keyed = KEYED.includes(element.getAttribute("role")) || element.hasAttribute("aria-haspopup");
  if (tag === "textarea") return element.readOnly || element.disabled ? "locked" : "lines";
  if (tag === "input" && (TYPED.includes(element.type) || SET.includes(element.type))) {
    if (element.disabled || element.readOnly) return keyed && !element.disabled ? "keys" : "locked";
    return SET.includes(element.type) ? "set" : "text";
  }
  if (tag === "input" || ["select", "option", "a", "area", "button", "summary", "label", "audio", "video"].includes(tag)) {
    return keyed ? "keys" : "control";
  }
  return "keys";
}

function readFocus(isPressed) {
  const element = focusedElement();
  const kind = kindOf(element);
  const isField = kind === "text" || kind === "lines";
  const moved = isPressed && element ? movedFrom(element) : "";
  typingGuard().expect(moved ? null : kind === "editable" ? hostOf(element) : isField ? element : null);
  const filled = isField ? element.value !== "" || element.validity.badInput : true;
  const room = isField && element.maxLength >= 0 ? element.maxLength : -1;
  for (const key of isField ? [TYPED_INTO, TYPING_INTO] : []) Object.defineProperty(window, key, { value: element, configurable: true });
  return asJson({ kind, what: describe(element), tag: element ? element.tagName.toLowerCase() : "", filled, room, moved, is_box: kind === "text" && typingGuard().isBox(element), is_code: isCode(element) });
}

// The same for the field that was pressed, if it has the focus, is empty, and takes a text of so many characters at once;
// else "", and no field is expected to take any.
function readPressed(length) {
  const field = pressedField();
  if (!field || field !== focusedElement() || kindOf(field) !== "text" || SET.includes(field.type)) return "";
  if (field.value !== "" || field.validity.badInput || typingGuard().isBox(field)) return "";
  return field.maxLength >= 0 && field.maxLength < length ? "" : readFocus(true);
}

// Editors of code complete what is typed key by key, with indents and brackets of their own. None of their text is prose.
function isCode(element) {
  const isFor = (name, value) => element.getAttribute(name) === value;
  return ["lines", "editable"].includes(kindOf(element)) && isFor("spellcheck", "false") && isFor("autocapitalize", "off");
}

// Pastes a text where the page takes that itself; whether it did.
function pasteText(text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  return !focusedElement().dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
}

// The field that was pressed last, where the page has passed the focus on from it to what was there before, or into a frame
// that was: that gets nothing of a text for the field.
function movedFrom(element) {
  const field = pressedField();
  if (!field || hostOf(field) === hostOf(element) || field.contains(element) || element.contains(field)) return "";
  const numbers = window[Symbol.for("askonce.numbers")]?.numbers, came = isFrame(element) ? watchOf()?.came() : null;
  const wasThere = came ? !came.some((node) => node.contains?.(element)) : numbers instanceof WeakMap && numbers.has(hostOf(element));
  return wasThere ? describe(field) : "";
}

function pressedField() {
  const pressed = pressGuard().reached(), field = pressed?.localName === "label" ? pressed.control : pressed;
  const isText = field && ["text", "lines", "editable", "set"].includes(kindOf(field)) && isOffered(field);
  return isText && field.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? field : null;
}

// Gives the focus back to it, if there is one.
function giveBack() {
  const field = pressedField();
  if (field) hostOf(field).focus();
  return field !== null;
}

const watchOf = () => window[Symbol.for("askonce.settle")];

// The same, if this document is the innermost that has the focus, or one around it.
function readOwnFocus(isPressed) {
  return document.hasFocus() ? readFocus(isPressed) : null;
}

// Whether the field that was read last holds this text and nothing else, or held it until the page took it, as those do
// that make labels of what is typed or go on once a code is complete. Where a `glance` is told its names, and the scripts
// that have it, what it says then comes instead of true: "" where it is not certain. It waits where the page has put
// something off that may move what is glanced at. True too in a document that came since.
function holdsTyped([text, scripts, names]) {
  const watch = watchOf(), kept = scripts && window[Symbol.for(scripts)], typing = typingGuard();
  const isWhole = typing.held() === text, isAlmost = isWhole || typing.held() === text.slice(0, -1);
  typing.expect(null);
  const look = () => {
    const element = window[TYPED_INTO];
    if (!element) return true; // another document has come
    const isElsewhere = !isOffered(element) || (element !== focusedElement() && isAlike(focusedElement(), text));
    const isTaken = (isAlmost && element.value === "" && text.length > 1) || (isWhole && isElsewhere);
    if (element.value !== text ? !isTaken : element !== focusedElement() && !isWhole) return false;
    return kept ? kept.glance(names) ?? "" : true;
  };
  return kept && watch?.isPutOff() ? watch.caughtUp(MOST_PUT_OFF).then(look) : look();
}

const isOffered = (element) => element.isConnected && !element.disabled && !element.readOnly && element.getClientRects().length > 0;

// Whether a field has this text in other letters or with other signs between them.
function isAlike(element, text) {
  const letters = (value) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return typeof element?.value === "string" && letters(text) !== "" && letters(element.value) === letters(text);
}

// Whether some of this text, typed by its keys, was lost or put elsewhere in the field, because the page selected what it
// held, or moved the caret, meanwhile. All that the field holds is selected then.
function isMixedUp(text) {
  const element = window[TYPED_INTO], sorted = (value) => [...value].sort().join("");
  if (!element || element !== focusedElement() || element.value === "" || element.value === text) return false;
  const isMixed = text.endsWith(element.value) || sorted(element.value) === sorted(text);
  if (isMixed) element.select();
  if (isMixed) typingGuard().expect(element);
  return isMixed;
}

// Whether no more than the beginning of this text came into the field that was read last, because another one had the
// focus.
function wasKeptOut(text) {
  return typingGuard().wasKeptOut() && text.startsWith(window[TYPED_INTO]?.value);
}

// How many characters the field takes to which the page has passed the focus on, any number when negative; null where it
// keeps the focus for so many milliseconds.
async function movedOn(longest) {
  const watch = watchOf(), from = window[TYPING_INTO], until = performance.now() + longest;
  while (watch && focusedElement() === from && performance.now() < until) await watch.frame();
  const to = focusedElement();
  if (!to || to === from || !("value" in to)) return null;
  Object.defineProperty(window, TYPING_INTO, { value: to, configurable: true });
  return to.maxLength ?? -1;
}

// "lost": something of a text came nowhere, because another field than the one that was read last had the focus. "date": that
// one made another date of it, as those do that take its parts in an order of their own.
function whatFailed(text) {
  const typing = typingGuard();
  typing.expect(null);
  if (typing.wasKeptOut() || typing.isMixed(text)) return "lost";
  return /^\d{4}-\d\d-\d\d$/.test(text) && isOtherDate(window[TYPED_INTO]?.value ?? "", text) ? "date" : "";
}

// Whether a date has digits that another one has not: it may have fewer, as "3/5/24" has.
function isOtherDate(held, meant) {
  const count = (text, digit) => text.split(digit).length - 1;
  return [...new Set(held.match(/\d/g) ?? [])].some((digit) => count(held, digit) > count(meant, digit));
}

// Gives the focus to the control at a point: "" then, else what lies there. Dialogs and other parts of a page take it
// from scripts too, but a key pressed there is not pressed on what lies in them.
function focusAt(point) {
  const hit = elementAt(point);
  if (!hit) return "place";
  const isControl = (element) => element.tabIndex >= 0 ||
    element.matches("a, button, input, select, textarea, summary") || ITEMS.includes(element.getAttribute("role"));
  let element = controlOf(hit) || hit;
  while (element && !isControl(element)) element = parentOf(element);
  if (element) element.focus({ preventScroll: true });
  if (element) typingGuard().aim(element);
  return element && element === focusedElement() ? "" : describe(hit);
}

// Puts the focus back into the field that was read last, all of it selected. Where the page has put another field in its
// place, which has some of this text by now, that one is it. Whether it has the focus.
function takeBack(text) {
  const now = focusedElement();
  let element = window[TYPED_INTO];
  if (!element.isConnected && kindOf(now) === "text" && text.toLowerCase().startsWith(now.value.toLowerCase())) element = now;
  element.focus();
  element.select();
  typingGuard().expect(element);
  return element === focusedElement();
}

// What was tapped last, for when nothing took the focus: [kind, description].
function readTapped(point) {
  const element = elementAt(point);
  if (isCanvasLike(element) && kindOf(element) !== "editable") return asJson(["keys", describe(element)]);
  const field = element && (element.closest("input, textarea, select, button, a") || (element.closest("label") || {}).control);
  return asJson([field && (field.disabled || field.readOnly) ? "locked" : "none", describe(field || element)]);
}

// Selects all that the focused field holds, ready to be deleted.
function selectAll() {
  const element = focusedElement();
  if (typeof element.select === "function") element.select();
  else getSelection().selectAllChildren(hostOf(element));
}

// Of rich text, what all of it lies in; else the element itself.
function hostOf(element) {
  if (document.designMode === "on") return document.body;
  while (element?.isContentEditable && element.parentElement?.isContentEditable) element = element.parentElement;
  return element;
}

// Sets a date, a colour and the like: [the form that the field takes or null, the key that takes the last step or null].
function setValue(text) {
  const element = focusedElement();
  let wanted = text.trim();
  if (element.type === "color") wanted = wanted.toLowerCase();
  if (element.type === "datetime-local") wanted = wanted.replace(" ", "T");
  const probe = element.cloneNode();
  probe.value = wanted;
  const fits = element.type === "range" ? wanted !== "" && Number(probe.value) === Number(wanted) : same(probe.value, wanted);
  if (!fits) {
    const steps = `a number from ${element.min || 0} to ${element.max || 100} in steps of ${element.step || 1}`;
    return asJson([FORMS[element.type] || steps, null]);
  }
  const near = element.type === "range" ? nearValue(element, Number(wanted)) : null;
  if (near) writeInput(element, near.value);
  if (near && element === focusedElement()) return asJson([null, near.key]);
  writeValue(element, wanted);
  return asJson([null, null]);
}

// One step away from a number, and the key that leads from there to it: sliders that a page paints itself hear a key, and
// not that the range behind them was set.
function nearValue(range, wanted) {
  const step = Number(range.step || 1), probe = range.cloneNode();
  const kept = (value) => { probe.value = value; return Math.abs(Number(probe.value) - value) < step / 1000 ? probe.value : null; };
  if (!(step > 0) || Number(range.value) === wanted) return null;
  const below = kept(wanted - step), above = kept(wanted + step);
  return below !== null ? { value: below, key: "ArrowUp" } : above !== null ? { value: above, key: "ArrowDown" } : null;
}

// Sets a range at once that the key did not bring to its number.
function settleRange(text) {
  const element = focusedElement();
  if (element && element.type === "range" && Number(element.value) !== Number(text)) writeValue(element, text.trim());
}

// Times may come back with other zeros at their end.
function same(kept, wanted) {
  return kept === wanted || (kept !== "" && kept.replace(/(:00)?(\.0+)?$/, "") === wanted.replace(/(:00)?(\.0+)?$/, ""));
}

// Empties a field whose value is set. Colours and ranges are never empty.
function emptyValue() {
  const element = focusedElement();
  if (element.value !== "" && element.type !== "color" && element.type !== "range") writeValue(element, "");
}

// Frameworks put their own setter on the element to notice writes: the prototype's goes past it, as a person does.
function writeInput(element, value) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(element, value);
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
}

function writeValue(element, value) {
  writeInput(element, value);
  element.dispatchEvent(new Event("change", { bubbles: true }));
}
