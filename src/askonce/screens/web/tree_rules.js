// What the style sheets of a document say, and what their rules depend on beside nodes and attributes: then a change can
// be told to have touched this element and nothing else.

const sheetsInShadow = getter("ShadowRoot", "styleSheets"), adoptedInDocument = getter("Document", "adoptedStyleSheets"), adoptedInShadow = getter("ShadowRoot", "adoptedStyleSheets");
const textOfRule = getter("CSSRule", "cssText"), nestedIn = getter("CSSStyleRule", "cssRules");
const mediaOf = getter("StyleSheet", "media"), mediaText = getter("MediaList", "mediaText"), mediaOfRule = getter("CSSMediaRule", "media"), isOff = getter("StyleSheet", "disabled");
const animationsIn = method("Document", "getAnimations"), animationsInShadow = method("ShadowRoot", "getAnimations"), fontsOf = getter("Document", "fonts"), statusOfFont = getter("FontFace", "status");

// Pseudo-classes that follow from nodes and attributes alone, and those of which can be asked which elements they match.
const BY_NODES = new Set(("root not is where first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type "
  + "nth-last-of-type link any-link visited host slotted lang -webkit-any").split(" "));
const BY_STATE = new Set(("hover active focus focus-visible focus-within target checked disabled enabled invalid valid user-invalid user-valid required optional "
  + "read-only read-write placeholder-shown default indeterminate in-range out-of-range autofill -webkit-autofill open popover-open modal fullscreen defined empty").split(" "));
// What reaches anything from anywhere: sizes of containers, what stands inside, pictures that come late.
const FAR_RULES = /:has\(|@container|@scope|@import|container-type|\bcq(?:w|h|i|b|min|max)\b|\dcq(?:w|h|i|b|min|max)|style\(|sibling-(?:index|count)\(|(?:content|list-style(?:-image)?|shape-outside):[^;}]*url\(|anchor\(|position-anchor|content-visibility/;
const ALWAYS = ["popover-open", "modal", "fullscreen"];  // browsers have rules of their own for these

function sheetsIn(root) {
  const isDocument = typeOf(root) === 9;
  return [...(isDocument ? sheetsOf(root) : sheetsInShadow(root)), ...(isDocument ? adoptedInDocument(root) : adoptedInShadow(root))];
}

// All texts of all rules, as one list; null where a sheet cannot be read.
function ruleTexts(roots) {
  const texts = [];
  for (let i = 0; i < roots.length; i++) {
    const sheets = sheetsIn(roots[i]);
    for (let j = 0; j < sheets.length; j++) {
      texts.push(mediaText(mediaOf(sheets[j])) + (isOff(sheets[j]) ? " off" : ""));
      let rules = null;
      try { rules = rulesIn(sheets[j]); } catch (refused) { return null; }
      for (let k = 0; k < rules.length; k++) texts.push(textOfRule(rules[k]));
    }
  }
  return texts;
}

// What rules look at.
function dependenciesOf(roots, texts) {
  const found = { isFar: texts.some((text) => FAR_RULES.test(text)), hasSiblings: false, hasCounters: texts.some((text) => /counter-(?:increment|set)/.test(text)), states: new Map(), media: new Set() };
  for (let i = 0; i < ALWAYS.length; i++) if (isSelector(":" + ALWAYS[i])) found.states.set(ALWAYS[i], new Set(["*"]));
  const visit = (rules) => {
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      if (rule instanceof CSSMediaRule) found.media.add(mediaText(mediaOfRule(rule)));
      if (rule instanceof CSSGroupingRule) visit(rulesOf(rule));
      if (!(rule instanceof CSSStyleRule)) continue;
      noteSelector(selectorOf(rule), found);
      visit(nestedIn(rule));
    }
  };
  for (let i = 0; i < roots.length; i++) {
    const sheets = sheetsIn(roots[i]);
    for (let j = 0; j < sheets.length; j++) {
      found.media.add(mediaText(mediaOf(sheets[j])));
      visit(rulesIn(sheets[j]));
    }
  }
  return found;
}

function noteSelector(selector, found) {
  const plain = selector.replace(/"(?:[^"\\]|\\.)*"|\\./g, "x").replace(/\[[^\]]*\]/g, "");
  if (/[+~|]/.test(plain.replace(/:nth-[a-z-]+\([^()]*\)/g, (part) => (/ of /.test(part) ? "+" : "")))) found.hasSiblings = true;
  const isSimple = !/[(&\\"]/.test(selector), parts = isSimple ? selector.split(/[\s>+~,]+/) : [selector];
  for (let i = 0; i < parts.length; i++) noteStates(parts[i], isSimple, found);
}

// The states that one part of a selector asks for, each with the selector of those elements of which it is asked.
function noteStates(part, isSimple, found) {
  const bare = part.replace(/::[a-z-]+/g, ""), names = bare.replace(/"(?:[^"\\]|\\.)*"|\\.|\[[^\]]*\]/g, "").match(/:[a-z-]+/g) || [];
  const others = bare.replace(/:[a-z-]+/g, (name) => (BY_STATE.has(name.slice(1)) ? "" : name));
  for (let i = 0; i < names.length; i++) {
    const name = names[i].slice(1);
    if (!BY_STATE.has(name)) { found.isFar = found.isFar || !BY_NODES.has(name); continue; }
    if (!found.states.has(name)) found.states.set(name, new Set());
    found.states.get(name).add(isSimple && others && !/host/.test(others) && isSelector(others) ? others : "*");
  }
}

// What a document's styles follow from, beside its nodes: the same twice, and only changed nodes can look otherwise.
function styleSources(last) {
  const roots = watchOf().roots, texts = ruleTexts(roots), fonts = [];
  if (!texts) return null;
  const isSame = last && last.texts.length === texts.length && texts.every((text, i) => text === last.texts[i]);
  const rules = isSame ? last.rules : dependenciesOf(roots, texts), states = new Map(), media = [];
  rules.states.forEach((selectors, name) => {
    const found = new Set(), asked = selectors.has("*") ? "*" : Array.from(selectors).join(",");
    for (let i = 0; i < roots.length; i++) {
      const matching = queryAll(roots[i], ":" + name);
      for (let j = 0; j < matching.length; j++) if (asked === "*" || matches(matching[j], asked)) found.add(matching[j]);
    }
    states.set(name, found);
  });
  rules.media.forEach((text) => media.push(window.matchMedia(text).matches));
  fontsOf(document).forEach((font) => fonts.push(statusOfFont(font)));
  const isMoving = roots.some((root) => (typeOf(root) === 9 ? animationsIn(root) : animationsInShadow(root)).length > 0);
  return { texts: isSame ? last.texts : texts, rules, states, others: media.concat(fonts).join(), isMoving };
}
