// Whether texts can be read: a block has just that text, all its text nodes are in view, and nothing lies over their middle.
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

function textNodes(root) {
  const found = [], nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) if (/\S/.test(nodes.currentNode.data)) found.push(nodes.currentNode);
  return found;
}

// The element whose lines a text node stands in: what stands beside it there, as in "not <b>saved</b>", belongs to it.
function blockOf(node) {
  let block = node.parentElement;
  while (block !== document.body && getComputedStyle(block).display === "inline") block = block.parentElement;
  return block;
}

function isShown(text) {
  const parts = textNodes(document.body).filter((node) => text.includes(plain(node.data)));
  const blocks = [...new Set(parts.map(blockOf))].filter((block) => plain(block.textContent) === text);
  return blocks.some((block) => textNodes(block).every(isReadable));
}

// Resolves to whether all of them are shown within the limit, in milliseconds. A page that is loaded and stands still
// is waited for only a moment: a text may well be there, in a way that is not looked for here.
async function awaitTexts([texts, limit]) {
  const start = performance.now(), watch = window[Symbol.for("askonce.settle")];
  for (;;) {
    if (document.body && texts.every(isShown)) return true;
    const passed = performance.now() - start, isStill = document.readyState === "complete" && watch && watch.isStill();
    if (passed > limit || (passed > MOMENT && isStill)) return false;
    await new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 50); });
  }
}
