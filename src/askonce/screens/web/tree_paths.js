// Selectors for one element, from robust to exact, each of which names it alone. The element is named by its number, or
// handed over. Null when the numbers of this document are others; no paths when it is gone.

const TEST_IDS = ["data-testid", "data-test", "data-test-id", "data-qa", "data-cy"];
const TELLING = ["name", "placeholder", "aria-label", "title", "alt", "href"];
const MOST_LETTERS = 120, MOST_PATHS = 5;
const textContentOf = getter("Node", "textContent"), namespaceOf = getter("Element", "namespaceURI");

// Marks of ids that a framework counts or draws by lot: another one tomorrow.
const GENERATED = [
  /\d{3}|[-_:]\d{2,}$/,                                             // runs of digits: ember123, input-45
  /^:|:$|[«»]|^_r_/,                                                // :r3:, «r3», _r_3_
  /[0-9a-f]{8}-[0-9a-f]{4}-/i,                                      // uuid
  /(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,}/i,                          // a hash in hex
  /^(ember|mui|radix|headlessui|react-select|react-aria|reach|mantine|chakra|downshift|mat|cdk|ng|ext|gwt|yui|ui-id|rc|el-id|uid|bits|zag)[-_:.].*\d/i,
  /(^|[-_])(?=[^-_]{5})[a-z]*\d+[a-z]+\d[^-_]*$/i,                  // x7yz2
  /__(?=[^_]*[A-Z])(?=[^_]*[a-z])[A-Za-z0-9]{5,}$/,                 // Button_root__xYzAb
];
const isLasting = (id) => !!id && id.length <= 60 && !/\s/.test(id) && !GENERATED.some((mark) => mark.test(id));

// No text may hold `>>` as it is: that joins the parts of a selector.
const cssText = (text) => `"${text.replace(/["\\>\n\r\f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}"`;
function pathText(text) {
  const parts = text.match(/[^"'>]+|"+|'+|>/g) || [""];
  const quoted = parts.map((part) => (part[0] === '"' ? `'${part}'` : `"${part}"`));
  if (quoted.length === 1) return quoted[0];
  if (!/"|>>/.test(text)) return `"${text}"`;
  return /'|>>/.test(text) ? `concat(${quoted.join(", ")})` : `'${text}'`;
}

const isHtml = (element) => namespaceOf(element) === "http://www.w3.org/1999/xhtml";
const isPlainTag = (element) => /^[a-z][a-z0-9-]*$/.test(tagOf(element));
const pathTag = (element) => (isHtml(element) && isPlainTag(element) ? tagOf(element) : `*[local-name()=${pathText(tagOf(element))}]`);
const cssTag = (element) => (/^[a-z][a-z0-9-]*$/i.test(tagOf(element)) ? tagOf(element) : "*");

function pathStep(element) {
  let before = 0, after = 0;
  const isLike = (other) => tagOf(other) === tagOf(element) && isHtml(other) === isHtml(element);
  for (let other = elementBefore(element); other; other = elementBefore(other)) before += isLike(other);
  for (let other = elementAfter(element); other && !after; other = elementAfter(other)) after += isLike(other);
  return "/" + pathTag(element) + (before || after ? `[${before + 1}]` : "");
}

const isAlone = (selector, element) => {
  const found = matching(selector);
  return !!found && found.length === 1 && found[0] === element;
};

// What is written on the element by people: in CSS of one part, which also sees into shadow roots.
function* marks(element) {
  for (const name of TEST_IDS) {
    const value = attributeOf(element, name);
    if (value) yield `[${name}=${cssText(value)}]`;
  }
  const id = attributeOf(element, "id");
  if (isLasting(id)) yield /^[a-z][\w-]*$/i.test(id) ? `#${id}` : `[id=${cssText(id)}]`;
}

function* traits(element) {
  const value = (name) => attributeOf(element, name) || "";
  const asked = (name) => `[${name}=${cssText(value(name))}]`;
  for (const name of TELLING) {
    const text = value(name);
    if (!text || text.length > MOST_LETTERS || (name === "href" && /^(#|javascript:|data:)/i.test(text))) continue;
    if (name === "name" && !isLasting(text)) continue;
    yield cssTag(element) + asked(name);
    if (name === "name" && /^(radio|checkbox)$/i.test(value("type"))) yield cssTag(element) + asked(name) + asked("value");
  }
  const source = tagOf(element) === "iframe" && value("src").replace(/[?#].*/, "");
  if (source && !/^(data|blob):/.test(source)) yield `iframe[src^=${cssText(source)}]`;
}

// As XPath joins white space: not the kinds that only letters have, such as the space that does not break.
const joinedText = (element) => textContentOf(element).replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");

function* texts(element) {
  // A backslash means one thing in XPath and another to Playwright, where it looks for the end of a text.
  if (element.isContentEditable || tagOf(element) === "textarea") return;  // what somebody typed is not its name
  const text = joinedText(element);
  if (text && text.length <= MOST_LETTERS && !text.includes("\\")) yield `//${pathTag(element)}[normalize-space()=${pathText(text)}]`;
}

const firstAlone = (selectors, element) => [...selectors].find((selector) => isAlone(selector, element));

// From the nearest element around that people marked.
function shortPath(element) {
  let steps = "";
  for (let up = element, parent = parentOf(up); parent && typeOf(parent) === 1; up = parent, parent = parentOf(up)) {
    steps = pathStep(up) + steps;
    for (const name of [...TEST_IDS, "id"]) {
      const value = attributeOf(parent, name);
      if (!value || (name === "id" && !isLasting(value))) continue;
      const path = `//*[@${name}=${pathText(value)}]${steps}`;
      if (isAlone(path, element)) return path;
    }
  }
  return undefined;
}

function fullPath(element) {
  let steps = "";
  for (let up = element; up && typeOf(up) === 1; up = parentOf(up)) steps = pathStep(up) + steps;
  return "xpath=" + steps;
}

// Into a shadow root goes only CSS, from the element that has it on.
function shadowPaths(element, host) {
  const around = pathsOf(host), inside = `${around[around.length - 1]} >> ${cssTag(element)}`;
  const marked = [...marks(element), ...traits(element)].map((mark) => `${around[0]} >> ${mark}`);
  return [firstAlone(marked, element), `${inside} >> nth=${(matching(inside) || []).indexOf(element)}`];
}

function pathsOf(element) {
  const root = rootOf(element);
  const found = [...marks(element), firstAlone(traits(element), element)];
  if (typeOf(root) === 11) found.push(...shadowPaths(element, root.host));
  else found.push(firstAlone(texts(element), element), shortPath(element), fullPath(element));
  const alone = found.filter((path) => path && isAlone(path, element));
  return alone.length > MOST_PATHS ? [...alone.slice(0, MOST_PATHS - 1), alone[alone.length - 1]] : alone;
}

function paths() {
  const memory = window[Symbol.for("askonce.numbers")];
  if (!argument.element && (!memory || memory.token !== argument.token || !(memory.numbers instanceof WeakMap))) return null;
  const node = argument.element || nodeNumbered(memory.numbers, argument.number);
  if (!node) return [];
  const parent = typeOf(node) === 3 ? parentOf(node) : node;
  return pathsOf(typeOf(parent) === 11 ? parent.host : parent);
}

try {
  return paths();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
