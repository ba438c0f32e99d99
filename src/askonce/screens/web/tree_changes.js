// Whether a document is as it was when it was read. The browser counts styles and layouts that it computes, and whoever
// asks compares these counts. Here is what can change without them: nodes and attributes, what fields hold, what is
// scrolled and focused, and what listens. Asking first brings the page up to date, so that the counts are.

const INPUTS = ["wheel", "touchmove", "keydown", "pointerdown", "drop"];  // may scroll what nobody sees into

function watchOf() {
  if (kept.watch) return kept.watch;
  const kinds = [window.MutationObserver, window.__zone_symbol__MutationObserver], kind = isNative(kinds[0]) ? kinds[0] : kinds[1];
  if (!isNative(kind) || !isNative(kind.prototype.observe) || !isNative(kind.prototype.takeRecords)) return null;
  const watch = { changes: 0, roots: [], observer: null, observe: kind.prototype.observe, take: kind.prototype.takeRecords };
  watch.observer = new kind(() => { watch.changes++; });
  const listen = pristine("EventTarget", "addEventListener");
  for (let i = 0; i < INPUTS.length; i++) listen.call(window, INPUTS[i], () => { watch.changes++; }, { capture: true, passive: true });
  return kept.watch = watch;
}

function watchRoot(root) {
  const watch = watchOf();
  if (!watch || watch.roots.indexOf(root) >= 0) return;
  watch.roots.push(root);
  watch.observe.call(watch.observer, root, { subtree: true, childList: true, attributes: true, characterData: true });
}
const watchDocument = () => watchRoot(document);
const isConnected = getter("Node", "isConnected");

function changesSoFar() {
  const watch = watchOf();
  if (watch && watch.take.call(watch.observer).length) watch.changes++;
  return watch ? watch.changes : NaN;
}

function holdingOf(field) {
  if (tagOf(field) === "select") return valueOf(field, "select", "") + propertyOf(field, "selectedIndex");
  const value = propertyOf(field, "value"), type = tagOf(field) === "input" ? typeOfInput(field) : "";
  if (type === "file") return fileNames(field);
  return type === "checkbox" || type === "radio" ? value + propertyOf(field, "checked") + propertyOf(field, "indeterminate") : value;
}

// Everything that a look depends on beside nodes, styles and layout, as one list of values.
function conditions() {
  const found = [...view, window.innerWidth, window.innerHeight, window.devicePixelRatio, active, getter("Document", "title")(document),
    window.CSS && window.CSS.highlights ? window.CSS.highlights.size : 0];
  const scrollers = [rootElement, getter("Document", "body")(document)];
  for (let i = 0; i < scrollers.length; i++) if (scrollers[i]) found.push(scrollTopOf(scrollers[i]), scrollLeftOf(scrollers[i]));
  const roots = watchOf() ? watchOf().roots : [];
  for (let i = 0; i < roots.length; i++) {
    const fields = queryAll(roots[i], "input, textarea, select");
    for (let j = 0; j < fields.length; j++) found.push(fields[j], holdingOf(fields[j]));
    const marked = fields.length ? queryAll(roots[i], ":user-invalid, :disabled") : [];
    for (let j = 0; j < marked.length; j++) found.push(marked[j]);
  }
  return found;
}

const evidenceOn = (element) => (typeof element.onclick === "function" ? 1 : 0) + (isListening(element) ? 2 : 0);

// What is remembered of a reading, by its kind.
const kindOfReading = (whole ? "whole" : "view") + (isProof ? " proof" : "");
function remember() {
  const watch = watchOf();
  if (watch) watch.roots = watch.roots.filter((root) => typeOf(root) === 9 || isConnected(root));
  const scrolled = [];
  for (let i = 0; i < clipping.length; i++) {
    const element = clipping[i];
    if (scrollHeightOf(element) > clientHeightOf(element)) scrolled.push({ element, offsetOf: scrollTopOf, offset: scrollTopOf(element) });
    if (scrollWidthOf(element) > clientWidthOf(element)) scrolled.push({ element, offsetOf: scrollLeftOf, offset: scrollLeftOf(element) });
  }
  const evidence = [];
  for (let i = 0; i < entered.length; i++) evidence.push(evidenceOn(entered[i]));
  kept.readings.set(kindOfReading, { changes: flaw ? NaN : changesSoFar(), conditions: conditions(), entered, evidence, scrolled, texts: ticking });
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
  if (!reading || reading.changes !== changesSoFar()) return false;
  const now = conditions(), was = reading.conditions;
  if (now.length !== was.length) return false;
  for (let i = 0; i < now.length; i++) if (now[i] !== was[i]) return false;
  const { scrolled, entered, evidence } = reading;
  for (let i = 0; i < scrolled.length; i++) if (scrolled[i].offsetOf(scrolled[i].element) !== scrolled[i].offset) return false;
  for (let i = 0; i < entered.length; i++) if (evidenceOn(entered[i]) !== evidence[i]) return false;
  return haveRested(reading.texts);
}
