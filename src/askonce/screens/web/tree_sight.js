// What can be seen and touched: the page's own functions taken safely, boxes, clips and hit tests.

// Pages replace built-in functions, and form fields named "parentNode" hide the property of that name. So every
// property is read through its prototype, and what is not native there is taken from a fresh frame.
const isNative = (candidate) =>
  typeof candidate === "function" && Function.prototype.toString.call(candidate).indexOf("[native code]") > 0;

let spareFrame = null;
function cleanWindow() {
  if (!spareFrame) {
    spareFrame = Document.prototype.createElement.call(document, "iframe");
    spareFrame.style.display = "none";
    Node.prototype.appendChild.call(Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document), spareFrame);
  }
  return spareFrame.contentWindow || window;
}

function pristine(kind, name) {
  const found = Object.getOwnPropertyDescriptor(window[kind].prototype, name);
  if (!found) return undefined;
  const call = found.get || found.value;
  if (isNative(call)) return call;
  const clean = Object.getOwnPropertyDescriptor(cleanWindow()[kind].prototype, name);
  return clean && (clean.get || clean.value);
}
const getter = (kind, name) => { const call = pristine(kind, name); return (object) => call.call(object); };
const method = (kind, name) => { const call = pristine(kind, name); return (object, first, second) => call.call(object, first, second); };

const typeOf = getter("Node", "nodeType"), parentOf = getter("Node", "parentNode");
const firstOf = getter("Node", "firstChild"), nextOf = getter("Node", "nextSibling");
const contains = method("Node", "contains"), compare = method("Node", "compareDocumentPosition");
const tagOf = getter("Element", "localName"), shadowOf = getter("Element", "shadowRoot");
const childrenOf = getter("Element", "children"), childCountOf = getter("Element", "childElementCount");
const elementAfter = getter("Element", "nextElementSibling"), elementBefore = getter("Element", "previousElementSibling");
const slotOf = getter("Element", "assignedSlot"), textSlotOf = getter("Text", "assignedSlot");
const scrollHeightOf = getter("Element", "scrollHeight"), clientHeightOf = getter("Element", "clientHeight");
const scrollWidthOf = getter("Element", "scrollWidth"), clientWidthOf = getter("Element", "clientWidth");
const scrollTopOf = getter("Element", "scrollTop"), scrollLeftOf = getter("Element", "scrollLeft");
const clientLeftOf = getter("Element", "clientLeft"), clientTopOf = getter("Element", "clientTop");
const offsetWidthOf = getter("HTMLElement", "offsetWidth"), offsetHeightOf = getter("HTMLElement", "offsetHeight");
const innerTextOf = getter("HTMLElement", "innerText"), dataOf = getter("CharacterData", "data");
const rectOf = getter("Element", "getBoundingClientRect"), rectsOf = getter("Element", "getClientRects");
const attributeNames = getter("Element", "getAttributeNames");
const matches = method("Element", "matches"), queryIn = method("Element", "querySelector"), elementsIn = method("Element", "querySelectorAll"), checkVisibility = method("Element", "checkVisibility");
const assignedTo = getter("HTMLSlotElement", "assignedNodes"), activeInShadow = getter("ShadowRoot", "activeElement");
const documentHit = method("Document", "elementFromPoint"), shadowHit = method("ShadowRoot", "elementFromPoint");
const idInDocument = method("Document", "getElementById"), idInFragment = method("DocumentFragment", "getElementById");
const queryAll = (root, selector) => (typeOf(root) === 9 ? labelsInDocument(root, selector) : typeOf(root) === 11 ? labelsInFragment(root, selector) : []);
const countAll = method("Document", "getElementsByTagName"), labelsInDocument = method("Document", "querySelectorAll"), labelsInFragment = method("DocumentFragment", "querySelectorAll");
const computedStyle = isNative(window.getComputedStyle) ? window.getComputedStyle : cleanWindow().getComputedStyle;
const styleOf = (element, pseudo) => computedStyle(element, pseudo);
const rootElement = getter("Document", "documentElement")(document);

// An element is asked for its root and for many attributes in a row. Most have none at all, so that is asked first. Nothing
// that waits asks for these.
const anyAttribute = pristine("Element", "hasAttributes"), attribute = pristine("Element", "getAttribute"), namedAttribute = pristine("Element", "hasAttribute");
let asked = null, isAskedBare = false;
function isBare(element) {
  if (element !== asked) { asked = element; isAskedBare = !anyAttribute.call(element); }
  return isAskedBare;
}
const attributeOf = (element, name) => (isBare(element) ? null : attribute.call(element, name));
const hasAttribute = (element, name) => !isBare(element) && namedAttribute.call(element, name);

const rootNode = pristine("Node", "getRootNode");
let rooted = null, rootOfRooted = null;
function rootOf(node) {
  if (node !== rooted) { rooted = node; rootOfRooted = rootNode.call(node); }
  return rootOfRooted;
}
const isShown = (element) => checkVisibility(element, { opacityProperty: true, visibilityProperty: true });

// Some is disabled by a class alone: links and boxes have no such attribute.
const isDisabled = (element) =>
  matches(element, ':disabled, [aria-disabled="true"], [aria-disabled="true"] *, .disabled, .is-disabled, .ui-state-disabled, .disabled > a');

// A property of one kind of element, such as the value of an input; undefined on other kinds.
const KINDS = {
  input: "HTMLInputElement", textarea: "HTMLTextAreaElement", select: "HTMLSelectElement", option: "HTMLOptionElement",
  label: "HTMLLabelElement", button: "HTMLButtonElement", progress: "HTMLProgressElement", meter: "HTMLMeterElement",
  datalist: "HTMLDataListElement",
};
const properties = new Map();
function propertyOf(element, name) {
  const kind = KINDS[tagOf(element)], key = kind + "." + name;
  if (!kind || !(element instanceof window[kind])) return undefined;  // an element of another namespace may share a name
  if (!properties.has(key)) properties.set(key, pristine(kind, name));
  const call = properties.get(key);
  return call && call.call(element);
}

const range = getter("Document", "createRange")(document), rangeRect = getter("Range", "getBoundingClientRect");
function textRect(node, start, end) {
  range.setStart(node, start);
  range.setEnd(node, end);
  return rangeRect(range);
}

// Boxes are [left, top, right, bottom]. Two pixels at least must be left for something to count as visible: what is
// meant for screen readers alone is commonly clipped to one.
function overlap(a, b) {
  const left = a[0] > b[0] ? a[0] : b[0], top = a[1] > b[1] ? a[1] : b[1];
  const right = a[2] < b[2] ? a[2] : b[2], bottom = a[3] < b[3] ? a[3] : b[3];
  return right - left > 1.5 && bottom - top > 1.5 ? [left, top, right, bottom] : null;
}
const joined = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

// Where the content of a scroller lies, all of it. In pages written from right to left, scrolling counts below zero.
function reachOf(element, bounds) {
  const wide = scrollWidthOf(element), from = scrollLeftOf(element), isLeftward = styleOf(element).direction === "rtl";
  const left = bounds[0] - from - (isLeftward ? wide - clientWidthOf(element) : 0), top = bounds[1] - scrollTopOf(element);
  return [left, top, left + wide, top + scrollHeightOf(element)];
}
const areaOf = (box) => (box ? (box[2] - box[0]) * (box[3] - box[1]) : 0);
const edges = (rect) => [rect.left, rect.top, rect.right, rect.bottom];
const NOTHING = [0, 0, 0, 0], EVERYWHERE = [-1e7, -1e7, 1e7, 1e7];

function composedParent(node) {
  const slot = typeOf(node) === 1 ? slotOf(node) : typeOf(node) === 3 ? textSlotOf(node) : null;
  if (slot) return slot;
  const parent = parentOf(node);
  return parent && typeOf(parent) === 11 ? parent.host || null : parent && typeOf(parent) === 1 ? parent : null;
}

function isWithin(inner, outer) {
  if (contains(outer, inner)) return true;
  for (let node = inner, guard = 0; node && guard < 5000; node = composedParent(node), guard++) {
    if (node === outer) return true;
  }
  return false;
}

function hitAt(x, y) {
  let hit = documentHit(document, x, y);
  for (let guard = 0; hit && guard < 50; guard++) {
    const shadow = shadowOf(hit);
    const inner = shadow && shadowHit(shadow, x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

// The parent document may cover a part of this frame; it says which part as a grid of cells.
function isShaded(shade, x, y) {
  if (!shade) return false;
  const column = Math.floor((x - shade.box[0]) / (shade.box[2] - shade.box[0]) * shade.columns);
  const row = Math.floor((y - shade.box[1]) / (shade.box[3] - shade.box[1]) * shade.rows);
  return shade.cells[row * shade.columns + column] === "1";
}

function shadeOf(frame, box, shade) {
  const columns = Math.max(1, Math.min(16, Math.ceil((box[2] - box[0]) / 40)));
  const rows = Math.max(1, Math.min(16, Math.ceil((box[3] - box[1]) / 40)));
  let cells = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = box[0] + (column + 0.5) * (box[2] - box[0]) / columns;
      const y = box[1] + (row + 0.5) * (box[3] - box[1]) / rows;
      const hit = hitAt(x, y);
      cells += isShaded(shade, x, y) || (hit && hit !== frame && !isWithin(frame, hit)) ? "1" : "0";
    }
  }
  return cells.indexOf("1") < 0 ? null : { columns, rows, cells };
}

// Elements that a grid of points hits, with all that they stand in: the walk never prunes these. That is how a fixed
// bar inside a section far below the view is still found. Edges come first, where such bars are; on pages where a hit
// takes long, they must do. The quickest row tells: another may have been slow because the machine was busy.
function hitGrid(view) {
  const found = new Set();
  let quickest = 0;
  for (let row = 0; row < GRID_ROWS.length && quickest < SLOW_ROW; row++) {
    const started = performance.now();
    for (let column = 0; column < 8; column++) {
      const x = view[0] + 40 + column * (view[2] - view[0] - 80) / 7;
      const y = view[1] + 40 + GRID_ROWS[row] * (view[3] - view[1] - 80);
      for (let node = hitAt(x, y); node && !found.has(node); node = composedParent(node)) found.add(node);
    }
    quickest = row ? Math.min(quickest, performance.now() - started) : performance.now() - started;
  }
  return found;
}
const GRID_ROWS = [1, 0, 0.5, 0.75, 0.25], SLOW_ROW = 8;

function paints(element) {
  const tag = tagOf(element);
  if (tag === "img" || tag === "video" || tag === "canvas" || tag === "iframe") return true;
  const style = styleOf(element), color = style.backgroundColor;
  if (style.backgroundImage !== "none" || (style.backdropFilter || "none") !== "none") return true;
  const alpha = /^rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)(%?)\)$/.exec(color);
  return color !== "transparent" && (!alpha || parseFloat(alpha[1] || alpha[2]) > 0);
}

function labelAround(element) {
  for (let node = element, guard = 0; node && guard < 6; node = composedParent(node), guard++) {
    if (tagOf(node) === "label") return node;
  }
  return null;
}

// What lies over `element` where a point hits something, or null when it is free. Something to touch is covered by whatever
// takes the touch; something to read only by what paints over it.
function coverOf(element, hit, toRead) {
  if (!hit || hit === element || isWithin(hit, element) || isWithin(element, hit)) return null;
  if (toRead) {
    for (let node = hit; node && !isWithin(element, node); node = composedParent(node)) if (paints(node)) return hit;
    return null;
  }
  const label = labelAround(hit);
  if (label && (label === labelAround(element) || propertyOf(label, "control") === element)) return null;
  return hit;
}

// Whether a press on `hit` is one on a button of its own inside of `element`, as on the bin in a row. One that says all that
// the element says is what the element is for.
const BUTTONS = "button, summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio]), "
  + "[role=button], [role=menuitem], [role=switch], [role=checkbox], [role=radio]";
const saysAll = (button, element) => contentIn(button).trim() === contentIn(element).trim();
const contentIn = getter("Node", "textContent");
function isOwnButton(hit, element) {
  for (let node = hit; node && node !== element; node = composedParent(node)) if (matches(node, BUTTONS)) return !saysAll(node, element);
  return false;
}

// Where elements were touchable beside the buttons inside of them when they were looked at last.
function besideButtons() {
  const key = Symbol.for("askonce.points");
  if (window[key] instanceof WeakMap) return window[key];
  const points = new WeakMap();
  try {
    Object.defineProperty(window, key, { value: points, configurable: true });
  } catch (refused) {
    // the page sealed its window
  }
  return points;
}

// The point to touch or to read an element at: the first free one of five of its box, better beside the buttons inside of
// it; else of its parts, where it wraps over lines. Null where all are covered; `isCover` says so of a hit or a place.
function freePoint(element, box, inline, limits, isTouched, isCover) {
  const at = (x, y) => [box[0] + (box[2] - box[0]) * x, box[1] + (box[3] - box[1]) * y];
  const places = [at(0.5, 0.5), at(0.2, 0.25), at(0.8, 0.25), at(0.2, 0.75), at(0.8, 0.75)];
  let second = null;
  const points = isTouched && tagOf(element) !== "label" ? besideButtons() : null;
  if (points) points.delete(element);
  const isFree = (point) => {
    const hit = hitAt(point[0], point[1]);
    if (isCover(hit, point[0], point[1])) return false;
    if (inline && isTouched && !(hit && isWithin(hit, element))) return false;  // the middle of a wrapped link may lie beside its words
    if (!points) return true;
    if (hit && isOwnButton(hit, element)) { second = second || point; return false; }
    points.set(element, point);
    return true;
  };
  for (let i = 0; i < places.length; i++) if (isFree(places[i])) return places[i];
  if (second) return second;
  const rects = inline ? rectsOf(element) : [];
  for (let i = 0; i < rects.length && i < 10; i++) {
    const part = limits.reduce((left, limit) => left && overlap(left, limit), edges(rects[i]));
    const point = part && [(part[0] + part[2]) / 2, (part[1] + part[3]) / 2];
    if (point && isFree(point)) return point;
  }
  return second;
}

// Whether a field that has no colour of its own still takes the touch, like a file input laid over a painted button.
function takesTouch(element, view) {
  const whole = edges(rectOf(element)), box = overlap(whole, view) || (argument.whole ? whole : null);
  if (!box || box[2] - box[0] < 8 || box[3] - box[1] < 8) return false;
  const x = (box[0] + box[2]) / 2, y = (box[1] + box[3]) / 2;
  return !overlap(box, view) || hitAt(x, y) === element;  // out of view nothing can be hit: it is believed
}

// Forms that leave nothing of an element, whatever its size.
const CUT_AWAY = /^inset\((50|100)%( (50|100)%)*( round [^)]*)?\)$|^circle\(0(px|%)?[ )]|^polygon\(0(px)? 0(px)?(, 0(px)? 0(px)?)*\)$|^rect\(0(px)?, 0(px)?, 0(px)?, 0(px)?\)$|^rect\(1px, 1px, 1px, 1px\)$/;
const clips = (style) => style.overflowX !== "visible" || style.overflowY !== "visible";
const isHolder = (style) =>
  style.transform !== "none" || style.filter !== "none" || style.perspective !== "none"
  || /paint|layout|strict|content/.test(style.contain) || /transform|filter/.test(style.willChange);

// The part of the view in which an element can be seen; `kind` says which clip of a level is meant. Positioned elements leave the boxes that clip their parents, so
// their clip is that of the level which holds them.
function clipFor(position, onTop, up, kind, most) {
  if (onTop) return most;
  if (position !== "fixed" && position !== "absolute") return up[kind];
  for (let at = up; at.style; at = at.up) {
    if (at.onTop || (position === "absolute" && at.style.position !== "static")) return at[kind];
    if (at.holds === undefined) at.holds = isHolder(at.style);
    if (at.holds) return at[kind];
  }
  return most;
}

function isOnTop(element, tag) {
  return (tag === "dialog" || namedAttribute.call(element, "popover")) && matches(element, ":modal, :popover-open");
}
