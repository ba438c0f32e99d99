// Sees to it that the next press reaches the element with a number, or nothing; with a point, answers what a press there
// would hit instead of it, "" if that is it. Null where nobody can tell: the numbers of this document are others.

const watch = window[Symbol.for("askonce.settle")], isThere = getter("Node", "isConnected");
const element = elementNumbered();

// Where the element lies, also what it stands in, or what is over it without a colour of its own. A press may hit what is
// not there any more: what the mouse comes over right before that may move the page once more.
function isMeant(hit, x, y) {
  if (!element || !isThere(element)) return false;
  if (isWithin(hit, element)) return true;
  const label = labelAround(hit);
  if (label && (label === labelAround(element) || propertyOf(label, "control") === element)) return true;
  const lies = ({ left, top, right, bottom }) => x >= left - 1 && y >= top - 1 && x <= right + 1 && y <= bottom + 1;
  if (!Array.prototype.some.call(rectsOf(element), lies)) return false;
  for (let node = hit; node && !isWithin(element, node); node = composedParent(node)) if (paints(node)) return false;
  return true;
}

function now([x, y]) {
  const view = window === window.top ? window.visualViewport : null;
  const [left, top] = view ? [x + view.offsetLeft, y + view.offsetTop] : [x, y], hit = hitAt(left, top);
  return !hit || isMeant(hit, left, top) ? "" : tagOf(hit);
}

function aim() {
  if (element === null || !watch || !watch.guard) return null;
  if (argument.at) return now(argument.at);
  watch.guard(isMeant);
  return "";
}

try {
  return aim();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
