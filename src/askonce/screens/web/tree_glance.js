// A quick look after something was typed or ticked: what the element `before` holds now, and where the element `number`
// stands, if nothing else in this document has changed since it was read. Null whenever that is not certain: then the
// page is read in full. In all other documents null as well.

const memory = window[Symbol.for("askonce.numbers")], watch = window[Symbol.for("askonce.settle")];
if (!memory || memory.token !== argument.token || !(memory.numbers instanceof WeakMap) || !watch) return null;

const found = new Map(), nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
while (nodes.nextNode() && found.size < 2) {
  const number = memory.numbers.get(nodes.currentNode);
  if (number === argument.before || number === argument.number) found.set(number, nodes.currentNode);
}
const before = found.get(argument.before), element = found.get(argument.number);
if (!before || !element || element === before || element.tagName === "LABEL" || !watch.isAsSeen(before)) return null;

function holding(field) {
  if (field instanceof HTMLSelectElement) return field.multiple ? null : field.selectedOptions[0]?.label.trim() ?? null;
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return null;
  return ["text", "search", "email", "url", "tel", "number", "password"].includes(field.type) ? field.value : null;
}

const isTicked = before instanceof HTMLInputElement && (before.type === "checkbox" || before.type === "radio");
const value = holding(before), checked = isTicked ? before.checked : null, rect = element.getBoundingClientRect();
const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
const hit = document.elementFromPoint(x, y);
const isIn = rect.width > 4 && rect.height > 4 && rect.left >= 0 && rect.top >= 0 && rect.right <= innerWidth && rect.bottom <= innerHeight;
const isFree = hit && (hit === element || element.contains(hit));
if ((value === null && checked === null) || !isIn || !isFree || element.matches(':disabled, [aria-disabled="true"]')) return null;
return asJson({ value, checked, box: [rect.left, rect.top, rect.width, rect.height], point: [x, y] });
