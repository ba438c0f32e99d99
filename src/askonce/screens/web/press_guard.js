// A press that is meant for one element reaches that, or nothing: the page may have moved since somebody looked. It is
// decided when it comes, and again when a click comes out of it, since the page may move once more under it; all that
// belongs to one that hits something else is kept from the page. So the guard listens before the page does. One lives in
// each document, under a symbol.

function pressGuard() {
  const key = Symbol.for("askonce.guard");
  if (!window[key]) Object.defineProperty(window, key, { value: makeGuard(key), configurable: true, enumerable: false });
  return window[key];
}

// For those who are without: `guard` where nothing in this document is meant, `hit` and `unguard`.
function guardPress(command) {
  return pressGuard()[command]();
}

// How far the place to drop at has gone from a point, as `watchDrop` was told.
function distanceToDrop([point, hasCome]) {
  return pressGuard().distanceToDrop(point, hasCome);
}

function makeGuard(key) {
  const PRESSES = [
    "pointerdown", "mousedown", "touchstart", "pointermove", "mousemove", "touchmove", "pointerup", "mouseup", "touchend",
    "pointercancel", "touchcancel", "gotpointercapture", "lostpointercapture", "click", "auxclick", "dblclick", "contextmenu",
  ];
  const CLICKS = ["click", "auxclick", "contextmenu"];
  const CLICKED = 500; // milliseconds after a touch in which a click may come out of it
  const HIDDEN = 50; // milliseconds after which a page that is not painted is asked without that
  const GIVEN_UP = 60000; // milliseconds without a press after which none is on its way: who meant it may be gone
  const EARLY = "early";
  const { native } = pendingWork();
  let aim = null, last = null, reached = null, came = 0, measureDrop = null, startBox = null, isCarried = false;
  let noClickUntil = 0, isFinger = false;

  // Clicks that come with the question what is meant are marked by their pressure, each by another than those before: a
  // mouse has always a half. They are judged always, and by them alone an aim that waits for one: presses of others pass.
  // Above MOST_PLAIN it says too that a text follows, which comes nowhere unless this press is known here.
  const MARKS = 1024, MOST_PLAIN = 31, MOST_MARKS = 62;
  const markOf = ({ type, pointerType, pressure }) => {
    const mark = type === "pointerdown" && pointerType === "mouse" ? (pressure - 0.5) * MARKS : 0;
    return Number.isInteger(mark) && mark > 0 && mark <= MOST_MARKS ? mark : 0;
  };
  const nextFrame = () => new Promise((done) => (native.frame(done), native.setTimeout(done, HIDDEN)));
  const begin = (own) => {
    aim = own;
    const giveUp = () => own === aim && (own.isDown ? native.setTimeout(giveUp, GIVEN_UP) : guard.unguard());
    native.setTimeout(giveUp, GIVEN_UP);
  };
  const onPress = (event) => {
    if (!event.isTrusted) return;
    if (event.type === "pointerdown") [isCarried, noClickUntil, isFinger] = [false, 0, event.pointerType === "touch"];
    if (native.now() < noClickUntil && isOfClick(event)) return dropClick(event);
    if (event.type === "pointercancel") isCarried = true; // the browser's own drag and drop goes on without events of a mouse
    if (aim?.press && event.type === "pointerdown" && event.isPrimary) endPress(aim.press, true);
    const mark = markOf(event);
    if (mark > MOST_PLAIN && aim?.mark !== mark) typingGuard().keepOut(true);
    if (mark && aim?.early) aim.early = mark;
    if (mark && (!aim || ((aim.mark || came) && aim.mark !== mark))) {
      begin({ isDecided: true, early: mark, tell() {} });
      last = EARLY;
    }
    if (!aim || (aim.mark && !aim.isDecided && !came && aim.mark !== mark)) {
      if (event.type === "pointerdown") reached = null;
      return;
    }
    if (/down$|start$/.test(event.type)) aim.isDown = true;
    else if (/up$|end$/.test(event.type)) aim.isDown = false;
    if (aim.press) {
      if (!follow(event, aim.press)) return;
    } else if (!aim.isDecided) {
      if (!aim.isDown || decide(event)) return;
    }
    stop(event);
  };
  // Keys make clicks, too, which come of no pointer.
  const isOfClick = ({ type, pointerType }) => (CLICKS.includes(type) ? pointerType !== "" : isFinger && type.startsWith("mouse"));
  const dropClick = (event) => {
    stop(event);
    if (aim?.press && event.type === "click") endPress(aim.press);
  };
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const decide = (event) => {
    const [hit] = event.composedPath(), { clientX, clientY } = event.touches?.[0] || event;
    aim.isDecided = true;
    if (hit instanceof Element && !aim.isMeant(hit, clientX, clientY)) return miss(hit);
    last = "";
    reached = aim.element;
    startBox = aim.box;
    came++;
    const isTouch = event.pointerType === "touch" || event.type === "touchstart";
    aim.press = { isTouch, path: event.composedPath().filter((node) => node instanceof Element), captor: null, isOver: false, isKept: false };
    if (aim.gesture === "drag") endPress(aim.press);
    return true;
  };
  const miss = (hit) => {
    last = describe(controlOf(hit) || hit);
    reached = aim.press = null;
    aim.tell(last);
    return false;
  };
  // What comes out of a press that was right: whether it is to be kept from the page. A finger is followed by a mouse, of
  // which the first half is looked at, too; the end of a press goes where it goes, as to a menu that has opened there. A
  // hold has done what it does when it ends: the click that would go elsewhere is kept back, and is no miss.
  const follow = (event, press) => {
    const { type, pointerType, clientX, clientY } = event, [hit] = event.composedPath();
    const isClick = CLICKS.includes(type) && pointerType === (press.isTouch ? "touch" : "mouse");
    if (type === "gotpointercapture") press.captor = hit;
    if (press.isOver) return false;
    if ((isClick || (press.isTouch && type === "mousedown")) && hit instanceof Element && hit !== press.captor) {
      const isWrong = !aim.mayClick(hit, clientX, clientY, press);
      if (isWrong && aim.gesture !== "hold") return !miss(hit);
      press.isKept ||= isWrong;
    }
    if (isClick && type !== "contextmenu") endPress(press);
    else if (!press.isTouch && /^pointer(up|cancel)$/.test(type)) native.setTimeout(() => endPress(press), 0); // after its click
    else if (press.isTouch && /^touch(start|end)$/.test(type)) {
      press.isLifted = type === "touchend";
      native.setTimeout(() => event.defaultPrevented && endPress(press), 0);
      if (press.isLifted) native.setTimeout(() => press === aim?.press && came === aim.count && aim.tell(""), CLICKED);
    }
    return press.isKept;
  };
  // Nothing more comes out of a press: it was right, or the next one of a double click is waited for.
  const endPress = (press, isNext = false) => {
    press.isOver = true;
    if (press !== aim?.press) return;
    if (came === aim.count) guard.unguard();
    else if (isNext) Object.assign(aim, { press: null, isDecided: false });
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
    // The same for a document that was there before: by all that listens on its window now, this guard included.
    claim(listeners) {
      const count = (name) => (listeners[name] ?? []).filter(({ useCapture }) => useCapture).length;
      isFirst ||= hasListened && PRESSES.every((name) => count(name) === 1) && typingGuard().isAlone(count);
    },
    // The next press, or the next `count` of them, is to reach what is meant, or nothing, and so is the click that comes out
    // of it; so for all that follows one that missed, until `unguard`.
    // A text of so many characters may follow at once.
    guard(isMeant = () => false, mayClick = isMeant, { mark = 0, count = 1, gesture = "click", element = null, box = null, text = 0 } = {}) {
      guard.unguard();
      last = reached = null;
      came = 0;
      const own = { isMeant, mayClick, mark, count, gesture, element, box, press: null, isDecided: false, isDown: false };
      own.told = new Promise((resolve) => (own.tell = resolve));
      if (text) own.entered = typingGuard().afterPress(text);
      listen();
      begin(own);
    },
    // Whether the question what a marked press means comes too late: nothing heard of that, and another may be on its way.
    isLate: (mark) => Boolean(aim && (aim.early === mark || !(aim.mark || aim.press))),
    // A press that came too early is over, and what it meant is asked anew with the next one.
    forget: (mark) => aim?.early === mark && guard.unguard(),
    // The element that the last press was meant for and reached.
    reached: () => reached,
    // Resolves when it comes: to "" where it reached that, else to what it would have hit. To null where none comes.
    hit: () => (aim ? aim.told : last),
    // The same where a text follows: once that comes, what the field is that gets it, by `readFocus`, or "" where none does.
    entered() {
      const own = aim;
      return own.told.then((hit) => hit || own.entered.then((focus) => ({ focus })));
    },
    // No click comes out of what is pressed now: it was held, or is let go where it was taken. Whether the browser carries it.
    endClicks: () => (listen(), (noClickUntil = native.now() + CLICKED), isCarried),
    // Something is to be dropped where `measure` says.
    watchDrop: (measure) => ([measureDrop, startBox] = [measure, null]),
    distanceToDrop: (point, hasCome) => measureDrop?.(point, hasCome, startBox, nextFrame),
    // How many of the presses have reached what is meant.
    came: () => came,
    // What was hit, as above, once no click can come out of a touch any more.
    end: () => (aim?.press?.isTouch && aim.press.isLifted && !aim.press.isOver ? aim.told : guard.unguard()),
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
  typingGuard(); // hears keys before the page does, too
  return guard;
}
