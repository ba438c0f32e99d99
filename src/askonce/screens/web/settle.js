// Watches this document for what an action sets off. One watch lives in each document, under a symbol.
//
// A change counts when it happens at a *place*: a node and the kind of change. Places that keep changing are told from
// reactions by two rules. A place that changed several times while nobody acted (a clock, a slide show) never counts. A
// place that keeps changing after an action counts for the first REPEATING milliseconds only; new places always count.

function settleWatch([command, limit]) {
  const key = Symbol.for("askonce.settle");
  if (!window[key]) {
    if (command === "remove") return null;
    Object.defineProperty(window, key, { value: makeWatch(), configurable: true, enumerable: false });
  }
  return window[key][command](limit);
}

function makeWatch() {
  const REPEATING = 800; // milliseconds for which a place that keeps changing counts
  const OFTEN = 3; // changes at one place that make it one that keeps changing
  const SCROLLING = 2000; // milliseconds for which a scroll that has not ended counts
  const STILL = 2; // animation frames without a change that make a document quiet
  const FRAME = 17; // milliseconds
  const LARGE = 20000; // elements beyond which shadow roots are no longer looked for
  const SURVEYED = 3000; // elements up to which it is known where each of them lay when the page was read
  const MOVING =
    "canvas, video, object, embed, marquee, [src*='.gif' i], [src*='image/gif' i], animate, animateTransform, animateMotion, set";
  const LONGEST = 10000; // milliseconds within which an animation has to end whose end is told of
  const FIELDS = new Set(["input", "textarea", "select"]);
  const MOST_CAME = 300; // nodes
  const REVEALING = new Set(["hidden", "class", "style", "open", "aria-hidden"]);

  const work = pendingWork();
  pressGuard();
  const typing = typingGuard();
  const native = work.native, Channel = window.MessageChannel, hasOwnClock = work.hasOwnClock();
  const roots = new Set();
  let acting = false;
  let begun = 0; // the number of the action that was begun last
  let beganAt = 0;
  let since = 0;
  let lastChange = 0;
  let changed = false;
  let waiting = [];
  let counts = new WeakMap();
  let arrived = new WeakSet();
  const idle = new WeakMap();
  let rested = false; // whether an action came to rest here: what a page does while it loads is not what it does by itself

  function count(map, node, kind) {
    const kinds = map.get(node) || new Map();
    map.set(node, kinds);
    const times = (kinds.get(kind) || 0) + 1;
    kinds.set(kind, times);
    return times;
  }

  // Nodes that came with a change belong to the place where they came.
  function placeOf(node, kind) {
    if (!arrived.has(node)) return [node, kind];
    while (node.parentNode && arrived.has(node)) node = node.parentNode;
    return [node, "childList"];
  }

  function note(node, kind) {
    if (document.head && document.head.contains(node)) return;
    const [place, what] = placeOf(node, kind);
    const ticks = idle.get(place)?.get(what) || 0;
    if (acting) {
      const times = count(counts, place, what);
      const fades = times > OFTEN && native.now() - since > REPEATING;
      if (ticks < OFTEN && !fades) noteChange();
      return;
    }
    if (rested) count(idle, place, what);
    if (ticks < OFTEN) noteChange();
  }

  function noteChange() {
    changed = true;
    lastChange = native.now();
    for (const tell of waiting.splice(0)) tell(true);
  }

  // What came or changed while somebody acts; null where that is too much, or not known.
  let came = null;
  function noteCame({ type, target, addedNodes, attributeName }) {
    if (type === "characterData" || (type === "attributes" && REVEALING.has(attributeName))) came.add(target);
    for (const node of addedNodes) came.add(node);
    if (came.size > MOST_CAME) came = null;
  }

  let changes = 0; // how often anything at all has changed, also where it keeps changing by itself
  let stirs = 0; // how often something happened that may look different without a change
  let read = null; // how many changes there were when the page was first read while it was waited for
  let isOutdated = false; // whether something was waited for then or since that may show without a change
  let quietUntil = 0; // how long it is waited for
  function noteRecords(records) {
    changes += records.length;
    for (const record of records) {
      if (came) noteCame(record);
      note(record.target, record.type === "attributes" ? record.attributeName : record.type);
      for (const node of record.addedNodes) {
        arrived.add(node);
        if (node.nodeType === Node.ELEMENT_NODE) findRoots(node);
      }
    }
  }

  const observer = new MutationObserver(noteRecords);

  // What has been loaded may show without any change of style or layout, as a background does.
  const loads = new PerformanceObserver((list) => (stirs += list.getEntries().length));
  loads.observe({ type: "resource" });

  function watchRoot(root) {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    findRoots(root);
  }

  function findRoots(within) {
    if (within.shadowRoot) watchRoot(within.shadowRoot);
    const inside = within.querySelectorAll("*");
    if (inside.length > LARGE) return;
    for (const element of inside) if (element.shadowRoot) watchRoot(element.shadowRoot);
  }

  // What no observer tells: where the innermost elements lie, which of them rules of style hide, and what fields hold.
  // Null when there is too much of it. Whoever reads the page knows where some elements lie already.
  let survey = null;
  function takeSurvey(knownRect) {
    const found = [], how = { opacityProperty: true, visibilityProperty: true };
    for (const root of roots) {
      const elements = root.querySelectorAll("*");
      if (elements.length > SURVEYED) return null;
      for (const element of elements) {
        const isField = FIELDS.has(element.localName);
        if ((element.firstElementChild && !isField) || element.localName === "option") continue;
        const { left, top, width, height } = (knownRect && knownRect(element)) || element.getBoundingClientRect();
        found.push(element, left, top, width, height, element.checkVisibility?.(how), null, null, null);
        if (isField) found.splice(-3, 3, element.value, element.checked, element.selectedIndex);
      }
    }
    return found;
  }

  // Whether all is as it was in the last survey, but for what the field `filled` holds.
  function isAsSurveyed(filled) {
    const before = survey;
    survey = takeSurvey();
    if (!before || !survey || before.length !== survey.length) return false;
    const held = before.indexOf(filled) + 6;
    return before.every((value, i) => value === survey[i] || (held > 5 && i >= held && i < held + 3));
  }

  // What is selected is painted without any change of style or layout, and an event tells of it only later.
  let selected = [];
  function noteSelection() {
    const found = [];
    for (const root of roots) {
      const selection = root.getSelection?.(), field = root.activeElement;
      if (selection) found.push(selection.anchorNode, selection.anchorOffset, selection.focusNode, selection.focusOffset, `${selection}`);
      if (field && FIELDS.has(field.localName)) found.push(field, field.selectionStart, field.selectionEnd);
    }
    if (found.length !== selected.length || found.some((value, i) => value !== selected[i])) stirs += 1;
    selected = found;
  }

  const scrolling = new Set();
  const EVENTS = ["scroll", "scrollend", "load", "transitionend", "animationend"];

  function onEvent(event) {
    changes += 1;
    const node = event.target === document ? document.documentElement : event.target;
    if (event.type === "scroll") scrolling.add(node);
    if (event.type === "scrollend") scrolling.delete(node);
    if (node instanceof Node) note(node, event.type);
  }

  // What is set while somebody types may be what saves or searches after the last key; after a tap it hides a message.
  const onSelection = () => (stirs += 1);
  const onInput = () => {
    changes += 1;
    work.isTyping = true;
  };
  const onPointer = () => (work.isTyping = false);

  // What scripts put off until the next frame, or until after it, as frameworks do that paint later: each counts until it
  // was done. A loop of frames goes on for ever, and counts only where it begins.
  const CHAIN = 2;
  let depth = 0, putOff = 0;
  let catchingUp = [];
  const turns = new Channel(), post = turns.port2.postMessage;
  const isDone = () => {
    putOff -= 1;
    if (putOff === 0) for (const tell of catchingUp.splice(0)) tell();
  };
  turns.port1.onmessage = isDone;
  const countTurn = (target, self, values) => {
    const result = Reflect.apply(target, self, values);
    putOff += 1;
    Reflect.apply(post, turns.port2, [null]); // comes after it
    return result;
  };
  const countFrame = (target, self, values) => {
    const [handler] = values, own = depth + 1;
    if (typeof handler !== "function") return Reflect.apply(target, self, values);
    const nested = function (...given) {
      const outer = depth;
      depth = own;
      try {
        return Reflect.apply(handler, this, given);
      } finally {
        depth = outer;
      }
    };
    const id = Reflect.apply(target, self, [nested]);
    if (own <= CHAIN) {
      putOff += 1;
      native.frame(isDone); // right after it
    }
    return id;
  };
  const unwrap = [];
  function wrap(owner, name, apply) {
    const found = owner[name], proxy = new Proxy(found, { apply });
    try {
      owner[name] = proxy;
      unwrap.push(() => owner[name] === proxy && (owner[name] = found));
    } catch {
      return; // the page has sealed it
    }
  }
  wrap(window, "requestAnimationFrame", countFrame);
  wrap(window.MessagePort.prototype, "postMessage", countTurn);

  // The animations that end within this time. What ends later, or never, is not waited for.
  function animationsWithin(left) {
    const found = [];
    for (const root of roots) {
      for (const animation of root.getAnimations ? root.getAnimations() : []) {
        if (animation.playState !== "running" || !animation.effect) continue;
        const end = animation.effect.getComputedTiming().endTime;
        const at = animation.currentTime;
        if (typeof end !== "number" || typeof at !== "number") continue;
        const remaining = (end - at) / Math.abs(animation.playbackRate || 1);
        if (remaining > 0 && remaining <= left) found.push(animation);
      }
    }
    return found;
  }
  const runningAnimations = (left) => animationsWithin(left).length > 0;

  // What began with the action and may do something when it ends, as a bar does that runs out. What also moves while
  // nobody acts is a slide show.
  function lateAnimations() {
    const ours = animationsWithin(LONGEST).filter(({ startTime, effect }) => {
      const ticks = [...(idle.get(effect.target)?.values() || [])];
      return (startTime === null || startTime >= beganAt - FRAME) && !ticks.some((times) => times >= OFTEN);
    });
    return ours.map(() => ["an animation", null, true]);
  }

  // While a view transition is prepared or runs, the document is painted as it was before. Older browsers know only the
  // later ones of these.
  function isPaintedAsBefore() {
    try {
      return [...roots].some((root) => root.querySelector(":active-view-transition"));
    } catch {
      return Boolean(document.activeViewTransition) || transitionAnimations().length > 0;
    }
  }

  function transitionAnimations() {
    return document.getAnimations().filter(({ effect }) => effect?.pseudoElement?.startsWith("::view-transition"));
  }

  // Whether it will end, as far as anybody can tell.
  function isChangingOver() {
    const isEndless = ({ playState, effect }) => playState === "paused" || effect.getComputedTiming().endTime === Infinity;
    return isPaintedAsBefore() && !transitionAnimations().some(isEndless);
  }

  // Whether something is under way that is waited for, and that may show without a change when it ends.
  function isUnderWay() {
    const now = native.now();
    const isScrolling = scrolling.size > 0 && now - since < SCROLLING;
    const isUnfinished = isScrolling || runningAnimations(quietUntil - now) || isChangingOver() || work.hasReactions();
    if (isUnfinished && read !== null) isOutdated = true;
    return isUnfinished;
  }

  // Hidden tabs and frames out of sight get no animation frames: a timer stands in for them. On a busy machine they come
  // late, so those that came before are waited for.
  let drawn = window === window.top;
  function nextFrame() {
    const longest = !drawn ? 20 : document.hidden ? 100 : 500;
    return new Promise((resolve) => {
      const timer = native.setTimeout(() => {
        drawn &&= document.hidden || window === window.top;
        resolve();
      }, longest);
      native.frame(() => {
        native.clearTimeout(timer);
        drawn = true;
        resolve();
      });
    });
  }

  function open() {
    typing.expect(null);
    noteRecords(observer.takeRecords());
    findRoots(document);
    counts = new WeakMap();
    arrived = new WeakSet();
    came = new Set();
    scrolling.clear();
    acting = work.isActing = true;
    since = native.now();
  }

  const watch = {
    begin(action) {
      work.begin();
      rested ||= acting && action > begun; // that the last one is over is heard later
      begun = action;
      beganAt = native.now();
      open();
    },
    // Take part in an action that began elsewhere.
    join(action) {
      if (!acting) watch.begin(action);
    },
    // Resolves when nothing moves, to whether all is as it was when it was first read meanwhile.
    async quiet(limit) {
      read = null;
      isOutdated = false;
      const unseen = window !== window.top && (!window.innerWidth || !window.innerHeight);
      if (!acting) open(); // short timers of the last action may still be pending
      const start = native.now();
      since = start;
      quietUntil = start + limit;
      let still = 0;
      while (still < STILL && !unseen) {
        const before = native.now();
        if (before - start >= limit) break;
        await nextFrame();
        noteRecords(observer.takeRecords());
        const busy = isUnderWay() || lastChange >= before || document.readyState === "loading";
        still = busy ? 0 : still + 1;
      }
      noteRecords(observer.takeRecords());
      return read === null ? "unread" : read === changes && !isOutdated ? "same" : "changed";
    },
    // Whether a short timer that typing set is still to run.
    isDue() {
      return work.hasTyped();
    },
    // Resolves when none is; the action is over then.
    async due(limit) {
      const start = native.now();
      while (work.hasTyped() && native.now() - start < limit) await nextFrame();
      watch.rest();
    },
    // Resolves when no longer timer of the action is to run.
    async lapse(limit) {
      const start = native.now();
      while (work.hasLate() && native.now() - start < limit) await nextFrame();
    },
    // What may still answer after that.
    late: () => [...work.late(), ...lateAnimations()],
    // Whether nothing has moved for two frames, and nothing is about to.
    isStill() {
      noteRecords(observer.takeRecords());
      const rested = native.now() - lastChange > 2 * FRAME;
      return rested && scrolling.size === 0 && !runningAnimations(60000) && !isPaintedAsBefore();
    },
    // What came or changed since an action began: all of a document that came with it. Null where that is not known.
    came() {
      noteRecords(observer.takeRecords());
      if (acting) return came && [...came];
      return rested ? null : [document.body];
    },
    // Whether the page is as it was when it was read, but for what one field holds, and stands still.
    isAsSeen(filled) {
      typing.expect(null);
      noteRecords(observer.takeRecords());
      const isMoving = scrolling.size > 0 || runningAnimations(60000) || isPaintedAsBefore();
      return !changed && !isMoving && !watch.isPutOff() && !work.hasTyped() && isAsSurveyed(filled);
    },
    // Whether scripts have put off what may still change something.
    isPutOff: () => putOff > 0,
    // Resolves when they have not, or at the limit.
    caughtUp(limit) {
      return new Promise((resolve) => {
        catchingUp.push(resolve);
        native.setTimeout(resolve, limit);
        if (!watch.isPutOff()) resolve();
      });
    },
    // The action is over: what changes from here on does so by itself. What comes too late does not end the next one.
    rest(action = begun) {
      if (action < begun) return;
      typing.expect(null);
      noteRecords(observer.takeRecords());
      arrived = new WeakSet();
      came = null;
      rested ||= acting;
      acting = work.isActing = false;
      changed = false;
    },
    // The document, how often anything in it has changed, and what is scrolled; null where pictures of it change without.
    // Nothing here sees into closed shadow roots.
    stirs() {
      document.documentElement.getBoundingClientRect(); // styles and layout are up to date now
      findRoots(document);
      noteRecords(observer.takeRecords());
      noteSelection();
      stirs += loads.takeRecords().length;
      if (window.CSS?.highlights?.size || isPaintedAsBefore()) return null;
      const { scale, pageLeft, pageTop } = window.visualViewport || { scale: 1, pageLeft: scrollX, pageTop: scrollY };
      let told = `${innerWidth} ${innerHeight} ${scale} ${pageLeft},${pageTop} ${performance.timeOrigin} ${changes + stirs}`;
      for (const root of roots) {
        const elements = root.querySelectorAll("*");
        if (elements.length > LARGE || root.querySelector(MOVING) || root.getAnimations?.().length || mayMove(root)) return null;
        elements.forEach((element, at) => {
          if (element.scrollTop || element.scrollLeft) told += ` ${at}:${element.scrollLeft},${element.scrollTop}`;
        });
      }
      return told;
    },
    // Whether the document is painted as it is: at the limit, or as soon as that is so or never will be.
    async isCurrent(limit) {
      const start = native.now();
      while (isChangingOver() && native.now() - start < limit) await nextFrame();
      return !isPaintedAsBefore();
    },
    isPaintedAsBefore,
    frame: nextFrame,
    // Nothing more than to be there.
    watch() {},
    // Resolves once the document has been painted, or at the limit. A clock that tests have put in its place may stand.
    painted(limit) {
      if (document.hidden || !hasOwnClock) return null;
      return new Promise((resolve) => {
        native.setTimeout(() => resolve(null), limit);
        native.frame(() => {
          const { port1, port2 } = new Channel();
          port1.onmessage = () => {
            port1.close();
            resolve(null);
          };
          Reflect.apply(post, port2, [null]);
        });
      });
    },
    // Somebody reads the page now: what has changed so far is no longer news. Whether nothing moves, or is about to.
    seen(knownRect) {
      typing.expect(null);
      noteRecords(observer.takeRecords());
      changed = false;
      if (read === null) {
        read = changes;
        isUnderWay(); // what is may have ended when the next frame comes
      }
      survey = takeSurvey(knownRect);
      return document.readyState === "complete" && watch.isStill() && !work.hasTyped();
    },
    // Resolves to whether something changed within the limit, counted from when the last action came to rest or the
    // page was read.
    change(limit) {
      if (changed) {
        changed = false;
        return true;
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        native.setTimeout(() => resolve(false), limit);
      });
    },
    remove() {
      observer.disconnect();
      loads.disconnect();
      for (const name of EVENTS) window.removeEventListener(name, onEvent, true);
      window.removeEventListener("input", onInput, true);
      document.removeEventListener("selectionchange", onSelection, true);
      window.removeEventListener("pointerdown", onPointer, true);
      for (const restore of unwrap) restore();
      turns.port1.close();
      pressGuard().remove();
      typing.remove();
      work.remove();
      delete window[Symbol.for("askonce.settle")];
    },
  };

  watchRoot(document);
  for (const name of EVENTS) window.addEventListener(name, onEvent, { capture: true, passive: true });
  window.addEventListener("input", onInput, { capture: true, passive: true });
  document.addEventListener("selectionchange", onSelection, { capture: true, passive: true });
  window.addEventListener("pointerdown", onPointer, { capture: true, passive: true });
  return watch;
}
