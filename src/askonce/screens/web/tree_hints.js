// Evidence of what can be clicked that markup does not tell, and what a control that shows only a picture is for.

// ---- hand cursors --------------------------------------------------------------------------------------------------

// A computed cursor does not say whether it was inherited, nor what it will be under the mouse. The rules of the page
// do: `own` are selectors that put a hand on an element by its class, id or attribute, `loose` those that do it by its
// tag, `hover` those that do it only when the mouse is there. They are read once, and again when the page has other sheets,
// or has computed styles anew where that is known.
const MOST_RULES = 20000, MOST_SELECTORS = 400;
const sheetsOf = getter("Document", "styleSheets"), rulesIn = getter("CSSStyleSheet", "cssRules"), rulesOf = getter("CSSGroupingRule", "cssRules");
const selectorOf = getter("CSSStyleRule", "selectorText"), ruleStyle = getter("CSSStyleRule", "style");
const propertyIn = method("CSSStyleDeclaration", "getPropertyValue");

function readableRules() {
  const sheets = sheetsOf(document), found = [];
  for (let i = 0; i < sheets.length; i++) {
    try {
      found.push(rulesIn(sheets[i]));
    } catch (refused) {
      continue;  // a sheet of another origin
    }
  }
  return found;
}

// The parts of a selector list; commas inside brackets do not part it.
function selectorParts(text) {
  const parts = [];
  let depth = 0, start = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === "(" || letter === "[") depth++;
    else if (letter === ")" || letter === "]") depth--;
    else if (letter === "," && depth === 0) { parts.push(text.slice(start, i)); start = i + 1; }
  }
  parts.push(text.slice(start));
  return parts;
}

function isSelector(text) {
  try {
    matches(rootElement, text);
    return true;
  } catch (refused) {
    return false;
  }
}

function gatherHands(rules, found, seen) {
  for (let i = 0; i < rules.length && seen.count++ < MOST_RULES; i++) {
    const rule = rules[i];
    if (rule instanceof CSSGroupingRule) gatherHands(rulesOf(rule), found, seen);
    if (!(rule instanceof CSSStyleRule) || propertyIn(ruleStyle(rule), "cursor") !== "pointer") continue;
    const parts = selectorParts(selectorOf(rule));
    for (let j = 0; j < parts.length; j++) {
      const part = parts[j].trim(), isHover = part.indexOf(":hover") >= 0;
      const plain = part.replace(/:hover/g, ""), target = plain.split(/[\s>+~]+/).pop();
      const list = isHover ? found.hover : /[.#[]/.test(target) ? found.own : found.loose;
      if (part.indexOf("::") >= 0 || list.length >= MOST_SELECTORS || !target || target[0] === "*") continue;
      if (isSelector(plain)) list.push(plain);
    }
  }
}

function hands() {
  const groups = readableRules(), last = kept.hands;
  let isSame = last !== null && last.styles === argument.styles && last.groups.length === groups.length;
  for (let i = 0; isSame && i < groups.length; i++) isSame = groups[i] === last.groups[i] && groups[i].length === last.counts[i];
  if (isSame) return last;
  const found = { own: [], loose: [], hover: [] }, seen = { count: 0 }, counts = [];
  for (let i = 0; i < groups.length; i++) {
    gatherHands(groups[i], found, seen);
    counts.push(groups[i].length);
  }
  return kept.hands = { styles: argument.styles, groups, counts, own: found.own.join(","), loose: found.loose.join(","), hover: found.hover.join(",") };
}

let handsNow = null;
const isHandBy = (element, list) => {
  handsNow = handsNow || hands();
  return handsNow[list] !== "" && matches(element, handsNow[list]);
};
const hasHand = (element, style) => style.cursor === "pointer" || isHandBy(element, "hover");
const hasOwnHand = (element) =>
  /cursor:\s*pointer/.test(attributeOf(element, "style") || "") || isHandBy(element, "own")
  || (isHandBy(element, "loose") && paints(element) && !spoken(element));

// Attributes by which libraries tie a click to an element.
const DECLARED = "[data-handler], [data-event=click], [data-action*=click], [data-toggle]:not([data-toggle=tooltip]), "
  + "[data-bs-toggle]:not([data-bs-toggle=tooltip]), [data-dismiss], [data-bs-dismiss], [ng-click], [data-ng-click], [hx-get], [hx-post], "
  + "[wire\\:click], [x-on\\:click], [\\@click], a[title]:not([href])";

// Libraries keep what listens to an element as a property of it. Property names are read first, so that nothing of the
// page runs for elements that have none. Such evidence is weak: a listener may serve what is inside.
const LISTENING = /^(?:__reactProps\$|__reactEventHandlers\$|jQuery\d|__zone_symbol__click|_vei$|__on$|__onclick$|\$\$click$|__click$|_listeners$)/;
const namesOf = isNative(Object.getOwnPropertyNames) ? Object.getOwnPropertyNames : () => [];
const TAPS = ["click", "onClick", "mousedown", "onMouseDown", "pointerdown", "onPointerDown", "clickfalse"];

function isListening(element) {
  const names = namesOf(element);
  for (let i = 0; i < names.length; i++) {
    if (!LISTENING.test(names[i])) continue;
    const value = element[names[i]];
    if (/click/.test(names[i])) return Boolean(value);
    const events = value && value.events ? value.events : value;
    for (let j = 0; events && j < TAPS.length; j++) if (events[TAPS[j]]) return true;
    if (names[i] === "__on") for (let j = 0; value && j < value.length; j++) if (TAPS.indexOf(value[j].type) >= 0) return true;
  }
  return false;
}

const DRAGGED = ".ui-draggable, .ui-sortable-handle";

// ---- pictures ------------------------------------------------------------------------------------------------------

const PICTURES = /^(img|svg|canvas|picture)$/;
const addressIn = (value) => { const found = /url\(["']?([^"')]+)/.exec(value || ""); return found ? found[1] : ""; };
const pictureOf = (element) => { const style = styleOf(element); return addressIn(style.content) || addressIn(style.backgroundImage); };
const ICON_CLASS = /(?:^|\s)(?:fa|fas|far|icon|icons|bi|mdi|ti|ri|lucide|glyphicon|octicon|ico|i)-(?!\d|solid|regular|brands|lg\b|sm\b|xs\b|fw\b)([a-z][a-z0-9-]*)/i;
const hasPicture = (element) =>
  PICTURES.test(tagOf(element)) || ICON_CLASS.test(attributeOf(element, "class") || "") || pictureOf(element) !== "";

function pictured(element) {
  const children = childrenOf(element);
  for (let i = 0; i < children.length && i < 4; i++) if (hasPicture(children[i])) return children[i];
  return null;
}
const holdsPicture = (element) => hasPicture(element) || pictured(element) !== null;

// Whether a box with a hand cursor is several controls side by side: parts of one kind, apart from each other, each with
// a picture or an id of its own, and no words between them.
function hasParts(element) {
  const children = childrenOf(element), count = children.length;
  if (count < 2 || count > 12) return false;
  for (let node = firstOf(element); node; node = nextOf(node)) if (typeOf(node) === 3 && /\S/.test(dataOf(node))) return false;
  let pictures = 0, ids = 0, worded = 0, last = null;
  for (let i = 0; i < count; i++) {
    const child = children[i], rect = rectOf(child);
    if (tagOf(child) !== tagOf(children[0]) || rect.width < 8 || rect.height < 8) return false;
    if (last && overlap(edges(rect), last)) return false;
    last = edges(rect);
    if (holdsPicture(child)) pictures++;
    if (hasAttribute(child, "id") && Math.abs(rect.top - rectOf(children[0]).top) < rect.height / 2) ids++;
    if (spoken(child)) worded++;
  }
  return (pictures === count || ids === count) && (worded === 0 || worded === count);
}

// ---- names from icons ----------------------------------------------------------------------------------------------

// Words that say how something looks or is built, not what it is for.
const NO_MEANING = new Set(("btn button link icon icons ico img image picture svg sprite sprites glyph item items element elem wrapper wrap container "
  + "content inner outer box div span block inline flex grid row col column cell list group section area main body header footer ui js css jsx sc "
  + "svelte mui ant chakra styled class style active hover focus selected disabled enabled hidden visible show hide open left right top bottom center "
  + "middle start end small medium large tiny big round rounded circle square border shadow transparent white black gray grey light dark primary "
  + "secondary default normal clickable pointer cursor click action actions control controls float absolute relative fixed static justify self align "
  + "text font size color background helper reset corner corners all state has with and the for root base new old png jpg gif static assets "
  + "clearfix pull push module component widget field input label only "
  + "ionicon ionicons mdi glyphicon glyphicons octicon octicons codicon codicons anticon fontawesome heroicon heroicons iconify material symbols outlined"
).split(" "));

function addMeaning(words, text) {
  const parts = (text || "").replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^A-Za-z]+/);
  for (let i = 0; i < parts.length; i++) {
    const word = parts[i].toLowerCase();
    if ((word.length > 2 || word === "up" || word === "go") && word.length < 16 && /[aeiouy]/.test(word) && !NO_MEANING.has(word) && words.indexOf(word) < 0) words.push(word);
  }
}

// Names that machines made (hashes, utility classes) have digits or capitals in odd places; they mean nothing.
function addMarks(words, element) {
  addMeaning(words, attributeOf(element, "id"));
  const tokens = (attributeOf(element, "class") || "").split(/\s+/);
  for (let i = 0; i < tokens.length && i < 12; i++) {
    if (!/^[A-Za-z]+(?:[-_]+[A-Za-z]+)*$/.test(tokens[i]) || /[A-Z]{2}|[a-z]{1,2}[A-Z]|[A-Z][a-z]?$/.test(tokens[i])) continue;
    addMeaning(words, tokens[i]);
  }
}

const fileStem = (address) => {
  const name = /([^/?#]+?)(?:\.\w+)?(?:[?#].*)?$/.exec(address || "");
  return name && !/^(data|blob):/.test(address) ? name[1].slice(0, 60) : "";
};

// Whether a name says more than how something looks or is built, as "icon-svg" and "icon-wrapper" do not.
function isMeant(name) {
  const parts = name.toLowerCase().split("-");
  for (let i = 0; i < parts.length; i++) if (!NO_MEANING.has(parts[i])) return true;
  return false;
}

// The name that an icon set gives to a picture inside or on the element.
function iconTitle(element) {
  const inner = queryIn(element, "svg > title, use, [data-icon], [data-lucide], [class*=icon], [class*=fa-], [class*=bi-], [class*=mdi-]");
  const places = inner ? [inner, element] : [element];
  for (let i = 0; i < places.length; i++) {
    const place = places[i], tag = tagOf(place);
    if (tag === "title") return spoken(place);
    if (tag === "use") {
      const address = attributeOf(place, "href") || attributeOf(place, "xlink:href") || "";
      return address.slice(address.indexOf("#") + 1).replace(/^(icon|ico|i|svg)[-_]/i, "");
    }
    const named = attributeOf(place, "data-icon") || attributeOf(place, "data-lucide");
    if (named) return named;
    const found = ICON_CLASS.exec(attributeOf(place, "class") || "");
    if (found && isMeant(found[1])) return found[1].replace(/^icon-/, "");
  }
  return "";
}

const SHAPES = { rect: "rectangle", circle: "circle", ellipse: "ellipse", polygon: "polygon", line: "line", path: "shape", polyline: "line" };
const HUES = ["red", "orange", "yellow", "green", "green", "green", "cyan", "blue", "blue", "purple", "magenta", "pink"];

// A painted shape by its colour and form, when nothing else tells what it is.
function looksOf(element) {
  const shape = SHAPES[tagOf(element)], style = styleOf(element);
  const color = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(shape ? style.fill : style.backgroundColor);
  if (!color || color[4] === "0") return shape || "";
  const red = color[1] / 255, green = color[2] / 255, blue = color[3] / 255;
  const most = Math.max(red, green, blue), range = most - Math.min(red, green, blue);
  const turn = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  const hue = most < 0.15 ? "black" : range < 0.12 ? (most > 0.9 ? "white" : "gray") : HUES[Math.round(turn * 2 + 12) % 12];
  return hue + " " + (shape || "box");
}

// What a control without words seems to be for: its icon's name, else the words in its id, classes and picture file.
function iconName(element) {
  const title = iconTitle(element);
  if (title) return title;
  const picture = queryIn(element, "img"), inner = childCountOf(element) === 1 ? childrenOf(element)[0] : pictured(element);
  const file = picture ? attributeOf(picture, "src") : pictureOf(element) || (inner && pictureOf(inner));
  const words = [];
  addMarks(words, element);
  addMeaning(words, fileStem(file));
  if (words.length < 2 && inner) addMarks(words, inner);
  return words.length || childCountOf(element) ? words.slice(0, 4).join(" ") : looksOf(element);
}
