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
  const MOST_TOLD = 40; // messages
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
  let action = 0, running = null, told = [];
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

  function replace(owner, name, handler) {
    const native = owner && owner[name];
    if (typeof native !== "function") return;
    const proxy = new Proxy(native, handler);
    try {
      owner[name] = proxy;
    } catch {
      return; // the page has sealed it
    }
    undo.push(() => {
      if (owner[name] === proxy) owner[name] = native;
    });
  }

  // ---- timers

  function setTimer(target, self, [handler, delay, ...rest]) {
    const length = Number(delay) || 0, from = origin();
    const run = typeof handler === "function" ? tracked(handler, from, () => timers.delete(id)) : handler;
    const id = Reflect.apply(target, self, [run, delay, ...rest]);
    if (typeof handler === "function") timers.set(id, { ...from, length, due: now() + length, acted: work.isActing, typed: work.isTyping });
    return id;
  }

  function setRepeated(target, self, [handler, delay, ...rest]) {
    const from = origin(), length = Number(delay) || 0;
    const known = { ...from, length, due: now() + length, ran: 0, last: action };
    const tick = () => {
      known.ran = known.last === action ? known.ran + 1 : 1;
      known.last = action;
      known.due = now() + length;
    };
    const id = Reflect.apply(target, self, [typeof handler === "function" ? tracked(handler, from, tick) : handler, delay, ...rest]);
    if (typeof handler === "function") intervals.set(id, known);
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

  const setFrame = (known) => (target, self, [handler, ...rest]) => {
    if (typeof handler !== "function") return Reflect.apply(target, self, [handler, ...rest]);
    const from = origin();
    const id = Reflect.apply(target, self, [tracked(handler, from, () => known.delete(id)), ...rest]);
    known.set(id, from);
    return id;
  };
  const clearFrame = (known) => (target, self, values) => {
    known.delete(values[0]);
    return Reflect.apply(target, self, values);
  };

  // ---- messages

  // The words of a message, as far as they can be read.
  function wordsOf(message) {
    const found = [], open = [message];
    for (let read = 0; open.length && read < MOST_PARTS; read++) {
      const value = open.shift();
      if (typeof value === "string" || typeof value === "number") found.push(String(value));
      else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
        found.push(new TextDecoder().decode(bytes.subarray(0, LONGEST_TOLD)));
      } else if (value && typeof value === "object") {
        try {
          open.push(...(value instanceof Map || value instanceof Set ? [...value] : Object.values(value)).slice(0, MOST_PARTS));
        } catch {
          continue; // it keeps its values to itself
        }
      }
    }
    return found.join("\n").slice(0, LONGEST_TOLD);
  }

  function tell(whom, message) {
    if (action > 0 && told.length < MOST_TOLD) told.push([whom, wordsOf(message), isOurs(origin())]);
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
    replace(window[kind]?.prototype, name, { apply });
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
    const id = {}, length = Number(delayOf(values)) || 0, from = origin();
    timers.set(id, { ...from, length, due: now() + length, acted: work.isActing, typed: false });
    const [first, ...rest] = values;
    return Reflect.apply(target, self, typeof first === "function" ? [tracked(first, from, () => timers.delete(id)), ...rest] : values);
  };
  replace(window.Scheduler?.prototype, "postTask", { apply: setOther(([, options]) => options?.delay) });
  replace(window.AbortSignal, "timeout", { apply: setOther(([length]) => length) });

  return Object.assign(work, {
    // Whether no clock of a test has taken the place of the browser's.
    hasOwnClock: () => native.hasFrames && isOfBrowser(window.requestAnimationFrame),
    begin() {
      action += 1;
      told = [];
    },
    hasReactions: () => reactions().length > 0,
    hasTyped: () => reactions().some(({ typed }) => typed),
    hasLate: () => pending().some(isLate) || [...intervals.values()].some(isToTick),
    // What may still answer or take back what is shown: by what, with which words, and whether the action set it off.
    late() {
      const timed = [...pending(), ...[...intervals.values()].filter((each) => isOurs(each) || each.length > LATE)];
      const loops = [...frames.values(), ...idles.values()].filter(({ depth }) => depth >= LOOP);
      const found = timed.filter(({ length }) => length <= LONGEST).map((each) => ["a timer", null, isOurs(each)]);
      return [...found, ...loops.map((each) => ["a loop of frames", null, isOurs(each)]), ...told];
    },
    remove() {
      for (const restore of undo) restore();
      for (const name of HEARD) window.removeEventListener(name, onMessage, true);
      delete window[key];
    },
  });
}
