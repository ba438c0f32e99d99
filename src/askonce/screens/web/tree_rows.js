// Rows of lists, and which of them are told apart from the others by how they are painted: struck through, greyed, with a
// picture that no other row has. Used where the walk is asked for proof.

const ROW_ELEMENTS = "li, tr, article, [role=listitem], [role=row], [role=article], [role=treeitem], [role=option]";
const ROW_PICTURES = "svg, img, canvas, video, [role=img], i:empty, span:empty";
const ROW_STATES = ["aria-invalid", "aria-disabled", "aria-busy", "data-state", "data-status"];
const ROW_CONTROLS = "a, button, input, select, textarea, summary, [role=button], [role=link], [role=menuitem], [onclick]";  // told by their labels
const ROW_DEPTH = 5, ROWS_BESIDE = 2, ROWS_AROUND = 12, MOST_IN_ROW = 60, MOST_IN_BLOCK = 12, FAINT_ROW = 0.8;
const NOT_LINES = /^(script|style|template|link|br|hr)$/;

// What is asked of one element again and again, as of each row by those beside it.
function remembered(find) {
  const known = new Map();
  return (element) => {
    if (!known.has(element)) known.set(element, find(element));
    return known.get(element);
  };
}

const allTextOf = getter("Node", "textContent");
const classesOf = remembered((element) => (attributeOf(element, "class") || "").split(/\s+/).filter(Boolean));
const isLine = remembered((element) => !NOT_LINES.test(tagOf(element)) && /\S/.test(allTextOf(element)) && styleOf(element).display !== "none");
const isListed = (element) => matches(element, ROW_ELEMENTS);

// Whether two share a class, or neither has one.
function isClassed(row, other) {
  const own = classesOf(row), classes = classesOf(other);
  return own.length ? classes.some((name) => own.indexOf(name) >= 0) : !classes.length;
}

// The element that stands beside others of its kind: an item of a list, else the innermost block that repeats.
function rowOf(element) {
  for (let at = element, up = 0; at && up < ROW_DEPTH; at = composedParent(at), up++) if (isListed(at)) return at;
  for (let at = element, up = 0; at && up < ROW_DEPTH; at = composedParent(at), up++) {
    if (styleOf(at).display !== "inline" && neighboursOf(at).length) return at;
  }
  return null;
}

// A block that holds little more than a text.
function blockOf(element) {
  let at = element;
  for (let up = 0; at && up < ROW_DEPTH && styleOf(at).display === "inline"; up++) at = composedParent(at);
  return at && queryAllIn(at, "*").length <= MOST_IN_BLOCK ? at : null;
}

// What lies beside a row and is one itself: not what shows no text, as a bar or a line does. Items of a list are of one
// kind, also where the style of each has a class of its own; those that share a class are compared first.
function neighboursOf(row) {
  const parent = composedParent(row), children = parent ? Array.from(childrenOf(parent)) : [], at = children.indexOf(row);
  const sides = [linesFrom(row, children, at, -1), linesFrom(row, children, at, 1)];
  const isLike = (other) => isClassed(row, other), hasLike = sides.some((lines) => lines.some(isLike));
  return sides.map((lines) => lines.filter((other) => !hasLike || isLike(other)).slice(0, ROWS_BESIDE)).flat();
}

// The rows on one side of a row, the nearest first. Blocks repeat only where nothing else stands between them.
function linesFrom(row, children, at, step) {
  const found = [], isItem = isListed(row);
  let alike = 0;
  for (let i = at + step, seen = 0; at >= 0 && i >= 0 && i < children.length && seen < ROWS_AROUND && alike < ROWS_BESIDE; i += step, seen++) {
    const other = children[i];
    if (!isLine(other)) continue;
    const isOfKind = tagOf(other) === tagOf(row) && attributeOf(other, "role") === attributeOf(row, "role");
    if (!isOfKind && !isItem) break;
    if (!isOfKind || !(isItem || isSuchBlock(row, other))) continue;
    found.push(other);
    if (isClassed(row, other)) alike += 1;
  }
  return found;
}

const NOT_IN_LINES = "h1, h2, h3, h4, h5, h6, form, input, textarea, select, nav, table, ul, ol";
const isPlain = remembered((row) => queryIn(row, NOT_IN_LINES) === null);
const saysSomething = remembered((row) => partsOfRow(row).some(hasOwnText)); // beside its links and buttons

function isSuchBlock(row, other) {
  if (classesOf(row).length && classesOf(other).length) return isClassed(row, other);
  return isPlain(row) && isPlain(other) && saysSomething(row) === saysSomething(other);
}

const closestOf = method("Element", "closest");

const isOfControl = (row) => (element) => { const control = closestOf(element, ROW_CONTROLS); return control && contains(row, control); };
function partsOfRow(row) {
  const isOfIts = isOfControl(row);
  return [row].concat(Array.from(queryAllIn(row, "*")).slice(0, MOST_IN_ROW).filter((element) => !isOfIts(element)));
}

const ROW_GROUNDS = /^(td|th)$/;

// The colour of a ground that says that a row does not count: a pale red, or a grey. Other colours greet what is new.
function groundOf(style) {
  const found = /^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?\)$/.exec(style.backgroundColor);
  if (!found || parseFloat(found[4] || "1") < 0.02) return "";
  const [red, green, blue] = [found[1], found[2], found[3]].map(Number), least = Math.min(red, green, blue);
  if (red - green > 8 && red - blue > 8 && Math.abs(green - blue) < (red - least) * 0.6) return "red ground";
  return Math.max(red, green, blue) - least <= 8 && least < 252 ? "ground " + style.backgroundColor : "";
}

// Whether a picture is painted as warnings are.
function isRedPicture(picture) {
  return [picture].concat(Array.from(queryAllIn(picture, "*")).slice(0, MOST_IN_ROW)).some((element) => {
    const style = styleOf(element), isDrawn = element instanceof SVGElement;
    if (isDrawn) return isRed(style.fill) || isRed(style.stroke);
    return isRed(style.backgroundColor) || (isRed(style.color) && !isNone(styleOf(element, "::before").content));
  });
}

// What of a row may tell that it is not like others.
const rowLooks = remembered((row) => {
  const inside = partsOfRow(row), looks = new Set();
  let opacity = 1, grounds = 0;
  for (let i = 0; i < inside.length; i++) {
    const element = inside[i], style = styleOf(element), tag = tagOf(element);
    if (/line-through/.test(style.textDecorationLine) || /^(del|s|strike)$/.test(tag)) looks.add("struck");
    if (parseFloat(style.opacity) < 1) opacity = Math.min(opacity, parseFloat(style.opacity));
    if (!isNone(style.filter)) looks.add("filter " + style.filter);
    if (style.fontStyle !== "normal") looks.add("slanted");
    for (let j = 0; j < ROW_STATES.length; j++) if (attributeOf(element, ROW_STATES[j])) looks.add(ROW_STATES[j] + " " + attributeOf(element, ROW_STATES[j]));
    if (attributeOf(element, "title")) looks.add("title");  // which one depends on what the row is about
    if (parseFloat(style.borderLeftWidth) > 1.5) looks.add("border " + style.borderLeftColor);
    if (/dashed|dotted/.test(style.borderTopStyle)) looks.add("dashed");
    if (style.outlineStyle !== "none" && !matches(element, ":focus")) looks.add("outline");
    if (/url\(/.test(style.backgroundImage)) grounds += 1;
    if ((element === row || ROW_GROUNDS.test(tag)) && groundOf(style)) looks.add(groundOf(style));
    if (hasOwnText(element)) looks.add("colour " + style.color);
    for (const name of ["::before", "::after"]) {
      const content = styleOf(element, name).content;
      if (!isNone(content) && content !== '""') looks.add("content " + content);
    }
  }
  if (opacity < FAINT_ROW) looks.add("faint");
  const pictures = Array.from(queryAllIn(row, ROW_PICTURES)).slice(0, MOST_IN_ROW), isOfIts = isOfControl(row);
  const own = pictures.filter((element) => !isOfIts(element));
  for (let i = 1; i <= own.length + grounds; i++) looks.add("picture " + i);
  if (own.some(isRedPicture)) looks.add("red picture");
  return looks;
});

const allNodesOf = getter("Node", "childNodes");
function hasOwnText(element) {
  return Array.from(allNodesOf(element)).some((node) => typeOf(node) === 3 && /\S/.test(node.data));
}

const ALONE_MARKED = /^(struck|faint|red picture|aria-invalid true|aria-disabled true|aria-busy true)$/;
const isMarkedRow = remembered((row) => {
  const neighbours = neighboursOf(row).map(rowLooks), own = Array.from(rowLooks(row));
  return own.some((look) => (neighbours.length ? isMark(look, neighbours) : ALONE_MARKED.test(look)));
});

// Whether a row has a look that none of its neighbours has; of one that stands alone, whether that speaks for itself.
function isMarked(element) {
  const row = element && (rowOf(element) || blockOf(element));
  return row ? isMarkedRow(row) : false;
}

const STRIPES = 2; // rows that have to stand beside one whose ground is another: every second one has in many a list
function isMark(look, neighbours) {
  if (neighbours.some((looks) => looks.has(look))) return false;
  if (/^ground /.test(look)) return neighbours.length >= STRIPES;
  return !/^colour /.test(look) || neighbours.some((looks) => Array.from(looks).some((other) => /^colour /.test(other)));
}
