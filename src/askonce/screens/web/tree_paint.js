// How things are painted: in an ordinary way or not, in which colour on which ground, and what lies over them. Used where
// the walk is asked for proof.

const documentHits = method("Document", "elementsFromPoint");
const painters = [], veils = [];

// ---- unusual paint -------------------------------------------------------------------------------------------------

const isNone = (value) => !value || value === "none" || value === "normal" || value === "auto";

// Fonts that may paint letters as something else. What follows a generic family is only asked for signs that this has not.
const ICON_FONT = /icon|symbol|awesome|glyph|dingbat|material|fontello/i, GENERIC = /(^|,)\s*(serif|sans-serif|monospace|system-ui|ui-[a-z-]+|-apple-system|BlinkMacSystemFont)\s*(,.*)?$/i;
const hasIconFont = (style) => ICON_FONT.test(style.fontFamily.replace(GENERIC, ""));

// Moved or enlarged is fine; mirrored, turned, slanted or squeezed is not.
function isPlainTransform(style) {
  if (!isNone(style.rotate) || !isNone(style.offsetPath) || !isNone(style.perspective)) return false;
  if (!isNone(style.scale) && !/^[\d.]+( [\d.]+)?$/.test(style.scale)) return false;
  if (isNone(style.transform)) return true;
  const found = /^matrix\(([^)]*)\)$/.exec(style.transform);
  if (!found) return false;
  const [a, b, c, d] = found[1].split(",").map(Number);
  return a > 0.4 && d > 0.4 && Math.abs(b) < 0.01 && Math.abs(c) < 0.01 && a / d < 1.5 && d / a < 1.5;
}

// Whether what is inside of an element may look otherwise than its style tells.
function hasOddPaint(element, tag, style) {
  if (style.opacity !== "1" || !isNone(style.filter) || !isNone(style.mixBlendMode)) return true;
  if (!isNone(style.maskImage) || !isNone(style.webkitMaskImage) || !isNone(style.webkitMaskBoxImageSource)) return true;
  if (!isNone(style.clipPath) || (!isNone(style.clip) && isPlaced(style)) || !isNone(style.webkitBoxReflect)) return true;
  if (!isPlainTransform(style) || !isNone(style.webkitTextSecurity) || !isNone(style.content)) return true;
  if (/override|plaintext/.test(style.unicodeBidi) || style.writingMode !== "horizontal-tb") return true;
  if (style.webkitBackgroundClip === "text" || parseFloat(style.webkitTextStrokeWidth) > 0) return true;
  if (style.outlineStyle !== "none" && parseFloat(style.outlineOffset) < -1) return true;
  return tag === "rt" || tag === "rp" || tag === "marquee" || tag === "math";
}

// What makes every text of a document doubtful.
function isOddDocument() {
  const test = (selector) => { try { return queryIn(rootElement, selector) !== null || matches(rootElement, selector); } catch (unknown) { return false; } };
  if (argument.odd || test(":active-view-transition")) return true;
  if (window.CSS && window.CSS.highlights && window.CSS.highlights.size > 0) return true;
  const open = isSelector(":popover-open") ? labelsInDocument(document, ":popover-open") : [];
  for (let i = 0; i < open.length; i++) if (paintsBox(open[i], "", styleOf(open[i], "::backdrop"))) return true;
  return false;
}

// ---- colours -------------------------------------------------------------------------------------------------------

// Lightness is kept as screens mix it, and compared as eyes see it.
const mixed = (light) => light ** (1 / 2.2), seenAs = (light) => light ** 2.2 + 0.05;
const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

// The lightness of a colour, from 0 to 1, and how much of it is painted; null for a way to write colours that is not known.
function shadeOfColor(text) {
  const found = /^(rgba?|color|oklab|oklch|lab|lch)\(([^)]*)\)$/.exec(text);
  if (!found) return null;
  const parts = found[2].split(/[\s,/]+/).filter((part) => part !== "" && !/^[a-z]/.test(part));
  const values = parts.map((part) => parseFloat(part) / (/%$/.test(part) ? 100 : 1));
  const alpha = values.length > 3 ? values[3] : 1;
  if (found[1] === "oklab" || found[1] === "oklch") return { light: mixed(values[0] ** 3), alpha };
  if (found[1] === "lab" || found[1] === "lch") return { light: mixed(((parseFloat(parts[0]) + 16) / 116) ** 3), alpha };
  if (found[1] === "color" && !/^color\(srgb /.test(text)) return null;
  const [red, green, blue] = values.map((value) => linear(found[1] === "color" ? value : value / 255));
  return { light: mixed(0.2126 * red + 0.7152 * green + 0.0722 * blue), alpha };
}

// Whether a text is painted as warnings are: in red or on red, or in a box whose class says so.
const ALARMS = /(^|[-_\s])(error|danger|invalid|failure|warning|alert)s?([-_\s]|$)/i, CALM = /success|info|primary/i;
function isRed(text) {
  const found = /^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?\)$/.exec(text);
  if (!found || parseFloat(found[4] || "1") < 0.25) return false;
  const [red, green, blue] = [found[1], found[2], found[3]].map(Number);
  return red - green > 50 && red - blue > 30 && green < red * 0.7;
}
function isAlarming(element) {
  if (!element || isRed(styleOf(element).color)) return element !== null;
  for (let at = element, guard = 0; at && guard < 4; at = composedParent(at), guard++) {
    const style = styleOf(at), words = attributeOf(at, "class") || "";
    if (isRed(style.backgroundColor) || (ALARMS.test(words) && !CALM.test(words))) return true;
    if (parseFloat(style.borderLeftWidth) > 1.5 && isRed(style.borderLeftColor)) return true;
  }
  return false;
}

// The size that a drawing within the style itself declares.
function drawnSize(image) {
  const found = /^url\("data:image\/svg\+xml[^,]*?(;base64)?,(.*)"\)$/.exec(image);
  let drawing = "";
  try { drawing = found ? found[1] ? atob(found[2]) : decodeURIComponent(found[2].replace(/\\/g, "")) : ""; } catch (unreadable) { drawing = ""; }
  const head = /<svg[^>]*>/.exec(drawing);
  return ["width", "height"].map((name) => { const size = head && new RegExp("\\s" + name + "=[\"']?([\\d.]+)(px)?[\"'\\s>]").exec(head[0]); return size ? Number(size[1]) : NaN; });
}

// Where the only picture of a ground is painted: one that is not repeated, of a size that the style or the picture tells;
// null where nobody knows.
function pictureBox(element, style) {
  if (!/^url\(("[^"]*"|[^"()]*)\)$/.test(style.backgroundImage) || style.backgroundRepeat !== "no-repeat" || style.display === "inline" || !(element instanceof HTMLElement)) return null;
  if (style.backgroundOrigin !== "padding-box" || style.backgroundAttachment !== "scroll") return null;
  const given = /^([\d.]+)px ([\d.]+)px$/.exec(style.backgroundSize);
  const size = given ? given.slice(1).map(Number) : style.backgroundSize === "auto" ? drawnSize(style.backgroundImage) : [NaN];
  const places = ["X", "Y"].map((axis) => /^(?:calc\((-?[\d.]+)% ([+-]) ([\d.]+)px\)|(-?[\d.]+)(%|px))$/.exec(style["backgroundPosition" + axis]));
  if (!size.every(isFinite) || !places.every(Boolean)) return null;
  const rect = rectOf(element), isScaled = Math.abs(rect.width - offsetWidthOf(element)) > 1 || Math.abs(rect.height - offsetHeightOf(element)) > 1;
  if (isScaled) return null;
  const room = [clientWidthOf(element), clientHeightOf(element)], start = [rect.left + clientLeftOf(element), rect.top + clientTopOf(element)];
  const from = places.map(([, share, sign, more, plain, unit], i) => {
    const part = share !== undefined ? parseFloat(share) : unit === "%" ? parseFloat(plain) : 0;
    const shift = share !== undefined ? parseFloat(sign + more) : unit === "px" ? parseFloat(plain) : 0;
    return start[i] + (room[i] - size[i]) * part / 100 + shift;
  });
  return [from[0], from[1], from[0] + size[0], from[1] + size[1]];
}

const COLORS = /(?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/g, UNPAINTED = { light: 0, alpha: 0 };

// The layers that the borders of an element, and shadows within it, may paint at a place.
function rimsOf(element, style, place) {
  const rect = edges(rectOf(element)), rims = [];
  const isBeyond = (widths) => !isWhollyIn(place, [rect[0] + widths[3], rect[1] + widths[0], rect[2] - widths[1], rect[3] - widths[2]]);
  const sides = ["Top", "Right", "Bottom", "Left"], borders = sides.map((side) => parseFloat(style["border" + side + "Width"]) || 0);
  for (let i = 0; i < 4; i++) {
    if (borders[i] > 1 && isBeyond(borders.map((width, side) => (side === i ? width : -1e6)))) {
      rims.push([isNone(style.borderImageSource) ? shadeOfColor(style["border" + sides[i] + "Color"]) : null, UNPAINTED]);
    }
  }
  const shadows = isNone(style.boxShadow) ? [] : style.boxShadow.split(/,(?![^(]*\))/);
  for (let i = 0; i < shadows.length; i++) {
    const [x, y, blur, spread] = (shadows[i].replace(COLORS, "").match(/-?[\d.]+px/g) || []).map(parseFloat);
    const depth = [y, -x, -y, x].map((shift, side) => borders[side] + Math.max(0, shift + blur + spread));
    if (/inset/.test(shadows[i]) && isBeyond(depth)) rims.push([shadeOfColor((shadows[i].match(COLORS) || [""])[0]), UNPAINTED]);
  }
  return rims;
}

// The layers that one element paints as a ground: each a list of colours that may be at the place; null where nobody knows.
function layersOf(element, place) {
  const style = styleOf(element), layers = [], image = style.backgroundImage;
  if (/^(img|canvas|video|iframe|object|embed|svg)$/.test(tagOf(element)) || /fill/.test(isNone(style.borderImageSource) ? "" : style.borderImageSlice)) return null;
  layers.push(...rimsOf(element, style, inner(place)));
  const picture = isNone(image) ? null : pictureBox(element, style);
  if (!isNone(image) && !(picture && !overlap(grown(picture, 2), place))) {
    if (!/^(repeating-)?(linear|radial|conic)-gradient/.test(image) || /url\(/.test(image)) return null;
    layers.push((image.match(COLORS) || []).map(shadeOfColor));
  }
  layers.push([shadeOfColor(style.backgroundColor)]);
  return layers.every((colors) => colors.length && colors.every(Boolean)) ? layers : null;
}

// Every lightness that the ground of a text may have at a place, through all that is not opaque; null where nobody knows.
function groundsAt(element, place) {
  const x = (place[0] + place[2]) / 2, y = (place[1] + place[3]) / 2;
  const hits = typeOf(rootOf(element)) === 9 ? Array.from(documentHits(document, x, y)) : [], layers = [];
  let stack = hits.slice(hits.indexOf(element)), isOpaque = false, isUnknown = false;
  if (hits.indexOf(element) < 0) for (stack = []; element; element = composedParent(element)) stack.push(element);
  for (let i = 0; i < stack.length && !isOpaque && !isUnknown; i++) {
    const found = layersOf(stack[i], place);
    if (!found) { isUnknown = true; continue; }
    for (let j = 0; j < found.length && !isOpaque; j++) {
      layers.push(found[j]);
      isOpaque = found[j].every((color) => color.alpha === 1);
    }
  }
  const scheme = styleOf(rootElement).colorScheme;
  let grounds = isUnknown ? [0, 0.5, 1] : isOpaque ? layers.pop().map((color) => color.light) : scheme === "normal" || scheme === "light" ? [1] : [1, 0.1];
  while (layers.length && grounds.length < 200) {
    const colors = layers.pop(), below = grounds;
    grounds = [].concat(...colors.map(({ light, alpha }) => below.map((ground) => light * alpha + ground * (1 - alpha))));
  }
  return grounds;
}

const LEAST_CONTRAST = 1.8;

// Whether a text differs from all that may be its ground, and is lighter than all of it or darker than all of it.
function isDistinct(element, style, place) {
  const color = shadeOfColor(style.webkitTextFillColor || style.color), grounds = color && groundsAt(element, place);
  if (!color || !grounds || !grounds.length) return false;
  const ratios = grounds.map((ground) => seenAs(color.light * color.alpha + ground * (1 - color.alpha)) / seenAs(ground));
  return ratios.every((ratio) => ratio >= LEAST_CONTRAST) || ratios.every((ratio) => ratio <= 1 / LEAST_CONTRAST);
}

// ---- what lies over what -------------------------------------------------------------------------------------------

const REPLACED = /^(img|video|audio|canvas|iframe|frame|object|embed|input|textarea|select|button|progress|meter|svg)$/;

const castsShadow = (style) => /drop-shadow|url/.test(style.filter);
const paintsBox = (element, tag, style) => paintsWithin(tag, style) || !isNone(style.boxShadow) || style.outlineStyle !== "none" || castsShadow(style);

// Whether a box paints within its edges, where shadows and outlines do not.
function paintsWithin(tag, style) {
  if (REPLACED.test(tag) || !isNone(style.backgroundImage) || !isNone(style.backdropFilter) || !isNone(style.borderImageSource)) return true;
  const color = shadeOfColor(style.backgroundColor);
  if (!color || color.alpha > 0 || /inset/.test(style.boxShadow) || parseFloat(style.outlineOffset) < 0) return true;
  return ["Top", "Right", "Bottom", "Left"].some((side) => parseFloat(style["border" + side + "Width"]) > 0);
}

// How far a box paints beyond its edges: left, top, right and below. A hit test does not tell of shadows and outlines.
function ringOf(style) {
  const outline = style.outlineStyle !== "none" ? Math.max(0, parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)) : 0;
  const ring = [outline, outline, outline, outline];
  const shadows = isNone(style.boxShadow) ? [] : style.boxShadow.replace(/\([^)]*\)/g, "").split(",");
  for (let i = 0; i < shadows.length; i++) {
    if (/inset/.test(shadows[i])) continue;
    const [x, y, blur, spread] = (shadows[i].match(/-?[\d.]+px/g) || []).map(parseFloat);
    [-x, -y, x, y].forEach((shift, side) => { ring[side] = Math.max(ring[side], shift + blur / 2 + spread); });
  }
  const cast = castsShadow(style) ? style.filter.replace(COLORS, "").match(/-?[\d.]+px/g) || ["400px"] : [];
  const reach = cast.reduce((sum, length) => sum + Math.abs(parseFloat(length)), 0);  // of all of them, in any direction
  for (let side = 0; side < 4; side++) ring[side] = Math.max(ring[side], reach);
  return ring;
}

const NO_RING = [0, 0, 0, 0], hasRing = (ring) => ring.some((side) => side > 0);
const grown = (box, by) => { const [left, top, right, below] = typeof by === "number" ? [by, by, by, by] : by; return [box[0] - left, box[1] - top, box[2] + right, box[3] + below]; };

// What an element paints itself, and what its pseudo-elements do.
function notePainter(element, tag, style, rect, level) {
  const box = whole ? level.part : level.box;  // what a clip leaves of it
  if (box && level.shown && !level.faint && paintsBox(element, tag, style)) {
    const isThrough = style.pointerEvents === "none" || level.inert;
    painters.push({ element, box, isThrough, ring: isPlaced(style) || style.position !== "static" || !isNone(style.float) || castsShadow(style) ? ringOf(style) : NO_RING });
  }
  notePseudo(element, level, "::before");
  notePseudo(element, level, "::after");
}

function notePseudo(element, level, name) {
  const style = styleOf(element, name);
  if (isNone(style.content) || style.display === "none" || style.visibility !== "visible" || style.opacity === "0" || level.faint) return;
  const text = generatedText(element, style.content), isLoose = style.position !== "static" || !isNone(style.float)
    || /-/.test(style.marginTop + style.marginLeft + style.marginBottom + style.marginRight);
  if (isLoose && (text === null || /\S/.test(text) || paintsBox(element, "", style))) {
    const box = veilBox(element, level, style), isHollow = text !== null && !/\S/.test(text) && !paintsWithin("", style) && isPlaced(style) && isNone(style.transform);
    veils.push({ box: grown(box, ringOf(style)), hole: isHollow ? box : null });
  }
  else if (text === null || /\S/.test(text)) level[name] = { said: text === null ? GAP : text };
}

// Where a pseudo-element lies, as far as its style tells.
function veilBox(element, level, style) {
  if (!isPlaced(style) || !isNone(style.transform)) return grown(edges(rectOf(element)), 200);
  let at = level;
  while (at.style && style.position !== "fixed" && at.style.position === "static" && !isHolder(at.style)) at = at.up;
  const rect = at.style && style.position !== "fixed" ? rectOf(at.element) : { left: 0, top: 0 };
  const inside = at.style && style.position !== "fixed" ? [rect.left + clientLeftOf(at.element), rect.top + clientTopOf(at.element)] : [0, 0];
  const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(parseFloat);
  if (![left, top, width, height].every(isFinite)) return grown(edges(rectOf(element)), 200);
  const padding = (...sides) => sides.reduce((sum, side) => sum + (parseFloat(style["padding" + side]) || 0) + (parseFloat(style["border" + side + "Width"]) || 0), 0);
  return [inside[0] + left, inside[1] + top, inside[0] + left + width + padding("Left", "Right"), inside[1] + top + height + padding("Top", "Bottom")];
}

// The words of generated content; null for what only the browser knows, such as a counter or a picture.
function generatedText(element, content) {
  let text = "";
  const rest = content.replace(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|((?:no-)?(?:open|close)-quote)|(\s+)/g, (whole, quoted, name) => {
    text += quoted !== undefined ? quoted.replace(/\\(.)/g, "$1") : name ? attributeOf(element, name) || "" : "";
    return "";
  });
  return rest === "" ? text.replace(/[\ue000-\uf8ff]/g, "") : null;
}

// Whether nothing lies over a rectangle of a text or of a control. What takes no clicks cannot be told by a hit.
function isUncovered(element, rect, isHit) {
  const box = [rect[0] + 1, rect[1] + (rect[3] - rect[1]) * 0.15, rect[2] - 1, rect[3] - (rect[3] - rect[1]) * 0.15];
  const points = pointsIn(box, Math.min(12, Math.max(3, Math.ceil((box[2] - box[0]) / 30))));
  for (let i = 0; i < veils.length; i++) if (overlap(veils[i].box, box) && !(veils[i].hole && isWhollyIn(box, veils[i].hole))) return false;
  for (let i = 0; i < painters.length; i++) {
    const { element: other, box: around, isThrough, ring } = painters[i];
    const shared = overlap(grown(around, ring), box);
    if (!shared || other === element || isWithin(element, other)) continue;
    if (isThrough ? !isWithin(other, element) : hasRing(ring) && !overlap(around, shared)) return false;
    if (!isThrough) points.push(...pointsIn(shared, 3));
  }
  return points.every(([x, y]) => !isShaded(argument.shade, x, y) && isHit(hitAt(x, y)));
}

function pointsIn(box, count) {
  const points = [], middle = (box[1] + box[3]) / 2;
  for (let i = 0; i < count; i++) {
    const x = box[0] + (box[2] - box[0]) * (i + 0.5) / count;
    points.push([x, middle], [x, i % 2 ? box[1] : box[3]]);
  }
  return points;
}
