// Which elements may be others than at the last reading: those that mutations, states, values, pictures and scrolling touched.
// Where it may be anything, nobody says which.

const FAR = "label, legend, caption, figcaption, form, fieldset, iframe, frame, object, embed, slot, style, link, base, datalist, option, dialog, [popover], "
  + "marquee, video, audio, template, defs, symbol, [aria-haspopup=listbox]";
const FAR_ATTRIBUTES = new Set(["id", "for", "form", "type", "list", "slot", "shadowroot", "dir", "lang", "media", "rel", "http-equiv"]);
const recordTarget = getter("MutationRecord", "target"), recordKind = getter("MutationRecord", "type"), recordName = getter("MutationRecord", "attributeName");
const recordOld = getter("MutationRecord", "oldValue"), recordAdded = getter("MutationRecord", "addedNodes"), recordRemoved = getter("MutationRecord", "removedNodes");
const naturalWidthOf = getter("HTMLImageElement", "naturalWidth"), naturalHeightOf = getter("HTMLImageElement", "naturalHeight");

function imageSizes() {
  const roots = watchOf().roots, sizes = new Map();
  for (let i = 0; i < roots.length; i++) {
    const images = queryAll(roots[i], "img");
    for (let j = 0; j < images.length; j++) sizes.set(images[j], naturalWidthOf(images[j]) + "x" + naturalHeightOf(images[j]));
  }
  return sizes;
}

const touched = [];  // elements whose inside may be another

function touch(node, isWide) {
  const parent = isWide ? composedParent(node) : null;
  touched.push(parent || node);
  return true;
}

function elementsOnly(list) {
  const found = [];
  for (let i = 0; i < list.length; i++) if (typeOf(list[i]) === 1) found.push(list[i]);
  return found;
}

// Whether a part of the document has names or places that others refer to.
function isFarReaching(element, ids) {
  if (matches(element, FAR) || queryIn(element, FAR)) return true;
  const named = ids.size ? queryAllIn(element, "[id]") : [];
  for (let i = 0; i < named.length; i++) if (ids.has(attributeOf(named[i], "id"))) return true;
  return ids.has(attributeOf(element, "id"));
}

// Whether what stands around an element takes words from inside it, as a label does.
function isRead(element, ids) {
  for (let at = element, guard = 0; at && guard < 5000; at = composedParent(at), guard++) {
    if (/^(label|legend|caption|figcaption|option|datalist|select|style|textarea|defs|symbol|clipPath|mask|pattern|marker)$/.test(tagOf(at)) || ids.has(attributeOf(at, "id"))) return true;
  }
  return false;
}

const firstClass = (words) => (words || "").trim().split(/\s+/)[0];

function touchByRecord(record, reading) {
  const target = recordTarget(record), kind = recordKind(record), { hasSiblings, hasCounters } = reading.sources.rules;
  const element = typeOf(target) === 1 ? target : typeOf(target) === 11 ? target.host : composedParent(target);
  if (typeOf(target) === 9) return false;
  if (!element || !isConnected(element)) return true;  // it went with what it stood in
  const head = getter("Document", "head")(document);
  if (head && contains(head, element)) return /^(title|meta|script|head)$/.test(tagOf(element)) && kind !== "childList" || tagOf(element) === "title";
  if (kind === "attributes") {
    if (hasCounters || FAR_ATTRIBUTES.has(recordName(record)) || isFarReaching(element, reading.ids)) return false;
    const hasShape = recordName(record) !== "class" || firstClass(recordOld(record)) === firstClass(attributeOf(element, "class"));
    return touch(element, hasSiblings || !hasShape);
  }
  if (isRead(element, reading.ids)) return false;
  const moved = kind === "childList" ? elementsOnly(recordAdded(record)).concat(elementsOnly(recordRemoved(record))) : [];
  if (hasCounters && moved.length) return false;
  for (let i = 0; i < moved.length; i++) if (isFarReaching(moved[i], reading.ids)) return false;
  return touch(element, false);
}

// What differs between two lists of values by element. Elements that came or went are known by records.
function touchByValues(was, now, isWide) {
  was.forEach((value, element) => { if (isConnected(element) && now.has(element) && now.get(element) !== value) touch(element, isWide); });
}

function touchByStates(was, now, isWide) {
  now.states.forEach((matching, name) => {
    const before = was.states.get(name);
    matching.forEach((element) => { if (!before.has(element)) touch(element, isWide); });
    before.forEach((element) => { if (!matching.has(element) && isConnected(element)) touch(element, isWide); });
  });
}

// The elements to read again; null where it may be anything.
function findTouched(reading) {
  const watch = watchOf(), from = reading.mark - watch.dropped, now = conditions(), was = reading.conditions, { hasSiblings } = reading.sources.rules;
  if (from < 0 || now.view.some((value, i) => value !== was.view[i])) return null;
  for (let i = from; i < watch.records.length; i++) if (!touchByRecord(watch.records[i], reading)) return null;
  if (now.active !== was.active) [now.active, was.active].forEach((element) => { if (element && isConnected(element) && !/^(html|body)$/.test(tagOf(element))) touch(element, false); });
  touchByValues(was.values, now.values, hasSiblings);
  now.marked.forEach((element) => { if (!was.marked.has(element)) touch(element, false); });
  was.marked.forEach((element) => { if (!now.marked.has(element) && isConnected(element)) touch(element, false); });
  touchByValues(reading.images, imageSizes(), false);
  for (let i = 0; i < reading.scrolled.length; i++) {
    if (isConnected(reading.scrolled[i].element) && !isAsScrolled(reading.scrolled[i])) touch(reading.scrolled[i].element, false);
  }
  for (let i = 0; i < reading.entered.length; i++) {
    const { element, shadow } = reading.entered[i];
    if (evidenceOn(element) !== reading.evidence[i] || shadowOf(element) !== shadow) touch(element, false);
  }
  return now;
}
