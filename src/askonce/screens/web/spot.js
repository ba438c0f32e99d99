// What lies at a point of this document, through open shadow roots. Points are in screen units: in the main frame
// they count from the corner of the visual viewport, which a pinch moves.

function toClient([x, y]) {
  const view = window === window.top ? window.visualViewport : null;
  return view ? [x + view.offsetLeft, y + view.offsetTop] : [x, y];
}

function elementAt(point) {
  const [x, y] = toClient(point);
  let element = document.elementFromPoint(x, y);
  while (element && element.shadowRoot) {
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  return element;
}

// What a press on the words beside a control goes to.
function controlOf(element) {
  const label = element.closest("label"), inner = element.closest("a, button, input, select, textarea");
  return label && !(inner && label.contains(inner)) ? label.control : null;
}

// Whether both points hit one element that has a text of its own: then it does not matter where it is hit; so for the
// words beside a control, and the control. Or, inside, whether the other one hits something in what the first one hits,
// which is a part of the page and not all of it.
function areHitTogether([point, other, isInside]) {
  const element = elementAt(point), second = elementAt(other);
  if (!element || !second) return false;
  if (!isInside && controlOf(element) === second) return true;
  if (!isInside) return element === second && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const box = element.getBoundingClientRect();
  if (box.width * box.height * 2 > innerWidth * innerHeight) return false;
  for (let inner = second; inner; inner = parentOf(inner)) if (inner === element) return true;
  return false;
}

function elementsAt(point) {
  const [x, y] = toClient(point);
  const top = elementAt(point);
  const root = top ? top.getRootNode() : document;
  return root.elementsFromPoint(x, y);
}

function parentOf(element) {
  return element.assignedSlot || element.parentElement || (element.getRootNode() && element.getRootNode().host) || null;
}

function isFrame(element) {
  return !!element && (element.tagName === "IFRAME" || element.tagName === "FRAME");
}

function frameAt(point) {
  const element = elementAt(point);
  return isFrame(element) ? element : null;
}

// Where the point lies inside the frame at it, or null when there is none. A frame may be scaled or zoomed.
function pointInFrame(point) {
  const element = frameAt(point);
  if (!element) return null;
  const [x, y] = toClient(point);
  const box = element.getBoundingClientRect();
  const across = box.width / element.offsetWidth || 1;
  const down = box.height / element.offsetHeight || 1;
  const style = getComputedStyle(element);
  return asJson([
    (x - box.left) / across - element.clientLeft - parseFloat(style.paddingLeft),
    (y - box.top) / down - element.clientTop - parseFloat(style.paddingTop),
  ]);
}

// An element in a few words: what it is and what it is called.
function describe(element) {
  if (!element) return "nothing";
  const tag = element.tagName.toLowerCase();
  const kind = tag === "input" ? `${element.type} field` : element.getAttribute("role") || tag;
  const label = element.labels && element.labels.length ? element.labels[0].textContent : "";
  const shown = tag === "input" && ["button", "submit", "reset"].includes(element.type) ? element.value : "";
  const own = tag === "input" || tag === "select" || tag === "textarea" ? "" : element.textContent;
  const name = element.getAttribute("aria-label") || label || element.placeholder || shown || element.title || own || "";
  const short = name.trim().replace(/\s+/g, " ").slice(0, 40);
  return short ? `${kind} "${short}"` : kind;
}
