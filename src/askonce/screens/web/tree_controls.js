// Controls that are not seen themselves, and what stands for them: the label of a box to tick, the handle of a slider. Toolkits
// hide the browser's own control behind one that they paint, and leave it to the keyboard and to screen readers.

const MOST_AROUND = 10;

// Whether nothing is seen of an element that has room, since what holds it is cut down to nothing or put where no
// scrolling leads.
function isCutAway(element) {
  for (let node = element, depth = 0; node && depth < MOST_AROUND; node = composedParent(node), depth++) {
    const style = styleOf(node);
    if (CUT_AWAY.test(style.clipPath)) return true;
    if (isPlaced(style) && (CUT_AWAY.test(style.clip) || isOffPage(rectOf(node)))) return true;
    if (clips(style) && !overlap(edges(rectOf(node)), EVERYWHERE)) return true;
  }
  return false;
}

let reach = null;
function isOffPage(rect) {
  reach = reach || joined(view, reachOf(pageScroller(), [0, 0, window.innerWidth, window.innerHeight]));
  return rect.right <= reach[0] || rect.bottom <= reach[1];
}

const hasSize = (element) => overlap(edges(rectOf(element)), EVERYWHERE) !== null;

function isUsable(control) {
  if (!isShown(control)) return takesTouch(control, view);
  return hasSize(control) && !isCutAway(control);
}

// The handles of sliders whose range is cut away: the nearest thing around it that has room. Gathered once for each root.
let hasHiddenControls = false;
const handles = new Map();
function handlesIn(root) {
  if (handles.has(root)) return handles.get(root);
  const found = new Map(), ranges = queryAll(root, "input[type=range]");
  for (let i = 0; i < ranges.length; i++) {
    if (!isShown(ranges[i]) || isUsable(ranges[i])) continue;
    hasHiddenControls = true;
    let around = composedParent(ranges[i]);
    for (let depth = 1; around && depth < MOST_AROUND && isCutAway(around); depth++) around = composedParent(around);
    if (around && !isCutAway(around)) found.set(around, ranges[i]);
  }
  handles.set(root, found);
  return found;
}

const rangeBehind = (element) => handlesIn(rootOf(element)).get(element);

// What is clicked in place of a hidden box to tick that no label leads to, and the box. A page ties the two together by a
// script, so this is sure only where nothing else is meant: one box and one thing to click in what holds them, which is
// a label, holds the box itself, shows no words, or shows those by which the box is called. Gathered once for each root.
const faces = new Map(), CONTROLS = "input:not([type=hidden]), button, select, textarea, a[href], summary, [role=button], [role=link]";
function facesIn(root) {
  if (faces.has(root)) return faces.get(root);
  const found = new Map(), boxes = queryAll(root, "input[type=checkbox], input[type=radio]");
  for (let i = 0; i < boxes.length && i < MOST_BOXES; i++) {
    if (labelsIn(root).get(boxes[i]) || isUsable(boxes[i])) continue;
    hasHiddenControls = true;
    const face = faceOf(boxes[i]);
    if (face) found.set(face, boxes[i]);
  }
  faces.set(root, found);
  return found;
}
const MOST_BOXES = 500, HOLDERS_OF_MORE = new Set(["tr", "li", "td", "body", "html", "article", "section", "form", "fieldset"]);

function faceOf(box) {
  let around = composedParent(box);
  for (let depth = 1; around && depth < MOST_AROUND && (!hasSize(around) || isCutAway(around)); depth++) around = composedParent(around);
  if (!around || HOLDERS_OF_MORE.has(tagOf(around)) || elementsIn(around, CONTROLS).length !== 1) return null;
  if (isClicked(around)) return around;
  const inside = elementsIn(around, "*");
  for (let i = 0; i < inside.length && i < 30; i++) {
    if (!isClicked(inside[i]) || !hasSize(inside[i]) || isCutAway(inside[i])) continue;
    const words = spoken(inside[i]), name = givenName(box, "input");
    return tagOf(inside[i]) === "label" || !words || words === name ? inside[i] : null;
  }
  return null;
}

const isClicked = (element) =>
  hasAttribute(element, "onclick") || typeof element.onclick === "function" || hasHand(element, styleOf(element)) || isListening(element);

const boxBehind = (element) => facesIn(rootOf(element)).get(element);

// The control that an element stands for, if it is one that cannot be used itself.
function controlBehind(element, tag) {
  if (tag !== "label") return rangeBehind(element) || boxBehind(element);
  const control = propertyOf(element, "control") || boxBehind(element);
  if (!control || !/^(input|select|textarea)$/.test(tagOf(control)) || isUsable(control)) return undefined;
  hasHiddenControls = true;
  return control;
}

// What is known of a field whose place another element takes.
function readBehind(note) {
  const control = note.control, tag = tagOf(control);
  note.given = givenName(control, tag);
  note.value = valueOf(control, tag, note.role);
  note.options = optionsOf(control, tag);
  note.marks = marksOf(control, tag);
}
