# ruff: noqa: E501 - markup reads better unwrapped
"""What was done once is done again: on real pages, without a model and without a picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

import pytest
from replay_rig import Answer, Asked, Runs, Site, redirect, tap, type_text
from replies import say

from askonce.values import Secret

FORM = """<form action="/people" method="post"><label>Name <input name="name"></label>
<label>Town <input name="town"></label><button>Save</button></form>"""


class People(Site):
    """A form whose entry is shown on a page of its own."""

    def __init__(self) -> None:
        super().__init__({"/new": FORM, "/people": self.add})

    def add(self, asked: Asked) -> Answer:
        name, town = escape(asked.form["name"]), escape(asked.form["town"])
        path = "/people/" + asked.form["name"]
        self.pages[quote(path)] = (
            f"<h1>{name} of {town}</h1><table><tr><td>{name}<td><button>Greet</button></table><p id=p>"
            f"<script>document.querySelector('button').onclick = () => p.textContent = 'Hello ' + "
            "document.querySelector('td').textContent</script>"
        )
        return redirect(quote(path))


@pytest.fixture
def people() -> Iterator[People]:
    site = People()
    yield site
    site.stop()


ADD = "add {name} from {town} and greet them"
ADDED = [
    say(
        type_text("the field Name", "{name}"),
        type_text("the field Town", "{town}"),
        tap("the button Save"),
        expect='visible "Ann of Kent"',
        log="Fill in the form for Ann.",
    ),
    say(tap("the button Greet in the row of {name}"), expect='visible "Hello Ann"', done="ok", log="Greet."),
]


async def test_a_replay_asks_no_model_and_takes_no_picture_whatever_the_values_and_the_host_are(
    runs: Runs, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with runs.on(people.home + "/new", *ADDED) as agent:
        first = await agent.act(ADD, name="Ann", town="Kent")
    assert (first.how, first.why, agent.calls) == ("asked", "nothing was recorded for this instruction", 2)
    text = runs.file.read_text()
    assert "Ann" not in text
    assert "Kent" not in text
    async with runs.on(people.other + "/new") as agent:
        pictures: list[object] = []
        capture = agent.screen.capture

        async def counted() -> object:
            pictures.append(None)
            return await capture()

        monkeypatch.setattr(agent.screen, "capture", counted)
        again = await agent.act(ADD, name="Mr. O'Neill & <Sons>", town="Bath")
        assert (again.how, again.why, agent.calls, len(again.steps)) == ("replayed", "", 0, 4)
        assert (again.usage.calls, again.rounds, pictures, agent.heard.of("looked")) == (0, 0, [], [])
        ended = agent.heard.of("act-ended")[-1]
        assert (ended.how, ended.why, ended.calls) == ("replayed", "", 0)
        assert "Hello Mr. O'Neill & <Sons>" in await agent.text()
    assert runs.file.read_text() == text


TABS = """<button onclick="note.textContent='this is {0}'">{1}</button><p id=note>"""


async def test_the_same_words_on_two_pages_are_two_recordings_in_any_order(runs: Runs, site: Site) -> None:
    site.pages = {
        "/a": TABS.format("A", "Open it"),
        "/b": TABS.format("B", "Unfold it"),
        "/c": TABS.format("A", "Open it"),
    }
    opened = say(tap("the button Open it"), expect='visible "this is A"', done="ok")
    unfolded = say(tap("the button Unfold it"), expect='visible "this is B"', done="ok")
    async with runs.on(site.home + "/a", opened, unfolded) as agent:
        await agent.act("open it")
        await agent.screen.navigate(site.home + "/b")
        second = await agent.act("open it")
        assert (second.how, second.why) == ("asked", "it was recorded on /a, and this is /b")
    assert [one.page for one in runs.book.recordings] == ["/a", "/b"]
    async with runs.on(site.home + "/b") as agent:
        for page in ("b", "a", "a", "c", "b"):
            await agent.screen.navigate(f"{site.home}/{page}")
            result = await agent.act("open it")
            assert (result.how, agent.calls) == ("replayed", 0)
    assert len(runs.book.recordings) == 2


async def test_routes_behind_a_hash_are_pages_too(runs: Runs, site: Site) -> None:
    site.pages["/"] = """<main></main><script>
    const show = () => document.querySelector("main").innerHTML = location.hash === "#/list"
      ? "<a href='#/new'>Add</a>" : "<h1>New entry</h1><button onclick=\\"this.textContent='Stored'\\">Store</button>";
    onhashchange = show; show()</script>"""
    planned = (
        say(tap("the link Add"), expect='visible "New entry"'),
        say(tap("the button Store"), expect='visible "Stored"', done="ok"),
    )
    async with runs.on(site.home + "/#/list", *planned) as agent:
        await agent.act("add an entry")
    recording = runs.book.recordings[0]
    assert recording.page == "/#/list"
    assert 'address "/#/new"' in map(str, recording.steps[0].expects)
    async with runs.on(site.home + "/#/list") as agent:
        assert (await agent.act("add an entry")).how == "replayed"


async def test_a_value_is_known_in_other_letters_and_in_an_address(runs: Runs, site: Site) -> None:
    site.pages = {"/": "<a href=/goods/blue-mug>Blue mug</a> <a href=/goods/red-plate>Red plate</a>"}
    site.pages |= {f"/goods/{name}": f"<h1>{name}</h1><p>12 in stock</p>" for name in ("blue-mug", "red-plate")}
    opened = say(tap("the link {product}"), expect='address "blue-mug"', done="ok")
    async with runs.on(site.home, opened) as agent:
        await agent.act("open the product {product}", product="blue mug")
    async with runs.on(site.home) as agent:
        result = await agent.act("open the product {product}", product="red plate")
        assert (result.how, agent.screen.address) == ("replayed", site.home + "/goods/red-plate")


async def test_a_value_that_was_taken_apart_holds_for_itself_alone(runs: Runs, site: Site) -> None:
    site.pages["/"] = "<label>First <input></label><label>Last <input></label>"

    def both(first: str, last: str) -> str:
        fields = type_text("the field First", first), type_text("the field Last", last)
        return say(*fields, expect=f'field "Last" is "{last}"', done="ok")

    async with runs.on(site.home, both("Ann", "Lee")) as agent:
        await agent.act("enter {name}", name="Ann Lee")
    async with runs.on(site.home, both("Bob", "Ray")) as agent:
        result = await agent.act("enter {name}", name="Bob Ray")
        assert (result.how, result.why) == ("asked", "nothing was recorded for this instruction")
    assert [one.only for one in runs.book.recordings] == [{"name": "Ann Lee"}, {"name": "Bob Ray"}]
    async with runs.on(site.home) as agent:
        assert (await agent.act("enter {name}", name="Ann Lee")).how == "replayed"
        assert "Lee" in await agent.text()


async def test_how_often_something_is_tapped_holds_for_that_number_alone(runs: Runs, site: Site) -> None:
    site.pages["/"] = "<button onclick='n.value++'>Plus</button><label>Count <input id=n value=0></label>"

    def plus(times: int) -> str:
        return say(
            ("Tap", {"target": "the button Plus", "times": times}), expect=f'field "Count" is "{times}"', done="ok"
        )

    async with runs.on(site.home, plus(2)) as agent:
        await agent.act("tap plus {n} times", n=2)
    async with runs.on(site.home, plus(3)) as agent:
        assert (await agent.act("tap plus {n} times", n=3)).how == "asked"
    assert [one.only for one in runs.book.recordings] == [{"n": "2"}, {"n": "3"}]
    async with runs.on(site.home) as agent:
        assert (await agent.act("tap plus {n} times", n=3)).how == "replayed"
        assert await agent.screen.evaluate("n.value") == "3"


async def test_no_secret_gets_into_the_file_wherever_the_page_shows_it(runs: Runs, site: Site) -> None:
    """One of them is also a word of the file itself, and another is spelled differently in addresses."""
    site.pages = {
        "/": "<form action=/in><label>Key <input name=key></label><label>Way <input name=way></label><button>Enter</button></form>",
        "/in": lambda asked: redirect("/box/" + quote(asked.query["key"], safe="")),
        "/box/s3cr%C3%A9t%20key": "<h1>Box of s3crét key</h1><a href='/box/s3cr%C3%A9t%20key/open?k=s3crét+key'>Open</a>",
        "/box/s3cr%C3%A9t%20key/open": "<h1>It is open</h1><p>target: s3crét key</p><button onclick='this.textContent=`s3crét key target`'>Reveal</button>",
    }
    replies = (
        say(type_text("the field Key", "{key}"), type_text("the field Way", "{way}"), tap("the button Enter")),
        say(tap("the link Open"), expect='visible "It is open"', done="ok"),
        say(tap("the button Reveal"), expect='gone "Reveal"', done="ok"),
    )
    key, way = Secret("s3crét key"), Secret("target")
    async with runs.on(site.home, *replies) as agent:
        await agent.act("log in with {key} by {way}", key=key, way=way)
        await agent.act("show what is in there")
        await agent.tap("the text It is open")
    text = runs.file.read_text()
    for spelled in ("s3cr", "t key", "t%20key"):
        assert spelled not in text
    assert "target: target" not in text
    async with runs.on(site.home) as agent:
        assert (await agent.act("log in with {key} by {way}", key=key, way=way)).how == "replayed"
        assert (await agent.act("show what is in there")).how == "replayed"


HEARD = [
    "pointerdown", "mousedown", "focus", "focusin", "pointerup", "mouseup", "click", "keydown", "keypress", "beforeinput",
    "input", "keyup", "change", "blur", "focusout",
]  # fmt: skip
LOGGED = f"""<label>Name <input id=name></label><label>Town <input id=town value="Bath"></label>
<label>Way <select id=way><option>Road<option>Rail</select></label><label><input type=checkbox id=agree> Agree</label>
<button id=save onclick="said.textContent = 'Saved'">Save</button><p id=said></p><script>window.heard = []
for (const type of {HEARD}) addEventListener(type, (event) => {{
  const line = `${{event.target.id}} ${{type}}`
  if (event.isTrusted && !heard.includes(line)) heard.push(line)
}}, true)</script>"""


async def test_a_page_hears_of_a_replay_all_that_it_hears_of_a_person(runs: Runs) -> None:
    site = Site({"/": LOGGED})
    told = "save {name} of {town}, by rail, and agree"
    done = say(
        type_text("the field Name", "{name}"),
        type_text("the field Town", "{town}"),
        ("Select", {"target": {"prompt": "the list Way"}, "options": ["Rail"]}),
        tap("the check box Agree"),
        tap("the button Save"),
        expect='visible "Saved"',
        done="ok",
    )
    try:
        async with runs.on(site.home, done) as agent:
            await agent.act(told, name="Ann", town="Kent")
        async with runs.on(site.home) as agent:
            assert (await agent.act(told, name="Bartholomew", town="Canterbury")).how == "replayed"
            page = agent.screen.page
            heard = await page.evaluate("heard")
            await page.reload()
            for field, text in (("#name", "Bartholomew"), ("#town", "Canterbury")):
                await page.locator(field).click()
                await page.keyboard.press("ControlOrMeta+A")
                await page.keyboard.press("Delete")
                await page.locator(field).press_sequentially(text)
            await page.locator("#way").select_option("Rail")
            await page.locator("#agree").check()
            await page.locator("#save").click()
            by_hand = await page.evaluate("heard")
    finally:
        site.stop()
    assert set(heard) >= set(by_hand)
    # Most of a text comes at once, before its last key: these four are heard in another order.
    keys = ("keydown", "keypress", "beforeinput", "input")
    lines = [line for line in by_hand if not line.endswith(keys)]
    assert [line for line in heard if line in lines] == lines


async def test_an_act_that_names_a_button_with_a_word_for_the_time_is_recorded(runs: Runs, site: Site) -> None:
    site.pages["/"] = "<h1>Shop</h1><button onclick=\"said.textContent='Thanks'\">Order now</button><p id=said></p>"
    async with runs.on(site.home, say(tap("the button Order now")), say(done="ok")) as agent:
        await agent.act("click Order now")
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("click Order now")).how == "replayed"
