// Whether texts can be read: the lines of a block say just that, or a sentence of theirs does, are in view, and nothing lies over their middle.
// That is more than it takes to be seen, so a "no" means nothing.

const MOMENT = 100; // milliseconds for which a page that stands still is waited for

const UNSEEN = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]/g;
const plain = (text) => text.normalize("NFKC").replace(UNSEEN, "").toLowerCase().replace(/\s+/g, " ").trim();

function isReadable(node) {
  const parent = node.parentElement, range = document.createRange();
  if (!parent || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  range.selectNodeContents(node);
  const { left, top, right, bottom } = range.getBoundingClientRect();
  if (!(right - left > 3 && bottom - top > 3 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)) return false;
  const box = range.getClientRects()[0], hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return hit === parent;
}

// What a script holds is not shown, also if it is to show it later.
const SOURCES = new Set(["script", "style", "noscript", "template"]);

function textNodes(root) {
  const found = [], nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) if (!SOURCES.has(nodes.currentNode.parentElement?.localName)) found.push(nodes.currentNode);
  return found;
}

// The element whose lines a text node stands in: what stands beside it there, as in "not <b>saved</b>", belongs to it.
function blockOf(node) {
  let block = node.parentElement;
  while (block.parentElement && block !== document.body && getComputedStyle(block).display === "inline") block = block.parentElement;
  return block;
}

const CONTROLS = "button, a, label, select, textarea";

// The text nodes of the lines of a block, without the labels of controls in them.
function linesOf(block) {
  const isApart = (control) => control && control !== block && block.contains(control);
  return textNodes(block).filter((node) => !isApart(node.parentElement.closest(CONTROLS)) && blockOf(node) === block);
}

const textOf = (block) => linesOf(block).map((node) => node.data).join("");

// Whether lines say just that, or whole sentences of theirs do: "not saved" says nothing of "saved".
function says(lines, text) {
  const start = lines.indexOf(text), before = lines.slice(0, start).trim(), after = lines.slice(start + text.length).trim();
  if (start < 0) return false;
  return (!before || /[.!?]$/.test(before)) && (!after || /[.!?]$/.test(text) || /^[.!?](?:\s|$)/.test(after));
}

// What else is told where a block stands belongs to its message.
const LIVE = "[role=alert], [role=status], [role=alertdialog], [aria-live], output";

// The message in which a text is shown; none if it surely is not.
function messageWith(text) {
  const isPart = (words) => words && (text.includes(words) || words.includes(text));
  const blocks = new Set(textNodes(document.body).filter((node) => isPart(plain(node.data))).map(blockOf));
  const found = [...blocks].find((block) => says(plain(textOf(block)), text) && linesOf(block).filter((node) => /\S/.test(node.data)).every(isReadable));
  const live = found && found.closest(LIVE);
  return live ? [...new Set(textNodes(live).map(blockOf))].filter((block) => !block.closest(CONTROLS)).map(textOf).join(" ") : found && textOf(found);
}

const MOST_BESIDE = 400; // text nodes

// Text nodes in what came, also those in open shadow roots; null where there are too many.
function cameTexts(roots) {
  const found = new Set(), left = roots.filter((node) => node.isConnected);
  while (left.length) {
    const root = left.pop(), nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = root; node; node = nodes.nextNode()) {
      if (node.shadowRoot) left.push(node.shadowRoot);
      if (node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.data) && !SOURCES.has(node.parentElement?.localName)) found.add(node);
    }
    if (found.size > MOST_BESIDE) return null;
  }
  return [...found].every((node) => node.parentElement) ? [...found] : null;
}

// What else came up since the action, and what of it is told as messages are; null where that is not known, or a field may
// be marked as wrong. What goes on by itself tells nothing of an action.
const GOES_ON = "[role=log], [role=feed], [role=marquee], [role=timer], [aria-roledescription]";
function besides(watch) {
  const came = watch && watch.came(), texts = came && cameTexts(came);
  if (!texts || document.querySelector("[aria-invalid]:not([aria-invalid=false], [aria-invalid='']), :user-invalid")) return null;
  const blocks = [...new Set(texts.filter((node) => !node.parentElement.closest(CONTROLS)).map(blockOf))].filter((block) => block.checkVisibility({ visibilityProperty: true }));
  return { beside: blocks.map(textOf), live: blocks.filter((block) => block.closest(LIVE) && !block.closest(GOES_ON)).map(textOf) };
}

const isAnywhere = (text) => plain(textNodes(document.body).map((node) => node.data).join("")).includes(text);

// Resolves to the messages in which they are shown, if all are within the limit, in milliseconds. A page that is loaded
// and stands still is waited for only a moment: a text may well be there, in a way that is not looked for here. With what
// whoever acted asks for next: what else came up, whether something that was typed is still to have an effect, and, if it
// `isPictured`, what the page looks like, once it is loaded or after a moment: what it looked like before would hold for no
// picture.
async function awaitTexts([texts, limit, isPictured]) {
  const start = performance.now(), watch = window[Symbol.for("askonce.settle")], { frame, setTimeout } = pendingWork().native;
  const tell = (messages) => ({ messages, besides: besides(watch), isDue: watch ? watch.isDue() : true, stirs: isPictured && watch ? watch.stirs() : null });
  for (;;) {
    const messages = document.body ? texts.map(messageWith) : [], isShown = messages.length > 0 && messages.every(Boolean);
    const passed = performance.now() - start, isLoaded = document.readyState === "complete";
    if (isShown && (!isPictured || isLoaded || passed > MOMENT)) return tell(messages);
    if (!isShown && document.body && texts.every(isAnywhere)) return null; // in another text, which has to be read
    const isStill = isLoaded && watch && watch.isStill();
    if (passed > limit || (passed > MOMENT && isStill)) return null;
    await new Promise((resolve) => { frame(resolve); setTimeout(resolve, 50); });
  }
}
