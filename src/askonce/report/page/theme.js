// Light or dark, and other settings of the reader that a browser stores.

export function turnTheme() {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keepWish("theme", document.documentElement.dataset.theme);
}

export function restoreTheme() {
  if (wish("theme")) document.documentElement.dataset.theme = wish("theme");
}

/** Settings are stored if the browser allows it; some browsers refuse that for pages from files. */
export function keepWish(name, value) {
  try {
    localStorage.setItem(`askonce-${name}`, value);
  } catch {
    /* then they hold for this visit */
  }
}

export function wish(name) {
  try {
    return localStorage.getItem(`askonce-${name}`);
  } catch {
    return null;
  }
}
