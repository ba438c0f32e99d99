// Controls that are not seen themselves, and what stands for them: the label of a box to tick, the handle of a slider. Toolkits
// hide the browser's own control behind one that they paint, and leave it to the keyboard and to screen readers.

const MOST_AROUND = 4;

// Whether nothing is seen of an element that has room, since what holds it is cut down to nothing.
function isCutAway(element) {
  for (let node = element, depth = 0; node && depth < MOST_AROUND; node = composedParent(node), depth++) {
    const style = styleOf(node);
    if (CUT_AWAY.test(style.clipPath) || CUT_AWAY.test(style.clip)) return true;
    if (clips(style) && !overlap(edges(rectOf(node)), EVERYWHERE)) return true;
  }
  return false;
}

function isUsable(control) {
  if (!isShown(control)) return takesTouch(control, view);
  return overlap(edges(rectOf(control)), EVERYWHERE) !== null && !isCutAway(control);
}

// The handles of sliders whose range is cut away: the nearest thing around it that has room. Gathered once for each root.
const handles = new Map();
function handlesIn(root) {
  if (handles.has(root)) return handles.get(root);
  const found = new Map(), ranges = queryAll(root, "input[type=range]");
  for (let i = 0; i < ranges.length; i++) {
    if (!isShown(ranges[i]) || isUsable(ranges[i])) continue;
    let around = composedParent(ranges[i]);
    for (let depth = 1; around && depth < MOST_AROUND && isCutAway(around); depth++) around = composedParent(around);
    if (around && !isCutAway(around)) found.set(around, ranges[i]);
  }
  handles.set(root, found);
  return found;
}

const rangeBehind = (element) => handlesIn(rootOf(element)).get(element);

// The control that an element stands for, if it is one that cannot be used itself.
function controlBehind(element, tag) {
  if (tag !== "label") return rangeBehind(element);
  const control = propertyOf(element, "control");
  return control && /^(input|select|textarea)$/.test(tagOf(control)) && !isUsable(control) ? control : undefined;
}

// What is known of a field whose place another element takes.
function readBehind(note) {
  const control = note.control, tag = tagOf(control);
  note.given = givenName(control, tag);
  note.value = valueOf(control, tag, note.role);
  note.options = optionsOf(control, tag);
  note.marks = marksOf(control, tag);
}
