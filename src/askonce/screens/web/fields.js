// Native lists and file fields at a point: the element itself, what its label is for, or one that lies under it.

function fieldAt(point, selector) {
  for (const element of elementsAt(point)) {
    if (element.matches(selector)) return element;
    const label = element.closest("label");
    if (label && label.control && label.control.matches(selector)) return label.control;
  }
  return null;
}

const CHOSEN_IN = Symbol.for("askonce.chosen");

function fileFieldAt(point) {
  return fieldAt(point, "input[type=file]");
}

function describeAt(point) {
  return describe(elementAt(point));
}

const labelIn = (option) => option.label.trim().replace(/\s+/g, " ");
const isOff = (option) => option.disabled || !!(option.parentElement && option.parentElement.disabled);

// Chooses the option with this label in the list at a point: "" then, else what readSelectAt says.
function chooseLabelAt([point, label]) {
  const select = fieldAt(point, "select"), options = select && !select.matches(":disabled") ? [...select.options] : [];
  const index = options.findIndex((option) => labelIn(option) === label && !isOff(option));
  if (index < 0) return readSelectAt(point);
  chooseIn(select, [index]);
  return "";
}

// The list at a point, which is then the one to choose in; null when there is none.
function readSelectAt(point) {
  const select = fieldAt(point, "select");
  if (!select) return null;
  Object.defineProperty(window, CHOSEN_IN, { value: select, configurable: true });
  const options = [...select.options].map((option) => ({
    label: labelIn(option),
    value: option.value,
    disabled: isOff(option),
    chosen: option.selected,
  }));
  const rows = select.size || (select.multiple ? 4 : 1);
  return asJson({ what: describe(select), multiple: select.multiple, disabled: select.matches(":disabled"), rows, options });
}

function chooseOptions(indexes) {
  chooseIn(window[CHOSEN_IN], indexes);
}

function chooseIn(select, indexes) {
  [...select.options].forEach((option, index) => (option.selected = indexes.includes(index)));
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
