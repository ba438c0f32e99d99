# ruff: noqa: E501 - markup reads better unwrapped
"""Where an act ends on a page that shows nothing of what it showed, it is not as recorded; other changes do no harm."""

from __future__ import annotations

import pytest
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce.errors import ReplayFailed

HEADER = "<div><a href=/>Shop</a> <a href=/help>Help</a></div>"
FORM = f"{HEADER}<h1>New order</h1><form action=/orders method=post><label>Note <input name=note></label><button>Send</button></form>"
TABLE = "<table><tr><th>Number<th>Date<tr><td>1001<td>2 May</table>"
ORDERS = f"{HEADER}<h1>Orders</h1><p>2 orders, the last of today</p>{TABLE}<a href=/new>New order</a>"
SIGN_IN = (
    "<h1>Sign in</h1><label>Email <input></label><label>Password <input type=password></label><button>Sign in</button>"
)
PEOPLE = """<div id=root><nav><a href=/>Home</a></nav><main id=main><h1>People</h1><table>{rows}</table></main></div>"""
ROW = """<tr><td>{}<td><button onclick="{}">Delete</button>"""
GOES = "this.closest('tr').remove()"


def _people(does: str, *names: str) -> str:
    return PEOPLE.format(rows="".join(ROW.format(name, does) for name in names))


async def _record_order(runs: Runs, site: Site) -> None:
    async def order() -> None:
        steps = say(type_text("the field Note", "{note}"), tap("the button Send"))
        async with runs.on(site.home, steps, say(done="ok")) as agent:
            await agent.act("order with {note}", note="Quickly please")

    site.pages = {"/": FORM, "/orders": ORDERS}
    await runs.once("order", order)


async def _record_deletion(runs: Runs, site: Site) -> None:
    async def delete() -> None:
        async with runs.on(site.home, say(tap("the button Delete in the row of {name}")), say(done="ok")) as agent:
            await agent.act("delete {name}", name="Bob")

    site.pages = {"/": _people(GOES, "Bob", "Eve", "Mia")}
    await runs.once("deletion", delete)


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("", "the page is empty"),
        (SIGN_IN, "a password is asked for"),
        (HEADER + SIGN_IN, "a password is asked for"),
        ("<h1>Are you sure?</h1><p>The same was sent today.</p><button>Send again</button>", "shows nothing of what"),
        (HEADER + "<h1>Are you sure?</h1><button>Send again</button>", "shows nothing of what"),
        ("<h1>Just a moment</h1><label><input type=checkbox>I am human</label>", "shows nothing of what"),
    ],
    ids=["empty", "sign in", "sign in on the site", "question", "question on the site", "robot"],
)
async def test_another_page_at_the_recorded_address_is_not_the_end(
    runs: Runs, site: Site, page: str, reason: str
) -> None:
    await _record_order(runs, site)
    site.pages["/orders"] = page
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=reason):
            await agent.act("order with {note}", note="Quickly please")


@pytest.mark.parametrize(
    "page",
    [
        ORDERS.replace("2 orders", "3 orders").replace("<tr><td>1001", "<tr><td>1003<td>9 May<tr><td>1001"),
        ORDERS.replace("<h1>Orders", "<h1>What you bought"),
        "<p>We are on holiday in August.</p>" + ORDERS + "<footer><a href=/terms>Terms</a></footer>",
        f"{HEADER}<h1>What is new</h1><p>The summer sale begins on Monday.</p>",
    ],
    ids=["another row", "renamed", "more around it", "other contents of the site"],
)
async def test_what_else_is_new_on_the_page_at_the_end_does_no_harm(runs: Runs, site: Site, page: str) -> None:
    await _record_order(runs, site)
    site.pages["/orders"] = page
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("order with {note}", note="Two of them")).how == "replayed"


@pytest.mark.parametrize(
    "does",
    [
        "root.remove()",
        f"root.innerHTML='{SIGN_IN}'",
        "main.innerHTML='<p>You were away for long.</p>'",
        f"{GOES};root.insertAdjacentHTML('beforeend','<div role=dialog><label>Password <input type=password></label></div>')",
    ],
    ids=["empty", "sign in", "other contents", "password asked for"],
)
async def test_a_row_is_not_gone_on_a_page_that_shows_nothing_of_its_list(runs: Runs, site: Site, does: str) -> None:
    await _record_deletion(runs, site)
    site.pages["/"] = _people(does, "Bob", "Eve", "Mia")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=r"is empty|a password is asked for|shows nothing"):
            await agent.act("delete {name}", name="Bob")


async def test_the_last_row_of_a_list_may_go(runs: Runs, site: Site) -> None:
    await _record_deletion(runs, site)
    site.pages["/"] = _people("this.closest('table').outerHTML='<p>Nobody is here yet</p>'", "Eve")
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("delete {name}", name="Eve")).how == "replayed"


async def test_another_end_that_a_model_takes_for_well_is_not_asked_about_again(runs: Runs, site: Site) -> None:
    await _record_order(runs, site)
    site.pages["/orders"] = "<h1>Are you sure?</h1>"
    async with runs.on(site.home, say(done="it is so now")) as agent:
        assert (await agent.act("order with {note}", note="Two of them")).how == "healed"
    async with runs.on(site.home) as agent:
        assert (await agent.act("order with {note}", note="Two of them")).how == "replayed"


async def test_a_recording_that_does_not_know_its_end_is_replayed(runs: Runs, site: Site) -> None:
    await _record_order(runs, site)
    (recording,) = runs.book.recordings
    assert recording.steps[0].end is None
    older = recording.model_copy(
        update={"steps": (recording.steps[0], recording.steps[1].model_copy(update={"end": None}))}
    )
    runs.store.update("it", lambda book: book.with_entries(older))
    site.pages["/orders"] = "<h1>Welcome</h1>"
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("order with {note}", note="Two of them")).how == "replayed"


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("<h1>Monday</h1><h2>Rain in the south</h2>", "<h1>Tuesday</h1><h2>Boats are late</h2>"),
        ("<h1>What would you like?</h1><button>Tea</button>", "<h1>How about a coffee?</h1><button>Coffee</button>"),
    ],
    ids=["news", "question"],
)
async def test_a_link_may_lead_to_other_contents_at_its_address(runs: Runs, site: Site, first: str, later: str) -> None:
    site.pages = {"/": "<h1>Paper</h1><a href=/today>Today</a>", "/today": first}
    async with runs.on(site.home, say(tap("the link Today")), say(done="ok")) as agent:
        await agent.act("open what is new")
    site.pages["/today"] = later
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("open what is new")).how == "replayed"
    for page in ("", SIGN_IN, *(["<h1>Are you sure?</h1>"] if "?" not in first else [])):
        site.pages["/today"] = page
        async with runs.on(site.home, strategy="strict") as agent:
            with pytest.raises(ReplayFailed):
                await agent.act("open what is new")
