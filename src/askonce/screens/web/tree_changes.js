// Whether a document is as it was when it was read. The browser counts styles and layouts that it computes, and whoever
// asks compares these counts. Here is what can change without them: nodes and attributes, what fields hold, what is
// scrolled and focused, and what listens. Asking first brings the page up to date, so that the counts are.

const INPUTS = ["wheel", "touchmove", "keydown", "pointerdown", "drop"];  // may scroll what nobody sees into

function watchOf() {
  if (kept.watch) return kept.watch;
  const kinds = [window.MutationObserver, window.__zone_symbol__MutationObserver], kind = isNative(kinds[0]) ? kinds[0] : kinds[1];
  if (!isNative(kind) || !isNative(kind.prototype.observe) || !isNative(kind.prototype.takeRecords)) return null;
  const watch = { changes: 0, records: [], dropped: 0, roots: [], observer: null, observe: kind.prototype.observe, take: kind.prototype.takeRecords };
  watch.observer = new kind((records) => noteRecords(watch, records));
  const listen = pristine("EventTarget", "addEventListener");
  for (let i = 0; i < INPUTS.length; i++) listen.call(window, INPUTS[i], () => { watch.changes++; }, { capture: true, passive: true });
  return kept.watch = watch;
}

const MOST_RECORDS = 500;
function noteRecords(watch, records) {
  watch.changes++;
  for (let i = 0; i < records.length; i++) watch.records.push(records[i]);
  const more = watch.records.length - MOST_RECORDS;
  if (more > 0) { watch.records.splice(0, more); watch.dropped += more; }
}
const markNow = () => { const watch = watchOf(); return watch ? watch.dropped + watch.records.length : NaN; };

function watchRoot(root) {
  const watch = watchOf();
  if (!watch || watch.roots.indexOf(root) >= 0) return;
  watch.roots.push(root);
  watch.observe.call(watch.observer, root, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true });
}
const watchDocument = () => watchRoot(document);
const isConnected = getter("Node", "isConnected");

function changesSoFar() {
  const watch = watchOf(), records = watch ? watch.take.call(watch.observer) : [];
  if (records.length) noteRecords(watch, records);
  return watch ? watch.changes : NaN;
}

function holdingOf(field) {
  if (tagOf(field) === "select") return valueOf(field, "select", "") + propertyOf(field, "selectedIndex");
  const value = propertyOf(field, "value"), type = tagOf(field) === "input" ? typeOfInput(field) : "";
  if (type === "file") return fileNames(field);
  return type === "checkbox" || type === "radio" ? value + propertyOf(field, "checked") + propertyOf(field, "indeterminate") : value;
}

// Everything that a look depends on beside nodes, styles and layout: the view, what is scrolled with it and focused, and what
// fields hold.
function conditions() {
  const found = [...view, window.innerWidth, window.innerHeight, window.devicePixelRatio, window.CSS && window.CSS.highlights ? window.CSS.highlights.size : 0];
  const scrollers = [rootElement, getter("Document", "body")(document)], values = new Map(), marked = new Set();
  for (let i = 0; i < scrollers.length; i++) if (scrollers[i]) found.push(scrollTopOf(scrollers[i]), scrollLeftOf(scrollers[i]));
  const roots = watchOf() ? watchOf().roots : [];
  for (let i = 0; i < roots.length; i++) {
    const fields = queryAll(roots[i], "input, textarea, select");
    for (let j = 0; j < fields.length; j++) values.set(fields[j], holdingOf(fields[j]));
    const dimmed = fields.length ? queryAll(roots[i], ":user-invalid, :disabled") : [];
    for (let j = 0; j < dimmed.length; j++) marked.add(dimmed[j]);
  }
  return { view: found, active, title: getter("Document", "title")(document), values, marked };
}

function areSame(now, was) {
  if (now.active !== was.active || now.title !== was.title || now.values.size !== was.values.size || now.marked.size !== was.marked.size) return false;
  if (now.view.length !== was.view.length || now.view.some((value, i) => value !== was.view[i])) return false;
  let isSame = true;
  now.values.forEach((value, field) => { isSame = isSame && was.values.has(field) && was.values.get(field) === value; });
  now.marked.forEach((field) => { isSame = isSame && was.marked.has(field); });
  return isSame;
}

const evidenceOn = (element) => (typeof element.onclick === "function" ? 1 : 0) + (isListening(element) ? 2 : 0);

// How far boxes are scrolled, and how much there is to scroll.
function offsetsOf(elements) {
  const scrolled = [];
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i], high = scrollHeightOf(element), wide = scrollWidthOf(element);
    if (high > clientHeightOf(element) || wide > clientWidthOf(element)) scrolled.push({ element, high, wide, top: scrollTopOf(element), left: scrollLeftOf(element) });
  }
  return scrolled;
}
const isAsScrolled = ({ element, high, wide, top, left }) =>
  scrollTopOf(element) === top && scrollLeftOf(element) === left && scrollHeightOf(element) === high && scrollWidthOf(element) === wide;

// What stands in a custom element may be scrolled by a closed shadow root, of which nobody is told.
const isSlotted = ({ up }) => up.style !== null && up.tag.indexOf("-") > 0 && !up.shadow;
const isSameRect = (one, other) => one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;
const isWhereItWas = ({ element, rect }) => isSameRect(rectOf(element), rect);

// What is remembered of a reading, by its kind.
const kindOfReading = (whole ? "whole" : "view") + (isProof ? " proof" : "");
function remember() {
  const watch = watchOf();
  if (watch) watch.roots = watch.roots.filter((root) => typeOf(root) === 9 || isConnected(root));
  const evidence = [];
  for (let i = 0; i < entered.length; i++) evidence.push(evidenceOn(entered[i].element));
  const reading = { changes: flaw ? NaN : changesSoFar(), mark: markNow(), conditions: conditions(), entered, evidence, scrolled: offsetsOf(clipping), texts: ticking, slotted: entered.filter(isSlotted), sources: null };
  kept.readings.set(kindOfReading, reading);
  keepForPatch(reading);
}

// Texts of which each look tells whether they tick: a look that finds nothing new is a look, too.
function haveRested(texts) {
  const now = performance.now();
  for (let i = 0; i < texts.length; i++) {
    if (now - texts[i].at < CLOSE_LOOKS) continue;
    if (texts[i].times >= TICKING) return false;
    texts[i].times = 0;
    texts[i].at = now;
  }
  return true;
}

function isSame(reading) {
  rectOf(rootElement);
  if (!reading || reading.changes !== changesSoFar() || !areSame(conditions(), reading.conditions)) return false;
  const { scrolled, entered, evidence, slotted } = reading;
  if (!slotted.every(isWhereItWas)) return false;
  for (let i = 0; i < scrolled.length; i++) if (!isAsScrolled(scrolled[i])) return false;
  for (let i = 0; i < entered.length; i++) if (evidenceOn(entered[i].element) !== evidence[i]) return false;
  return haveRested(reading.texts);
}
