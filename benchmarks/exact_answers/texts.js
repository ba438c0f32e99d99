() => {
  const seen = [], unseen = [];
  const visit = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === 1) { if (node.shadowRoot) visit(node.shadowRoot); continue; }
      const text = node.data.replace(/\s+/g, " ").trim(), element = node.parentElement || node.getRootNode().host;
      if (!text || !element || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|TITLE|OPTION|TEXTAREA)$/.test(element.tagName)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
      let free = rects.length > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      for (const rect of rects) {
        for (const part of [0.06, 0.5, 0.94]) {
          const x = rect.left + rect.width * part, y = rect.top + rect.height / 2;
          let hit = document.elementFromPoint(x, y);
          while (hit && hit.shadowRoot && hit.shadowRoot.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit) hit = hit.shadowRoot.elementFromPoint(x, y);
          const label = element.closest("label");
          if (!hit || !(hit === element || element.contains(hit) || hit.contains(element) || (label && label.contains(hit)))) free = false;
        }
        for (let box = element; box && free; box = box.parentElement) {
          const style = getComputedStyle(box), around = box.getBoundingClientRect();
          if (style.overflowX !== "visible" && style.display !== "inline" && (rect.right > around.right + 2 || rect.left < around.left - 2)) free = false;
          if (style.overflowY !== "visible" && style.display !== "inline" && (rect.bottom > around.bottom + 2 || rect.top < around.top - 2)) free = false;
        }
      }
      (free ? seen : unseen).push(text);
    }
  };
  visit(document.body);
  return { seen: [...new Set(seen)], unseen: [...new Set(unseen)] };
}
