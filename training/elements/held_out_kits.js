// Kits that training never sees: the network is measured on pages of their parts.
"use strict";

Object.assign(KITS, {
  blueprint: new Kit("blueprint", {
    css: ["@blueprintjs/core/lib/css/blueprint.css"], darkClass: "bp6-dark", anchors: true,
    c: { btn: ["bp6-button", "bp6-button bp6-intent-primary", "bp6-button bp6-minimal", "bp6-button bp6-outlined", "bp6-button bp6-intent-danger bp6-small", "bp6-button bp6-large bp6-intent-success"], icon: ["bp6-button", "bp6-button bp6-minimal", "bp6-button bp6-small"], input: "bp6-input bp6-fill", area: "bp6-text-area bp6-fill", label: "bp6-label", field: "bp6-form-group", table: "bp6-html-table", card: "bp6-card", chip: "bp6-tag bp6-interactive bp6-round" },
    select(label, options) { return this.wrap(label, `<div class="bp6-html-select"><select${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select></div>`); },
    check(label, on) { return `<label class="bp6-control bp6-checkbox"><input type=checkbox${ticked(on)}><span class="bp6-control-indicator"${mark("checkbox", on)}></span>${label}</label>`; },
    radio(group, label, on) { return `<label class="bp6-control bp6-radio"><input type=radio name="${group}"${ticked(on)}><span class="bp6-control-indicator"${mark("radio", on)}></span>${label}</label>`; },
    switch(label, on) { return `<label class="bp6-control bp6-switch"><input type=checkbox${ticked(on)}><span class="bp6-control-indicator"${mark("switch", on)}></span>${label}</label>`; },
    tabs(items, active) { return `<div class="bp6-tabs"><div class="bp6-tab-list">${items.map((t, i) => `<div class="bp6-tab" role=tab aria-selected="${i === active}"${mark("tab")}>${t}</div>`).join("")}</div></div>`; },
    list(items) { return `<ul class="bp6-menu">${items.map((t, i) => `<li><a class="bp6-menu-item ${i === 1 ? "bp6-active" : ""}"${mark("row")}>${t}</a></li>`).join("")}</ul>`; },
    menu(items) { return `<ul class="bp6-menu">${items.map(t => `<li><a class="bp6-menu-item"${mark("row")}>${t}</a></li>`).join("")}</ul>`; },
    dialog(title, body, foot) { return `<div class="bp6-dialog" style="width:auto;margin:0"><div class="bp6-dialog-header"><h6 class="bp6-heading">${title}</h6>${this.iconBtn("✕")}</div><div class="bp6-dialog-body">${body}</div><div class="bp6-dialog-footer">${foot}</div></div>`; },
  }),
  govuk: new Kit("govuk", {
    css: ["govuk-frontend/dist/govuk/govuk-frontend.min.css"],
    c: { btn: ["govuk-button", "govuk-button govuk-button--secondary", "govuk-button govuk-button--warning"], icon: ["govuk-button govuk-button--secondary"], link: "govuk-link", input: "govuk-input", select: "govuk-select", area: "govuk-textarea", label: "govuk-label", field: "govuk-form-group", table: "govuk-table" },
    check(label, on) { return `<div class="govuk-checkboxes ${chance(0.5) ? "govuk-checkboxes--small" : ""}"><div class="govuk-checkboxes__item"><input class="govuk-checkboxes__input" type=checkbox${ticked(on)}><label class="govuk-label govuk-checkboxes__label"${mark("checkbox", on)} data-box="before">${label}</label></div></div>`; },
    radio(group, label, on) { return `<div class="govuk-radios"><div class="govuk-radios__item"><input class="govuk-radios__input" type=radio name="${group}"${ticked(on)}><label class="govuk-label govuk-radios__label"${mark("radio", on)} data-box="before">${label}</label></div></div>`; },
    tabs(items, active) { return `<div class="govuk-tabs govuk-frontend-supported"><ul class="govuk-tabs__list">${items.map((t, i) => `<li class="govuk-tabs__list-item ${i === active ? "govuk-tabs__list-item--selected" : ""}"${mark("tab")}><a class="govuk-tabs__tab" href="#">${t}</a></li>`).join("")}</ul></div>`; },
    pages(count, active) { return `<nav class="govuk-pagination"><ul class="govuk-pagination__list">${range(count).map(i => `<li class="govuk-pagination__item ${i === active ? "govuk-pagination__item--current" : ""}"${mark("button")}><a class="govuk-link govuk-pagination__link" href="#">${i + 1}</a></li>`).join("")}</ul></nav>`; },
  }),
  slds: new Kit("slds", {
    css: ["@salesforce-ux/design-system/assets/styles/salesforce-lightning-design-system.min.css"], anchors: true,
    c: { btn: ["slds-button slds-button_neutral", "slds-button slds-button_brand", "slds-button slds-button_outline-brand", "slds-button slds-button_destructive", "slds-button slds-button_success", "slds-button"], icon: ["slds-button slds-button_icon", "slds-button slds-button_icon slds-button_icon-border-filled", "slds-button slds-button_icon slds-button_icon-border"], input: "slds-input", area: "slds-textarea", label: "slds-form-element__label", field: "slds-form-element", table: "slds-table slds-table_cell-buffer slds-table_bordered", card: "slds-card slds-card_boundary slds-p-around_small", chip: "slds-pill" },
    select(label, options) { return this.wrap(label, `<div class="slds-select_container"><select class="slds-select"${mark("combobox")}>${options.map(o => `<option>${o}`).join("")}</select></div>`); },
    check(label, on) { const id = "x" + below(1e9); return `<div class="slds-checkbox"><input type=checkbox id="${id}"${ticked(on)}><label class="slds-checkbox__label" for="${id}"><span class="slds-checkbox_faux"${mark("checkbox", on)}></span><span class="slds-form-element__label">${label}</span></label></div>`; },
    radio(group, label, on) { const id = "x" + below(1e9); return `<span class="slds-radio"><input type=radio id="${id}" name="${group}"${ticked(on)}><label class="slds-radio__label" for="${id}"><span class="slds-radio_faux"${mark("radio", on)}></span><span class="slds-form-element__label">${label}</span></label></span>`; },
    switch(label, on) { return `<label class="slds-checkbox_toggle"><span class="slds-form-element__label">${label}</span><input type=checkbox${ticked(on)}><span class="slds-checkbox_faux_container"><span class="slds-checkbox_faux"${mark("switch", on)}></span></span></label>`; },
    tabs(items, active) { return `<div class="slds-tabs_default"><ul class="slds-tabs_default__nav">${items.map((t, i) => `<li class="slds-tabs_default__item ${i === active ? "slds-is-active" : ""}"><a class="slds-tabs_default__link" href="#"${mark("tab")}>${t}</a></li>`).join("")}</ul></div>`; },
    list(items) { return `<div class="slds-nav-vertical"><ul>${items.map((t, i) => `<li class="slds-nav-vertical__item ${i === 0 ? "slds-is-active" : ""}"><a href="#" class="slds-nav-vertical__action"${mark("row")}>${t}</a></li>`).join("")}</ul></div>`; },
    menu(items) { return `<ul class="slds-dropdown__list">${items.map(t => `<li class="slds-dropdown__item"${mark("row")}><a href="#">${t}</a></li>`).join("")}</ul>`; },
    range(value) { return `<div class="slds-slider"><input type=range class="slds-slider__range" value="${value}"${mark("slider")}></div>`; },
  }),
  weui: new Kit("weui", {
    phone: true, css: ["weui/dist/style/weui.min.css"], dark: ["data-weui-theme", "dark"],
    c: { btn: ["weui-btn weui-btn_primary", "weui-btn weui-btn_default", "weui-btn weui-btn_warn", "weui-btn weui-btn_mini weui-btn_primary", "weui-btn weui-btn_mini weui-btn_default"], icon: ["weui-btn_reset", "weui-btn weui-btn_mini weui-btn_default"], link: "weui-link" },
    wrap(label, inner) { return `<div class="weui-cells weui-cells_form"><div class="weui-cell">${label ? `<div class="weui-cell__hd"><label class="weui-label">${label}</label></div>` : ""}<div class="weui-cell__bd">${inner.replace("<input ", '<input style="width:100%" ').replace('class=""', 'class="weui-input"')}</div></div></div>`; },
    area(label, value) { return `<div class="weui-cells weui-cells_form"><div class="weui-cell"><div class="weui-cell__bd"><textarea class="weui-textarea" rows=3 placeholder="${label}"${mark("textbox")}>${value}</textarea></div></div></div>`; },
    switch(label, on) { return `${label} <input class="weui-switch" type=checkbox${ticked(on)}${mark("switch", on)}>`; },
    check(label, on) { return `<label class="weui-agree"><input type=checkbox class="weui-agree__checkbox"${ticked(on)}${mark("checkbox", on)}><span class="weui-agree__text">${label}</span></label>`; },
    tabs(items, active) { return `<div class="weui-navbar" style="position:static;display:flex">${items.map((t, i) => `<div class="weui-navbar__item ${i === active ? "weui-bar__item_on" : ""}"${mark("tab")}>${t}</div>`).join("")}</div>`; },
    list(items) { return `<div class="weui-cells">${items.map(t => `<a class="weui-cell weui-cell_access" href="#"${mark("row")}><div class="weui-cell__bd">${t}</div><div class="weui-cell__ft"></div></a>`).join("")}</div>`; },
    menu(items) { return `<div class="weui-actionsheet__menu">${items.map(t => `<div class="weui-actionsheet__cell"${mark("row")}>${t}</div>`).join("")}</div>`; },
  }),
});
