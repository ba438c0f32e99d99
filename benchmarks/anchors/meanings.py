"""Pairs of pages for each way in which an element can come to mean something else, with cosmetic ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from anchors.change import IT, Change

SUBJECTS = (
    ("Old phone", "Primary phone", "Remove", "remove the old phone"),
    ("Shipping address", "Billing address", "Edit", "edit the shipping address"),
    ("Test server", "Production server", "Restart", "restart the test server"),
    ("Draft invoice", "Final invoice", "Send", "send the draft invoice"),
    ("Savings account", "Current account", "Close", "close my savings account"),
    ("Guests", "Owners", "Invite", "invite somebody to the guests"),
    ("Version 1.2", "Version 2.1", "Download", "download version 1.2"),
    ("Oslo", "Bergen", "Book", "book a room in Oslo"),
    ("Alte Nummer", "Neue Nummer", "Löschen", "lösche die alte Nummer"),
)


def _place(layout: str, title: str, name: str, mark: str = "") -> str:
    """A button under a title, in one of many layouts."""
    button = f"<button {mark}>{name}</button>"
    details = f"<details open><summary>{title}</summary><p>Text</p>{button}</details>"
    return {
        "h2": f"<h2>{title}</h2><p>Some text.</p>{button}",
        "h4 in a section": f"<section><h4>{title}</h4><p>Some text.</p>{button}</section>",
        "aria heading": f"<div role=heading aria-level=3>{title}</div>{button}",
        "legend": f"<fieldset><legend>{title}</legend><input aria-label=Note>{button}</fieldset>",
        "named section": f"<section aria-label='{title}'><p>Some text.</p>{button}</section>",
        "article": f"<article><h3>{title}</h3><p>Some text.</p>{button}</article>",
        "card": f"<div class=card><div>{title}</div><div>Some text</div>{button}</div>",
        "list item": f"<ul><li><b>{title}</b> <span>Some text</span> {button}</li></ul>",
        "row": f"<table><tr><td>{title}<td>Some text<td>{button}</table>",
        "row header": f"<table><tr><th scope=row>{title}<td>Some text<td>{button}</table>",
        "table with a caption": f"<table><caption>{title}</caption><tr><td>A<td>{button}</table>",
        "group": f"<div role=group aria-label='{title}'><p>Some text.</p>{button}</div>",
        "form": f"<form aria-label='{title}'><input aria-label=Note>{button}</form>",
        "dialog": f"<dialog open style='position:static'><h2>{title}</h2><p>Text</p>{button}</dialog>",
        "tab panel": f"<div role=tabpanel aria-label='{title}'><p>Text</p>{button}</div>",
        "selected tab": f"<div role=tablist><button role=tab aria-selected=true>{title}</button></div>{button}",
        "details": details,
        "paragraph": f"<p>{title}</p>{button}",
        "frame": f"<iframe title='{title}' srcdoc=\"<p>Text</p>{button.replace(chr(34), chr(39))}\"></iframe>",
    }[layout]


LAYOUTS = (
    "h2", "h4 in a section", "aria heading", "legend", "named section", "article", "card", "list item", "row",
    "row header", "table with a caption", "group", "form", "dialog", "tab panel", "selected tab", "paragraph", "frame",
)  # fmt: skip
ALONE = ("dialog", "tab panel", "selected tab")
"""Layouts of which a page shows one at a time."""


def titles() -> Iterator[Change]:
    for number, (own, other, name, words) in enumerate(SUBJECTS):
        for layout in LAYOUTS:
            it = _place(layout, own, name, IT)
            twin = _place(layout, other, name)
            yield Change(f"another {layout}", words, it, twin)
            if layout in ALONE:
                continue
            yield Change(f"only the other {layout} is left", words, it + twin, twin)
            yield Change(f"order of {layout}", words, it + twin, twin + it, is_cosmetic=True)
            if number % 3 == 0:
                yield Change(f"a twin beside {layout}", words, it, twin + it, is_cosmetic=True)


PEOPLE = ("Ann", "Bob", "Eve")


def _table(rows: list[tuple[str, str, str]], head: bool) -> str:
    lines = "".join(f"<tr><td>{name}<td>{boss}<td><button {mark}>Edit</button>" for name, boss, mark in rows)
    return f"<table>{'<tr><th>Name<th>Manager<th>Do' if head else ''}{lines}</table>"


def _cards(rows: list[tuple[str, str, str]], head: bool) -> str:
    tag = "h3" if head else "p"
    return "".join(
        f"<div class=c><{tag}>{name}</{tag}><p>Manager</p><p>{boss}</p><button {mark}>Edit</button></div>"
        for name, boss, mark in rows
    )


def _items(rows: list[tuple[str, str, str]], head: bool) -> str:
    tag = "h3" if head else "div"
    return "<ul>" + "".join(
        f"<li><{tag}>{name}</{tag}><div>Manager</div><div>{boss}</div><a href=# {mark}>Edit</a></li>"
        for name, boss, mark in rows
    )


def rows() -> Iterator[Change]:
    layouts: tuple[Callable[[list[tuple[str, str, str]], bool], str], ...] = (_table, _cards, _items)
    for layout in layouts:
        for head in (True, False):
            for own, boss, third in permutations(PEOPLE):
                words, kind = f"edit {own}", layout.__name__.strip("_")
                it, theirs = (own, third, IT), (boss, own, "")
                before = layout([it, (third, boss, "")], head)
                yield Change(f"manager in {kind}", words, before, layout([theirs, (third, boss, "")], head))
                yield Change(f"manager beside {kind}", words, layout([theirs, it], head), layout([theirs], head))
                yield Change(f"sorted {kind}", words, before, layout([(third, boss, ""), it], head), is_cosmetic=True)
                yield Change(
                    f"other manager in {kind}", words, before, layout([(own, boss, IT), (third, own, "")], head), True
                )


ROLES = {
    "button": "<button {0}>{1}</button>",
    "link": "<a href=/go {0}>{1}</a>",
    "tab": "<div role=tablist><button role=tab {0}>{1}</button></div>",
    "menu item": "<div role=menu><button role=menuitem {0}>{1}</button></div>",
    "checkbox": "<label><input type=checkbox {0}>{1}</label>",
    "radio": "<label><input type=radio {0}>{1}</label>",
    "switch": "<button role=switch aria-checked=false {0}>{1}</button>",
    "field": "<label>{1} <input {0}></label>",
    "option": "<div role=listbox><div role=option tabindex=0 {0}>{1}</div></div>",
    "list": "<label>{1} <select {0}><option>A<option>B</select></label>",
}


def roles() -> Iterator[Change]:
    for (was, now), name in zip(permutations(ROLES, 2), ("Archive", "Notes", "Backup", "Invoices") * 30, strict=False):
        if {was, now} != {"checkbox", "switch"}:
            yield Change(
                f"{was} becomes {now}", f"use {name}", ROLES[was].format(IT, name), ROLES[now].format("", name)
            )


LABELS = (
    ("Amount", "IBAN"), ("First name", "Last name"), ("Enable backups", "Disable backups"), ("Username", "Hint"),
    ("Start date", "End date"), ("Net price", "Gross price"), ("Weight in kg", "Weight in lb"), ("From", "To"),
)  # fmt: skip


def labels() -> Iterator[Change]:
    for own, other in LABELS:
        for mark in ("id", "name", "data-testid", "placeholder"):
            field = f'<label>{{0}} <input {mark}="value" {{1}}></label>'
            before, after = field.format(own, IT), field.format(other, "")
            yield Change(f"same {mark}, other label", f"type 5 into {own}", before, after)
        before = f"<p>{own} <input {IT}></p><p>{other} <input></p>"
        yield Change("text beside a field", f"type 5 into {own}", before, f"<p>{other} <input></p>")
        lines = f"<p>{other} <input></p><p>{own} <input {IT}></p>"
        yield Change("order of fields with a text beside", f"type 5 into {own}", before, lines, is_cosmetic=True)
        for label in (f"{own}:", f"{own} *", own.upper()):
            form = f"<label for=a>{label}</label><input id=a {IT}>"
            words = f"type 5 into {own}"
            yield Change("marks of a label", words, f"<label>{own} <input name=v {IT}></label>", form, is_cosmetic=True)


NUMBERS = (
    ("Pay €10", "Pay €1000"), ("Pay 10", "Pay 100"), ("Pay 10 now", "Pay 90 now"), ("Transfer $5.00", "Transfer $500"),
    ("Refund 10 %", "Refund 100 %"), ("Delete (3)", "Delete (300)"), ("Delete 2 files", "Delete 20 files"),
    ("Install 1.2", "Install 2.0"), ("Book 3 May", "Book 30 May"), ("Book 2026-05-01", "Book 2026-06-01"),
    ("Buy 1 kg", "Buy 1 t"), ("Order 2 boxes", "Order 2 pallets"), ("Room 12", "Room 21"), ("Page 2", "Page 3"),
    ("Gate 4", "Gate 5"), ("5 stars", "1 star"), ("Invoice 17", "Invoice 18"), ("Call +47 22", "Call +47 33"),
    ("8:00", "20:00"), ("Size 42", "Size 43"), ("Top up 20", "Top up 50"), ("Approve [2]", "Approve [9]"),
)  # fmt: skip
NEGATIONS = (
    ("Enable", "Disable"), ("Subscribe", "Unsubscribe"), ("Allow", "Do not allow"), ("Follow", "Unfollow"),
    ("Lock", "Unlock"), ("Like", "Dislike"), ("Include tax", "Exclude tax"), ("Show", "Hide"), ("Start", "Stop"),
    ("Send news", "Send no news"), ("Public", "Not public"), ("Aktivieren", "Deaktivieren"), ("Mute", "Unmute"),
)  # fmt: skip


def names() -> Iterator[Change]:
    for own, other in NUMBERS:
        for mark in ("", "id=act", "data-testid=act"):
            page = f"<button {mark} {{1}}>{{0}}</button>"
            yield Change("amount on a button", "do it", page.format(own, IT), page.format(other, ""))
        page = "<a href=/act {1}>{0}</a>"
        yield Change("amount on a link", "do it", page.format(own, IT), page.format(other, ""))
    for own, other in NEGATIONS:
        for page in ("<button id=act {1}>{0}</button>", "<label><input type=checkbox id=act {1}>{0}</label>"):
            yield Change("negation", "do it", page.format(own, IT), page.format(other, ""))
    for own, now in (("Inbox (3)", "Inbox (12)"), ("Basket 1", "Basket 4"), ("News [9+]", "News [2]")):
        page = f"<a href=/{own.split()[0].lower()} {{1}}>{{0}}</a><a href=/sent>Sent</a>"
        yield Change("counter", "open it", page.format(own, IT), page.format(now, IT), is_cosmetic=True)


ADDRESSES = (
    ("/report", "/delete-everything"), ("/users/5/edit", "/users/5/delete"), ("/users/5", "/users/6"),
    ("/list?sort=name", "/list?sort=price"), ("/list", "/list?delete=all"), ("/item?id=3", "/item?id=4"),
    ("/item?id=3&do=show", "/item?id=3&do=drop"), ("/docs#install", "/docs#uninstall"), ("#one", "#two"),
    ("#/inbox", "#/trash"), ("#", "/delete-everything"), ("/go", "https://other.test/go"), ("/a", "javascript:drop()"),
    ("mailto:ann@a.test", "mailto:bob@a.test"), ("tel:22", "tel:33"), ("/files/a.pdf", "/files/b.pdf"),
    ("/v1/start", "/v2/start"), ("/en/terms", "/en/terms/accept"), ("/pay?amount=10", "/pay?amount=1000"),
    ("/log-in", "/log-out"),
)  # fmt: skip
SAME_ADDRESSES = (
    ("/report", "/report?utm_source=mail"), ("/report?ref=a", "/report?ref=b"), ("/list?a=1&b=2", "/list?b=2&a=1"),
    ("/login?next=/a", "/login?next=/b"), ("#", "javascript:void(0)"), ("/docs", "/docs#top"),
)  # fmt: skip


def addresses() -> Iterator[Change]:
    for own, other in ADDRESSES:
        page = "<nav><a href='{0}' {1}>Continue</a> <a href=/help>Help</a></nav>"
        yield Change("address of a link", "go on", page.format(own, IT), page.format(other, ""))
    for own, other in SAME_ADDRESSES:
        page = "<nav><a href='{0}' {1}>Continue</a> <a href=/help>Help</a></nav>"
        yield Change("incidental address", "go on", page.format(own, IT), page.format(other, IT), is_cosmetic=True)


SHOWN = (
    ("Save", "Delete everything"), ("Close", "Close account"), ("Yes", "No"), ("Next", "Finish and pay"),
    ("Copy", "Move"), ("Edit", "Remove"), ("Archive", "Delete"), ("Keep", "Discard"), ("Search", "Log out"),
)  # fmt: skip


def shown() -> Iterator[Change]:
    for own, other in SHOWN:
        for tag in ("button", "a href=/x", "div role=button tabindex=0"):
            plain, labelled = (
                f"<{tag} {{1}}>{{0}}</{tag.split()[0]}>",
                f"<{tag} aria-label='{own}' {{1}}>{{0}}</{tag.split()[0]}>",
            )
            yield Change("label on another text", "do it", plain.format(own, IT), labelled.format(other, ""))
        field = "<p>{0} <input aria-label='{1}' {2}></p>"
        yield Change("field beside another text", "do it", field.format(own, own, IT), field.format(other, own, ""))
        box = "<p><input type=checkbox aria-label='{1}' {2}> {0}</p>"
        yield Change("box beside another text", "do it", box.format(own, own, IT), box.format(other, own, ""))
        yield Change("new id", "do it", field.format(own, own, IT), field.format(own, own, IT + " id=x"), True)
        yield Change("text under a label", "do it", labelled.format(own[:2] + "!", IT), labelled.format(other, ""))
        yield Change("label that says the same", "do it", plain.format(own, IT), labelled.format(own, IT), True)


PICTURES = {
    "pencil": "M3 17v4h4L18 10l-4-4zM15 5l4 4 2-2-4-4z",
    "bin": "M6 8h12l-1 13H7zM9 3h6v2h5v2H4V5h5z",
    "plus": "M10 3h4v7h7v4h-7v7h-4v-7H3v-4h7z",
    "cross": "M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
    "disk": "M3 3h15l3 3v15H3zM7 3v6h9V3zM7 13v8h10v-8z",
    "house": "M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2z",
}


def _icon(picture: str, mark: str = "", way: str = "button") -> str:
    svg = f'<svg width=24 height=24 viewBox="0 0 24 24" aria-hidden=true><path d="{PICTURES[picture]}"/></svg>'
    return {
        "button": f"<button {mark}>{svg}</button>",
        "button with an id": f"<button id=action {mark}>{svg}</button>",
        "link": f"<a href=# {mark}>{svg}</a>",
        "clickable": f"<span onclick='1' style='display:inline-block' {mark}>{svg}</span>",
    }[way]


def icons() -> Iterator[Change]:
    for own, other in permutations(PICTURES, 2):
        way = ("button", "link", "clickable", "button with an id")[len(own + other) % 4]
        it, twin = _icon(own, IT, way), _icon(other, "", way.removesuffix(" with an id"))
        yield Change("icon exchanged", "do it", it, _icon(other, "", way))
        yield Change("one of two icons exchanged", "do it", it + twin, _icon(other, "", way) + twin)
        yield Change("icons swapped", "do it", it + twin, twin + it, is_cosmetic=True)
    for own in PICTURES:
        yield Change(
            "icon moved", "do it", _icon(own, IT), f"<p>New</p><main>{_icon(own, IT)}</main>", is_cosmetic=True
        )


def duplicates() -> Iterator[Change]:
    for name in ("Save", "Delete", "Pay", "Submit", "Send", "Next"):
        one = f"<button {{}}>{name}</button>"
        both = f"<h2>First</h2>{one.format(IT)}<h2>Second</h2>{one.format('')}"
        yield Change("twins renamed", "go on", both, f"<h2>Third</h2>{one.format('')}<h2>Second</h2>{one.format('')}")
        yield Change("twin alone", "go on", both, f"<h2>Second</h2>{one.format('')}")
        yield Change(
            "strange dialog", "go on", one.format(IT), f"<dialog open><h2>Quit?</h2><p>x</p>{one.format('')}</dialog>"
        )
        yield Change(
            "section exchanged", "go on", f"<h2>First</h2>{one.format(IT)}", f"<h2>Danger</h2>{one.format('')}"
        )
        head = f"<table><tr><th>Name<th>{{0}}<th>{{1}}<tr><td>{name}"
        boxes = f"{head}<td><input type=checkbox {{2}}><td><input type=checkbox {{3}}></table>"
        words = f"make {name} active"
        yield Change(
            "columns swapped",
            words,
            boxes.format("Active", "Admin", IT, ""),
            boxes.format("Admin", "Active", "", IT),
            True,
        )
        yield Change(
            "column renamed", words, boxes.format("Active", "Admin", IT, ""), boxes.format("Owner", "Admin", "", "")
        )


def meanings() -> Iterator[Change]:
    for family in (titles, rows, roles, labels, names, addresses, shown, icons, duplicates):
        yield from family()
