// What a document does while something in it is dragged. Some begin a drag only once it was held for a moment, and some none
// at all: then nothing happens as the pointer moves. What happens at the press itself, as a ripple, tells nothing of that.

function dragWatch([command, argument]) {
  const key = Symbol.for("askonce.drag");
  if (command !== "begin") return window[key]?.[command](argument) ?? null;
  const value = makeDragWatch(key, argument ? window[key]?.end() : null);
  Object.defineProperty(window, key, { value, configurable: true, enumerable: false });
  return true;
}

// `known` are the changes of attempts before, in which nothing was dragged: they come of a press and its end.
function makeDragWatch(key, known) {
  const UNTOLD = "canvas, video, audio, object, embed, iframe, frame"; // what shows something else without a change of the document
  const INSIDE = 3, BESIDE = 6; // how many of the elements around what is pressed belong to it, with all in them and beside them
  const FRAMES = 2, HIDDEN = 50; // frames in which a page answers to a move, and milliseconds for one that is not painted
  const RESTING = 6; // frames in which a scroll that goes on shows, and how often it is taken back
  const PUSHED = 3; // pixels by which a button goes down when it is pressed
  const PRESSED = 100; // milliseconds in which a page answers to the press itself
  const { native } = pendingWork();
  const before = new Map(), since = known || new Map(), earlier = new Map([...since].map(([node, kinds]) => [node, new Set(kinds)]));
  const scrolls = new Map(), ofPress = new Set(), arrived = new WeakSet(), followers = new Map();
  let path = null, pressedAt = 0, pressedIn = [0, 0], gone = [0, 0], selected = "", middle = null, moves = [], tell = () => {};
  let isFinger = false, isUntold = false, hasMoved = false, isHeld = false, isLetGo = false, isCut = false;
  let hasStirred = false, hasStirredSince = false;

  const middleOf = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const isDraggable = (node) => node.getAttribute("draggable") === "true";
  const stir = () => { if (hasMoved) [hasStirred, hasStirredSince] = [true, isCut]; };

  const onPress = (event) => {
    if (!event.isTrusted || path) return;
    path = event.composedPath().filter((node) => node instanceof Element);
    [pressedAt, pressedIn] = [native.now(), [event.clientX, event.clientY]];
    isFinger = event.pointerType === "touch";
    for (const root of event.composedPath()) if (root instanceof ShadowRoot) observe(root);
    const under = [...document.elementsFromPoint(event.clientX, event.clientY), ...path.slice(0, 1)];
    isUntold = under.some((node) => node.matches(UNTOLD) || (node.localName.includes("-") && !node.shadowRoot && !node.firstElementChild));
    for (const node of path) scrolls.set(node, [node.scrollLeft, node.scrollTop]);
    [selected, middle] = [`${getSelection()}`, path.length ? middleOf(path[0]) : null];
  };
  const onMove = (event) => {
    if (!path || !event.isTrusted || isLetGo) return;
    if (!hasMoved) for (const node of ofPress) if (node instanceof Element && node.isConnected) followers.set(node, middleOf(node));
    hasMoved = true;
    const { clientX, clientY } = event.touches?.[0] || event;
    gone = [clientX - pressedIn[0], clientY - pressedIn[1]];
    moves = [...moves.slice(-20), event]; // whether the page takes them for itself shows only once it heard them
  };
  const onTaken = (event) => {
    if (!path || !event.isTrusted) return;
    hasMoved = true;
    stir();
  };
  const onDragStart = (event) => (selected || path?.some(isDraggable)) && onTaken(event);
  const onCapture = (event) => event.pointerType === "mouse" && onTaken(event);
  const onScroll = (event) => !isFinger && onTaken(event);
  // The browser takes a finger for a scroll. The page hears no more of its pointer then, but goes on to hear its touches.
  const onCancel = ({ isTrusted }) => isTrusted && isFinger && (isCut = true);
  const LISTENERS = {
    pointerdown: onPress, pointermove: onMove, mousemove: onMove, touchmove: onMove, dragstart: onDragStart,
    drop: onTaken, gotpointercapture: onCapture, input: onTaken, scroll: onScroll, pointercancel: onCancel,
  };

  const isScrolled = () => [...scrolls].some(([node, [left, top]]) => node.scrollLeft !== left || node.scrollTop !== top);
  const isWithin = (target) => path.slice(0, Math.min(INSIDE, path.length - 2)).some((node) => node.contains(target));
  const isNear = (target) => path.includes(target) || isWithin(target);
  const isBeside = (target) => path.slice(0, BESIDE).includes(target.parentNode) || (path.length > INSIDE + 2 && path[INSIDE].contains(target));
  // As those of a clock that stands beside it.
  const isOfText = ({ type, addedNodes, removedNodes }) => type !== "attributes" && [...addedNodes, ...removedNodes].every((node) => node.nodeType === Node.TEXT_NODE);
  // What has come since the press belongs to where it came: a ripple is another one at each press.
  const placeOf = (node) => {
    while ((arrived.has(node) || ofPress.has(node)) && node.parentNode) node = node.parentNode;
    return node;
  };
  const isOfPress = (node) => { while (node && !ofPress.has(node)) node = node.parentNode; return node !== null; };
  const note = (changes, node, kind) => changes.set(node, (changes.get(node) || new Set()).add(kind));
  const noteRecords = (records) => {
    for (const record of records) {
      const target = placeOf(record.target), kind = target === record.target ? record.attributeName || record.type : "childList";
      if (kind === "draggable") continue; // made ready for a drag, or not to be dragged any more
      note(path ? since : before, target, kind);
      for (const node of path ? record.addedNodes : []) (hasMoved ? arrived : ofPress).add(node);
      if (isOfPress(record.target)) continue;
      if (!path || (isLetGo && earlier.get(target)?.has(kind))) continue;
      if (isFinger && isScrolled() ? isWithin(target) : isNear(target) || isLetGo || (isBeside(target) && !isOfText(record) && !before.get(target)?.has(kind))) stir();
      if (!hasMoved && native.now() - pressedAt > PRESSED && isNear(target)) isHeld = true;
    }
    if (isHeld) tell();
  };
  const observer = new MutationObserver(noteRecords);
  const observe = (root) => observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });

  const nextFrame = () => new Promise((done) => (native.frame(done), native.setTimeout(done, HIDDEN)));
  const hasGone = () => middle && path[0].isConnected && middleOf(path[0]).some((at, i) => Math.abs(at - middle[i]) > PUSHED);
  // What came with the press goes with the pointer, as a picture of what is dragged.
  const isFollowed = () => [...followers].some(([node, from]) => middleOf(node).every((at, i) => Math.abs(at - from[i] - gone[i]) < PUSHED));
  const isTaken = () => moves.some((event) => event.defaultPrevented) || (!isScrolled() && hasGone()) || (Math.hypot(...gone) > 2 * PUSHED && isFollowed());
  const isOwnText = () => !isFinger && (path[0]?.isContentEditable || path[0]?.matches("input, textarea"));
  const isSelected = () => { const now = `${getSelection()}`; return now !== "" && now !== selected; };

  const watch = {
    // Whether it answers to what was done so far, within so many milliseconds.
    async look(limit) {
      const until = native.now() + limit;
      for (let frames = 0; (frames < FRAMES || native.now() < until) && !hasStirred; frames++) await nextFrame();
      noteRecords(observer.takeRecords());
      const stirs = path !== null && (isUntold || hasStirred || isTaken() || isOwnText());
      return [path !== null, stirs, isCut && !isUntold && !hasStirredSince, isScrolled(), isSelected(), path?.some(isDraggable) ?? false];
    },
    // Waits so long, or until something happens to what is held; whether that was so.
    async hold(limit) {
      await new Promise((done) => { tell = done; native.setTimeout(done, limit); if (isHeld) done(); });
      return isHeld;
    },
    // It is let go: from now on counts what comes of that, anywhere, and did not come before.
    letGo() {
      noteRecords(observer.takeRecords());
      [isLetGo, hasStirred, moves] = [true, false, []];
    },
    // What was scrolled by a finger goes back, also where it slides on.
    async restore() {
      for (let tries = 0; tries < RESTING && isScrolled(); tries++) {
        for (const [node, [left, top]] of scrolls) node.scrollTo({ left, top, behavior: "instant" });
        for (let frames = 0; frames < RESTING && !isScrolled(); frames++) await nextFrame();
      }
    },
    end() {
      noteRecords(observer.takeRecords());
      observer.disconnect();
      for (const [name, listener] of Object.entries(LISTENERS)) window.removeEventListener(name, listener, true);
      delete window[key];
      return since;
    },
  };
  for (const [name, listener] of Object.entries(LISTENERS)) window.addEventListener(name, listener, { capture: true, passive: true });
  observe(document);
  return watch;
}
