// The views that show, as the accessibility service of a phone tells them: only what is in view, with its box in pixels.
function hierarchy(names, scale, rotation, isScrollTold) {
  const escape = (text) => String(text).replace(/[&<>"\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\u0000-\u001f]/g, "");
  const cut = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const pixels = (number) => Math.round(number * scale);
  const className = (kind) => (kind.includes(".") ? kind : `android.${kind === "View" || kind === "ViewGroup" ? "view" : "widget"}.${kind}`);
  const said = (element, view) => {
    if (view.kind !== "EditText") return view.text;
    return (view.password ? "•".repeat(element.value.length) : element.value) || view.hint;
  };
  const more = (element) => element.view.scrolls && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1);

  const scroll = (element) => {
    const over = element.scrollHeight - element.clientHeight;
    const share = over > 1 ? Math.round((100 * element.scrollTop) / over) : 0;
    return ` scroll="${share},${over > 1 ? Math.max(2, Math.round(element.scrollHeight / element.clientHeight)) : 1}"`;
  };

  const walk = (element, within, pkg, index) => {
    const view = element.view;
    const box = cut(element.getBoundingClientRect(), within);
    if (box.right - box.left < 1 || box.bottom - box.top < 1) return "";
    const children = [...element.children].filter((child) => child.view);
    const inside = view.kind === "SurfaceView" ? "" : children.map((child, place) => walk(child, box, pkg, place)).join("");
    if (view.hidden) return inside;
    const taps = view.takes.some((what) => what === "tap" || what === "touch") || view.kind === "EditText";
    const states = {
      checkable: view.checked !== null, checked: view.checked === true, clickable: taps, enabled: view.enabled,
      focusable: taps || view.checked !== null, focused: element === document.activeElement, scrollable: more(element),
      "long-clickable": view.takes.includes("hold") || view.kind === "EditText", password: view.password, selected: view.selected,
    };
    return `<node index="${index}" text="${escape(said(element, view))}" resource-id="${view.id ? escape(view.id.includes(":") ? view.id : `${pkg}:id/${view.id}`) : ""}" ` +
      `class="${className(view.kind)}" package="${escape(pkg)}" content-desc="${escape(view.description)}" hint="${escape(view.hint)}" ` +
      Object.entries(states).map(([name, value]) => `${name}="${value}"`).join(" ") +
      (isScrollTold && view.scrolls ? scroll(element) : "") +
      ` bounds="[${pixels(box.left)},${pixels(box.top)}][${pixels(box.right)},${pixels(box.bottom)}]">${inside}</node>`;
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const told = names.map((name) => windows.get(name)?.element).filter(Boolean);
  const nodes = told.map((element, index) => walk(element, screen, element.window.package, index)).join("");
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}">${nodes}</hierarchy>`;
}
