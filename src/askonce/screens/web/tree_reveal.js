// Brings the element with a number into view, in its frame and in every box that scrolls around it. Null when the
// numbers of this document are others, false when the element is gone or hidden.

function reveal() {
  const element = shownNumbered();
  if (!element) return element === null ? null : false;
  intoView(element, { block: "center", inline: "nearest", behavior: "instant" });
  return true;
}

try {
  return reveal();
} finally {
  if (spareFrame) Element.prototype.remove.call(spareFrame);
}
