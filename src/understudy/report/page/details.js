// What is known of the part that is selected, on the right.

const OPEN = new Set(["Plan", "Search", "Expected", "Program", "Variables and belief", "Parts"]);
/** The names of sections that are open; a person who opens one finds it open in the next part too. */

function showDetails(item) {
  const pane = find("#details");
  const nodes = item.all;
  const step = nodes[nodes.length - 1];
  pane.replaceChildren(
    crumbs(item),
    heading(item),
    ...callouts(item),
    shots.pane(item),
    found(item),
    expectations(nodes),
    plans(nodes),
    item.node ? null : runTable(item.run),
    variables(item),
    program(item),
    parts(item),
    asks(item),
    elements(item),
    parameters(step),
    ...[],
  );
  for (const empty of [...pane.childNodes]) if (empty.nodeType === 3) empty.remove();
  pane.scrollTop = 0;
}

function crumbs(item) {
  const above = item.path.slice(0, -1);
  if (!above.length) return "";
  return make("p", { class: "crumbs" }, above.flatMap((one) => [
    make("a", { href: one.link, dir: "auto" }, one.node && one.node.kind === "pass" ? `pass ${one.node.number}` : shortened(one.title, 60)),
    make("span", { "aria-hidden": "true" }, " › ")]));
}

function heading(item) {
  const node = item.node;
  const spent = node ? node.spent : item.run.spent;
  const seconds = node ? node.seconds : item.run.seconds;
  const kind = node ? { line: `line ${node.number}`, round: `round ${node.number}`, pass: "pass", act: "act", step: "step", program: "program" }[node.kind] : "run";
  const figures = [kind, saySeconds(seconds), spent.calls ? counted(spent.calls, "call") : "",
    tokensOf(spent) ? `${sayNumber(tokensOf(spent))} tokens` : "", sayMoney(spent.cost), node ? `at ${saySeconds(node.at)}` : ""];
  const link = make("button", { type: "button", class: "quiet", title: "Copy a link to this part" }, "Copy link");
  link.addEventListener("click", () => copyLink(item, link));
  return make("div", { class: "heading" },
    make("h2", { dir: "auto" }, item.title),
    make("p", { class: "facts" }, spaced([badge(item.status, item.node ? null : item.run.outcome), howBadge(item.how), ...figures.filter(Boolean).map((figure) => make("span", { class: "fact" }, figure)), link])));
}

async function copyLink(item, button) {
  const url = location.href.split("#")[0] + item.link;
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = "Copied";
  } catch {
    const field = make("input", { class: "link", value: url, readonly: true, "aria-label": "Link to this part" });
    button.replaceWith(field);
    field.select();
  }
}

/** What a person has to know first: the outcome, the error with its evidence, what was said. */
function callouts(item) {
  const made = [];
  const run = item.node ? null : item.run;
  const errors = new Set([...item.all.map((node) => node.error), run ? run.error : ""].filter(Boolean));
  for (const error of errors) made.push(make("pre", { class: "callout bad", dir: "auto" }, error));
  for (const search of item.all.flatMap((node) => node.searches)) {
    if (!search.box && !errors.size) made.push(make("p", { class: "callout bad" }, "Not found: ", make("bdi", {}, search.target)));
  }
  const messages = new Set([...item.all.flatMap((node) => [node.message, node.output]), run ? run.answer : ""].filter(Boolean));
  for (const message of messages) made.push(make("p", { class: "callout", dir: "auto" }, message));
  for (const told of item.all.flatMap((node) => node.told)) made.push(make("p", { class: "callout told", dir: "auto" }, told));
  const whys = new Set(item.all.map((node) => node.why).filter(Boolean));
  for (const why of whys) made.push(make("p", { class: "note", dir: "auto" }, why));
  for (const note of item.all.flatMap((node) => node.notes)) made.push(make("p", { class: "note", dir: "auto" }, note));
  return made;
}

function section(name, count, ...content) {
  const details = make("details", { class: "section", open: OPEN.has(name) },
    make("summary", {}, make("h3", {}, name), count === null ? null : make("span", { class: "count" }, String(count))), content);
  details.addEventListener("toggle", () => (details.open ? OPEN.add(name) : OPEN.delete(name)));
  return details;
}

// ---- finding

/** The chain of finders: who was asked for the target, and what each said. */
function found(item) {
  const below = item.node && item.node.kind === "round" ? item.node.children : [];
  const searches = [...new Set([...item.all, ...below])].flatMap((node) => node.searches);
  if (!searches.length) return "";
  return section("Search", searches.length, searches.map((search) => make("div", { class: "search" },
    make("p", {}, make("bdi", { class: "target" }, search.target), " ",
      search.box ? make("span", { class: "soft" }, `by ${search.finder} at ${search.box.map(Math.round).join(", ")}`) : badge("failed", "not found"),
      make("span", { class: "soft" }, ` · ${saySeconds(search.seconds || 0)}`)),
    search.area ? make("p", { class: "soft" }, `looked for in ${search.area.map(Math.round).join(", ")}`) : null,
    make("ol", { class: "chain" }, (search.attempts || []).map((attempt) => make("li", { class: attempt.said === "found" ? "yes" : "no" },
      make("b", {}, attempt.finder), " ", make("span", { dir: "auto" }, attempt.said)))))));
}

function expectations(nodes) {
  const all = nodes.flatMap((node) => node.expected);
  if (!all.length) return "";
  return section("Expected", all.length, make("ul", { class: "checks" }, all.map((one) => make("li", { class: one.holds ? "yes" : "no" },
    make("span", { class: "unseen" }, one.holds ? "so it is: " : "not so: "), make("span", { dir: "auto" }, one.text)))));
}

// ---- planning

function plans(nodes) {
  const planned = nodes.map((node) => node.plan).filter(Boolean);
  if (!planned.length) return "";
  return section("Plan", null, planned.map((plan) => make("div", {},
    plan.thought ? make("blockquote", { dir: "auto" }, plan.thought) : null,
    make("dl", { class: "plan" },
      pair("wants to", plan.log), pair("does", plan.actions), pair("expects", plan.expects), pair("remembers", plan.memory),
      pair("sub-goals", plan.sub_goals),
      plan.complete === true ? pair("says it is done", plan.message || "yes") : plan.complete === false ? pair("gives up", plan.message || "yes") : null))));
}

function pair(name, value) {
  const values = (Array.isArray(value) ? value : [value]).filter(Boolean);
  return values.length ? [make("dt", {}, name), values.map((one) => make("dd", { dir: "auto" }, one))] : null;
}

/** Variables as they stand after this part, those that it set marked; and what the run believes. */
function variables(item) {
  const set = new Map();
  const believed = [];
  const end = item.place + countBelow(item);
  for (const other of order) {
    if (other.place > end || other.run !== item.run) continue;
    const isOwn = other.place >= item.place;
    for (const node of other.all) {
      for (const one of node.assigned) set.set(one.name, { value: one.value, isOwn });
      if (isOwn) believed.push(...node.believed.map((text) => ["believes", text]), ...node.doubted.map((text) => ["doubts", text]));
    }
  }
  if (!set.size && !believed.length) return "";
  return section("Variables and belief", set.size + believed.length,
    believed.length ? make("ul", { class: "beliefs" }, believed.map(([word, text]) => make("li", { class: word }, make("b", {}, word), " ", make("span", { dir: "auto" }, text)))) : null,
    set.size ? make("table", {}, make("tbody", {}, [...set].map(([name, one]) => make("tr", { class: one.isOwn ? "own" : null },
      make("th", { scope: "row" }, name, one.isOwn ? make("span", { class: "unseen" }, " (set here)") : null), make("td", { dir: "auto" }, one.value))))) : null);
}

function countBelow(item) {
  return item.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}

/** The text of the program, with the line that this part is of. */
function program(item) {
  const whole = item.path.map((one) => one.node).find((node) => node && node.kind === "program");
  const changes = (item.node === whole ? everyNode(item) : item.all).flatMap((node) => node.changes);
  if (!whole || !whole.source) return "";
  const line = [...item.path].reverse().map((one) => one.node).find((node) => node && node.kind === "line");
  // A program that was changed while it ran may have another line there now.
  const isHere = (text, place) => line && line.number === place + 1 && text.trim() === line.title.trim();
  const lines = whole.source.trimEnd().split("\n").map((text, place) => make("li", { class: isHere(text, place) ? "here" : null, "aria-current": isHere(text, place) ? "step" : null },
    make("code", {}, text || " ")));
  return section("Program", null, make("ol", { class: "source", dir: "auto" }, lines),
    changes.map((change) => make("pre", { class: "diff", dir: "auto" }, change)));
}

// ---- parts and runs

function parts(item) {
  if (!item.children.length) return "";
  const rows = item.children.slice(0, 200).map((child) => make("tr", { class: child.status },
    make("td", {}, statusMark(child.status), make("span", { class: "unseen" }, STATUS[child.status].word)),
    make("td", {}, make("a", { href: child.link, dir: "auto" }, child.node && child.node.kind === "pass" ? `Pass ${child.node.number}` : shortened(child.title, 140))),
    make("td", {}, howBadge(child.how)),
    make("td", { class: "number" }, child.node.spent.calls ? counted(child.node.spent.calls, "call") : ""),
    make("td", { class: "number" }, saySeconds(child.node.seconds))));
  const left = item.children.length - rows.length;
  return section("Parts", item.children.length, make("div", { class: "wide" }, make("table", { class: "parts" },
    make("thead", { class: "unseen" }, make("tr", {}, ["status", "part", "how", "calls", "time"].map((word) => make("th", { scope: "col" }, word)))),
    make("tbody", {}, rows))), left > 0 ? make("p", { class: "soft" }, `and ${left} more, in the list`) : null);
}

function runTable(run) {
  const facts = [["began", run.started ? new Date(run.started * 1000).toLocaleString() : ""], ["screen", run.screen], ["models", run.models.join(", ")],
    ["Understudy", run.version], ["came to its own end", run.finished ? "yes" : "no"]];
  return section("Run", null, make("table", {}, make("tbody", {}, facts.filter(([, value]) => value).map(([name, value]) => make("tr", {},
    make("th", { scope: "row" }, name), make("td", {}, value))))));
}

// ---- models

function asks(item) {
  const asked = item.all.flatMap((node) => node.asks);
  if (!asked.length) return "";
  return section("Model", counted(asked.length, "call"), asked.map((ask) => askOf(item.run, ask)));
}

function askOf(run, ask) {
  const spent = ask.spent;
  const tokens = tokensOf(spent) ? `${sayNumber(spent.prompt_tokens)} in, ${sayNumber(spent.completion_tokens)} out${spent.cached_tokens ? `, ${sayNumber(spent.cached_tokens)} cached` : ""}` : "";
  const facts = [ask.role, tokens, sayMoney(spent.cost), saySeconds(ask.seconds || 0)].filter(Boolean).join(" · ");
  const said = ask.is_answered === false ? make("p", { class: "note" }, "No answer came.")
    : ask.error ? make("pre", { class: "callout bad" }, ask.error) : make("pre", { dir: "auto", tabindex: "0" }, ask.answer);
  const sent = make("details", { class: "sent" }, make("summary", {}, `What it was sent (${counted((ask.sent || []).length, "message")})`));
  sent.addEventListener("toggle", () => {
    if (sent.open && sent.childElementCount === 1) sent.append(...(ask.sent || []).map((message) => messageOf(run, message)));
  });
  return make("div", { class: "ask" }, make("p", {}, make("b", {}, ask.model), " ", make("span", { class: "soft" }, facts)), said, sent);
}

function messageOf(run, message) {
  return make("div", { class: "message" }, make("p", { class: "role" }, message.role), message.parts.map((blob) => isText(blob)
    ? make("pre", { dir: "auto", tabindex: "0" }, textOf(blob)) : sentPicture(run, blob)));
}

function sentPicture(run, blob) {
  const url = pictures.url(run, blob);
  if (!url) return missingPicture(run, blob);
  const image = make("img", { src: url, alt: "the picture that was sent", loading: "lazy" });
  image.addEventListener("error", () => image.replaceWith(missingPicture(run, blob)));
  return image;
}

function elements(item) {
  const blob = item.all.map((node) => node.elements).find(Boolean);
  if (!blob) return "";
  const pane = section("Elements", null);
  const fill = () => { if (pane.open && pane.childElementCount === 1) pane.append(make("pre", { dir: "auto", tabindex: "0" }, textOf(blob))); };
  pane.addEventListener("toggle", fill);
  fill();
  return pane;
}

function parameters(node) {
  if (!node || !node.params || node.params === "{}") return "";
  let text = node.params;
  try { text = JSON.stringify(JSON.parse(node.params), null, 2); } catch { /* shown as it is */ }
  return section("Parameters", null, make("pre", { dir: "auto", tabindex: "0" }, text));
}

function shortened(text, most) {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join("")}…`;
}
