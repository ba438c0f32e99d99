// Texts that a document showed only for a moment while a picture of it was taken: those that are gone again, that were
// hidden again, and those of elements that a script moved about or that an animation changes. What is still there is
// found where it stands.

const PAINTED_ATTRIBUTES = new Set(["placeholder", "value", "label", "alt"]);
const UNPAINTED_FIELDS = new Set(["hidden", "password", "checkbox", "radio", "range", "color", "file"]);
const STILL_STYLES = /^(?:offset|computedOffset|easing|composite|background.*|boxShadow|outline.*|border.*(?:Color|Radius))$/;
const MOST_FLASHING = 200; // texts
const LONGEST_FLASHING = 20000; // characters

// A document is watched once it is painted as it is, or at the limit: what a picture shows before that, nobody knows.
async function flashingTexts([command, name, limit]) {
  const key = Symbol.for("askonce.flashing");
  if (!window[key]) Object.defineProperty(window, key, { value: new Map(), configurable: true, enumerable: false });
  const watches = window[key];
  if (command === "begin") {
    await settleWatch(["isCurrent", limit]);
    watches.set(name, watchFlashes());
    return null;
  }
  const watch = watches.get(name);
  watches.delete(name);
  return watch ? asJson(watch.end()) : null;
}

function watchFlashes() {
  const passed = new Set(), places = new Map(), held = new Map();
  const add = (text) => {
    if (text && text.trim() && passed.size < MOST_FLASHING) passed.add(text.slice(0, LONGEST_FLASHING));
  };
  const place = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width || height ? `${left} ${top} ${width} ${height}` : "hidden";
  };
  const note = (element) => {
    if (!places.has(element) && places.size >= MOST_FLASHING) return;
    places.set(element, (places.get(element) || new Set()).add(place(element)));
  };
  const noteFields = () => {
    for (const field of document.querySelectorAll("input, textarea")) {
      if (held.size >= MOST_FLASHING && !held.has(field)) break;
      if (!UNPAINTED_FIELDS.has(field.type)) held.set(field, (held.get(field) || new Set()).add(field.value));
    }
  };
  const noteAnimations = () => {
    for (const { effect, playState } of roots.flatMap((root) => root.getAnimations())) {
      if (playState !== "running" || !effect?.target) continue;
      const keyframes = effect.getKeyframes();
      if (keyframes.every((keyframe) => Object.keys(keyframe).every((style) => STILL_STYLES.test(style)))) continue;
      animatedTexts(effect, keyframes).forEach(add);
    }
  };
  const read = (records) => {
    for (const { type, target, oldValue, removedNodes, attributeName } of records) {
      if (type === "characterData" && oldValue !== target.data) add(oldValue);
      for (const node of removedNodes) {
        const text = node.textContent || "";
        if (!(target.textContent || "").includes(text)) add(text);
      }
      if (type !== "attributes") continue;
      if (PAINTED_ATTRIBUTES.has(attributeName) && oldValue !== target.getAttribute(attributeName)) add(oldValue);
      if (attributeName === "type" && UNPAINTED_FIELDS.has(target.type)) add(target.value);
      note(target);
    }
  };
  const observer = new MutationObserver(read);
  const wanted = { subtree: true, childList: true, characterData: true, characterDataOldValue: true, attributes: true, attributeOldValue: true };
  const roots = [];
  const observe = (root) => {
    roots.push(root);
    observer.observe(root, wanted);
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) observe(element.shadowRoot);
  };
  observe(document);
  noteFields();
  noteAnimations();
  const { frame } = pendingWork().native;
  let isOver = false;
  const eachFrame = () => {
    if (isOver) return;
    noteFields();
    noteAnimations();
    frame(eachFrame);
  };
  frame(eachFrame);
  return {
    end() {
      isOver = true;
      read(observer.takeRecords());
      observer.disconnect();
      noteAnimations();
      for (const [element, known] of places) {
        known.add(place(element));
        if (known.size > 1) add(element.textContent || "");
      }
      for (const [field, values] of held) {
        for (const value of values) if (value !== field.value || UNPAINTED_FIELDS.has(field.type)) add(value);
      }
      return [...passed];
    },
  };
}

function animatedTexts({ target, pseudoElement }, keyframes) {
  if (pseudoElement) {
    const contents = [getComputedStyle(target, pseudoElement).content, ...keyframes.map(({ content }) => content || "")];
    const isOfAttributes = contents.some((content) => content.includes("attr("));
    return [...contents, ...(isOfAttributes ? [...target.attributes].map(({ value }) => value) : [])];
  }
  const inside = [target, ...target.querySelectorAll("*")];
  const fields = inside.filter((element) => /^(?:input|textarea)$/i.test(element.tagName) && !UNPAINTED_FIELDS.has(element.type));
  const pseudos = inside.length > MOST_FLASHING ? [] : inside.flatMap((element) => ["::before", "::after"].map((name) => getComputedStyle(element, name).content));
  const shadows = inside.flatMap((element) => element.shadowRoot?.textContent || []);
  return [target.textContent || "", ...fields.flatMap((field) => [field.value, field.placeholder]), ...pseudos, ...shadows];
}
