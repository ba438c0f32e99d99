// Waits until the element with a number stands still in view, is enabled and takes the touch itself. Answers with one
// JSON string: where it is and where to touch it, or what kept it; null when the numbers of this document are others.

const watch = window[Symbol.for("askonce.settle")];
let moved = false;

// Where the page is watched, its watch knows how to wait without being taken for work of the page.
const nextFrame = () => watch ? watch.frame() : new Promise((resolve) => {
  const timer = setTimeout(resolve, 100);  // hidden documents get no frames
  requestAnimationFrame(() => { clearTimeout(timer); resolve(); });
});

// One try: where it is now, or what is in the way.
function attempt(element) {
  const whole = edges(rectOf(element));
  const box = overlap(whole, [0, 0, window.innerWidth, window.innerHeight]);
  const middle = [(whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2];
  const isIn = box && middle[0] >= 0 && middle[1] >= 0 && middle[0] < window.innerWidth && middle[1] < window.innerHeight;
  if (!isIn && !moved) {
    moved = true;
    intoView(element, { block: "center", inline: "nearest", behavior: "instant" });
    return { whole: edges(rectOf(element)), blocked_by: "out of view" };
  }
  if (!box) return { whole, blocked_by: "out of view" };
  if (argument.touched && isDisabled(element)) return { whole, blocked_by: "disabled" };
  let cover = null;
  const isCover = (hit) => (cover = coverOf(element, hit, false));
  const point = freePoint(element, box, styleOf(element).display === "inline", [], true, isCover);
  if (point) return { whole, box, point, blocked_by: "" };
  if (!moved) {  // under a bar along an edge, most likely
    moved = true;
    intoView(element, { block: "center", inline: "nearest", behavior: "instant" });
  }
  return { whole, blocked_by: "covered by " + tagOf(cover) + " " + (cover instanceof HTMLElement ? innerTextOf(cover) : "").trim().slice(0, 40) };
}

async function steady() {
  const started = performance.now();
  let element = shownNumbered();
  if (element === null) return null;
  let last = null;
  for (;;) {
    if (!element) return '{"blocked_by":"gone"}';
    const now = attempt(element);
    const isStill = last ? now.whole.every((edge, i) => Math.abs(edge - last[i]) < 0.5) : !moved && watch && watch.isStill();
    // What saves itself a moment after the last key would be lost if the page were left before.
    const isDue = argument.touched && watch && watch.isDue();
    if (isStill && !isDue && !now.blocked_by) {
      const place = (numbers) => "[" + numbers.map((number) => number.toFixed(2)).join(",") + "]";
      return '{"blocked_by":"","moved":' + moved + ',"box":' + place(now.box) + ',"point":' + place(now.point) + "}";
    }
    if (performance.now() - started > argument.limit) {
      const blocked_by = now.blocked_by || "moving";
      return '{"blocked_by":"' + blocked_by.replace(/["\\\u0000-\u001f]/g, " ") + '"}';
    }
    last = now.whole;
    await nextFrame();
    if (!isShown(element)) element = undefined;
  }
}

return steady().finally(() => { if (spareFrame) Element.prototype.remove.call(spareFrame); });
