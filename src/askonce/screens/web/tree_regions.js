// The boxes that are walked anew after a change, and whether anything beyond them can be another than it was.

const BOXES = new Set(["box", "scroller", "layer", "group"]);
const MOST_REGIONS = 20, MOST_SHARE = 0.2, MOST_SIBLINGS = 30;

// A field is as large as it was, whatever it holds.
const isField = (level) => level.node >= 0 && /^(input|select|textarea)$/.test(level.tag) && level.display === "inline-block";

// Whether an element was not entered, is not entered now, and moves nothing that is.
function isOutOfSight(element, reading) {
  let outer = element, around = composedParent(element);
  if (reading.levels.has(element)) return false;
  for (let guard = 0; around && !reading.levels.has(around) && guard < 5000; guard++) { outer = around; around = composedParent(around); }
  const level = around && reading.levels.get(around), gathered = [nodes, entered, floating, clipping, frames], lengths = gathered.map((list) => list.length);
  if (!level || parentOf(outer) !== around) return false;
  if (enter(outer, Object.assign({}, level, { misses: 0, owner: -1 }))) {  // it is walked with what holds it
    gathered.forEach((list, i) => { list.length = lengths[i]; });
    return false;
  }
  const isSame = (other) => !other || isSameRect(rectOf(other), reading.levels.get(other).rect);
  const nearest = [elementAfter, elementBefore].map((step) => neighbours(outer, step).find((other) => reading.levels.has(other)));
  return nearest.every(isSame) && standsStill(level, reading, []);
}

// The box to walk anew for a touched element: its words flow into nothing around it, and no element around it is named or
// judged by what it holds.
function regionOf(element, reading) {
  let at = element, found = null;
  for (let guard = 0; at && !reading.levels.has(at) && guard < 5000; guard++) at = composedParent(at);
  for (let level = at && reading.levels.get(at); level && level.style; level = level.up) {
    const note = level.node >= 0 ? reading.nodes[level.node] : null;
    const isJudged = note && (!BOXES.has(note.mode) || note.weak || note.isAround);
    if (!found || isJudged || level.hand || level.strict) found = level.block || isField(level) ? level : null;
  }
  return found;
}

function findRegions(reading) {
  const found = new Set();
  for (let i = 0; i < touched.length; i++) {
    if (isOutOfSight(touched[i], reading)) continue;
    const region = regionOf(touched[i], reading);
    if (!region || region.up.style === null) return null;
    found.add(region);
    if (found.size > MOST_REGIONS) return null;
  }
  const regions = Array.from(found).sort((one, other) => one.at - other.at), outer = [];
  let size = 0;
  for (let i = 0; i < regions.length; i++) {
    const last = outer[outer.length - 1];
    if (last && regions[i].at < last.last) continue;
    outer.push(regions[i]);
    size += regions[i].last - regions[i].at;
  }
  return size > reading.entered.length * MOST_SHARE ? null : outer;
}

// What the boxes around a part of the nodes are judged by.
function summaryOf(list, from, to, givenNames) {
  let live = 0, actions = 0, groups = 0, items = 0, scrolls = false, heading = "";
  for (let i = from; i < to; i++) {
    const node = list[i];
    if (node.role === "text" && givenNames.has(bare(node.seen))) return null;
    if (!node.live) continue;
    live++;
    if (node.actionable) actions++;
    if (node.implied && node.mode === "group") groups++;
    if (node.role === "listitem" || node.role === "option") items++;
    if (node.states.indexOf("scrolls") >= 0) scrolls = true;
    if (node.role === "heading" && !heading) heading = node.name;
    if (node.role === "overlay") return null;
    if (node.whole) i = node.end - 1 >= i && node.end <= to ? node.end - 1 : i;
  }
  return [Math.min(live, 2), actions > 0, groups > 0, Math.min(items, 2), scrolls, heading].join("\n");
}

const formsIn = (list, from, to) => {
  const found = new Set();
  for (let i = from; i < to; i++) if (list[i].marks && list[i].marks.form) found.add(list[i].marks.form);
  return Array.from(found).sort().join();
};

// Whether all that stands beside and around a region is where it was. What a box holds moves others only by the box's own
// edges, by its margins and base line, by floats, or by sharing columns and rows with them.
function standsStill(region, reading, fresh) {
  for (let level = region; level.style; level = level.up) {
    if (!isSameRect(rectOf(level.element), level.rect)) return false;
    if (level.display === "table-cell" && (hasAttribute(level.element, "colspan") || hasAttribute(level.element, "rowspan"))) return false;
    if (level !== region && level.scrolls !== scrollsOver(level.element, level.style.overflowX, level.style.overflowY)) return false;
    if ((level !== region || !fresh.length) && level.scrolls && !scrollsAsFar(level, reading)) return false;
    if (level.up.style && !(level === region && isField(level)) && !standsStillBeside(level, reading)) return false;
  }
  const inside = fresh.length ? reading.entered.slice(region.at + 1, region.last).concat(fresh.slice(1)) : [];
  return !inside.some((level) => level.floats);
}

function scrollsAsFar(level, reading) {
  const marks = level.node >= 0 && reading.nodes[level.node].marks, again = { element: level.element, states: [], marks: {} };
  noteScroll(again);
  return !marks || marks.above === undefined || ["above", "below", "beside"].every((name) => marks[name] === again.marks[name]);
}

// Whether nothing has moved by a cause that nobody is told, such as a closed shadow root that grew: some of all elements are asked.
const MOST_ASKED = 60;
function isUnmoved(regions, reading) {
  const step = Math.max(1, Math.floor(reading.entered.length / MOST_ASKED));
  for (let i = 0; i < reading.entered.length; i += step) {
    if (!regions.some((region) => region.at <= i && i < region.last) && !isWhereItWas(reading.entered[i])) return false;
  }
  return true;
}

function neighbours(element, step) {
  const found = [];
  for (let other = step(element); other && found.length <= MOST_SIBLINGS; other = step(other)) found.push(other);
  return found;
}

const APART = /^(block|flow-root|list-item|table|table-(row|row-group|header-group|footer-group))$/;

function standsStillBeside(level, reading) {
  const around = level.up, after = neighbours(level.element, elementAfter), before = neighbours(level.element, elementBefore);
  const isSame = (element) => { const other = reading.levels.get(element); return !other || isSameRect(rectOf(element), other.rect); };
  const isFlex = /flex/.test(around.display), isApart = !isFlex && !/grid/.test(around.display) && APART.test(level.display);
  if (!isApart) for (let node = firstOf(around.element); node && !isFlex; node = nextOf(node)) if (typeOf(node) === 3 && /\S/.test(dataOf(node))) return false;
  if (after.length + before.length <= MOST_SIBLINGS) return after.every(isSame) && before.every(isSame);
  if (!isApart && (!isFlex || /baseline/.test(around.style.alignItems + around.style.alignContent + level.style.alignSelf))) return false;
  return [after, before].every((others) => { const next = others.find((other) => reading.levels.has(other)); return !next || isSame(next); });
}

// The nodes of one region as they are now; null where others may be touched by them.
function readRegion(region, reading) {
  const old = { start: region.start, end: region.end }, from = nodes.length, at = entered.length, floated = floating.length;
  const up = Object.assign({}, region.up, { misses: 0, owner: -1 });
  const level = walkFrom(region.element, up);
  if (!level || level.node >= 0 !== region.node >= 0) return null;
  const names = new Set();
  for (let around = region.up; around.style; around = around.up) if (around.node >= 0 && reading.nodes[around.node].given) names.add(bare(reading.nodes[around.node].given));
  const was = summaryOf(reading.nodes, old.start, old.end, names);
  if (was === null || was !== summaryOf(nodes, from, nodes.length, names)) return null;
  if (formsIn(reading.nodes, old.start, old.end) !== formsIn(nodes, from, nodes.length)) return null;
  const fresh = entered.slice(at);
  if (!standsStill(region, reading, fresh) || !isSameRect(level.rect, region.rect)) return null;
  if (!hasSameFields(region, reading) || !floatsAsBefore(region, reading, floated)) return null;
  return { region, level, from, to: nodes.length, at, last: entered.length };
}

function floatsAsBefore(region, reading, from) {
  const was = reading.floating.filter(({ element }) => isWithin(element, region.element)), now = floating.slice(from);
  return was.length === now.length && now.every(({ element, box }, i) => element === was[i].element && box.every((edge, side) => edge === was[i].box[side]));
}

// Fields have labels elsewhere, which are dropped or kept by the names of the fields.
function hasSameFields(region, reading) {
  const fields = queryAllIn(region.element, "input:not([type=hidden]), select, textarea");
  for (let i = 0; i < fields.length; i++) {
    if (!isUsable(fields[i])) return false;
    const was = reading.byElement.get(fields[i]), now = byElement.get(fields[i]);
    if (labelsIn(rootOf(fields[i])).get(fields[i]) && (!was || !now || was.live !== now.live || was.name !== now.name)) return false;
  }
  return true;
}

// Whether everything is as free or as covered as it was: in the regions nothing is covered, and around them nothing has changed.
function hasSameCovers(parts, reading) {
  const gone = new Set();
  for (const { region } of parts) for (let i = region.start; i < region.end; i++) gone.add(reading.nodes[i]);
  testedCount = reading.tested < MOST_TESTED || Array.from(gone).some((note) => note.isAlways) ? 0 : MOST_TESTED;
  markCovered();
  if (nodes.some((note) => note.cover)) return false;
  for (const { region, at, last } of parts) {
    const extent = reading.entered.slice(region.at, region.last).concat(entered.slice(at, last)).map((level) => edges(level.rect)).reduce(joined);
    for (let i = 0; i < reading.nodes.length; i++) {
      const note = reading.nodes[i];
      if (note.isTested && note.live && note.box && overlap(note.box, extent) && !gone.has(note) && !isCoveredAsBefore(note)) return false;
    }
  }
  return true;
}

function isCoveredAsBefore(note) {
  const again = Object.assign({}, note, { cover: null, isOpen: false, point: null, states: [] });
  tryPoints(again);
  return again.cover === (note.cover || null) && String(again.point || "") === String(note.point || "");
}
