// The line between the screen and the panels, moved with the pointer or with arrow keys.

import { keepWish, wish } from "/report/theme.js";

const LEAST = 320;

export function startSplitter(splitter, whole) {
  const most = () => Math.max(LEAST, whole.clientWidth - LEAST);
  const set = (width) => {
    const wide = Math.round(Math.min(most(), Math.max(LEAST, width)));
    document.documentElement.style.setProperty("--side", `${wide}px`);
    splitter.setAttribute("aria-valuenow", wide);
    splitter.setAttribute("aria-valuemin", LEAST);
    splitter.setAttribute("aria-valuemax", Math.max(wide, most()));
    return wide;
  };
  const width = () => Number(splitter.getAttribute("aria-valuenow"));
  splitter.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    splitter.setPointerCapture(event.pointerId);
    splitter.onpointermove = (moved) => keepWish("side", set(whole.getBoundingClientRect().right - moved.clientX));
  });
  splitter.addEventListener("pointerup", () => {
    splitter.onpointermove = null;
  });
  splitter.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (!by) return;
    event.preventDefault();
    keepWish("side", set(width() + by));
  });
  const wide = Number(wish("side")) || Math.min(560, window.innerWidth * 0.42);
  splitter.setAttribute("aria-valuemin", LEAST);
  splitter.setAttribute("aria-valuemax", Math.round(Math.max(wide, window.innerWidth - LEAST)));
  splitter.setAttribute("aria-valuenow", Math.round(wide));
  document.documentElement.style.setProperty("--side", `${Math.round(wide)}px`);
}
