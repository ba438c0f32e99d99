# ruff: noqa: E501 - markup reads better unwrapped
"""A page may show the text that was expected, and say beside it that something failed."""

from __future__ import annotations

import itertools

import pytest
from named_cases import cases
from replay_rig import Answer, Asked, Page, Runs, Site, tap, type_text
from replies import Action, say

from askonce.screens.web import WebScreen

PAGE = "<h1>Checkout</h1>{1}<label>Name <input id=n></label><button onclick='note.textContent = `Order saved`; {0}'>Place order</button><p id=note></p><div id=beside></div>"
NOTE = "<script>customElements.define(`x-note`, class extends HTMLElement {{ connectedCallback() {{ this.attachShadow({{mode: `open`}}).innerHTML = `{}` }} }})</script>"
SHOW = "beside.innerHTML = `{}`"


def _shows(html: str) -> str:
    return PAGE.format(SHOW.format(html), "")


FAILING = {
    "alert": _shows("<div role=alert>Payment declined</div>"),
    "status": _shows("<div role=status>The receipt could not be sent</div>"),
    "list in an alert": _shows("<div role=alert><ul><li>Your card was declined.</li></ul></div>"),
    "output": _shows("<output>Upload failed</output>"),
    "dialog": _shows("<dialog open><p>Payment declined</p></dialog>"),
    "no role": _shows("<div class=toast>Payment declined</div>"),
    "beneath the field": PAGE.format(
        "n.parentNode.insertAdjacentHTML(`afterend`, `<span>This number was not accepted</span>`)", ""
    ),
    "marked field": PAGE.format(
        "n.setAttribute(`aria-invalid`, `true`); n.parentNode.insertAdjacentHTML(`afterend`, `<i>Enter a name</i>`)", ""
    ),
    "field with another label": PAGE.format(
        "n.setAttribute(`aria-invalid`, `true`); n.insertAdjacentHTML(`afterend`, `<i>Enter a name</i>`)", ""
    ),
    "list of toasts": _shows("<section aria-live=polite><ol><li>Failed to charge the card</li></ol></section>"),
    "shown, not added": PAGE.format(
        "document.getElementById(`old`).hidden = false", "<div id=old hidden>Payment declined</div>"
    ),
    "other words": PAGE.format(
        "document.getElementById(`old`).firstChild.data = `Payment declined`", "<div id=old>Hello</div>"
    ),
    "shadow": PAGE.format("beside.innerHTML = `<x-note></x-note>`", NOTE.format("<p>Payment declined</p>")),
    "words in a shadow": PAGE.format("beside.innerHTML = `<x-note></x-note>`", NOTE.format("Payment declined")),
    "after an answer": PAGE.format(
        "fetch(`/slow`, {method: `POST`}).then(() => beside.textContent = `Payment declined`)", ""
    ),
    "among much": _shows("<div role=alert>Payment declined</div>" + "<p>Word</p>" * 500),
    "german": _shows("<div role=alert>Die Zahlung wurde abgelehnt</div>"),
    "arabic": _shows("<div role=alert dir=rtl>فشل الدفع</div>"),
}
HARMLESS = {
    "nothing": PAGE.format("", ""),
    "good news": _shows("<div role=alert>Receipt sent</div>"),
    "there before": PAGE.format("", "<div role=alert>Your last payment failed</div>"),
    "moved": PAGE.format(
        "document.body.append(document.getElementById(`old`))", "<div role=alert id=old>Your last payment failed</div>"
    ),
    "hidden": _shows("<div role=alert hidden>Payment declined</div>"),
    "label of a control": _shows("<button>Report an error</button>"),
    "rows": _shows("<table><tr><td>4709<td>Payment failed<tr><td>4710<td>Paid<tr><td>4711<td>Open</table>"),
    "no errors": _shows("<output>0 errors, 2 items</output>"),
    "advertisement": _shows("<div aria-live=polite aria-roledescription=carousel><p>Never miss a wrong turn</p></div>"),
    "chat": _shows("<div role=log aria-live=polite><p>Bob: is anything wrong here</p></div>"),
    "typed": _shows("<p>Ann</p>"),
}


async def _recorded(runs: Runs, site: Site) -> None:
    async def order() -> None:
        async with runs.on(
            site.home, say(type_text("the field Name", "Ann"), tap("the button Place order")), say(done="ok")
        ) as agent:
            await agent.act("order it")

    site.pages = {"/": HARMLESS["nothing"], "/slow": Answer("no", status=500, delay=0.1)}
    await runs.once("order", order)
    assert [expected.text for expected in runs.book.recordings[0].steps[-1].expects] == ["Order saved"]


@pytest.mark.parametrize("page", cases(FAILING, again="status, dialog, german, arabic"))
async def test_a_failure_beside_the_text_that_was_expected_is_told(runs: Runs, site: Site, page: str) -> None:
    await _recorded(runs, site)
    site.pages["/"] = page
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "came up, and did not when it was recorded" in (await agent.act("order it")).why


@pytest.mark.parametrize("page", cases(HARMLESS))
async def test_what_else_comes_up_beside_it_is_none(runs: Runs, site: Site, page: str) -> None:
    await _recorded(runs, site)
    site.pages["/"] = page
    async with runs.on(site.home) as agent:
        assert (await agent.act("order it")).how == "replayed"


ROWS = "<table><tr><td>Ann<td><button>Delete</button><tr id=bob><td>Bob<td><button onclick='note.textContent = `Deleted`; bob.remove()'>Delete</button></table><p id=note></p>"


@pytest.mark.parametrize("around", ["", "<iframe srcdoc='<p>Hello</p>'></iframe>"], ids=["one document", "a frame"])
async def test_a_page_that_has_to_be_read_at_the_end_is_read_once(
    runs: Runs, site: Site, around: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages = {"/": ROWS + around}
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete Bob")
    times = itertools.count()
    for name in ("tree", "whole_tree", "settled_tree"):
        read = getattr(WebScreen, name)
        monkeypatch.setattr(WebScreen, name, lambda screen, read=read: (next(times), read(screen))[1])
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete Bob")).how == "replayed"
    assert next(times) == 2  # before the tap and after it


async def test_a_step_in_the_middle_is_told_of_too(runs: Runs, site: Site) -> None:
    more = "<button onclick='note.textContent += `. Receipt sent`'>Send receipt</button>"
    site.pages = {"/": HARMLESS["nothing"] + more}
    steps = say(tap("the button Place order")), say(tap("the button Send receipt")), say(done="ok")
    async with runs.on(site.home, *steps) as agent:
        await agent.act("order it")
    site.pages["/"] = FAILING["alert"] + more
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "step 1 of 2" in (await agent.act("order it")).why


async def test_what_was_only_opened_may_say_anything_but_an_alert_tells(runs: Runs, site: Site) -> None:
    page = "<button onclick='more.innerHTML = `<h2>Two of them</h2>{}`'>Tickets</button><div id=more></div>"
    site.pages["/"] = page.format("")
    async with runs.on(site.home, say(tap("the button Tickets")), say(done="ok")) as agent:
        await agent.act("open the tickets")
    site.pages["/"] = page.format("<p>Login failed on Monday</p>")
    async with runs.on(site.home) as agent:
        assert (await agent.act("open the tickets")).how == "replayed"
    site.pages["/"] = page.format("<p role=alert>The tickets could not be loaded</p>")
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert (await agent.act("open the tickets")).how == "healed"


def _contact(*, accepts: bool, to: str = "/") -> dict[str, Page]:
    """A form that is emptied or led away from once it is accepted, and else comes again without a word; another line
    changes every time."""
    count = itertools.count()

    def form(asked: Asked) -> str:
        kept = "" if accepts else asked.form.get("n", "")
        return f"<h1>Contact</h1><form action={to} method=post><label>Name <input name=n value='{kept}'></label><button>Send</button></form><p>Made in {next(count)} ms</p>"

    return {"/": form} | ({to: "<h1>Contacts</h1>" if accepts else form} if to != "/" else {})


@pytest.mark.parametrize("to", ["/", "/contacts"])
async def test_a_form_that_comes_again_without_a_word_was_not_accepted(runs: Runs, site: Site, to: str) -> None:
    site.pages = _contact(accepts=True, to=to)
    steps = say(type_text("the field Name", "Ann"), tap("the button Send"))
    async with runs.on(site.home, steps, say(done="ok")) as agent:
        await agent.act("write to them")
    async with runs.on(site.home) as agent:
        assert (await agent.act("write to them")).how == "replayed"
    site.pages = _contact(accepts=False, to=to)
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "the form that it sent is there again" in (await agent.act("write to them")).why
    async with runs.on(site.home) as agent:
        assert (await agent.act("write to them")).how == "replayed"


async def test_a_question_of_the_browser_at_the_end_hides_whether_it_worked(runs: Runs, site: Site) -> None:
    page = "<h1>Users</h1><table><tr><td>Ann<td><button>Delete</button><tr id=bob><td>Bob<td><button onclick='{}'>Delete</button></table>"
    site.pages["/"] = page.format("bob.remove()")
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete Bob")
    site.pages["/"] = page.format("if (confirm(`Really?`)) bob.remove()")
    async with runs.on(site.home, say(done="it asks")) as agent:
        assert "a dialog hides the page: 'Really?'" in (await agent.act("delete Bob")).why


ALERT = "<div role=alert id=m></div>"
REFUSED = "m.textContent = `Saving failed: you are not allowed to change it`"
PRESS: Action = "Press", {"keys": "Enter"}
ACCEPT: Action = "AnswerDialog", {"accept": True}
SILENT = {
    "switch": ("<label><input type=checkbox role=switch onchange='{}'>News</label>", [[tap("the switch News")]]),
    "choice": ("<label><input type=radio name=a checked>Free</label><label><input type=radio name=a onchange='{}'>Paid</label>", [[tap("the option Paid")]]),
    "select": ("<label>Role <select onchange='{}'><option>Viewer<option>Editor</select></label>", [[("Select", {"target": "the field Role", "options": ["Editor"]})]]),
    "select, then another": ("<label>Role <select onchange='{}'><option>Viewer<option>Editor</select></label><label>Name <input></label>", [[("Select", {"target": "the field Role", "options": ["Editor"]}), type_text("the field Name", "Ann")]]),
    "field at the end": ("<label>Name <input oninput='{}'></label>", [[type_text("the field Name", "Ann")]]),
    "key": ("<form onsubmit='event.preventDefault(); old.remove(); {}'><label>Title <input></label></form><p id=old>Trial period</p>", [[type_text("the field Title", "Milk")], [PRESS]]),
    "question": ("<button onclick='if (confirm(`Really?`)) {{ old.remove(); {} }}'>Go</button><p id=old>Trial period</p>", [[tap("the button Go")], [ACCEPT]]),
}  # fmt: skip


@pytest.mark.parametrize(("page", "replies"), cases(SILENT, again="choice"))
async def test_a_failure_is_told_where_the_step_expects_no_text(
    runs: Runs, site: Site, page: str, replies: list[list[Action]]
) -> None:
    site.pages["/"] = page.format("") + ALERT
    async with runs.on(site.home, *(say(*actions) for actions in replies), say(done="ok")) as agent:
        await agent.act("do it")
    async with runs.on(site.home) as agent:
        assert (await agent.act("do it")).how == "replayed"
    site.pages["/"] = page.format(REFUSED) + ALERT
    async with runs.on(site.home, say(done="it is so now"), say(done="it is so now")) as agent:
        assert "came up, and did not when it was recorded" in (await agent.act("do it")).why


@pytest.mark.parametrize(("page", "replies"), [
    ("<form action=/to method=post><label>Title <input name=t></label></form>", [[type_text("the field Title", "Milk")], [PRESS]]),
    ("<form action=/to method=post onsubmit='return confirm(`Really?`)'><button>Go</button></form>", [[tap("the button Go")], [ACCEPT]]),
], ids=["key", "question"])  # fmt: skip
async def test_a_page_of_failure_is_told_after_a_step_without_an_element(
    runs: Runs, site: Site, page: str, replies: list[list[Action]]
) -> None:
    site.pages = {"/": page, "/to": "<h1>Notes</h1><p>3 notes</p>"}
    async with runs.on(site.home, *(say(*actions) for actions in replies), say(done="ok")) as agent:
        await agent.act("do it")
    async with runs.on(site.home) as agent:
        assert (await agent.act("do it")).how == "replayed"
    site.pages["/to"] = "<h1>Something went wrong</h1><p role=alert>It was not saved.</p>"
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert "came up, and did not when it was recorded" in (await agent.act("do it")).why


async def test_what_is_searched_for_by_a_key_may_say_anything(runs: Runs, site: Site) -> None:
    site.pages = {"/": "<form action=/to><label>Search <input type=search name=q></label></form>"}
    site.pages["/to"] = "<h1>Notes</h1><p>3 notes</p>"
    replies = say(type_text("the field Search", "{term}")), say(PRESS), say(done="ok")
    async with runs.on(site.home, *replies) as agent:
        await agent.act("search for {term}", term="milk")
    site.pages["/to"] = "<h1>Notes</h1><p>Login failed on Monday</p>"
    async with runs.on(site.home) as agent:
        assert (await agent.act("search for {term}", term="bread")).how == "replayed"
