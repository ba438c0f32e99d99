// Why it happened: what was searched and expected, planned and believed, sent and answered.

import { blobs, isText, withText } from "./blobs.js";
import { section } from "./details.js";
import { order, tokensOf } from "./model.js";
import { everyNode, missingPicture } from "./shots.js";
import { badge, counted, formatMoney, formatNumber, formatSeconds, make } from "./words.js";

// ---- finding

/** The chain of finders that looked for the target, and the result of each. */
export function found(item) {
  const below = item.node && item.node.kind === "round" ? item.node.children : [];
  const searches = [...new Set([...item.all, ...below])].flatMap((node) => node.searches);
  if (!searches.length) return "";
  return section(
    "Search",
    searches.length,
    searches.map((search) =>
      make(
        "div",
        { class: "search" },
        make(
          "p",
          {},
          make("bdi", { class: "target" }, search.target),
          " ",
          search.box
            ? make("span", { class: "soft" }, `by ${search.finder} at ${search.box.map(Math.round).join(", ")}`)
            : badge("failed", "not found"),
          make("span", { class: "soft" }, ` · ${formatSeconds(search.seconds || 0)}`),
        ),
        search.area ? make("p", { class: "soft" }, `looked for in ${search.area.map(Math.round).join(", ")}`) : null,
        make(
          "ol",
          { class: "chain" },
          (search.attempts || []).map((attempt) =>
            make(
              "li",
              { class: attempt.said === "found" ? "yes" : "no" },
              make("b", {}, attempt.finder),
              " ",
              make("span", { dir: "auto" }, attempt.said),
            ),
          ),
        ),
      ),
    ),
  );
}

export function expectations(nodes) {
  const all = nodes.flatMap((node) => node.expected);
  if (!all.length) return "";
  return section(
    "Expected",
    all.length,
    make(
      "ul",
      { class: "checks" },
      all.map((expectation) =>
        make(
          "li",
          { class: expectation.holds ? "yes" : "no" },
          make("span", { class: "unseen" }, expectation.holds ? "met: " : "not met: "),
          make("span", { dir: "auto" }, expectation.text),
        ),
      ),
    ),
  );
}

// ---- planning

export function plans(nodes) {
  const planned = nodes.map((node) => node.plan).filter(Boolean);
  if (!planned.length) return "";
  return section(
    "Plan",
    null,
    planned.map((plan) =>
      make(
        "div",
        {},
        plan.thought ? make("blockquote", { dir: "auto" }, plan.thought) : null,
        make(
          "dl",
          { class: "plan" },
          pair("wants to", plan.log),
          pair("does", plan.actions),
          pair("expects", plan.expects),
          pair("remembers", plan.memory),
          pair("sub-goals", plan.sub_goals),
          plan.complete === true
            ? pair("says it is done", plan.message || "yes")
            : plan.complete === false
              ? pair("gives up", plan.message || "yes")
              : null,
        ),
      ),
    ),
  );
}

function pair(name, value) {
  const values = (Array.isArray(value) ? value : [value]).filter(Boolean);
  return values.length ? [make("dt", {}, name), values.map((value) => make("dd", { dir: "auto" }, value))] : null;
}

/** A change of belief in words; replies write it with a leading sign. */
function saidBelief(text) {
  const word = { "+": "believes", "-": "no longer believes", "!": "has seen that" }[text[0]];
  return word ? [word, text.slice(1).trim()] : ["believes", text];
}

/** The variables after this part, with those it set marked; and the run's beliefs. */
export function variables(item) {
  const set = new Map();
  const believed = [];
  const end = item.place + countBelow(item);
  for (const other of order) {
    if (other.place > end || other.run !== item.run) continue;
    const isOwn = other.place >= item.place;
    for (const node of other.all) {
      for (const variable of node.assigned) set.set(variable.name, { value: variable.value, isOwn });
      if (isOwn)
        believed.push(
          ...node.believed.map(saidBelief),
          ...node.doubted.map((text) => ["doubts", text]),
        );
    }
  }
  if (!set.size && !believed.length) return "";
  return section(
    "Variables and belief",
    set.size + believed.length,
    believed.length
      ? make(
          "ul",
          { class: "beliefs" },
          believed.map(([word, text]) =>
            make("li", { class: word }, make("b", {}, word), " ", make("span", { dir: "auto" }, text)),
          ),
        )
      : null,
    set.size
      ? make(
          "table",
          {},
          make(
            "tbody",
            {},
            [...set].map(([name, variable]) =>
              make(
                "tr",
                { class: variable.isOwn ? "own" : null },
                make("th", { scope: "row" }, name, variable.isOwn ? make("span", { class: "unseen" }, " (set here)") : null),
                make("td", { dir: "auto" }, variable.value),
              ),
            ),
          ),
        )
      : null,
  );
}

function countBelow(item) {
  return item.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}

/** The text of the program, with this part's line marked. */
export function program(item) {
  const whole = item.path.map((ancestor) => ancestor.node).find((node) => node && node.kind === "program");
  const changes = (item.node === whole ? everyNode(item) : item.all).flatMap((node) => node.changes);
  if (!whole || !whole.source) return "";
  const line = [...item.path]
    .reverse()
    .map((ancestor) => ancestor.node)
    .find((node) => node && node.kind === "line");
  // A program that was changed while it ran may have another line there now.
  const isHere = (text, place) => line && line.number === place + 1 && text.trim() === line.title.trim();
  const lines = whole.source
    .trimEnd()
    .split("\n")
    .map((text, place) =>
      make(
        "li",
        { class: isHere(text, place) ? "here" : null, "aria-current": isHere(text, place) ? "step" : null },
        make("code", {}, text || " "),
      ),
    );
  return section(
    "Program",
    whole.file ? `${whole.file}${line ? `:${line.number}` : ""}` : null,
    make("ol", { class: "source", dir: "auto" }, lines),
    changes.map((change) => make("pre", { class: "diff", dir: "auto" }, change)),
  );
}

// ---- models

export function asks(item) {
  const asked = item.all.flatMap((node) => node.asks);
  if (!asked.length) return "";
  return section(
    "Model",
    counted(asked.length, "call"),
    asked.map((ask) => askOf(item.run, ask)),
  );
}

function askOf(run, ask) {
  const spent = ask.spent;
  const tokens = tokensOf(spent)
    ? `${formatNumber(spent.prompt_tokens)} in, ${formatNumber(spent.completion_tokens)} out${spent.cached_tokens ? `, ${formatNumber(spent.cached_tokens)} cached` : ""}`
    : "";
  const facts = [ask.role, tokens, formatMoney(spent.cost), formatSeconds(ask.seconds || 0)].filter(Boolean).join(" · ");
  const reply =
    ask.is_answered === false
      ? make("p", { class: "note" }, "There was no answer.")
      : ask.error
        ? make("pre", { class: "callout bad" }, ask.error)
        : make("pre", { dir: "auto", tabindex: "0" }, ask.answer);
  const sent = make(
    "details",
    { class: "sent" },
    make("summary", {}, `What it was sent (${counted((ask.sent || []).length, "message")})`),
  );
  sent.addEventListener("toggle", () => {
    if (sent.open && sent.childElementCount === 1)
      sent.append(...(ask.sent || []).map((message) => messageOf(run, message)));
  });
  return make(
    "div",
    { class: "ask" },
    make("p", {}, make("b", {}, ask.model), " ", make("span", { class: "soft" }, facts)),
    reply,
    sent,
  );
}

function messageOf(run, message) {
  return make(
    "div",
    { class: "message" },
    make("p", { class: "role" }, message.role),
    message.parts.map((blob) =>
      isText(blob) ? sentText(blob) : sentPicture(run, blob),
    ),
  );
}

function sentText(blob) {
  const pane = make("pre", { dir: "auto", tabindex: "0" });
  withText(blob, (text) => {
    pane.textContent = text;
  });
  return pane;
}

function sentPicture(run, blob) {
  const url = blobs.picture(run, blob);
  if (!url) return missingPicture(run, blob);
  const image = make("img", { src: url, alt: "the picture that was sent", loading: "lazy" });
  image.addEventListener("error", () => image.replaceWith(missingPicture(run, blob)));
  return image;
}

export function parameters(node) {
  if (!node || !node.params || node.params === "{}") return "";
  let text = node.params;
  try {
    text = JSON.stringify(JSON.parse(node.params), null, 2);
  } catch {
    /* shown as it is */
  }
  return section("Parameters", null, make("pre", { dir: "auto", tabindex: "0" }, text));
}
