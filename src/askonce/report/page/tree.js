// The run as a tree, on the left. Only the rows in view are in the document, so that long runs scroll smoothly.

import { itemOf, items, load, order, report, roots, tokensOf } from "./model.js";
import { choose } from "./navigation.js";
import { isBadMessage } from "./surroundings.js";
import {
  HOW,
  STATUS,
  announce,
  counted,
  find,
  formatNumber,
  formatSeconds,
  isDoubtful,
  make,
  statusMark,
} from "./words.js";

const ROW = 30;

export const tree = {
  open: new Set(),
  rows: [],
  selected: null,
  words: [],
  only: new Set(),
  matches: null,

  start() {
    this.element = find("#tree");
    this.holder = find("#rows");
    this.openFirst();
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.holder.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    find("#search").addEventListener("input", (event) => this.search(event.target.value));
    this.drawFilters();
    this.update();
  },

  /** Show a run that has gone on since: what was folded stays so, what is new is open. Returns what is selected now. */
  renew(document) {
    const known = new Set(items.keys());
    const open = new Set([...this.open].map((item) => item.key));
    const key = this.selected ? this.selected.key : null;
    load(document);
    this.open = new Set(order.filter((item) => open.has(item.key) || !known.has(item.key)));
    this.selected = items.get(key) || null;
    this.drawFilters();
    this.match();
    return this.selected;
  },

  /** What is open at first: everything of a short run; else the top, loops folded, and the way to what failed. */
  openFirst() {
    const isShort = order.length <= 40;
    for (const item of order) {
      const isLoop = item.children.some((child) => child.node && child.node.kind === "pass");
      const isTop = item.level === 1 && (roots.length === 1 || (item.node && item.node.kind === "task" && order.length <= 400));
      if (isShort ? !isLoop : isTop) this.open.add(item);
    }
    for (const run of report.runs) {
      const failed = run.failures.length && itemOf(run, run.failures[run.failures.length - 1].node);
      if (failed && report.runs.length === 1) this.reveal(failed);
    }
  },

  reveal(item) {
    for (const above of item.path.slice(0, -1)) this.open.add(above);
  },

  // ---- searching and filtering

  search(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.match();
  },

  toggle(name, isOn) {
    if (isOn) this.only.add(name);
    else this.only.delete(name);
    this.match();
  },

  match() {
    if (!this.words.length && !this.only.size) this.matches = null;
    else {
      this.matches = new Set();
      for (const item of order) {
        if (fits(item, this.words, this.only)) item.path.forEach((ancestor) => this.matches.add(ancestor));
      }
    }
    this.update();
    const found = this.matches ? order.filter((item) => fits(item, this.words, this.only)).length : order.length;
    find("#nothing").hidden = this.rows.length > 0;
    announce(this.matches ? `${counted(found, "part")} found` : "");
  },

  drawFilters() {
    const counts = ["failed", "asked", "replayed", "healed"].map((name) => {
      const only = new Set([name]);
      return [name, order.filter((item) => isCounted(item) && fits(item, [], only)).length];
    });
    const boxes = counts
      .filter(([, count]) => count)
      .map(([name, count]) => {
        const button = make(
          "button",
          { type: "button", class: `chip ${name}`, "aria-pressed": "false" },
          name,
          " ",
          make("b", {}, formatNumber(count)),
        );
        button.addEventListener("click", () => {
          const isOn = button.getAttribute("aria-pressed") !== "true";
          button.setAttribute("aria-pressed", String(isOn));
          this.toggle(name, isOn);
        });
        return button;
      });
    const turnAll = (isOpen) => () => {
      this.open = new Set(isOpen ? order.filter((item) => item.children.length) : []);
      this.update();
      this.keepInSight();
    };
    const folds = order.some((item) => item.children.length)
      ? [
          make("button", { type: "button", class: "chip", onclick: turnAll(true) }, "open all"),
          make("button", { type: "button", class: "chip", onclick: turnAll(false) }, "fold all"),
        ]
      : [];
    find("#filters").replaceChildren(...boxes, ...folds);
  },

  // ---- rows

  update() {
    this.rows = [];
    const isOpen = (item) => this.open.has(item) || this.matches !== null;
    const add = (list) => {
      for (const item of list) {
        if (this.matches && !this.matches.has(item)) continue;
        this.rows.push(item);
        if (isOpen(item)) add(item.children);
      }
    };
    add(roots);
    this.holder.style.height = `${this.rows.length * ROW}px`;
    this.draw();
  },

  draw() {
    const count = Math.ceil(this.element.clientHeight / ROW) + 12;
    const last = Math.max(0, this.rows.length - count); // the list may have become shorter than it is scrolled
    const top = Math.min(last, Math.max(0, Math.floor(this.element.scrollTop / ROW) - 6));
    const shown = this.rows.slice(top, top + count).map((item, place) => this.row(item, top + place));
    this.holder.replaceChildren(...shown);
    const current = this.selected && this.rows.includes(this.selected) ? rowId(this.selected) : null;
    if (current && document.getElementById(current)) this.element.setAttribute("aria-activedescendant", current);
    else this.element.removeAttribute("aria-activedescendant");
  },

  row(item, place) {
    const hasParts = this.matches ? item.children.some((child) => this.matches.has(child)) : item.children.length > 0;
    const isOpen = hasParts && (this.open.has(item) || this.matches !== null);
    const siblings = item.parent ? item.parent.children : roots;
    const row = make(
      "div",
      {
        id: rowId(item),
        class: `row ${item.status}${item === this.selected ? " selected" : ""}`,
        role: "treeitem",
        "aria-level": item.level,
        "aria-setsize": siblings.length,
        "aria-posinset": item.number + 1,
        "aria-expanded": hasParts ? String(isOpen) : null,
        "aria-selected": String(item === this.selected),
        "aria-label": spoken(item),
      },
      make("span", { class: "turn", "aria-hidden": "true" }, hasParts ? (isOpen ? "▾" : "▸") : ""),
      statusMark(item),
      rowTitle(item, this.words),
      rowFigures(item),
    );
    row.item = item;
    row.style.top = `${place * ROW}px`;
    row.style.setProperty("--level", Math.min(item.level, 12) - 1);
    return row;
  },

  // ---- moving

  click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    if (event.target.closest(".turn") && row.item.children.length) this.turn(row.item);
    else {
      choose(row.item);
      const details = find("#details").getBoundingClientRect();
      if (details.top > window.innerHeight - 80) find("#details").scrollIntoView({ block: "start" }); // on a phone
    }
    this.element.focus({ preventScroll: true });
  },

  turn(item, isOpen = !this.open.has(item)) {
    if (this.matches) return; // while something is searched for, all that fits is shown
    if (isOpen) this.open.add(item);
    else this.open.delete(item);
    this.update();
    this.keepInSight();
  },

  /** When the selected part is folded away, select the part that contains it. */
  keepInSight() {
    const shown = this.selected && [...this.selected.path].reverse().find((item) => this.rows.includes(item));
    if (shown && shown !== this.selected) choose(shown);
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = this.rows.indexOf(this.selected);
    const item = this.selected;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const to = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      Home: 0,
      End: this.rows.length - 1,
      PageDown: place + page,
      PageUp: place - page,
    }[event.key];
    if (to !== undefined && this.rows.length) choose(this.rows[Math.min(Math.max(to, 0), this.rows.length - 1)]);
    else if (event.key === "ArrowRight" && item && item.children.length) {
      const first = this.rows.find((row) => row.parent === item);
      if (first) choose(first);
      else this.turn(item, true);
    } else if (event.key === "ArrowLeft" && item && this.matches) {
      if (item.parent) choose(item.parent);
    } else if (event.key === "ArrowLeft" && item && !this.matches) {
      if (this.open.has(item) && item.children.length) this.turn(item, false);
      else if (item.parent) choose(item.parent);
    } else if ((event.key === "Enter" || event.key === " ") && item && item.children.length) this.turn(item);
    else if (event.key === "*") {
      (item && item.parent ? item.parent.children : roots).forEach((sibling) => this.open.add(sibling));
      this.update();
    } else return;
    event.preventDefault();
  },

  select(item) {
    this.selected = item;
    this.reveal(item);
    if (this.matches && !this.matches.has(item)) this.clear();
    this.update();
    const top = this.rows.indexOf(item) * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top - ROW;
    else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight + 2 * ROW;
    this.draw();
  },

  /** Show everything again. */
  clear() {
    find("#search").value = "";
    this.words = [];
    this.only.clear();
    this.matches = null;
    for (const chip of document.querySelectorAll("#filters [aria-pressed]")) chip.setAttribute("aria-pressed", "false");
    find("#nothing").hidden = true;
    announce("");
  },
};

function rowId(item) {
  return `row-${item.place}`;
}

/** Only acts and lines that are acts count; their ancestors and children would be counted twice. */
function isCounted(item) {
  return Boolean(item.node) && (item.node.kind === "act" || (["line", "item"].includes(item.node.kind) && item.inner.length > 0));
}

export function fits(item, words, only) {
  if (only.has("failed") && item.status === "done") return false;
  const hows = ["asked", "replayed", "healed"].filter((how) => only.has(how));
  if (hows.length && !hows.includes(item.how)) return false;
  if (!words.length) return only.size > 0;
  const text = searchable(item);
  return words.every((word) => text.includes(word));
}

function searchable(item) {
  if (item.text === undefined) {
    const parts = [item.title, item.node ? "" : item.run.error];
    for (const node of item.all) {
      parts.push(node.title, node.message, node.error, node.output, node.why, ...node.notes, ...node.told);
      parts.push(...node.believed, ...node.asks.map((ask) => ask.answer || ""));
      parts.push(...node.assigned.map((variable) => `${variable.name} ${variable.value}`));
      parts.push(...node.searches.map((search) => `${search.target} ${search.finder}`));
      if (node.before) parts.push(node.before.address || "");
      if (node.caller) parts.push(`${node.caller.file}:${node.caller.line}`);
      parts.push(...node.messages.filter(isBadMessage).map((message) => message.text));
    }
    item.text = parts.join("\n").toLowerCase();
  }
  return item.text;
}

function rowTitle(item, words) {
  const title = make("span", { class: "title", dir: "auto", title: item.title });
  const node = item.node;
  if (node && ["line", "item"].includes(node.kind)) title.append(make("span", { class: "line" }, String(node.number)));
  if (node && node.kind === "pass") title.append(`Pass ${node.number}${node.of ? ` of ${node.of}` : ""}`);
  else {
    const isStep = item.all.some((node) => node.kind === "step" && node.title === item.title);
    const verb = isStep ? item.title.split(" ", 1)[0] : "";
    if (verb) title.append(make("b", { class: "verb" }, verb));
    title.append(...marked(item.title.slice(verb.length), words));
  }
  return title;
}

/** The text with the words that are searched for marked. */
function marked(text, words) {
  if (!words.length) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "gi"));
  return parts.map((part, place) => (place % 2 ? make("mark", {}, part) : part));
}

function rowFigures(item) {
  const spent = item.node ? item.node.spent : item.run.spent;
  const seconds = item.node ? item.node.seconds : item.run.seconds;
  const isStep = item.node && item.node.kind === "step";
  return make(
    "span",
    { class: "figures" },
    !isStep && item.how && item.how !== "asked"
      ? make("span", { class: `how ${item.how}`, title: HOW[item.how].says }, HOW[item.how].word)
      : null,
    spent.calls && item.how !== "replayed"
      ? make(
          "span",
          { class: "calls", title: `${counted(spent.calls, "model call")}, ${formatNumber(tokensOf(spent))} tokens` },
          `${spent.calls}×`,
        )
      : null,
    make("span", { class: "time" }, formatSeconds(seconds)),
  );
}

function spoken(item) {
  const node = item.node;
  const kind = node
    ? {
        task: `task ${node.number}`,
        item: `line ${node.number}`,
        line: `line ${node.number}`,
        pass: "",
        act: "",
        round: `round ${node.number}`,
        step: "step",
        program: "program",
      }[node.kind]
    : "run";
  const seconds = node ? node.seconds : item.run.seconds;
  return [kind, item.title, STATUS[item.status].word, isDoubtful(item) ? "not as expected" : "", item.how, formatSeconds(seconds)].filter(Boolean).join(", ");
}
