// Leaving an element: whether its node stays, and whether the words inside it become its name.

const TICKED = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
const bare = (text) => text.replace(/\s+/g, "").toLowerCase();

// Its place is then that of the picture, too: a listener may be on that alone.
function nameByIcon(note) {
  note.name = note.icon = iconName(note.element);
  const inner = hasPicture(note.element) ? null : pictured(note.element);
  if (inner) note.box = overlap(edges(rectOf(inner)), note.clip) || note.box;
}

// What a style sheet writes on an element; on a box to tick, its tick is no name.
function paintedName(element, role) {
  const painted = generated(element);
  return TICKED.has(role) && !/[\p{L}\p{N}]/u.test(painted) ? "" : painted;
}

function nameNote(note, said) {
  const element = note.element, isSilent = note.actionable && !said && !FIELDS.has(note.role) && note.mode !== "leaf";
  note.name = note.given || said || (isSilent && spoken(element)) || lastName(element) || (note.actionable && paintedName(element, note.role)) || "";
  if (!note.name && (isSilent || note.tag === "input") && !FIELDS.has(note.role) && !TICKED.has(note.role)) {
    nameByIcon(note);
  }
  if (!note.name && note.role === "iframe") note.name = tidy(attributeOf(note.element, "name"));
}

function absorb(note, content) {
  const isField = FIELDS.has(note.role);
  nameNote(note, isField ? "" : content.said);
  note.seen = content.seen;
  note.said = note.name;
  note.spoken = !isField && note.name !== "" && bare(content.seen) === "";
  if (isField) note.value = note.value ?? (valueOf(note.element, note.tag, note.role) || content.seen || null);
  else note.text = bare(content.seen) === bare(note.name) ? "" : content.seen;
}

// The words inside a candidate, and what kinds of nodes hold them.
function contentOf(start, around) {
  const seen = [], said = [];
  let live = 0, actions = 0, plain = true, fields = 0, groups = 0, items = 0, scrolls = false, box = null, sight = null, heading = "", area = 0, words = 0;
  for (let i = start; i < nodes.length; i++) {
    const node = nodes[i];
    if (!node.live) continue;
    live++;
    if (node.actionable) actions++;
    if (node.actionable && FIELDS.has(node.role)) fields++;
    if (node.role !== "text" && node.role !== "img") plain = false;
    if (node.implied && node.mode === "group") groups++;
    if (node.role === "listitem" || node.role === "option") items++;
    if (node.states.indexOf("scrolls") >= 0) scrolls = true;
    if (node.role === "heading" && !heading) heading = node.name;
    if (!node.actionable && (node.seen || node.said)) words++;
    if (node.seen) seen.push(node.seen);
    if (node.said) said.push(node.said);
    if (node.actionable && node.box && around) area += areaOf(overlap(node.box, around));
    if (node.box) box = box ? joined(box, node.box) : node.box;
    if (node.sight) sight = sight ? joined(sight, node.sight) : node.sight;
    if (node.whole) i = node.end - 1;
  }
  const list = items > 1 && scrolls;
  return { seen: seen.join(" "), said: said.join(" "), live, actions, fields, plain, groups, list, box, sight, heading, area, words };
}

function drop(start, isGone) {
  for (let i = start; i < nodes.length; i++) if (nodes[i].live && isGone(nodes[i])) nodes[i].live = false;
}

// all: its words are its name, whatever stands inside. soft: so too, unless something inside can be acted on by
// itself, or a list scrolls inside, of which each item is a thing by itself. plain: so too, if there is nothing but text. own: a heading keeps its own words, links in it stay apart.
// The others are boxes, kept only where they tell things apart.
function settle(level) {
  const note = nodes[level.node], start = level.node + 1, content = contentOf(start, note.box);
  note.end = nodes.length;
  if (!note.box) { note.box = content.box; note.sight = content.sight; note.isAround = true; }
  const passive = (node) => !node.actionable;
  if (note.weak && (content.actions > 0 || content.said.length > MOST_WEAK || !(content.live || paints(note.element)))) weaken(note);
  const mode = note.mode;
  if (mode === "leaf") return;
  if (mode === "all" || (mode === "soft" && content.actions === 0 && !content.list)) {
    if (!content.live) {
      const text = note.marks && generated(note.element);
      if (text) content.seen = content.said = text;
    }
    absorb(note, content);
    note.whole = true;
    drop(start, passive);
    note.live = note.box !== null;
  } else if (mode === "soft") settleAround(note, start, content);
  else if (mode === "own") {
    const own = tidy(nodes.slice(start).filter((node) => node.live && node.role === "text").map((node) => node.said || node.seen).join(" "));
    note.name = note.seen = note.said = content.actions ? own : note.given || content.said || content.seen;
    note.spoken = !content.actions && note.name !== "" && bare(content.seen) === "";
    if (!content.actions && bare(content.seen) !== bare(note.name)) note.text = note.seen = content.seen;
    drop(start, passive);
    note.whole = content.actions === 0;
    note.live = note.name !== "" && note.box !== null;
  } else if (mode === "picture") {
    nameNote(note, "");
    note.said = note.name;
    note.live = note.box !== null && note.name !== "";
  } else if (mode === "plain" && content.plain && content.live) {
    absorb(note, content);
    note.whole = true;
    drop(start, passive);
  } else settleBox(note, start, content);
}

// Not to be clicked after all: what it would be without the listener.
function weaken(note) {
  note.actionable = false;
  note.mode = note.weak;
  if (note.implied) note.role = "group";
}

const LONGEST_OWN = 300, MOST_WEAK = 100;

// Something to click that has more to click inside. Without a name, the words in it that are not those of the others are
// its own; with no words of its own and around one control, or with hardly a spot that is not theirs, it is only a frame.
function settleAround(note, start, content) {
  note.live = note.box !== null && !(content.fields && FIELDS.has(note.role));
  note.name = note.given || (ITEMS.has(note.role) ? "" : content.heading || lastName(note.element));
  const isFrame = content.words === 0 && (content.actions === 1 || content.area > areaOf(note.box) / 2);
  if (!note.name && isFrame && (note.implied || ITEMS.has(note.role) || PLAIN.has(note.role)) && note.role !== "draggable") note.live = false;
  if (note.name || !note.live || (!note.implied && note.role !== "listitem")) return;
  const isOwn = (node) => node.live && !node.actionable && (node.role === "text" || node.role === "img");
  const own = tidy(nodes.slice(start).filter(isOwn).map((node) => node.said || node.seen).join(" "));
  if (own && own.length <= LONGEST_OWN) {
    note.name = note.seen = note.said = own;
    drop(start, isOwn);
  } else if (!own) nameByIcon(note);
}

const TELLING = new Set(["alert", "status"]);
// With a name they say what the control in them is for, even if it is the only one.
const PLACES = new Set(["region", "form", "group"]);

function settleBox(note, start, content) {
  note.name = note.given;
  const { role, mode } = note, scrolls = note.states.indexOf("scrolls") >= 0;
  const mixed = content.actions > 0 && content.live > 1;
  if (scrolls) note.live = content.live > 0;
  else if (mode === "layer") note.live = false;
  else if (mode === "group") note.live = mixed && content.groups === 0;
  else if (role === "dialog" || role === "alertdialog") { note.live = content.live > 0; note.name = note.name || content.heading; }
  else if (role === "table" || role === "grid" || role === "treegrid") note.live = content.live > 0;
  else if (mode === "plain" && role !== "listitem") note.live = TELLING.has(role) && content.live > 0;
  else if (ITEMS.has(role)) note.live = content.live > 1;
  else note.live = (content.live > 1 || (PLACES.has(role) && content.actions === 1)) && (note.name !== "" || STANDING.has(role) || role === "list");
  if (note.live && !note.box) note.live = false;
  if (!note.live || !note.given) return;
  const wanted = bare(note.given);
  let once = true;
  drop(start, (node) => once && node.role === "text" && bare(node.seen) === wanted && !(once = false));
}

function leave(level) {
  const { element, node } = level;
  if (isProof) addGenerated(level, "::after");
  const isEmpty = node < 0 && level.box && level.shown && !level.faint && !firstOf(element) && !shadowOf(element);
  const text = isEmpty ? generated(element) : "";
  if (text) {
    if (!run) run = { key: element, element, box: level.box, full: edges(rectOf(element)), seen: "", said: "", owner: level.owner, label: level.label, pieces: [] };
    run.seen += " " + text;
    run.said += level.mute ? "" : " " + text;
    run.last = rectOf(element);
  }
  if (level.block || node >= 0) flush();
  if (node >= 0) settle(level);
  level.end = nodes.length;
  level.last = entered.length;
}
