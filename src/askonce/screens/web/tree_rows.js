// Rows of lists, and which of them are told apart from the others by how they are painted: struck through, greyed, with a
// picture that no other row has. Used where the walk is asked for proof.

const ROW_ELEMENTS = "li, tr, article, [role=listitem], [role=row], [role=article], [role=treeitem], [role=option]";
const ROW_PICTURES = "svg, img, canvas, video, [role=img], i:empty, span:empty";
const ROW_STATES = ["aria-invalid", "aria-disabled", "aria-busy", "data-state", "data-status"];
const ROW_CONTROLS = "a, button, input, select, textarea, summary, [role=button], [role=link], [role=menuitem], [onclick]";  // told by their labels
const ROW_DEPTH = 5, ROWS_BESIDE = 2, MOST_IN_ROW = 60, FAINT_ROW = 0.8;

const allTextOf = getter("Node", "textContent");

// The element that stands beside others of its kind: an item of a list, else the innermost block that repeats.
function rowOf(element) {
  for (let at = element, up = 0; at && up < ROW_DEPTH; at = composedParent(at), up++) if (matches(at, ROW_ELEMENTS)) return at;
  for (let at = element, up = 0; at && up < ROW_DEPTH; at = composedParent(at), up++) {
    if (styleOf(at).display !== "inline" && neighboursOf(at).length) return at;
  }
  return null;
}

const classesOf = (element) => (attributeOf(element, "class") || "").split(/\s+/).filter(Boolean);

// What lies beside a row and is one itself: not what shows no text, as a bar or a line does.
function neighboursOf(row) {
  const parent = composedParent(row), children = parent ? Array.from(childrenOf(parent)) : [], at = children.indexOf(row);
  const near = children.slice(Math.max(0, at - ROWS_BESIDE), at).concat(children.slice(at + 1, at + 1 + ROWS_BESIDE));
  const own = classesOf(row);
  return near.filter((other) => {
    const classes = classesOf(other);
    return tagOf(other) === tagOf(row) && /\S/.test(allTextOf(other)) && (!own.length || !classes.length || own.some((name) => classes.indexOf(name) >= 0));
  });
}

const closestOf = method("Element", "closest");

// What of a row may tell that it is not like others.
function rowLooks(row) {
  const isOfControl = (element) => { const control = closestOf(element, ROW_CONTROLS); return control && contains(row, control); };
  const inside = [row].concat(Array.from(queryAllIn(row, "*")).slice(0, MOST_IN_ROW).filter((element) => !isOfControl(element))), looks = new Set();
  let opacity = 1;
  for (let i = 0; i < inside.length; i++) {
    const element = inside[i], style = styleOf(element), tag = tagOf(element);
    if (/line-through/.test(style.textDecorationLine) || /^(del|s|strike)$/.test(tag)) looks.add("struck");
    if (parseFloat(style.opacity) < 1) opacity = Math.min(opacity, parseFloat(style.opacity));
    if (!isNone(style.filter)) looks.add("filter " + style.filter);
    if (style.fontStyle !== "normal") looks.add("slanted");
    for (let j = 0; j < ROW_STATES.length; j++) if (attributeOf(element, ROW_STATES[j])) looks.add(ROW_STATES[j] + " " + attributeOf(element, ROW_STATES[j]));
    if (attributeOf(element, "title")) looks.add("title");  // which one depends on what the row is about
    if (parseFloat(style.borderLeftWidth) > 1.5) looks.add("border " + style.borderLeftColor);
    if (hasOwnText(element)) looks.add("colour " + style.color);
    for (const name of ["::before", "::after"]) {
      const content = styleOf(element, name).content;
      if (!isNone(content) && content !== '""') looks.add("content " + content);
    }
  }
  if (opacity < FAINT_ROW) looks.add("faint");
  const pictures = Array.from(queryAllIn(row, ROW_PICTURES)).filter((element) => !isOfControl(element)).length;
  for (let i = 1; i <= pictures; i++) looks.add("picture " + i);
  return looks;
}

const allNodesOf = getter("Node", "childNodes");
function hasOwnText(element) {
  return Array.from(allNodesOf(element)).some((node) => typeOf(node) === 3 && /\S/.test(node.data));
}

const ALONE_MARKED = /^(struck|faint|aria-invalid true|aria-disabled true|aria-busy true)$/;
const markedRows = new Map();

// Whether a row has a look that none of its neighbours has; of one that stands alone, whether that speaks for itself.
function isMarked(element) {
  const row = element && rowOf(element);
  if (!row) return false;
  if (markedRows.has(row)) return markedRows.get(row);
  const neighbours = neighboursOf(row).map(rowLooks), own = Array.from(rowLooks(row));
  const isMark = (look) => (neighbours.length ? !neighbours.some((looks) => looks.has(look)) : ALONE_MARKED.test(look));
  const isFound = own.some(isMark);
  markedRows.set(row, isFound);
  return isFound;
}
