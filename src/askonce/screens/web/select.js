// The visible matches of a selector: more than one is too many already, so not all of very many are looked at.

const MOST_MATCHES = 20;

function isSeen(element) {
  const style = getComputedStyle(element);
  if (style.display === "contents") {
    return [...element.childNodes].some((node) => (node.nodeType === 1 ? isSeen(node) : node.nodeType === 3 && hasRoom(textBox(node))));
  }
  return element.checkVisibility() && style.visibility === "visible" && hasRoom(element.getBoundingClientRect());
}
const hasRoom = (box) => box.width > 0 && box.height > 0;

function textBox(node) {
  const range = document.createRange();
  range.selectNode(node);
  return range.getBoundingClientRect();
}

// Whether as much of it is seen as can be: of what is larger than the place it lies in, any part.
function isInView(element) {
  const box = element.getBoundingClientRect();
  const shows = (start, end, from, to) => (end - start > to - from ? end > from && start < to : start >= from - 1 && end <= to + 1);
  const fits = (place) => shows(box.left, box.right, place.left, place.right) && shows(box.top, box.bottom, place.top, place.bottom);
  if (!fits({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
  for (let up = element.parentNode; up && up !== document; up = up.parentNode || up.host) {
    const clips = up.nodeType === 1 && !up.matches("html, body") && getComputedStyle(up).overflow !== "visible";
    if (clips && !fits(up.getBoundingClientRect())) return false;
  }
  return true;
}

function seenPlaces(elements) {
  return [...elements.slice(0, MOST_MATCHES).keys()].filter((place) => isSeen(elements[place]));
}

// Their boxes, as text; null when Playwright has to read the selector. A single one is brought into view.
function selectBoxes(selector) {
  const found = matching(selector);
  if (!found) return null;
  const seen = found.slice(0, MOST_MATCHES).filter(isSeen);
  if (seen.length === 1 && !isInView(seen[0])) seen[0].scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { offsetLeft, offsetTop } = window.visualViewport || { offsetLeft: 0, offsetTop: 0 };
  return asJson(seen.map((element) => {
    const box = element.getBoundingClientRect();
    return [box.left - offsetLeft, box.top - offsetTop, box.width, box.height];
  }));
}
