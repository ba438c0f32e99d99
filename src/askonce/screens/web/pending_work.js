// What a document is still to do, and whom it told something: timers, frames, messages. They are told apart by the action
// that set them off. What a callback sets off belongs to the action of that callback, so that a clock stays a clock.

// The work of this document, which is watched from the first call on.
function pendingWork() {
  const key = Symbol.for("askonce.work");
  if (!window[key]) Object.defineProperty(window, key, { value: watchWork(key), configurable: true, enumerable: false });
  return window[key];
}

function watchWork(key) {
  const SOON = 600; // the longest timer, in milliseconds, that counts as part of a reaction
  const LATE = 1500; // the longest that may still take back what an action showed at once, and is waited for
  const LONGEST = 10000; // the longest that is told of
  const OVERDUE = 300; // milliseconds after which a timer that has not run is given up
  const CHAIN = 2; // how many timers in a row are waited for, each set by the one before
  const LOOP = 3; // how many frames in a row, each asked for by the one before, go on for ever
  const MOST_TOLD = 40; // messages to one kind of listener, those of the action apart from the others
  const LONGEST_TOLD = 4000; // characters of a message
  const MOST_PARTS = 400; // values of a message that are read

  // The browser's own, for those who watch: what they wait for is no work of the page.
  const isOfBrowser = (call) => Function.prototype.toString.call(call).includes("[native code]");
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
    now: performance.now.bind(performance),
    hasFrames: isOfBrowser(window.requestAnimationFrame),
  };
  const now = native.now;
  const timers = new Map(), intervals = new Map(), frames = new Map(), idles = new Map();
  const undo = [];
  const told = new Map();
  let action = 0, running = null;
  const work = { native, isActing: false, isTyping: false };

  const origin = () => (running ? { of: running.of, depth: running.depth + 1 } : { of: action, depth: 1 });
  const isOurs = ({ of }) => of === action;

  // A function that runs `handler` as what it comes from.
  const tracked = (handler, from, before) =>
    function (...values) {
      before();
      const outer = running;
      running = from;
      try {
        return Reflect.apply(handler, this, values);
      } finally {
        running = outer;
      }
    };

  // What the page keeps under a name. It may have put something there that throws.
  function held(owner, name) {
    try {
      return owner && owner[name];
    } catch {
      return undefined;
    }
  }

  function put(owner, name, from, to) {
    try {
      if (held(owner, name) === from) owner[name] = to;
    } catch {
      // the page has sealed it
    }
  }

  function replace(owner, name, handler) {
    const native = held(owner, name);
    if (typeof native !== "function") return;
    const proxy = new Proxy(native, handler);
    const places = [[owner, name]];
    if (handler.construct) places.push([held(native, "prototype"), "constructor"]);
    for (const [place, key] of places) {
      put(place, key, native, proxy);
      undo.push(() => put(place, key, proxy, native));
    }
  }

  // ---- timers

  // What is called with other values has its own way to read or refuse them.
  const lengthOf = (delay) => (typeof delay === "number" || typeof delay === "string" ? Number(delay) || 0 : 0);

  // What stands in for a timer may run the handler at once, before anybody knows its number.
  function setTimer(target, self, values) {
    const [handler, delay] = values, length = lengthOf(delay), from = origin();
    let id, isOver = false;
    const end = () => {
      isOver = true;
      timers.delete(id);
    };
    if (typeof handler === "function") id = Reflect.apply(target, self, [tracked(handler, from, end), ...values.slice(1)]);
    else {
      id = Reflect.apply(target, self, values); // a text to be run
      native.setTimeout(end, length);
    }
    if (!isOver) timers.set(id, { ...from, length, due: now() + length, acted: work.isActing, typed: work.isTyping });
    return id;
  }

  function setRepeated(target, self, values) {
    const [handler, delay] = values, from = origin(), length = lengthOf(delay);
    const known = { ...from, length, due: now() + length, ran: 0, last: action };
    const tick = () => {
      known.ran = known.last === action ? known.ran + 1 : 1;
      known.last = action;
      known.due = now() + length;
    };
    const id = Reflect.apply(target, self, typeof handler === "function" ? [tracked(handler, from, tick), ...values.slice(1)] : values);
    intervals.set(id, known);
    return id;
  }

  const clear = (target, self, values) => {
    timers.delete(values[0]);
    intervals.delete(values[0]);
    return Reflect.apply(target, self, values);
  };

  // A timer may be cleared in ways that are not seen here: what is overdue no longer counts.
  function pending() {
    for (const [id, timer] of timers) if (now() > timer.due + OVERDUE) timers.delete(id);
    return [...timers.values()].filter(isOurs);
  }
  const reactions = () => pending().filter(({ acted, depth, length }) => acted && depth <= CHAIN && length <= SOON);
  const isLate = ({ depth, length }) => depth <= CHAIN && length <= LATE;

  // Whether one that repeats is still to run once since the action began; one that the action set, twice.
  function isToTick(interval) {
    const ran = interval.last === action ? interval.ran : 0;
    return interval.length <= LATE && ran < (isOurs(interval) ? 2 : 1) && now() <= interval.due + OVERDUE;
  }

  // ---- frames

  const setFrame = (known) => (target, self, values) => {
    const [handler, ...rest] = values;
    if (typeof handler !== "function") return Reflect.apply(target, self, values);
    const from = origin();
    let id, isOver = false;
    const end = () => {
      isOver = true;
      known.delete(id);
    };
    id = Reflect.apply(target, self, [tracked(handler, from, end), ...rest]);
    if (!isOver) known.set(id, from);
    return id;
  };
  const clearFrame = (known) => (target, self, values) => {
    known.delete(values[0]);
    return Reflect.apply(target, self, values);
  };

  // ---- messages

  // The words of a message, as far as they can be read: nothing of the page is run for that, and nothing is copied whole.
  function wordsOf(message) {
    const found = [], open = [message];
    for (let read = 0; read < Math.min(open.length, MOST_PARTS); read++) {
      const value = open[read];
      try {
        if (typeof value === "string") found.push(value.slice(0, LONGEST_TOLD));
        else if (typeof value === "number") found.push(String(value));
        else if (value && typeof value === "object") {
          const bytes = bytesOf(value);
          if (bytes) found.push(new TextDecoder().decode(bytes.slice(0, LONGEST_TOLD))); // what is shared cannot be read in its place
          else for (const part of partsOf(value)) if (open.push(part) >= MOST_PARTS) break;
        }
      } catch {
        continue; // it keeps its values to itself
      }
    }
    return found.join("\n").slice(0, LONGEST_TOLD);
  }

  const isBuffer = (value) => value instanceof ArrayBuffer || (typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer);
  function bytesOf(value) {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return isBuffer(value) ? new Uint8Array(value) : null;
  }

  function* partsOf(value) {
    if (value instanceof Map) for (const pair of Map.prototype.entries.call(value)) yield* pair;
    else if (value instanceof Set) yield* Set.prototype.values.call(value);
    else if (Array.isArray(value)) for (let at = 0; at < value.length; at++) yield heldAsValue(value, at);
    else for (const name in value) yield heldAsValue(value, name);
  }
  const heldAsValue = (owner, name) => Object.getOwnPropertyDescriptor(owner, name)?.value;

  // The page that sends a message is not to notice it, whatever the message is.
  function tell(whom, message) {
    try {
      const isOwn = isOurs(origin()), kind = `${whom} ${isOwn}`;
      const known = told.get(kind) || [];
      told.set(kind, known);
      if (action > 0 && known.length < MOST_TOLD) known.push([whom, wordsOf(message), isOwn]);
    } catch {
      return;
    }
  }

  // Ports carry the turns of schedulers too, which say nothing.
  const isTurn = (message) => (typeof message === "string" ? /^\d*$/.test(message) : message === null || typeof message !== "object");
  const SENDING = [
    ["WebSocket", "send", "a socket"],
    ["RTCDataChannel", "send", "a channel"],
    ["Worker", "postMessage", "a worker"],
    ["ServiceWorker", "postMessage", "a service worker"],
    ["BroadcastChannel", "postMessage", "a channel"],
    ["MessagePort", "postMessage", "a port"],
    ["SyncManager", "register", "a service worker"],
  ];
  const OPENING = [["WebSocket", "a socket"], ["WebTransport", "a transport"], ["RTCPeerConnection", "a connection"], ["Worker", "a worker"], ["SharedWorker", "a worker"]];

  for (const [kind, name, whom] of SENDING) {
    const apply = (target, self, values) => {
      if (kind !== "MessagePort" || !isTurn(values[0])) tell(whom, values[0]);
      return Reflect.apply(target, self, values);
    };
    replace(held(held(window, kind), "prototype"), name, { apply });
  }
  for (const [kind, whom] of OPENING) {
    const construct = (target, values, made) => {
      tell(whom, values);
      return Reflect.construct(target, values, made);
    };
    replace(window, kind, { construct });
  }

  // What a frame is told from without, by its window or by what is stored.
  const isWithin = window !== window.top;
  const onMessage = (event) => {
    if (event.isTrusted && event.source !== window) tell("a frame", event.type === "storage" ? event.newValue : event.data);
  };
  const HEARD = isWithin ? ["message", "storage"] : [];
  for (const name of HEARD) window.addEventListener(name, onMessage, true);

  replace(window, "setTimeout", { apply: setTimer });
  replace(window, "setInterval", { apply: setRepeated });
  for (const name of ["clearTimeout", "clearInterval"]) replace(window, name, { apply: clear });
  replace(window, "requestAnimationFrame", { apply: setFrame(frames) });
  replace(window, "cancelAnimationFrame", { apply: clearFrame(frames) });
  replace(window, "requestIdleCallback", { apply: setFrame(idles) });
  replace(window, "cancelIdleCallback", { apply: clearFrame(idles) });
  const setOther = (delayOf) => (target, self, values) => {
    const id = {}, length = lengthOf(delayOf(values)), from = origin();
    timers.set(id, { ...from, length, due: now() + length, acted: work.isActing, typed: false });
    const [first, ...rest] = values;
    return Reflect.apply(target, self, typeof first === "function" ? [tracked(first, from, () => timers.delete(id)), ...rest] : values);
  };
  replace(held(held(window, "Scheduler"), "prototype"), "postTask", { apply: setOther(([, options]) => held(options, "delay")) });
  replace(held(window, "AbortSignal"), "timeout", { apply: setOther(([length]) => length) });

  return Object.assign(work, {
    // Whether no clock of a test has taken the place of the browser's.
    hasOwnClock: () => native.hasFrames && isOfBrowser(window.requestAnimationFrame),
    begin() {
      action += 1;
      told.clear();
    },
    // Whether something that was put off runs right now.
    isRunning: () => running !== null,
    hasReactions: () => reactions().length > 0,
    // Whether a timer was set since then.
    hasReactionsSince: (time) => reactions().some(({ due, length }) => due - length >= time),
    hasTyped: () => reactions().some(({ typed }) => typed),
    hasLate: () => pending().some(isLate) || [...intervals.values()].some(isToTick),
    // What may still answer or take back what is shown: by what, with which words, and whether the action set it off.
    late() {
      const timed = [...pending(), ...[...intervals.values()].filter((each) => isOurs(each) || each.length > LATE)];
      const loops = [...frames.values(), ...idles.values()].filter(({ depth }) => depth >= LOOP);
      const found = timed.filter(({ length }) => length <= LONGEST).map((each) => ["a timer", null, isOurs(each)]);
      return [...found, ...loops.map((each) => ["a loop of frames", null, isOurs(each)]), ...[...told.values()].flat()];
    },
    remove() {
      for (const restore of undo) restore();
      for (const name of HEARD) window.removeEventListener(name, onMessage, true);
      delete window[key];
    },
  });
}
