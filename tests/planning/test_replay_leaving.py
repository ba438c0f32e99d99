# ruff: noqa: E501 - markup reads better unwrapped
"""What was gone at the end has to go again: a row that stays was not deleted, whatever else is said."""

from __future__ import annotations

import pytest
from named_cases import cases
from replay_rig import Asked, Runs, Site, redirect, tap
from replies import say

USERS = "<h1>Users</h1><table><tr><th>Name<th>Do<tr id=ann><td>Ann<td><button>Delete</button><tr id=bob><td>Bob<td><button onclick='{}'>Delete</button></table><p id=note></p>"
SAY = "note.textContent = `Deleted`;"
ASK = (
    "<div id=ask hidden role=dialog aria-label=Sure><p>Delete Bob?</p><button onclick='{}'>Yes</button></div>"
    + USERS.format("ask.hidden = false")
)
CARDS = "<div><article><h2>Ann</h2><button>Close</button></article><article id=bob><h2>Bob</h2><button onclick='{}'>Close</button></article></div><p id=note></p>"
LIST = "<ul id=all></ul><p id=note></p><script>let names = [`Ann`, `Bob`, `Cem`]; const draw = () => all.innerHTML = names.map((name) => `<li>${{name}} <button onclick='drop(\"${{name}}\")'>Remove</button></li>`).join(``); const drop = (name) => {{ {} }}; draw()</script>"

FLOWS = {
    "row": (USERS, ("the button Delete of Bob",), SAY + "bob.remove()", SAY),
    "row after a question": (ASK, ("the button Delete of Bob", "the button Yes"), SAY + "bob.remove(); ask.hidden = true", SAY + "ask.hidden = true"),
    "dialog": (ASK, ("the button Delete of Bob", "the button Yes"), SAY + "ask.hidden = true", SAY),
    "card": (CARDS, ("the button Close of Bob",), SAY + "bob.remove()", SAY),
    "drawn again": (LIST, ("the button Remove of Bob",), SAY + "names = names.filter((each) => each != name); draw()", SAY + "draw()"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "taps", "works", "fails"), cases(FLOWS, again="row after a question"))
async def test_what_left_when_it_was_recorded_and_stays_now_is_told(
    runs: Runs, site: Site, page: str, taps: tuple[str, ...], works: str, fails: str
) -> None:
    site.pages["/"] = page.format(works)
    async with runs.on(site.home, *(say(tap(words)) for words in taps), say(done="ok")) as agent:
        await agent.act("delete Bob")
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete Bob")).how == "replayed"
    site.pages["/"] = page.format(fails)
    async with runs.on(site.home, say(done="it stays")) as agent:
        result = await agent.act("delete Bob")
    assert (result.how, "is still there, and was gone when it was recorded" in result.why) == ("healed", True)
    async with runs.on(site.home) as agent:  # the planner said that it is well like this
        assert (await agent.act("delete Bob")).how == "replayed"


@pytest.mark.parametrize("state", ["deletion pending", pytest.param("seen 9 s ago", marks=pytest.mark.long)])
async def test_a_row_of_which_only_a_state_changes_is_still_there(runs: Runs, site: Site, state: str) -> None:
    page = "<table><tr><td>Ann<td>seen 2 s ago<td><button>Delete</button><tr id=bob><td>Bob<td id=state>seen 1 s ago<td><button onclick='{}'>Delete</button></table><p id=note></p>"
    site.pages["/"] = page.format(SAY + "bob.remove()")
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete {name}", name="Bob")
    site.pages["/"] = page.format(f"{SAY} state.textContent = `{state}`")
    async with runs.on(site.home, say(done="it stays")) as agent:
        assert 'the row "Bob" is still there' in (await agent.act("delete {name}", name="Bob")).why


async def test_a_row_of_a_page_that_comes_again_is_known_too(runs: Runs, site: Site) -> None:
    names = ["Ann", "Bob", "Cem"]

    def users(_: Asked) -> str:
        row = "<tr><td>{0}<td><form action=/drop method=post><button name=n value={0}>Delete</button></form>"
        return "<h1>Users</h1><p>Deleted</p><table>" + "".join(map(row.format, names)) + "</table>"

    def drop(asked: Asked) -> object:
        if works:
            names.remove(asked.form["n"])
        return redirect("/")

    works = True
    site.pages = {"/": users, "/drop": drop}  # type: ignore[dict-item]
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete Bob")
    assert runs.book.recordings[0].steps[0].leaves
    names.insert(1, "Bob")
    works = False
    async with runs.on(site.home, say(done="it stays")) as agent:
        assert (await agent.act("delete Bob")).how == "healed"


async def test_a_row_that_stays_or_only_leaves_the_view_is_not_expected_to_go(runs: Runs, site: Site) -> None:
    page = USERS.format(SAY + "scrollTo(0, 9999)") + "<div style='height: 3000px'></div><p>The end</p>"
    site.pages["/"] = page
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete Bob")
    assert not runs.book.recordings[0].steps[0].leaves
    site.pages["/"] = USERS.format(SAY)
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete Bob")).how == "replayed"


@pytest.mark.parametrize(
    "leads", ["location = `/login`", "history.pushState(0, ``, `/users`); note.textContent = `Users`"]
)
async def test_another_page_does_not_tell_that_a_row_is_gone(runs: Runs, site: Site, leads: str) -> None:
    site.pages = {"/": USERS.format("bob.remove()"), "/login": "<h1>Sign in</h1><button>Sign in</button>"}
    async with runs.on(site.home, say(tap("the button Delete of Bob")), say(done="ok")) as agent:
        await agent.act("delete Bob")
    site.pages["/"] = USERS.format(leads)
    async with runs.on(site.home, say(done="it is so")) as agent:
        result = await agent.act("delete Bob")
    assert (result.how, 'another page came instead of that of the row "Bob"' in result.why) == ("healed", True)


async def test_a_row_that_went_before_the_page_was_left_is_not_looked_for(runs: Runs, site: Site) -> None:
    site.pages = {
        "/": USERS.format("bob.remove()") + "<a href=/next>Next</a>",
        "/next": "<h1>Next</h1><button onclick='this.textContent = `Done`'>Go</button>",
    }
    steps = [say(tap(words)) for words in ("the button Delete of Bob", "the link Next", "the button Go")]
    async with runs.on(site.home, *steps, say(done="ok")) as agent:
        await agent.act("delete Bob")
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete Bob")).how == "replayed"
