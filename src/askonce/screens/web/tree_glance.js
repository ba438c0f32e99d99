// A quick look after something was typed or ticked: what the element `before` holds now, and the `others`, and where the
// element `number` stands, if nothing else in this document has changed since it was read. Null whenever that is not
// certain: then the page is read in full. In all other documents null as well. `late` is a look once the page was painted,
// with what it does in answer.

const memory = window[Symbol.for("askonce.numbers")], watch = window[Symbol.for("askonce.settle")];
if (!memory || memory.token !== argument.token || !(memory.numbers instanceof WeakMap) || !watch) return null;

function holding(field) {
  if (field instanceof HTMLSelectElement) return field.multiple ? null : field.selectedOptions[0]?.label.trim() ?? null;
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return null;
  return ["text", "search", "email", "url", "tel", "number", "password"].includes(field.type) ? field.value : null;
}

function ticked(field) {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio") ? field.checked : null;
}

function look() {
  const found = new Map(), nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  const wanted = new Set([argument.before, argument.number, ...argument.others]);
  while (nodes.nextNode() && found.size < wanted.size) {
    const number = memory.numbers.get(nodes.currentNode);
    if (wanted.has(number)) found.set(number, nodes.currentNode);
  }
  const before = found.get(argument.before), element = found.get(argument.number);
  if (!before || !element || element === before || element.tagName === "LABEL" || !watch.isAsSeen(before)) return null;

  const rect = element.getBoundingClientRect();
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  const hit = document.elementFromPoint(x, y);
  const isIn = rect.width > 4 && rect.height > 4 && rect.left >= 0 && rect.top >= 0 && rect.right <= innerWidth && rect.bottom <= innerHeight;
  const isFree = hit && (hit === element || element.contains(hit));
  const fields = [before, ...argument.others.map((number) => found.get(number))];
  const [held, ...others] = fields.map((field) => ({ value: field ? holding(field) : null, checked: field ? ticked(field) : null }));
  const isUnknown = ({ value, checked }) => value === null && checked === null;
  if (isUnknown(held) || others.some(isUnknown) || !isIn || !isFree || element.matches(':disabled, [aria-disabled="true"]')) return null;
  return asJson({ ...held, others, box: [rect.left, rect.top, rect.width, rect.height], point: [x, y] });
}

return argument.late ? Promise.resolve(watch.painted(100)).then(look) : look();
