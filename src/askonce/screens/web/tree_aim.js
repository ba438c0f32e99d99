// Sees to it that the next press reaches the element with a number, or nothing; with a point, answers what a press there
// would hit instead of it, "" if that is it. Null where nobody can tell: the numbers of this document are others.

const guard = window[Symbol.for("askonce.guard")], isThere = getter("Node", "isConnected");
const attributesOf = getter("Element", "attributes");
const FRAMES = "iframe, frame, object, embed";
const PRESSED = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]";
const TOUCHED = PRESSED + ", [onclick], [contenteditable], [tabindex]:not([tabindex='-1'])";
const element = elementNumbered();

// Where the element lies, also what it stands in. Over what is no control itself, what shows nothing there may lie, as the
// link of a whole card does. A press may hit what is not there any more: what the mouse comes over right before that may
// move the page once more.
function isMeant(hit, x, y) {
  const meant = element && isThere(element) ? element : madeAnew(hit);
  if (!meant) return false;
  if (isWithin(hit, meant)) return !isButtonThatCame(hit, meant, x, y);
  const label = labelAround(hit), own = controlAround(meant), other = controlAround(hit);
  const isLabel = label && (label === labelAround(meant) || propertyOf(label, "control") === meant);
  if (isLabel && (!other || other === own || isWithin(label, other))) return true;
  if (own && own === other) return true;
  if (!liesAt(meant, x, y)) return false;
  for (let node = hit; node && !isWithin(meant, node); node = composedParent(node)) {
    if (own || (liesAt(node, x, y) && (paints(node) || (matches(node, TOUCHED) && !coversAll(node, meant))))) return false;
  }
  return true;
}

// Whether a button inside of an element is hit where there was none at the last look, as a bin that shows under the mouse.
function isButtonThatCame(hit, meant, x, y) {
  const point = besideButtons().get(meant);
  return Boolean(point) && Math.abs(point[0] - x) < 2 && Math.abs(point[1] - y) < 2 && isOwnButton(hit, meant);
}

function controlAround(element) {
  for (let node = element, guard = 0; node && guard < 20; node = composedParent(node), guard++) if (matches(node, PRESSED)) return node;
  return null;
}

function liesAt(node, x, y) {
  const lies = ({ left, top, right, bottom }) => x >= left - 1 && y >= top - 1 && x <= right + 1 && y <= bottom + 1;
  return Array.prototype.some.call(rectsOf(node), lies);
}

function coversAll(node, inner) {
  const [left, top, right, bottom] = edges(rectOf(node)), box = edges(rectOf(inner));
  return left <= box[0] + 1 && top <= box[1] + 1 && right >= box[2] - 1 && bottom >= box[3] - 1;
}

// ---- pages that make a part of themselves anew while the mouse comes

const HIGHEST = 6, LARGE = 300; // how far around an element is looked, and how many nodes are read for that
const ofElement = (node) => (node && typeOf(node) === 1 ? node : null);
const placeIn = (node) => Array.prototype.indexOf.call(childrenOf(ofElement(parentOf(node)) || node), node);
const around = [];
let box = null;

// The element and what it stands in, each with its place there and, where that is not much, what it says.
function remember() {
  for (let node = element; node && around.length < HIGHEST; node = ofElement(parentOf(node))) around.push({ node, place: placeIn(node), says: saidBy(node) });
  box = edges(rectOf(element));
}

function saidBy(node) {
  const open = [node];
  for (let read = 0; read < open.length; read++) {
    if (read > LARGE) return null;
    for (let child = firstOf(open[read]); child; child = nextOf(child)) open.push(child);
  }
  return contentIn(node);
}

// The element that has taken its place: made like it, at the same place of the same parts, which still say the same.
function madeAnew(hit) {
  const from = around.findIndex(({ node }) => isThere(node));
  if (from < 1 || saidBy(around[from].node) !== around[from].says || !isWithin(hit, around[from].node)) return null;
  let { node } = around[from];
  for (const before of around.slice(0, from).reverse()) {
    node = childrenOf(node)[before.place];
    if (!node || !isAlike(node, before.node) || saidBy(node) !== before.says) return null;
  }
  return edges(rectOf(node)).every((edge, i) => Math.abs(edge - box[i]) < 2) ? node : null;
}

const LOOKS = new Set(["class", "style", "tabindex", "title", "aria-expanded", "aria-pressed", "aria-describedby", "data-state", "data-original-title", "data-bs-original-title"]);
function isAlike(one, other) {
  const named = (node) => Array.from(attributesOf(node)).filter(({ name }) => !LOOKS.has(name)).map(({ name, value }) => `${name}=${value}`).sort().join("\n");
  return tagOf(one) === tagOf(other) && named(one) === named(other);
}

function now([x, y]) {
  const view = window === window.top ? window.visualViewport : null;
  const [left, top] = view ? [x + view.offsetLeft, y + view.offsetTop] : [x, y], hit = hitAt(left, top);
  return !hit || isMeant(hit, left, top) ? "" : tagOf(hit);
}

function aim() {
  if (element === null) return null;
  if (argument.at) return now(argument.at);
  if (!guard) return "unwatched";
  if (!element) return "gone";
  if (argument.mark && guard.isLate(argument.mark)) return "early";
  remember();
  guard.guard(isMeant, argument.mark, element);
  if (argument.mark) return guard.hit();
  return matches(element, FRAMES) || queryIn(element, FRAMES) ? "frame" : "";
}

try {
  return aim();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
