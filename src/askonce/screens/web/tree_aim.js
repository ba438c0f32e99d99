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

// Whether what comes out of a press on the element may go there: to the element, or, where the page has put something over
// it or made it anew, to what both stand in, as with a person. Not to another control, and no touch to what is left there.
function mayClick(hit, x, y, { path, isTouch }) {
  if (isMeant(hit, x, y)) return true;
  const control = controlAround(hit);
  if (!path.includes(hit) || (control && control !== path.find((node) => matches(node, PRESSED)))) return false;
  return !(isTouch && isThere(element) && rectsOf(element).length && !liesAt(element, x, y));
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

const LOOKS = new Set(["class", "style", "tabindex", "title", "aria-expanded", "aria-pressed", "aria-selected", "aria-describedby", "data-state", "data-original-title", "data-bs-original-title"]);
function isAlike(one, other) {
  const named = (node) => Array.from(attributesOf(node)).filter(({ name }) => !LOOKS.has(name)).map(({ name, value }) => `${name}=${value}`).sort().join("\n");
  return tagOf(one) === tagOf(other) && named(one) === named(other);
}

// ---- where something is dropped

const MOST_FRAMES = 60;

// A function that says how far the element has gone from a point at which something is to be dropped, once it rests, null
// where it is not there any more. One that shows something else while it is dropped on, as "Let go" for "Drop here",
// leaves what it stands in; and in a list that is sorted by hand one goes away from where another is dropped on it.
function measuring() {
  const outer = [];
  for (let node = composedParent(element); node; node = composedParent(node)) outer.push(node);
  const boxNow = () => (isThere(element) && rectsOf(element).length ? edges(rectOf(element)) : null);
  const first = boxNow();
  let last = first;
  return async (point, hasCome, start, frame) => {
    let box = boxNow();
    for (let frames = 0, before; frames < MOST_FRAMES && String(box) !== before; frames++, box = boxNow()) {
      before = String(box);
      await frame();
    }
    const [x, y] = inClient(point);
    if (!box) return outer.slice(0, -2).includes(hitAt(x, y)) ? [0, 0] : null;
    if (hasCome && (liesAt(element, x, y) || (start && areAlike(start, first)))) return [0, 0];
    const way = [box[0] - last[0], box[1] - last[1]], [left, top] = [x + way[0], y + way[1]];
    last = box;
    const isIn = left >= 0 && top >= 0 && left <= innerWidth && top <= innerHeight;
    return isIn && (!hasCome || liesAt(element, left, top)) ? way : null;
  };
}

function areAlike(one, other) {
  return [0, 1].every((side) => {
    const ours = one[side + 2] - one[side], theirs = other[side + 2] - other[side];
    return 2 * theirs < 3 * ours && 3 * ours < 4.5 * theirs;
  });
}

function inClient([x, y]) {
  const view = window === window.top ? window.visualViewport : null;
  return view ? [x + view.offsetLeft, y + view.offsetTop] : [x, y];
}

function now(point) {
  const [left, top] = inClient(point), hit = hitAt(left, top);
  return !hit || isMeant(hit, left, top) ? "" : tagOf(hit);
}

function aim() {
  if (element === null) return null;
  if (argument.at) return now(argument.at);
  if (!guard) return "unwatched";
  if (!element) return "gone";
  if (argument.after) guard.forget(argument.after);
  if (argument.mark && guard.isLate(argument.mark)) return "early";
  if (argument.drop) return void guard.watchDrop(measuring()) || "";
  remember();
  guard.guard(isMeant, mayClick, { ...argument, element, box });
  if (argument.mark) return argument.text ? guard.entered() : guard.hit();
  return matches(element, FRAMES) || queryIn(element, FRAMES) ? "frame" : "";
}

try {
  return aim();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
