// The elements that a selector names, as Playwright reads it: XPath, CSS that sees into open shadow roots, parts joined
// by `>>`, and `nth=`. Null for what only Playwright itself can read.

function matching(selector) {
  const shadowOf = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
  const kindOf = (node) => (node.nodeType === 9 ? Document : node.nodeType === 1 ? Element : DocumentFragment);
  const query = (root, css) => [...kindOf(root).prototype.querySelectorAll.call(root, css)];
  const inShadow = (node) => (node.nodeType === 1 ? shadowOf.call(node) : null);
  const shadowsIn = (root) => [root, ...query(root, "*")].map(inShadow).filter(Boolean);
  const bare = (part) => part.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "");

  // In the order in which Playwright finds them: `nth=` counts by it.
  const pierce = (root, css) => query(root, css).concat(...shadowsIn(root).map((shadow) => pierce(shadow, css)));

  function byCss(root, css) {
    // Combinators reach across the edges of shadow roots in Playwright, which CSS itself does not do.
    if (/[\s>+~]/.test(bare(css).replace(/[[(].*?[\])]/g, "").trim()) && shadowsIn(root).length) return null;
    return pierce(root, css);
  }

  function byPath(root, path) {
    const start = root.nodeType !== 9 && path[0] === "/" ? "." + path : path;
    const found = Document.prototype.evaluate.call(document, start, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index)).filter((node) => node.nodeType === 1);
  }

  function within(root, part) {
    if (/^xpath=/.test(part)) return byPath(root, part.slice(6));
    if (/^(\(*\/|\.\.)/.test(part)) return byPath(root, part);
    return byCss(root, part.replace(/^css=/, ""));
  }

  let found = [document];
  const parts = selector.split(/\s*>>\s*/);
  if (parts.length > 1 && parts.some((part) => /["'`]/.test(bare(part)))) return null;  // `>>` stands in a text
  for (const part of parts) {
    const place = /^nth=(-?\d+)$/.exec(part);
    if (place) {
      found = found.slice(+place[1], +place[1] === -1 ? undefined : +place[1] + 1);
      continue;
    }
    try {
      const each = (found.length ? found : [document]).map((root) => within(root, part));  // what is not a selector matches nothing
      if (each.includes(null)) return null;
      found = found.length ? [...new Set(each.flat())] : found;
    } catch (error) {
      if (error instanceof DOMException) return null;
      throw error;
    }
  }
  return found;
}
