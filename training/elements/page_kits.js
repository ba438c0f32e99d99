// The kits whose parts pages are made of. Every part that can be touched carries its role in data-t, and data-on where
// it can be on; data-box names the pseudo-element that is drawn, data-part the part of a component that is.
"use strict";

const mark = (role, on) => ` data-t="${role}"` + (on === undefined ? "" : ` data-on="${on ? 1 : 0}"`);
const ticked = on => (on ? " checked" : "");

// What a kit does not say for itself is plain HTML with the kit's classes.
class Kit {
  constructor(name, facts) {
    this.name = name;
    this.c = Object.assign({ btn: [""], link: "", icon: "", input: "", select: "", area: "", label: "", field: "", check: "", checkLabel: "", range: "", table: "", card: "", cardBody: "", chip: "" }, facts.c || {});
    Object.assign(this, facts);
  }
  btn(text, more = "") {
    const tag = this.anchors && chance(0.3) ? `a href="#"` : "button type=button";
    return `<${tag} class="${pick(this.c.btn)}"${mark("button")} ${more}>${text}</${tag.split(" ")[0]}>`;
  }
  link(text) { return `<a href="#" class="${this.c.link}"${mark("link")}>${text}</a>`; }
  iconBtn(svg) {
    return chance(0.85) ? `<button type=button class="${pick([].concat(this.c.icon))}"${mark("icon")}>${svg}</button>` : `<a href="#"${mark("icon")} style="display:inline-block;line-height:0">${svg}</a>`;
  }
  text(label, { hint = "", value = "", kind = "text" } = {}) {
    return this.wrap(label, `<input type="${kind}" class="${this.c.input}" placeholder="${hint}" value="${value}"${mark("textbox")}>`);
  }
  wrap(label, inner) { return `<div class="${this.c.field}">${label ? `<label class="${this.c.label}">${label}</label>` : ""}${inner}</div>`; }
  area(label, value) { return this.wrap(label, `<textarea rows="${2 + below(6)}" class="${this.c.area || this.c.input}"${mark("textbox")}>${value}</textarea>`); }
  select(label, options) {
    return this.wrap(label, `<select class="${this.c.select || this.c.input}"${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select>`);
  }
  check(label, on) { return `<label class="${this.c.checkLabel}"><input type=checkbox class="${this.c.check}"${ticked(on)}${mark("checkbox", on)}> ${label}</label>`; }
  radio(group, label, on) { return `<label class="${this.c.checkLabel}"><input type=radio name="${group}" class="${this.c.check}"${ticked(on)}${mark("radio", on)}> ${label}</label>`; }
  switch(label, on) { return `<label class="ao-switch"><i class="${on ? "on" : ""}"${mark("switch", on)}></i> ${label}</label>`; }
  range(value) { return `<input type=range value="${value}" class="${this.c.range}"${mark("slider")}>`; }
  tabs(items, active) {
    return `<div class="ao-tabs">${items.map((t, i) => `<a href="#" class="${i === active ? "on" : ""}"${mark("tab")}>${t}</a>`).join("")}</div>`;
  }
  list(items) { return `<div class="ao-list">${items.map(t => `<div class="ao-row"${mark("row")}>${t}</div>`).join("")}</div>`; }
  menu(items) { return `<div class="ao-menu">${items.map(t => `<div class="ao-item"${mark("row")}>${t}</div>`).join("")}</div>`; }
  pages(count, active) {
    return `<div class="ao-pages">${range(count).map(i => `<button type=button class="${pick(this.c.btn)}"${mark("button")}>${i === 0 ? "‹" : i === count - 1 ? "›" : i}</button>`).join("")}</div>`;
  }
  card(inner) { return `<div class="${this.c.card || "ao-card"}"><div class="${this.c.cardBody}">${inner}</div></div>`; }
  chip(text) { return `<span class="${this.c.chip || "ao-chip"}"${mark("button")}>${text}</span>`; }
  dialog(title, body, foot) { return `<div class="ao-dialog"><h3>${title}</h3>${body}<div class="ao-foot">${foot}</div></div>`; }
}

const bootstrapLike = {
  anchors: true,
  c: { btn: ["btn btn-primary", "btn btn-secondary", "btn btn-outline-primary", "btn btn-success btn-sm", "btn btn-danger", "btn btn-light", "btn btn-outline-secondary btn-sm", "btn btn-link", "btn btn-warning btn-lg", "btn btn-dark"],
    icon: ["btn btn-light", "btn btn-outline-secondary btn-sm", "btn btn-link p-1", "btn btn-primary"], input: "form-control", select: "form-select", label: "form-label", field: "mb-3", check: "form-check-input", checkLabel: "form-check-label", range: "form-range", table: "table", card: "card", cardBody: "card-body", chip: "badge rounded-pill text-bg-secondary" },
  switch(label, on) { return `<div class="form-check form-switch"><input class="form-check-input" type=checkbox${ticked(on)}${mark("switch", on)}><label class="form-check-label">${label}</label></div>`; },
  tabs(items, active) { return `<ul class="nav ${pick(["nav-tabs", "nav-pills", "nav-underline"])} mb-2">${items.map((t, i) => `<li class="nav-item"><a href="#" class="nav-link ${i === active ? "active" : ""}"${mark("tab")}>${t}</a></li>`).join("")}</ul>`; },
  list(items) { const on = below(items.length * 2); return `<div class="list-group ${chance(0.4) ? "list-group-flush" : ""}">${items.map((t, i) => `<a href="#" class="list-group-item list-group-item-action ${i === on ? "active" : ""}"${mark("row")}>${t}</a>`).join("")}</div>`; },
  menu(items) { return `<div class="dropdown-menu show" style="position:static">${items.map(t => `<a href="#" class="dropdown-item"${mark("row")}>${t}</a>`).join("")}</div>`; },
  pages(count, active) { return `<ul class="pagination">${range(count).map(i => `<li class="page-item ${i === active ? "active" : ""}"><a class="page-link" href="#"${mark("button")}>${i || "«"}</a></li>`).join("")}</ul>`; },
  dialog(title, body, foot) { return `<div class="modal-content ao-plain"><div class="modal-header"><h5 class="modal-title">${title}</h5><button class="btn-close"${mark("icon")}></button></div><div class="modal-body">${body}</div><div class="modal-footer">${foot}</div></div>`; },
};

const KITS = {
  native: new Kit("native", {}),
  own: new Kit("own", {
    anchors: true,
    c: { btn: ["o-btn", "o-btn o-main", "o-btn o-ghost", "o-btn o-main o-small"], icon: ["o-icon", "o-icon", "o-btn"], input: "o-input", select: "o-input o-select", label: "o-label", field: "o-field", check: "o-check", card: "o-card", chip: "o-chip", link: "o-link", range: "o-range" },
    list(items) { return `<div class="o-list">${items.map((t, i) => `<div class="o-row ${i === 1 && chance(0.4) ? "on" : ""}"${mark("row")}>${t}</div>`).join("")}</div>`; },
    tabs(items, active) { return `<div class="o-tabs">${items.map((t, i) => `<div class="o-tab ${i === active ? "on" : ""}"${mark("tab")}>${t}</div>`).join("")}</div>`; },
    menu(items) { return `<div class="o-menu">${items.map(t => `<div class="o-item"${mark("row")}>${t}</div>`).join("")}</div>`; },
    switch(label, on) { return `<label class="o-switch"><i class="${on ? "on" : ""}"${mark("switch", on)}></i><span>${label}</span></label>`; },
    select(label, options) {
      if (chance(0.4)) return this.wrap(label, `<select class="o-input"${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select>`);
      return this.wrap(label, `<div class="o-input o-combo"${mark("combobox")}><span>${options[0]}</span>${pick(["▾", "⌄", "▼", arrow(), arrow()])}</div>`);
    },
    range(value) {
      if (chance(0.4)) return `<input type=range class="o-range" value="${value}"${mark("slider")}>`;
      return `<div class="o-slider"${mark("slider")}><b style="width:${value}%"></b><i style="left:${value}%"></i></div>`;
    },
  }),
  bootstrap: new Kit("bootstrap", { ...bootstrapLike, css: ["bootstrap/dist/css/bootstrap.min.css"], dark: ["data-bs-theme", "dark"],
    looks: ["cerulean", "cosmo", "cyborg", "darkly", "flatly", "journal", "litera", "lumen", "lux", "materia", "minty", "morph", "pulse", "quartz", "sandstone", "simplex", "sketchy", "slate", "solar", "spacelab", "superhero", "united", "vapor", "yeti", "zephyr"].map(n => `bootswatch/dist/${n}/bootstrap.min.css`) }),
  tabler: new Kit("tabler", { ...bootstrapLike, css: ["@tabler/core/dist/css/tabler.min.css"], dark: ["data-bs-theme", "dark"] }),
  coreui: new Kit("coreui", { ...bootstrapLike, css: ["@coreui/coreui/dist/css/coreui.min.css"], dark: ["data-coreui-theme", "dark"] }),
  bulma: new Kit("bulma", {
    anchors: true, css: ["bulma/css/bulma.min.css"], dark: ["data-theme", "dark"],
    c: { btn: ["button is-primary", "button", "button is-link is-outlined", "button is-danger is-small", "button is-info is-rounded", "button is-text", "button is-success is-light"], icon: ["button", "button is-small is-ghost", "button is-white"], input: "input", area: "textarea", label: "label", field: "field", checkLabel: "checkbox", table: "table is-fullwidth", card: "box", chip: "tag is-rounded is-info" },
    select(label, options) { return this.wrap(label, `<div class="select"><select${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select></div>`); },
    tabs(items, active) { return `<div class="tabs ${pick(["", "is-boxed", "is-toggle"])}"><ul>${items.map((t, i) => `<li class="${i === active ? "is-active" : ""}"><a${mark("tab")}>${t}</a></li>`).join("")}</ul></div>`; },
    list(items) { return chance(0.5) ? `<nav class="panel">${items.map(t => `<a class="panel-block"${mark("row")}>${t}</a>`).join("")}</nav>` : `<aside class="menu"><ul class="menu-list">${items.map((t, i) => `<li><a class="${i === 1 ? "is-active" : ""}"${mark("row")}>${t}</a></li>`).join("")}</ul></aside>`; },
    menu(items) { return `<div class="dropdown-content">${items.map(t => `<a class="dropdown-item"${mark("row")}>${t}</a>`).join("")}</div>`; },
    pages(count, active) { return `<nav class="pagination"><ul class="pagination-list">${range(count).map(i => `<li><a class="pagination-link ${i === active ? "is-current" : ""}"${mark("button")}>${i + 1}</a></li>`).join("")}</ul></nav>`; },
    dialog(title, body, foot) { return `<div class="modal-card ao-plain"><header class="modal-card-head"><p class="modal-card-title">${title}</p><button class="delete"${mark("icon")}></button></header><section class="modal-card-body">${body}</section><footer class="modal-card-foot">${foot}</footer></div>`; },
  }),
  pico: new Kit("pico", { css: ["@picocss/pico/css/pico.min.css"], dark: ["data-theme", "dark"], looks: ["amber", "jade", "red", "violet", "zinc"].map(n => `@picocss/pico/css/pico.${n}.min.css`), anchors: false,
    c: { btn: ["", "secondary", "contrast", "outline", "outline secondary"], icon: ["outline", "secondary"], inline: 1 },
    switch(label, on) { return `<label><input type=checkbox role=switch${ticked(on)}${mark("switch", on)}> ${label}</label>`; },
    card(inner) { return `<article>${inner}</article>`; } }),
  uikit: new Kit("uikit", { anchors: true, css: ["uikit/dist/css/uikit.min.css"],
    c: { btn: ["uk-button uk-button-default", "uk-button uk-button-primary", "uk-button uk-button-danger uk-button-small", "uk-button uk-button-text", "uk-button uk-button-secondary"], icon: ["uk-icon-button", "uk-icon-link"], input: "uk-input", select: "uk-select", area: "uk-textarea", label: "uk-form-label", field: "uk-margin-small", range: "uk-range", table: "uk-table uk-table-divider", card: "uk-card uk-card-default uk-card-body", chip: "uk-badge" },
    check(label, on) { return `<label><input class="uk-checkbox" type=checkbox${ticked(on)}${mark("checkbox", on)}> ${label}</label>`; },
    radio(group, label, on) { return `<label><input class="uk-radio" type=radio name="${group}"${ticked(on)}${mark("radio", on)}> ${label}</label>`; },
    tabs(items, active) { return `<ul uk-tab class="uk-tab">${items.map((t, i) => `<li class="${i === active ? "uk-active" : ""}"><a href="#"${mark("tab")}>${t}</a></li>`).join("")}</ul>`; },
    list(items) { return `<ul class="uk-nav uk-nav-default">${items.map((t, i) => `<li class="${i === 1 ? "uk-active" : ""}"><a href="#"${mark("row")}>${t}</a></li>`).join("")}</ul>`; },
    menu(items) { return `<div class="uk-card uk-card-default uk-padding-small"><ul class="uk-nav uk-dropdown-nav">${items.map(t => `<li><a href="#"${mark("row")}>${t}</a></li>`).join("")}</ul></div>`; },
    pages(count, active) { return `<ul class="uk-pagination">${range(count).map(i => `<li class="${i === active ? "uk-active" : ""}"><a href="#"${mark("link")}>${i + 1}</a></li>`).join("")}</ul>`; } }),
  foundation: new Kit("foundation", { anchors: true, css: ["foundation-sites/dist/css/foundation.min.css"],
    c: { btn: ["button", "button secondary", "button hollow", "button small alert", "button success expanded", "clear button"], icon: ["button small", "clear button"], table: "", card: "card", cardBody: "card-section", chip: "label primary" },
    switch(label, on) { const id = "s" + below(1e9); return `<div style="display:flex;gap:8px"><div class="switch"><input class="switch-input" id="${id}" type=checkbox${ticked(on)}><label class="switch-paddle" for="${id}"${mark("switch", on)}></label></div>${label}</div>`; },
    tabs(items, active) { return `<ul class="tabs">${items.map((t, i) => `<li class="tabs-title ${i === active ? "is-active" : ""}"><a href="#"${i === active ? " aria-selected=true" : ""}${mark("tab")}>${t}</a></li>`).join("")}</ul>`; },
    list(items) { return `<ul class="vertical menu ${chance(0.5) ? "" : "icons icon-left"}">${items.map((t, i) => `<li class="${i === 0 ? "is-active" : ""}"><a href="#"${mark("row")}>${t}</a></li>`).join("")}</ul>`; },
    menu(items) { return `<div class="dropdown-pane" style="position:static;visibility:visible;display:block"><ul class="vertical menu">${items.map(t => `<li><a href="#"${mark("row")}>${t}</a></li>`).join("")}</ul></div>`; },
    pages(count, active) { return `<ul class="pagination">${range(count).map(i => i === active ? `<li class="current">${i + 1}</li>` : `<li><a href="#"${mark("button")}>${i + 1}</a></li>`).join("")}</ul>`; } }),
  fomantic: new Kit("fomantic", { anchors: true, css: ["fomantic-ui-css/semantic.min.css"],
    c: { btn: ["ui button", "ui primary button", "ui basic button", "ui small green button", "ui red inverted button", "ui tertiary button", "ui teal right floated button"], icon: ["ui icon button", "ui basic icon button", "ui mini circular icon button"], table: "ui celled table", card: "ui segment", chip: "ui label" },
    wrap(label, inner) { return `<div class="ui form"><div class="field">${label ? `<label>${label}</label>` : ""}${inner}</div></div>`; },
    check(label, on) { return `<div class="ui checkbox ${on ? "checked" : ""}"><input type=checkbox${ticked(on)}><label${mark("checkbox", on)} data-box="before">${label}</label></div>`; },
    radio(group, label, on) { return `<div class="ui radio checkbox ${on ? "checked" : ""}"><input type=radio${ticked(on)}><label${mark("radio", on)} data-box="before">${label}</label></div>`; },
    switch(label, on) { return `<div class="ui toggle checkbox ${on ? "checked" : ""}"><input type=checkbox${ticked(on)}><label${mark("switch", on)} data-box="before">${label}</label></div>`; },
    select(label, options) { return this.wrap(label, `<div class="ui selection dropdown"${mark("combobox")}><i class="dropdown icon"></i><div class="text">${options[0]}</div></div>`); },
    tabs(items, active) { return `<div class="ui ${pick(["tabular", "secondary pointing", "pointing"])} menu">${items.map((t, i) => `<a class="item ${i === active ? "active" : ""}"${mark("tab")}>${t}</a>`).join("")}</div>`; },
    list(items) { return chance(0.5) ? `<div class="ui vertical fluid menu">${items.map((t, i) => `<a class="item ${i === 1 ? "active" : ""}"${mark("row")}>${t}</a>`).join("")}</div>` : `<div class="ui relaxed divided selection list">${items.map(t => `<a class="item"${mark("row")}><div class="content">${t}</div></a>`).join("")}</div>`; },
    menu(items) { return `<div class="ui vertical menu">${items.map(t => `<a class="item"${mark("row")}>${t}</a>`).join("")}</div>`; },
    pages(count, active) { return `<div class="ui pagination menu">${range(count).map(i => `<a class="item ${i === active ? "active" : ""}"${mark("button")}>${i + 1}</a>`).join("")}</div>`; } }),
  materialize: new Kit("materialize", { anchors: true, css: ["@materializecss/materialize/dist/css/materialize.min.css"], dark: ["theme", "dark"],
    c: { btn: ["btn filled", "btn tonal", "btn outlined", "btn text", "btn elevated"], icon: ["btn-floating small", "btn text", "btn-flat"], table: "striped", card: "card", cardBody: "card-content", chip: "chip" },
    text(label, { value = "", kind = "text" } = {}) { return `<div class="input-field ${chance(0.5) ? "outlined" : ""}"><input placeholder=" " type="${kind}" value="${value}"${mark("textbox")}><label>${label}</label></div>`; },
    select(label, options) { return `<div class="input-field"><select class="browser-default"${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select></div>`; },
    area(label, value) { return `<div class="input-field outlined"><textarea class="materialize-textarea" style="height:90px"${mark("textbox")}>${value}</textarea></div>`; },
    check(label, on) { return this.switch(label, on); },
    radio(group, label, on) { return `<label><input type=radio${ticked(on)}><span${mark("radio", on)} data-box="before">${label}</span></label>`; },
    switch(label, on) { return `<div class="switch"><label>${label}<input type=checkbox${ticked(on)}><span class="lever"${mark("switch", on)}></span></label></div>`; },
    tabs(items, active) { return `<ul class="tabs">${items.map((t, i) => `<li class="tab"><a class="${i === active ? "active" : ""}" href="#"${mark("tab")}>${t}</a></li>`).join("")}</ul>`; },
    list(items) { return `<div class="collection">${items.map((t, i) => `<a href="#" class="collection-item ${i === 1 ? "active" : ""}"${mark("row")}>${t}</a>`).join("")}</div>`; },
    menu(items) { return `<ul class="dropdown-content" style="display:block;opacity:1;position:static">${items.map(t => `<li${mark("row")}><a href="#">${t}</a></li>`).join("")}</ul>`; } }),
  spectre: new Kit("spectre", { anchors: true, css: ["spectre.css/dist/spectre.min.css", "spectre.css/dist/spectre-exp.min.css"],
    c: { btn: ["btn", "btn btn-primary", "btn btn-link", "btn btn-sm btn-success", "btn btn-error btn-lg"], icon: ["btn btn-action", "btn btn-link btn-action", "btn btn-sm btn-action circle"], input: "form-input", select: "form-select", label: "form-label", field: "form-group", range: "slider", table: "table", card: "card", cardBody: "card-body", chip: "chip" },
    check(label, on) { return `<label class="form-checkbox"><input type=checkbox${ticked(on)}><i class="form-icon"${mark("checkbox", on)}></i> ${label}</label>`; },
    radio(group, label, on) { return `<label class="form-radio"><input type=radio${ticked(on)}><i class="form-icon"${mark("radio", on)}></i> ${label}</label>`; },
    switch(label, on) { return `<label class="form-switch"><input type=checkbox${ticked(on)}><i class="form-icon"${mark("switch", on)}></i> ${label}</label>`; },
    tabs(items, active) { return `<ul class="tab ${chance(0.3) ? "tab-block" : ""}">${items.map((t, i) => `<li class="tab-item ${i === active ? "active" : ""}"><a href="#"${mark("tab")}>${t}</a></li>`).join("")}</ul>`; },
    menu(items) { return `<ul class="menu">${items.map(t => `<li class="menu-item"><a href="#"${mark("row")}>${t}</a></li>`).join("")}</ul>`; },
    pages(count, active) { return `<ul class="pagination">${range(count).map(i => `<li class="page-item ${i === active ? "active" : ""}"><a href="#"${mark("button")}>${i + 1}</a></li>`).join("")}</ul>`; } }),
  beer: new Kit("beer", { css: ["beercss/dist/cdn/beer.min.css"], darkClass: "dark",
    c: { btn: ["", "border", "fill", "transparent link", "small", "round large", "secondary"], icon: ["circle transparent", "circle fill", "square"], table: "stripes", chip: "chip" },
    text(label, { value = "", hint = "" } = {}) { return `<div class="field ${pick(["border label", "fill label", "border round"])}"${mark("textbox")}><input type=text value="${value}" placeholder=" "><label>${label || hint}</label></div>`; },
    select(label, options) { return `<div class="field border label suffix"${mark("combobox")}><select>${options.map(o => `<option>${o}`).join("")}</select><label class=active>${label}</label></div>`; },
    area(label, value) { return `<div class="field textarea border label"${mark("textbox")}><textarea>${value}</textarea><label>${label}</label></div>`; },
    check(label, on) { return `<label class="checkbox"${mark("checkbox", on)} data-box="left24"><input type=checkbox${ticked(on)}><span>${label}</span></label>`; },
    radio(group, label, on) { return `<label class="radio"${mark("radio", on)} data-box="left24"><input type=radio${ticked(on)}><span>${label}</span></label>`; },
    switch(label, on) { return `<label class="switch"${mark("switch", on)}><input type=checkbox${ticked(on)}><span></span></label> ${label}`; },
    tabs(items, active) { return `<div class="tabs">${items.map((t, i) => `<a class="${i === active ? "active" : ""}"${mark("tab")}>${t}</a>`).join("")}</div>`; },
    card(inner) { return `<article>${inner}</article>`; } }),
  win98: new Kit("win98", { css: ["98.css/dist/98.css"], ...old(), old: true }),
  xp: new Kit("xp", { css: ["xp.css/dist/XP.css"], ...old(), old: true, tabs: buttonTabs }),
  win7: new Kit("win7", { css: ["7.css/dist/7.css"], ...old(), old: true, tabs: buttonTabs }),
  milligram: new Kit("milligram", { anchors: false, css: ["milligram/dist/milligram.min.css"], c: { btn: ["button", "button button-outline", "button button-clear"], icon: ["button button-clear", "button button-outline"] } }),
  water: new Kit("water", { css: ["water.css/out/light.min.css"], looks: ["water.css/out/dark.min.css"] }),
  simple: new Kit("simple", { css: ["simpledotcss/simple.min.css"], card(inner) { return `<article>${inner}</article>`; } }),
  pure: new Kit("pure", { anchors: true, css: ["purecss/build/pure-min.css"],
    c: { btn: ["pure-button", "pure-button pure-button-primary"], icon: "pure-button", table: "pure-table" },
    wrap(label, inner) { return `<div class="pure-form pure-form-stacked">${label ? `<label>${label}</label>` : ""}${inner}</div>`; },
    list(items) { return `<div class="pure-menu"><ul class="pure-menu-list">${items.map((t, i) => `<li class="pure-menu-item ${i === 0 ? "pure-menu-selected" : ""}"><a href="#" class="pure-menu-link"${mark("row")}>${t}</a></li>`).join("")}</ul></div>`; } }),
  primer: new Kit("primer", { anchors: true, css: ["@primer/css/dist/primer.css"], dark: ["data-color-mode", "dark"],
    c: { btn: ["btn", "btn btn-primary", "btn btn-sm", "btn btn-danger", "btn-link", "btn btn-outline"], icon: ["btn-octicon", "btn btn-sm"], input: "form-control", select: "form-select", table: "", card: "Box p-3", chip: "IssueLabel border" },
    tabs(items, active) { return chance(0.5) ? `<nav class="UnderlineNav"><div class="UnderlineNav-body">${items.map((t, i) => `<a class="UnderlineNav-item" ${i === active ? "aria-current=page" : ""} href="#"${mark("tab")}>${t}</a>`).join("")}</div></nav>` : `<div class="tabnav"><nav class="tabnav-tabs">${items.map((t, i) => `<a class="tabnav-tab" ${i === active ? "aria-current=page" : ""} href="#"${mark("tab")}>${t}</a>`).join("")}</nav></div>`; },
    list(items) { return chance(0.5) ? `<nav class="menu">${items.map((t, i) => `<a class="menu-item" href="#" ${i === 1 ? "aria-current=page" : ""}${mark("row")}>${t}</a>`).join("")}</nav>` : `<nav class="SideNav">${items.map((t, i) => `<a class="SideNav-item" href="#" ${i === 1 ? "aria-current=page" : ""}${mark("row")}>${t}</a>`).join("")}</nav>`; },
    pages(count, active) { return `<nav class="paginate-container"><div class="pagination">${range(count).map(i => i === active ? `<em aria-current=page>${i + 1}</em>` : `<a href="#"${mark("button")}>${i + 1}</a>`).join("")}</div></nav>`; } }),
  chota: new Kit("chota", { anchors: true, css: ["chota/dist/chota.min.css"], darkClass: "dark", c: { btn: ["button", "button primary", "button outline", "button clear", "button dark"], icon: ["button icon-only", "button clear icon-only"], card: "card", chip: "tag is-small" },
    tabs(items, active) { return `<nav class="tabs ${chance(0.4) ? "is-full" : ""}">${items.map((t, i) => `<a class="${i === active ? "active" : ""}"${mark("tab")}>${t}</a>`).join("")}</nav>`; } }),
  mini: new Kit("mini", { css: ["mini.css/dist/mini-default.min.css"], looks: ["mini.css/dist/mini-nord.min.css", "mini.css/dist/mini-dark.min.css"], c: { btn: ["", "primary", "secondary", "tertiary", "inverse small"], icon: ["", "small"], card: "card fluid", cardBody: "section", chip: "tag" } }),
  paper: new Kit("paper", { css: ["papercss/dist/paper.min.css"], darkClass: "dark", c: { btn: ["", "btn-secondary", "btn-small", "btn-warning", "btn-block"], icon: ["btn-small", ""], card: "card", cardBody: "card-body", field: "form-group", chip: "badge" },
    check(label, on) { return `<label class="paper-check"><input type=checkbox${ticked(on)}><span${mark("checkbox", on)} data-box="before">${label}</span></label>`; },
    radio(group, label, on) { return `<label class="paper-radio"><input type=radio name="${group}"${ticked(on)}><span${mark("radio", on)} data-box="before">${label}</span></label>`; } }),
  cirrus: new Kit("cirrus", { anchors: true, css: ["cirrus-ui/dist/cirrus.min.css"], c: { btn: ["btn", "btn-primary", "btn-dark", "btn outline btn-info", "btn-link btn"], icon: ["btn btn--circle", "btn btn--sm"], input: "input", select: "select", table: "table striped", card: "card p-2", chip: "tag tag--info" } }),
  shoelace: new Kit("shoelace", { css: ["@shoelace-style/shoelace/cdn/themes/light.css", "@shoelace-style/shoelace/cdn/themes/dark.css"], js: ["@shoelace-style/shoelace/cdn/shoelace.js"], darkClass: "sl-theme-dark",
    btn(text) { return `<sl-button variant="${pick(["default", "primary", "success", "text", "neutral"])}" size="${pick(["small", "medium", "medium", "large"])}" ${chance(0.2) ? "pill" : ""} ${chance(0.2) ? "outline" : ""}${mark("button")} data-part="base">${text}</sl-button>`; },
    iconBtn(svg) { return `<sl-button ${chance(0.5) ? "circle" : ""} size="${pick(["small", "medium"])}"${mark("icon")} data-part="base">${svg}</sl-button>`; },
    text(label, { hint = "", value = "" } = {}) { return `<sl-input label="${label}" placeholder="${hint}" value="${value}" size="${pick(["small", "medium"])}" ${chance(0.2) ? "filled" : ""}${mark("textbox")} data-part="base"></sl-input>`; },
    area(label, value) { return `<sl-textarea label="${label}" value="${value}"${mark("textbox")} data-part="base"></sl-textarea>`; },
    select(label, options) { return `<sl-select label="${label}" value="a"${mark("combobox")} data-part="combobox"><sl-option value="a">${options[0]}</sl-option></sl-select>`; },
    check(label, on) { return `<sl-checkbox ${ticked(on)}${mark("checkbox", on)} data-part="control">${label}</sl-checkbox>`; },
    radio(group, label, on) { return `<sl-radio ${on ? "checked aria-checked=true" : ""}${mark("radio", on)} data-part="control">${label}</sl-radio>`; },
    switch(label, on) { return `<sl-switch ${ticked(on)}${mark("switch", on)} data-part="control">${label}</sl-switch>`; },
    range(value) { return `<sl-range value="${value}"${mark("slider")} data-part="input"></sl-range>`; },
    menu(items) { return `<sl-menu>${items.map(t => `<sl-menu-item${mark("row")}>${t}</sl-menu-item>`).join("")}</sl-menu>`; },
    card(inner) { return `<sl-card style="display:block">${inner}</sl-card>`; } }),
  f7: new Kit("f7", { phone: true, css: ["framework7/framework7-bundle.min.css"], looks: [], darkClass: "dark", modes: ["ios", "md"],
    c: { btn: ["button button-fill", "button", "button button-outline", "button button-tonal", "button button-round button-fill", "button button-raised"], icon: ["link icon-only", "button button-small button-tonal"], chip: "chip chip-outline" },
    text(label, { hint = "", value = "" } = {}) { return `<div class="list ${pick(["list-strong-ios list-outline-ios", "inset"])}"><ul><li class="item-content item-input ${chance(0.4) ? "item-input-outline" : ""}"><div class="item-inner"><div class="item-title item-label">${label}</div><div class="item-input-wrap"${mark("textbox")}><input type=text placeholder="${hint}" value="${value}"></div></div></li></ul></div>`; },
    check(label, on) { return `<label class="checkbox"${mark("checkbox", on)}><input type=checkbox${ticked(on)}><i class="icon-checkbox"></i></label> ${label}`; },
    radio(group, label, on) { return `<label class="radio"${mark("radio", on)}><input type=radio name="${group}"${ticked(on)}><i class="icon-radio"></i></label> ${label}`; },
    switch(label, on) { return `${label} <label class="toggle"${mark("switch", on)}><input type=checkbox${ticked(on)}><span class="toggle-icon"></span></label>`; },
    tabs(items, active) { return `<p class="segmented ${pick(["segmented-strong", "segmented-raised", ""])}" style="margin:8px">${items.map((t, i) => `<button class="button ${i === active ? "button-active" : ""}"${mark("tab")}>${t}</button>`).join("")}</p>`; },
    list(items) { return `<div class="list links-list list-outline-ios list-strong-ios list-dividers-ios ${chance(0.4) ? "inset" : ""}"><ul>${items.map(t => `<li><a href="#" class="item-link"${mark("row")}><div class="item-content"><div class="item-inner"><div class="item-title">${t}</div></div></div></a></li>`).join("")}</ul></div>`; },
    card(inner) { return `<div class="card"><div class="card-content card-content-padding">${inner}</div></div>`; } }),
};

function buttonTabs(items, active) {
  return `<menu role=tablist>${items.map((t, i) => `<button role=tab aria-selected="${i === active}"${mark("tab")}>${t}</button>`).join("")}</menu>`;
}

function old() {
  return {
    c: { btn: ["", "", "default"], icon: "", field: "field-row-stacked" },
    check(label, on) { const id = "c" + below(1e9); return `<div class="field-row"><input type=checkbox id="${id}"${ticked(on)}><label for="${id}"${mark("checkbox", on)} data-box="before">${label}</label></div>`; },
    radio(group, label, on) { const id = "c" + below(1e9); return `<div class="field-row"><input type=radio id="${id}" name="${group}"${ticked(on)}><label for="${id}"${mark("radio", on)} data-box="before">${label}</label></div>`; },
    tabs(items, active) { return `<menu role=tablist>${items.map((t, i) => `<li role=tab aria-selected="${i === active}"${mark("tab")}><a href="#">${t}</a></li>`).join("")}</menu>`; },
    list(items) { return `<ul class="tree-view">${items.map(t => `<li${mark("row")}>${t}</li>`).join("")}</ul>`; },
    card(inner) { return `<fieldset><legend>Group</legend>${inner}</fieldset>`; },
    dialog(title, body, foot) { return `<div class="window"><div class="title-bar"><div class="title-bar-text">${title}</div><div class="title-bar-controls">${["Minimize", "Maximize", "Close"].map(n => `<button aria-label="${n}"${mark("icon")}></button>`).join("")}</div></div><div class="window-body">${body}<div class="ao-foot">${foot}</div></div></div>`; },
  };
}
