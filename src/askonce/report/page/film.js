// The film: the run played again on its pictures, with cursor, taps and typing. Its scenes were made by Python and lie
// in the page; what is seen is a function of the time alone, so that any moment can be shown.

import { blobs } from "./blobs.js";
import { itemOf, report } from "./model.js";
import { STATUS, announce, find, howBadge, make } from "./words.js";

const film = {
  speeds: [0.5, 1, 2, 4],
  fade: 0.15,
  kept: 12,
  motionless: ["look", "say", "go", "hover", "wait", "do"],
  icons: {
    play: "M8 5v14l11-7z",
    pause: "M6 5h4v14H6zM14 5h4v14h-4z",
    previous: "M5 5h2.6v14H5zM19 5v14L8.6 12z",
    next: "M16.4 5H19v14h-2.6zM5 5v14l10.4-7z",
    full: "M4 9.5V4h5.5v2H6v3.5zM14.5 4H20v5.5h-2V6h-3.5zM18 14.5h2V20h-5.5v-2H18zM4 14.5h2V18h3.5v2H4z",
    close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
    cursor: "M1 1v20l4.8-4.4 3.4 7.8 3.7-1.6-3.4-7.6H16z",
    chevrons: ["M7 4l5 4.5L17 4", "M7 9.5l5 4.5 5-4.5", "M7 15l5 4.5 5-4.5"],
  },
};

/**
 * The scenes of a run in the order of time, as `askonce.report.film_scenes` describes them. Each has a `start` and a
 * length in `seconds` of the film; the cursor `leaves`, `arrives`, and what came of it `shows` so long after the start.
 */
function scenes(run) {
  film.all = film.all || JSON.parse(find("#scenes").textContent);
  const usual = {
    title: "",
    task: "",
    place: "",
    how: "",
    status: "done",
    error: "",
    start: 0,
    leaves: 0,
    arrives: 0,
    shows: 0,
    at: 0,
    until: 0,
    text: "",
    keys: [],
    direction: "",
  };
  return film.all[report.runs.indexOf(run)].map((scene) => ({ ...usual, ...scene }));
}

/** What is to be seen in a scene so many seconds after its start: a function of the time alone. */
function filmMoment(scene, seconds) {
  const part = (start, end) =>
    end > start ? Math.min(1, Math.max(0, (seconds - start) / (end - start))) : Number(seconds >= end);
  const eased = (value) => value * value * (3 - 2 * value);
  const between = (start, end, value) =>
    start && end ? [0, 1].map((axis) => start[axis] + (end[axis] - start[axis]) * value) : start;
  const progress = part(scene.arrives, scene.shows);
  const letters = Array.from(scene.text);
  return {
    cursor:
      scene.end && progress > 0
        ? between(scene.point, scene.end, eased(progress))
        : between(scene.cursor || scene.point, scene.point, eased(part(scene.leaves, scene.arrives))),
    found: scene.box ? part(scene.leaves, scene.leaves + (scene.arrives - scene.leaves) / 2) : 0,
    progress,
    text:
      scene.gesture === "type"
        ? letters.slice(0, Math.ceil(letters.length * Math.min(1, progress / 0.8))).join("")
        : scene.text,
    shows: seconds >= scene.shows,
    clear: part(scene.shows, scene.shows + film.fade),
  };
}

/** What of a moment can be seen in a film file. */
function filmChanges(scene, seconds) {
  if (scene.gesture === "open" || scene.gesture === "end") return null;
  const moment = filmMoment(scene, seconds);
  return { ...moment, clear: 0, progress: film.motionless.includes(scene.gesture) ? 0 : moment.progress };
}

/** Open the film of a run, at a node of it or at its beginning. */
export function openFilm(run, nodeId) {
  const player = new Film(run);
  player.open();
  player.seek(nodeId ? player.startOf(nodeId) : 0);
  if (!player.isStill) player.play();
  return player;
}

/** Open the film as a film file shows it: without controls, at the times that `show` is called with. */
function openFilmFile(run) {
  const player = new Film(run);
  player.isFile = true;
  player.dialog.classList.add("film-file");
  player.open();
  return player;
}

function filmIcon(path) {
  return make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: path }));
}

class Film {
  constructor(run) {
    this.run = run;
    this.scenes = scenes(run);
    const last = this.scenes[this.scenes.length - 1];
    this.length = last.start + last.seconds;
    this.time = 0;
    this.speed = 1;
    this.place = -1;
    this.isPlaying = this.isHeld = this.isFile = false;
    /** With reduced motion, each scene is shown as two pictures: the action and its result. */
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.images = new Map();
    this.build();
  }

  // ---- what it is made of

  build() {
    this.stage = this.buildStage();
    this.caption = make("div", { class: "film-words", "aria-live": "polite" });
    this.clock = make("span", {
      class: "film-clock",
      title: "The time of the run itself, of which long waits are cut",
    });
    this.body = make(
      "div",
      { class: "film-body" },
      make(
        "div",
        { class: "film-top" },
        make("h2", { dir: "auto", title: this.run.title }, this.run.title),
        this.button("close", "Close", () => this.dialog.close()),
      ),
      this.stage,
      make("div", { class: "film-caption" }, this.caption, this.clock),
      this.buildBar(),
      this.buildControls(),
    );
    this.dialog = make("dialog", { class: "film", "aria-label": `Film: ${this.run.title}` }, this.body);
    this.dialog.film = this;
    this.dialog.addEventListener("keydown", (event) => this.onKey(event));
    this.dialog.addEventListener("close", () => this.end());
  }

  buildStage() {
    const part = (name, ...children) =>
      (this[name] = make("div", { class: `film-${name}`, "aria-hidden": "true" }, children));
    this.cursor = make(
      "svg",
      { class: "film-cursor", viewBox: "0 0 18 26", "aria-hidden": "true" },
      make("path", { d: film.icons.cursor }),
    );
    this.trail = make("line", { class: "film-trail" });
    this.lines = make("svg", { class: "film-lines", "aria-hidden": "true", preserveAspectRatio: "none" }, this.trail);
    part("pictures");
    part("box");
    part("ring");
    part("second");
    part(
      "arrows",
      make(
        "svg",
        { viewBox: "0 0 24 24" },
        film.icons.chevrons.map((path) => make("path", { d: path })),
        make("path", { class: "film-zoom out", d: "M5 12h14" }),
        make("path", { class: "film-zoom in", d: "M12 5v14" }),
      ),
    );
    for (const name of ["bubble", "keys", "note", "error", "card"]) part(name);
    this.screen = make(
      "div",
      { class: "film-screen" },
      this.pictures,
      this.box,
      this.lines,
      this.ring,
      this.second,
      this.arrows,
      this.bubble,
      this.keys,
      this.note,
      this.cursor,
      this.error,
      this.card,
    );
    return make("div", { class: "film-stage", onclick: () => this.toggle() }, this.screen);
  }

  buildBar() {
    this.ticks = make("canvas", { "aria-hidden": "true" });
    this.slider = make("input", {
      type: "range",
      min: 0,
      max: this.length,
      step: 0.01,
      value: 0,
      "aria-label": "Place in the film",
    });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.slider.addEventListener("pointerdown", () => {
      this.isHeld = true;
    });
    for (const name of ["pointerup", "pointercancel", "blur"])
      this.slider.addEventListener(name, () => {
        this.isHeld = false;
      });
    this.watch = new ResizeObserver(() => this.drawTicks());
    return make("div", { class: "film-bar" }, this.ticks, this.slider);
  }

  buildControls() {
    this.playing = this.button("play", "Play", () => this.toggle());
    this.count = make("span", { class: "film-count soft" });
    const speed = make(
      "select",
      { "aria-label": "Speed" },
      film.speeds.map((value) => make("option", { value, selected: value === 1 }, `${value}×`)),
    );
    speed.addEventListener("change", () => {
      this.speed = Number(speed.value);
    });
    return make(
      "div",
      { class: "film-controls" },
      this.button("previous", "Scene before", () => this.step(-1)),
      this.playing,
      this.button("next", "Next scene", () => this.step(1)),
      speed,
      this.count,
      make(
        "button",
        {
          type: "button",
          class: "film-where",
          title: "Close the film and show this step",
          onclick: () => this.leave(),
        },
        "Show",
        make("span", {}, " in the report"),
      ),
      this.button("full", "Full screen (f)", () => this.fill()),
    );
  }

  button(icon, name, press) {
    return make(
      "button",
      { type: "button", class: `film-button-${icon}`, "aria-label": name, title: name, onclick: press },
      filmIcon(film.icons[icon]),
    );
  }

  // ---- time

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.watch.observe(this.ticks.parentElement);
    this.playing.focus();
  }

  play() {
    if (this.time >= this.length) this.seek(0);
    this.isPlaying = true;
    this.last = performance.now();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.tick(now));
    this.showPlaying();
  }

  pause() {
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.showPlaying();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  tick(now) {
    const passed = Math.min(0.25, Math.max(0, (now - this.last) / 1000)); // who comes back to the page has missed nothing
    if (!this.isHeld) this.seek(this.time + passed * this.speed);
    this.last = now;
    if (this.time >= this.length) this.pause();
    else this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  /** Show the film at a time, in seconds. */
  seek(seconds) {
    this.time = Math.min(this.length, Math.max(0, seconds));
    this.draw();
  }

  /** Show the film at a time once its pictures are loaded. */
  async show(seconds) {
    this.seek(seconds);
    await Promise.all([...this.pictures.children].map((image) => image.decode().catch(() => null)));
    this.draw();
  }

  /** The times at which something changes, each with the ticks that it stays, at so many ticks a second. */
  frames(rate) {
    const frames = [];
    let tick = 0;
    for (const scene of this.scenes) {
      const end = scene.start + scene.seconds;
      const until = Math.max(tick + 1, Math.round(end * rate));
      for (let shown = null; tick < until; tick++) {
        const seconds = Math.min(Math.max(scene.start, tick / rate), end - 0.001);
        const moment = JSON.stringify(filmChanges(scene, seconds - scene.start));
        if (moment !== shown) frames.push([seconds, 0]);
        frames[frames.length - 1][1] += 1;
        shown = moment;
      }
    }
    return frames;
  }

  /** To another scene. While it stands still, the scene is shown in its midst. */
  step(by) {
    const scene = this.scenes[this.place];
    const isBegun = this.isPlaying && by < 0 && this.time - scene.start > 0.7;
    const place = Math.min(this.scenes.length - 1, Math.max(0, isBegun ? this.place : this.place + by));
    const to = this.scenes[place];
    this.seek(to.start + (this.isPlaying ? 0 : to.arrives + (to.shows - to.arrives) / 2));
  }

  placeAt(seconds) {
    let [low, high] = [0, this.scenes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.scenes[middle].start <= seconds) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** When the first scene of a node, or of what lies below it, begins. */
  startOf(nodeId) {
    const below = new Set();
    (function walk(nodes, isBelow) {
      for (const node of nodes) {
        if (isBelow || node.id === nodeId) below.add(node.id);
        walk(node.children, isBelow || node.id === nodeId);
      }
    })(this.run.nodes, false);
    const first = this.scenes.find((scene) => below.has(scene.node) && scene.gesture !== "open");
    return first ? first.start : 0;
  }

  // ---- what else can be done

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target.matches("button, select");
    const known = {
      " ": isButton ? null : () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.seek(0),
      End: () => this.seek(this.length),
      f: () => this.fill(),
    }[event.key];
    if (!known || (event.target.matches("select") && event.key !== "f")) return;
    event.preventDefault();
    known();
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (this.body.requestFullscreen)
      this.body.requestFullscreen().catch(() => announce("Full screen is not allowed here."));
  }

  leave() {
    const item = itemOf(this.run, this.scenes[this.place].node);
    this.dialog.close();
    if (item) location.hash = encodeURI(item.key);
  }

  end() {
    this.pause();
    this.watch.disconnect();
    if (document.fullscreenElement) document.exitFullscreen();
    this.dialog.remove();
  }

  // ---- drawing

  draw() {
    const place = this.placeAt(this.time);
    const scene = this.scenes[place];
    if (place !== this.place) this.enter(place);
    let local = this.time - scene.start;
    if (this.isStill) local = local < scene.shows ? (scene.arrives + scene.shows) / 2 : scene.seconds;
    const moment = filmMoment(scene, local);
    if (this.isFile) moment.clear = Number(moment.shows); // blends would make a file three times as large
    this.drawMoment(scene, moment);
    const began = place ? this.scenes[place - 1].until : 0;
    const now = began + (scene.until - began) * (this.isFile ? 1 : Math.min(1, local / scene.seconds));
    this.clock.textContent = `${filmClock(Math.max(0, now))} / ${filmClock(this.run.seconds)}`;
    this.slider.value = this.time;
    const passed = this.isFile ? scene.start + scene.seconds : this.time; // a frame that stays is one picture in a file
    this.ticks.parentElement.style.setProperty("--part", passed / this.length);
  }

  /** What changes only from scene to scene. */
  enter(place) {
    this.place = place;
    const scene = this.scenes[place];
    const isCard = scene.gesture === "open" || scene.gesture === "end";
    const where = scene.place ? scene.place[0].toUpperCase() + scene.place.slice(1) : "";
    this.caption.replaceChildren(
      make(
        "p",
        { class: "film-above" },
        where ? make("span", { class: "film-place" }, where) : null,
        scene.task ? make("bdi", { dir: "auto" }, scene.task) : null,
        scene.how && scene.how !== "asked" ? howBadge(scene.how) : null,
      ),
      make("p", { class: "film-title", dir: "auto" }, scene.title),
      ...(scene.error && !isCard ? [make("span", { class: "unseen" }, `Failed: ${scene.error}`)] : []),
    );
    this.count.textContent = `${place + 1} / ${this.scenes.length}`;
    this.slider.setAttribute("aria-valuetext", `Scene ${place + 1} of ${this.scenes.length}: ${scene.title}`);
    this.screen.dataset.gesture = scene.gesture;
    this.screen.dataset.direction = scene.direction;
    this.screen.dataset.status = scene.status;
    this.keys.replaceChildren(...(scene.gesture === "keys" ? scene.keys.map((key) => make("kbd", {}, key)) : []));
    this.error.replaceChildren(make("span", { dir: "auto" }, scene.error));
    this.card.replaceChildren(
      ...(isCard
        ? [
            scene.gesture === "end"
              ? make("span", { class: `film-sign ${scene.status}` }, STATUS[scene.status].sign)
              : "",
            make("p", { dir: "auto" }, scene.text),
          ]
        : []),
    );
    this.pictures.replaceChildren(...[scene.picture, scene.result].map((still) => this.image(still)).filter(Boolean));
    for (const next of this.scenes.slice(place + 1, place + 4))
      [next.picture, next.result].forEach((still) => this.image(still));
  }

  /** The picture of a still; it is loaded before it is needed, and the oldest ones go. */
  image(still) {
    if (!still) return null;
    if (!this.images.has(still.blob)) {
      const image = make("img", { src: blobs.picture(this.run, still.blob), alt: "", draggable: "false" });
      for (const name of ["load", "error"]) image.addEventListener(name, () => this.draw());
      this.images.set(still.blob, image);
      for (const [blob, old] of this.images) {
        if (this.images.size <= film.kept) break;
        if (!old.isConnected) this.images.delete(blob);
      }
    }
    return this.images.get(still.blob);
  }

  drawMoment(scene, now) {
    const isCard = scene.gesture === "open" || scene.gesture === "end";
    const still = (now.shows && scene.result) || scene.picture;
    const [before, after] = this.pictures.children;
    if (before) before.style.opacity = 1;
    if (after) after.style.opacity = now.clear;
    const image = (now.shows && after) || before;
    const area = this.fit(still, image);
    const isOn = !now.shows && !isCard;
    this.put(this.box, isOn && scene.box, scene.box, area);
    this.box.style.opacity = now.found;
    this.put(this.cursor, now.cursor && !isCard, now.cursor, area);
    this.drawGesture(scene, now, area, isOn && now.progress > 0);
    this.drawBubble(scene, now, area, isOn);
    const note = noteOf(still, image);
    this.note.hidden = isCard || !note;
    this.note.textContent = note;
    this.error.hidden = isCard || !now.shows || scene.status === "done";
    this.screen.classList.toggle("failed", scene.status !== "done" && (now.shows || isCard));
    this.card.hidden = !isCard;
    this.keys.classList.toggle("pressed", now.progress > 0.2 && now.progress < 0.8);
  }

  /** Give the screen the shape of its picture; returns the part of the screen that is seen. */
  fit(still, image) {
    const own = image && image.naturalWidth ? [0, 0, image.naturalWidth, image.naturalHeight] : [0, 0, 1280, 800];
    const area = (still && still.screen) || own;
    this.screen.style.setProperty("--ratio", (area[2] - area[0]) / Math.max(1, area[3] - area[1]));
    return area;
  }

  /** Place a mark at a point or over a box of the screen, or hide it. */
  put(mark, isShown, spot, [left, top, right, bottom]) {
    mark.toggleAttribute("hidden", !isShown);
    if (!isShown) return;
    const across = (x) => `${(100 * (x - left)) / (right - left)}%`;
    const down = (y) => `${(100 * (y - top)) / (bottom - top)}%`;
    mark.style.left = across(spot[0]);
    mark.style.top = down(spot[1]);
    if (spot.length === 4) {
      mark.style.width = across(spot[2] - spot[0] + left);
      mark.style.height = down(spot[3] - spot[1] + top);
    }
  }

  drawGesture(scene, now, area, isOn) {
    const isPress = ["tap", "double", "right", "type", "choose", "hold"].includes(scene.gesture);
    const beats =
      scene.gesture === "double"
        ? [now.progress * 2, now.progress * 2 - 0.7]
        : [Math.min(1, now.progress * (scene.gesture === "hold" ? 1 : 1.6)), -1];
    [this.ring, this.second].forEach((ring, number) => {
      const beat = beats[number];
      this.put(ring, isOn && isPress && scene.point && beat >= 0 && beat < 1, now.cursor, area);
      ring.style.setProperty("--beat", beat);
    });
    const isWay = isOn && scene.end;
    this.lines.toggleAttribute("hidden", !isWay);
    if (isWay) {
      this.lines.setAttribute("viewBox", `${area[0]} ${area[1]} ${area[2] - area[0]} ${area[3] - area[1]}`);
      ["x1", "y1"].forEach((name, axis) => this.trail.setAttribute(name, scene.point[axis]));
      ["x2", "y2"].forEach((name, axis) => this.trail.setAttribute(name, now.cursor[axis]));
    }
    this.arrows.hidden = !(isOn && (scene.gesture === "scroll" || scene.gesture === "pinch"));
    this.arrows.style.setProperty("--progress", now.progress);
    this.keys.hidden = !(isOn && scene.gesture === "keys");
  }

  /** The text that is typed, selected, opened or shown: beside its field if there is one. */
  drawBubble(scene, now, [left, top, right, bottom], isOn) {
    const isFree = ["look", "say", "go"].includes(scene.gesture);
    this.bubble.hidden =
      !scene.text || !(isFree ? isOn || (scene.gesture !== "go" && scene.status === "done") : isOn && now.progress > 0);
    if (this.bubble.hidden) return;
    if (this.bubble.dataset.text !== now.text || this.bubble.dataset.place !== String(this.place)) {
      this.bubble.replaceChildren(make("span", { dir: "auto" }, now.text));
      this.bubble.dataset.text = now.text;
      this.bubble.dataset.place = this.place;
    }
    const style = this.bubble.style;
    style.left = style.right = style.top = style.bottom = "";
    this.bubble.classList.toggle("free", !scene.box);
    if (!scene.box) return;
    const [x, y, end, below] = scene.box;
    const across = (value) => `${Math.min(96, Math.max(1, value))}%`;
    if ((x - left) / (right - left) < 0.6) style.left = across((100 * (x - left)) / (right - left));
    else style.right = across((100 * (right - end)) / (right - left));
    if ((below - top) / (bottom - top) < 0.82) style.top = `calc(${(100 * (below - top)) / (bottom - top)}% + 8px)`;
    else style.bottom = `calc(${(100 * (bottom - y)) / (bottom - top)}% + 8px)`;
  }

  showPlaying() {
    this.playing.replaceChildren(filmIcon(film.icons[this.isPlaying ? "pause" : "play"]));
    this.playing.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    this.playing.title = this.isPlaying ? "Pause (space)" : "Play (space)";
  }

  /** Where scenes begin, on one canvas however many there are; what failed is red over its whole length. */
  drawTicks() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.ticks.getBoundingClientRect();
    [this.ticks.width, this.ticks.height] = [Math.max(1, width * ratio), Math.max(1, height * ratio)];
    const pen = this.ticks.getContext("2d");
    const style = getComputedStyle(this.dialog);
    const at = (seconds) => (seconds / this.length) * this.ticks.width;
    const isRoomy = this.scenes.length * 4 < width;
    for (const scene of this.scenes) {
      const isBad = scene.status !== "done";
      pen.fillStyle = style.getPropertyValue(isBad ? "--bad" : "--soft");
      if (isBad) pen.fillRect(at(scene.start), 0, Math.max(2 * ratio, at(scene.seconds)), this.ticks.height);
      else if (isRoomy) pen.fillRect(at(scene.start), 0, ratio, this.ticks.height);
    }
  }
}

function noteOf(still, image) {
  if (!still || (image && image.complete && !image.naturalWidth)) return "There is no picture of this";
  return still.behind
    ? `No newer picture: ${still.behind === 1 ? "one action was" : `${still.behind} actions were`} done since`
    : "";
}

function filmClock(seconds) {
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
}
