// The keys of a text come to the field that was read before, or nowhere: a page may move the focus at any moment, and what
// has it then would be filled, pressed by a blank, or take letters for commands. Later keys go where a key before them led,
// as those who have a box for each part pass on from box to box, and else only into the next part and into what was made
// from the field, with what it holds so far. One lives in each document, under a symbol.

function typingGuard() {
  const key = Symbol.for("askonce.keys");
  if (!window[key]) Object.defineProperty(window, key, { value: makeTypingGuard(key), configurable: true, enumerable: false });
  return window[key];
}

// For documents that have nothing to do with a text: nothing of it is meant for them, until they are told otherwise.
// Whether something was kept out.
function keepTextOut(isMeantElsewhere) {
  return typingGuard().keepOut(isMeantElsewhere);
}

// The next key is meant for what the last text was typed into, or what was given the focus; then no more.
function expectKey() {
  return typingGuard().expectKey();
}

// Ends what `afterPress` has begun.
function endAfterPress() {
  return typingGuard().endAfterPress();
}

// Resolves once it was pressed, to what had the focus where it was kept from that.
function heardKey() {
  return typingGuard().heardKey();
}

function makeTypingGuard(key) {
  const AT_ONCE = 2; // characters beyond which a text is put in at once, as if pasted
  const FEW = 8, NARROW = 140; // how many fields a part of a form has at most, how wide in pixels, if they are parts of one text
  const GIVEN_UP = 60000; // milliseconds without a key after which no text is on its way: who meant it may be gone
  const LONGEST = 1000; // milliseconds that are waited for a key, and in which a text comes that follows a press
  const LEFT_WITHIN = 3000; // milliseconds in which a page has come after one that left with a text on its way
  const TAKES_TEXT = new Set(["text", "lines", "editable"]), TAKES_KEYS = new Set([...TAKES_TEXT, "keys"]);
  const work = pendingWork(), native = work.native, bornAt = window.performance.now();
  const hasOwnClock = work.hasOwnClock(); // else nothing may ever be over
  const turns = new window.MessageChannel(), post = turns.port2.postMessage;
  const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
  let isOn = false, isForKey = false, isElsewhere = false, begunAt = 0;
  let meant = null, isRich = false, led = null, held = null, parts = new Set();
  let isPutIn = false, hasBegun = false, isKeptOut = false, isKeyed = false, isRefused = false;
  let heard = null, hears = () => {}, pressed = null, pressedAt = 0, isOnItsWay = false, isLeaving = false, lostTo = null, isAfterOther = false;

  const heldBy = (target) => target.value ?? target.textContent.trim();
  const letters = (value) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const isSame = (target) => target === meant || (isRich && target.isContentEditable && (meant.contains(target) || target.contains(meant)));
  const isCaretBehind = (target) => (target.selectionEnd ?? target.value?.length) === target.value?.length;
  const isMadeAnew = (target) => !meant.isConnected && target.localName === meant.localName && letters(heldBy(target)) === letters(heldBy(meant));
  const carriesOn = (target) => heldBy(target) !== "" && isCaretBehind(target) && (hasBegun && meant.isConnected ? heldBy(meant).endsWith(heldBy(target)) : isMadeAnew(target));
  const isNarrow = (field) => field.offsetWidth <= NARROW;
  // Parts of one text stand one after another among few fields; they are full, or narrow.
  function isPartAfter(field, target) {
    if (field.localName !== "input" || target?.localName !== "input") return false;
    const isAfter = field.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    const isFull = field.maxLength > 0 && field.value.length >= field.maxLength;
    if (!isAfter || !(isFull || (isNarrow(field) && isNarrow(target)))) return false;
    let around = field;
    while (around && !around.contains(target)) around = around.parentElement;
    return around !== null && around.querySelectorAll("input, textarea, select").length <= FEW;
  }
  const isToBeFilled = (target) => target.value === "" || (target.selectionStart === 0 && target.selectionEnd === target.value.length);
  // Where nothing has the focus, a key is for the page; suggestions for what was typed are part of the field.
  const isPassing = (target) => isForKey && (target === document.body || target === document.documentElement || target.closest("[role=option], [role=listbox]"));
  function mayTake(target) {
    if (isElsewhere || !(target instanceof Element)) return false;
    if (isSame(target) || isPassing(target)) return true;
    const kind = kindOf(target);
    if (target === led && !isPutIn && TAKES_KEYS.has(kind)) return true;
    const isNextPart = hasBegun && !isPutIn && isPartAfter(meant, target) && isToBeFilled(target);
    if (!TAKES_TEXT.has(kind) || !(carriesOn(target) || isNextPart)) return false;
    led = target;
    if (!meant.isConnected) take(target);
    return true;
  }
  function take(field) {
    meant = field;
    isRich = kindOf(field) === "editable";
  }
  function refuse(event) {
    isKeptOut = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function turnOn(forKey) {
    const own = (begunAt = native.now());
    isOn = true;
    isForKey = forKey;
    isKeptOut = isRefused = false;
    heard = null;
    const giveUp = () => {
      const left = begunAt + GIVEN_UP - native.now();
      if (isOn && own <= begunAt && left > 0) native.setTimeout(giveUp, left);
      else if (isOn) guard.expect(null);
    };
    native.setTimeout(giveUp, GIVEN_UP);
  }

  // The text that follows a press has come: only now all that hears the press has done what it does.
  function takeAfterPress() {
    const { length, tell, since } = pressed;
    const isAtOnce = native.now() < since + LONGEST && !pressed.isElsewhere && !hasPutOff(since);
    const focus = isAtOnce ? readPressed(length) : "";
    endPressed();
    isOnItsWay = true; // the rest of it
    tell(focus);
  }
  // Whether the press has led to something that is still to come, and may take a text away again.
  const hasPutOff = (since) => isLeaving || work.hasReactionsSince(since) || Boolean(watchOf()?.isPutOff());
  function endPressed() {
    pressed?.observer.disconnect();
    pressed = null;
  }
  // What is on its way when a page leaves comes to the next one, with its field that has the focus: that keeps it out.
  const LEFT = "askonce.left";
  const onNavigate = ({ destination }) => {
    if (!isOnItsWay || destination.sameDocument) return;
    isLeaving = true;
    try {
      window.sessionStorage.setItem(LEFT, String(Date.now()));
    } catch {
      // this page keeps nothing
    }
  };
  function isRightAfterOther() {
    try {
      const left = window.sessionStorage.getItem(LEFT);
      if (left !== null) window.sessionStorage.removeItem(LEFT);
      return left !== null && Date.now() - Number(left) < LEFT_WITHIN;
    } catch {
      return false;
    }
  }
  // A document that is written anew forgets its listeners: those of the page come first then, and nothing is sure.
  function onWritten() {
    listen();
    pressed.isElsewhere = true;
  }

  turns.port1.onmessage = () => (isKeyed = false);
  const onKey = (event) => {
    if (pressed && event.isTrusted) takeAfterPress();
    if (isAfterOther && event.isTrusted && event.type === "keydown" && event.timeStamp < bornAt) return refuse(event);
    if (!isOn || !event.isTrusted) return;
    if ((event.type === "keydown" || (event.type === "keypress" && !isRefused)) && !MODIFIERS.has(event.key)) {
      const [target] = event.composedPath();
      isRefused = !mayTake(target);
      heard = isRefused ? heard || describe(target) || "nothing" : heard ?? "";
      hears(heard);
    }
    if (event.type === "keyup" && isForKey && !MODIFIERS.has(event.key)) isOn = false;
    if (isRefused && event.type.startsWith("key")) return refuse(event);
    if (!isElsewhere) begunAt = native.now();
    if (isKeyed) return;
    isKeyed = true;
    Reflect.apply(post, turns.port2, [null]); // once all that hears this key has
  };
  const onFocus = (event) => {
    if (isKeyed && !work.isRunning()) [led] = event.composedPath(); // not by what was put off before
  };
  const onPutIn = (event) => {
    if (!isOn || !event.isTrusted) return;
    const [target] = event.composedPath();
    if (event.data && event.data.length > AT_ONCE && target.localName === "input") isPutIn = true;
    if (target === meant) hasBegun = true;
    if (!mayTake(target)) refuse(event);
    else if (event.data) parts.add(target);
  };
  // A frame that comes while a text is typed knows nothing of that.
  const onBlur = ({ target }) => {
    if (target === window && pressed && isFrame(document.activeElement)) {
      pressed.isElsewhere = true;
      lostTo = document.activeElement;
      lostTo.blur();
    }
    if (isOn && !isForKey && !isElsewhere && target === window && meant.isConnected && isFrame(document.activeElement)) meant.focus();
  };
  const onInput = (event) => {
    if (isOn && event.isTrusted && meant && event.composedPath()[0] === meant) held = meant.value;
  };
  const KEYS = ["keydown", "keypress", "beforeinput", "input", "keyup"];
  const HEARS = [...KEYS.map((name) => [name, onKey]), ["focusin", onFocus], ["beforeinput", onPutIn], ["input", onInput], ["blur", onBlur]];

  const guard = {
    // The field that text is meant for from here on; null: no more.
    expect(field) {
      isElsewhere = isOnItsWay = false;
      held = null;
      if (!field) return void (isOn = false);
      guard.aim(field);
      turnOn(false);
    },
    // What the next key is for, once that is expected.
    aim(field) {
      take(field);
      led = null;
      isPutIn = hasBegun = false;
      parts = new Set();
    },
    // The same once more, or what its keys led to.
    expectKey() {
      if (meant) turnOn(true);
    },
    heardKey() {
      return new Promise((resolve) => {
        hears = resolve;
        native.setTimeout(resolve, LONGEST, "");
        if (heard !== null || !isOn) resolve(heard || "");
      });
    },
    keepOut(isMeantElsewhere) {
      const was = isKeptOut;
      endPressed();
      guard.expect(null);
      isElsewhere = isMeantElsewhere;
      if (isElsewhere) turnOn(false);
      return was;
    },
    // A text of so many characters follows the next press, and is meant for the empty field that gets the focus by it, or
    // for nothing. Resolves as `entered` of the other guard says.
    afterPress(length) {
      guard.keepOut(true);
      const observer = new MutationObserver(onWritten);
      observer.observe(document, { childList: true });
      pressedAt = native.now();
      isOnItsWay = true;
      isLeaving = false;
      return new Promise((tell) => (pressed = { length, tell, observer, since: pressedAt, isElsewhere: false }));
    },
    // Nothing of it came, and it comes no more. Whether this document was told that it would, once what the press has led
    // to has come.
    async endAfterPress() {
      const was = pressedAt > 0;
      guard.keepOut(false);
      lostTo?.focus();
      lostTo = null;
      const until = native.now() + (isLeaving ? LONGEST : MOST_PUT_OFF);
      while (hasOwnClock && hasPutOff(pressedAt) && native.now() < until) await new Promise((done) => native.setTimeout(done, 1));
      return was;
    },
    // Whether nothing else on the window hears keys, of which `count` says by how many each is heard.
    isAlone: (count) => HEARS.every(([name]) => count(name) === HEARS.filter(([other]) => other === name).length),
    // Whether something of the last text that was meant for a field would have come elsewhere.
    wasKeptOut: () => isKeptOut,
    // Whether a text that went to several fields is not there in its order, because the keys were quicker than the page.
    isMixed(text) {
      const values = [...parts].map(heldBy).map(letters), wanted = letters(text);
      return parts.size > 1 && values.join("") !== "" && ![...values, values.join("")].some((value) => value.includes(wanted));
    },
    // Whether a field is one of some narrow boxes, and not the last, so that a page may pass the focus on at any key.
    isBox(field) {
      const boxes = isNarrow(field) ? [...field.getRootNode().querySelectorAll("input")] : [];
      return isPartAfter(field, boxes[boxes.indexOf(field) + 1]);
    },
    // What the field held when something was put in last, before the page heard of it.
    held: () => held,
    remove() {
      for (const [name, listener] of HEARS) window.removeEventListener(name, listener, true);
      window.navigation?.removeEventListener("navigate", onNavigate);
      turns.port1.close();
      delete window[key];
    },
  };
  function listen() {
    for (const [name, listener] of HEARS) window.addEventListener(name, listener, true);
  }
  listen();
  window.navigation?.addEventListener("navigate", onNavigate);
  isAfterOther = isRightAfterOther();
  if (isAfterOther) {
    guard.keepOut(true);
    const own = begunAt;
    native.setTimeout(() => begunAt === own && guard.keepOut(false), LEFT_WITHIN);
  }
  return guard;
}
