// More blocks, and whole pages that are built like well-known kinds of screens: shops, launchers, calendars, mail, menus
// of programs, dialogs over a veil, texts in which nothing can be touched. Only training sees them.
"use strict";

const PHOTOS = [];
function photograph() { // drawn, not taken: things on a table, hills, faces, blurred lights
  const c = document.createElement("canvas"), w = (c.width = 280), h = (c.height = pick([180, 220, 280])), g = c.getContext("2d");
  const shade = (x, y, u, v, list) => { const f = g.createLinearGradient(x, y, u, v); list.forEach((k, i) => f.addColorStop(i / (list.length - 1), k)); return f; };
  const oval = (x, y, a, b, fill) => { g.fillStyle = fill; g.beginPath(); g.ellipse(x, y, a, b, 0, 0, 7); g.fill(); };
  [() => {
    g.fillStyle = chance(0.7) ? `hsl(${below(360)} ${below(40)}% ${whole(84, 98)}%)` : shade(0, 0, 0, h, [colour(), colour()]); g.fillRect(0, 0, w, h);
    const x = w / 2, y = h / 2, a = whole(30, 80), b = whole(40, 80), hue = below(360), side = `hsl(${hue} 60% 32%)`;
    oval(x, y + b, a * 1.2, 8, "#0003");
    if (chance(0.5)) { g.strokeStyle = side; g.lineWidth = whole(8, 18); g.beginPath(); g.arc(x + a, y, b / 2, -1.6, 1.6); g.stroke(); }
    g.fillStyle = shade(x - a, 0, x + a, 0, [`hsl(${hue} 60% 55%)`, side]); g.beginPath(); g.roundRect(x - a, y - b, 2 * a, 2 * b, pick([2, 14, 40])); g.fill();
    if (chance(0.6)) oval(x, y - b, a, b / 5, side);
    if (chance(0.4)) { g.fillStyle = "#fff9"; g.fillRect(x - a, y - 10, 2 * a, whole(12, 40)); }
  }, () => {
    g.fillStyle = shade(0, 0, 0, h, [`hsl(${whole(190, 260)} 60% ${whole(35, 75)}%)`, `hsl(${whole(0, 60)} 60% 80%)`]); g.fillRect(0, 0, w, h);
    oval(below(w), below(h / 2), whole(10, 30), whole(10, 30), "#ffde");
    for (const i of range(4)) { g.fillStyle = `hsl(${whole(70, 160)} ${whole(20, 50)}% ${50 - 9 * i}%)`; g.beginPath(); g.moveTo(0, h); for (let x = 0; x <= w; x += 20) g.lineTo(x, h * (0.4 + 0.14 * i) + whole(-14, 14)); g.lineTo(w, h); g.fill(); }
  }, () => {
    g.fillStyle = shade(0, 0, w, h, [colour(), colour()]); g.fillRect(0, 0, w, h);
    const skin = `hsl(${whole(15, 35)} 50% ${whole(30, 78)}%)`, x = w / 2, r = h / 5;
    oval(x, h, r * 2, r * 1.6, colour()); oval(x, h * 0.42 - 6, r * 1.12, r * 1.25, `hsl(30 40% ${whole(8, 50)}%)`); oval(x, h * 0.46, r * 0.9, r * 1.1, skin);
  }, () => {
    g.fillStyle = colour([20, 60], [10, 60]); g.fillRect(0, 0, w, h); g.filter = `blur(${whole(0, 9)}px)`;
    range(30).forEach(() => { g.globalAlpha = between(0.2, 0.8); oval(below(w), below(h), whole(5, 60), whole(5, 60), colour()); });
    g.filter = "none"; g.globalAlpha = 1;
  }][below(4)]();
  if (chance(0.6)) { const d = g.getImageData(0, 0, w, h), k = whole(4, 26); for (let i = 0; i < d.data.length; i += 4) { const n = (random() - 0.5) * k; d.data[i] += n; d.data[i + 1] += n; d.data[i + 2] += n; } g.putImageData(d, 0, 0); }
  return c.toDataURL("image/jpeg", 0.8);
}
const photo = (w, h, marked = "", style = "") => {
  while (PHOTOS.length < 24) PHOTOS.push(photograph());
  return `<img decoding=sync src="${pick(PHOTOS)}" style="display:block;width:${w};height:${h};object-fit:cover;max-width:100%;border-radius:${pick([0, 0, 4, 8, 14])}px;${style}"${marked}>`;
};
const off = () => ` disabled data-off=1`;
const muted = text => `<span style="opacity:${between(0.5, 0.75)};font-size:${pick(["1em", ".9em", ".85em"])}">${text}</span>`;
const plainLink = (text, more = "") => `<a href="#" style="color:inherit;text-decoration:${pick(["none", "none", "underline"])};${more}"${mark("link")}>${text}</a>`;
const letter = s => `<span style="flex:none;width:${s}px;height:${s}px;border-radius:${pick([50, 50, 50, 20])}%;background:${colour()};color:#fff;display:flex;align-items:center;justify-content:center;font-size:${s / 2.2}px">${pick(words)[0]}</span>`;
const grow = "<span style='flex:1'></span>";
const flex = (items, more = "") => `<div style="display:flex;align-items:center;${more}">${items.join("")}</div>`;
const veil = () => pick([`rgba(0,0,0,${between(0.12, 0.6)})`, `rgba(0,0,0,${between(0.3, 0.5)})`, `rgba(255,255,255,${between(0.4, 0.8)})`, `rgba(${below(80)},${below(80)},${below(120)},.45)`]);

function drawnSlider(wide = "100%") {
  const t = whole(2, 12), s = pick([0, 10, 12, 14, 16, 18, 20, 24]), v = whole(2, 98), main = colour([40, 95], [35, 60]), high = Math.max(t, s, 6);
  const ticks = chance(0.15) ? range(6).map(i => `<i style="position:absolute;left:${i * 20}%;top:${high / 2 - 3}px;width:1px;height:6px;background:#8888"></i>`).join("") : "";
  return `<div${mark("slider")} style="position:relative;height:${high}px;width:${wide}"><i style="position:absolute;left:0;right:0;top:${(high - t) / 2}px;height:${t}px;border-radius:${pick([0, 2, 9])}px;background:${pick(["#8886", "#8884", "#bbb"])}"></i>${chance(0.8) ? `<i style="position:absolute;left:0;width:${v}%;top:${(high - t) / 2}px;height:${t}px;border-radius:9px;background:${main}"></i>` : ""}${ticks}${s ? `<i style="position:absolute;left:calc(${v}% - ${s / 2}px);top:${(high - s) / 2}px;width:${pick([s, s, s, s / 2])}px;height:${s}px;border-radius:${pick([50, 50, 50, 3])}%;background:${pick([main, main, "#fff", "#eee"])};${chance(0.6) ? "box-shadow:0 0 3px #0008;" : ""}${chance(0.3) ? `border:2px solid ${main};box-sizing:border-box` : ""}"></i>` : ""}</div>`;
}
const slider = () => (chance(0.4) ? kit.range(below(101)) : drawnSlider());
function segmented(n = whole(2, 4)) {
  const on = below(n), r = pick([0, 4, 8, 99]), main = colour([30, 90], [30, 55]), kind = below(3), p = whole(3, 9);
  return `<div style="display:flex;width:${pick(["fit-content", "100%"])};border:1px solid #8886;border-radius:${r}px;overflow:hidden;${kind === 1 ? "background:#8882;padding:2px" : ""}">${range(n).map(i => `<div${mark("tab")} style="flex:1;text-align:center;white-space:nowrap;padding:${p}px ${whole(8, 22)}px;${i && kind !== 1 ? "border-left:1px solid #8886;" : ""}${i === on ? (kind === 1 ? `background:var(--ao-paper);border-radius:${r}px;box-shadow:0 1px 3px #0004` : `background:${main};color:#fff`) : ""}">${chance(0.2) ? icon(18) : label(1)}</div>`).join("")}</div>`;
}
function pill() {
  const r = pick([99, 99, 8, 4]), right = chance(0.5), h = whole(30, 48), look = pick(["border:1px solid #8886;background:var(--ao-paper)", "background:#8882", "background:#fff;color:#333;box-shadow:0 1px 4px #0003", "border:1px solid #8884;background:#fff;color:#333"]);
  return `<div${mark("textbox")} style="display:flex;align-items:center;gap:8px;box-sizing:border-box;height:${h}px;width:100%;max-width:${whole(200, 640)}px;padding:0 ${whole(8, 16)}px;border-radius:${r}px;${look}">${right ? "" : icon(18)}<span style="flex:1;opacity:.6;overflow:hidden;white-space:nowrap">${label(4)}</span>${right || chance(0.3) ? `<span${mark("icon")} style="line-height:0;padding:6px">${icon(18)}</span>` : ""}${chance(0.15) ? letter(24).replace("<span", "<span" + mark("icon")) : ""}</div>`;
}
const stepper = () => flex([`<span${mark("icon")} style="padding:2px 11px">−</span>`, `<span style="padding:2px ${whole(6, 16)}px;border:solid #8885;border-width:0 1px">${below(20)}</span>`, `<span${mark("icon")} style="padding:2px 11px">+</span>`], `width:fit-content;border:1px solid #8886;border-radius:${pick([0, 4, 99])}px;font-size:1.1em`);
const swatches = () => { const s = whole(18, 36), r = pick([50, 50, 4, 0]); return flex(some(3, 7, () => `<i${mark("button")} style="width:${s}px;height:${s}px;border-radius:${r}%;background:${colour([20, 90], [15, 90])};border:${pick([0, 1, 2])}px solid #888"></i>`), `gap:${whole(4, 12)}px`); };
const badge = () => `<span style="font-size:.8em;padding:1px 8px;border-radius:${pick([3, 99])}px;${pick([`background:${colour([30, 80], [85, 94])};color:#333`, `background:${colour()};color:#fff`, "background:#8883"])}">${label(1)}</span>`;
const rated = () => `<span style="color:#e90;font-size:${whole(11, 15)}px">${"★".repeat(whole(2, 5))}☆</span> <small style="opacity:.6">(${below(999)})</small>`;
function product(tall) {
  const linked = chance(0.75), price = `<b style="font-size:${whole(14, 20)}px">$${below(300)}.${whole(10, 99)}</b>${chance(0.3) ? ` <s style="opacity:.5">$${below(400)}</s>` : ""}`;
  const title = pick([() => plainLink(`<b>${label(3)}</b>`), () => plainLink(`<b>${label(2)}</b>`), () => kit.link(label(3)), () => plainLink(label(4))])();
  const buy = pick([() => kit.btn(label(2)), () => kit.iconBtn(icon(20)), () => ""])();
  const inner = `<div style="position:relative">${photo("100%", tall + "px", linked ? mark("image") : "")}${chance(0.3) ? `<span style="position:absolute;left:8px;top:8px;font-size:12px;background:#fff;color:#222;border-radius:99px;padding:2px 9px">${label(1)}</span>` : ""}${chance(0.25) ? `<span${mark("icon")} style="position:absolute;right:8px;top:8px;line-height:0;padding:6px;background:#fffc;color:#333;border-radius:50%">${icon(18)}</span>` : ""}</div><div style="padding:${whole(4, 12)}px">${chance(0.5) ? `<div>${muted(label(1))}</div>` : ""}<div>${title}</div>${chance(0.3) ? `<div>${rated()}</div>` : ""}${chance(0.5) ? flex([price, grow, buy], "gap:8px") : `<div>${price}</div>${buy}`}</div>`;
  return `<div style="min-width:0;${pick(["", "border:1px solid #8884;border-radius:10px;padding:10px;", "box-shadow:0 1px 5px #0003;border-radius:6px;overflow:hidden;", "background:#8881;padding:8px;"])}">${inner}</div>`;
}
const linkColumn = () => `<div><div style="margin-bottom:6px;font-weight:700">${label(2)}</div>${some(3, 6, () => `<div style="margin:${pick([2, 4, 8])}px 0">${chance(0.8) ? plainLink(label(3), `opacity:${pick([1, 0.8])}`) : kit.link(label(2))}</div>`).join("")}</div>`;
function line(kind, divided) {
  const s = whole(32, 48), first = pick([() => letter(s), () => photo(s + "px", s + "px", "", "flex:none;border-radius:50%"), () => icon(24), () => ""])();
  return `<div${mark("row")} style="display:flex;align-items:center;gap:${whole(10, 18)}px;padding:${whole(6, 13)}px 16px;${divided ? "border-bottom:1px solid #8883" : ""}">${first}<div style="flex:1;min-width:0"><div style="white-space:nowrap;overflow:hidden;${chance(0.5) ? "font-weight:600" : ""}">${label(3)}</div>${kind ? `<div style="white-space:nowrap;overflow:hidden;opacity:.65;font-size:.88em">${sentence(2, 7)}</div>` : ""}</div>${pick(["", `<small style="opacity:.6">${number()}</small>`, "<span style='opacity:.5'>›</span>"])}</div>`;
}
const lines = () => { const kind = below(3), divided = chance(0.5); return `<div style="margin:0 -${pick([0, 0, 8])}px">${some(3, 9, () => line(kind, divided)).join("")}</div>`; };
const caption = (s, inner, text) => `<div${mark("button")} style="text-align:center;box-sizing:border-box;width:100%;max-width:${Math.round(s * 2.2)}px;justify-self:center;padding:${whole(4, 12)}px 2px;min-width:0"><div style="width:${s}px;height:${s}px;margin:0 auto 6px;display:flex;align-items:center;justify-content:center;${inner}</div><div style="font-size:${whole(10, 14)}px;line-height:1.25;overflow:hidden">${text}</div></div>`;
function launcher(across) {
  const s = whole(40, 64), r = pick([50, 25, 12, 8]), framed = chance(0.8), gap = whole(0, 16);
  return `<div style="display:grid;grid-template-columns:repeat(${across},1fr);gap:${gap}px">${some(across, across * 4, () => caption(s, framed ? `border-radius:${r}%;background:${colour([30, 90], [30, 60])};color:#fff">${icon(Math.round(s * between(0.5, 0.7)))}` : `">${icon(Math.round(s * 0.7))}`, label(2))).join("")}</div>`;
}
function month(high) {
  const ruled = below(4), at = pick(["center", "start", "end"]), mid = chance(0.4), on = below(35), events = !phone && chance(0.5), first = below(7);
  const cell = i => `<div${mark("button")} style="box-sizing:border-box;height:${high}px;text-align:${at};padding:${mid ? Math.max(0, high / 2 - 11) : whole(2, 7)}px 4px 0;overflow:hidden;${["", "border:solid #8884;border-width:1px 0 0 1px;", "border-top:1px solid #8883;", ""][ruled]}${i === on ? pick(["background:#36c3", "background:#36c;color:#fff;border-radius:8px", "font-weight:700;color:#36c"]) : ""}"><span style="${i < first || i > first + 30 ? "opacity:.45" : ""}">${((i - first + 30) % 31) + 1}</span>${events && chance(0.25) ? `<div style="font-size:11px;background:${colour()};color:#fff;border-radius:3px;padding:0 4px;white-space:nowrap;overflow:hidden;margin-top:2px">${label(2)}</div>` : ""}</div>`;
  return `<div style="display:grid;grid-template-columns:repeat(7,1fr)">${["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(d => `<small style="text-align:${at};opacity:.7;padding:4px">${phone && chance(0.3) ? d[0] : d}</small>`).join("")}${range(pick([35, 42])).map(cell).join("")}</div>`;
}
function menuRows(n = whole(4, 16)) {
  const p = whole(2, 7), left = pick([0, 22, 26]), keys = chance(0.7), hot = below(n * 2);
  return range(n).map(i => `${i && chance(0.18) ? `<div style="border-top:1px solid #8884;margin:${whole(1, 4)}px 0"></div>` : ""}<div${mark("row")}${chance(0.12) ? " data-off=1" : ""} style="display:flex;align-items:center;gap:6px;white-space:nowrap;padding:${p}px ${whole(6, 14)}px;${i === hot ? "background:#36c;color:#fff" : ""}"><span style="width:${left}px;flex:none;line-height:0">${left && chance(0.6) ? icon(16) : left && chance(0.1) ? "✓" : ""}</span><span style="flex:1">${label(2)}</span>${keys && chance(0.7) ? `<span style="opacity:.75;padding-left:30px;min-width:60px">${pick(["Ctrl+", "Ctrl+Shift+", "Alt+", "F", "⌘"])}${pick([..."ABCDENOPQS123"])}</span>` : chance(0.12) ? "▸" : ""}</div>`).join("").replace(/data-off=1 style="/g, 'data-off=1 style="opacity:.4;');
}
const popup = (inner, place) => `<div data-layer style="position:absolute;z-index:30;${place};min-width:${whole(130, 300)}px;background:var(--ao-paper);border:1px solid #8886;border-radius:${pick([0, 0, 4, 8])}px;padding:${pick([0, 2, 4, 6])}px 0;${chance(0.7) ? "box-shadow:0 3px 12px #0005" : ""}">${inner}</div>`;
const quietTable = () => { const n = whole(2, 5); return `<table class="${kit.c.table}" style="width:100%">${some(3, 8, () => `<tr>${range(n).map(() => `<td style="padding:4px 8px">${pick([label(2), number(), badge()])}</td>`).join("")}</tr>`).join("")}</table>`; };
const paragraphs = () => some(1, 4, () => `<p style="margin:.7em 0;line-height:${between(1.25, 1.8)}">${some(3, 9, () => sentence(4, 14)).join(" ")}</p>`).join("");

const textLink = text => `<a href="#" style="${pick([() => `color:${colour([50, 95], [30, 60])};text-decoration:none`, () => `color:${colour([50, 95], [30, 60])}`, () => "color:inherit;text-decoration:underline", () => `color:${colour([50, 95], [30, 60])};text-decoration:none;border-bottom:1px ${pick(["solid", "dotted"])} currentColor`])()}"${mark("link")}>${text}</a>`;
function prose() { // running text with links inside its sentences
  const link = chance(0.5) ? textLink : text => kit.link(text), often = between(0.15, 0.5);
  return some(1, 4, () => `<p style="margin:.6em 0;line-height:${between(1.2, 1.9)};font-size:${pick(["1em", "1em", ".9em", "1.1em"])};max-width:${pick([420, 640, 900])}px">${some(3, 8, () => (chance(often) ? label(3) + " " + link(label(3)) + " " : "") + sentence(2, 9)).join(" ")}</p>`).join("");
}
function choices() { // one of several, as words, as lines and as cards
  const g = "g" + below(1e9), n = whole(2, 6), on = below(n), cards = chance(0.3), gap = whole(2, 14), across = chance(0.3);
  return (chance(0.7) ? heading() : "") + `<div style="display:flex;flex-direction:${across ? "row" : "column"};flex-wrap:wrap;gap:${gap}px">${range(n).map(i => `<div style="${cards ? `border:1px solid ${i === on ? "#36c" : "#8886"};border-radius:${pick([0, 6, 10])}px;padding:${whole(5, 14)}px;` : ""}">${kit.radio(g, chance(0.2) ? `${label(2)}<br><small>${sentence(3, 8)}</small>` : label(4), i === on)}</div>`).join("")}</div>`;
}

const MORE = {
  prose() { return heading() + prose(); },
  choices() { return choices(); },
  sliders() { const w = whole(60, 140); return `<div style="max-width:${whole(240, 640)}px">${some(2, 5, () => flex([chance(0.8) ? `<span style="width:${w}px;flex:none;overflow:hidden;white-space:nowrap">${chance(0.3) ? icon(18) : label(2)}</span>` : "", `<div style="flex:1;min-width:60px">${slider()}</div>`, chance(0.6) ? `<span style="width:44px;text-align:end">${below(100)}</span>` : ""], `gap:10px;margin:${whole(6, 18)}px 0`)).join("")}</div>`; },
  segmented() { return (chance(0.5) ? `<div>${label(2)}</div>` : "") + segmented(); },
  pill() { return pill(); },
  steppers() { return some(1, 3, () => flex([label(2), grow, stepper()], "max-width:320px;margin:8px 0")).join(""); },
  swatches() { return `<div style="margin:4px 0">${label(2)}</div>` + swatches(); },
  filters() { return row(some(3, 7, i => `<span${mark("button")} style="display:inline-flex;gap:6px;align-items:center;padding:${whole(3, 8)}px ${whole(8, 15)}px;border-radius:${pick([99, 8])}px;${chance(0.3) ? `background:${colour([30, 80], [25, 50])};color:#fff` : pick(["border:1px solid #8887", "background:#8882"])}">${chance(0.3) ? icon(14) : ""}${label(1)}${chance(0.25) ? " ✕" : ""}</span>`), whole(5, 10)); },
  products() { const n = phone ? 2 : whole(3, 5), tall = whole(90, 220); return `<div style="display:grid;gap:${whole(10, 24)}px;grid-template-columns:repeat(${n},minmax(0,1fr))">${some(n, n * 2, () => product(tall)).join("")}</div>`; },
  linkColumns() { return `<div style="display:grid;gap:20px;grid-template-columns:repeat(${phone ? 2 : whole(2, 4)},minmax(0,1fr));padding:14px;${chance(0.4) ? "background:#222;color:#ccc" : chance(0.5) ? "background:#8881" : ""}">${some(2, 4, linkColumn).join("")}</div>`; },
  news() { const side = chance(0.5); return some(2, 4, () => { const p = chance(0.7) ? photo(side ? "120px" : "100%", side ? "80px" : whole(90, 200) + "px", chance(0.7) ? mark("image") : "") : ""; const t = `<div style="min-width:0"><div style="font-size:${whole(15, 22)}px">${plainLink(`<b>${label(6)}</b>`)}</div>${chance(0.7) ? `<div style="opacity:.8">${sentence(6, 16)}</div>` : ""}${muted(label(1) + " · " + number())}</div>`; return side ? `<div style="display:flex;gap:12px;margin:12px 0">${p}${t}</div>` : `<div style="margin:12px 0;max-width:520px">${p}${t}</div>`; }).join(""); },
  lines() { return lines(); },
  launcher() { return launcher(phone ? whole(3, 5) : whole(4, 7)); },
  quiet() { return heading() + paragraphs() + (chance(0.3) ? quietTable() : "") + (chance(0.3) ? row(some(2, 5, badge), 6) : ""); },
  quietTable() { return heading() + quietTable(); },
  off() { return row([kit.btn(label(2), off()), `<input class="${kit.c.input}" value="${label(2)}" style="width:160px;opacity:.5"${off()}${mark("textbox")}>`, kit.btn(label(1)), kit.btn(label(1), off())]); },
  flat() { const main = colour([50, 90], [30, 50]); return `<div style="max-width:${whole(200, 420)}px">${some(2, 4, () => `<div${mark("button")} style="text-align:center;font-weight:${pick([400, 600, 700])};color:${main};padding:${whole(8, 14)}px;${chance(0.3) ? "border:1px solid #8884;border-radius:6px;margin:4px 0" : ""}">${label(2)}</div>`).join("")}</div>`; },
  photos() { const n = phone ? 3 : whole(3, 6); return `<div style="display:grid;gap:${whole(1, 10)}px;grid-template-columns:repeat(${n},1fr)">${some(n, n * 3, () => photo("100%", whole(80, 82) + (phone ? 20 : 60) + "px", mark("image"))).join("")}</div>`; },
  figure() { return `<div style="max-width:${whole(240, 700)}px">${photo("100%", whole(120, 320) + "px")}<small style="opacity:.7">${sentence(4, 10)}</small></div>`; },
  banner() { return `<div style="padding:${whole(20, 50)}px;border-radius:${pick([0, 12, 20])}px;color:#fff;background:linear-gradient(120deg,${colour([30, 70], [20, 40])},${colour([30, 70], [25, 45])})"><div>${label(3)}</div><div style="font-size:${whole(22, 42)}px;font-weight:700;line-height:1.15">${label(5)}</div><div style="margin:6px 0">${sentence(6, 14)}</div>${chance(0.4) ? button() : ""}</div>`; },
  badges() { return row(some(3, 8, badge), whole(4, 10)); },
  joined() { const r = pick([0, 4, 8]); return `<div style="display:flex;border:1px solid #8886;border-radius:${r}px;overflow:hidden;width:fit-content">${some(2, 7, i => `<span${mark("icon")} style="padding:${whole(6, 7)}px 9px;line-height:0;border-right:1px solid #8884;${chance(0.2) ? "background:#8883" : ""}">${icon(18)}</span>`).join("")}</div>`; },
};
Object.assign(BLOCKS, MORE);
OFTEN.push(...Object.keys(MORE), "sliders", "quiet", "lines", "linkColumns", "news", "products", "prose", "prose", "prose", "choices", "choices", "choices");

const statusBar = () => flex([number(), grow, "▮▮ " + below(100) + "%"], `padding:4px 14px;font-size:13px;${pick(["background:#111;color:#eee", "", "background:#0002"])}`);
const glyphs = ["M18 5L6 12l12 7z", "M12 5a7 7 0 100 14 7 7 0 000-14z", "M6 6h12v12H6z"];
const navBar = () => pick([() => "", () => `<nav data-layer style="position:fixed;left:0;right:0;bottom:0;z-index:9;display:flex;background:${pick(["#111", "#111", "#fff", "#f4f4f6"])};color:${pick(["#fff", "#888"])}">${glyphs.map(d => `<span${mark("icon")} style="flex:1;text-align:center;padding:${whole(10, 12)}px 0;line-height:0"><svg width=20 height=20 viewBox="0 0 24 24" fill="${pick(["currentColor", "currentColor", "none"])}" stroke=currentColor><path d="${d}"/></svg></span>`).join("")}</nav>`, () => `<div data-layer style="position:fixed;left:32%;right:32%;bottom:7px;height:4px;border-radius:9px;background:#888;z-index:9"></div>`])();
const floating = () => `<button data-layer${mark("icon")} style="position:fixed;z-index:8;right:${whole(12, 26)}px;bottom:${whole(56, 90)}px;width:${pick([48, 56, 56, 64])}px;height:56px;border-radius:${pick([14, 18, 28])}px;border:0;margin:0;padding:0;background:${colour()};color:#fff;box-shadow:0 3px 8px #0006">${chance(0.6) ? "<span style='font-size:26px;line-height:1'>+</span>" : icon(24)}</button>`;
function appBar() {
  const tone = pick(["", "background:#8881", `background:${colour([30, 80], [20, 45])};color:#fff`, "background:#f3f3f8;color:#222"]), bare = () => `<span${mark("icon")} style="line-height:0;padding:${whole(8, 13)}px">${icon(24)}</span>`;
  return `<header data-layer style="position:sticky;top:0;z-index:5;background:var(--ao-paper)"><div style="display:flex;align-items:center;gap:2px;padding:${whole(2, 10)}px 8px;${tone}">${chance(0.6) ? bare() : ""}<span style="flex:1;font-size:${whole(17, 22)}px;font-weight:${pick([400, 600])};padding-left:8px;white-space:nowrap;overflow:hidden">${label(2)}</span>${chance(0.25) ? `<span${mark("button")} style="padding:8px 12px;font-weight:600;color:${colour([50, 90], [35, 55])}">${label(1)}</span>` : ""}${some(0, 3, bare).join("")}</div></header>`;
}
const tabBar = () => { const n = whole(3, 5), on = below(n), main = colour([50, 90], [35, 55]); return `<nav data-layer style="position:fixed;left:0;right:0;bottom:0;z-index:6;display:flex;background:var(--ao-paper);border-top:1px solid #8883;padding-bottom:${pick([0, 0, 14])}px">${range(n).map(i => `<div${mark("tab")} style="flex:1;text-align:center;padding:6px 0;color:${i === on ? main : "#888"}"><div style="line-height:0">${icon(24)}</div>${n < 5 || chance(0.8) ? `<small>${label(1)}</small>` : ""}</div>`).join("")}</nav>`; };
const desk = () => `<div style="position:fixed;inset:0;background:${pick([colour([10, 70], [15, 70]), "#000", "#246", "#777", "#fff", `linear-gradient(${colour()},${colour()})`])}"></div>`;
const framed = (inner, w, h) => { const full = chance(0.3); return `<div data-layer style="position:fixed;${full ? "inset:0" : `left:${whole(0, 100 - w)}%;top:${whole(0, 100 - h)}%;width:${w}%;height:${h}%;box-shadow:0 2px 16px #0007`};display:flex;flex-direction:column;background:var(--ao-paper);font-size:${whole(11, 15)}px">${inner}</div>`; };
const titleBar = () => flex([chance(0.3) ? icon(16) : "", `<span style="flex:1;padding-left:6px;text-align:${pick(["center", "start"])};font-weight:${pick([400, 700])}">${label(3)}</span>`, ...["—", "▢", "✕"].map(t => `<span${mark("icon")} style="padding:${whole(2, 5)}px 11px">${t}</span>`)], `background:${pick(["#8882", "#8884", "#2b2b2b;color:#fff", colour([10, 60], [25, 60]) + ";color:#fff"])}`);

const SCENES = {
  shop() {
    const wide = phone ? "100%" : pick(["100%", "1080px", "1200px"]), search = `<div style="flex:1;max-width:520px">${pill()}</div>`;
    const badgeLink = `<a href="#" style="color:inherit;text-decoration:none;white-space:nowrap"${mark("link")}>${icon(20)} ${phone ? "" : label(1)} <b style="background:${colour()};color:#fff;border-radius:99px;padding:0 7px;font-size:.8em">${below(9)}</b></a>`;
    const logo = `<a href="#" style="color:inherit;text-decoration:none;font:700 ${whole(17, 24)}px ${pick(["serif", "inherit", "sans-serif"])};white-space:nowrap"${mark("link")}>${chance(0.6) ? icon(24) + " " : ""}${label(2)}</a>`;
    const head = `<header data-layer style="position:sticky;top:0;z-index:5;background:var(--ao-paper);border-bottom:1px solid #8883">${flex([logo, phone ? grow : search, phone ? "" : grow, phone ? "" : plainLink(label(1)), badgeLink], `gap:${whole(12, 28)}px;padding:${whole(6, 14)}px 16px;max-width:${wide};margin:0 auto`)}${phone ? `<div style="padding:0 12px 8px">${pill()}</div>` : ""}</header>`;
    const cookies = chance(0.25) ? `<div data-layer style="position:fixed;z-index:20;left:${pick([0, 5])}%;right:${pick([0, 5])}%;bottom:${pick([0, 16])}px;padding:14px 22px;background:var(--ao-paper);border:1px solid #8884;border-radius:${pick([0, 14])}px;box-shadow:0 4px 30px #0005;display:flex;flex-wrap:wrap;gap:10px;align-items:center"><div style="flex:1;min-width:200px"><b>${label(3)}</b><div>${sentence(5, 12)}</div></div>${button()}${button()}</div>` : "";
    const detail = () => `<div style="margin:8px 0">${BLOCKS.crumbs()}</div><div style="display:grid;gap:24px;grid-template-columns:${phone ? "1fr" : "1fr 1fr"}"><div>${photo("100%", whole(220, 420) + "px", chance(0.5) ? mark("image") : "")}${flex(some(2, 5, () => photo("56px", "56px", mark("image"))), "gap:6px;margin-top:6px")}</div><div><h2>${label(4)}</h2><div>${rated()}</div><p style="font-size:22px"><b>$${below(400)}.00</b></p><p>${sentence(8, 26)}</p>${MORE.swatches()}<div style="margin:10px 0">${segmented()}</div>${flex([stepper(), button(), kit.iconBtn(icon(20))], "gap:10px;margin:12px 0")}</div></div>`;
    const body = chance(0.25) ? detail() : (chance(0.5) ? MORE.banner() : "") + MORE.filters() + flex([`<b style="font-size:20px">${label(3)}</b>`, muted(below(99) + " " + label(1)), grow, phone ? "" : label(2), `<div style="width:140px">${kit.select("", some(2, 3, () => label(2)))}</div>`], "gap:10px") + MORE.products() + (chance(0.4) ? BLOCKS.pages() : "");
    return head + `<div style="max-width:${wide};margin:0 auto;padding:${whole(8, 20)}px 14px">${!phone && chance(0.25) ? `<div style="display:flex;gap:20px"><aside style="width:180px;flex:none">${linkColumn()}<br>${BLOCKS.checks()}${MORE.sliders()}</aside><div style="flex:1;min-width:0">${body}</div></div>` : body}</div><footer style="margin-top:20px">${MORE.linkColumns()}</footer>` + cookies;
  },
  launcher() { return `<div style="position:fixed;inset:0;color:#fff;background:${pick([`linear-gradient(${colour([20, 60], [15, 45])},${colour([20, 60], [30, 60])})`, colour([20, 60], [15, 45]), "#101418"])}">${chance(0.3) ? `<div style="position:absolute;inset:0;opacity:.7">${photo("100%", "100%", "", "border-radius:0")}</div>` : ""}</div><div style="position:relative;color:#fff;text-shadow:0 1px 2px #0006">${statusBar()}<div style="padding:${whole(10, 40)}px 24px;font-size:${whole(20, 44)}px;font-weight:300">${label(2)}${chance(0.5) ? "<br>" + number() : ""}</div>${chance(0.3) ? `<div style="padding:0 16px">${pill()}</div>` : ""}<div style="padding:0 ${whole(4, 20)}px">${launcher(phone ? whole(3, 5) : whole(5, 10))}</div>${chance(0.3) ? `<div${mark("button")} style="position:fixed;left:5%;right:5%;bottom:70px;text-align:center;padding:12px;border-radius:99px;background:#3a5a9a;font-weight:700">${label(1)}</div>` : ""}</div>${navBar()}`; },
  calendar() {
    const high = phone ? whole(40, 105) : whole(50, 120), bare = d => `<span${mark("icon")} style="line-height:0;padding:10px"><svg width=22 height=22 viewBox="0 0 24 24" fill=none stroke=currentColor stroke-width=2><path d="${d}"/></svg></span>`;
    const today = `<span${mark("button")} style="padding:8px 14px;font-weight:600;color:${colour([50, 80], [35, 55])};${chance(0.3) ? "border:1px solid #8886;border-radius:6px" : ""}">${label(1)}</span>`;
    return (phone ? statusBar() : "") + flex([`<span style="font-size:${whole(18, 26)}px;padding-left:12px">${label(1)} 20${whole(10, 40)}</span>`, grow, bare(pick(["M15 5l-7 7 7 7", "M20 12H5m7-7l-7 7 7 7"])), bare(pick(["M9 5l7 7-7 7", "M4 12h15m-7-7l7 7-7 7"])), today, phone ? "" : `<div style="margin:0 12px">${segmented(3)}</div>`], `padding:6px;${chance(0.5) ? "background:#8881" : ""}`) + (!phone && chance(0.5) ? `<div style="display:flex"><aside style="width:220px;padding:10px;flex:none">${BLOCKS.dates().replace(/width:\d+px"/, 'width:200px"').replace(/repeat\(7,\d+px\)/, "repeat(7,28px)")}${BLOCKS.checks()}</aside><div style="flex:1">${month(high)}</div></div>` : month(high)) + (phone && chance(0.6) ? floating() : "") + (phone ? navBar() : "");
  },
  phoneApp() {
    const part = () => pick([lines, lines, () => MORE.filters(), () => `<div style="padding:8px 14px">${pill()}</div>`, () => `<div style="padding:6px 14px">${segmented()}</div>`, BLOCKS.settings, () => `<div style="padding:10px 16px 2px;color:${colour([50, 90], [35, 55])};font-weight:600;font-size:.9em">${label(2)}</div>` + lines(), () => `<div style="padding:8px 14px">${block()}</div>`, () => `<div style="padding:4px 16px">${MORE.sliders()}</div>`, () => `<div style="padding:4px 12px">${MORE.flat()}</div>`, () => `<div style="padding:24px 16px;opacity:.7">${sentence(2, 6)}</div>`, () => `<div style="padding:8px 14px">${chance(0.5) ? MORE.products() : MORE.photos()}</div>`])();
    return (chance(0.6) ? statusBar() : "") + appBar() + (chance(0.3) ? BLOCKS.tabs() : "") + some(1, 5, part).join("") + (chance(0.45) ? tabBar() : navBar()) + (chance(0.45) ? floating() : "") + (chance(0.2) ? layers() : "");
  },
  mail() {
    const bar = BLOCKS.toolbar(), list = `<div style="width:${whole(24, 40)}%;border-right:1px solid #8884;overflow:hidden">${chance(0.5) ? `<div style="padding:8px">${pill()}</div>` : ""}${lines()}${lines()}</div>`;
    const side = `<aside style="width:${whole(160, 230)}px;flex:none;${pick(["", "background:#8881;", `background:${colour([10, 50], [10, 25])};color:#ddd;`])}padding:10px">${chance(0.6) ? button() : ""}${some(4, 10, () => `<div${mark("row")} style="display:flex;gap:10px;align-items:center;padding:${whole(4, 9)}px 8px;border-radius:6px;${chance(0.1) ? "background:#8884" : ""}">${icon(18)}<span style="flex:1">${label(1)}</span>${chance(0.3) ? `<small>${below(99)}</small>` : ""}</div>`).join("")}</aside>`;
    return `<div style="display:flex;height:100vh">${chance(0.8) ? side : ""}<div style="flex:1;display:flex;flex-direction:column;min-width:0">${bar}<div style="flex:1;display:flex;min-height:0">${list}<div style="flex:1;padding:14px;overflow:hidden">${flex([letter(40), `<div><b>${label(2)}</b><br>${muted(label(3))}</div>`, grow, kit.iconBtn(icon(18)), kit.iconBtn(icon(18))], "gap:10px")}<h3>${label(5)}</h3>${paragraphs()}${chance(0.4) ? MORE.figure() : ""}${row([button(), button()])}</div></div></div></div>`;
  },
  menus() {
    const names = some(4, 8, word), p = whole(2, 7), on = below(Math.min(4, names.length)), hot = pick(["background:#8884", "background:#36c;color:#fff", ""]);
    const bar = `<div style="display:flex;position:relative;background:#8881">${names.map((n, i) => `<span style="padding:${p}px ${p + 4}px;${i === on ? hot : ""}"${mark("row")}>${n}${i === on ? popup(menuRows(), "left:" + on * whole(38, 52) + "px;top:100%") : ""}</span>`).join("")}</div>`;
    const text = `<div contenteditable${mark("textbox")} style="flex:1;min-height:0;overflow:hidden;white-space:pre;padding:4px;background:${chance(0.7) ? "#fff;color:#111" : "inherit"}">${some(0, 20, () => label(8)).join("\n")}</div>`;
    const inner = pick([() => text, () => text, () => `<div style="flex:1;min-height:0;overflow:hidden;padding:8px">${BLOCKS[pick(["form", "keypad", "table", "list", "checks"])]()}</div>`])();
    const status = chance(0.6) ? flex([`<span style="flex:1">${label(3)}</span>`, number(), ...(chance(0.4) ? some(1, 4, () => `<span${mark("icon")} style="padding:2px 5px;line-height:0">${icon(16)}</span>`) : [])], "gap:14px;padding:3px 8px;border-top:1px solid #8884") : "";
    return desk() + framed((chance(0.4) ? titleBar() : "") + bar + (chance(0.6) ? BLOCKS.toolbar() : "") + (chance(0.3) ? BLOCKS.tabs() : "") + inner + status, whole(45, 96), whole(50, 96));
  },
  context() { return `<div style="display:flex">${chance(0.5) ? sideBar() : ""}<main style="flex:1;min-width:0;padding:14px">${some(3, 5, block).join("")}</main></div>` + popup(menuRows(whole(3, 10)), `position:fixed;left:${whole(5, 60)}%;top:${whole(5, 50)}%`); },
  dialog() {
    const body = pick([() => `<p>${sentence(5, 24)}</p>`, () => some(2, 4, field).join(""), lines, MORE.sliders, BLOCKS.checks, () => BLOCKS.tabs() + BLOCKS.form(), () => month(36), MORE.photos])();
    const foot = pick([() => row([button(), button()], 8, "justify-content:flex-end"), () => flex([grow, ...some(2, 3, () => `<span${mark("button")} style="padding:9px 14px;font-weight:600;color:${colour([50, 90], [35, 55])}">${label(1)}</span>`)]), () => button()])();
    const w = phone ? 88 : whole(24, 55), bottom = phone && chance(0.3);
    return `<div style="padding:10px">${(chance(0.6) ? bar() : "") + some(3, 7, block).join("")}</div><div data-layer style="position:fixed;inset:0;z-index:50;background:${veil()}"></div><div data-layer style="position:fixed;z-index:51;${bottom ? "left:0;right:0;bottom:0" : `left:${(100 - w) / 2}%;width:${w}%;top:${whole(6, 35)}%`};max-height:86%;overflow:hidden;box-sizing:border-box;padding:${whole(12, 24)}px;background:var(--ao-paper);border-radius:${pick([0, 4, 8, 16, 28])}px;${chance(0.7) ? "box-shadow:0 4px 30px #0006" : "border:1px solid #8886"}">${flex([`<b style="font-size:18px;flex:1">${label(4)}</b>`, chance(0.5) ? `<span${mark("icon")} style="padding:4px 8px">✕</span>` : ""])}${body}${foot}</div>`;
  },
  chooser() {
    const files = some(6, 16, () => `<div${mark("row")} style="display:flex;gap:8px;align-items:center;padding:${whole(2, 3)}px 8px;${chance(0.08) ? "background:#36c;color:#fff" : ""}">${icon(16)}<span style="flex:2">${label(3)}</span><span style="flex:1;opacity:.8">${number()}</span><span style="flex:1;opacity:.8">${label(1)}</span></div>`).join("");
    return desk() + framed(titleBar() + BLOCKS.toolbar() + `<div style="flex:1;display:flex;min-height:0;overflow:hidden"><div style="width:22%;border-right:1px solid #8885">${some(4, 9, () => `<div${mark("row")} style="padding:4px 8px">${icon(16)} ${label(1)}</div>`).join("")}</div><div style="flex:1;overflow:hidden"><div style="display:flex;padding:3px 8px;border-bottom:1px solid #8885;background:#8881"><span style="flex:2">${label(1)}</span><span style="flex:1">${label(1)}</span><span style="flex:1">${label(1)}</span></div>${files}</div></div>` + flex([label(1), `<div style="flex:1">${kit.text("", { value: label(2) })}</div>`, `<div style="width:130px">${kit.select("", [label(2)])}</div>`, button(), button()], "gap:8px;padding:8px"), whole(50, 90), whole(50, 90));
  },
  article() { const wide = pick([560, 680, 820]); return (chance(0.5) ? bar() : "") + `<div style="display:flex;gap:30px;max-width:${phone ? 999 : wide + 260}px;margin:0 auto;padding:14px"><article style="flex:1;min-width:0;font-size:${whole(14, 20)}px;font-family:${pick(["inherit", "serif"])}"><h1 style="line-height:1.15">${label(7)}</h1><p>${muted(label(2) + " · " + number())}</p>${chance(0.6) ? MORE.figure() : ""}${some(2, 5, () => (chance(0.4) ? heading() : "") + (chance(0.25) ? BLOCKS.texts() : chance(0.5) ? prose() : paragraphs())).join("")}${chance(0.3) ? quietTable() : ""}</article>${phone || chance(0.5) ? "" : `<aside style="width:210px;flex:none">${linkColumn()}${chance(0.5) ? MORE.news() : linkColumn()}</aside>`}</div>${chance(0.5) ? MORE.linkColumns() : ""}`; },
  login() { const social = () => `<div${mark("button")} style="display:flex;gap:10px;align-items:center;justify-content:center;padding:${whole(7, 12)}px;border:1px solid #8886;border-radius:${pick([0, 6, 99])}px;margin:7px 0">${icon(18)} ${label(3)}</div>`; return `<div style="min-height:100vh;display:flex;align-items:center;justify-content:center;background:${chance(0.5) ? `linear-gradient(${colour()},${colour()})` : "#8881"}"><div style="width:${phone ? 86 : whole(24, 36)}%;min-width:250px;background:var(--ao-paper);padding:${whole(16, 40)}px;border-radius:${pick([0, 8, 16])}px;${chance(0.6) ? "box-shadow:0 4px 24px #0004" : ""}"><h2 style="text-align:center">${label(3)}</h2>${kit.text(label(1), { hint: label(2) })}${kit.text(label(1), { hint: label(1) })}${flex([kit.check(label(2), chance(0.5)), grow, kit.link(label(2))], "margin:8px 0")}${kit.btn(label(2), 'style="width:100%"')}${chance(0.6) ? `<p style="text-align:center;opacity:.6">— ${word()} —</p>` + social() + social() : ""}<p style="text-align:center">${label(3)} ${kit.link(label(2))}</p></div></div>`; },
  dashboard() { const side = `<aside style="width:${whole(150, 230)}px;flex:none;min-height:100vh;padding:10px;${pick([`background:${colour([10, 60], [8, 22])};color:#ddd`, "border-right:1px solid #8883", "background:#8881"])}"><b style="font-size:18px">${label(1)}</b>${some(5, 11, () => (chance(0.12) ? `<div style="opacity:.6;font-size:.8em;margin-top:10px">${label(1)}</div>` : "") + `<div${mark("row")} style="display:flex;gap:10px;align-items:center;padding:${whole(5, 10)}px 8px;border-radius:6px;${chance(0.12) ? "background:#8885" : ""}">${icon(18)}${label(2)}</div>`).join("")}</aside>`; return `<div style="display:flex">${chance(0.85) ? side : ""}<div style="flex:1;min-width:0">${flex([`<div style="width:260px">${pill()}</div>`, grow, kit.iconBtn(icon(20)), kit.iconBtn(icon(20)), `<span${mark("button")} style="display:flex;gap:8px;align-items:center;padding:3px 6px">${letter(30)} ${label(1)} ${arrow()}</span>`], "gap:10px;padding:8px 16px;border-bottom:1px solid #8883")}<div style="padding:14px"><h2>${label(2)}</h2>${BLOCKS.figures()}<div style="display:grid;grid-template-columns:1fr 1fr;gap:18px"><div style="min-width:0">${BLOCKS.chart()}${block()}</div><div style="min-width:0">${chance(0.5) ? quietTable() : BLOCKS.table()}${block()}</div></div>${block()}</div></div></div>`; },
  editor() { const panel = `<div style="width:${whole(200, 300)}px;padding:10px;border-left:1px solid #8885;overflow:hidden">${some(2, 3, () => heading() + MORE.sliders()).join("")}${MORE.swatches()}${BLOCKS.checks()}</div>`; return `<div style="display:flex;flex-direction:column;height:100vh;${chance(0.5) ? "background:#262626;color:#ddd;--ao-paper:#262626" : ""}">${chance(0.6) ? menuBar() : ""}${BLOCKS.toolbar()}<div style="flex:1;display:flex;min-height:0">${chance(0.6) ? `<div style="padding:4px;border-right:1px solid #8885">${some(6, 14, () => `<div${mark("icon")} style="padding:6px;line-height:0">${icon(20)}</div>`).join("")}</div>` : ""}<div style="flex:1;background:#8883;display:flex;align-items:center;justify-content:center">${photo("70%", "70%", "", "border-radius:0")}</div>${panel}</div>${chance(0.5) ? BLOCKS.player() : ""}</div>`; },
  small() { const w = whole(160, 420); return `<div style="position:absolute;left:0;top:0;width:${w}px;min-height:${whole(160, 420)}px;border:1px solid #8886;font:${whole(10, 14)}px ${pick(["sans-serif", "serif", "monospace"])}"><div style="background:${pick(["#ffb", "#ff8", "#8882"])};color:#111;padding:4px">${sentence(3, 9)}</div><div style="padding:4px">${pick([() => some(2, 4, () => `<div>${field()}</div>`).join("") + `<button${mark("button")}>${label(1)}</button>`, () => row(some(2, 8, () => `<button${mark("button")}>${label(1)}</button>`), 3), () => some(3, 8, () => `<div><label><input type="${pick(["checkbox", "radio"])}"${mark("checkbox", false)}> ${label(1)}</label></div>`).join("").replace(/type="radio" data-t="checkbox"/g, 'type="radio" data-t="radio"') + `<button${mark("button")}>${label(1)}</button>`, () => BLOCKS.dates(), () => BLOCKS.texts(), () => BLOCKS.tabs() + BLOCKS.texts(), () => some(4, 9, () => `<span${mark("link")} style="color:#00e;text-decoration:underline;margin-right:6px">${label(2)}</span>`).join("") + `<p>${sentence()}</p>`])()}</div></div>`; },
};
const PHONE_SCENES = ["dialog", "dialog", "shop", "launcher", "launcher", "calendar", "calendar", "phoneApp", "phoneApp", "phoneApp", "phoneApp", "dialog", "article", "login"];
const DESK_SCENES = ["dialog", "dialog", "shop", "shop", "shop", "launcher", "calendar", "mail", "menus", "menus", "menus", "context", "dialog", "dialog", "chooser", "article", "login", "dashboard", "editor", "small"];
const scene = () => SCENES[pick(phone ? PHONE_SCENES : DESK_SCENES)]();

// What designers do to any kit: spacing of letters and lines, weights, corners, buttons without borders, links without lines.
function garnish() {
  const css = [];
  if (chance(0.25)) css.push(`#ao{letter-spacing:${between(-0.03, 0.09).toFixed(3)}em}`);
  if (chance(0.2)) css.push(`#ao{font-weight:${pick([300, 500, 600])}}`);
  if (chance(0.2)) css.push(`#ao{line-height:${between(1.1, 1.9).toFixed(2)}}`);
  if (chance(0.12)) css.push(`#ao button{border-color:transparent;box-shadow:none}`);
  if (chance(0.15)) css.push(`#ao button,#ao input,#ao select{border-radius:${pick([0, 3, 8, 20])}px}`);
  if (chance(0.12)) css.push(`#ao button{text-transform:${pick(["uppercase", "lowercase"])}}`);
  if (chance(0.15)) css.push(`#ao a{text-decoration:none}`);
  if (chance(0.1)) css.push(`#ao{background:linear-gradient(${pick(["#0000", "#8881"])},${colour([20, 60], [40, 70]).replace(")", " / .25)")})}`);
  return css.join("\n");
}

// To another place of a page that goes on for long.
function scrollOn() {
  const high = document.documentElement.scrollHeight - innerHeight;
  if (high < innerHeight * 0.6) return false;
  const now = document.documentElement.scrollTop, there = now > high / 2 ? below(now - innerHeight * 0.4) : now + innerHeight * 0.5 + below(high - now - innerHeight * 0.5);
  scrollTo({ top: there, behavior: "instant" });
  return true;
}
