// The summary at the top, links, keyboard shortcuts, and the start.

import { takeBlobsFrom } from "./blobs.js";
import { shortened, showDetails, startDetails } from "./details.js";
import { embedded } from "./embedded_blobs.js";
import { openFilm } from "./film.js";
import { itemOf, items, keyInAddress, load, order, report, tokensOf } from "./model.js";
import { choose, navigation } from "./navigation.js";
import { firstNode, pictureBefore, shots } from "./shots.js";
import { keepWish, restoreTheme, turnTheme, wish } from "./theme.js";
import { timeline } from "./timeline.js";
import { fits, tree } from "./tree.js";
import { HOW, badge, counted, find, formatMoney, formatNumber, formatSeconds, make, spaced } from "./words.js";

function drawSummary() {
  const isSuite = report.runs.length > 1;
  const run = report.runs[0];
  const status = isSuite ? worst(report.runs.map((each) => each.status)) : run.status;
  const starts = report.runs.map((each) => each.started).filter(Boolean); // unknown for a run without events
  const began = new Date((starts.length ? Math.min(...starts) : 0) * 1000);
  const answer = isSuite ? "" : run.status === "done" ? run.answer : "";
  find("#summary").replaceChildren(
    make(
      "div",
      { class: "top" },
      make(
        "div",
        { class: "asked" },
        make(
          "p",
          { class: "soft" },
          make("b", { class: "brand" }, "Askonce"),
          ` ${run.version} · ${isSuite ? counted(report.runs.length, "run") : run.screen} · `,
          make("time", { datetime: began.toISOString() }, began.toLocaleString()),
        ),
        make(
          "h1",
          {},
          badge(status, isSuite ? null : run.outcome),
          " ",
          make("span", { dir: "auto" }, report.title),
        ),
        answer ? make("p", { class: "answer", dir: "auto" }, answer) : null,
        !isSuite && !run.finished
          ? make("p", { class: "answer soft" }, "The run had not finished: it was killed, or was still running when this report was written.")
          : null,
      ),
      make(
        "div",
        { class: "buttons" },
        make("button", { type: "button", id: "play", onclick: () => openFilm(currentRun(), null) }, "▶ Film"),
        make(
          "button",
          {
            type: "button",
            class: "quiet",
            id: "theme",
            "aria-label": "Light or dark",
            title: "Light or dark",
            onclick: turnThemeHere,
          },
          "◐",
        ),
        make(
          "button",
          { type: "button", class: "quiet", "aria-label": "Keys", title: "Keys (?)", onclick: showKeys },
          "?",
        ),
      ),
    ),
    tiles(isSuite),
    failures(isSuite),
  );
}

function worst(statuses) {
  return ["failed", "unfinished", "stopped"].find((status) => statuses.includes(status)) || "done";
}

function currentRun() {
  return tree.selected ? tree.selected.run : report.runs[0];
}

function tiles(isSuite) {
  const sum = (value) => report.runs.reduce((all, run) => all + value(run), 0);
  const calls = sum((run) => run.spent.calls);
  const tokens = sum((run) => tokensOf(run.spent));
  const cost = sum((run) => run.spent.cost);
  const seconds = sum((run) => run.seconds);
  const model = sum((run) => run.times.model);
  const hows = ["asked", "replayed", "healed"]
    .map((how) => [how, sum((run) => run.counts[how])])
    .filter(([, count]) => count);
  const passed = report.runs.filter((run) => run.status === "done").length;
  const all = [
    isSuite ? ["passed", `${passed} of ${report.runs.length}`, ""] : null,
    ["time", formatSeconds(seconds), model > 0.0005 ? `${formatSeconds(model)} in the model` : ""],
    [
      "steps",
      formatNumber(sum((run) => run.counts.steps)),
      counted(
        sum((run) => run.counts.acts),
        "act",
      ),
    ],
    ["model calls", formatNumber(calls), [...new Set(report.runs.flatMap((run) => run.models))].join(", ")],
    [
      "tokens",
      formatNumber(tokens),
      tokens
        ? `${formatNumber(sum((run) => run.spent.prompt_tokens))} in, ${formatNumber(sum((run) => run.spent.completion_tokens))} out`
        : "",
    ],
    cost ? ["cost", formatMoney(cost), ""] : null,
    hows.length
      ? [
          "how",
          hows.map(([how, count]) =>
            make("span", { class: `how ${how}`, title: HOW[how].says }, `${formatNumber(count)} ${how}`),
          ),
          "",
        ]
      : null,
  ];
  return make(
    "dl",
    { class: "tiles" },
    all
      .filter(Boolean)
      .map(([name, value, note]) =>
        make(
          "div",
          {},
          make("dt", {}, name),
          " ",
          make("dd", {}, spaced(value), note ? [" ", make("small", {}, note)] : null),
        ),
      ),
  );
}

/** The failures with their errors. */
function failures(isSuite) {
  // A failed part of a passed or skipped test is not a failure; failures outside the parts come first.
  const all = report.runs
    .filter((run) => run.status !== "done" && run.outcome !== "skipped")
    .flatMap((run) => {
      const isIn = (failure) => firstLine(run.error).endsWith(firstLine(failure.error)); // after its place in a file
      return [
        ...(run.failures.some(isIn) ? [] : [{ run, node: null, title: run.title, error: run.error }]),
        ...run.failures.map((failure) => ({ run, ...failure, error: isIn(failure) ? run.error : failure.error })),
      ];
    });
  if (!all.length) return "";
  const shown = all.slice(0, 6).map((failure) => {
    const item = failure.node === null ? items.get(failure.run.id) : itemOf(failure.run, failure.node);
    return make(
      "li",
      {},
      make(
        "a",
        { href: item ? item.link : "#", dir: "auto" },
        shortened(isSuite && failure.run.title !== failure.title ? `${failure.run.title} › ${failure.title}` : failure.title, 140),
      ),
      make("span", { dir: "auto" }, shortened(firstLine(failure.error), 240)),
    );
  });
  return make(
    "section",
    { class: "failures", "aria-label": "What failed" },
    make("ul", {}, shown),
    all.length > shown.length ? make("p", { class: "soft" }, `and ${all.length - shown.length} more`) : null,
  );
}

function firstLine(text) {
  return (text || "").split("\n")[0];
}

// ---- selecting

navigation.openFilm = openFilm;
navigation.choose = (item) => {
  if (item.key !== keyInAddress()) history.replaceState(null, "", item.link);
  show(item);
};

function show(item) {
  tree.select(item);
  showDetails(item);
  timeline.show(item);
  document.title = `${shortened(item.title, 60)} · ${report.title}`;
}

function follow() {
  const item = items.get(keyInAddress());
  if (item) show(item);
  return Boolean(item);
}

/** What is shown first: the target of the link, else the first failure, else the first part with a picture. */
function showFirst() {
  if (follow()) return;
  for (const run of report.runs) {
    const failed = run.failures.length && itemOf(run, run.failures[0].node);
    if (failed) return show(failed);
  }
  show(order.find((item) => item.node && item.node.kind !== "program" && pictureBefore(item)) || order[0]);
}

/** Go to the next part of a kind; during a search, among the matches. */
function move(by, test = (item) => item.children.length === 0) {
  const list = tree.matches ? tree.rows : order;
  const start = list.indexOf(tree.selected);
  for (let place = start + by; place >= 0 && place < list.length; place += by) {
    if (test(list[place])) return choose(list[place]);
  }
}

function isFailure(item) {
  return item.status !== "done" && item.children.every((child) => child.status === "done");
}

// ---- keys

const KEYS = [
  ["/", "search", () => find("#search").focus()],
  ["j", "next step", () => move(1)],
  ["k", "step before", () => move(-1)],
  ["n", "next failure", () => move(1, isFailure)],
  ["p", "failure before", () => move(-1, isFailure)],
  [
    "b",
    "before, after or both",
    () => {
      if (tree.selected) {
        shots.view = { both: "before", before: "after", after: "both" }[shots.view];
        showDetails(tree.selected);
      }
    },
  ],
  ["z", "fit the picture in, or its own size", () => shots.setZoom(shots.zoom === "fit" ? "own" : "fit")],
  ["f", "film", () => tree.selected && openFilm(currentRun(), (firstNode(tree.selected) || { id: null }).id)],
  ["t", "light or dark", turnThemeHere],
  ["?", "these keys", showKeys],
];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape") {
      tree.clear();
      tree.update();
      find("#tree").focus();
    }
    if (event.key === "Enter" && tree.rows.length) {
      const hit = tree.rows.find((item) => fits(item, tree.words, tree.only));
      if (hit) {
        show(hit);
        find("#tree").focus();
      }
    }
    return;
  }
  const known = KEYS.find(([key]) => key === event.key);
  if (!known && event.target === document.body) tree.key(event); // nothing has the focus yet
  if (!known) return;
  event.preventDefault();
  known[2]();
}

function showKeys() {
  const dialog = find("#keys");
  dialog.replaceChildren(
    make("h2", { id: "keys-title" }, "Keys"),
    make(
      "dl",
      {},
      [["↑ ↓ ← →", "move in the list, open and fold"], ...KEYS].flatMap(([key, word]) => [
        make("dt", {}, make("kbd", {}, key)),
        make("dd", {}, word),
      ]),
    ),
    make("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  dialog.showModal();
}

// ---- light and dark, and the width of the list

function turnThemeHere() {
  turnTheme();
  timeline.draw();
}

function startSplitter() {
  const splitter = find("#splitter");
  const set = (width) => {
    const most = Math.max(280, window.innerWidth - 420);
    const wide = Math.round(Math.min(most, Math.max(240, width)));
    document.documentElement.style.setProperty("--outline", `${wide}px`);
    splitter.setAttribute("aria-valuenow", wide);
    splitter.setAttribute("aria-valuemin", 240);
    splitter.setAttribute("aria-valuemax", most);
    return wide;
  };
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    splitter.onpointermove = (moved) =>
      keepWish("outline", set(moved.clientX - find("#panes").getBoundingClientRect().left));
  });
  splitter.addEventListener("pointerup", () => {
    splitter.onpointermove = null;
  });
  splitter.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -24, ArrowRight: 24 }[event.key];
    if (!by) return;
    keepWish("outline", set(find("#outline").offsetWidth + by));
    event.preventDefault();
  });
  set(Number(wish("outline")) || Math.min(430, window.innerWidth * 0.4));
}

restoreTheme();
takeBlobsFrom(embedded);
load(JSON.parse(find("#report").textContent));
startSplitter();
startDetails();
timeline.start();
drawSummary();
tree.start();
if (order.length) showFirst();
else find("#details").replaceChildren(make("p", { class: "callout" }, "Nothing was asked in this run."));
window.addEventListener("hashchange", follow);
window.addEventListener("keydown", onKey);
find(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address names the part that is shown
  find("#details").focus();
});
document.documentElement.dataset.ready = "yes";
