// Native lists and file fields at a point: the element itself, what its label is for, or one that lies under it.

function fieldAt(point, selector) {
  for (const element of elementsAt(point)) {
    if (element.matches(selector)) return element;
    const label = element.closest("label");
    if (label && label.control && label.control.matches(selector)) return label.control;
  }
  return null;
}

function selectAt(point) {
  return fieldAt(point, "select");
}

function fileFieldAt(point) {
  return fieldAt(point, "input[type=file]");
}

function describeAt(point) {
  return describe(elementAt(point));
}

function readSelect(select) {
  const options = [...select.options].map((option) => ({
    label: option.label.trim().replace(/\s+/g, " "),
    value: option.value,
    disabled: option.disabled || !!(option.parentElement && option.parentElement.disabled),
  }));
  return asJson({ what: describe(select), multiple: select.multiple, disabled: select.matches(":disabled"), options });
}

function chooseOptions([select, indexes]) {
  [...select.options].forEach((option, index) => (option.selected = indexes.includes(index)));
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
