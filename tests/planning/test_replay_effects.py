"""A replayed step must have the effect that it had, on the element that it was meant for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from named_cases import cases
from replay_rig import Answer, Runs, Site, redirect, tap, type_text
from replies import say

from askonce.errors import ReplayFailed

PENCIL = "M3 17v4h4L18 10l-4-4zM15 5l4 4 2-2-4-4z"
BIN = "M6 8h12l-1 13H7zM9 3h6v2h5v2H4V5h5z"


def icon(name: str, path: str) -> str:
    svg = f'<svg width=24 height=24 viewBox="0 0 24 24"><path d="{path}"/></svg>'
    return f"<button id={name} onclick='note.textContent += `{'bin' if path == BIN else 'pencil'} `'>{svg}</button>"


async def test_an_icon_is_replayed_by_its_picture_and_not_by_its_id_or_place(runs: Runs, site: Site) -> None:
    note = "<p id=note></p>"
    site.pages["/"] = icon("modify-entry", PENCIL) + icon("other", BIN) + note
    async with runs.on(site.home, say(tap("the modify entry button")), say(done="ok")) as agent:
        await agent.act("modify it")
        assert "pencil" in await agent.text()
    (step,) = runs.book.recordings[0].steps
    assert step.anchors["target"].patch
    site.pages["/"] = "<p>News</p>" + icon("modify-entry", PENCIL) + icon("other", BIN) + note
    async with runs.on(site.home) as agent:
        assert (await agent.act("modify it")).how == "replayed"
    site.pages["/"] = icon("modify-entry", BIN) + note
    async with runs.on(site.home, say(done="there is nothing to do")) as agent:
        result = await agent.act("modify it")
        assert (result.how, "bin" in await agent.text()) == ("healed", False)
        assert "does not look as recorded" in result.why


@pytest.mark.parametrize("shown", ["1 of 3", pytest.param("Open since 2020", marks=pytest.mark.long)])
async def test_a_click_that_changes_nothing_is_not_replayed(runs: Runs, site: Site, shown: str) -> None:
    """The page shows only numbers, so that nothing is expected; the second time its script is broken."""
    page = "<a tabindex=-1 role=button id=go>Open</a><p id=note></p><script>{}</script>"
    works = f"go.onclick = () => {{ note.textContent = {shown!r} }}"
    site.pages["/"] = page.format(works)
    async with runs.on(site.home, say(tap("the button Open")), say(done="ok")) as agent:
        await agent.act("open it")
    async with runs.on(site.home) as agent:
        assert (await agent.act("open it")).how == "replayed"
    site.pages["/"] = page.format("go.addEventListener('mousedown', event => event.preventDefault())")
    async with runs.on(site.home, say(done="it does not open")) as agent:
        result = await agent.act("open it")
        assert result.how == "healed"
        assert "no effect on the screen" in result.why


async def test_a_page_that_came_with_an_error_is_named_where_its_text_is_missed(runs: Runs, site: Site) -> None:
    site.pages |= {"/": "<a href=/done>Go on</a>", "/done": "<h1>Saved</h1>"}
    async with runs.on(site.home, say(tap("the link Go on"), expect='visible "Saved"', done="ok")) as agent:
        await agent.act("go on")
    del site.pages["/done"]
    async with runs.on(site.home, say(done="it is broken")) as agent:
        result = await agent.act("go on")
    assert "the page came with the error 404; " in result.why


async def test_a_dialog_that_came_instead_is_named_with_its_ways_out(runs: Runs, site: Site) -> None:
    question = "<dialog aria-label='Allow cookies?'><button>Allow</button></dialog>"
    page = f"<button id=go>Go on</button><p id=note></p>{question}<script>{{}}</script>"
    site.pages["/"] = page.format("go.onclick = () => { note.textContent = 'Saved' }")
    async with runs.on(site.home, say(tap("the button Go on"), expect='visible "Saved"', done="ok")) as agent:
        await agent.act("go on")
    site.pages["/"] = page.format("go.onclick = () => document.querySelector('dialog').showModal()")
    async with runs.on(site.home, say(done="it asks")) as agent:
        result = await agent.act("go on")
    assert "a dialog is open: 'Allow cookies?', with 'Allow'; " in result.why


async def test_an_expectation_that_held_before_the_click_proves_nothing(runs: Runs, site: Site) -> None:
    page = "<a tabindex=-1 role=button id=go>Open</a><p id=note>{}</p><script>{}</script>"
    site.pages["/"] = page.format("", "go.onclick = () => { note.textContent = 'The details' }")
    async with runs.on(site.home, say(tap("the button Open"), expect='visible "The details"', done="ok")) as agent:
        await agent.act("open it")
    site.pages["/"] = page.format("The details", "go.addEventListener('mousedown', event => event.preventDefault())")
    async with runs.on(site.home, say(done="they are there")) as agent:
        result = await agent.act("open it")
        assert (result.how, "no effect on the screen" in result.why) == ("healed", True)


@pytest.mark.parametrize(
    ("success", "failure"),
    [
        ("Connected", "Disconnected"),
        pytest.param("Active", "Inactive", marks=pytest.mark.long),
        ("Saved", "Error: not saved"),
        ("Saved", "This is <b>not</b> <i>saved</i>"),
        pytest.param("Verified", "Could not be verified", marks=pytest.mark.long),
    ],
)
async def test_a_text_of_success_is_not_read_into_one_of_failure(
    runs: Runs, site: Site, success: str, failure: str
) -> None:
    page = "<button onclick='note.innerHTML = `{}`'>Go on</button><p id=note></p>"
    site.pages["/"] = page.format(success)
    async with runs.on(site.home, say(tap("the button Go on")), say(done="ok")) as agent:
        await agent.act("go on")
    async with runs.on(site.home) as agent:
        assert (await agent.act("go on")).how == "replayed"
    site.pages["/"] = page.format(failure)
    async with runs.on(site.home, say(done="it says no")) as agent:
        result = await agent.act("go on")
    assert (result.how, f'visible "{success}" is not met' in result.why) == ("healed", True)


BESIDE = {
    "another sentence": ("<p>Saved.</p>", "<p>Saved. The connection was lost.</p>"),
    "a clause": ("<p>Saved</p>", "<p>Saved — but the e-mail could not be sent</p>"),
    "a line": ("<p>Saved</p>", "<p>Saved!<br>The e-mail was not sent</p>"),
    "a part of an alert": ("<p>Saved</p>", "<div role=alert><p>Saved</p><p>The e-mail was not sent</p></div>"),
    "beside a button": ("<p>Saved</p>", "<div role=status><p>Saved</p><p>It failed</p><button>Retry</button></div>"),
    "french": ("<p>Enregistré.</p>", "<p>Enregistré. L'envoi a échoué.</p>"),
    "italian": ("<p>Salvato.</p>", "<p>Salvato. Si è verificato un errore.</p>"),
    "right to left": ("<p dir=rtl>تم الحفظ.</p>", "<p dir=rtl>تم الحفظ. فشل الإرسال.</p>"),
    "japanese": ("<p>保存しました。</p>", "<p>保存しました。送信に失敗しました。</p>"),
}  # fmt: skip
NOTHING_BAD = {
    "more": ("<p>Saved.</p>", "<p>Saved. A copy went to Ann.</p>"),
    "question": ("<p>Saved.</p>", "<p>Saved. Anything wrong?</p>"),
    "condition": ("<p>Saved.</p>", "<p>Saved. If it is missing tomorrow, write to us.</p>"),
    "no results": ("<p>Saved.</p>", "<p>Saved. No messages.</p>"),
    "as recorded": ("<p>Saved. Nothing was sent.</p>", "<p>Saved. Nothing was sent.</p>"),
    "button": ("<p>Saved</p>", "<div role=status><p>Saved</p><button>Report a problem</button></div>"),
}


def _note(message: str) -> str:
    return f"<button onclick='note.innerHTML = `{message.replace(chr(39), '&#39;')}`'>Go on</button><div id=note></div>"


@pytest.fixture
def record(runs: Runs, site: Site) -> Callable[[str], Awaitable[None]]:
    """Records a press after which a message comes."""

    async def press() -> None:
        async with runs.on(site.home, say(tap("the button Go on")), say(done="ok")) as agent:
            await agent.act("go on")

    async def record_press(message: str) -> None:
        site.pages["/"] = _note(message)
        await runs.once(message, press)

    return record_press


@pytest.mark.parametrize(("success", "failure"), cases(BESIDE, again="french, italian, right to left"))
async def test_a_failure_beside_the_recorded_success_is_told(
    runs: Runs, site: Site, record: Callable[[str], Awaitable[None]], success: str, failure: str
) -> None:
    await record(success)
    site.pages["/"] = _note(failure)
    async with runs.on(site.home, say(done="it says more")) as agent:
        result = await agent.act("go on")
    assert (result.how, "is not met" in result.why) == ("healed", True)


@pytest.mark.parametrize(("success", "other"), cases(NOTHING_BAD))
async def test_what_else_is_said_beside_the_recorded_success_is_no_failure(
    runs: Runs, site: Site, record: Callable[[str], Awaitable[None]], success: str, other: str
) -> None:
    await record(success)
    site.pages["/"] = _note(other)
    async with runs.on(site.home) as agent:
        assert (await agent.act("go on")).how == "replayed"


@pytest.mark.parametrize("error", [404, 500])
async def test_an_error_page_at_the_expected_address_is_told_and_a_lasting_one_learnt(
    runs: Runs, site: Site, error: int
) -> None:
    site.pages |= {"/": "<a href=/done>Go on</a>", "/done": "<h1>Saved</h1>"}
    async with runs.on(site.home, say(tap("the link Go on")), say(done="ok")) as agent:
        await agent.act("go on")
    async with runs.on(site.home) as agent:
        assert (await agent.act("go on")).how == "replayed"
    site.pages["/done"] = Answer(status=error, body="<h1>There is nothing</h1>")
    async with runs.on(site.home, say(done="it is so now")) as agent:
        result = await agent.act("go on")
    assert (result.how, f"the page came with the error {error}" in result.why) == ("healed", True)
    again = [] if error == 404 else [say(done="it is so now")]  # a server that fails is asked about again
    async with runs.on(site.home, *again) as agent:
        assert (await agent.act("go on")).how == ("healed" if again else "replayed")


async def test_an_error_page_that_was_recorded_is_as_recorded(runs: Runs, site: Site) -> None:
    site.pages |= {"/": "<a href=/done>Go on</a>", "/done": Answer(status=404, body="<h1>Saved</h1>")}
    async with runs.on(site.home, say(tap("the link Go on")), say(done="ok")) as agent:
        await agent.act("go on")
    async with runs.on(site.home) as agent:
        assert (await agent.act("go on")).how == "replayed"


async def test_a_message_of_success_that_still_stands_does_not_outweigh_one_of_failure(runs: Runs, site: Site) -> None:
    save = "if (!window.count) { window.count = 1; note.textContent = `Saved` } else error.textContent = `MORE`"
    page = f"<button onclick='{save}'>Save</button><p id=note></p><p id=error></p>"
    site.pages["/"] = page.replace("MORE", "Server unavailable")
    async with runs.on(site.home, say(tap("the button Save")), say(done="ok")) as agent:
        await agent.act("save it")
    async with runs.on(site.home, say(done="it says no")) as agent:
        assert (await agent.act("save it")).how == "replayed"
        result = await agent.act("save it")
    assert (result.how, "'Server unavailable' came up" in result.why) == ("healed", True)
    site.pages["/"] = page.replace("MORE", "Backed up")
    async with runs.on(site.home) as agent:
        assert [(await agent.act("save it")).how for _ in range(2)] == ["replayed", "replayed"]


ROW = "<tr id=row><td>Ann<td><button onclick='{}'>Delete</button><tr><td>Bob<td><button>Delete</button>"
USERS = f"<h1>Users</h1><table><tr><th>Name<th>Do{ROW}</table><p id=note></p>"
QUESTION = "<dialog open><h2 id=note>Delete Ann?</h2><button onclick='{}'>Yes</button></dialog>"
PAY = "<button onclick='{}'>Pay</button><p id=note></p>"


@pytest.mark.parametrize(
    ("page", "button", "works", "failure"),
    [
        (USERS, "the button Delete of Ann", "row.remove()", "Ann cannot be deleted"),
        (QUESTION, "the button Yes", "document.querySelector(`dialog`).close()", "Ann is locked"),
        (PAY, "the button Pay", "note.textContent = `Paid. Receipt 4711`", "Payment declined"),
    ],
    ids=["row", "dialog", "number"],
)
async def test_a_change_that_tells_of_a_failure_is_not_the_recorded_one(
    runs: Runs, site: Site, page: str, button: str, works: str, failure: str
) -> None:
    site.pages["/"] = page.format(works)
    async with runs.on(site.home, say(tap(button)), say(done="ok")) as agent:
        await agent.act("do it")
    async with runs.on(site.home) as agent:
        assert (await agent.act("do it")).how == "replayed"
    site.pages["/"] = page.format(f"setTimeout(() => note.textContent = `{failure}`)")
    async with runs.on(site.home, say(done="it says no")) as agent:
        result = await agent.act("do it")
    assert (result.how, len(result.actions)) == ("healed", 1)
    reasons = (f"'{failure}' came up", "is not met", "is still there, and was gone when it was recorded")
    assert any(reason in result.why for reason in reasons)


SWITCH = "<button aria-STATE={} onclick='flip(this, `aria-STATE`)'>Backups</button>"
FLIP = "<script>function flip(one, name) { one.setAttribute(name, one.getAttribute(name) != 'true') }</script>"


@pytest.mark.parametrize(
    ("toggle", "state"),
    [
        ("<label><input type=checkbox {}>Backups</label>", "checked"),
        (SWITCH.replace("STATE", "checked").replace("<button", "<button role=switch"), "true"),
        (SWITCH.replace("STATE", "expanded"), "true"),
    ],
    ids=["checkbox", "switch", "disclosure"],
)  # fmt: skip
async def test_what_has_its_state_already_is_not_tapped_back(runs: Runs, site: Site, toggle: str, state: str) -> None:
    site.pages["/"] = toggle.format("" if state == "checked" else "false") + FLIP
    async with runs.on(site.home, say(tap("Backups")), say(done="ok")) as agent:
        await agent.act("turn on Backups")
    site.pages["/"] = toggle.format(state) + FLIP
    async with runs.on(site.home, say(done="it is on")) as agent:
        result = await agent.act("turn on Backups")
        assert (result.how, len(result.actions)) == ("healed", 0)
        assert "already" in result.why


SEARCH = "<h1>Shop</h1><form action=/find><label>Term <input name=q></label><button>Search</button></form>"


async def test_a_search_without_hits_does_not_poison_the_recording(runs: Runs, site: Site) -> None:
    hits = {"mugs": "<ul><li>Blue mug</li></ul>"}
    site.pages = {"/": SEARCH, "/find": lambda asked: SEARCH + hits.get(asked.query["q"], "<p>Nothing fits</p>")}
    replies = say(
        type_text("the field Term", "{term}"), tap("the button Search"), expect='visible "Nothing fits"', done="ok"
    )
    async with runs.on(site.home, replies) as agent:
        await agent.act("search for {term}", term="xyz")
    async with runs.on(site.home) as agent:
        assert (await agent.act("search for {term}", term="mugs")).how == "replayed"
        assert "Blue mug" in await agent.text()


async def test_a_user_called_like_a_part_of_the_address_logs_in_and_so_does_the_next(runs: Runs, site: Site) -> None:
    field = "<label>User <input name=user placeholder='such as admin'></label>"
    form = f"<form method=post>{field}<button>Log in</button></form>"
    site.pages = {
        "/admin/login/": lambda asked: redirect("/admin/home") if asked.form else form,
        "/admin/home": "<h1>Admin area</h1>",
    }
    replies = say(type_text("the field User", "{user}"), tap("the button Log in")), say(done="ok")
    async with runs.on(site.home + "/admin/login/", *replies) as agent:
        await agent.act("log in as {user}", user="admin")
    assert runs.book.recordings[0].page == "/admin/login/"
    assert "{user}" not in runs.book.recordings[0].steps[0].anchors["target"].model_dump_json()
    async with runs.on(site.home + "/admin/login/") as agent:
        assert (await agent.act("log in as {user}", user="eve")).how == "replayed"


async def test_a_title_that_only_the_planner_named_is_part_of_what_was_meant(runs: Runs, site: Site) -> None:
    page = "<h1>{}</h1><button onclick='note.textContent = `removed`'>Remove</button><p id=note></p>"
    site.pages["/"] = page.format("Old phone")
    async with runs.on(site.home, say(tap("the button Remove of the old phone")), say(done="ok")) as agent:
        await agent.act("tidy up")
    site.pages["/"] = page.format("Primary phone")
    async with runs.on(site.home, say(done="there is nothing to tidy up")) as agent:
        assert (await agent.act("tidy up")).how == "healed"
        assert "removed" not in await agent.text()


FILTER = """<label>Kind <input></label><button onclick="for (const part of document.querySelectorAll('section'))
  part.hidden = !part.textContent.includes(document.querySelector('input').value)">Apply</button>
<section><h2>Garden</h2><p>rake</p></section><section><h2>Kitchen</h2><p>knife</p></section>
<section><h2>Storage</h2><p>rake, knife</p></section>"""


async def test_what_a_filter_takes_away_is_expected_with_the_same_value_alone(runs: Runs, site: Site) -> None:
    site.pages["/"] = FILTER
    act = "show what there is of {thing}"
    typed = say(type_text("the field Kind", "{thing}"), tap("the button Apply"))
    async with runs.on(site.home, typed, say(done="ok")) as agent:
        await agent.act(act, thing="knife")
    async with runs.on(site.home) as agent:
        assert (await agent.act(act, thing="rake")).how == "replayed"
    site.pages["/"] = FILTER.replace("<p>rake</p>", "<p>rake, knife</p>")
    async with runs.on(site.home, say(done="it is all shown")) as agent:
        assert 'gone "Garden" is not met' in (await agent.act(act, thing="knife")).why


SAVED_BEFORE = (
    """<h1>Plan</h1><p id=said>{}</p><label>Text <input></label><button onclick="{}">Save</button><p id=news></p>"""
)


@pytest.mark.parametrize(
    ("does", "is_effect"),
    [
        ("news.textContent='Bob joined the chat'", False),
        pytest.param("news.textContent='The weather will be fine'", False, marks=pytest.mark.long),
        ("news.textContent='3 changes'", True),
        ("news.textContent='The text was saved again'", True),
        ("", False),
        ("said.outerHTML='<p id=said>Saved</p>'", True),
        ("news.textContent='Bob joined the chat';document.querySelector('input').value='x'", True),
    ],
    ids=["news", "other news", "count", "message", "focus alone", "message again", "more than news"],
)
async def test_news_of_something_else_is_no_effect_where_the_message_of_success_stood_there_before(
    runs: Runs, site: Site, does: str, is_effect: bool
) -> None:
    async def save() -> None:
        async with runs.on(site.home, say(tap("the button Save")), say(done="ok")) as agent:
            await agent.act("save it")

    site.pages["/"] = SAVED_BEFORE.format("", "said.textContent='Saved'")
    await runs.once("saving", save)
    site.pages["/"] = SAVED_BEFORE.format("Saved", does)
    async with runs.on(site.home, *([] if is_effect else [say(done="nothing is to be done")])) as agent:
        result = await agent.act("save it")
    assert result.how == ("replayed" if is_effect else "healed")
    assert ("it had no effect on the screen" in result.why) is not is_effect


FLASHING = '<h1>User</h1><label>Name <input></label><button onclick="{}">Save</button><ul><li id=said></li></ul>'


@pytest.mark.parametrize("effect", ["said.textContent='The user was changed.'", "said.textContent='7'"])
async def test_the_focus_is_no_effect_of_a_button(runs: Runs, site: Site, effect: str) -> None:
    site.pages["/"] = FLASHING.format(effect)
    async with runs.on(site.home, say(tap("the button Save")), say(done="ok")) as agent:
        await agent.act("save it")
    async with runs.on(site.home, strategy="strict") as agent:
        await agent.act("save it")
    site.pages["/"] = FLASHING.format("")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed):
            await agent.act("save it")
