// The report as data, with an index from links to nodes.

/** The report that is shown. These are set by `load`, and set anew when the run that is shown goes on. */
export let report = { title: "", runs: [] };
/** The parts at the top. */
export let roots = [];
/** Every key that a link may name, also of nodes that are shown within others, and the item it leads to. */
export const items = new Map();
/** All items in the order of the run. */
export const order = [];

/** Show this document. */
export function load(document) {
  report = withDefaults(document);
  const isSuite = report.runs.length > 1;
  const top = isSuite ? report.runs : (report.runs[0] || { nodes: [] }).nodes;
  roots = top.map((part, place) => (isSuite ? new Item(part, null, null, place) : new Item(report.runs[0], part, null, place)));
  items.clear();
  order.length = 0;
  index(roots);
}

function index(list) {
  for (const item of list) {
    item.place = order.length;
    order.push(item);
    items.set(item.key, item);
    const prefix = report.runs.length > 1 ? `${item.run.id}/` : "";
    for (const node of item.inner) items.set(prefix + node.id, item);
    index(item.children);
  }
}

/** Fill in the default values that the document leaves out. */
function withDefaults(document) {
  const spent = { calls: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, cost: 0 };
  const times = { model: 0, screen: 0, settle: 0, ours: 0 };
  const lists = [
    "notes",
    "searches",
    "asks",
    "expected",
    "assigned",
    "believed",
    "doubted",
    "told",
    "changes",
    "messages",
    "requests",
    "children",
  ];
  const texts = ["action", "how", "why", "message", "error", "params", "output", "source", "file"];
  const complete = (node) => {
    for (const name of lists) node[name] = node[name] || [];
    for (const name of texts) node[name] = node[name] || "";
    node.at = node.at || 0;
    node.seconds = node.seconds || 0;
    node.spent = { ...spent, ...node.spent };
    node.times = { ...times, ...node.times };
    for (const ask of node.asks) ask.spent = { ...spent, ...ask.spent };
    node.children.forEach(complete);
  };
  for (const run of document.runs) {
    run.spent = { ...spent, ...run.spent };
    run.times = { ...times, ...run.times };
    run.counts = { tasks: 0, acts: 0, steps: 0, lines: 0, asked: 0, replayed: 0, healed: 0, ...run.counts };
    for (const name of ["models", "failures", "nodes", "spans", "environment"]) run[name] = run[name] || [];
    run.answer = run.answer || "";
    run.error = run.error || "";
    run.nodes.forEach(complete);
  }
  return document;
}

export function tokensOf(spent) {
  return spent.prompt_tokens + spent.completion_tokens;
}

/** One line of the tree: a node, or in a suite a run. A node whose only part is one step shows that step itself. */
class Item {
  constructor(run, node, parent, number) {
    this.run = run;
    this.node = node;
    this.parent = parent;
    this.number = number;
    this.level = parent ? parent.level + 1 : 1;
    this.key = node ? (report.runs.length > 1 ? `${run.id}/${node.id}` : node.id) : run.id;
    this.inner = [];
    let parts = node ? node.children : run.nodes;
    while (node && isMerged(node.kind, parts)) {
      this.inner.push(parts[0]);
      parts = parts[0].children;
    }
    this.children = parts.map((part, place) => new Item(run, part, this, place));
  }

  /** The node and those that are shown together with it. */
  get all() {
    return this.node ? [this.node, ...this.inner] : [];
  }

  get status() {
    return this.node ? this.node.status : this.run.status;
  }

  get title() {
    return this.node ? this.node.title : this.run.title;
  }

  /** A link to it. */
  get link() {
    return `#${encodeURIComponent(this.key).replaceAll("%2F", "/")}`;
  }

  get how() {
    return this.all.map((node) => node.how).find(Boolean) || "";
  }

  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }
}

function isMerged(kind, parts) {
  if (parts.length !== 1) return false;
  const only = parts[0].kind;
  return ((kind === "line" || kind === "item") && only === "act") || ((kind === "act" || kind === "round") && only === "step");
}

/** The item that the page's URL refers to, even if the URL is malformed. */
export function keyInAddress() {
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

export function itemOf(run, nodeId) {
  return items.get(report.runs.length > 1 ? `${run.id}/${nodeId}` : nodeId);
}
