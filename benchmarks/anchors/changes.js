// Changes a page and takes the changes back. Elements stay the same objects, so that the browser knows which is which.
(() => {
  const USABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], "
    + "[role=checkbox], [role=menuitem], [role=option], [role=switch], [onclick], [tabindex]";
  const FIXED = "html, head, head *, body, script, style, svg *, option, select, table, tbody, thead, tr, td, th, li, template";
  let saved = [];

  function save() {
    saved = [];
    for (const element of document.querySelectorAll("*")) {
      saved.push({ element, children: [...element.childNodes], marks: [...element.attributes].map((mark) => [mark.name, mark.value]),
        texts: [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => [node, node.data]) });
    }
  }

  window.askonceRestore = () => {
    for (const { element, children, marks, texts } of saved) {
      const now = [...element.childNodes];
      if (now.length !== children.length || now.some((node, i) => node !== children[i])) element.replaceChildren(...children);
      for (const mark of [...element.attributes]) if (!marks.some(([name]) => name === mark.name)) element.removeAttribute(mark.name);
      for (const [name, value] of marks) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      for (const [node, data] of texts) if (node.data !== data) node.data = data;
    }
  };

  let state = 1;
  const random = () => { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648; };
  const word = () => Array.from({ length: 7 }, () => "bcdfghjklmnpqrstvwxz"[Math.floor(random() * 20)]).join("");
  const some = (selector, share) => [...document.querySelectorAll(selector)].filter(() => random() < share);
  // A wrapper around what only its cursor or a script makes a thing to click is that thing itself then.
  const isTouched = (one) => !one.matches("a, button, input, select, textarea")
    && (getComputedStyle(one).cursor === "pointer" || !one.textContent.trim());
  const isFixed = (element) => element.matches(FIXED);

  const changes = {
    "nothing": () => {},
    "classes": () => {
      const fresh = new Map();  // what shared a class before shares one afterwards
      for (const one of document.querySelectorAll("body [class]")) {
        const old = one.getAttribute("class"), first = old.trim().split(/\s+/)[0];
        if (!fresh.has(first)) fresh.set(first, word());
        one.setAttribute("class", fresh.get(first) + " " + old);
      }
    },
    "ids": () => {
      for (const one of document.querySelectorAll("body [id]")) {
        const old = one.id, fresh = word() + Math.floor(random() * 90000 + 10000);
        one.id = fresh;
        for (const mark of ["for", "aria-labelledby", "aria-describedby", "aria-controls", "list", "form"]) {
          for (const other of document.querySelectorAll(`[${mark}]`)) {
            const ids = other.getAttribute(mark).split(/\s+/);
            if (ids.includes(old)) other.setAttribute(mark, ids.map((id) => (id === old ? fresh : id)).join(" "));
          }
        }
      }
    },
    "wrappers": () => some("body *", 0.3).filter((one) => !isFixed(one) && !isTouched(one)).forEach((one) => {
      const wrapper = document.createElement(getComputedStyle(one).display.startsWith("inline") ? "span" : "div");
      wrapper.className = word();
      one.replaceWith(wrapper);
      wrapper.append(one);
    }),
    // Cells stay in their columns: a name in the column of managers is another name.
    "order of like siblings": () => {
      const shape = (one) => one.tagName + "." + one.classList[0] + ":" + [...one.querySelectorAll("*")].map((inner) => inner.tagName).sort().join();
      for (const parent of document.querySelectorAll("body, body *:not(select):not(tr):not(svg):not(svg *)")) {
        const kinds = Map.groupBy([...parent.children], shape);
        for (const alike of kinds.values()) {
          const said = new Set(alike.map((one) => one.textContent.trim()));
          if (alike.length < 2 || said.size < alike.length) continue;  // what looks the same has no order
          const marks = alike.map((one) => { const mark = document.createComment(""); one.replaceWith(mark); return mark; });
          for (const mark of marks) mark.replaceWith(...alike.splice(Math.floor(random() * alike.length), 1));
        }
      }
    },
    "added elements": () => some("body *", 0.15).filter((one) => !isFixed(one) && !one.matches("label *, button *, a *")).forEach((one) => {
      const kind = Math.floor(random() * 4), added = document.createElement(["p", "button", "a", "div"][kind]);
      added.textContent = word() + " " + word();
      if (kind === 2) added.href = "/" + word();
      if (kind === 3) added.innerHTML = `<input aria-label="${word()}"><button>${word()}</button>`;
      random() < 0.5 ? one.before(added) : one.after(added);
    }),
    "addresses": () => some("a[href]", 0.8).forEach((one) => {
      const [path, part] = one.getAttribute("href").split("#");
      if (path) one.setAttribute("href", path + (path.includes("?") ? "&" : "?") + "from=" + word() + (part === undefined ? "" : "#" + part));
    }),
    "removed elements": () => {
      some(USABLE, 0.3).forEach((one) => one.remove());
      some("body p, body tr, body li, body article, body img, body h2, body h3", 0.15).forEach((one) => one.remove());
    },
    "renamed elements": (renamed) => some(USABLE, 0.3).filter((one) => one.isConnected).forEach((one) => {
      const name = word() + " " + word();
      renamed.push(name);
      if (one.matches("input, select, textarea")) return one.setAttribute("aria-label", name);
      one.removeAttribute("aria-labelledby");
      one.setAttribute("aria-label", name);
    }),
    "all at once": (renamed) => {
      for (const change of Object.keys(changes)) if (change !== "all at once" && random() < 0.7) changes[change](renamed);
    },
  };

  window.askonceChange = (change, seed) => {
    save();
    state = 7919 * (seed + 1);
    const renamed = [];
    changes[change](renamed);
    return renamed;
  };
})();
