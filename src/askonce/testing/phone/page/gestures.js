// What fingers do: a finger goes down, moves and goes up; taps, holds, drags, swipes, scrolls and pinches come of it.
const SLOP = 8; // how far a finger may move and still stay, as on phones
const SWIPE = 40;
const TWICE = 1500; // longer than on a phone: a busy machine may take its time between two taps
const fingers = new Map();
let touch = null; // what the fingers that are down are doing
let lastTap = null;

const viewAt = (x, y) => {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) if (element.view) return element;
  return null;
};
const taker = (element, what) => {
  for (let part = element; part; part = part.parentElement) if (part.view?.takes.includes(what) && part.view.enabled) return part;
  return null;
};
const scroller = (element, vertical) => {
  for (let part = element; part; part = part.parentElement) {
    const over = vertical ? part.scrollHeight - part.clientHeight : part.scrollWidth - part.clientWidth;
    if (part.view?.scrolls && over > 1) return part;
  }
  return null;
};
const spread = () => {
  const [first, second] = [...fingers.values()];
  return Math.hypot(first.x - second.x, first.y - second.y);
};

function fingerDown(id, x, y, time) {
  fingers.set(id, { x, y });
  if (fingers.size === 1) touch = { element: viewAt(x, y), x, y, time, moved: false, held: false };
  else if (fingers.size === 2 && touch) touch.spread = Math.max(1, spread());
  return taken();
}

function fingerMove(id, x, y) {
  const finger = fingers.get(id);
  if (!finger || !touch) return taken();
  Object.assign(finger, { x, y });
  if (fingers.size === 1 && !touch.spread) drag(x, y);
  else if (fingers.size === 2) touch.factor = spread() / touch.spread;
  return taken();
}

function drag(x, y) {
  const [dx, dy] = [x - touch.x, y - touch.y];
  if (!touch.moved) {
    if (Math.max(Math.abs(dx), Math.abs(dy)) <= SLOP) return;
    touch.moved = true;
    touch.vertical = Math.abs(dy) >= Math.abs(dx);
    const list = taker(touch.element, "touch") || touch.held ? null : scroller(touch.element, touch.vertical);
    touch.list = list && { element: list, at: touch.vertical ? list.scrollTop : list.scrollLeft, slop: SLOP * Math.sign(touch.vertical ? dy : dx) };
  }
  if (!touch.list) return;
  const to = touch.list.at - ((touch.vertical ? dy : dx) - touch.list.slop);
  if (touch.vertical) touch.list.element.scrollTop = to;
  else touch.list.element.scrollLeft = to;
}

/** The finger has stayed where it is for as long as a hold takes. */
function fingerHeld() {
  if (!touch || touch.moved || touch.spread || touch.held) return taken();
  const surface = taker(touch.element, "touch");
  const target = surface ? null : taker(touch.element, "hold");
  touch.held = Boolean(surface || target);
  if (surface) emit(surface.view, "touch", ["hold", touch.x, touch.y]);
  else if (target) emit(target.view, "hold");
  return taken();
}

function fingerUp(id, x, y, time) {
  fingers.delete(id);
  if (!touch || fingers.size) return taken();
  const done = touch;
  touch = null;
  if (done.spread) {
    const target = taker(done.element, "pinch");
    if (target && done.factor) emit(target.view, "pinch", done.factor);
  } else if (done.moved) dragged(done, x, y);
  else if (!done.held) tapped(done, time);
  return taken();
}

/** Down and up again at once. */
function fingerTap(x, y, time) {
  fingerDown(0, x, y, time);
  return fingerUp(0, x, y, time);
}

function dragged(done, x, y) {
  const surface = taker(done.element, "touch");
  if (surface) {
    emit(surface.view, "touch", ["drag", x, y]);
    return;
  }
  const along = done.vertical ? y - done.y : x - done.x;
  if (done.list && (done.vertical ? done.list.element.scrollTop : done.list.element.scrollLeft) !== done.list.at) return;
  if (Math.abs(along) < SWIPE) return;
  const target = taker(done.element, "swipe");
  if (target) emit(target.view, "swipe", done.vertical ? (along < 0 ? "up" : "down") : along < 0 ? "left" : "right");
}

function tapped(done, time) {
  const surface = taker(done.element, "touch");
  if (surface) {
    const twice = lastTap && time - lastTap.time < TWICE && Math.hypot(lastTap.x - done.x, lastTap.y - done.y) < 2 * SLOP;
    lastTap = twice ? null : { time, x: done.x, y: done.y };
    emit(surface.view, "touch", [twice ? "double-tap" : "tap", done.x, done.y]);
    return;
  }
  const field = done.element && isField(done.element) && !done.element.disabled ? done.element : null;
  if (field) {
    field.focus();
    const at = document.caretPositionFromPoint?.(done.x, done.y);
    const caret = at?.offsetNode === field ? at.offset : field.value.length;
    field.setSelectionRange(caret, caret);
    emit(field.view, "focus");
  } else emit(taker(done.element, "tap")?.view, "tap");
}
