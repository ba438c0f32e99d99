// A press that is meant for one element reaches that, or nothing: the page may have moved since somebody looked. It is
// decided when it comes; all that belongs to one that hits something else is kept from the page. So the guard listens
// before the page does. One lives in each document, under a symbol.

function pressGuard() {
  const key = Symbol.for("askonce.guard");
  if (!window[key]) Object.defineProperty(window, key, { value: makeGuard(key), configurable: true, enumerable: false });
  return window[key];
}

// For those who are without: `guard` where nothing in this document is meant, `hit` and `unguard`.
function guardPress(command) {
  return pressGuard()[command]();
}

function makeGuard(key) {
  const PRESSES = [
    "pointerdown", "mousedown", "touchstart", "pointermove", "mousemove", "touchmove", "pointerup", "mouseup", "touchend",
    "pointercancel", "touchcancel", "gotpointercapture", "lostpointercapture", "click", "auxclick", "dblclick", "contextmenu",
  ];
  const GIVEN_UP = 60000; // milliseconds without a press after which none is on its way: who meant it may be gone
  const EARLY = "early";
  const { native } = pendingWork();
  let aim = null, last = null, reached = null;

  // Clicks that come with the question what is meant are marked by their pressure, each by another than those before: a
  // mouse has always a half. They are judged always, and by them alone an aim that waits for one: presses of others pass.
  const MARKS = 1024, MOST_MARKS = 31;
  const markOf = ({ type, pointerType, pressure }) => {
    const mark = type === "pointerdown" && pointerType === "mouse" ? (pressure - 0.5) * MARKS : 0;
    return Number.isInteger(mark) && mark > 0 && mark <= MOST_MARKS ? mark : 0;
  };
  const begin = (own) => {
    aim = own;
    const giveUp = () => own === aim && (own.isDown ? native.setTimeout(giveUp, GIVEN_UP) : guard.unguard());
    native.setTimeout(giveUp, GIVEN_UP);
  };
  const onPress = (event) => {
    if (!event.isTrusted) return;
    const mark = markOf(event);
    if (mark && (!aim || (aim.mark && aim.mark !== mark))) {
      begin({ isDecided: true, early: mark, tell() {} });
      last = EARLY;
    }
    if (!aim || (aim.mark && !aim.isDecided && aim.mark !== mark)) {
      if (event.type === "pointerdown") reached = null;
      return;
    }
    if (/down$|start$/.test(event.type)) aim.isDown = true;
    else if (/up$|end$/.test(event.type)) aim.isDown = false;
    if (!aim.isDecided) {
      if (!aim.isDown) return;
      const [hit] = event.composedPath(), { clientX, clientY } = event.touches?.[0] || event;
      aim.isDecided = true;
      last = !(hit instanceof Element) || aim.isMeant(hit, clientX, clientY) ? "" : describe(controlOf(hit) || hit);
      aim.tell(last);
      if (last === "") {
        reached = aim.element;
        return void guard.unguard();
      }
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // A document that is written anew forgets its listeners: then those of the page may come first.
  const CALL = "askonce-guard";
  let hasListened = false;
  let isFirst = !document.documentElement || document.documentElement.childNodes.length === 0, isHeard = false;
  const onCall = () => (isHeard = true);
  function listen() {
    isHeard = false;
    window.dispatchEvent(new Event(CALL));
    if (isHeard) return isFirst;
    isFirst &&= !hasListened;
    hasListened = true;
    window.addEventListener(CALL, onCall, true);
    for (const name of PRESSES) window.addEventListener(name, onPress, { capture: true, passive: false });
    return isFirst;
  }
  const guard = {
    // Whether it hears of a press before the page does.
    listen,
    // The next press is to reach what is meant, or nothing; so for all that follows one that missed, until `unguard`.
    guard(isMeant = () => false, mark = 0, element = null) {
      guard.unguard();
      last = reached = null;
      const own = { isMeant, mark, element, isDecided: false, isDown: false };
      own.told = new Promise((resolve) => (own.tell = resolve));
      listen();
      begin(own);
    },
    // Whether the question what a marked press means comes too late: nothing heard of that, and another may be on its way.
    isLate: (mark) => Boolean(aim && (aim.early === mark || !aim.mark)),
    // The element that the last press was meant for and reached.
    reached: () => reached,
    // Resolves when it comes: to "" where it reached that, else to what it would have hit. To null where none comes.
    hit: () => (aim ? aim.told : last),
    // What was hit, as above.
    unguard() {
      if (aim) aim.tell(last);
      aim = null;
      return last;
    },
    remove() {
      guard.unguard();
      for (const name of PRESSES) window.removeEventListener(name, onPress, true);
      window.removeEventListener(CALL, onCall, true);
      delete window[key];
    },
  };
  listen();
  return guard;
}
