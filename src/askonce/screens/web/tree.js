// The walk: one pass over the composed tree of a document, in reading order, giving one JSON string.
//
// Elements are entered and left. Entering notes a candidate node; leaving decides whether it stays, and whether the
// words inside it become its name. The JSON is written by hand because pages replace JSON.stringify and add toJSON.

const MOST_VISITS = 200000, MOST_NODES = argument.most, LONG_LIST = 120, MOST_MISSES = 40;
const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "link", "meta", "title", "param", "source", "track",
  "datalist", "option", "optgroup", "defs", "desc", "symbol", "clipPath", "mask", "filter", "linearGradient", "wbr", "base"]);
const INLINE = new Set(["inline", "contents", "inline-block", "inline-flex", "inline-grid", "ruby", "ruby-text", "ruby-base"]);
const LEAVES = new Set(["img", "canvas", "video", "audio", "iframe", "frame", "progress", "meter", "input", "textarea", "select", "object", "embed"]);
const PASSING = new Set(["ul", "ol", "dl", "table", "tbody", "thead", "html", "body", "main"]);
const STANDING = new Set(["dialog", "alertdialog", "navigation", "search", "menu", "menubar", "listbox", "tablist", "toolbar", "radiogroup", "tree"]);
const ITEMS = new Set(["row", "listitem", "article"]);
const PLAIN = new Set(["cell", "gridcell", "columnheader", "rowheader", "listitem", "alert", "status", "log", "tooltip", "note", "timer"]);

// Screen units are counted from the corner of the visual viewport, which two fingers can move within the page. `view` is
// what can be seen of the document, `field` what the walk looks at: the same, or all that scrolling can bring into view.
const visual = window.visualViewport, whole = argument.whole;
const zoomed = !argument.clip && visual && Math.abs(visual.scale - 1) > 0.001;
const view = argument.clip || (zoomed
  ? [visual.offsetLeft, visual.offsetTop, visual.offsetLeft + visual.width, visual.offsetTop + visual.height]
  : [0, 0, window.innerWidth, window.innerHeight]);
const field = whole ? joined(view, reachOf(pageScroller(), [0, 0, window.innerWidth, window.innerHeight])) : view;
const viewArea = (view[2] - view[0]) * (view[3] - view[1]);
let hits = whole ? new Set() : null;
const isHit = (element) => (hits = hits || hitGrid(view)).has(element);
const nodes = [], stack = [], entered = [], clipping = [], layers = new Map(), frames = [], byElement = new Map(), floating = [], rects = new Map();
let visits = 0, run = null, isFull = false, ahead = [], mayBeClosed = false;

// Who reads a page may press in it next.
const pressGuard = window[Symbol.for("askonce.guard")];
const isGuarded = Boolean(pressGuard && pressGuard.listen());

let active = argument.focused ? getter("Document", "activeElement")(document) : null;
while (active && shadowOf(active) && activeInShadow(shadowOf(active))) active = activeInShadow(shadowOf(active));

// ---- text ----------------------------------------------------------------------------------------------------------

// The part of a long text that lies in view: found by halving, because asking for each line would be slow.
function visiblePart(node, text, rect, clip) {
  if (text.length < 300 || (rect.top >= clip[1] - 2 && rect.bottom <= clip[3] + 2)) return text;
  const search = (isBefore) => {
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(textRect(node, middle, middle + 1))) low = middle + 1; else high = middle;
    }
    return low;
  };
  return text.slice(search((at) => at.bottom <= clip[1]), search((at) => at.top < clip[3]));
}

function readText(node, level) {
  if (!level.shown || level.faint || level.closed) return;
  const data = dataOf(node);
  if (!/\S/.test(data)) { if (run) run.space = true; return; }
  const rect = textRect(node, 0, data.length);
  const box = overlap(edges(rect), level.clip);
  if (!box) return;
  const sight = level.sight && overlap(edges(rect), level.sight);
  const text = visiblePart(node, data.length > 1e6 ? data.slice(0, 1e6) : data, rect, level.clip).slice(0, 20000);
  if (run) {
    const sameLine = Math.abs(rect.top - run.last.top) < rect.height / 2;
    const apart = sameLine && (rect.left - run.last.right > 2.5 || run.last.left - rect.right > 2.5);
    const space = run.space || apart ? " " : "";
    run.seen += space + text;
    if (isProof) run.pieces.push({ node, level, space: space !== "", clip: level.sight || level.clip });
    run.said += space + (level.mute ? "" : text);
    run.box = joined(run.box, box);
    run.full = joined(run.full, edges(rect));
    run.sight = run.sight && sight ? joined(run.sight, sight) : run.sight || sight;
  } else {
    run = { key: node, element: level.element, box, full: edges(rect), sight, seen: text, said: level.mute ? "" : text, owner: level.owner, label: level.label,
      pieces: isProof ? ahead.concat({ node, level, space: false, clip: level.sight || level.clip }) : null };
    ahead = [];
  }
  run.last = rect;
  run.space = /\s$/.test(text);
}

const hasRoom = () => nodes.length < MOST_NODES || !(isFull = true);

// Whether so much of a text is cut off that it cannot be read: hardly any of its height is left, or its end.
function isCut({ box, full }) {
  return box[3] - box[1] < (full[3] - full[1]) * 0.6 || box[2] - box[0] < (full[2] - full[0]) * 0.9;
}

function flush() {
  ahead = [];
  if (!run) return;
  const seen = tidy(run.seen);
  if (seen && hasRoom()) {
    nodes.push({ key: run.key, element: run.element, role: "text", name: "", text: seen, seen, said: tidy(run.said),
      box: run.box, sight: run.sight, owner: run.owner, label: run.label, live: true, states: [], icon: "", over: null, run: isProof ? run : null,
      marks: isCut(run) ? { cut: "yes" } : null });
  }
  run = null;
}

// Text that only style sheets hold; icon fonts use characters without meaning, which are left out.
function generated(element) {
  let text = "";
  for (let i = 0; i < 2; i++) {
    const found = /^"((?:[^"\\]|\\.)*)"$/.exec(styleOf(element, i ? "::after" : "::before").content);
    if (found) text += " " + found[1].replace(/\\(.)/g, "$1").replace(/[\ue000-\uf8ff]/g, "");
  }
  return tidy(text);
}

// ---- entering ------------------------------------------------------------------------------------------------------

const shapeOf = (element) => tagOf(element) + "." + ((attributeOf(element, "class") || "").trim().split(/\s+/)[0]);

// Whether most children of an element look the same: then it is a list, however it is written.
function hasAlikeChildren(element) {
  const count = childCountOf(element);
  if (count < 4) return false;
  const children = childrenOf(element), shapes = new Map(), step = Math.max(1, Math.floor(count / 20));
  let taken = 0, most = 0;
  for (let i = 0; i < count; i += step, taken++) {
    const shape = shapeOf(children[i]), times = (shapes.get(shape) || 0) + 1;
    shapes.set(shape, times);
    if (times > most) most = times;
  }
  return most >= 4 && most >= taken * 0.6;
}

function hasAlikeSibling(element) {
  const after = elementAfter(element), before = elementBefore(element), shape = shapeOf(element);
  return (after && shapeOf(after) === shape) || (before && shapeOf(before) === shape);
}

// Where a hand cursor begins, something can be clicked; a list whose every entry shows it passes that on to them. Inside
// of such a thing, what has a hand cursor by a rule of its own is another.
function clickKind(element, tag, role, style, rect, level, up) {
  if (up.strict || up.label || tag === "html" || tag === "body") return "";
  const tabindex = attributeOf(element, "tabindex");
  const large = rect.width * rect.height > Math.max(viewArea * 0.6, 200000);  // a page that listens to all clicks
  if (attributeOf(element, "draggable") === "true") return "draggable";
  if (large || PASSING.has(tag)) return "";
  if (hasAttribute(element, "onclick")) return "clickable";
  if (typeof element.onclick === "function") return rect.width * rect.height > 0 ? "clickable" : "weak";  // the root of React has one
  if (CONTAINERS.has(role) && !ITEMS.has(role)) return "";
  if (!isBare(element) && matches(element, DRAGGED)) return "draggable";
  if (tabindex !== null && parseInt(tabindex) >= 0 && !level.scrolls) return "clickable";
  if (!isBare(element) && matches(element, DECLARED)) return "clickable";
  const isHand = up.pointer ? style.cursor === "pointer" && hasOwnHand(element) : level.hand && !level.passes;
  return isHand ? "clickable" : !up.pointer && isListening(element) ? "weak" : "";
}

function scrollsOver(element, wide, high) {
  const isOpen = (overflow) => overflow === "auto" || overflow === "scroll" || overflow === "overlay";
  return (isOpen(high) && scrollHeightOf(element) > clientHeightOf(element) + 2)
    || (isOpen(wide) && scrollWidthOf(element) > clientWidthOf(element) + 2);
}

// How a candidate will be settled when it is left: see `settle`.
function modeOf(element, tag, role, act, style, level) {
  if (act === "field" || LEAVES.has(tag)) return "leaf";
  if (act === "proxy" || (role === "slider" && tag !== "input") || (role === "combobox" && tag === "button")) return "all";
  if (WIDGETS.has(role) && !FIELDS.has(role) && role !== "treeitem") return "all";
  if (act) return "soft";
  if (role === "heading") return "own";
  if (role === "img") return "picture";
  if (PLAIN.has(role)) return "plain";
  if (CONTAINERS.has(role)) return "box";
  if (level.scrolls) return "scroller";
  if (level.position === "fixed" || (level.position === "absolute" && parseInt(style.zIndex) > 0)) return "layer";
  if (!INLINE.has(level.display) && hasAlikeSibling(element)) return "group";
  return level.position === "absolute" ? "layer" : "";
}

function actOf(element, tag, role, style, rect, level, up) {
  if (tag === "label") {
    const control = propertyOf(element, "control") || boxBehind(element);
    if (!control || !/^(input|select|textarea)$/.test(tagOf(control))) return clickKind(element, tag, role, style, rect, level, up);
    return controlBehind(element, tag) ? "proxy" : "label";
  }
  if (rangeBehind(element) || boxBehind(element)) return "proxy";
  if (level.faint) return tag === "input" && takesTouch(element, view) ? "field" : "";
  if (tag === "input" || tag === "textarea" || tag === "select") return role ? "field" : "";
  if (isEditable(element)) return "field";
  if ((tag === "video" || tag === "audio") && hasAttribute(element, "controls")) return "field";
  if (WIDGETS.has(role)) return "widget";
  return clickKind(element, tag, role, style, rect, level, up);
}

function enter(element, up) {
  const tag = tagOf(element);
  if (isProof) noteNativeWords(element, tag);
  if (++visits > MOST_VISITS || SKIPPED.has(tag) || (up.closed && tag !== "summary")) return null;
  if (tag === "br") { if (run) run.space = true; return null; }
  const rect = rectOf(element), bounds = edges(rect), isRoot = tag === "html" || tag === "body";
  rects.set(element, rect);
  const isSmall = isRoot || !(rect.width > 0 && rect.height > 0);  // its children may well be larger
  if (!whole && !isSmall && !overlap(bounds, view) && !spills(element) && !isHit(element)) return miss(rect, up);
  const style = styleOf(element), display = style.display, position = style.position;
  if (display === "none" || CUT_AWAY.test(style.clipPath) || (isPlacedBy(position) && CUT_AWAY.test(style.clip))) return null;
  const onTop = isOnTop(element, tag), clip = clipFor(position, onTop, up, "clip", field);
  const box = display === "contents" ? null : overlap(bounds, clip);
  if (!isSmall && !box && position === "static" && !spills(element) && !isHit(element)) return miss(rect, up);
  up.misses = 0;
  if (box && (onTop || (position !== "static" && (position !== "relative" || style.zIndex !== "auto")))) floating.push({ element, box });
  const level = makeLevel(element, tag, style, display, position, up);
  level.rect = rect;
  level.at = entered.length;
  level.shadow = shadowOf(element);
  entered.push(level);
  if (level.shadow) watchRoot(level.shadow); else if (tag.indexOf("-") > 0) mayBeClosed = true;
  level.box = box;
  level.onTop = onTop;
  // The overflow of the root belongs to the view.
  const isClip = !isRoot && level.isCut && display !== "inline" && display !== "contents";
  if (isClip && level.isScroller) clipping.push(element);
  level.clip = !isClip ? clip : whole && level.scrolls ? joined(box || NOTHING, reachOf(element, bounds)) : box || NOTHING;
  if (whole) {
    const sight = clipFor(position, onTop, up, "sight", view);
    level.part = overlap(bounds, sight);
    level.sight = isClip ? level.part || NOTHING : sight;
  }
  if (isProof) proveLevel(element, tag, style, rect, level);
  if (!level.list && !whole && !shadowOf(element) && childCountOf(element) > LONG_LIST) narrow(level);
  if (level.block) flush();
  level.start = nodes.length;
  const note = level.shown ? noteOf(element, tag, style, rect, box, level, up) : null;
  if (note) push(note, level, up);
  if (isProof) addGenerated(level, "::before");
  if (style.contentVisibility === "hidden") level.list = [];
  return level;
}

const spills = (element) => scrollHeightOf(element) > clientHeightOf(element) + 1 && clientHeightOf(element) > 0;

function push(note, level, up) {
  flush();
  level.node = level.owner = level.start = nodes.length;
  level.strict = up.strict || note.mode === "all";
  nodes.push(note);
  if (note.mode === "leaf") level.list = [];
}

function miss(rect, up) {
  if (rect.top > up.clip[3]) up.misses++;
  return null;
}

const isPlacedBy = (position) => position === "absolute" || position === "fixed", isPlaced = (style) => isPlacedBy(style.position);

// Each property of a style is asked for once: every answer takes the browser some time.
function makeLevel(element, tag, style, display, position, up) {
  const wide = style.overflowX, high = style.overflowY;
  const assigned = tag === "slot" ? assignedTo(element) : null;
  const hand = hasHand(element, style), begins = !up.pointer || isPlacedBy(position);  // a menu may pop up inside of what opens it
  const passes = hand && begins && (PASSING.has(tag) || hasAlikeChildren(element) || hasParts(element));
  return {
    element, tag, style, display, position, up, isCut: wide !== "visible" || high !== "visible", isScroller: wide !== "clip" || high !== "clip", clip: NOTHING, sight: null, part: null, box: null, onTop: false, hand, passes,
    cursor: firstOf(shadowOf(element) || element), list: assigned && assigned.length ? assigned : null, index: 0, misses: 0, narrow: false, first: 0,
    shown: style.visibility === "visible", faint: up.faint || style.opacity === "0",
    inert: up.inert || hasAttribute(element, "inert"), disabled: up.disabled || attributeOf(element, "aria-disabled") === "true",
    mute: up.mute || attributeOf(element, "aria-hidden") === "true",
    pointer: hand && !passes,
    strict: up.strict, label: up.label, owner: up.owner, node: -1, odd: up.odd, "::before": null, "::after": null,
    closed: tag === "details" && !hasAttribute(element, "open"),
    block: !INLINE.has(display) || tag === "text",
    scrolls: tag !== "html" && tag !== "body" && scrollsOver(element, wide, high),
    floats: style.float !== "none", rect: null, shadow: null, at: 0, last: 0, start: 0, end: 0,  // its place among all that was entered and noted
  };
}

// The first child of a very long list that is in view; children are taken from there until enough lie below the view.
function narrow(level) {
  const children = childrenOf(level.element), count = children.length;
  const topAt = (index) => {
    for (let i = index; i < count && i < index + 20; i++) {
      const rect = rectOf(children[i]);
      if (rect.height > 0) return rect;
    }
    return null;
  };
  const first = topAt(0), last = topAt(count - 1);
  if (!first || !last || last.top <= first.top) return;
  let low = 0, high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1, rect = topAt(middle);
    if (!rect || rect.top < first.top - 1 || rect.top > last.top + 1) return;
    if (rect.bottom <= level.clip[1]) low = middle + 1; else high = middle;
  }
  level.narrow = true;
  level.first = Math.max(0, low - 15);
  level.cursor = level.first === 0 ? level.cursor : children[level.first];
}

// Children of a narrowed list that lie elsewhere but were hit: positioned ones.
function strays(level, end) {
  const found = [];
  (hits || hitGrid(view)).forEach((element) => {
    if (parentOf(element) !== level.element) return;
    const children = childrenOf(level.element);
    const where = (other) => (compare(other, element) & 2) !== 0;
    if ((level.first > 0 && where(children[level.first])) || !where(end)) found.push(element);
  });
  return found;
}

function noteOf(element, tag, style, rect, box, level, up) {
  let role = roleOf(element, tag);
  if (role === "none" || role === "presentation" || role === "generic") role = "";
  let act = actOf(element, tag, role, style, rect, level, up);
  if (act === "label") {
    flush();  // a label's words are kept apart from those before it
    level.label = propertyOf(element, "control");
    level.block = true;
    return null;
  }
  if (level.faint && act !== "field") return null;
  const weak = act === "weak";
  if (weak) act = "clickable";
  const control = act === "proxy" ? controlBehind(element, tag) : element;
  if (act === "proxy") role = roleOf(control, tagOf(control));
  if (act === "field" && !role) role = "textbox";
  const mode = modeOf(element, tag, role, act, style, level);
  if (!mode || !hasRoom()) return null;
  if (mode === "leaf" && !box) return null;
  if (mode === "leaf" && !act && tag === "img" && !isWorthSeeing(element, box, level)) return null;
  const actionable = act !== "";
  const note = {
    key: element, element, control, mode, tag, actionable, role: role || (actionable ? act : mode === "scroller" ? "region" : "group"),
    name: "", text: "", seen: "", said: "", value: null, box, rect, owner: up.owner, live: true, states: [], options: null, marks: null,
    given: mode === "group" || mode === "scroller" ? tidy(attributeOf(element, "aria-label")) : givenName(element, tag),
    inline: level.display === "inline", through: style.pointerEvents === "none", clip: level.clip, label: null, implied: !role,
    sight: level.part, icon: "", over: null, high: false, weak: weak ? modeOf(element, tag, role, "", style, level) || "layer" : "",
  };
  if (tag === "iframe" || tag === "frame") noteFrame(note, style);
  if (mode === "leaf") { note.value = valueOf(element, tag, role); nameNote(note, ""); note.said = role === "img" ? note.name : ""; }
  const isDialog = role === "dialog" || role === "alertdialog";
  if (!actionable && (isPlacedBy(level.position) || isDialog)) layers.set(element, nodes.length);
  note.odd = level.odd;
  note.high = isDialog || level.position === "fixed" || parseInt(style.zIndex) > 0;
  if (actionable || mode === "leaf" || mode === "own") {
    note.states = statesOf(element, control, tag, role, level, active);
    note.marks = actionable || tag === "img" ? marksOf(element, tag) : role === "heading" ? { level: headingLevel(element, tag) } : null;
    if (isProof && note.marks && isDisputed(control, note.states)) note.marks.disputed = "disabled";
    const heading = isProof && actionable && headingOf(element);
    if (heading) note.marks.level = headingLevel(heading, tagOf(heading));
    if (act === "field") note.options = optionsOf(element, tag);
    if (act === "proxy" && FIELDS.has(role)) readBehind(note);
    else if (act === "proxy" && tag !== "label") note.given = note.given || givenName(control, tagOf(control));
  }
  if (level.scrolls && act !== "field") noteScroll(note);
  byElement.set(control, note);
  return note;
}

function isWorthSeeing(element, box, level) {
  if (level.mute || attributeOf(element, "alt") === "") return level.strict;
  return hasAttribute(element, "alt") || (box[2] - box[0] >= 48 && box[3] - box[1] >= 48) || level.strict;
}

function noteScroll(note) {
  const element = note.element, round = (value) => String(Math.max(0, Math.round(value)));
  note.states.push("scrolls");
  note.marks = note.marks || {};
  note.marks.above = round(scrollTopOf(element));
  note.marks.below = round(scrollHeightOf(element) - clientHeightOf(element) - scrollTopOf(element));
  note.marks.beside = round(scrollWidthOf(element) - clientWidthOf(element));
}

function noteFrame(note, style) {
  const index = argument.children.indexOf(note.element);
  if (index < 0) return;
  const rect = note.rect, element = note.element;
  const xScale = rect.width / (offsetWidthOf(element) || 1), yScale = rect.height / (offsetHeightOf(element) || 1);
  const left = rect.left + (clientLeftOf(element) + parseFloat(style.paddingLeft)) * xScale;
  const top = rect.top + (clientTopOf(element) + parseFloat(style.paddingTop)) * yScale;
  const inner = [left, top, rect.right - parseFloat(style.borderRightWidth) * xScale, rect.bottom - parseFloat(style.borderBottomWidth) * yScale];
  const box = whole ? note.sight && overlap(inner, note.sight) : overlap(inner, note.box);
  if (box || whole) frames.push({ index, note, left, top, xScale, yScale, box: box || [left, top, left, top] });
}

// ---- walking -------------------------------------------------------------------------------------------------------

function walk() {
  // Every field is there, so that nothing is looked up in a prototype that the page has filled.
  const root = { style: null, clip: field, sight: whole ? view : null, owner: -1, misses: 0, pointer: false, strict: false, faint: false, inert: false,
    disabled: false, mute: false, closed: false, label: null, odd: isProof && isOddDocument() };
  walkFrom(rootElement, root);
}

// An element with all that is inside of it; its level, if it was entered.
function walkFrom(element, up) {
  const first = enter(element, up);
  if (first) stack.push(first);
  while (stack.length) {
    const level = stack[stack.length - 1];
    let node;
    if (isFull || visits > MOST_VISITS) node = null;
    else if (level.list) node = level.index < level.list.length ? level.list[level.index++] : null;
    else {
      node = level.cursor;
      if (node) level.cursor = nextOf(node);
      if (node && level.narrow && level.misses > MOST_MISSES) {
        level.list = strays(level, node);
        continue;
      }
    }
    if (!node) { leave(level); stack.pop(); continue; }
    const type = typeOf(node);
    if (type === 3) readText(node, level);
    else if (type === 1) {
      const inner = enter(node, level);
      if (inner) stack.push(inner);
    }
  }
  return first;
}
