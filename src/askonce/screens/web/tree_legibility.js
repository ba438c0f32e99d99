// What can surely be read. A word counts when its own painted place is in view, nothing lies over it, and it is painted
// in an ordinary way on a ground that it differs from. Whatever is not sure is written as a GAP: others have to look.
//
// All of this costs time, so it is done only where the walk is asked for it.

const isProof = argument.proof === true, GAP = "\ufffc";
const rangeRects = getter("Range", "getClientRects");
const queryAllIn = method("Element", "querySelectorAll"), contentTextOf = getter("Node", "textContent");
const anything = [];
let isComplete = true, hasPictures = false;

function proveLevel(element, tag, style, rect, level) {
  level.odd = level.odd || hasOddPaint(element, tag, style);
  notePainter(element, tag, style, rect, level);
  noteUnread(element, tag, style, rect, level);
}

// Generated words are read before or behind the text beside them.
function addGenerated(level, name) {
  const piece = level[name];
  if (piece && run) run.pieces.push(piece); else if (piece) ahead.push(piece);
}

// ---- words ---------------------------------------------------------------------------------------------------------

function rectsIn(node, start, end) {
  range.setStart(node, start);
  range.setEnd(node, end);
  return Array.from(rangeRects(range)).filter((rect) => rect.width > 0.5 && rect.height > 0.5).map(edges);
}

const BIDI = /[\u202a-\u202e\u2066-\u2069]/, LETTERS = /[A-Za-z\u00c0-\u024f]/, NARROW = "iljtfrI.,;:'’!|()[]/ -";

// Whether a font, a size or a direction may turn a text into something else.
function isOddText(node, text, style, rects) {
  const size = parseFloat(style.fontSize), count = text.replace(/\s+/g, " ").trim();
  if (BIDI.test(text) || (style.direction === "rtl" && LETTERS.test(text)) || hasIconFont(style)) return true;
  if (parseFloat(style.wordSpacing) < -0.5 || parseFloat(style.letterSpacing) > size * 0.6) return true;
  if (/line-through|overline/.test(style.textDecorationLine) && parseFloat(style.textDecorationThickness) > size * 0.3) return true;
  if (rects.some((rect) => rect[3] - rect[1] < 7)) return true;
  let wide = 0, width = 0;
  for (let i = 0; i < count.length; i++) wide += NARROW.indexOf(count[i]) >= 0 ? 0.28 : count.charCodeAt(i) > 0x2e80 ? 1 : count.charCodeAt(i) < 0x300 ? 0.5 : 0;
  for (let i = 0; i < rects.length; i++) width += rects[i][2] - rects[i][0];
  const scale = rects.length ? (rects[0][3] - rects[0][1]) / (size * 1.15) : 1;
  return count.length > 2 && width < wide * size * 0.68 * Math.min(scale, 1);
}

const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
const isHeading = (element) => { const role = attributeOf(element, "role"); return role ? role === "heading" : /^h[1-6]$/.test(tagOf(element)); };

// The heading of which a control is all that can be read, or the only thing that the control holds.
function headingOf(element) {
  const isCalledOtherwise = attributeOf(element, "aria-label") || attributeOf(element, "aria-labelledby");
  const words = isCalledOtherwise ? "" : tidy(contentTextOf(element)), isSame = (other) => isHeading(other) && tidy(contentTextOf(other)) === words;
  for (let at = composedParent(element), guard = 0; words && at && guard < 6; at = composedParent(at), guard++) if (isSame(at)) return at;
  const inside = words ? queryAllIn(element, HEADINGS) : [];
  return inside.length === 1 && isSame(inside[0]) ? inside[0] : null;
}

// The first letter and the first line may be painted in a way of their own.
function hasOddStart(element) {
  for (let at = element, guard = 0; at && guard < 20; at = composedParent(at), guard++) {
    const own = styleOf(at);
    if (own.display === "inline" || own.display === "contents") continue;
    for (const name of ["::first-letter", "::first-line"]) {
      const style = styleOf(at, name);
      if (style.color !== own.color || style.opacity !== "1" || parseFloat(style.fontSize) < parseFloat(own.fontSize) * 0.6) return true;
    }
    return false;
  }
  return false;
}

// The part of a clip in which letters are not replaced by an ellipsis.
function roomIn(piece) {
  const clip = piece.clip;
  for (let at = piece.level, guard = 0; at.style && guard < 4; at = at.up, guard++) {
    if (!isNone(at.style.textOverflow) && at.style.textOverflow !== "clip" && scrollWidthOf(at.element) > clientWidthOf(at.element)) {
      const em = parseFloat(at.style.fontSize) * 1.3;
      return at.style.direction === "rtl" ? [clip[0] + em, clip[1], clip[2], clip[3]] : [clip[0], clip[1], clip[2] - em, clip[3]];
    }
  }
  return clip;
}

function isWhollyIn(rect, clip) {
  const slack = (rect[3] - rect[1]) * 0.12;
  return rect[0] >= clip[0] - 1 && rect[2] <= clip[2] + 1 && rect[1] >= clip[1] - slack && rect[3] <= clip[3] + slack;
}

// The element that a hit on a text names. Of a text in a slot, that is the host.
const ownerOf = (node, level) => { const parent = parentOf(node); return parent && typeOf(parent) === 1 ? parent : level.element; };

// Words as the style writes them. Where letters become capitals only browsers know, unless a word is nothing but letters.
function asPainted(text, style, isAlone) {
  if (style.textTransform === "capitalize") return text.replace(/\S+/g, (word) => (isAlone ? capitalized(word) : GAP));
  if (style.textTransform === "uppercase") return text.toUpperCase();
  return style.textTransform === "lowercase" ? text.toLowerCase() : text;
}

function capitalized(word) {
  const first = word[0].toUpperCase();
  if (word === GAP || /^[\d.,:%$€£]+$/.test(word)) return word;
  return /^\p{L}+[.,:;!?…]*$/u.test(word) && first.length === 1 ? first + word.slice(1) : GAP;
}

// The words of one text, with gaps. Out of view nothing can be hit; there the way it is painted has to do.
function wordsOf(piece, isInView, isAlone) {
  if (piece.said) return /[\p{L}\p{N}%.,+\-°$€£¥'@/]/u.test(piece.said) || piece.said === GAP ? GAP : " ";
  const { node, level } = piece, { style } = level, element = ownerOf(node, level), data = dataOf(node).slice(0, 20000), rects = rectsIn(node, 0, data.length);
  if (level.odd || !isNone(style.textTransform) && /full|math/.test(style.textTransform)) return GAP;
  if (!rects.length || isOddText(node, data, style, rects) || hasOddStart(element)) return GAP;
  const color = shadeOfColor(style.webkitTextFillColor || style.color);
  if (!color || color.alpha < 0.25) return GAP;
  if (!isInView) return asPainted(data, style, isAlone);
  const room = roomIn(piece), isDead = style.pointerEvents === "none";
  const isHit = (hit) => hit === element || (isDead && hit !== null && isWithin(element, hit));
  const isRead = (rect) => isWhollyIn(rect, room) && isWhollyIn(rect, view) && isUncovered(element, rect, isHit) && !isCrossed(node, rect, element)
    && isDistinct(element, style, rect);
  if (rects.length <= 40 && rects.every(isRead)) return asPainted(data, style, isAlone);
  let count = 0;
  return asPainted(data.replace(/\S+/g, (word, start) => {
    if (++count > 200) return GAP;
    const parts = rectsIn(node, start, start + word.length);
    return parts.length && parts.every(isRead) ? word : GAP;
  }), style, isAlone);
}

// Texts that lie over each other cannot be read. Rows of boxes, so that only neighbours are compared.
const lines = new Map(), LINE = 40;
function noteLines({ node, clip }) {
  const rects = rectsIn(node, 0, dataOf(node).length);
  for (let i = 0; i < rects.length && i < 200; i++) {
    const rect = overlap(rects[i], clip);
    for (let row = rect ? Math.floor(rect[1] / LINE) : 0; rect && row <= Math.floor(rect[3] / LINE); row++) {
      if (!lines.has(row)) lines.set(row, []);
      lines.get(row).push({ node, rect });
    }
  }
}
const inner = (rect) => [rect[0] + 1, rect[1] + (rect[3] - rect[1]) * 0.2, rect[2] - 1, rect[3] - (rect[3] - rect[1]) * 0.2];
const near = (rect) => [].concat(...[Math.floor(rect[1] / LINE), Math.floor(rect[3] / LINE)].map((row) => lines.get(row) || []));
const isCrossed = (node, rect, element) => near(rect).some((other) => {
  const shared = other.node !== node && overlap(inner(other.rect), inner(rect));
  return shared && !isBeneath(element, parentOf(other.node), (shared[0] + shared[2]) / 2, (shared[1] + shared[3]) / 2);
});

// Whether a sheet that hardly lets anything through lies between an element and another one under it.
function isBeneath(element, other, x, y) {
  const hits = Array.from(documentHits(document, x, y)), start = hits.indexOf(element), end = hits.indexOf(other);
  if (start < 0 || end <= start) return false;
  return hits.slice(start, end).some((hit) => { const color = shadeOfColor(styleOf(hit).backgroundColor); return color && color.alpha >= 0.8; });
}

// Whether another text touches this one without a space, so that both are read as one word: 10 : 30.
function touches(nodes, rect, isAfter) {
  const reach = (rect[3] - rect[1]) * 0.13;
  return near(rect).some((other) => {
    const sameLine = Math.min(other.rect[3], rect[3]) - Math.max(other.rect[1], rect[1]) > (rect[3] - rect[1]) * 0.4;
    const gap = isAfter ? other.rect[0] - rect[2] : rect[0] - other.rect[2];
    return sameLine && gap > -2 && gap < reach && nodes.indexOf(other.node) < 0 && !(isAfter ? /^\s/ : /\s$/).test(dataOf(other.node));
  });
}

const isSmallBeside = (piece, last) => {
  const [one, other] = [piece, last].map((part) => parseFloat(part.level.style.fontSize));
  return piece.level.style.verticalAlign !== last.level.style.verticalAlign && (one < other * 0.9 || other < one * 0.9);
};

// Whether a piece stands where it is read: behind the one before, or in a line below.
function follows(rect, last, style) {
  if (rect[1] > last[3] - (last[3] - last[1]) * 0.4) return true;
  return style.direction === "rtl" ? rect[2] <= last[0] + 2 : rect[0] >= last[2] - 2;
}

// The words of a run of pieces, one after another, with the spaces that are seen between them.
function wordsOfRun(run) {
  const texts = run.pieces.filter((piece) => piece.node), nodes = texts.map((piece) => piece.node);
  const isInView = !whole || run.sight !== null && run.sight !== undefined;
  let out = "", last = null;
  for (let i = 0; i < run.pieces.length; i++) {
    const piece = run.pieces[i], found = piece.node ? rectsIn(piece.node, 0, dataOf(piece.node).length) : [];
    if (last && found.length && !follows(found[0], last.rects[last.rects.length - 1], piece.level.style)) return GAP;
    if (last && found.length && isSmallBeside(piece, last)) out += GAP;
    out += (piece.space ? " " : "") + wordsOf(piece, isInView, texts.length === 1);
    if (found.length) { piece.rects = found; last = piece; }
  }
  const first = texts.find((piece) => piece.rects);
  if (!first || !last) return out.indexOf(GAP) >= 0 ? GAP : "";
  if (isInView && touches(nodes, first.rects[0], false) && !/^\s/.test(out)) out = GAP + out;
  if (isInView && touches(nodes, last.rects[last.rects.length - 1], true) && !/\s$/.test(out)) out += GAP;
  return out;
}

// A word that a gap touches is not known; neither is a number beside one.
const withGaps = (text) => tidy(text.replace(/\S*\ufffc\S*/g, " " + GAP + " ").replace(/\S*\d\S*\s+\ufffc|\ufffc\s+\S*\d\S*/g, " " + GAP + " "));

// ---- putting it together -------------------------------------------------------------------------------------------

// Which node shows a text: its own, or the nearest that took its words as a name, or the field that it labels.
function bearerOf(index) {
  const field = nodes[index].label && byElement.get(nodes[index].label);
  if (!nodes[index].live && field && field.live) return field;
  for (let at = index; at >= 0; at = nodes[at].owner) if (nodes[at].live) return nodes[at];
  return null;
}

// Whether a line goes through a text; the line of a box goes through all that flows in it.
function isStruck(level) {
  for (let at = level; at.style; at = at.up) {
    if (/line-through/.test(at.style.textDecorationLine)) return true;
    if (/^inline-|absolute|fixed/.test(at.style.display + " " + at.style.position) || !isNone(at.style.float)) return false;
  }
  return false;
}

function proveWords() {
  const runs = [];
  for (let i = 0; i < nodes.length; i++) {
    if (!nodes[i].run) continue;
    anything.push(nodes[i].run.pieces.map((piece) => piece.said || dataOf(piece.node)).join(" "));
    runs.push(i);
    for (let j = 0; j < nodes[i].run.pieces.length; j++) if (nodes[i].run.pieces[j].node) noteLines(nodes[i].run.pieces[j]);
  }
  for (let i = 0; i < runs.length; i++) {
    const note = nodes[runs[i]], bearer = bearerOf(runs[i]);
    if (!bearer) continue;
    const text = withGaps(wordsOfRun(note.run)), box = note.sight || note.box, last = bearer.lastBox;
    const isNext = !last || box[1] >= last[3] - 3 || (box[0] >= last[2] - 1 && box[1] < last[3] && box[3] > last[1]);
    bearer.words = bearer.words === undefined ? text : withGaps(bearer.words + (isNext ? " " : " " + GAP + " ") + text);
    bearer.lastBox = box;
    bearer.struck = bearer.struck || note.run.pieces.some((piece) => piece.level && isStruck(piece.level));
  }
  for (let i = 0; i < nodes.length; i++) if (nodes[i].live && nodes[i].actionable && nodes[i].box) nodes[i].clear = isClearControl(nodes[i]);
}

// Whether a control is surely seen: nothing over it, painted in the ordinary way, and with something to see.
function isClearControl(note) {
  const box = whole ? note.sight : note.box;
  if (!box || note.odd || note.through || box[2] - box[0] < 6 || box[3] - box[1] < 6) return false;
  const full = edges(rectOf(note.element)), isPart = areaOf(box) < areaOf(full) * 0.95 && !note.inline;
  if (isPart || !(note.words || REPLACED.test(note.tag) && note.tag !== "button" || holdsPicture(note.element))) return false;
  const rects = note.inline ? Array.from(rectsOf(note.element)).map(edges) : [box];
  const isHit = (hit) => {
    if (!hit) return false;
    const label = labelAround(hit);
    return isWithin(hit, note.element) || (label !== null && propertyOf(label, "control") === note.element) || note.inline && isWithin(note.element, hit);
  };
  return rects.every((rect) => isUncovered(note.element, rect, isHit));
}

// What paints and does not say what it shows. Texts that are laid out are known elsewhere, even those of closed shadow
// roots; pictures may hold words that nobody knows.
function noteUnread(element, tag, style, rect, level) {
  if (!level.shown || level.faint || rect.width < 8 || rect.height < 8) return;
  const images = style.backgroundImage + style.borderImageSource + style.content, isLarge = rect.width >= 40 && rect.height >= 13;
  if (/^(canvas|video|object|embed|fencedframe)$/.test(tag)) isComplete = false;
  else if (tag === "svg" || tag === "img") hasPictures = hasPictures || (isLarge && !isDeclared(element, tag));
  else if (isLarge && /url\(|image-set|paint\(/.test(images) && !isIconSized(element, style)) hasPictures = hasPictures || hasRoomForWords(element, rect);
}

// Whether there is a place in an element, beside the words in it, where a picture could show words.
function hasRoomForWords(element, rect) {
  range.selectNodeContents(element);
  const inner = element instanceof HTMLElement && innerTextOf(element) ? rangeRect(range) : null;
  if (!inner || inner.width < 1) return true;
  const isWide = Math.max(inner.left - rect.left, rect.right - inner.right) >= 40;
  return isWide || Math.max(inner.top - rect.top, rect.bottom - inner.bottom) >= 13;
}

// Whether the page says what a picture shows, or that it shows nothing to read.
const isDeclared = (element, tag) => hasAttribute(element, "alt") || isOn(element, "aria-hidden") || givenName(element, tag) !== "";

function isIconSized(element, style) {
  const picture = pictureBox(element, style), [wide, high] = picture ? [picture[2] - picture[0], picture[3] - picture[1]] : style.backgroundSize.split(" ").map(parseFloat);
  return wide < 40 || high < 13;
}

// Words that browsers write themselves; and the options of a list, which are not laid out until it opens.
const DATES = /^(date|time|datetime-local|month|week)$/;
function noteNativeWords(element, tag) {
  if (tag === "img") anything.push(attributeOf(element, "alt") || "");
  if (tag === "details" && !queryIn(element, ":scope > summary")) anything.push("Details");
  if (tag === "input" && DATES.test(typeOfInput(element))) anything.push("mm/dd/yyyy", "dd.mm.yyyy", "--:--", "AM", "PM", "Week --, ----");
  if (tag !== "select" && tag !== "datalist") return;
  const all = queryAllIn(element, "optgroup, option");
  for (let i = 0; i < all.length && i < 5000; i++) anything.push((attributeOf(all[i], "label") || "") + "\n" + contentTextOf(all[i]));
}
