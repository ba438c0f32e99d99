// The elements as they were seen: a list to search in, with the place of each on the picture.

import { blobs, isText } from "./blobs.js";
import { section } from "./details.js";
import { rectangle } from "./shots.js";
import { find, make } from "./words.js";

/** The list that is open: its lines by the numbers of elements, and where these are. */
const seen = { lines: new Map(), boxes: {}, active: null };

export function elements(item) {
  const blob = [...item.path]
    .reverse()
    .flatMap((ancestor) => ancestor.all.map((node) => node.elements))
    .find(Boolean);
  if (!blob) return "";
  const pane = section("Elements", null);
  const fill = async () => {
    if (!pane.open || pane.dataset.filled) return;
    pane.dataset.filled = "yes";
    const data = isText(blob) ? { list: await blobs.text(blob), boxes: {} } : await blobs.packed(blob);
    pane.append(...(data ? elementList(data) : [make("p", { class: "missing" }, "This list is not there.")]));
  };
  pane.addEventListener("toggle", fill);
  fill();
  return pane;
}

function elementList(data) {
  seen.lines.clear();
  seen.boxes = data.boxes;
  seen.active = null;
  const lines = data.list.split("\n").map((text, place) => {
    const number = (text.match(/^\s*\[(\d+)\]/) || [])[1];
    const line = make("li", { id: `seen-${place}`, role: "option", dir: "auto", "aria-selected": "false" }, text);
    if (number && data.boxes[number]) {
      line.dataset.number = number;
      seen.lines.set(number, line);
    }
    return line;
  });
  const list = make("ul", { class: "seen-list", role: "listbox", tabindex: "0", "aria-label": "Elements" }, lines);
  const count = make("span", { class: "soft", role: "status" });
  const search = make("input", {
    type: "search",
    class: "link",
    placeholder: "Search in the elements",
    "aria-label": "Search in the elements",
    oninput: () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const line of lines) line.hidden = !words.every((word) => line.textContent.toLowerCase().includes(word));
      count.textContent = words.length ? ` ${lines.filter((line) => !line.hidden).length} of ${lines.length}` : "";
    },
  });
  list.addEventListener("pointerover", (event) => activate(event.target.closest("li")));
  list.addEventListener("pointerleave", () => activate(null));
  list.addEventListener("keydown", (event) => walkLines(event, lines, list));
  return [make("p", {}, search, count), list];
}

function walkLines(event, lines, list) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const shown = lines.filter((line) => !line.hidden);
  const place = shown.indexOf(seen.active);
  const next = shown[place < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, place + by))];
  if (!next) return;
  activate(next);
  list.setAttribute("aria-activedescendant", next.id);
  next.scrollIntoView({ block: "nearest" });
}

/** Mark a line and its element on the picture. */
function activate(line) {
  if (seen.active === line) return;
  if (seen.active) seen.active.setAttribute("aria-selected", "false");
  seen.active = line;
  if (line) line.setAttribute("aria-selected", "true");
  const box = line && seen.boxes[line.dataset.number];
  for (const overlay of document.querySelectorAll(".shots svg")) {
    overlay.querySelectorAll(".seen").forEach((mark) => mark.remove());
    if (box && overlay.hasAttribute("viewBox")) overlay.append(rectangle(box, "seen", 0));
  }
}

/** The line of what is pointed at on the picture: the smallest element there. */
export function pointAt(event) {
  const sheet = event.target.closest(".sheet");
  const overlay = sheet && sheet.querySelector("svg[viewBox]");
  if (!overlay || !seen.lines.size || !find(".seen-list")) return;
  const { left, top, width, height } = overlay.viewBox.baseVal ? viewOf(overlay) : {};
  const frame = overlay.getBoundingClientRect();
  const x = left + ((event.clientX - frame.left) / frame.width) * width;
  const y = top + ((event.clientY - frame.top) / frame.height) * height;
  let best = null;
  for (const [number, line] of seen.lines) {
    const [l, t, r, b] = seen.boxes[number];
    const isIn = l <= x && x <= r && t <= y && y <= b && !line.hidden;
    if (isIn && (!best || (r - l) * (b - t) <= best.size)) best = { line, size: (r - l) * (b - t) };
  }
  activate(best ? best.line : null);
  if (best) scrollWithin(find(".seen-list"), best.line);
}

function viewOf(overlay) {
  const { x: left, y: top, width, height } = overlay.viewBox.baseVal;
  return { left, top, width, height };
}

/** Bring a line of the list into view without moving the page under the pointer. */
function scrollWithin(list, line) {
  const top = line.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}
