// What went wrong, with what to do about it. It stays until it is dismissed.

import { make } from "/report/words.js";

/** Show an error at the top of a part of the page; the same one is shown once. */
export function showTrouble(element, error) {
  const holder = holderIn(element);
  const said = `${error.message}\n${error.remedy || ""}`;
  const old = [...holder.children].find((trouble) => trouble.said === said);
  if (old) old.remove();
  holder.prepend(troubleBox(error, said));
}

export function clearTroubles(element) {
  holderIn(element).replaceChildren();
}

/** Message and remedy, without a button. */
export function troubleWords(error) {
  const [first, ...rest] = error.message.split("\n");
  return [
    make("p", { class: "said", dir: "auto" }, first),
    rest.length ? make("pre", { class: "evidence", dir: "auto", tabindex: "0" }, rest.join("\n")) : null,
    error.remedy ? make("p", { class: "remedy" }, make("b", {}, "What to do: "), make("span", { dir: "auto" }, error.remedy)) : null,
  ];
}

function troubleBox(error, said) {
  const box = make(
    "div",
    { class: "trouble", role: "alert" },
    make("div", { class: "words" }, troubleWords(error)),
    make("button", { type: "button", class: "quiet", "aria-label": "Dismiss", title: "Dismiss", onclick: () => box.remove() }, "✕"),
  );
  box.said = said;
  return box;
}

function holderIn(element) {
  let holder = element.querySelector(":scope > .troubles");
  if (!holder) {
    holder = make("div", { class: "troubles" });
    element.prepend(holder);
  }
  return holder;
}

/** A function for events that asks something of the playground, and shows where it went wrong. */
export function guarded(element, work) {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      if (!("remedy" in error)) throw error;
      showTrouble(element, error);
      return null;
    }
  };
}
