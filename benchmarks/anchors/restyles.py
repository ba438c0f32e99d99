# ruff: noqa: E501 - markup reads better unwrapped
"""Pairs of pages on which the element is the same, and only what surrounds it or how it is written has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from anchors.change import IT, Change

BUTTON = f"<button {IT}>Save</button>"
PAGES = {
    "form": (
        "save the note",
        f"<h1>Notes</h1><form action=/notes method=post><label>Title <input name=title></label>{BUTTON}</form>",
    ),
    "nav": ("open the reports", f"<nav><a href=/home>Home</a> <a href=/reports {IT}>Reports</a></nav><h1>Home</h1>"),
    "table": (
        "edit Ann",
        f"<table><tr><th>Name<th>City<th>Do<tr><td>Ann<td>Oslo<td><button {IT}>Edit</button>"
        "<tr><td>Bob<td>Rome<td><button>Edit</button></table>",
    ),
    "cards": (
        "remove the old phone",
        f"<div class=card><div>Old phone</div><button {IT}>Remove</button></div>"
        "<div class=card><div>New phone</div><button>Remove</button></div>",
    ),
    "dialog": (
        "delete the draft",
        "<main><p>Page</p></main><dialog open style='position:static'><h2>Delete the draft?</h2>"
        f"<button {IT}>Delete</button><button>Keep</button></dialog>",
    ),
    "field": ("type 5 into Amount", f"<p><label>IBAN <input></label></p><p><label>Amount <input {IT}></label></p>"),
    "russian": ("удалить старый телефон", f"<h2>Старый телефон</h2><button {IT}>Удалить</button>"),
    "japanese": ("古い電話を削除する", f"<section aria-label='古い電話'><button {IT}>削除</button></section>"),
    "list": ("finish Milk", f"<ul><li>Milk <button {IT}>Done</button></li><li>Bread <button>Done</button></li></ul>"),
    "folders": (
        "delete notes in Work",
        f"<ul><li>Work<ul><li>notes <button {IT}>Delete</button></li></ul></li>"
        "<li>Private<ul><li>notes <button>Delete</button></li></ul></li></ul>",
    ),
    "tabs": (
        "save the shipping address",
        "<div role=tablist><button role=tab aria-selected=true>Shipping</button><button role=tab aria-selected=false>"
        f"Billing</button></div><label>Street <input></label>{BUTTON}",
    ),
    "frame": ("pay", "<iframe srcdoc='<label>No <input></label><button pattern=it>Pay</button>'></iframe>"),
}


def _wrapped(page: str) -> str:
    return re.sub(r"(<button.*?</button>)", r"<span><span>\1</span></span>", page)


def _hashed(page: str) -> str:
    return re.sub(r"<(div|button|section|ul|table|h1|h2)(?=[ >])", r"<\1 data-v-7ba5bd90", page).replace(
        "class=card", "class='css-1x2y3z card__aB3xY'"
    )


def _reordered(page: str) -> str:
    return re.sub(rf"<(\w+) {IT}", rf"<\1 tabindex=0 class=btn {IT}", page)


CHANGES: dict[str, Callable[[str], str]] = {
    "classes hashed": _hashed,
    "wrapper elements": _wrapped,
    "other attributes": _reordered,
    "a banner": lambda page: f"<div role=banner>Summer sale: 20 % off <a href=/sale>Look</a></div>{page}",
    "a status": lambda page: f"<p role=status>3 messages are new</p>{page}",
    "an alert": lambda page: f"<div role=alert>The shop closes at 8</div>{page}",
    "a footer": lambda page: f"{page}<footer><a href=/terms>Terms</a> © 2026 <button>Cookies</button></footer>",
    "another language around": lambda page: f"<p lang=de>Willkommen zurück</p>{page}<p lang=fr>À bientôt</p>",
    "a sidebar": lambda page: f"<aside><h2>News</h2><p>Text</p><button>More</button></aside><main>{page}</main>",
    "larger": lambda page: f"<div style='font-size:24px;padding:20px'>{page}</div>",
    "an icon in it": lambda page: re.sub(
        rf"(<button {IT}>)", r"\1<svg aria-hidden=true width=12 height=12><circle r=5 cx=6 cy=6 /></svg> ", page
    ),
    "right to left": lambda page: f"<div dir=rtl>{page}</div>",
}


def pages() -> Iterator[Change]:
    for kind, change in CHANGES.items():
        for name, (words, page) in PAGES.items():
            yield Change(f"{kind}: {name}", words, page, change(page), is_cosmetic=True)


def counters() -> Iterator[Change]:
    """Numbers beside the element that count on."""
    for was, now in (("3", "12"), ("1", "0"), ("9+", "2")):
        for page in (
            f"<a href=/inbox {IT}>Inbox <span class=badge>{{}}</span></a><a href=/sent>Sent</a>",
            f"<a href=/inbox {IT}>Inbox</a> <span>{{}}</span><a href=/sent>Sent</a>",
            f"<p>{{}} unread</p><button id=read {IT}>Mark as read</button>",
            f"<h2>Basket</h2><p>{{}} items</p><a href=/checkout {IT}>To the till</a>",
            f"<div role=tablist><button role=tab id=open {IT}>Open ({{}})</button><button role=tab>Closed</button></div>",
        ):
            yield Change("a count", "go on", page.format(was), page.format(now), is_cosmetic=True)


def submissions() -> Iterator[Change]:
    page = "<form action='{}' method=post><label>Note <input></label><button {}>Send</button></form>"
    for was, now in (
        ("/notes/17", "/notes/18"), ("/a/8f14e45fceea167a5a36dedd4bea2543", "/a/c9f0f895fb98ab9159f51fd0297e236d"),
        ("/send?csrf=1", "/send?csrf=2"), ("", "#"), ("/send", "http://shop.test/send"),
    ):  # fmt: skip
        before, after = page.format(was, IT), page.format(now, IT)
        yield Change("key in the address of a form", "send it", before, after, is_cosmetic=True)


def restyles() -> Iterator[Change]:
    for family in (pages, counters, submissions):
        yield from family()
