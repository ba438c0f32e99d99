// What was around a part: the line that asked for it, what the page did meanwhile, and how it was when it failed.

import { blobs, withText } from "./blobs.js";
import { section } from "./details.js";
import { itemOf } from "./model.js";
import { everyNode } from "./shots.js";
import { counted, formatNumber, formatSeconds, make } from "./words.js";

const MOST_ROWS = 200;

// ---- the line of the test

export function callerOf(item) {
  const caller = [...item.path]
    .reverse()
    .flatMap((ancestor) => ancestor.all.map((node) => node.caller))
    .find(Boolean);
  if (!caller) return "";
  const first = caller.around ? caller.first : caller.line;
  const list = make("ol", { class: "source" });
  list.style.counterReset = `line ${first - 1}`;
  const fill = (source) =>
    list.append(
      ...source.split("\n").map((text, place) =>
        make(
          "li",
          { class: first + place === caller.line ? "here" : null, "aria-current": first + place === caller.line ? "true" : null },
          make("code", {}, text || " "),
        ),
      ),
    );
  if (caller.around) withText(caller.around, fill);
  else fill(caller.code || "");
  return section("Source", `${caller.file}:${caller.line}`, list);
}

// ---- console and network

/** The nodes whose log is shown with a part; of what failed also that of the act before it came to this. */
function loggedNodes(item) {
  const isPart = item.node && item.status !== "done" && (item.node.kind === "step" || item.node.kind === "round");
  const acts = isPart ? item.path.slice(0, -1).flatMap((ancestor) => ancestor.all) : [];
  return [...acts.filter((node) => node.kind === "act" || node.kind === "round"), ...everyNode(item)];
}

export function consoleOf(item) {
  const nodes = loggedNodes(item);
  const messages = nodes.flatMap((node) => node.messages);
  if (!messages.length) return "";
  const more = nodes.reduce((sum, node) => sum + (node.more_messages || 0), 0);
  return section(
    "Console",
    figures(messages.length + more, messages.filter(isBadMessage).length, "error"),
    make(
      "ul",
      { class: "console", tabindex: "0" },
      messages.slice(0, MOST_ROWS).map((message) =>
        make(
          "li",
          { class: message.level },
          make("span", { class: "level" }, message.level),
          " ",
          make("span", { class: "said", dir: "auto" }, message.text),
          message.times > 1 ? make("span", { class: "soft" }, ` × ${message.times}`) : null,
          message.place ? make("span", { class: "place soft" }, ` ${message.place}`) : null,
        ),
      ),
    ),
    left(messages.length, more),
  );
}

export function networkOf(item) {
  const nodes = loggedNodes(item);
  const requests = nodes.flatMap((node) => node.requests);
  if (!requests.length) return "";
  const more = nodes.reduce((sum, node) => sum + (node.more_requests || 0), 0);
  const heads = ["status", "method", "address", "type", "size", "time"];
  return section(
    "Network",
    figures(requests.length + more, requests.filter(isBadRequest).length, "failure"),
    make(
      "div",
      { class: "wide" },
      make(
        "table",
        { class: "network" },
        make("thead", {}, make("tr", {}, heads.map((word) => make("th", { scope: "col" }, word)))),
        make("tbody", {}, requests.slice(0, MOST_ROWS).map(requestRow)),
      ),
    ),
    left(requests.length, more),
  );
}

function requestRow(request) {
  const isBad = isBadRequest(request);
  return make(
    "tr",
    { class: isBad ? "bad" : null },
    make("td", {}, isBad ? make("span", { class: "unseen" }, "failed: ") : null, request.failure || String(request.status)),
    make("td", {}, request.method),
    make("td", { class: "url", title: request.url }, make("bdi", {}, request.url)),
    make("td", {}, request.kind),
    make("td", { class: "number" }, request.size === undefined || request.size === null ? "" : formatBytes(request.size)),
    make("td", { class: "number" }, formatSeconds(request.seconds || 0)),
  );
}

export function isBadMessage(message) {
  return message.level === "error" || message.level === "exception";
}

/** An answer that reports an error, or none at all; a browser aborts by itself what a navigation ends. */
function isBadRequest(request) {
  return request.status >= 400 || Boolean(request.failure && !request.failure.includes("ERR_ABORTED"));
}

function figures(count, bad, word) {
  return bad ? [formatNumber(count), " · ", make("b", { class: "bad" }, counted(bad, word))] : formatNumber(count);
}

function left(shown, more) {
  const count = Math.max(0, shown - MOST_ROWS) + more;
  return count ? make("p", { class: "soft" }, `and ${formatNumber(count)} more`) : null;
}

function formatBytes(size) {
  return size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

// ---- the page of a failure, and the issue for it

export function snapshotOf(item) {
  if (item.status === "done") return "";
  const nodes = [...everyNode(item), ...item.path.flatMap((ancestor) => ancestor.all)];
  const kept = nodes.map((node) => node.snapshot).filter(Boolean);
  const snapshot = kept.find((each) => each.blob) || kept[0];
  if (!snapshot) return "";
  if (!snapshot.blob || !(item.run.id in blobs.snapshots))
    return make("p", { class: "note" }, `There is no snapshot of the page${snapshot.missing ? `: ${snapshot.missing}` : "."}`);
  const link = { href: blobs.snapshots[item.run.id] + encodeURIComponent(snapshot.blob), target: "_blank", rel: "noopener noreferrer" };
  return make(
    "p",
    { class: "callout" },
    make("a", link, "Open the page as it was"),
    make("span", { class: "soft" }, " without its scripts, in a new tab"),
  );
}

/** The text of an issue for the failure that this part has, or is a part of. */
export function issueOf(item) {
  if (item.status === "done") return "";
  const texts = blobs.issues[item.run.id] || [];
  if (!item.node) return texts.length ? texts[0][1] : "";
  const own = texts.find(([id]) => {
    const failed = id && itemOf(item.run, id);
    return failed && (failed.path.includes(item) || item.path.includes(failed));
  });
  return own ? own[1] : "";
}
