// Buttons that put a text on the clipboard.

import { announce, make } from "/report/words.js";

/** `text` is a text, or a function that returns one, perhaps later. */
export function copyButton(text, word = "Copy", label = null) {
  const button = make("button", { type: "button", class: "quiet copy", "aria-label": label, title: label }, word);
  button.addEventListener("click", async () => {
    const copied = typeof text === "function" ? await text() : text;
    if (copied === null || copied === undefined) return;
    const isDone = await putOnClipboard(copied);
    button.textContent = isDone ? "Copied" : "Not allowed";
    announce(isDone ? "Copied" : "The browser does not allow copying");
    setTimeout(() => {
      button.textContent = word;
    }, 1600);
  });
  return button;
}

async function putOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // without https, browsers of other machines have no clipboard
  }
}

function copyBySelection(text) {
  const field = make("textarea", { class: "unseen", readonly: true });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (focused) focused.focus();
  return isDone;
}

/** Give a text to the person as a file. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
