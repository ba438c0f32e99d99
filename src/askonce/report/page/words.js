// Helpers for all parts of the page: creating elements and formatting numbers.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `make("button", { class: "small", onclick: go }, "Go")`. Text stays text; nothing is read as HTML. */
export function make(tag, attributes, ...children) {
  const isSvg = /^(svg|g|rect|circle|line|path|text|polygon|title)$/.test(tag);
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  }
  return element;
}

/** Parts separated by spaces, for copied text and screen readers. */
export function spaced(parts) {
  return Array.isArray(parts) ? parts.filter(Boolean).flatMap((part) => [part, " "]) : parts;
}

export function find(selector) {
  return document.querySelector(selector);
}

export function formatSeconds(seconds) {
  if (seconds < 0.0005) return "0 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.floor(seconds % 60);
  if (minutes < 60) return `${minutes} min${rest ? ` ${rest} s` : ""}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const NUMBERS = new Intl.NumberFormat("en");

export function formatNumber(number) {
  return NUMBERS.format(number);
}

export function formatMoney(cost) {
  return cost ? `$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}` : "";
}

export function counted(number, noun) {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export const STATUS = {
  done: { sign: "✓", word: "done" },
  failed: { sign: "✗", word: "failed" },
  stopped: { sign: "■", word: "stopped" },
  unfinished: { sign: "…", word: "not finished" },
};

export const HOW = {
  asked: { sign: "?", word: "asked", says: "A model was asked" },
  replayed: { sign: "↻", word: "replayed", says: "Done again as recorded, without a model" },
  healed: { sign: "✚", word: "healed", says: "Done as recorded, except where the page had changed" },
};

export function statusMark(item) {
  const sign = isDoubtful(item) ? "!" : STATUS[item.status].sign;
  const title = isDoubtful(item) ? "done, but not with the effect that was expected" : null;
  return make("span", { class: `mark ${isDoubtful(item) ? "doubtful" : item.status}`, title, "aria-hidden": "true" }, sign);
}

/** Whether it is done although an expectation was not met. */
export function isDoubtful(item) {
  return item.status === "done" && item.all.some((node) => node.expected.some((expectation) => !expectation.holds));
}

export function badge(status, word) {
  return make("span", { class: `badge ${status}` }, word || STATUS[status].word);
}

export function howBadge(how) {
  return how ? make("span", { class: `how ${how}`, title: HOW[how].says }, HOW[how].word) : null;
}

/** Tell a screen reader what changed, without moving the focus. */
export function announce(text) {
  find("#announcer").textContent = text;
}
