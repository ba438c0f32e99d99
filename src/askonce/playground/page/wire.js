// The socket of one session: commands with their answers, events, and the pictures of the live view.

const LONGEST_WAIT = 8000;

/** What a command was refused with, in words and with what to do about it. */
export class WireError extends Error {
  constructor({ message, remedy = "", kind = "" }) {
    super(message);
    this.remedy = remedy;
    this.kind = kind;
  }
}

export class Wire {
  constructor(session) {
    this.session = session;
    this.isWriter = true;
    /** `connecting`, `open`, `lost` (it tries again), `refused` (another link leads in), or `closed` (it is over). */
    this.state = "connecting";
    this.handlers = new Map();
    this.last = new Map();
    this.waiting = new Map();
    this.number = 0;
    this.tries = 0;
    this.onFrame = () => {};
    this.on("writer", (event) => {
      this.isWriter = event.is_you;
    });
    this.on("closed", ({ is_over: isOver }) => isOver && this.setState("closed"));
  }

  /** Call with every event of a name, and at once with the last one that came. */
  on(name, handler) {
    this.handlers.set(name, [...(this.handlers.get(name) || []), handler]);
    if (this.last.has(name)) handler(this.last.get(name));
  }

  emit(event) {
    this.last.set(event.event, event);
    for (const handler of this.handlers.get(event.event) || []) handler(event);
  }

  setState(state) {
    if (this.state === "closed" || this.state === state) return;
    this.state = state;
    this.emit({ event: "connection", state });
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/sessions/${encodeURIComponent(this.session)}/socket`);
    socket.binaryType = "blob";
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.last.clear(); // the server tells all that there is
      this.setState("open");
      this.emit({ event: "connected" });
    });
    socket.addEventListener("message", ({ data }) => this.receive(data));
    socket.addEventListener("close", () => this.lose());
  }

  receive(data) {
    if (typeof data !== "string") return this.onFrame(data);
    const message = JSON.parse(data);
    if (message.event) return this.emit(message);
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new WireError(message.error));
    else waiting.resolve(message.result || {});
  }

  lose() {
    const gone = new WireError({
      message: "The connection was lost before the answer came.",
      remedy: "See on the screen what was done before you try again.",
      kind: "ConnectionLost",
    });
    for (const { reject } of this.waiting.values()) reject(gone);
    this.waiting.clear();
    if (this.state === "closed") return;
    this.setState("lost");
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), Math.min(LONGEST_WAIT, 250 * 2 ** this.tries));
    if (this.tries > 1) this.seeWhy();
  }

  /** A playground that was started again does not know us any more: only its new link leads in. */
  async seeWhy() {
    const answer = await fetch("/sessions").catch(() => null);
    if (!answer || answer.status !== 403 || this.state !== "lost") return;
    clearTimeout(this.timer);
    this.setState("refused");
  }

  /** Try to connect now, instead of after the wait. */
  hurry() {
    if (this.state !== "lost") return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Send a command; the promise is kept with its result or broken with a `WireError`. */
  ask(word, fields = {}) {
    if (!this.isOpen()) {
      const message = this.state === "closed" ? "This session is closed." : "There is no connection to the playground.";
      const remedy = this.state === "closed" ? "Open another." : "See whether askonce playground still runs.";
      return Promise.reject(new WireError({ message, remedy, kind: "ConnectionLost" }));
    }
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: word, ...fields }));
    });
  }

  /** Send a command that has no answer. */
  tell(word, fields = {}) {
    if (this.isOpen()) this.socket.send(JSON.stringify({ do: word, ...fields }));
  }

  isOpen() {
    return this.state !== "closed" && this.socket && this.socket.readyState === WebSocket.OPEN;
  }

  /** Leave the session; it goes on without this page. */
  leave() {
    this.setState("closed");
    clearTimeout(this.timer);
    this.socket.close();
  }
}

/** A request to the playground that is not about one session. */
export async function request(method, path, body, headers = {}) {
  const isRaw = body instanceof Blob;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body && !isRaw ? { "Content-Type": "application/json", ...headers } : headers,
      body: body && !isRaw ? JSON.stringify(body) : body,
    });
  } catch {
    throw new WireError({
      message: "The playground does not answer.",
      remedy: "See whether askonce playground still runs.",
      kind: "ConnectionLost",
    });
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    /* not ours: said below */
  }
  if (answer.ok && data) return data;
  throw new WireError((data && data.error) || { message: text || `The playground answered ${answer.status}.` });
}
