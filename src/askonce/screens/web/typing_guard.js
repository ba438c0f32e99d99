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

// The next key is meant for what the last text was typed into, or what was given the focus.
function expectKey() {
  return typingGuard().expectKey();
}

// Resolves once it was pressed, to what had the focus where it was kept from that.
function heardKey() {
  return typingGuard().heardKey();
}

function makeTypingGuard(key) {
  const AT_ONCE = 2; // characters beyond which a text is put in at once, as if pasted
  const FEW = 8, NARROW = 140; // how many fields a part of a form has at most, how wide in pixels, if they are parts of one text
  const GIVEN_UP = 60000; // milliseconds without a key after which no text is on its way: who meant it may be gone
  const LONGEST = 1000; // milliseconds that are waited for a key
  const TAKES_TEXT = new Set(["text", "lines", "editable"]), TAKES_KEYS = new Set([...TAKES_TEXT, "keys"]);
  const work = pendingWork(), native = work.native;
  const turns = new window.MessageChannel(), post = turns.port2.postMessage;
  let isOn = false, isElsewhere = false, begunAt = 0;
  let meant = null, isRich = false, led = null, held = null;
  let isPutIn = false, hasBegun = false, isKeptOut = false, isKeyed = false, isRefused = false;
  let heard = null, hears = () => {};

  const heldBy = (target) => target.value ?? target.textContent.trim();
  const isSame = (target) => target === meant || (isRich && target.isContentEditable && (meant.contains(target) || target.contains(meant)));
  const isCaretBehind = (target) => (target.selectionEnd ?? target.value?.length) === target.value?.length;
  const isMadeAnew = (target) => !meant.isConnected && target.localName === meant.localName && heldBy(target) === heldBy(meant);
  const carriesOn = (target) => heldBy(target) !== "" && isCaretBehind(target) && (hasBegun ? heldBy(meant).endsWith(heldBy(target)) : isMadeAnew(target));
  // Parts of one text stand one after another among few fields; they are full, or narrow, and the next one is to be filled.
  function isNextPart(target) {
    if (![meant, target].every((field) => field.localName === "input") || !hasBegun || isPutIn) return false;
    const isAfter = meant.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    const isFull = meant.maxLength > 0 && meant.value.length >= meant.maxLength;
    if (!isAfter || !(isFull || [meant, target].every((field) => field.offsetWidth <= NARROW))) return false;
    if (target.selectionStart !== 0 || target.selectionEnd !== target.value.length) return false;
    let around = meant;
    while (around && !around.contains(target)) around = around.parentElement;
    return around !== null && around.querySelectorAll("input, textarea, select").length <= FEW;
  }
  function mayTake(target) {
    if (isElsewhere || !(target instanceof Element)) return false;
    if (isSame(target)) return true;
    const kind = kindOf(target);
    if (target === led && !isPutIn && TAKES_KEYS.has(kind)) return true;
    if (!TAKES_TEXT.has(kind) || !(carriesOn(target) || isNextPart(target))) return false;
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
  function turnOn() {
    const own = (begunAt = native.now());
    isOn = true;
    isKeptOut = isRefused = false;
    heard = null;
    const giveUp = () => {
      const left = begunAt + GIVEN_UP - native.now();
      if (isOn && own <= begunAt && left > 0) native.setTimeout(giveUp, left);
      else if (isOn) guard.expect(null);
    };
    native.setTimeout(giveUp, GIVEN_UP);
  }

  turns.port1.onmessage = () => (isKeyed = false);
  const onKey = (event) => {
    if (!isOn || !event.isTrusted) return;
    begunAt = native.now();
    if (event.type === "keydown") {
      const [target] = event.composedPath();
      isRefused = !mayTake(target);
      heard ??= isRefused ? describe(target) || "nothing" : "";
      hears(heard);
    }
    if (isRefused && event.type.startsWith("key")) return refuse(event);
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
  };
  const onInput = (event) => {
    if (isOn && event.isTrusted && meant && event.composedPath()[0] === meant) held = meant.value;
  };
  const KEYS = ["keydown", "keypress", "beforeinput", "input", "keyup"];
  const HEARS = [...KEYS.map((name) => [name, onKey]), ["focusin", onFocus], ["beforeinput", onPutIn], ["input", onInput]];

  const guard = {
    // The field that text is meant for from here on; null: no more.
    expect(field) {
      isElsewhere = false;
      held = null;
      if (!field) return void (isOn = false);
      guard.aim(field);
      turnOn();
    },
    // What the next key is for, once that is expected.
    aim(field) {
      take(field);
      led = null;
      isPutIn = hasBegun = false;
    },
    // The same once more, or what its keys led to.
    expectKey() {
      if (meant) turnOn();
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
      guard.expect(null);
      isElsewhere = isMeantElsewhere;
      if (isElsewhere) turnOn();
      return was;
    },
    // Whether something of the last text that was meant for a field would have come elsewhere.
    wasKeptOut: () => isKeptOut,
    // What the field held when something was put in last, before the page heard of it.
    held: () => held,
    remove() {
      for (const [name, listener] of HEARS) window.removeEventListener(name, listener, true);
      turns.port1.close();
      delete window[key];
    },
  };
  for (const [name, listener] of HEARS) window.addEventListener(name, listener, true);
  return guard;
}
