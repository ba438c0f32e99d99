// Reading again what has changed. The elements that mutations, states, values and scrolling have touched are walked anew,
// and their nodes take the place of the old ones. That is right only where nothing beyond them can be another: whatever is
// not certain ends in null, and the document is read in full.

const NEVER = "object, embed, marquee, animate, set, animateTransform, animateMotion, input[type=image], frameset, video";

// ---- what is kept of a reading ---------------------------------------------------------------------------------------

// Whether a reading can be patched later: nothing in the document changes in ways that nobody is told.
function isLasting() {
  if (isProof || flaw || isFull || mayBeClosed || hasHiddenControls || argument.clip || argument.children.length) return false;
  if (nodes.length < argument.least || typeof argument.styles !== "number") return false;
  return watchOf().roots.every((root) => queryAll(root, NEVER).length === 0);
}

// All that later looks need. What a patch does not name stays as it was.
function keepForPatch(reading) {
  reading.sources = isLasting() ? styleSources(kept.sources) : null;
  if (!reading.sources || reading.sources.isMoving || reading.sources.rules.isFar) { reading.sources = null; return; }
  kept.sources = reading.sources;
  reading.levels = new Map();
  for (let i = 0; i < entered.length; i++) reading.levels.set(entered[i].element, entered[i]);
  Object.assign(reading, { nodes, floating, byElement, labelled, handles, faces, formNumbers, images: imageSizes(), styles: argument.styles, ids: referredIds, tested: testedCount });
}

// ---- putting it in -------------------------------------------------------------------------------------------------

// The new nodes and levels of a region take the place of the old ones, from the last region to the first.
function putIn({ region, from, to, at, last }, reading) {
  const { start, end } = region, more = to - from - (end - start), later = last - at - (region.last - region.at), base = region.up.owner;
  const added = nodes.slice(from, to), levels = entered.slice(at, last), place = placeOf(start, reading);
  const gone = reading.nodes.slice(start, end).filter((note) => note.live).length, first = region.at, behind = region.last;
  const shifted = (index) => (index < 0 ? index : index - from + start);
  for (const note of added) { note.owner = note.owner < 0 ? base : shifted(note.owner); if (note.end !== undefined) note.end = shifted(note.end); }
  for (const level of levels) {
    level.owner = level.owner < 0 ? base : shifted(level.owner);
    level.node = shifted(level.node); level.start = shifted(level.start); level.end = shifted(level.end);
    level.at += first - at; level.last += first - at;
  }
  levels[0].up = region.up;
  for (let i = first; i < behind; i++) reading.levels.delete(reading.entered[i].element);
  for (const level of levels) reading.levels.set(level.element, level);
  for (let around = region.up; around.style; around = around.up) {
    around.end += more; around.last += later;
    if (around.node >= 0 && reading.nodes[around.node].end !== undefined) reading.nodes[around.node].end += more;
  }
  if (more || later) shiftBehind(reading, behind, end, more, later);
  reading.nodes.splice(start, end - start, ...added);
  reading.entered.splice(first, behind - first, ...levels);
  reading.evidence.splice(first, behind - first, ...levels.map((level) => evidenceOn(level.element)));
  return { place, gone, added };
}

function shiftBehind(reading, behind, end, more, later) {
  for (let i = behind; i < reading.entered.length; i++) {
    const level = reading.entered[i];
    level.at += later; level.last += later; level.start += more; level.end += more;
    if (level.owner >= end) level.owner += more;
    if (level.node >= end) level.node += more;
  }
  for (let i = end; i < reading.nodes.length; i++) {
    const note = reading.nodes[i];
    if (note.owner >= end) note.owner += more;
    if (note.end !== undefined) note.end += more;
  }
}

// How many nodes are written before an index.
function placeOf(index, reading) {
  for (let i = index - 1; i >= 0; i--) if (reading.nodes[i].live) return reading.nodes[i].place + 1;
  return 0;
}

function renumber(list) {
  let place = 0;
  for (let i = 0; i < list.length; i++) if (list[i].live) list[i].place = place++;
}

function writePatch(parts, reading, memory) {
  const written = kept.written.get(kindOfReading), splices = [], texts = [];
  for (let i = parts.length - 1; i >= 0; i--) {
    for (let j = parts[i].region.start; j < parts[i].region.end; j++) written.texts.delete(reading.nodes[j].number);
  }
  for (let i = parts.length - 1; i >= 0; i--) {
    const { place, gone, added } = putIn(parts[i], reading), own = [];
    for (const note of added) {
      if (!note.live || !note.box) { note.live = false; continue; }
      note.number = numberOf(note.key, memory);
      own.push(note);
    }
    for (const note of own) {
      let owner = note.owner;
      while (owner >= 0 && !reading.nodes[owner].live) owner = reading.nodes[owner].owner;
      note.parent = owner < 0 ? 0 : reading.nodes[owner].number;
    }
    splices.push([place, gone, own.length]);
    texts.push(own.map((note) => { const text = writeNode(note, memory); written.texts.set(note.number, text); return text; }));
  }
  renumber(reading.nodes);
  written.token = argument.token;
  return { splices: list(splices, (splice) => list(splice, String)), nodes: list([].concat(...texts), String) };
}

// ---- the patch -------------------------------------------------------------------------------------------------------

// What every cache of a look holds stays, since nothing that it was made from has changed.
function takeCaches(reading) {
  for (const [mine, theirs] of [[labelled, reading.labelled], [handles, reading.handles], [faces, reading.faces], [formNumbers, reading.formNumbers]]) theirs.forEach((value, key) => mine.set(key, value));
  floating.push(...reading.floating);
  reading.ids.forEach((id) => referredIds.add(id));
}

function patch() {
  const reading = kept.readings.get(kindOfReading), written = kept.written.get(kindOfReading);
  if (!reading || !reading.sources || !written || written.token !== argument.since || argument.clip || argument.children.length) return null;
  rectOf(rootElement);
  changesSoFar();
  const sources = argument.styles === reading.styles ? reading.sources : styleSources(reading.sources);
  if (!sources || sources.texts !== reading.sources.texts || sources.others !== reading.sources.others || sources.isMoving) return null;
  const now = findTouched(reading);
  if (!now) return null;
  touchByStates(reading.sources, sources, sources.rules.hasSiblings);
  takeCaches(reading);
  handsNow = kept.hands;
  const regions = findRegions(reading);
  if (!regions || !isUnmoved(regions, reading)) return null;
  const changed = new Set();
  for (const { start, end } of regions) for (let i = start; i < end; i++) changed.add(reading.nodes[i].tick);
  const texts = reading.texts.filter((text) => !changed.has(text));
  if (!haveRested(texts)) return null;
  const parts = [], forms = formNumbers.size;
  for (const region of regions) {
    const part = readRegion(region, reading);
    if (!part) return null;
    parts.push(part);
  }
  if (formNumbers.size !== forms || !hasSameCovers(parts, reading) || frames.length || isFull || mayBeClosed || hasHiddenControls) return null;
  const memory = memoryOf(), { splices, nodes: news } = writePatch(parts, reading, memory);
  byElement.forEach((note, element) => reading.byElement.set(element, note));
  const scrolled = reading.scrolled.filter(({ element }) => isConnected(element) && !parts.some(({ region }) => isWithin(element, region.element))).concat(offsetsOf(clipping));
  Object.assign(reading, { changes: changesSoFar(), mark: markNow(), conditions: now, scrolled, sources, styles: argument.styles, images: imageSizes(), ids: referredIds, texts: texts.concat(ticking) });
  return writeDocument(memory, '"nodes":' + news + ',"splices":' + splices);
}

function tryPatch() {
  let written = null;
  try { written = patch(); } catch (error) { written = null; }
  if (written !== null) return written;
  // What was gathered until then belongs to no reading.
  for (const gathered of [nodes, stack, entered, clipping, frames, floating, touched, ahead]) gathered.length = 0;
  for (const gathered of [layers, byElement, labelled, handles, faces, formNumbers, holders, referredIds]) gathered.clear();
  [run, visits, isFull, mayBeClosed, hasHiddenControls, handsNow, testedCount, hits] = [null, 0, false, false, false, null, 0, whole ? new Set() : null];
  return null;
}
