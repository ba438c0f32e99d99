// The playground: its sessions as tabs on top, and under them the one that is shown.

import { restoreTheme, turnTheme } from "/report/theme.js";
import { announce, find, make } from "/report/words.js";
import { drawOpening } from "./opening.js";
import { Session } from "./session.js";
import { startTabs } from "./tabs.js";
import { showTrouble } from "./troubles.js";
import { request } from "./wire.js";

const KEYS = [
  ["Alt+1 … 5", "the panels"],
  ["Alt+L", "to the screen: clicks and keys go through"],
  ["Esc Esc", "release the keyboard of the screen"],
  ["Alt+I", "inspect, or use the screen"],
  ["↑ ↓ ↵", "on the screen, while you inspect: from element to element, and pin it"],
  ["↵", "ask"],
  ["↑ ↓", "in the box: earlier asks"],
  ["Alt+↑ Alt+↓", "on a step: move it"],
  ["Alt+T", "light or dark"],
];

const sessions = new Map();
const place = find("#workplace");
let shown = null;
let offers = {};

// ---- sessions

async function refresh() {
  offers = await request("GET", "/sessions");
  for (const each of offers.sessions || []) if (!sessions.has(each.id)) await add(each);
  for (const id of [...sessions.keys()]) if (!(offers.sessions || []).some((each) => each.id === id)) drop(id);
}

async function add(each) {
  const session = new Session(each);
  sessions.set(each.id, session);
  place.append(session.element);
  await session.start();
  session.wire.on("screen", ({ title, address }) => {
    session.title = title || address || session.title;
    drawBar();
  });
  return session;
}

function drop(id) {
  const session = sessions.get(id);
  if (!session) return;
  sessions.delete(id);
  session.leave();
  if (shown === session) shown = null;
}

function show(id) {
  const session = sessions.get(id) || [...sessions.values()][0] || null;
  if (session === shown && session) return;
  shown = session;
  for (const each of sessions.values()) each.setShown(each === session);
  find("#landing").hidden = Boolean(session);
  if (!session) drawLanding();
  drawBar();
  document.title = session ? `${session.title} · Askonce` : "Askonce playground";
}

async function close(id) {
  const session = sessions.get(id);
  try {
    await request("DELETE", `/sessions/${encodeURIComponent(id)}`);
  } catch (error) {
    if (session.wire.state !== "closed") return showTrouble(session.view.element, error);
  }
  drop(id);
  show();
  announce("The session is closed");
  return null;
}

async function opened({ id }) {
  find("#opening").close();
  await refresh();
  show(id);
}

// ---- the bar

const list = make("div", { class: "session-tabs", role: "tablist", "aria-label": "Sessions" });
startTabs(list, (id) => show(id));

function drawBar() {
  const state = JSON.stringify([...sessions.values()].map((session) => [session.id, session.title, session === shown]));
  if (state === list.dataset.state) return;
  list.dataset.state = state;
  const hadFocus = list.contains(document.activeElement);
  list.hidden = !sessions.size;
  list.replaceChildren(
    ...[...sessions.values()].map((session) =>
      make(
        "button",
        { type: "button", role: "tab", "data-name": session.id, "aria-controls": session.element.id, "aria-selected": String(session === shown), tabindex: session === shown ? "0" : "-1", title: session.title },
        make("bdi", {}, session.title),
      ),
    ),
  );
  const current = list.querySelector("[aria-selected=true]");
  if (hadFocus && current) current.focus();
  closer.hidden = !shown;
}

const closer = make("button", { type: "button", class: "quiet", "aria-label": "Close this session", title: "Close this session", hidden: true, onclick: () => shown && close(shown.id) }, "✕");
const opener = make("button", { type: "button", class: "quiet", "aria-label": "Open another screen", title: "Open another screen", onclick: openDialog }, "+");

async function openDialog() {
  const dialog = find("#opening");
  const body = make("div", { class: "opening" });
  dialog.replaceChildren(
    make("div", { class: "dialog-head" }, make("h2", { id: "opening-title" }, "Open a screen"), make("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    body,
  );
  dialog.showModal();
  try {
    await refresh();
    drawOpening(body, offers, opened);
  } catch (error) {
    showTrouble(body, error);
  }
}

function drawLanding() {
  drawOpening(find("#landing .opening"), offers, opened);
}

// ---- keys

function showKeys() {
  const dialog = find("#keys");
  dialog.replaceChildren(
    make("h2", { id: "keys-title" }, "Keys"),
    make("dl", {}, KEYS.flatMap(([key, word]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, word)])),
    make("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  dialog.showModal();
}

function onKey(event) {
  if (!event.altKey || event.ctrlKey || event.metaKey || find("dialog[open]") || !shown) return;
  if (event.target === shown.view.keys) return; // these keys belong to the screen
  const panel = event.code.match(/^Digit([1-5])$/);
  const tabs = shown.list.querySelectorAll("[role=tab]");
  if (panel && tabs[panel[1] - 1]) {
    shown.showPanel(tabs[panel[1] - 1].dataset.name);
    tabs[panel[1] - 1].focus();
  } else if (event.code === "KeyL") shown.view.keys.focus();
  else if (event.code === "KeyI") {
    shown.view.setMode(shown.view.mode === "use" ? "inspect" : "use");
    if (shown.view.mode === "inspect") shown.view.keys.focus({ preventScroll: true });
  }
  else if (event.code === "KeyT") turnTheme();
  else return;
  event.preventDefault();
}

// ---- the start

async function start() {
  restoreTheme();
  if (location.search) history.replaceState(null, "", location.pathname + location.hash); // the token is a cookie now
  const button = (sign, label, action) => make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: action }, sign);
  find("#sessions").append(list, closer, opener);
  find("#bar-buttons").append(button("◐", "Light or dark", turnTheme), button("?", "Keys", showKeys));
  place.replaceChildren(
    make(
      "section",
      { id: "landing", "aria-labelledby": "landing-title", hidden: true },
      make("h2", { id: "landing-title" }, "Ask once, replay forever."),
      make("p", { class: "lead" }, "Open a screen, say what is to be done in your own words, and keep what worked."),
      make("div", { class: "opening" }),
    ),
  );
  window.addEventListener("keydown", onKey);
  window.addEventListener("another", openDialog);
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    if (shown) shown.view.keys.focus();
    else place.focus();
  });
  try {
    await refresh();
    show();
  } catch (error) {
    showTrouble(place, error);
  }
  drawBar();
  document.documentElement.dataset.ready = "yes";
}

start();
