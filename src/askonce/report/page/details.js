// Details of the selected part, on the right.

import { elements, pointAt } from "./elements.js";
import { asks, expectations, found, parameters, plans, program, variables } from "./evidence.js";
import { tokensOf } from "./model.js";
import { navigation } from "./navigation.js";
import { shots } from "./shots.js";
import { callerOf, consoleOf, issueOf, networkOf, snapshotOf } from "./surroundings.js";
import {
  STATUS,
  badge,
  counted,
  find,
  formatMoney,
  formatNumber,
  formatSeconds,
  howBadge,
  make,
  spaced,
  statusMark,
} from "./words.js";

const OPEN = new Set(["Source", "Plan", "Search", "Expected", "Console", "Program", "Variables and belief", "Parts"]);
/** The names of open sections; a section stays open when another part is selected. */

/** What the pane of details needs once, before it shows anything. */
export function startDetails() {
  const pane = find("#details");
  const fitAll = () => document.querySelectorAll(".shots .frame").forEach((frame) => shots.fit(frame));
  new ResizeObserver(fitAll).observe(pane);
  pane.addEventListener("pointermove", pointAt);
}

export function showDetails(item) {
  const pane = find("#details");
  for (const part of pane.querySelectorAll(".section")) part.open ? OPEN.add(part.dataset.name) : OPEN.delete(part.dataset.name);
  const nodes = item.all;
  const step = nodes[nodes.length - 1];
  pane.replaceChildren(
    crumbs(item),
    heading(item),
    ...callouts(item),
    snapshotOf(item),
    shots.pane(item),
    callerOf(item),
    found(item),
    expectations(nodes),
    plans(nodes),
    item.node ? null : runTable(item.run),
    variables(item),
    program(item),
    parts(item),
    consoleOf(item),
    networkOf(item),
    asks(item),
    elements(item),
    parameters(step),
  );
  for (const empty of [...pane.childNodes]) if (empty.nodeType === Node.TEXT_NODE) empty.remove(); // of panes not there
  pane.scrollTop = 0;
}

function crumbs(item) {
  const above = item.path.slice(0, -1);
  if (!above.length) return "";
  return make(
    "p",
    { class: "crumbs" },
    above.flatMap((ancestor) => [
      make(
        "a",
        { href: ancestor.link, dir: "auto" },
        ancestor.node && ancestor.node.kind === "pass" ? `pass ${ancestor.node.number}` : shortened(ancestor.title, 60),
      ),
      make("span", { "aria-hidden": "true" }, " › "),
    ]),
  );
}

function heading(item) {
  const node = item.node;
  const spent = node ? node.spent : item.run.spent;
  const seconds = node ? node.seconds : item.run.seconds;
  const kind = node
    ? {
        task: `task ${node.number} of ${node.of}`,
        item: `line ${node.number}`,
        line: `line ${node.number}`,
        round: `round ${node.number}`,
        pass: "pass",
        act: "act",
        step: "step",
        program: "program",
      }[node.kind]
    : "run";
  const figures = [
    kind,
    formatSeconds(seconds),
    spent.calls ? counted(spent.calls, "call") : "",
    tokensOf(spent) ? `${formatNumber(tokensOf(spent))} tokens` : "",
    formatMoney(spent.cost),
    node ? `at ${formatSeconds(node.at)}` : "",
  ];
  const link = navigation.hasLinks
    ? make("button", { type: "button", class: "quiet", title: "Copy a link to this part" }, "Copy link")
    : null;
  if (link) link.addEventListener("click", () => copyLink(item, link));
  const issue = issueOf(item);
  const report = issue
    ? make("button", { type: "button", class: "quiet", title: "Copy this failure as Markdown for an issue" }, "Copy as issue")
    : null;
  if (report) report.addEventListener("click", () => copyText(issue, report, "textarea", "The issue as Markdown"));
  return make(
    "div",
    { class: "heading" },
    make("h2", { dir: "auto" }, item.title),
    make(
      "p",
      { class: "facts" },
      spaced([
        badge(item.status, item.node ? null : item.run.outcome),
        howBadge(item.how),
        ...figures.filter(Boolean).map((figure) => make("span", { class: "fact" }, figure)),
        link,
        report,
      ]),
    ),
  );
}

async function copyLink(item, button) {
  await copyText(location.href.split("#")[0] + item.link, button, "input", "Link to this part");
}

/** Put a text on the clipboard; where the browser refuses that, show it, to be copied by hand. */
async function copyText(text, button, tag, label) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const field = make(tag, { class: "link", readonly: true, "aria-label": label });
    field.value = text;
    button.replaceWith(field);
    field.select();
  }
}

/** The most important facts: the outcome, the error with its evidence, and messages. */
function callouts(item) {
  const made = [];
  const run = item.node ? null : item.run;
  const errors = new Set([...item.all.map((node) => node.error), run ? run.error : ""].filter(Boolean));
  for (const ask of item.all.map((node) => node.asks[node.asks.length - 1]).filter(Boolean))
    if (ask.error && ![...errors].some((error) => error.includes(ask.error))) errors.add(ask.error);
  for (const error of errors) made.push(make("pre", { class: "callout bad", dir: "auto" }, error));
  for (const search of item.all.flatMap((node) => node.searches)) {
    if (!search.box && !errors.size)
      made.push(make("p", { class: "callout bad" }, "Not found: ", make("bdi", {}, search.target)));
  }
  const messages = new Set(
    [...item.all.flatMap((node) => [node.message, node.output]), run ? run.answer : ""].filter(Boolean),
  );
  for (const message of messages) made.push(make("p", { class: "callout", dir: "auto" }, message));
  for (const message of item.all.flatMap((node) => node.told))
    made.push(make("p", { class: "callout told", dir: "auto" }, message));
  const whys = new Set(item.all.map((node) => node.why).filter(Boolean));
  const notes = item.all.flatMap((node) => node.notes);
  for (const note of [...[...whys].filter((why) => !notes.some((note) => note.includes(why))), ...notes])
    made.push(make("p", { class: "note", dir: "auto" }, note));
  return made;
}

export function section(name, count, ...content) {
  return make(
    "details",
    { class: "section", "data-name": name, open: OPEN.has(name) },
    make("summary", {}, make("h3", {}, name), count === null ? null : make("span", { class: "count" }, [count].flat().map((part) => (typeof part === "number" ? String(part) : part)))),
    content,
  );
}

// ---- parts and runs

function parts(item) {
  if (!item.children.length) return "";
  const rows = item.children
    .slice(0, 200)
    .map((child) =>
      make(
        "tr",
        { class: child.status },
        make("td", {}, statusMark(child), make("span", { class: "unseen" }, STATUS[child.status].word)),
        make(
          "td",
          {},
          make(
            "a",
            { href: child.link, dir: "auto" },
            child.node && child.node.kind === "pass" ? `Pass ${child.node.number}` : shortened(child.title, 140),
          ),
        ),
        make("td", {}, howBadge(child.how)),
        make("td", { class: "number" }, child.node.spent.calls ? counted(child.node.spent.calls, "call") : ""),
        make("td", { class: "number" }, formatSeconds(child.node.seconds)),
      ),
    );
  const left = item.children.length - rows.length;
  return section(
    "Parts",
    item.children.length,
    make(
      "div",
      { class: "wide" },
      make(
        "table",
        { class: "parts" },
        make(
          "thead",
          { class: "unseen" },
          make(
            "tr",
            {},
            ["status", "part", "how", "calls", "time"].map((word) => make("th", { scope: "col" }, word)),
          ),
        ),
        make("tbody", {}, rows),
      ),
    ),
    left > 0 ? make("p", { class: "soft" }, `and ${left} more, in the list`) : null,
  );
}

function runTable(run) {
  const facts = [
    ["began", run.started ? new Date(run.started * 1000).toLocaleString() : ""],
    ["screen", run.screen],
    ["models", run.models.join(", ")],
    ["Askonce", run.version],
    ...run.environment.map((fact) => [fact.name, fact.value]),
    ["came to its own end", run.finished ? "yes" : "no"],
  ];
  return section(
    "Run",
    null,
    make(
      "table",
      {},
      make(
        "tbody",
        {},
        facts
          .filter(([, value]) => value)
          .map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))),
      ),
    ),
  );
}

export function shortened(text, most) {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join("")}…`;
}
