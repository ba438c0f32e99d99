// Pictures before and after, with what was looked for and touched drawn over them, at any zoom.

import { blobs } from "./blobs.js";
import { showDetails } from "./details.js";
import { navigation } from "./navigation.js";
import { counted, find, make } from "./words.js";

export const shots = {
  zoom: "fit",
  view: "both",

  /** The pictures of an item; nothing when there are none. */
  pane(item) {
    const before = pictureBefore(item);
    const after = pictureAfter(item);
    if (!before && !after) return noPicture(item);
    const isOne = !before || !after || before.blob === after.blob;
    const isLater = !before && item.status === "done"; // where things are now is not where they were touched
    const shown = isOne
      ? [[isLater ? "After" : "The screen", before || after]]
      : this.view === "before"
        ? [["Before", before]]
        : this.view === "after"
          ? [["After", after]]
          : [
              ["Before", before],
              ["After", after],
            ];
    const figures = shown.map(([name, picture]) => this.figure(item, name, picture, picture === before || (isOne && !isLater)));
    const pane = make(
      "div",
      { class: `shots ${figures.length > 1 ? "two" : "one"}` },
      this.tools(item, isOne),
      figures,
    );
    return pane;
  },

  tools(item, isOne) {
    const choice = (name, word) =>
      make(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.view === name),
          onclick: () => {
            this.view = name;
            showDetails(item);
          },
        },
        word,
      );
    const step = (factor) => () => this.setZoom(factor);
    return make(
      "div",
      { class: "shot-tools", role: "group", "aria-label": "Pictures" },
      isOne
        ? null
        : make(
            "span",
            { class: "choice" },
            choice("before", "Before"),
            choice("after", "After"),
            choice("both", "Both"),
          ),
      make(
        "span",
        { class: "choice" },
        make("button", { type: "button", "aria-label": "Smaller", onclick: step(1 / 1.4) }, "−"),
        make(
          "button",
          {
            type: "button",
            class: "zoom",
            title: "Fit the picture in, or show its own size",
            onclick: () => this.setZoom(this.zoom === "fit" ? "own" : "fit"),
          },
          this.zoomWord(),
        ),
        make("button", { type: "button", "aria-label": "Larger", onclick: step(1.4) }, "+"),
      ),
      navigation.openFilm
        ? make(
            "button",
            {
              type: "button",
              class: "film-button",
              title: "The film, from this part on",
              onclick: () => navigation.openFilm(item.run, firstNode(item).id),
            },
            "▶ From here",
          )
        : null,
    );
  },

  zoomWord() {
    return this.zoom === "fit" ? "Fit" : `${Math.round(this.zoom * 100)} %`;
  },

  setZoom(to) {
    const image = find(".shots img");
    if (!image || !image.naturalWidth) return;
    const now = image.clientWidth / image.naturalWidth;
    this.zoom = to === "fit" ? "fit" : to === "own" ? 1 : Math.min(6, Math.max(0.1, now * to));
    for (const frame of document.querySelectorAll(".shots .frame")) this.fit(frame);
    find(".shots .zoom").textContent = this.zoomWord();
  },

  figure(item, name, picture, hasMarks) {
    const url = blobs.picture(item.run, picture.blob);
    const image = url
      ? make("img", { src: url, alt: `${name}: ${picture.address || "the screen"}`, draggable: "false" })
      : missingPicture(item.run, picture.blob);
    const overlay = hasMarks ? make("svg", { "aria-hidden": "true", preserveAspectRatio: "none" }) : null;
    const sheet = make("div", { class: "sheet" }, image, overlay);
    const frame = make(
      "div",
      { class: "frame", tabindex: "0", role: "group", "aria-label": `${name}, can be scrolled` },
      sheet,
    );
    frame.redraw = () => overlay && drawMarks(overlay, item, picture, image);
    image.addEventListener("load", () => this.fit(frame));
    image.addEventListener("error", () => sheet.replaceChildren(missingPicture(item.run, picture.blob)));
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.setZoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
      },
      { passive: false },
    );
    frame.addEventListener("dblclick", () => this.setZoom(this.zoom === "fit" ? "own" : "fit"));
    frame.addEventListener("pointerdown", (event) => drag(frame, event));
    const behind = (hasMarks && picture.behind) || 0;
    const ahead = picture.ahead || 0;
    const caption = make(
      "figcaption",
      {},
      make("b", {}, name),
      " ",
      make("bdi", { class: "address", title: picture.address || "" }, picture.address || ""),
      behind ? make("span", { class: "soft" }, ` · taken ${counted(behind, "action")} earlier`) : null,
      ahead ? make("span", { class: "soft" }, ` · taken ${counted(ahead, "action")} later`) : null,
    );
    return make("figure", {}, caption, frame);
  },

  fit(frame) {
    const sheet = frame.firstElementChild;
    const image = sheet.querySelector("img");
    if (!image || !image.naturalWidth) return;
    sheet.style.width = this.zoom === "fit" ? "" : `${Math.round(image.naturalWidth * this.zoom)}px`;
    sheet.classList.toggle("fitted", this.zoom === "fit");
    frame.redraw();
  },
};

/** Moving the picture about with the pointer when it is larger than its frame. */
function drag(frame, event) {
  if (event.button !== 0 || event.pointerType === "touch") return;
  const [x, y, left, top] = [event.clientX, event.clientY, frame.scrollLeft, frame.scrollTop];
  const move = (moved) => {
    frame.scrollLeft = left + x - moved.clientX;
    frame.scrollTop = top + y - moved.clientY;
  };
  const end = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
}

/** A note that replays take no pictures by default. */
function noPicture(item) {
  if (item.how !== "replayed") return null;
  return make("p", { class: "note" }, "No picture was taken. With ASKONCE_SHOTS=actions replays have pictures, too.");
}

export function missingPicture(run, blob) {
  return make("p", { class: "missing" }, blobs.missing(run, blob));
}

export function firstNode(item) {
  return item.node || item.run.nodes[0];
}

export function everyNode(item) {
  const found = [];
  (function walk(nodes) {
    for (const node of nodes) {
      found.push(node);
      walk(node.children);
    }
  })(item.node ? [item.node] : item.run.nodes);
  return found;
}

export function pictureBefore(item) {
  const own = item.all.map((node) => node.before).find(Boolean);
  if (own) return own;
  const below = everyNode(item).find((node) => node.before);
  return below ? below.before : null;
}

function pictureAfter(item) {
  const own = item.all.map((node) => node.after).filter(Boolean);
  if (own.length) return own[own.length - 1];
  if (item.node && item.node.kind === "step") return null;
  const below = everyNode(item).filter((node) => node.after);
  return below.length ? below[below.length - 1].after : null;
}

/** The steps that are done on what a picture shows. */
function stepsOn(item, picture) {
  return everyNode(item).filter(
    (node) => node.kind === "step" && node.before && node.before.blob === picture.blob && node.before.at === picture.at,
  );
}

function drawMarks(overlay, item, picture, image) {
  if (!picture.screen) return;
  const [left, top, right, bottom] = picture.screen;
  overlay.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  const unit = (right - left) / Math.max(1, image.clientWidth);
  const steps = stepsOn(item, picture);
  overlay.replaceChildren(
    ...steps.flatMap((step, place) => marksOf(step, steps.length > 1 ? place + 1 : 0, unit)),
    ...(steps.length ? [] : item.all.flatMap((node) => marksOf(node, 0, unit))),
  );
}

function marksOf(step, number, unit) {
  const marks = [];
  for (const search of step.searches) {
    if (search.area) marks.push(rectangle(search.area, "area", unit));
    if (search.box)
      marks.push(rectangle(search.box, step.status === "failed" ? "target bad" : "target", unit, search.target));
  }
  if (step.point) {
    const [x, y] = step.point;
    marks.push(
      make("circle", { class: "ring", cx: x, cy: y, r: 8 * unit }),
      make("circle", { class: "point", cx: x, cy: y, r: 2.5 * unit }),
    );
  }
  const found = step.searches.find((search) => search.box);
  const corner = found ? found.box : step.point;
  if (number && corner) {
    marks.push(
      make("circle", { class: "number", cx: corner[0], cy: corner[1], r: 9 * unit }),
      make("text", { x: corner[0], y: corner[1] + 4 * unit, "font-size": 12 * unit }, String(number)),
    );
  }
  return marks;
}

export function rectangle([left, top, right, bottom], kind, unit, title) {
  const pad = kind.startsWith("target") ? 3 * unit : 0;
  return make(
    "rect",
    {
      class: kind,
      x: left - pad,
      y: top - pad,
      width: Math.max(0, right - left) + 2 * pad,
      height: Math.max(0, bottom - top) + 2 * pad,
      rx: 4 * unit,
    },
    title ? make("title", {}, title) : null,
  );
}
