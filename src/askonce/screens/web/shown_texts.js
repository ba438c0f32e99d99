// Whether texts can be read: each stands in one text node, in view, and nothing lies over its middle. That is more than
// it takes to be seen, so a "no" means nothing.

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

function isShown(text) {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) if (plain(nodes.currentNode.data).includes(text) && isReadable(nodes.currentNode)) return true;
  return false;
}

// Resolves to whether all of them are shown within the limit, in milliseconds.
async function awaitTexts([texts, limit]) {
  const start = performance.now();
  for (;;) {
    if (document.body && texts.every(isShown)) return true;
    if (performance.now() - start > limit) return false;
    await new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 50); });
  }
}
