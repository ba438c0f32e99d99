// The element with a number: null when the numbers of this document are others, undefined when it is gone; `shownNumbered`
// also where it is hidden.

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

function elementNumbered() {
  const memory = window[Symbol.for("askonce.numbers")];
  if (!memory || memory.token !== argument.token || !(memory.numbers instanceof WeakMap)) return null;
  const node = nodeNumbered(memory.numbers, argument.number);
  return (node && typeOf(node) === 3 ? composedParent(node) : node) || undefined;
}

function shownNumbered() {
  const element = elementNumbered();
  return element && !isShown(element) ? undefined : element;
}
