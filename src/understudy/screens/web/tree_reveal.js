// Brings the element with a number into view, in its frame and in every box that scrolls around it. Null when the
// numbers of this document are others, false when the element is gone or hidden.

const intoView = method("Element", "scrollIntoView");

function nodeNumbered(numbers, wanted) {
  const open = [rootElement];
  while (open.length) {
    const node = open.pop();
    if (numbers.get(node) === wanted) return node;
    if (typeOf(node) === 1 && shadowOf(node)) open.push(shadowOf(node));
    for (let child = firstOf(node); child; child = nextOf(child)) open.push(child);
  }
  return null;
}

function reveal() {
  const memory = window[Symbol.for("understudy.numbers")];
  if (!memory || memory.token !== argument.token || !(memory.numbers instanceof WeakMap)) return null;
  const node = nodeNumbered(memory.numbers, argument.number);
  const element = node && typeOf(node) === 3 ? composedParent(node) : node;
  if (!element || !isShown(element)) return false;
  intoView(element, { block: "center", inline: "nearest", behavior: "instant" });
  return true;
}

try {
  return reveal();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
