// After the walk: what is covered, which number each node has, and the JSON.

const CAPS = { name: 1000, text: 10000, value: 10000 };
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

// Five points of a box are tried. All covered: it is covered. Only the centre covered: another point is the one to touch.
function tryPoints(note) {
  const { element, actionable } = note, box = whole ? note.sight : note.box;
  const isCover = (hit, x, y) => {
    const cover = isShaded(argument.shade, x, y) ? rootElement : coverOf(element, hit, !actionable);
    if (cover) {
      note.cover = cover;
      note.isOpen = note.isOpen || !isOpaque(cover, element, x, y);
    }
    return cover;
  };
  const point = freePoint(element, box, note.inline, [note.clip || view, view], actionable, isCover);
  if (point && (point[0] !== (box[0] + box[2]) / 2 || point[1] !== (box[1] + box[3]) / 2)) note.point = point;
  if (!point && note.cover) note.states.push("covered");
}

// Whether what lies over an element at a point lets nothing of it through.
function isOpaque(cover, element, x, y) {
  let isDense = false;
  for (let node = cover; node && !isWithin(element, node); node = composedParent(node)) {
    const style = styleOf(node), color = shadeOfColor(style.backgroundColor), rect = rectOf(node);
    const isThere = rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom;
    isDense = (isDense || (isThere && color !== null && color.alpha > 0.98)) && !(parseFloat(style.opacity) < 0.98);
  }
  return isDense;
}

// The layer that lies over a node: the outermost box around the cover that is raised and does not hold the node itself,
// else the innermost that is at least positioned.
function layerOver(note) {
  let found = -1;
  for (let node = note.cover; node && !isWithin(note.element, node); node = composedParent(node)) {
    const index = layers.has(node) ? layers.get(node) : -1;
    if (index >= 0 && (found < 0 || nodes[index].high)) found = index;
  }
  return found;
}

// A hit test is dear, in long lists above all. What is only read is tested where something floats over it and it can be
// hit itself; so is everything, once as many have been tested as take this many milliseconds, reckoned by the quickest
// test, so that a busy machine sees no less.
const HIT_TIME = 30, MOST_TESTED = 300;
function mayBeCovered(note) {
  let isUnder = !!argument.shade;
  for (let i = 0; i < floating.length && !isUnder; i++) {
    isUnder = overlap(floating[i].box, note.box) !== null && !isWithin(note.element, floating[i].element);
  }
  return isUnder && styleOf(note.element).pointerEvents !== "none";
}

let testedCount = 0;
function markCovered() {
  let quickest = Infinity;
  for (let i = 0; i < nodes.length; i++) {
    const note = nodes[i];
    const isSeen = note.actionable || note.role === "text" || note.role === "heading" || note.role === "img" || note.whole;
    if (whole && note.live && note.box && !note.sight) note.states.push("offscreen");
    if (!note.live || !isSeen || !note.box || note.through || (whole && !note.sight)) continue;
    const always = note.actionable && testedCount < Math.min(MOST_TESTED, Math.max(5, HIT_TIME / quickest));
    if (!always && !mayBeCovered(note)) continue;
    const started = performance.now();
    tryPoints(note);
    note.isTested = true;
    note.isAlways = always;
    testedCount += always ? 1 : 0;
    quickest = Math.min(quickest, performance.now() - started);
    const index = note.cover ? layerOver(note) : -1;
    if (note.states.indexOf("covered") < 0) { note.partly = index >= 0 && note.point && nodes[index].high; continue; }
    if (index >= 0 && isRaised(nodes[index])) raise(index);
    note.over = index >= 0 && nodes[index].live ? nodes[index] : noteAt(note);
  }
}

// A pop-up, however it is written: a menu, a list of suggestions, a bare box. Bars along an edge are part of the page.
function isRaised(layer) {
  if (!layer.box) return false;
  return layer.box[3] - layer.box[1] >= 120 || layer.box[2] - layer.box[0] <= (view[2] - view[0]) * 0.9;
}

function raise(index) {
  const layer = nodes[index];
  if (layer.role === "dialog" || layer.role === "alertdialog" || layer.role === "overlay") return;
  layer.live = true;
  layer.role = "overlay";
  if (!layer.whole) layer.name = layer.given || contentName(index);  // a notice that is all text keeps its words
}

// The nearest node around what covers another.
function noteAt(note) {
  for (let node = note.cover; node && !isWithin(note.element, node); node = composedParent(node)) {
    const found = byElement.get(node);
    if (found && found.live) return found;
  }
  return null;
}

// What covers a node, for people: by its number, or by what is written on its element.
function coverWords(cover) {
  if (cover === rootElement) return "something outside of its frame";
  const words = [];
  addMarks(words, cover);
  return tidy(tagOf(cover) + " " + words.slice(0, 3).join(" "));
}

function contentName(index) {
  for (let i = index + 1; i < nodes[index].end; i++) if (nodes[i].live && nodes[i].role === "heading") return nodes[i].name;
  return "";
}

// A label's words are dropped where the field that bears them as its name is there itself.
function dropLabels() {
  for (let i = 0; i < nodes.length; i++) {
    const field = nodes[i].label && byElement.get(nodes[i].label);
    if (field && field.live && bare(field.name).indexOf(bare(nodes[i].seen)) >= 0) nodes[i].live = false;
  }
}

// Numbers live with the document: an element keeps its own as long as it is there, and no number is given twice.
function memoryOf() {
  const key = Symbol.for("askonce.numbers");
  const kept = window[key];
  if (kept && kept.numbers instanceof WeakMap && typeof kept.token === "string" && kept.next > 0) return kept;
  const memory = { token: argument.token, next: 1, numbers: new WeakMap() };
  try {
    Object.defineProperty(window, key, { value: memory, configurable: true });
  } catch (refused) {
    return memory;  // the page sealed its window: numbers last for this look only
  }
  return memory;
}

function numberOf(node, memory) {
  let number = memory.numbers.get(node);
  if (!number) {
    number = memory.next++;
    memory.numbers.set(node, number);
  }
  return number;
}

// Whether a text was another one at each of the last looks, like a clock. Looks that follow each other closely count as one.
const CLOSE_LOOKS = 300, TICKING = 3;
const ticking = [];
function isTicking(note) {
  const now = performance.now(), was = kept.texts.get(note.element);
  const isClose = was && now - was.at < CLOSE_LOOKS, times = was && was.text !== note.text ? was.times + 1 : 0;
  const is = isClose ? was : { text: note.text, times, at: now };
  kept.texts.set(note.element, is);
  ticking.push(is);
  note.tick = is;
  return is.times >= TICKING;
}

const HEX = "0123456789abcdef";

// A JSON string of any text: half characters become the replacement character, so that every reader accepts it.
function quote(text) {
  let out = '"', start = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isHigh = code >= 0xd800 && code <= 0xdbff, next = isHigh ? text.charCodeAt(i + 1) : 0;
    if (isHigh && next >= 0xdc00 && next <= 0xdfff) { i++; continue; }
    if (code >= 32 && code !== 34 && code !== 92 && (code < 0xd800 || code > 0xdfff)) continue;
    out += text.slice(start, i);
    if (code === 34 || code === 92) out += "\\" + text[i];
    else if (code < 32) out += "\\u00" + HEX[code >> 4] + HEX[code & 15];
    else out += "\ufffd";
    start = i + 1;
  }
  return out + text.slice(start) + '"';
}

const exact = (value) => (isFinite(value) ? String(value) : "1");
const number = (value) => { const rounded = Math.round(value * 100) / 100; return isFinite(rounded) ? String(rounded) : "0"; };
function list(items, write) {
  let out = "[";
  for (let i = 0; i < items.length; i++) out += (i ? "," : "") + write(items[i]);
  return out + "]";
}
function record(marks) {
  let out = "{";
  for (const key in marks) if (Object.prototype.hasOwnProperty.call(marks, key)) out += (out.length > 1 ? "," : "") + quote(key) + ":" + quote(marks[key]);
  return out + "}";
}

const SAYING = /^(text|listitem|row|article|cell|gridcell|treeitem|option|clickable)$/;
function writeNode(note, memory) {
  const { box } = note;
  let out = '{"number":' + note.number + ',"parent":' + note.parent + ',"role":' + quote(note.role)
    + ',"box":' + list([box[0], box[1], box[2] - box[0], box[3] - box[1]], number);
  if (note.name) out += ',"name":' + quote(cut(note.name, CAPS.name));
  if (note.text) out += ',"text":' + quote(cut(note.text, CAPS.text));
  if (note.value !== null && note.value !== undefined) out += ',"value":' + quote(cut(String(note.value), CAPS.value));
  if (note.states.length) out += ',"states":' + list(note.states, quote);
  if (note.actionable) out += ',"actionable":true';
  if (note.words) out += ',"words":' + quote(cut(note.words, CAPS.text));
  if (note.clear) out += ',"clear":true';
  if (note.struck) out += ',"struck":true';
  if (note.point) out += ',"point":' + list(note.point, number);
  if (note.options && note.options.labels.length) {
    out += ',"options":' + list(note.options.labels, (label) => quote(cut(label, 200)));
    if (note.options.more) note.marks["more options"] = String(note.options.more);
  }
  const marks = note.marks || {};
  if (note.icon) marks.icon = cut(note.icon, CAPS.name);
  else if (note.spoken) marks.spoken = "yes";
  if (note.role === "text" && isTicking(note)) marks.ticks = "yes";
  if (note.cover && !note.isOpen && note.states.indexOf("covered") >= 0) marks.hidden = "yes";
  if (isProof && !note.actionable && isAlarming(note.element)) marks.alarming = "yes";
  if (isProof && SAYING.test(note.role) && isMarked(note.element)) marks.marked = "yes";
  if (note.over) out += ',"cover":' + numberOf(note.over.key, memory);
  else if (note.cover && note.states.indexOf("covered") >= 0) marks["covered by"] = coverWords(note.cover);
  else if (note.partly) marks["partly covered"] = "yes";
  const written = record(marks);
  if (written.length > 2) out += ',"attributes":' + written;
  return out + "}";
}

function writeFrame(frame) {
  const { left, top, xScale, yScale, box, note, index } = frame;
  const inner = [(box[0] - left) / xScale, (box[1] - top) / yScale, (box[2] - left) / xScale, (box[3] - top) / yScale];
  const shade = overlap(box, view) && shadeOf(note.element, box, argument.shade);
  return '{"index":' + index + ',"node":' + note.place + ',"left":' + number(left) + ',"top":' + number(top)
    + ',"x_scale":' + exact(xScale) + ',"y_scale":' + exact(yScale) + ',"clip":' + list(inner, number)
    + ',"focused":' + (active === note.element)
    + (isProof ? ',"odd":' + (note.odd || !isUncovered(note.element, box, (hit) => hit === note.element)) : "")
    + (shade ? ',"shade":{"box":' + list(inner, number) + ',"columns":' + shade.columns + ',"rows":' + shade.rows + ',"cells":' + quote(shade.cells) + "}" : "")
    + "}";
}

// What moves when the page is scrolled: the root, or a body with a scroll bar of its own.
function pageScroller() {
  const root = getter("Document", "scrollingElement")(document) || rootElement, body = getter("Document", "body")(document);
  const isStill = scrollHeightOf(root) <= clientHeightOf(root) + 2;
  return isStill && body && scrollsOver(body, styleOf(body).overflowX, styleOf(body).overflowY) ? body : root;
}

let flaw = "";

// The nodes that whoever asks does not have yet, as they are now, and in which order all of them stand; without the order,
// these are all.
function writeNews(live, memory) {
  const last = kept.written.get(kindOfReading), known = last && last.token === argument.since ? last.texts : new Map(), texts = new Map(), news = [];
  for (let i = 0; i < live.length; i++) {
    const text = writeNode(live[i], memory);
    texts.set(live[i].number, text);
    if (known.get(live[i].number) !== text) news.push(text);
  }
  kept.written.set(kindOfReading, { token: argument.token, texts });
  return { written: "[" + news.join(",") + "]", order: known.size ? "[" + live.map((note) => note.number).join(",") + "]" : "null" };
}

function write() {
  const live = [], memory = memoryOf();
  for (let i = 0; i < nodes.length; i++) {
    const note = nodes[i];
    if (!note.live || !note.box) { note.live = false; continue; }
    let owner = note.owner;
    while (owner >= 0 && !nodes[owner].live) owner = nodes[owner].owner;
    note.number = numberOf(note.key, memory);
    note.parent = owner < 0 ? 0 : nodes[owner].number;
    note.place = live.length;
    live.push(note);
  }
  const { written, order } = writeNews(live, memory);
  return writeDocument(memory, '"nodes":' + written + ',"order":' + order);
}

function writeDocument(memory, body) {
  const scroller = pageScroller();
  return '{"token":' + quote(memory.token) + ',"title":' + quote(cut(tidy(getter("Document", "title")(document)), 300))
    + ',"width":' + number(Math.max(1, view[2] - view[0])) + ',"height":' + number(Math.max(1, view[3] - view[1]))
    + ',"left":' + number(zoomed ? view[0] : 0) + ',"top":' + number(zoomed ? view[1] : 0)
    + ',"above":' + number(Math.max(0, scrollTopOf(scroller)))
    + ',"below":' + number(Math.max(0, scrollHeightOf(scroller) - clientHeightOf(scroller) - scrollTopOf(scroller)))
    + "," + body + ',"frames":' + list(frames.filter((frame) => frame.note.live), writeFrame)
    + ',"more":' + (isFull ? Math.max(1, countAll(document, "*").length - visits) : 0)
    + (isProof ? ',"sight":{"complete":' + isComplete + ',"pictures":' + hasPictures + ',"anything":' + list(anything.filter(Boolean), (text) => quote(text.slice(0, 20000))) + "}" : "")
    + ',"still":' + isStill() + ',"current":' + isCurrent() + ',"told":' + isTold() + ',"guarded":' + isGuarded + ',"next":' + memory.next + ',"flaw":' + quote(flaw) + "}";
}

// Whether nothing moves. The watch is told that the page was read, and where elements lie as far as the walk knows it.
const settleWatch = window[Symbol.for("askonce.settle")];
let stillness = null;
function isStill() {
  if (stillness === null) stillness = !!settleWatch && settleWatch.seen((element) => rects.get(element));
  return stillness;
}

const isCurrent = () => !!settleWatch && !settleWatch.isPaintedAsBefore();

// An action follows: what changes from here on is its doing.
function isTold() {
  if (!settleWatch || !argument.action) return false;
  settleWatch[argument.action[0]](argument.action[1]);
  return true;
}

// Who reads it again tells of the action then.
const writeSameness = (isAsRead) =>
  '{"same":' + isAsRead + ',"still":' + isStill() + ',"current":' + isCurrent() + ',"told":' + (isAsRead && isTold()) + "}";

// A page can break anything. What was read until then is still worth having, so a failure is noted, not thrown; what could
// not be remembered is read again.
function attempt(step) {
  try {
    step();
  } catch (error) {
    flaw = flaw || String(error);
  }
}

try {
  if (argument.known) return writeSameness(isSame(kept.readings.get(kindOfReading)));
  if (argument.many !== undefined && countAll(document, "*").length > argument.many) return argument.unread;
  const patched = argument.rehearsal ? null : tryPatch();
  if (patched !== null) return patched;
  const steps = isProof ? [watchDocument, walk, dropLabels, markCovered, proveWords] : [watchDocument, walk, dropLabels, markCovered];
  for (let i = 0; i < steps.length; i++) attempt(steps[i]);  // not for-of: pages replace iterators
  if (argument.rehearsal) return "";
  const written = write();
  kept.readings.delete(kindOfReading);
  attempt(remember);
  return written;
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
