// Makes random pages of a kit's parts, and tells afterwards what on them can be touched and where.
"use strict";

let state = 1;
function random() { // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const chance = p => random() < p;
const below = n => Math.floor(random() * n);
const between = (a, b) => a + random() * (b - a);
const whole = (a, b) => a + below(b - a + 1);
const pick = list => list[below(list.length)];
const range = n => [...Array(n).keys()];
const some = (a, b, make) => range(whole(a, b)).map(make);

const WORDS = {
  en: "Save Cancel Open Settings Account Delete Edit Search Home Profile Messages Orders Invoices Reports Customers Products Log in Sign up Continue Back Next Send Reply Forward Archive Share Download Upload New project Add item Checkout Payment Shipping address First name Last name Email Password Phone Country City Street Date Time Notes Description Price Total Quantity Status Active Pending Draft Monday Friday Today View details Learn more Terms Privacy Help Support Language Theme Notifications Security Billing Team Members Dashboard Analytics Calendar Tasks Files Photos Music Videos Maps Weather Clock Contacts File View Tools Window Insert Format Bold Italic Undo Redo Copy Paste OK Apply Close Yes No Retry Filter Sort Export Import Print".split(" "),
  de: "Speichern Abbrechen Einstellungen Konto Löschen Bearbeiten Suche Startseite Nachrichten Bestellungen Rechnungen Berichte Kunden Produkte Anmelden Registrieren Weiter Zurück Senden Antworten Archiv Teilen Herunterladen Lieferadresse Vorname Nachname Passwort Telefon Straße Datum Uhrzeit Beschreibung Preis Summe Menge Übersicht Datei Ansicht Werkzeuge Hilfe Datenschutz".split(" "),
  ru: "Сохранить Отмена Настройки Аккаунт Удалить Изменить Поиск Главная Сообщения Заказы Отчёты Клиенты Товары Войти Далее Назад Отправить Ответить Поделиться Скачать Адрес Имя Фамилия Пароль Телефон Дата Время Описание Цена Итого Файл Вид Справка".split(" "),
  zh: "保存 取消 设置 账户 删除 编辑 搜索 首页 个人资料 消息 订单 发票 报告 客户 产品 登录 注册 继续 返回 下一步 发送 回复 分享 下载 收货地址 姓名 密码 电话 城市 日期 时间 备注 价格 总计 数量 状态".split(" "),
  ja: "保存 キャンセル 設定 アカウント 削除 編集 検索 ホーム プロフィール メッセージ 注文 レポート お客様 商品 ログイン 次へ 戻る 送信 返信 共有 ダウンロード 住所 パスワード 電話番号 日付 メモ 合計".split(" "),
  ar: "حفظ إلغاء الإعدادات الحساب حذف تعديل بحث الرئيسية الرسائل الطلبات الفواتير التقارير العملاء المنتجات دخول متابعة رجوع إرسال مشاركة تنزيل العنوان الاسم البريد الهاتف التاريخ الوقت السعر المجموع".split(" "),
  hi: "सहेजें रद्द सेटिंग खाता हटाएं संपादन खोज मुखपृष्ठ संदेश आदेश रिपोर्ट ग्राहक उत्पाद लॉगिन आगे वापस भेजें उत्तर साझा पता नाम पासवर्ड फ़ोन तारीख समय कीमत कुल".split(" "),
  th: "บันทึก ยกเลิก ตั้งค่า บัญชี ลบ แก้ไข ค้นหา หน้าแรก ข้อความ คำสั่งซื้อ รายงาน ลูกค้า สินค้า เข้าสู่ระบบ ถัดไป กลับ ส่ง ตอบกลับ แชร์ ที่อยู่ ชื่อ รหัสผ่าน โทรศัพท์ วันที่ เวลา ราคา รวม".split(" "),
};
let words = WORDS.en, icons = [], kit = null, phone = false, dense = 1;
const word = () => (chance(0.06) ? String(below(10 ** whole(1, 5))) : pick(words));
const label = (most = 2) => some(1, most, word).join(" ");
const sentence = (a = 4, b = 14) => some(a, b, word).join(" ") + ".";
const number = () => pick([() => below(100), () => (random() * 1e4).toFixed(2), () => "$" + below(999) + ".00", () => `${whole(1, 28)}.${whole(1, 12)}.20${whole(10, 29)}`, () => below(24) + ":" + String(below(60)).padStart(2, "0")])();
const icon = size => {
  const [body, w, h] = pick(icons), s = size || pick([14, 16, 16, 18, 20, 20, 24, 24, 28]);
  return `<svg width=${s} height=${s} viewBox="0 0 ${w} ${h}" style="vertical-align:middle;flex:none" fill="currentColor">${body}</svg>`;
};
const arrow = () => `<svg width=12 height=12 viewBox="0 0 24 24" fill=none stroke=currentColor stroke-width=2.5><path d="M5 9l7 7 7-7"/></svg>`;
const colour = (s = [30, 90], l = [30, 70]) => `hsl(${below(360)} ${whole(...s)}% ${whole(...l)}%)`;
function picture(w, h) {
  const shapes = some(2, 7, () => pick([
    () => `<circle cx="${below(100)}" cy="${below(100)}" r="${whole(5, 50)}" fill="${colour()}"/>`,
    () => `<rect x="${below(90)}" y="${below(90)}" width="${whole(8, 80)}" height="${whole(8, 80)}" fill="${colour()}"/>`,
    () => `<path d="M0 ${below(100)} Q ${below(100)} ${below(100)} 100 ${below(100)} V 100 H 0 Z" fill="${colour()}"/>`])()).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none"><defs><linearGradient id="g" x2="${random()}" y2="1"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/>${shapes}</svg>`;
  return `<img width="${w}" height="${h}" style="object-fit:cover;max-width:100%;border-radius:${pick([0, 0, 4, 8, 16, 999])}px" src="data:image/svg+xml,${encodeURIComponent(svg)}"`;
}
const still = (w, h) => picture(w, h) + ">";
const touched = (w, h) => picture(w, h) + mark("image") + ">";
const row = (items, gap = whole(4, 16), more = "") => `<div style="display:flex;flex-wrap:wrap;align-items:center;gap:${gap}px;margin:${whole(2, 12)}px 0;${more}">${items.join("")}</div>`;
const heading = () => `<h${whole(2, 5)} style="margin:${whole(2, 14)}px 0">${label(4)}</h2>`;
const inlineIcon = () => (chance(0.25) ? icon(16) + " " : "");
const button = () => kit.btn(inlineIcon() + label(2));
const field = () => {
  const options = some(2, 4, () => label(2));
  return pick([
    () => kit.text(label(2), { hint: chance(0.5) ? label(3) : "", value: chance(0.4) ? label(3) : "" }),
    () => kit.text(label(2), { hint: label(2) }),
    () => kit.text("", { hint: label(2) }),
    () => kit.select(label(2), options), () => kit.select(label(1), options),
    () => kit.area(label(1), chance(0.5) ? sentence(4, 30) : ""),
    () => `<div>${kit.check(label(4), chance(0.5))}</div>`,
    () => `<div>${kit.switch(label(3), chance(0.5))}</div>`,
    () => row(some(2, 4, i => kit.radio("g" + below(1e6), label(2), chance(0.4)))),
    () => kit.wrap(label(1), kit.range(below(101))),
    () => `<div>${label(2)} <input type="${pick(["number", "date", "time"])}" class="${kit.c.input}" value="${below(99)}" style="width:${whole(80, 170)}px"${mark("textbox")}></div>`,
    () => `<div style="display:flex;align-items:center;position:relative;width:${whole(140, 420)}px;max-width:100%"><div style="flex:1">${kit.text("", { hint: label(2), value: chance(0.3) ? label(2) : "" })}</div>${kit.iconBtn(icon(16))}</div>`,
    () => row([kit.iconBtn("−"), `<input value="${below(20)}" class="${kit.c.input}" style="width:56px;text-align:center"${mark("textbox")}>`, kit.iconBtn("+")], 2),
  ])();
};

const BLOCKS = {
  form() { return (chance(0.7) ? heading() : "") + `<div style="display:grid;gap:${whole(6, 18)}px;grid-template-columns:repeat(${phone ? 1 : whole(1, 3)},minmax(0,1fr));max-width:${pick([320, 480, 700, 1200])}px">${some(3, 8, () => `<div>${field()}</div>`).join("")}</div>` + row(some(1, 3, button)); },
  toolbar() { return row(some(4, phone ? 6 : 16, () => chance(0.85) ? kit.iconBtn(icon()) : chance(0.5) ? button() : `<span style="width:1px;height:20px;background:#8886"></span>`), whole(0, 10), `padding:${whole(1, 6)}px;${chance(0.4) ? "border:1px solid #8884;" : ""}flex-wrap:nowrap;overflow:hidden`); },
  texts() { return heading() + some(1, 3, () => `<p style="margin:6px 0">${some(2, 6, () => chance(0.3) ? kit.link(label(3)) : sentence(3, 12)).join(" ")}</p>`).join(""); },
  links() { return row(some(3, 7, () => kit.link(label(2))), whole(10, 30)); },
  crumbs() { return row([kit.link(label(1)), "/", kit.link(label(2)), pick(["/", "›"]), label(2)], 6); },
  buttons() { return row(some(2, 6, button)); },
  checks() { return (chance(0.6) ? heading() : "") + some(2, 6, () => `<div style="margin:${whole(1, 8)}px 0">${pick([() => kit.check(label(4), chance(0.5)), () => kit.check(label(2), chance(0.5)), () => kit.radio("r", label(3), chance(0.4)), () => kit.switch(label(3), chance(0.5))])()}</div>`).join(""); },
  tabs() { const n = whole(2, phone ? 4 : 7); return kit.tabs(range(n).map(() => (chance(0.15) ? icon(16) + " " : "") + label(phone ? 1 : 2)), below(n)); },
  list() {
    const kind = below(6), size = whole(14, 26);
    return kit.list(some(3, 9, () => [
      () => label(4), () => icon(size) + " &nbsp;" + label(3),
      () => `<div style="display:flex;align-items:center;gap:12px">${still(36, 36)}<div><b>${label(2)}</b><br><small>${sentence(3, 6)}</small></div></div>`,
      () => `<div style="display:flex;justify-content:space-between;align-items:center"><span>${label(3)}</span><span style="opacity:.6">${chance(0.5) ? number() : ""} ›</span></div>`,
      () => `<div style="display:flex;align-items:center;gap:10px"><span style="flex:1">${label(3)}</span>${kit.iconBtn(icon(18))}</div>`,
      () => `<div style="display:flex;align-items:center;gap:10px">${icon(20)}<span style="flex:1"><b>${label(2)}</b><br><small>${label(4)}</small></span><small>${number()}</small></div>`][kind]()));
  },
  settings() { return `<div style="max-width:${whole(360, 900)}px">` + some(3, 7, () => `<div style="display:flex;justify-content:space-between;align-items:center;padding:${whole(6, 14)}px 4px;border-bottom:1px solid #8883"><span>${label(3)}</span><span>${pick([() => kit.switch("", chance(0.5)), () => kit.switch("", chance(0.5)), () => kit.check("", chance(0.5)), () => kit.link(label(1)), () => kit.iconBtn(icon(18))])()}</span></div>`).join("") + "</div>"; },
  table() {
    const columns = whole(2, phone ? 3 : 6), ticks = chance(0.4), tools = below(4);
    const cell = i => (i === 0 && chance(0.5) ? kit.link(label(2)) : chance(0.5) ? number() : label(2));
    return `<table class="${kit.c.table}" style="width:${pick(["100%", "auto"])};border-collapse:collapse"><thead><tr>${ticks ? `<th>${kit.check("", false)}</th>` : ""}${range(columns).map(() => `<th>${label(1)}</th>`).join("")}${tools ? "<th></th>" : ""}</tr></thead><tbody>${some(3, 9, () => `<tr>${ticks ? `<td>${kit.check("", chance(0.3))}</td>` : ""}${range(columns).map(i => `<td style="padding:${dense * 6}px">${cell(i)}</td>`).join("")}${tools === 1 ? `<td style="white-space:nowrap">${kit.iconBtn(icon(16))}${kit.iconBtn(icon(16))}</td>` : tools === 2 ? `<td>${kit.btn(label(1))}</td>` : tools === 3 ? `<td>${kit.link(label(1))}</td>` : ""}</tr>`).join("")}</tbody></table>`;
  },
  pages() { const n = whole(4, phone ? 6 : 9); return kit.pages(n, below(n)); },
  cards() {
    const across = phone ? whole(1, 2) : whole(2, 4), tall = whole(60, 180), pic = chance(0.6), kind = below(4);
    return `<div style="display:grid;gap:${whole(8, 20)}px;grid-template-columns:repeat(${across},minmax(0,1fr))">${some(across, across * 2, () => kit.card((pic ? (kind === 0 ? touched("100%", tall) : still("100%", tall)) : "") + `<div><b>${kind === 1 ? kit.link(label(3)) : label(3)}</b></div><div>${chance(0.6) ? sentence(3, 8) : ""}</div><div>${chance(0.5) ? number() : ""}</div>` + row(kind === 2 ? [kit.iconBtn(icon(18)), kit.iconBtn(icon(18))] : [button(), ...(chance(0.3) ? [kit.iconBtn(icon(18))] : [])]))).join("")}</div>`;
  },
  chips() { return row(some(3, 8, () => kit.chip((chance(0.2) ? icon(12) : "") + label(2))), whole(4, 10)); },
  keypad() {
    const keys = pick([["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"], ["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "−", "0", ".", "=", "+"], "qwertyuiopasdfghjklzxcvbnm".split(""), "AC ± % ÷ 7 8 9 × 4 5 6 − 1 2 3 + 0 , ← =".split(" ")]);
    const across = keys.length > 20 ? 10 : keys.length % 4 ? 3 : 4;
    return `<div style="width:${whole(200, 460)}px;max-width:100%">${chance(0.6) ? `<div style="text-align:right;font-size:28px;padding:8px;border:1px solid #8885">${number()}</div>` : ""}<div style="display:grid;gap:${whole(0, 10)}px;grid-template-columns:repeat(${across},1fr)">${keys.map(k => kit.btn(k, `style="width:100%;min-width:0;padding-left:2px;padding-right:2px;margin:0;min-height:${whole(28, 30)}px"`)).join("")}</div></div>`;
  },
  dates() {
    const s = whole(24, 44), boxed = chance(0.3), on = below(30);
    return `<div style="width:${7 * s}px"><div style="display:flex;justify-content:space-between">${kit.iconBtn("‹")}<b>${label(1)} 20${whole(10, 40)}</b>${kit.iconBtn("›")}</div><div style="display:grid;grid-template-columns:repeat(7,${s}px);text-align:center">${["M", "T", "W", "T", "F", "S", "S"].map(d => `<small>${d}</small>`).join("")}${range(31).map(i => `<div${mark("button")} style="line-height:${s - 4}px;height:${s - 4}px;margin:2px;${boxed ? "border:1px solid #8885;" : ""}${i === on ? "background:#36c;color:#fff;border-radius:50%" : ""}">${i + 1}</div>`).join("")}</div></div>`;
  },
  stars() { const s = whole(16, 30); return row(range(5).map(i => `<span${mark("icon")} style="font-size:${s}px;line-height:1;color:#e90">${i < 3 ? "★" : "☆"}</span>`), 2); },
  gallery() { const s = whole(70, 180); return row(some(3, 8, () => touched(s, s)), whole(4, 12)); },
  alert() { return `<div style="display:flex;align-items:center;gap:10px;padding:10px 14px;border-radius:6px;background:${colour([40, 80], [85, 94])};color:#222">${icon(18)}<span style="flex:1">${sentence(3, 8)}</span>${chance(0.5) ? kit.link(label(1)) : ""}${kit.iconBtn("✕")}</div>`; },
  figures() { return `<div style="display:flex;gap:16px;flex-wrap:wrap">${some(2, 4, () => kit.card(`<small>${label(2)}</small><div style="font-size:24px">${number()}</div><progress value="${random()}"></progress>`)).join("")}</div>`; },
  chart() { return `<svg viewBox="0 0 300 100" style="width:100%;max-width:600px;height:${whole(80, 220)}px">${range(12).map(i => { const h = below(90); return `<rect x="${i * 25 + 3}" y="${100 - h}" width="18" height="${h}" fill="${colour()}"/>`; }).join("")}</svg>`; },
  player() { return row([kit.iconBtn(icon(20)), kit.iconBtn(icon(24)), kit.iconBtn(icon(20)), `<small>${number()}</small>`, `<div style="flex:1;min-width:60px">${kit.range(below(101))}</div>`, kit.iconBtn(icon(20))], 8, "flex-wrap:nowrap"); },
  accordion() { return `<div>${some(2, 5, i => `<div${mark("row")} style="display:flex;justify-content:space-between;padding:10px 12px;border:1px solid #8884;${chance(0.5) ? "background:#8881" : ""}"><span>${label(4)}</span>${chance(0.5) ? arrow() : "+"}</div>${chance(0.3) ? `<p style="padding:8px 12px;margin:0">${sentence(6, 20)}</p>` : ""}`).join("")}</div>`; },
  chat() { return some(2, 5, i => `<div style="display:flex;justify-content:${chance(0.5) ? "start" : "end"}"><p style="background:#8883;border-radius:12px;padding:8px 12px;margin:3px;max-width:70%">${sentence(2, 10)}</p></div>`).join("") + `<div style="display:flex;gap:6px;align-items:center">${kit.iconBtn(icon(20))}<div style="flex:1">${kit.text("", { hint: label(2) })}</div>${kit.iconBtn(icon(20))}</div>`; },
  code() { return `<div contenteditable${mark("textbox")} style="font:${whole(11, 15)}px monospace;white-space:pre;overflow:hidden;border:1px solid #8885;padding:6px;height:${whole(80, 420)}px">${some(0, 16, () => "  ".repeat(below(4)) + label(5).toLowerCase()).join("\n")}</div>`; },
  tiles() { const s = whole(64, 110); return row(some(4, 12, () => `<div${mark("button")} style="width:${s}px;text-align:center;padding:6px 2px"><div style="line-height:0;margin-bottom:4px">${chance(0.5) ? icon(36) : still(40, 40)}</div><small>${label(1)}</small></div>`), whole(2, 14)); },
  avatars() { return row([still(40, 40), `<div><b>${label(2)}</b><br><small>${label(3)}</small></div>`, chance(0.5) ? button() : kit.iconBtn(icon(20))]); },
};
const OFTEN = ["form", "form", "form", "list", "list", "table", "table", "toolbar", "toolbar", "cards", "settings", "checks", "tabs", "tabs", "texts", "buttons", ...Object.keys(BLOCKS)];
const block = () => `<section style="margin-bottom:${whole(6, 26)}px;min-width:0">${BLOCKS[pick(OFTEN)]()}</section>`;

function bar() {
  const tone = pick(["background:var(--ao-paper)", "background:linear-gradient(#8882,#8882),var(--ao-paper)", `background:${colour([30, 80], [20, 45])};color:#fff`, "background:#222;color:#eee", "background:#f8f8f8;color:#222"]);
  const items = phone ? [chance(0.7) ? kit.iconBtn(icon(24)) : "", `<b style="flex:1;font-size:18px">${label(2)}</b>`, kit.iconBtn(icon(24)), chance(0.5) ? kit.iconBtn(icon(24)) : ""]
    : [chance(0.5) ? kit.iconBtn(icon(20)) : "", `<b style="font-size:18px">${label(2)}</b>`, ...some(2, 6, () => `<a href="#" style="color:inherit;padding:${whole(2, 10)}px ${whole(4, 12)}px;text-decoration:none"${mark("link")}>${label(1)}</a>`), "<span style='flex:1'></span>", chance(0.6) ? `<div style="width:${whole(120, 300)}px">${kit.text("", { hint: label(1) })}</div>` : "", ...some(0, 3, () => kit.iconBtn(icon(20))), chance(0.5) ? button() : ""];
  return `<header data-layer style="position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:${whole(4, 14)}px;padding:${whole(2, 12)}px ${whole(8, 24)}px;${tone};border-bottom:1px solid #8883;white-space:nowrap;overflow:hidden">${items.join("")}</header>`;
}
function menuBar() { const p = whole(2, 7); return `<div style="display:flex;background:#8881">${some(4, 8, () => `<span style="padding:${p}px ${p + 3}px"${mark("row")}>${pick(words)}</span>`).join("")}</div>`; }
function bottomBar() { return `<nav data-layer style="position:fixed;left:0;right:0;bottom:0;z-index:6;display:flex;background:${pick(["#fff", "#f6f6f8", "#1c1c1e"])};color:#777;border-top:1px solid #8884">${some(3, 5, () => `<div style="flex:1;text-align:center;padding:6px 0"${mark("tab")}><div style="line-height:0">${icon(24)}</div>${chance(0.8) ? `<small>${label(1)}</small>` : ""}</div>`).join("")}</nav>`; }
// A program in a window: bars, one large thing, a status line.
function program() {
  const w = whole(Math.min(320, innerWidth - 20), innerWidth), h = whole(300, innerHeight), full = chance(0.4);
  const place = full ? "inset:0" : `left:${below(innerWidth - w + 1)}px;top:${below(innerHeight - h + 1)}px;width:${w}px;height:${h}px;box-shadow:0 2px 16px #0008`;
  const title = full && chance(0.5) ? "" : `<div style="display:flex;align-items:center;gap:6px;padding:${whole(1, 8)}px 8px;background:${pick(["#8882", "#8884", "#2b2b2b", colour([10, 60], [25, 60])])};${chance(0.5) ? "color:#fff" : ""}">${chance(0.3) ? kit.iconBtn(icon(16)) + kit.btn(label(1)) : ""}<span style="flex:1;text-align:${pick(["center", "start"])};font-weight:${pick([400, 700])}">${label(3)}</span>${["—", "▢", "✕"].map(t => `<span${mark("icon")} style="padding:1px ${whole(4, 9)}px;${chance(0.1) ? "border:1px solid #8888" : ""}">${t}</span>`).join("")}</div>`;
  const keys = () => `<div style="height:100%;display:flex;flex-direction:column;padding:${whole(2, 10)}px;box-sizing:border-box"><div${chance(0.6) ? mark("textbox") : ""} style="text-align:right;font-size:${whole(18, 36)}px;padding:6px;border:1px solid #8886">${number()}</div><div style="flex:1;margin-top:4px;display:grid;gap:${whole(1, 8)}px;grid-template-columns:repeat(${whole(4, 9)},1fr)">${some(16, 45, () => kit.btn(pick(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "−", "×", "÷", "=", ".", "sin", "cos", "log", "ln", "C", "AC", "MR", "M+", "(", ")", "x²", "√", "EE", "←"]), 'style="min-width:0;padding:0;margin:0;width:100%;min-height:18px"')).join("")}</div></div>`;
  const writing = () => `<div contenteditable${mark("textbox")} style="height:100%;box-sizing:border-box;overflow:hidden;white-space:pre;padding:3px 6px;font:${whole(11, 16)}px ${pick(["monospace", "sans-serif"])};background:${chance(0.5) ? "#fff;color:#111" : "inherit"}">${some(0, 24, () => label(9)).join("\n")}</div>`;
  const split = () => `<div style="display:flex;height:100%"><div style="width:${whole(20, 40)}%;border-right:1px solid #8885;overflow:hidden">${BLOCKS.list()}</div><div style="flex:1;padding:8px;overflow:hidden">${pick([BLOCKS.form, BLOCKS.table, BLOCKS.tiles, BLOCKS.checks])()}</div></div>`;
  const inner = pick([writing, writing, keys, split, () => `<div style="padding:8px">${BLOCKS.form()}${block()}</div>`, () => `<div style="padding:8px">${block()}${block()}</div>`])();
  return `<div style="position:fixed;inset:0;background:${pick([colour([10, 70], [20, 70]), "#246", "#777", `linear-gradient(${colour()},${colour()})`])}"></div><div data-layer style="position:fixed;${place};display:flex;flex-direction:column;background:var(--ao-paper);overflow:hidden">${title}${chance(0.75) ? menuBar() : ""}${chance(0.65) ? BLOCKS.toolbar() : ""}${chance(0.3) ? BLOCKS.tabs() : ""}<div style="flex:1;min-height:0;overflow:hidden">${inner}</div>${chance(0.4) ? `<div style="display:flex;gap:20px;padding:2px 8px;border-top:1px solid #8884;font-size:.9em"><span style="flex:1">${label(3)}</span><span>${number()}</span></div>` : ""}${chance(0.2) ? `<div style="display:flex;gap:6px;padding:8px;justify-content:flex-end">${some(1, 3, button).join("")}</div>` : ""}</div>`;
}
function sideBar() { return `<aside style="width:${whole(150, 280)}px;flex:none;padding:${whole(4, 16)}px;border-right:1px solid #8883;${chance(0.3) ? "background:#8881" : ""}">${heading()}${BLOCKS.list()}${chance(0.4) ? BLOCKS.list() : ""}${chance(0.4) ? BLOCKS.checks() : ""}</aside>`; }
function layers() {
  let more = "";
  const place = (w, h) => `position:fixed;z-index:60;left:${Math.max(4, below(Math.max(8, innerWidth - w)))}px;top:${below(Math.max(8, innerHeight - h))}px;`;
  if (chance(0.18)) {
    const w = Math.min(innerWidth - 24, whole(280, 620));
    const inner = kit.dialog(label(3), pick([() => `<p>${sentence(5, 20)}</p>`, () => some(1, 3, field).join(""), () => BLOCKS.list(), () => BLOCKS.checks(), () => `<p>${sentence(4, 9)}</p>` + field()])(), row([button(), button()], 8));
    more += `<div data-layer style="position:fixed;inset:0;z-index:50;background:rgba(0,0,0,${between(0.15, 0.65)})"></div><div data-layer style="position:fixed;z-index:51;left:${(innerWidth - w) / 2}px;top:${whole(20, innerHeight / 3)}px;width:${w}px;max-height:90%;overflow:hidden;background:var(--ao-paper);border-radius:${pick([0, 4, 12])}px;box-shadow:0 4px 30px #0006">${inner}</div>`;
  } else if (chance(0.2)) {
    more += `<div data-layer style="${place(240, 300)}min-width:${whole(120, 260)}px;background:var(--ao-paper);box-shadow:0 2px 12px #0005;border:1px solid #8884">${kit.menu(some(3, 9, () => (chance(0.3) ? icon(16) + " " : "") + label(2)))}</div>`;
  }
  if (chance(0.08)) more += `<div data-layer style="position:fixed;z-index:70;left:20px;bottom:20px;background:#333;color:#fff;padding:12px 18px;border-radius:6px">${label(4)} <a href="#" style="color:#8cf;margin-left:16px"${mark("link")}>${label(1)}</a></div>`;
  if (chance(phone ? 0.25 : 0.05)) more += `<button data-layer${mark("icon")} style="position:fixed;z-index:40;right:20px;bottom:${phone ? 80 : 24}px;width:56px;height:56px;border-radius:${pick([16, 28])}px;border:0;margin:0;padding:0;background:${colour()};color:#fff;box-shadow:0 3px 8px #0006">${icon(24)}</button>`;
  return more;
}

function ownLook(dark) {
  const paper = dark ? `hsl(${below(360)} ${below(25)}% ${whole(7, 20)}%)` : `hsl(${below(360)} ${below(30)}% ${whole(92, 100)}%)`;
  const ink = dark ? "#e8e8e8" : pick(["#111", "#222", "#333", "#2b3445"]), main = colour([40, 95], dark ? [45, 65] : [28, 55]);
  const round = pick([0, 2, 4, 6, 8, 12, 24]), line = pick(["#8886", "#888", "#8883", main]), pad = whole(2, 12), wide = pad + whole(3, 14), size = whole(15, 26);
  const raised = dark ? "#fff2" : pick(["#fff", "#0000000d", "linear-gradient(#fff,#ddd)", "linear-gradient(#fafafa,#e6e6e6)"]), border = pick(["1px solid " + line, "1px solid " + line, "2px solid " + line, "0"]);
  const input = pick([`border:1px solid ${line};background:${dark ? "#0003" : "#fff"};border-radius:${round}px`, `border:0;border-bottom:1px solid ${line};background:none`, `border:0;border-bottom:2px solid #888;background:#8882;border-radius:4px 4px 0 0`, `border:1px solid ${line};background:none;border-radius:${round}px`, `border:0;background:#8882;border-radius:${round}px`, `border:2px inset #aaa;background:${dark ? "#111" : "#fff"}`]);
  const tab = pick([`.o-tab.on{border-bottom:3px solid ${main};color:${main}}`, `.o-tab{border:1px solid ${line};background:#8882}.o-tab.on{background:${paper};border-bottom-color:transparent}`, `.o-tabs{background:#8883;border-radius:${round}px;padding:3px;width:fit-content}.o-tab{border-radius:${round}px}.o-tab.on{background:${paper};box-shadow:0 1px 3px #0005}`, `.o-tab{border-radius:99px}.o-tab.on{background:${main};color:#fff}`]);
  const tick = `url("data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M3 8l4 4 6-8" fill="none" stroke="white" stroke-width="2.4"/></svg>')}")`;
  const check = chance(0.35) ? `accent-color:${main};width:${whole(13, 20)}px;height:${whole(13, 20)}px` : `appearance:none;box-sizing:border-box;flex:none;vertical-align:middle;margin:2px 4px;width:${size - 3}px;height:${size - 3}px;border:${whole(1, 2)}px solid ${pick(["#888", main, line])};border-radius:${pick([0, 2, 4, 6])}px;background:${dark ? "#0003" : "#fff"}`;
  const knob = pick(["border-radius:50%", "border-radius:3px"]), track = whole(28, 56), high = Math.round(track * between(0.45, 0.62));
  const rows = pick([`border-bottom:1px solid #8883`, `border:1px solid #8884;margin-bottom:-1px`, `border-radius:${round}px;margin:2px 4px`, `background:${dark ? "#fff1" : "#fff"};margin-bottom:${whole(1, 8)}px;border-radius:${round}px`, ""]);
  return `body{background:${paper};color:${ink};--ao-paper:${paper}}
.o-btn{font:inherit;display:inline-flex;align-items:center;justify-content:center;gap:6px;text-decoration:none;cursor:pointer;padding:${pad}px ${wide}px;border:${border};border-radius:${round}px;background:${raised};color:inherit;${chance(0.3) ? "box-shadow:0 1px 3px #0004;" : ""}${chance(0.15) ? "text-transform:uppercase;letter-spacing:.05em;" : ""}}
.o-main{background:${main};color:#fff;border-color:${main}} .o-ghost{background:none;border-color:${pick(["transparent", line])};color:${main}} .o-small{padding:${pad >> 1}px ${wide >> 1}px;font-size:.85em}
.o-icon{font:inherit;padding:${whole(0, 11)}px;border:${pick(["0", "0", "0", "1px solid #8886"])};background:${pick(["none", "none", "#8882"])};border-radius:${pick([0, 4, 50])}px;color:inherit;line-height:1}
.o-input{font:inherit;color:inherit;box-sizing:border-box;width:100%;padding:${whole(2, 12)}px ${whole(4, 14)}px;${input}} .o-combo{display:flex;justify-content:space-between;align-items:center}
.o-label{display:block;font-size:.9em;margin-bottom:3px} .o-field{margin-bottom:${whole(2, 10)}px} .o-link{color:${main};${chance(0.5) ? "text-decoration:none" : ""}}
.o-check{${check}} .o-check:checked{background:${main} ${tick} center/80% no-repeat;border-color:${main}} .o-check[type=radio]{border-radius:50%} .o-check[type=radio]:checked{background:radial-gradient(${main} 45%,transparent 50%)}
.o-switch{display:inline-flex;align-items:center;gap:8px} .o-switch i,.ao-switch i{flex:none;display:inline-block;vertical-align:middle;position:relative;width:${track}px;height:${high}px;background:${pick(["#bbb", "#8886", "#666"])};border-radius:99px} .o-switch i::after,.ao-switch i::after{content:"";position:absolute;top:2px;left:2px;width:${high - 4}px;height:${high - 4}px;background:#fff;${knob};box-shadow:0 1px 2px #0006} .o-switch i.on,.ao-switch i.on{background:${main}} .o-switch i.on::after,.ao-switch i.on::after{left:${track - high + 2}px}
.o-slider{position:relative;height:${whole(14, 26)}px;width:100%;max-width:${whole(120, 500)}px} .o-slider::before{content:"";position:absolute;left:0;right:0;top:45%;height:4px;background:#8886;border-radius:2px} .o-slider b{position:absolute;left:0;top:45%;height:4px;background:${main}} .o-slider i{position:absolute;top:50%;width:16px;height:16px;transform:translate(-50%,-50%);border-radius:${pick([50, 3])}px;background:${main};box-shadow:0 1px 3px #0006} .o-range{accent-color:${main};width:100%;max-width:${whole(120, 500)}px}
.o-card{background:${dark ? "#fff1" : "#fff"};border-radius:${round}px;padding:${whole(8, 20)}px;${chance(0.5) ? "border:1px solid #8883" : "box-shadow:0 1px 4px #0003"}}
.o-chip{display:inline-flex;gap:4px;align-items:center;font-size:.88em;padding:${whole(1, 6)}px ${whole(8, 14)}px;border-radius:${pick([4, 99])}px;${chance(0.5) ? "background:#8883" : "border:1px solid #8888"}}
.o-tabs{display:flex;gap:${whole(0, 6)}px;margin-bottom:8px} .o-tab{padding:${whole(3, 12)}px ${whole(8, 20)}px} ${tab}
.o-row{padding:${whole(3, 14)}px ${whole(4, 16)}px;${rows}} .o-row.on{background:${main};color:#fff} .o-item{padding:${whole(2, 10)}px ${whole(8, 24)}px}`;
}

const LAYOUT = `.ao-switch i{flex:none;display:inline-block;vertical-align:middle;position:relative;width:36px;height:20px;background:#999;border-radius:99px}.ao-switch i::after{content:"";position:absolute;top:2px;left:2px;width:16px;height:16px;border-radius:50%;background:#fff}.ao-switch i.on{background:#2a7}.ao-switch i.on::after{left:18px}
.ao-tabs{display:flex;border-bottom:1px solid #8885;margin-bottom:8px}.ao-tabs a{padding:6px 14px}.ao-tabs a.on{border:1px solid #8885;border-bottom:3px solid #47c}.ao-row{padding:8px 10px;border-bottom:1px solid #8883}.ao-item{padding:5px 16px}.ao-card{border:1px solid #8884;padding:10px;border-radius:4px}.ao-chip{border:1px solid #8886;border-radius:99px;padding:2px 10px}.ao-dialog{padding:16px}.ao-foot{display:flex;justify-content:flex-end;gap:8px;margin-top:10px}.ao-pages{display:flex;gap:4px}.ao-pages button{width:auto;margin:0}
.ao-plain{position:static;border:0;max-height:none;margin:0;width:auto}
#ao section button,#ao header button,[data-layer] button{width:auto} *{transition:none!important;animation:none!important;caret-color:transparent}`;

function makePage(seed, kitName, options) {
  state = seed | 0; range(5).forEach(random);
  kit = KITS[kitName]; phone = options.phone; dense = between(0.3, 1.6);
  const script = chance(0.62) ? "en" : pick(["de", "ru", "zh", "ja", "ar", "hi", "th"]); words = WORDS[script];
  const dark = chance(0.3), root = document.documentElement, look = document.getElementById("look");
  if (kit.looks && kit.looks.length && look) look.disabled = true;
  root.dir = script === "ar" ? "rtl" : "ltr";
  root.className = kit.modes ? pick(kit.modes) + (dark ? " dark" : "") : ""; document.body.className = "";
  if (kit.dark) dark ? root.setAttribute(...kit.dark) : root.removeAttribute(kit.dark[0]);
  if (kit.darkClass && dark) { root.classList.add(kit.darkClass); document.body.classList.add(kit.darkClass); }
  const family = pick(["inherit", "inherit", "Roboto", "Inter", "'Open Sans'", "Lato", "Cantarell", "'Liberation Sans'", "'Noto Sans'", "'DejaVu Sans'", "'Liberation Serif'", "'Comic Neue'"]);
  const size = pick([12, 13, 14, 14, 15, 16, 16, 18]);
  let css = LAYOUT + (family === "inherit" ? "" : `body,button,input,select,textarea{font-family:${family}!important}`);
  css += kitName === "own" ? ownLook(dark) + `body{font-size:${size}px;margin:0}` : kitName === "native" ? `body{margin:0;font-size:${size}px;font-family:${pick(["sans-serif", "serif", "Arial"])};background:${dark ? "#1b1b1b" : "#fff"};color:${dark ? "#eee" : "#111"};color-scheme:${dark ? "dark" : "light"}}` : `body{margin:0;max-width:none;padding:0}`;
  if (kit.dress) css += kit.dress(root, dark);
  if (options.scenes) css += garnish();
  document.getElementById("style").textContent = css;
  const columns = phone ? 1 : pick([1, 1, 2, 2, 3]);
  const main = `<main style="flex:1;min-width:0;padding:${whole(4, 24)}px;display:grid;gap:${whole(8, 30)}px;align-content:start;grid-template-columns:repeat(${columns},minmax(0,1fr));max-width:none;margin:0">${range(columns).map(() => `<div style="min-width:0">${some(3, 9, block).join("")}</div>`).join("")}</main>`;
  const body = options.scenes && chance(options.scenes) ? scene() : !phone && chance(options.programs) ? program() + layers() : (chance(0.75) ? bar() : "") + (!phone && chance(0.3) ? menuBar() + (chance(0.7) ? BLOCKS.toolbar() : "") : "") + `<div style="display:flex">${!phone && chance(0.4) ? sideBar() : ""}${main}</div>` + (phone && chance(0.55) ? bottomBar() : "") + layers();
  const box = document.getElementById("ao"); box.style.zoom = options.zoom; box.innerHTML = body;
  const paper = getComputedStyle(document.body).backgroundColor;
  if (kitName !== "own") document.body.style.setProperty("--ao-paper", paper === "rgba(0, 0, 0, 0)" ? (dark ? "#222" : "#fff") : paper);
  root.style.filter = chance(0.25) ? `hue-rotate(${below(360)}deg) saturate(${between(0.4, 1.4)})` : "";
  const high = root.scrollHeight - innerHeight; scrollTo({ top: chance(0.35) ? below(Math.max(1, high)) : 0, behavior: "instant" });
}

function drawnBox(node) {
  const r = (node.dataset.part && node.shadowRoot ? node.shadowRoot.querySelector(`[part~="${node.dataset.part}"]`) || node : node).getBoundingClientRect();
  const z = parseFloat(document.getElementById("ao").style.zoom) || 1, how = node.dataset.box;
  if (!how) {
    if (getComputedStyle(node).display !== "inline") return [r.left, r.top, r.right, r.bottom];
    const lines = [...node.getClientRects()].sort((a, b) => b.width - a.width), l = lines[0] || r;
    return [l.left, l.top, l.right, l.bottom];
  }
  const rtl = document.documentElement.dir === "rtl";
  if (how.startsWith("left")) { const s = Number(how.slice(4)) * z, y = (r.top + r.bottom) / 2; return rtl ? [r.right - s, y - s / 2, r.right, y + s / 2] : [r.left, y - s / 2, r.left + s, y + s / 2]; }
  const base = getComputedStyle(node).position === "static" && node.offsetParent ? node.offsetParent.getBoundingClientRect() : r;
  const s = getComputedStyle(node, "::" + how), n = k => parseFloat(s[k]) || 0, w = n("width") * z, h = n("height") * z;
  const extra = s.boxSizing === "border-box" ? 0 : 1, bw = (n("borderLeftWidth") + n("borderRightWidth")) * extra * z, bh = (n("borderTopWidth") + n("borderBottomWidth")) * extra * z;
  const x = base.left + (n("left") + n("marginLeft")) * z, y = base.top + (n("top") + n("marginTop")) * z;
  return [x, y, x + w + bw, y + h + bh];
}

// The other lines of a link that goes over several: neither asked for nor wrong.
function otherLines(node, layer) {
  if (node.dataset.box || node.dataset.part || getComputedStyle(node).display !== "inline") return [];
  return [...node.getClientRects()].sort((a, b) => b.width - a.width).slice(1).filter(l => {
    const hit = document.elementFromPoint((l.left + l.right) / 2, (l.top + l.bottom) / 2);
    return l.width >= 5 && l.height >= 5 && hit && hit.closest("[data-layer]") === layer;
  }).map(l => [Math.max(0, l.left), Math.max(0, l.top), Math.min(innerWidth, l.right), Math.min(innerHeight, l.bottom), node.dataset.t, -1, 0.3]);
}

// Every touchable thing in view: [left, top, right, bottom, role, on, share that is seen].
function truth() {
  const found = [];
  for (const node of document.querySelectorAll("[data-t]")) {
    const [l, t, r, b] = drawnBox(node); let cl = Math.max(0, l), ct = Math.max(0, t), cr = Math.min(innerWidth, r), cb = Math.min(innerHeight, b);
    if (r - l < 5 || b - t < 5) continue;
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      const s = getComputedStyle(up); if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const q = up.getBoundingClientRect(); cl = Math.max(cl, q.left); cr = Math.min(cr, q.right); ct = Math.max(ct, q.top); cb = Math.min(cb, q.bottom);
    }
    if (cr - cl < 4 || cb - ct < 4) continue;
    if (getComputedStyle(node).visibility === "hidden") continue;
    const layer = node.closest("[data-layer]"); let seen = 0, all = 0;
    for (const fx of [0.1, 0.3, 0.5, 0.7, 0.9]) for (const fy of [0.15, 0.5, 0.85]) {
      all += 1; const hit = document.elementFromPoint(cl + (cr - cl) * fx, ct + (cb - ct) * fy);
      if (hit && hit.closest("[data-layer]") === layer) seen += 1;
    }
    const share = (seen / all) * ((cr - cl) * (cb - ct)) / ((r - l) * (b - t));
    if (seen / all < 0.1) continue;
    const on = node.dataset.on === undefined ? -1 : Number(node.dataset.on);
    const most = node.dataset.off ? 0.3 : 1; // what cannot be used is neither asked for nor wrong
    found.push([cl, ct, cr, cb, node.dataset.t, on, Math.round(Math.min(share, most) * 100) / 100]);
    found.push(...otherLines(node, layer));
  }
  return found;
}
