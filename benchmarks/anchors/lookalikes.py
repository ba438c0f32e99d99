# ruff: noqa: E501 - markup reads better unwrapped
"""Pairs of pages on which something else looks like the element: other languages, icons, trees, tabs, forms, units."""

from __future__ import annotations

from collections.abc import Iterator

from anchors.change import IT, Change

SUBJECTS = (
    ("Старый телефон", "Новый телефон", "Удалить", "удалить старый телефон"),
    ("Тестовый сервер", "Рабочий сервер", "Перезапустить", "перезапустить тестового сервера"),
    ("Eski telefon", "Yeni telefon", "Sil", "eski telefonu sil"),
    ("Testipalvelin", "Tuotantopalvelin", "Käynnistä", "käynnistä testipalvelimen uudelleenkäynnistys"),
    ("古い電話", "新しい電話", "削除", "古い電話を削除する"),
    ("旧手机", "新手机", "删除", "删除旧手机"),
    ("오래된 전화", "새 전화", "삭제", "오래된 전화를 삭제"),
    ("الهاتف القديم", "الهاتف الجديد", "حذف", "احذف الهاتف القديم"),
    ("Compte d'épargne", "Compte courant", "Fermer", "ferme le compte d'épargne"),
    ("Cuentas antiguas", "Cuentas nuevas", "Borrar", "borra la cuenta antigua"),
    ("Straße", "Platz", "Ändern", "ändere die Strasse"),
    ("QA", "Prod", "Restart", "restart QA"),
)
PLACES = {
    "heading": "<h3>{0}</h3><p>Text</p>{1}",
    "card": "<div class=card><div>{0}</div><div>Text</div>{1}</div>",
    "row": "<table><tr><td>{0}<td>Text<td>{1}</table>",
    "paragraph": "<p>{0}</p>{1}",
    "description list": "<dl><dt>{0}</dt><dd>{1}</dd></dl>",
    "status": "<p role=status>{0}</p>{1}",
    "alert": "<div role=alert>{0}</div>{1}",
    "log": "<div role=log><p>{0}</p></div>{1}",
    "first heading": "<div role=heading aria-level=1>{0}</div>{1}",
    "deep heading": "<div role=heading aria-level=7>{0}</div>{1}",
    "figure": "<figure>{1}<figcaption>{0}</figcaption></figure>",
    "strong": "<div><strong>{0}</strong> {1}</div>",
    "text": "<div>{0} {1}</div>",
    "text after": "<div>{1} {0}</div>",
}


def titles() -> Iterator[Change]:
    for own, other, name, words in SUBJECTS:
        button = f"<button {{}}>{name}</button>"
        for kind, place in PLACES.items():
            it, twin = place.format(own, button.format(IT)), place.format(other, button.format(""))
            yield Change(f"another {kind}", words, it, twin)
            if kind in {"card", "row", "paragraph", "status", "text after"}:
                yield Change(f"only the other {kind} is left", words, it + twin, twin)


def headings() -> Iterator[Change]:
    """The words of the instruction stay over the element, and another title comes between."""
    for own, other, name, words in SUBJECTS[:3] + SUBJECTS[8:9]:
        button = f"<button {{}}>{name}</button>"
        for was, now in (("1", "2"), ("2", "3"), ("2", "6")):
            before = f"<div role=heading aria-level={was}>{own}</div>{button.format(IT)}"
            over = f"<div role=heading aria-level={was}>{own}</div><p>Nothing left.</p>"
            yield Change(
                f"a title of level {now} between",
                words,
                before,
                f"{over}<div role=heading aria-level={now}>{other}</div>{button.format('')}",
            )


PENCIL = "M3 17v4h4L18 10l-4-4zM15 5l4 4 2-2-4-4z"
BIN = "M6 8h12l-1 13H7zM9 3h6v2h5v2H4V5h5z"


def _svg(path: str) -> str:
    return f"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='{path}'/%3E%3C/svg%3E"


_BOX = "width:28px;height:28px;border:0;padding:0"
_SPRITE = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='48' height='24'%3E%3Cpath d='" + PENCIL
    + "'/%3E%3Cpath transform='translate(24)' d='" + BIN + "'/%3E%3C/svg%3E"
)  # fmt: skip
_SYMBOLS = (
    f"<svg style='display:none'><symbol id=pencil viewBox='0 0 24 24'><path d='{PENCIL}'/></symbol>"
    f"<symbol id=bin viewBox='0 0 24 24'><path d='{BIN}'/></symbol></svg>"
)
_PATHS = {"pencil": PENCIL, "bin": BIN}
_GLYPHS = {"pencil": "✎", "bin": "✖"}
_PRIVATE = {"pencil": "\ue3c9", "bin": "\ue872"}
_LIGATURES = {"pencil": "edit", "bin": "delete"}


def _icon(way: str, picture: str, mark: str) -> str:
    path = _svg(_PATHS[picture])
    place = {"pencil": "0", "bin": "-24px"}[picture]
    return {
        "background": f'<button {mark} style="{_BOX};background:url(&quot;{path}&quot;) center/24px"></button>',
        "mask": f'<button {mark} style="{_BOX}"><i style="display:block;width:24px;height:24px;background:#000;'
        f'mask:url(&quot;{path}&quot;) center/24px"></i></button>',
        "sprite": f'<button {mark} style="{_BOX};width:24px;height:24px;background:url(&quot;{_SPRITE}&quot;) {place} 0"></button>',
        "symbol": f"{_SYMBOLS}<button {mark}><svg width=24 height=24><use href=#{picture} /></svg></button>",
        "picture": f'<button {mark}><img alt="" width=24 height=24 src="{path}"></button>',
        "glyph": f"<button {mark}>{_GLYPHS[picture]}</button>",
        "generated": f"<style>.{picture}::before {{ content: '{_GLYPHS[picture]}' }}</style>"
        f"<button class={picture} {mark}></button>",
        "private letter": f"<button {mark}><i class=icon>{_PRIVATE[picture]}</i></button>",
        "ligature": f"<button {mark}><i class=material-icons aria-hidden=true>{_LIGATURES[picture]}</i></button>",
        "class": f"<button {mark}><i class='fa fa-{picture}'></i>{_icon_drawing(picture)}</button>",
        "with an id": f'<button id=action {mark}><img alt="" width=24 height=24 src="{path}"></button>',
        "link to nowhere": f"<a href=# {mark}>{_icon_drawing(picture)}</a>",
        "input": f'<input type=image alt="" width=24 height=24 src="{path}" {mark}>',
    }[way]


def _icon_drawing(picture: str) -> str:
    return f"<svg width=24 height=24 viewBox='0 0 24 24' aria-hidden=true><path d='{_PATHS[picture]}'/></svg>"


ICON_WAYS = (
    "background", "mask", "sprite", "symbol", "picture", "glyph", "generated", "private letter", "ligature", "class",
    "with an id", "link to nowhere", "input",
)  # fmt: skip


def icons() -> Iterator[Change]:
    for way in ICON_WAYS:
        for own, other in (("pencil", "bin"), ("bin", "pencil")):
            it, changed = _icon(way, own, IT), _icon(way, other, "")
            yield Change(f"icon by {way} exchanged", "do it", it, changed)
            twin = _icon(way.replace("with an id", "picture"), other, "")
            yield Change(f"icon by {way} beside another", "do it", it + twin, changed + twin)


def _tree(rows: list[tuple[str, str, str]], kind: str) -> str:
    """Folders with a file each, and a button on the file."""
    if kind == "tree":
        inner = "".join(
            f"<div role=treeitem aria-expanded=true aria-label='{folder}'>{folder}<div role=group><div role=treeitem>"
            f"{file} <button {mark}>Delete</button></div></div></div>"
            for folder, file, mark in rows
        )
        return f"<div role=tree>{inner}</div>"
    if kind == "nested list":
        return "<ul>" + "".join(
            f"<li>{folder}<ul><li>{file} <button {mark}>Delete</button></li></ul></li>" for folder, file, mark in rows
        )
    if kind == "flat tree":
        return "<div role=tree>" + "".join(
            f"<div role=treeitem aria-level=1>{folder}</div><div role=treeitem aria-level=2>{file} "
            f"<button {mark}>Delete</button></div>"
            for folder, file, mark in rows
        )
    return "".join(
        f"<details open><summary>{folder}</summary><p>{file} <button {mark}>Delete</button></p></details>"
        for folder, file, mark in rows
    )


def trees() -> Iterator[Change]:
    for kind in ("tree", "nested list", "flat tree", "disclosure"):
        for own, other, words in (
            ("Work", "Private", "delete notes in Work"),
            ("Archive 2024", "Archive 2025", "delete notes from Archive 2024"),
        ):
            it, twin = (own, "notes", IT), (other, "notes", "")
            yield Change(f"only the other folder of a {kind}", words, _tree([it, twin], kind), _tree([twin], kind))
            yield Change(f"another folder of a {kind}", words, _tree([it], kind), _tree([twin], kind))
            moved = _tree([(own, "plans", ""), (other, "notes", "")], kind)
            yield Change(f"moved to another folder of a {kind}", words, _tree([it], kind), moved)


def tables() -> Iterator[Change]:
    def table(rows: list[tuple[str, str, str]], form: str) -> str:
        lines = {
            "second column": "<tr><td>{1}<th scope=row>{0}<td><button {2}>Edit</button>",
            "last column": "<tr><td><button {2}>Edit</button><td>{1}<td>{0}",
            "roles": "<div role=row><div role=cell>{1}</div><div role=rowheader>{0}</div>"
            "<div role=cell><button {2}>Edit</button></div></div>",
            "definition": "<dl><dt>Boss</dt><dd>{1}</dd><dt>Name</dt><dd>{0}</dd></dl><button {2}>Edit</button><hr>",
            "cards": "<section class=c><h3>Member</h3><p>Boss: {1}</p><p>{0}</p><button {2}>Edit</button></section>",
            "items": "<li><small>{1}</small><b>{0}</b><button {2}>Edit</button></li>",
        }[form]
        inner = "".join(lines.format(name, boss, mark) for name, boss, mark in rows)
        return (
            f"<div role=table>{inner}</div>"
            if form == "roles"
            else f"<ul>{inner}"
            if form == "items"
            else (f"<table>{inner}</table>" if "column" in form else inner)
        )

    for form in ("second column", "last column", "roles", "definition", "cards", "items"):
        for own, boss, third in (("Ann", "Bob", "Eve"), ("Eve", "Ann", "Bob")):
            before = table([(own, third, IT), (third, boss, "")], form)
            yield Change(f"boss in {form}", f"edit {own}", before, table([(boss, own, ""), (third, boss, "")], form))
            yield Change(f"row gone, {form}", f"edit {own}", before, table([(third, boss, "")], form))


TABS = {
    "selected": "<div role=tablist><button role=tab aria-selected={0}>{2}</button><button role=tab aria-selected={1}>{3}"
    "</button></div>",
    "current": "<nav><a href=/a{0}>{2}</a> <a href=/b{1}>{3}</a></nav>",
    "pressed": "<div><button aria-pressed={0}>{2}</button> <button aria-pressed={1}>{3}</button></div>",
    "radio": "<label><input type=radio name=t{0}>{2}</label><label><input type=radio name=t{1}>{3}</label>",
    "list": "<select aria-label=Kind><option{0}>{2}<option{1}>{3}</select>",
    "breadcrumb": "<nav aria-label=Breadcrumb><a href=/>Home</a> / <span aria-current=page>{4}</span></nav>",
}
_ON = {"current": (" aria-current=page", ""), "radio": (" checked", ""), "list": (" selected", "")}


def tabs() -> Iterator[Change]:
    """The same form under another tab: what is chosen above says whose it is."""
    for kind, bar in TABS.items():
        on, off = _ON.get(kind, ("true", "false"))
        for own, other, words in (
            ("Shipping", "Billing", "save the shipping address"),
            ("Test", "Production", "save the test settings"),
        ):
            form = "<label>Street <input></label><button {}>Save</button>"
            before = bar.format(on, off, own, other, own) + form.format(IT)
            yield Change(
                f"another tab, {kind}", words, before, bar.format(off, on, own, other, other) + form.format("")
            )


QUESTIONS = (
    ("Delete the draft?", "Delete the account?", "Yes"), ("Leave the page?", "Leave the team?", "OK"),
    ("Send 1 mail?", "Send 900 mails?", "Confirm"), ("Restart the test server?", "Restart the live server?", "Confirm"),
)  # fmt: skip
DIALOGS = {
    "dialog": "<dialog open style='position:static'><p>{0}</p><button {2}>{1}</button><button>No</button></dialog>",
    "role": "<div role=dialog><div>{0}</div><button {2}>{1}</button></div>",
    "alertdialog": "<div role=alertdialog aria-modal=true><p>{0}</p><button {2}>{1}</button></div>",
    "named dialog": "<div role=dialog aria-label=Question><p>{0}</p><button {2}>{1}</button></div>",
    "described": "<div role=alertdialog aria-label=Question aria-describedby=d><p id=d>{0}</p><button {2}>{1}</button></div>",
    "titled": "<div role=dialog aria-labelledby=t><h2 id=t>{0}</h2><button {2}>{1}</button></div>",
}


def dialogs() -> Iterator[Change]:
    for was, now, name in QUESTIONS:
        for kind, page in DIALOGS.items():
            yield Change(f"another question, {kind}", "go on", page.format(was, name, IT), page.format(now, name, ""))


NAMES = (
    ("Pay €10", "Pay $10"), ("Pay 10 €", "Pay 10 CHF"), ("Set 10 kg", "Set 10 lb"), ("Pay 10", "Pay -10"),
    ("Vote +1", "Vote -1"), ("Delete C", "Delete C++"), ("Delete C#", "Delete C"), ("Grade A", "Grade A+"),
    ("Raise by 5", "Raise by 5%"), ("1,5", "15"), ("1.5", "1,5"), ("Book 01/02", "Book 02/01"), ("v1.10", "v1.1"),
    ("2026-01-02", "2026-02-01"), ("3 May", "3 March"), ("5 mW", "5 MW"), ("5 m²", "5 m"), ("10⁵", "105"),
    ("Buy 1/2", "Buy 12"), ("Next ›", "Next »"), ("›", "‹"), ("<", ">"), ("+", "-"), ("▲", "▼"), ("Yes", "Yes, all"),
    ("Delete", "Delete all"), ("Save", "Save as"), ("Send", "Send to all"), ("Do not send", "Do send"),
    ("Allow", "Disallow"), ("With tax", "Without tax"), ("Opt in", "Opt out"), ("Accept", "Accept all"),
    ("Mit Versicherung", "Ohne Versicherung"), ("Aktiv", "Inaktiv"), ("Envoyer", "Ne pas envoyer"),
    ("保存", "不保存"), ("同意する", "同意しない"), ("Включить", "Выключить"), ("Resume", "Résumé"),
    ("Año 1", "Ano 1"), ("Page 2 of 9", "Page 3 of 9"), ("Row 1", "Row I"), ("Plan B", "Plan b2"), ("1 hour", "1 day"),
    ("Call 110", "Call 112"), ("08:00 am", "08:00 pm"), ("Top 10", "Top 100"), ("Inbox (3)", "Inbox 2 (3)"),
    ("A → B", "B → A"), ("A – B", "A + B"), ("Undo (1)", "Undo all (1)"), ("Transfer 100.", "Transfer 100.5"),
    ("Delete 5*", "Delete 5"), ("Select *", "Select"), ("Restart :", "Restart :8080"), ("Pay 10:", "Pay 10: 00"),
)  # fmt: skip
CONTROLS = {
    "button": "<button id=act {1}>{0}</button>",
    "link": "<a href=/act {1}>{0}</a>",
    "tab": "<div role=tablist><div role=tab tabindex=0 id=act {1}>{0}</div></div>",
    "option": "<label><input type=radio name=o id=act {1}>{0}</label>",
}


def names() -> Iterator[Change]:
    for number, (own, other) in enumerate(NAMES):
        for kind in list(CONTROLS)[number % 2 :: 2]:
            page = CONTROLS[kind]
            yield Change(f"name of a {kind}", "do it", page.format(own, IT), page.format(other, ""))
            yield Change(
                f"name of a {kind} beside a twin",
                "do it",
                page.format(own, IT) + page.replace(" id=act", "").format(other, ""),
                page.replace(" id=act", "").format(other, ""),
            )


FORMS = (
    ("formaction", "<form action=/save><button formaction='{0}' {1}>Continue</button></form>", "/save", "/delete"),
    ("formaction query", "<form><button formaction='{0}' {1}>Pay</button></form>", "/pay?n=10", "/pay?n=1000"),
    ("action", "<form action='{0}'><input aria-label=Note><button {1}>Save</button></form>", "/notes", "/notes/delete"),
    ("action to a host", "<form action='{0}'><button {1}>Log in</button></form>", "/in", "https://evil.test/in"),
    ("method", "<form method={0} action=/x><button {1}>Go</button></form>", "get", "post"),
    (
        "form attribute",
        "<form id=a action=/save></form><form id=b action=/drop></form><button form={0} {1}>Go</button>",
        "a",
        "b",
    ),
    ("image", "<form action='{0}'><input type=submit value=Save {1}></form>", "/save", "/drop-all"),
    ("type", "<form action=/x><input aria-label=Note><button type={0} {1}>Done</button></form>", "submit", "reset"),
    ("area", "<a href='{0}' download {1}>Report</a>", "/report.pdf", "/report.exe"),
    ("query", "<a href='/list?show={0}' {1}>Show</a>", "mine", "all"),
    ("query key", "<a href='/item?{0}=3' {1}>Open</a>", "view", "delete"),
    ("two values", "<a href='/go?to={0}&to=b' {1}>Open</a>", "a", "c"),
    ("encoded", "<a href='/go/{0}' {1}>Open</a>", "a%2Fb", "a/b"),
    ("port", "<a href='http://shop.test:{0}/x' {1}>Open</a>", "80", "8080"),
    ("scheme", "<a href='{0}shop.test/x' {1}>Open</a>", "http://", "ftp://"),
    ("user in a host", "<a href='{0}' {1}>Open</a>", "http://shop.test/x", "http://shop.test@evil.test/x"),
    ("next of a log out", "<a href='{0}?next=/a' {1}>Account</a>", "/me", "/me/close"),
    ("token that decides", "<a href='/do?action={0}' {1}>Go</a>", "keep", "drop"),
)  # fmt: skip


def forms() -> Iterator[Change]:
    for kind, page, own, other in FORMS:
        yield Change(f"{kind} of a form or link", "go on", page.format(own, IT), page.format(other, ""))


FIELDS = (
    ("label moved", "<label for=a>{0}</label><label for=b>{1}</label><input id=a {2}><input id=b {3}>"),
    ("legend swapped", "<fieldset><legend>{0}</legend><label>No <input {2}></label></fieldset><fieldset><legend>{1}"
     "</legend><label>No <input {3}></label></fieldset>"),
    ("placeholder", "<input placeholder='{0}' {2}><input placeholder='{1}' {3}>"),
    ("labelled by", "<b id=x>{0}</b><b id=y>{1}</b><input aria-labelledby=x {2}><input aria-labelledby=y {3}>"),
    ("column", "<table><tr><th>{0}<th>{1}<tr><td><input {2}><td><input {3}></table>"),
    ("line", "<div>{0}<br><input {2}></div><div>{1}<br><input {3}></div>"),
    ("grid", "<div style='display:grid;grid-template-columns:1fr 1fr'><i>{0}</i><i>{1}</i><input {2}><input {3}></div>"),
)  # fmt: skip


def fields() -> Iterator[Change]:
    for kind, page in FIELDS:
        for own, other in (("Net", "Gross"), ("Sender", "Receiver"), ("Von", "Bis"), ("姓", "名")):
            words = f"type 5 into {own}"
            before = page.format(own, other, IT, "")
            yield Change(f"{kind}: the other alone", words, before, page.format(other, "Else", "", ""))
            yield Change(f"{kind}: renamed", words, before, page.format("Else", other, "", ""))


def frames() -> Iterator[Change]:
    form = "<label>No <input></label><button {}>Pay</button>"
    for own, other, words in (("Ann", "Bob", "pay for Ann"), ("Test", "Live", "pay in the test shop")):
        it, twin = form.format("pattern=it"), form.format("")
        for kind, page in (
            ("heading over", "<h2>{0}</h2><iframe srcdoc='{1}'></iframe>"),
            ("heading in", "<iframe srcdoc='<h2>{0}</h2>{1}'></iframe>"),
            ("title of", "<iframe title='{0}' srcdoc='{1}'></iframe>"),
            ("name of", "<iframe name='{0}' srcdoc='{1}'></iframe>"),
            ("text before", "<p>{0}</p><iframe srcdoc='{1}'></iframe>"),
            ("text in", "<iframe srcdoc='<p>{0}</p>{1}'></iframe>"),
        ):
            both = page.format(own, it) + page.format(other, twin)
            yield Change(f"{kind} a frame", words, page.format(own, it), page.format(other, twin))
            yield Change(f"{kind} a frame, twin", words, both, page.format(other, twin))


def places() -> Iterator[Change]:
    """Counted places, whose order is another one to the eye or without what was before."""

    def items(names: tuple[str, ...], style: str, marks: tuple[str, ...]) -> str:
        inner = "".join(f"<li><a href=/{name} {mark}>{name}</a></li>" for name, mark in zip(names, marks, strict=True))
        return f"<ul style='{style}'>{inner}</ul>"

    column = "display:flex;flex-direction:column"
    plain = items(("one", "two", "six"), column, (IT, "", ""))
    for way in ("column-reverse", "row-reverse"):
        turned = items(("one", "two", "six"), f"display:flex;flex-direction:{way};width:200px", ("", "", ""))
        turned = turned.replace(">one<", ">ten<").replace("/one", "/ten")
        yield Change(f"renamed in {way}", "open one", plain, turned)
    rows = "<div style='position:relative;height:120px'>{}</div>"
    row = "<div role=row style='position:absolute;top:{1}px'><span role=cell>{0}</span> <button {2}>Open</button></div>"
    before = rows.format(row.format("Ann", 0, IT) + row.format("Bob", 30, ""))
    yield Change(
        "virtual row of another", "open Ann", before, rows.format(row.format("Bob", 0, "") + row.format("Eve", 30, ""))
    )
    yield Change("virtual rows gone", "open Ann", before, rows.format(row.format("Bob", 30, "")))


def sentences() -> Iterator[Change]:
    page = "<p>{0}</p><button {1}>{2}</button>"
    for words, name, was, now in (
        ("delete the old phone", "Delete", "This will delete the old phone.", "This will delete the primary phone."),
        ("delete the old phone", "Delete", "The old phone will be gone for good on all your devices and backups.",
         "The primary phone will be gone for good on all your devices and backups."),
        ("pay for Ann", "Pay", "You pay for Ann, whose card ends with 11.", "You pay for Bob, whose card ends with 11."),
        ("restart the test server", "Restart", "The test server and all jobs on it are stopped for a minute or two.",
         "The live server and all jobs on it are stopped for a minute or two."),
        ("keep the photos", "Confirm", "Your photos are kept.", "Your photos are not kept."),
        ("keep the photos", "Confirm", "All of the photos in this album are kept for you and for everybody else.",
         "None of the photos in this album are kept for you and for everybody else."),
        ("send 3 notes", "Send", "3 notes", "300 notes"),
        ("send the notes", "Send", "3 notes", "300 notes"),
    ):  # fmt: skip
        yield Change("another sentence", words, page.format(was, IT, name), page.format(now, "", name))
        yield Change(
            "another sentence, by id", words, page.format(was, IT + " id=act", name), page.format(now, "id=act", name)
        )


def lookalikes() -> Iterator[Change]:
    families = (
        titles, headings, icons, trees, tables, tabs, dialogs, names, forms, fields, frames, places, sentences
    )  # fmt: skip
    for family in families:
        yield from family()
