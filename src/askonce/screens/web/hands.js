// The hand of a person in front of a browser. This runs in a world of its own, before any script of the page and in all
// its frames: what a page has overridden is not overridden here, and `report` cannot be called or seen by a page.
// Presses and keys are held back and reported, so that they can be looked at and then done; typing into a field, native
// lists, dates, files and the wheel are left to the browser and reported as done. What is done by us passes.

const CLOSE = 6, LONG = 500, PAUSE = 500, REST = 200, WINK = 400, STILL = 60, SAID = 5000, WIDE = 116;
const TEXTS = ["text", "search", "url", "tel", "email", "password", "number"];
const PICKED = ["date", "time", "month", "week", "datetime-local", "color", "range"];
const ACTIVE = ["button", "link", "checkbox", "radio", "switch", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "tab", "treeitem"];
const CARET = ["ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "Delete"];
const EDITING = ["a", "c", "x", "v", "z", "y"];
const SECRET = /^(?:current-password|new-password|one-time-code|cc-.+)$/;
const SHOWS = /(?:^|[^-])(?:display|visibility|opacity|height|transform|clip|clip-path|pointer-events|left|top|scale)\s*:/;

let own = null, isPicking = false, held = 0, isHeldElsewhere = false, down = null, isHeld = false;
let typed = null, typing = 0, wheel = null, scrolling = 0, bar = null, lastPress = null;
let chosen = [], isAiming = false, aim = null, still = 0, rests = null;
const keysHeld = new Set();

function tell(kind, data) {
  report(JSON.stringify({ kind, size: [innerWidth, innerHeight], ...data }));
}

// What can neither be done nor recorded is told where the person looks, and to whoever listens.
function unable(what) {
  tell("unable", { what });
  say("Not recorded");
}

// What is not done yet: until it is, keys are held back too, because they may be meant for what it opens or focuses.
function hold(kind, data) {
  finish();
  held += 1;
  tell(kind, { ...data, held: true });
}

function isWaiting() {
  return held > 0 || isHeldElsewhere || own !== null;
}

// Whether we press here just now, as often as we do. In a frame we do not know where it lies.
function isOwnPress(event) {
  if (!own || own.presses <= 0) return false;
  const [x, y] = placeOf(event);
  if (own.at && window.parent === window && Math.hypot(own.at[0] - x, own.at[1] - y) > 2) return false;
  own.presses -= 1;
  return true;
}

// Whether we press this key just now. What we type comes in its order, though some lines are broken without a key; all
// other keys are the person's.
function isOwnKey(event) {
  if (!own) return false;
  const place = own.keys.findIndex((name) => isKey(event, name));
  if (place < 0 || event.key.length === 1 && own.keys.slice(0, place).some((name) => name !== "\n")) return false;
  own.keys = own.keys.slice(place + 1);
  return true;
}

function isKey(event, name) {
  const key = event.key === "Enter" ? "\n" : event.key, plain = name.replace("Shift+", "");
  return key === plain || plain !== name && event.shiftKey && key.length === 1 && plain.length === 1;
}

function consume(event) {
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
}

function placeOf(event) {
  return shift(event.clientX, event.clientY);
}

// Positions count from the corner of what is in view, also where two fingers have zoomed the page.
function shift(x, y) {
  const view = window.parent === window ? window.visualViewport : null;
  return [x - (view ? view.offsetLeft : 0), y - (view ? view.offsetTop : 0)];
}

// The middle of what can be seen of an element.
function middleOf(element) {
  const box = element.getBoundingClientRect();
  const left = Math.max(box.left, 0), top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth), bottom = Math.min(box.bottom, innerHeight);
  if (!box.width || !box.height || right <= left || bottom <= top) return null;
  return shift((left + right) / 2, (top + bottom) / 2);
}

function targetOf(event) {
  const target = event.composedPath()[0];
  return target && target.nodeType === 1 ? target : target && target.parentElement || document.documentElement;
}

function focused() {
  let element = document.activeElement;
  while (element && element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

function tagOf(element) {
  return element ? element.localName : "";
}

function isField(element) {
  if (!element || element.disabled || element.readOnly || isSealed(element)) return false;
  return tagOf(element) === "textarea" || tagOf(element) === "input" && TEXTS.includes(element.type) || isRich(element);
}

function isRich(element) {
  return !!element && (element.isContentEditable || document.designMode === "on");
}

function editingHost(element) {
  while (element.parentElement && element.parentElement.isContentEditable) element = element.parentElement;
  return element;
}

// Lists, dates, colours and ranges open windows of the browser, or are drawn with.
function isNative(element) {
  const tag = tagOf(element);
  return tag === "select" && !element.disabled || tag === "option" || tag === "optgroup"
    || tag === "input" && PICKED.includes(element.type) && !element.disabled && !element.readOnly;
}

// What takes keys and shows elsewhere what they make: a closed shadow root, the tiny field that an editor hides.
function isSealed(element) {
  if (tagOf(element).includes("-")) return !element.shadowRoot && !element.isContentEditable;
  return tagOf(element) === "textarea" && (element.offsetWidth < CLOSE || element.offsetHeight < CLOSE);
}

function isActivated(element) {
  const tag = tagOf(element);
  if (!element || isField(element)) return false;
  return tag === "button" || tag === "summary" || tag === "a" && element.hasAttribute("href")
    || tag === "input" && !isNative(element) || ACTIVE.includes(element.getAttribute("role"));
}

function onBar(event, element) {
  const box = element.getBoundingClientRect();
  if (element === document.documentElement) return event.clientX >= element.clientWidth || event.clientY >= Math.max(element.clientHeight, 1) && innerHeight > element.clientHeight && event.clientY >= innerHeight - 20 && element.scrollWidth > element.clientWidth;
  const isScrolled = element.scrollHeight > element.clientHeight && element.offsetWidth > element.clientWidth
    || element.scrollWidth > element.clientWidth && element.offsetHeight > element.clientHeight;
  if (!isScrolled || getComputedStyle(element).display === "inline") return false;
  const x = event.clientX - box.left - element.clientLeft, y = event.clientY - box.top - element.clientTop;
  return x >= element.clientWidth && event.clientX < box.right || y >= element.clientHeight && event.clientY < box.bottom;
}

// Where the pointer rests, or begins to press, is told, so that what is there can be looked at before it is pressed. What
// was seen counts as long as nothing has changed.

const changes = new MutationObserver(dropAim);

function dropAim() {
  aim = null;
  changes.disconnect();
}

function aimAt(at, element, is_down = false) {
  if (!isAiming || isPicking || isWaiting() || !element.isConnected) return;
  const is_aimed = isAimed(at, element);
  if (is_aimed && !is_down) return;
  dropAim();
  if (isNative(element) || isField(element) && element === focused()) return;
  aim = { at, element };
  for (let root = element.getRootNode(); root; root = root.host && root.host.getRootNode()) {
    changes.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  tell("aim", { at: placeAt(aim), is_down, is_aimed });
}

function isAimed(at, element) {
  if (aim && changes.takeRecords().length) dropAim();
  return !!aim && aim.element === element && aim.at[0] === at[0] && aim.at[1] === at[1];
}

function rest() {
  clearTimeout(still);
  if (isAiming && rests) still = setTimeout(() => { const element = elementAt(rests.x, rests.y); if (element) aimAt(rests.at, element); }, STILL);
}

function elementAt(x, y) {
  let element = null, inner = document.elementFromPoint(x, y);
  while (inner && inner !== element) {
    element = inner;
    inner = element.shadowRoot && element.shadowRoot.elementFromPoint(x, y);
  }
  return element;
}

// Typing, the wheel and the bars of scrolled areas

function finish() {
  finishTyping();
  finishScrolling();
}

function finishTyping() {
  clearTimeout(typing);
  const element = typed;
  typed = null;
  if (!element || !element.isConnected) return;
  const text = isRich(element) ? linesOf(element) : element.value;
  const is_secret = element.type === "password" || (element.autocomplete || "").split(" ").some((word) => SECRET.test(word));
  tell("fill", { at: middleOf(element) || shift(0, 0), text, is_secret, is_done: true });
}

// What is written in an editor: each paragraph is a line, however far apart they are shown.
function linesOf(element) {
  const isBlock = (node) => node.nodeType === 1 && node.localName !== "br" && !/^(?:inline|none|contents|table)/.test(getComputedStyle(node).display);
  const nodes = [...element.childNodes];
  if (!nodes.some(isBlock)) return element.innerText.replace(/\n$/, "");
  const lines = [];
  let run = null;
  const end = () => { if (run !== null) lines.push(run.replace(/\n$/, "")); run = null; };
  for (const node of nodes) {
    if (isBlock(node)) { end(); lines.push(linesOf(node)); continue; }
    const text = node.localName === "br" ? "\n" : node.nodeType === 3 ? node.data.replace(/[ \t\n]+/g, " ") : node.nodeType === 1 ? node.innerText : "";
    if (run !== null || text.trim() || text === "\n") run = (run || "") + text;
  }
  end();
  return lines.join("\n");
}

function finishScrolling() {
  clearTimeout(scrolling);
  const turned = wheel;
  wheel = null;
  if (!turned || !turned.dx && !turned.dy) return;
  const { at, dx, dy } = turned;
  if (turned.isHeld) hold("scroll", { at, dx, dy });
  else tell("scroll", { at, dx, dy, is_done: true });
}

// What is pressed must not move before it is: until then the wheel is held back too.
function onWheel(event) {
  const isHeld = held > 0 || isHeldElsewhere;
  if (!event.isTrusted || event.ctrlKey || own && (own.turnsWheel || !isHeld)) return;
  if (isHeld) consume(event);
  dropAim();
  const unit = event.deltaMode === 1 ? 40 : event.deltaMode === 2 ? innerHeight : 1;
  finishTyping();
  if (wheel && wheel.isHeld !== isHeld) finishScrolling();
  wheel = wheel || { at: placeOf(event), dx: 0, dy: 0, isHeld };
  wheel.dx += event.deltaX * unit;
  wheel.dy += event.deltaY * unit;
  clearTimeout(scrolling);
  scrolling = setTimeout(finishScrolling, REST);
}

function onScroll(event) {
  dropAim();
  if (!bar || !event.isTrusted || own) return;
  const area = event.target === document ? document.scrollingElement : event.target;
  if (area !== bar.area) return;
  wheel = { at: bar.at, dx: area.scrollLeft - bar.left, dy: area.scrollTop - bar.top };
  clearTimeout(scrolling);
  scrolling = setTimeout(() => { finishScrolling(); bar = null; }, WINK);
}

function onInput(event) {
  dropAim();
  if (!event.isTrusted || own) return;
  const element = targetOf(event);
  if (tagOf(element) === "select") {
    const options = [...element.selectedOptions].map((option) => option.label);
    finish();
    tell("choose", { at: middleOf(element) || shift(0, 0), options, is_done: true });
  } else if (element.type === "file") {
    finish();
    chosen = [...element.files];
    tell("files", { at: middleOf(element) || lastPress || shift(0, 0), names: chosen.map((file) => file.name), is_done: true });
  } else if (element.type === "checkbox" || element.type === "radio") {
    const at = middleOf(element) || element.labels && element.labels[0] && middleOf(element.labels[0]);
    if (at) { finish(); tell("press", { at, is_done: true }); }
  } else if (!isSealed(element)) {
    const field = isRich(element) ? editingHost(element) : element;
    if (typed && typed !== field) finishTyping();
    typed = field;
    clearTimeout(typing);
    typing = setTimeout(finishTyping, PAUSE);
  }
}

// The pointer

function onDown(event) {
  if (!event.isTrusted) return;
  const element = targetOf(event);
  isHeld = false;
  if (isOwnPress(event)) { down = null; return; }
  if (isPicking) {
    consume(event);
    isHeld = true;
    down = null;
    if (event.button === 0) tell("point", { at: placeOf(event) });
    return;
  }
  if (onBar(event, element)) {
    finish();
    const area = element === document.documentElement ? document.scrollingElement : element;
    bar = { area, at: placeOf(event), left: area.scrollLeft, top: area.scrollTop };
    return;
  }
  if (isNative(element) && event.button === 0) { finish(); return; }
  if (event.button === 0 && isField(element) && (element === focused() || isRich(element) && editingHost(element) === focused()) && !isWaiting()) {
    down = { event, at: placeOf(event), when: event.timeStamp, isNative: true };
    return;
  }
  // Some desktops paste so.
  if (event.button === 1 && isField(element)) return;
  consume(event);
  isHeld = true;
  finish();
  down = { event, at: placeOf(event), when: event.timeStamp, element, isMoved: false };
  clearTimeout(still);
  rests = { at: down.at, x: event.clientX, y: event.clientY };
  if (event.button === 0) aimAt(down.at, element, true);
}

function onMove(event) {
  if (!event.isTrusted) return;
  if (isPicking) outline(event);
  if (!down && event.type === "pointermove" && !own) { rests = { at: placeOf(event), x: event.clientX, y: event.clientY }; rest(); }
  if (!down) return;
  if (Math.hypot(event.clientX - down.event.clientX, event.clientY - down.event.clientY) > CLOSE) down.isMoved = true;
  if (!down.isNative) event.stopImmediatePropagation();
}

function onUp(event) {
  if (!event.isTrusted || !down) return;
  const begun = down;
  down = null;
  const seconds = (event.timeStamp - begun.when) / 1000;
  if (begun.isNative) {
    if (!begun.isMoved && seconds * 1000 < LONG && event.detail < 2) tell("press", { at: begun.at, is_done: true });
    return;
  }
  consume(event);
  if (event.button > 2 || event.button === 1) { unable("a click with another button than left and right"); return; }
  const modifier = ["Control", "Shift", "Alt", "Meta"].find((key) => event.getModifierState(key));
  if (modifier) { unable(`a click with ${modifier} held`); return; }
  lastPress = begun.at;
  hovers(begun.element);
  if (begun.isMoved) {
    if (event.pointerType === "touch") hold("swipe", { start: begun.at, end: placeOf(event), seconds: Math.max(seconds, 0.05) });
    else if (event.button === 0) hold("drag", { start: begun.at, end: placeOf(event) });
  } else if (event.button === 2) hold("press", { at: begun.at, button: "right" });
  else if (seconds * 1000 >= LONG) hold("hold", { at: begun.at, seconds });
  else {
    const count = countOf(begun), is_aimed = isAimed(begun.at, begun.element);
    hold("press", { at: placeAt(begun), count, is_second: count === 2, ...is_aimed && { is_aimed } });
  }
}

// A press on the words beside a control is one on the control, which is what has a name.
function placeAt(press) {
  const label = press.element.closest("label"), control = label && label.control;
  if (!control || control.contains(press.element) || press.element.closest("a, button, input, select, textarea")) return press.at;
  return control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && middleOf(control) || press.at;
}

// Each second press in quick succession at one place makes the one before it a double one.
let last = null;
function countOf(press) {
  const isNear = last && press.when - last.when < WINK && Math.hypot(press.at[0] - last.at[0], press.at[1] - last.at[1]) < CLOSE;
  last = isNear && last.count === 1 ? { ...press, count: 2 } : { ...press, count: 1 };
  return last.count;
}

function onCancel(event) {
  if (event.isTrusted) down = null;
}

// All else that the browser makes of a press.
function onEcho(event) {
  if (!event.isTrusted) return;
  if (isHeld) { consume(event); return; }
  // A click without a press: by a screen reader, or a key that was not held back.
  if (!own && event.type === "click" && event.detail === 0 && !event.pointerType && !isNative(targetOf(event)) && !isField(targetOf(event))) {
    const at = middleOf(targetOf(event));
    if (at) { consume(event); hold("press", { at }); }
  }
}

// A finger's touches are hidden from the page, and go on to scroll it.
function onTouch(event) {
  if (event.isTrusted && isHeld) event.stopImmediatePropagation();
}

// What a press stands in only because the pointer rests on something: a menu that opens so.
function hovers(element) {
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    let rules = [];
    try { rules = sheet.cssRules; } catch { continue; }
    for (const rule of rules) {
      const selector = rule.selectorText;
      if (!selector || !selector.includes(":hover") || !SHOWS.test(rule.cssText)) continue;
      for (const part of selector.split(",")) {
        const [before, after] = [part.slice(0, part.lastIndexOf(":hover")), part.slice(part.lastIndexOf(":hover") + 6)];
        if (!/^[\w\-.#:()[\]="']*\s*[\s>+~]/.test(after) || !part.includes(":hover")) continue;
        let shown = null, above = null;
        try { shown = element.closest(part.trim()); above = shown && shown.closest(before.trim() || "*"); } catch { continue; }
        if (!shown) continue;
        const at = above && above !== shown ? ownPlace(above, shown) : null;
        if (at) { finish(); tell("hover", { at, is_done: true }); return; }
      }
    }
  }
}

// A place of an element that what it shows does not cover.
function ownPlace(element, shown) {
  const box = element.getBoundingClientRect();
  const places = [[0.5, 0.5], [0.5, 0.1], [0.1, 0.5], [0.1, 0.1]].map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
  const free = places.find(([x, y]) => { const there = document.elementFromPoint(x, y); return there && element.contains(there) && !shown.contains(there); });
  return free ? shift(...free) : null;
}

// Keys

function onKey(event) {
  if (!event.isTrusted || isOwnKey(event) || event.isComposing || event.keyCode === 229) return;
  if (["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"].includes(event.key)) return;
  const element = focused();
  const way = isPicking ? "native" : wayOf(event, element);
  if (way === "native") return;
  consume(event);
  keysHeld.add(event.code);
  if (way === "press") { const at = middleOf(element); if (at) hold("press", { at }); }
  else if (way === "text") hold("text", { text: event.key });
  else if (way === "keys") hold("keys", { keys: combination(event) });
  else hold(way, {});
}

function wayOf(event, element) {
  const isCommand = event.ctrlKey || event.metaKey, isAltGr = event.getModifierState("AltGraph");
  const isPlain = !isCommand && !event.altKey || isAltGr;
  const isChar = event.key.length === 1 && isPlain;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^F\d/.test(key) && ["F11", "F12"].includes(key) || isCommand && ["+", "-", "=", "0", "l", "i", "j"].includes(key)) return "native";
  if (key === "F5" || isCommand && key === "r") return "reload";
  if (event.altKey && key === "ArrowLeft") return "back";
  if (event.altKey && key === "ArrowRight") return "forward";
  if (isNative(element) && key !== "Enter" && key !== "Escape") return "native";
  if (isField(element)) {
    const isLines = tagOf(element) === "textarea" || isRich(element);
    if (isChar) return isWaiting() ? "text" : "native";
    const isMoving = key.startsWith("Arrow") && (isLines || element.type === "number") || CARET.includes(key) || key === "Tab" || isLines && key.startsWith("Page");
    const isEditing = isCommand && EDITING.includes(key) && !event.altKey;
    if (key === "Tab" && !isWaiting()) finishTyping();
    return (isMoving || isEditing) && !isWaiting() ? "native" : "keys";
  }
  if (isSealed(element) && isChar) return "text";
  if (isPlain && (key === "Enter" || key === " ") && isActivated(element) && middleOf(element)) {
    return key === " " && tagOf(element) === "a" || key === "Enter" && ["checkbox", "radio"].includes(element.type) ? "keys" : "press";
  }
  if (isWaiting() && isChar) return "text";
  if (element && element.type === "radio" && key.startsWith("Arrow")) return "native";
  if (!isWaiting() && (key === "Tab" || isCommand && ["a", "c"].includes(key))) return "native";
  return "keys";
}

function combination(event) {
  const name = event.key === " " ? "Space" : event.key;
  const isChar = name.length === 1;
  const modifiers = [event.ctrlKey && "Control", event.altKey && "Alt", event.shiftKey && !isChar && "Shift", event.metaKey && "Meta"];
  if (event.getModifierState("AltGraph")) return name;
  if (isChar && event.shiftKey && (event.ctrlKey || event.metaKey)) modifiers.splice(2, 1, "Shift");
  return [...modifiers.filter(Boolean), isChar && modifiers.some(Boolean) ? name.toUpperCase() : name].join("+");
}

function onKeyUp(event) {
  if (event.isTrusted && keysHeld.delete(event.code)) consume(event);
}

function onBlur(event) {
  dropAim();
  if (event.isTrusted && !own) finishTyping();
}

// The badge, and the outline of what is pointed at: in a closed root, without a text that could be read

let sign = null, words = "", saying = 0;

function showSign() {
  if (window.parent !== window || !document.documentElement || sign && sign.host.isConnected) return;
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.setAttribute("style", "all:initial!important;position:fixed!important;inset:auto 0 0 auto!important;width:0!important;height:0!important;pointer-events:none!important;z-index:2147483647!important");
  const root = host.attachShadow({ mode: "closed" });
  const badge = root.appendChild(document.createElement("canvas"));
  const frame = root.appendChild(document.createElement("div"));
  const ratio = window.devicePixelRatio || 1;
  badge.width = WIDE * ratio;
  badge.height = 24 * ratio;
  style(badge, { position: "fixed", right: "10px", bottom: "10px", width: `${WIDE}px`, height: "24px", "pointer-events": "none" });
  style(frame, { position: "fixed", display: "none", "box-sizing": "border-box", border: "2px solid #2563eb", background: "#2563eb22", "border-radius": "3px", "pointer-events": "none" });
  sign = { host, badge, frame, ratio };
  draw();
  document.documentElement.append(host);
}

function style(element, rules) {
  for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, "important");
}

function say(text) {
  words = text;
  draw();
  clearTimeout(saying);
  saying = setTimeout(() => { words = ""; draw(); }, SAID);
}

function draw() {
  if (!sign) return;
  const pen = sign.badge.getContext("2d");
  pen.setTransform(sign.ratio, 0, 0, sign.ratio, 0, 0);
  pen.clearRect(0, 0, WIDE, 24);
  pen.fillStyle = "#111827e6";
  pen.beginPath();
  pen.roundRect(0, 0, WIDE, 24, 12);
  pen.fill();
  pen.fillStyle = words ? "#facc15" : isPicking ? "#60a5fa" : "#ef4444";
  pen.beginPath();
  pen.arc(14, 12, 5, 0, 7);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.fillText(words || (isPicking ? "Pointing" : "Recording"), 26, 12.5);
}

function outline(event) {
  if (!sign) return;
  const box = targetOf(event).getBoundingClientRect();
  style(sign.frame, { display: "block", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
}

// What is asked of us from outside

const LISTENERS = [
  ["pointerdown", onDown], ["pointermove", onMove], ["mousemove", onMove], ["pointerup", onUp], ["pointercancel", onCancel],
  ...["mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu", "dragstart"].map((name) => [name, onEcho]),
  ["touchstart", onTouch], ["touchend", onTouch], ["keydown", onKey], ["keyup", onKeyUp], ["input", onInput],
  ["wheel", onWheel], ["scroll", onScroll], ["focusout", onBlur],
];

// A page that writes itself anew with `document.open` takes all listeners off its window.
const rewriting = new MutationObserver(listen);

function listen() {
  // Of the browser's own page that says why there is none, nothing is recorded.
  if (location.protocol === "chrome-error:") return;
  for (const [name, listener] of LISTENERS) window.addEventListener(name, listener, { capture: true, passive: name.startsWith("touch") });
  showSign();
}

function stop() {
  finish();
  rewriting.disconnect();
  for (const [name, listener] of LISTENERS) window.removeEventListener(name, listener, { capture: true });
  if (sign) sign.host.remove();
  delete globalThis.hands;
}

globalThis.hands = {
  pass(doing) { if (doing) finish(); own = doing; dropAim(); },
  release() { held = Math.max(held - 1, 0); },
  wait(on) { isHeldElsewhere = on; if (!on) rest(); },
  aim(on) { isAiming = on; },
  pick(on) { finish(); isPicking = on; if (sign) style(sign.frame, { display: "none" }); draw(); },
  show(on) { if (sign) style(sign.badge, { display: on ? "block" : "none" }); if (sign && !on) style(sign.frame, { display: "none" }); },
  file(number) { return chosen[number]; },
  finish,
  stop,
};
listen();
rewriting.observe(document, { childList: true });
