// Tabs by the keyboard's usual rules: arrows move, Home and End jump, one of them is in the order of the Tab key.

/** Returns a function that shows a tab by its name; `onShown` is told which one is shown. */
export function startTabs(list, onShown) {
  const tabs = () => [...list.querySelectorAll("[role=tab]:not([hidden])")];
  const show = (name) => {
    const chosen = tabs().find((tab) => tab.dataset.name === name) || tabs()[0];
    for (const tab of tabs()) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls"));
      if (panel) panel.hidden = !isChosen;
    }
    onShown(chosen.dataset.name);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) show(tab.dataset.name);
  });
  list.addEventListener("keydown", (event) => {
    const place = tabs().indexOf(event.target);
    const last = tabs().length - 1;
    const to = { ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1, Home: 0, End: last }[event.key];
    if (place < 0 || to === undefined) return;
    event.preventDefault();
    tabs()[to].focus();
    show(tabs()[to].dataset.name);
  });
  return show;
}
