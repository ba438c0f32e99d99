// Where the time went: one band per run, with the part that is selected marked.

import { shortened } from "./details.js";
import { itemOf } from "./model.js";
import { choose } from "./navigation.js";
import { find, formatSeconds, make } from "./words.js";

const KINDS = { model: "model", screen: "screen", settle: "waiting for the page", ours: "our own work" };

export const timeline = {
  run: null,
  item: null,
  from: 0,
  to: 1,

  start() {
    this.canvas = make("canvas", { role: "img", tabindex: "-1" });
    this.legend = make("p", { class: "legend" });
    this.tip = make("div", { class: "tip", hidden: true });
    this.whole = make(
      "button",
      { type: "button", class: "quiet", onclick: () => this.show(this.item, false) },
      "Whole run",
    );
    this.part = make(
      "button",
      { type: "button", class: "quiet", onclick: () => this.show(this.item, true) },
      "This part",
    );
    find("#timeline").replaceChildren(
      make("div", { class: "timeline-head" }, make("h2", {}, "Time"), this.legend, this.whole, this.part),
      make("div", { class: "band" }, this.canvas, this.tip),
    );
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
    this.canvas.addEventListener("click", (event) => {
      const span = this.spanAt(event);
      const item = span && itemOf(this.run, span.node);
      if (item) choose(item);
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  },

  show(item, isPart = this.isPart) {
    this.item = item;
    this.run = item.run;
    this.isPart = isPart && Boolean(item.node) && item.node.seconds > 0;
    [this.from, this.to] = this.isPart
      ? [item.node.at, item.node.at + item.node.seconds]
      : [0, Math.max(this.run.seconds, 0.001)];
    this.whole.setAttribute("aria-pressed", String(!this.isPart));
    this.part.setAttribute("aria-pressed", String(this.isPart));
    this.part.disabled = !item.node;
    this.drawLegend();
    this.draw();
  },

  drawLegend() {
    const times = this.isPart ? this.item.node.times : this.run.times;
    const all = Object.values(times).reduce((sum, seconds) => sum + seconds, 0) || 1;
    const shares = Object.entries(KINDS)
      .filter(([kind]) => times[kind] >= 0.0005)
      .map(([kind, word]) => [kind, word, times[kind], Math.round((100 * times[kind]) / all)]);
    const most = shares.reduce((longest, entry) => (longest && longest[2] >= entry[2] ? longest : entry), null);
    if (most) most[3] += 100 - shares.reduce((sum, entry) => sum + entry[3], 0); // make the rounded shares add up to 100
    this.legend.replaceChildren(
      ...shares.map(([kind, word, seconds, share]) =>
        make(
          "span",
          { class: `key ${kind}` },
          make("i", { "aria-hidden": "true" }),
          ` ${word} ${formatSeconds(seconds)} `,
          make("span", { class: "soft" }, `${share} %`),
        ),
      ),
    );
    this.canvas.setAttribute(
      "aria-label",
      `Where the time went: ${shares.map(([, word, seconds, share]) => `${word} ${formatSeconds(seconds)}, ${share} percent`).join("; ")}`,
    );
  },

  draw() {
    if (!this.run) return;
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const x = (seconds) => ((seconds - this.from) / (this.to - this.from)) * width;
    pen.fillStyle = colour("--time-ours");
    pen.fillRect(Math.max(0, x(0)), 6, Math.min(width, x(this.run.seconds)) - Math.max(0, x(0)), height - 24);
    for (const kind of ["screen", "settle", "model"]) {
      pen.fillStyle = colour(`--time-${kind}`);
      for (const span of this.run.spans) {
        if (span.kind !== kind || span.end < this.from || span.start > this.to) continue;
        pen.fillRect(x(span.start), 6, Math.max(0.75, x(span.end) - x(span.start)), height - 24);
      }
    }
    this.axis(pen, x, width, height, colour);
    const node = this.item && this.item.node;
    if (node && !this.isPart) {
      pen.strokeStyle = colour("--ink");
      pen.lineWidth = 2;
      pen.strokeRect(x(node.at), 3, Math.max(3, x(node.at + node.seconds) - x(node.at)), height - 18);
    }
  },

  axis(pen, x, width, height, colour) {
    const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];
    const step = steps.find((seconds) => (seconds / (this.to - this.from)) * width > 80) || 7200;
    pen.fillStyle = colour("--soft");
    pen.font = "11px system-ui, sans-serif";
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) {
      const place = x(at);
      pen.fillRect(place, height - 17, 1, 4);
      const word =
        step < 1 ? `${at.toFixed(2)} s` : formatSeconds(at);
      if (place + 5 + pen.measureText(word).width < width) pen.fillText(word, place + 3, height - 4);
    }
  },

  secondsAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.from + ((event.clientX - box.left) / box.width) * (this.to - this.from);
  },

  spanAt(event) {
    const at = this.secondsAt(event);
    const slack = (this.to - this.from) / 400;
    const near = this.run.spans.filter((span) => span.start - slack <= at && at <= span.end + slack);
    return near.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  },

  point(event) {
    const span = this.spanAt(event);
    this.canvas.style.cursor = span ? "pointer" : "";
    this.tip.hidden = !span;
    if (!span) return;
    const item = itemOf(this.run, span.node);
    this.tip.textContent = `${KINDS[span.kind]} ${formatSeconds(span.end - span.start)} · ${item ? shortened(item.title, 80) : ""}`;
    const box = this.canvas.getBoundingClientRect();
    this.tip.style.left = `${Math.min(event.clientX - box.left + 10, Math.max(0, box.width - this.tip.offsetWidth - 4))}px`;
  },
};
