// Scrolling, by pixels or by shares of what is in view of the scrolled area. Results: "moved", "end" (something scrolls here, but not further), "none".

function canScroll(element, dx, dy) {
  const page = document.scrollingElement;
  const style = getComputedStyle(element);
  const free = (overflow) => (element === page ? overflow !== "hidden" && overflow !== "clip" : /auto|scroll|overlay/.test(overflow));
  const down = dy && element.scrollHeight > element.clientHeight && free(style.overflowY);
  const across = dx && element.scrollWidth > element.clientWidth && free(style.overflowX);
  return !!(down || across);
}

function moveBy(element, dx, dy, unit) {
  const [left, top] = [element.scrollLeft, element.scrollTop];
  const [width, height] = unit === "screenful" ? sizeInView(element) : [1, 1];
  element.scrollBy({ left: dx * width, top: dy * height, behavior: "instant" });
  return element.scrollLeft !== left || element.scrollTop !== top;
}

function tryAll(elements, dx, dy, unit, chain) {
  const able = elements.filter((element) => canScroll(element, dx, dy));
  for (const element of chain ? able : able.slice(0, 1)) if (moveBy(element, dx, dy, unit)) return "moved";
  return able.length ? "end" : "none";
}

// Scrolls what lies at a point, or what that lies in: as a wheel does when `chain` is true, else only the innermost.
function scrollAt([point, dx, dy, unit, chain]) {
  const elements = [];
  for (let at = elementAt(point); at; at = parentOf(at)) if (at !== document.body || document.scrollingElement === at) elements.push(at);
  const page = document.scrollingElement;
  if (page && !elements.includes(page)) elements.push(page);
  return tryAll(elements, dx, dy, unit, chain);
}

// Scrolls the page; where the page itself does not scroll, the largest thing in view that does.
function scrollPage([dx, dy, unit]) {
  const page = document.scrollingElement;
  if (page && canScroll(page, dx, dy)) return moveBy(page, dx, dy, unit) ? "moved" : "end";
  const seen = [];
  const collect = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) collect(element.shadowRoot);
      if (canScroll(element, dx, dy)) seen.push([areaInView(element), element]);
    }
  };
  collect(document);
  const largest = seen.filter(([area]) => area > 0).sort(([one], [other]) => other - one);
  return tryAll(largest.slice(0, 1).map(([, element]) => element), dx, dy, unit, false);
}

function areaInView(element) {
  const [width, height] = sizeInView(element);
  return width * height;
}

function sizeInView(element) {
  if (element === document.scrollingElement) return [innerWidth, innerHeight];
  const box = element.getBoundingClientRect();
  const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  return width > 0 && height > 0 ? [width, height] : [0, 0];
}
