"""Replies that go on past the screen they were written for. The breadth is in `benchmarks/guesses`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser
from replay_rig import Runs, Site
from replies import Action, say, tap, type_into

from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens import Tree
from askonce.screens.fake import Button, CheckBox, FakeScreen, Field, Text

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
TRIED = (
    "two pages on, and a form",
    "the old view was drawn anew under another address",
    "in another frame",
    "a suggestion by the code in it",
    "a server error",
    "a login",
    "one that goes, and then two of that name",
)
"""Scenes of the benchmark that need a browser and are played in every run."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askonce.planning.later_targets.PATIENCE", 0.2)


def later(name: str) -> Action:
    return "Tap", {"target": {"prompt": name}}


def type_later(name: str, text: str, **more: Any) -> Action:
    return "Type", {"target": {"prompt": name}, "text": text, **more}


class Phone(FakeScreen):
    """Contacts (1), with a form behind "New contact" on the next page. The old page has a button Filter (2)."""

    def __init__(self, opens: Callable[[FakeScreen], object] | None = None) -> None:
        go = Button("Contacts", Box(20, 20, 100, 30), on_tap=lambda: opens(self) if opens else self.open_contacts())
        super().__init__([go, Button("Filter", Box(20, 60, 100, 30))])

    def open_contacts(self) -> None:
        self.show(Button("New contact", Box(20, 20, 100, 30), on_tap=self.open_form), Text("Ann", Box(20, 60, 90, 20)))

    def open_form(self) -> None:
        self.show(
            Field("Name", Box(20, 20, 100, 30)),
            Field("Phone", Box(20, 60, 100, 30)),
            CheckBox("Favourite", Box(20, 140, 100, 30)),
            Button("Save", Box(20, 100, 100, 30)),
        )


def agent_on(screen: FakeScreen, *replies: str) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel(replies)
    return Agent(screen, Models.of(model), settings=Settings(runs=None)), model


def touched(screen: FakeScreen) -> list[str]:
    return [line for line in screen.log if line.startswith("tap ")]


async def test_a_reply_goes_on_to_what_it_names_by_its_label_and_ends_before_what_commits_something() -> None:
    screen = Phone()
    form = (type_later("Name", "Eve"), type_later("the field Phone", "12"), later("Save"))
    agent, model = agent_on(screen, say(tap(1), later("New contact"), *form), say(done="seen"))
    await agent.act("add Eve")
    assert touched(screen) == ["tap Contacts", "tap New contact", "tap Name", "tap Phone"]
    told = model.asked[1].messages[-1].text
    assert "- Type(the field Phone, text='12'): done" in told
    assert "- Tap(Save): not run, it may commit something: look first" in told


async def test_keys_that_may_commit_something_are_not_pressed_after_a_guess() -> None:
    screen, enter = Phone(), ("Press", {"keys": "Enter"})
    agent, model = agent_on(screen, say(tap(1), later("New contact"), enter), say(enter), say(done="seen"))
    await agent.act("add somebody")
    assert [line for line in screen.log if "Enter" in line] == ["press Enter"]
    assert "not run, it may commit something on a screen that you have not seen" in model.asked[1].messages[-1].text


async def test_a_guess_that_is_not_there_ends_the_reply_and_is_no_failure() -> None:
    again = [say(("Press", {"keys": keys}), later("Nowhere")) for keys in ("Escape", "Tab", "Home")]
    agent, model = agent_on(
        Phone(), say(tap(1), later("Nowhere"), later("Filter")), *again, say(done="no more guesses")
    )
    await agent.act("find it", failures=1)
    told = model.asked[1].messages[-1].text
    assert "- Tap(Nowhere): not run, nothing on the screen is called 'Nowhere'" in told
    assert "- Tap(Filter): not run, see above" in told


@pytest.mark.parametrize(
    ("opens", "name", "reason"),
    [
        (lambda screen: None, "Filter", "'Filter' was there before, and it may be the old one: look first"),
        (lambda screen: screen.show(Button("Filter", Box(0, 0, 90, 20))), "Filter", "'Filter' was there before"),
        (lambda screen: screen.show(*twins()), "Details", "2 elements are called 'Details'"),
        (lambda screen: screen.show(Button("Details", Box(0, 0, 90, 20), enabled=False)), "Details", "is disabled"),
        (lambda screen: screen.show(Button("Details of Bob", Box(0, 0, 90, 20))), "Details", "nothing on the screen"),
        (lambda screen: screen.show(Text("Details", Box(0, 0, 90, 20))), "Details", "nothing on the screen"),
    ],
    ids=["the old one", "the old one drawn anew", "twice", "disabled", "a longer name", "a text"],
)  # fmt: skip
async def test_what_is_not_surely_meant_is_not_touched(
    opens: Callable[[FakeScreen], object], name: str, reason: str
) -> None:
    screen = Phone(opens)
    agent, model = agent_on(screen, say(tap(1), later(name)), say(done="seen"))
    await agent.act("go on")
    assert touched(screen) == ["tap Contacts"]
    assert reason in model.asked[1].messages[-1].text


def twins() -> list[Button]:
    return [Button("Details", Box(0, 0, 90, 20)), Button("Details", Box(0, 40, 90, 20))]


class Endless(Phone):
    """It never tells how much of it is out of view."""

    whole_tree: Any = None

    async def tree(self) -> Tree:
        return replace(await super().tree(), scrolls_up=True, scrolls_down=True)


async def test_where_nobody_knows_what_is_out_of_view_what_is_in_view_counts() -> None:
    screen = Endless()
    replies = say(tap(1), later("New contact"), type_later("Name", "Ann")), say(done="seen")
    agent, _ = agent_on(screen, *replies)
    await agent.act("go on")
    assert touched(screen)[:2] == ["tap Contacts", "tap New contact"]
    assert [node.value for node in await screen.tree() if node.name == "Name"] == ["Ann"]


async def test_nothing_is_typed_into_a_form_that_has_only_some_of_the_fields() -> None:
    screen = Phone(Phone.open_form)
    agent, model = agent_on(screen, say(tap(1), type_later("Name", "Eve"), type_later("Street", "A")), say(done="seen"))
    await agent.act("add Eve")
    assert touched(screen) == ["tap Contacts"]
    told = model.asked[1].messages[-1].text
    assert (
        "- Type(Name, text='Eve'): not run, because a later one has no target: nothing on the screen is called 'Street'"
        in told
    )


async def test_nothing_is_typed_into_a_form_without_what_is_to_be_done_after_it() -> None:
    screen = Phone(Phone.open_form)
    agent, model = agent_on(screen, say(tap(1), type_later("Name", "Eve"), later("Details")), say(done="seen"))
    await agent.act("add Eve")
    assert touched(screen) == ["tap Contacts"]
    assert (
        "not run, because a later one has no target: nothing on the screen is called 'Details'"
        in model.asked[1].messages[-1].text
    )


async def test_a_planner_that_names_everything_in_words_means_what_it_sees() -> None:
    screen = Phone(Phone.open_form)
    worded = (later("the button Filter"), later("Contacts"))
    agent, _ = agent_on(screen, say(*worded), say(done="seen"))
    await agent.act("filter the contacts")
    assert touched(screen) == ["tap Filter", "tap Contacts"]


async def test_a_planner_that_sees_only_the_picture_goes_on_where_the_screen_knows_its_elements() -> None:
    screen = Phone()
    contacts = ("Tap", {"target": {"prompt": "Contacts", "bbox": [25, 33, 150, 83]}})
    agent, _ = agent_on(screen, say(contacts, later("New contact")), say(done="seen"))
    await agent.act("open the form", sees="screenshot")
    assert touched(screen) == ["tap Contacts", "tap New contact"]


async def test_what_is_expected_at_the_end_of_a_reply_is_not_looked_for_when_it_ended_before() -> None:
    agent, model = agent_on(Phone(), say(tap(1), later("Nowhere"), expect='visible "Ann"', done="in"), say(done="seen"))
    assert (await agent.act("find it")).message == "seen"
    told = model.asked[1].messages[-1].text
    assert 'expected visible "Ann"' not in told
    assert '- not checked, because the reply ended before: visible "Ann"' in told


async def test_what_is_expected_between_actions_holds_back_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askonce.planning.plan_execution.PATIENCE", 0.0)
    screen = Phone()
    went, other = say(tap(1)) + '<expect>visible "Ann"</expect>', '<expect>visible "Bob"</expect>'
    action = "<action-type>{}</action-type><action-param-json>{}</action-param-json>"
    new, back = (action.format(name, json.dumps(params)) for name, params in (later("New contact"), tap(2)))
    agent, model = agent_on(screen, went + new + other + back, say(done="seen"))
    await agent.act("open the form")
    assert touched(screen) == ["tap Contacts", "tap New contact"]
    told = model.asked[1].messages[-1].text
    assert 'not run, expected before it, and not met: visible "Bob"' in told
    assert '\n- expected visible "Ann": met\n- Tap(New contact): done' in told
    assert "not checked" not in told


@pytest.mark.parametrize(
    ("expected", "is_kept", "goes_on"),
    [
        ('visible "October"', False, True),
        ('visible "October" or "November"', False, True),
        ('visible "May 3"', False, False),
        ('visible "October" or "May 3"', False, False),
        ('visible "October" or gone "November"', False, False),
        ('visible "October"', True, False),
        ("", False, False),
    ],
    ids=[
        "a new month",
        "one of two months",
        "what was there before",
        "perhaps what was there before",
        "perhaps nothing that is seen",
        "the old day stays",
        "nothing is expected",
    ],
)
async def test_a_label_that_was_there_before_is_used_when_a_text_shows_that_the_screen_is_new(
    expected: str, is_kept: bool, goes_on: bool
) -> None:
    old, today = Button("3", Box(20, 60, 30, 30)), Text("Today is May 3", Box(20, 120, 200, 20))

    def turn() -> None:
        screen.show(Text("October", Box(20, 20, 90, 20)), old if is_kept else Button("3", Box(60, 60, 30, 30)), today)

    screen = FakeScreen([Button("Next", Box(200, 20, 60, 30), on_tap=turn), old, today])
    day = f'<action type="Tap">{json.dumps({"target": {"prompt": "3"}})}</action>'
    check = f"<expect>{expected}</expect>" if expected else ""
    agent, model = agent_on(screen, say(tap(1)) + check + day, say(done="seen"))
    await agent.act("choose the day")
    assert touched(screen) == ["tap Next", "tap 3"][: 1 + goes_on]
    assert ("'3' was there before" in model.asked[1].messages[-1].text) is not goes_on


async def test_one_tap_for_several_targets_is_several_taps() -> None:
    boxes = [CheckBox(name, Box(20, 30 * place, 100, 20)) for place, name in enumerate(("Tea", "Jam", "Milk"))]
    screen = FakeScreen(boxes)
    agent, _ = agent_on(screen, say(("Tap", {"targets": [1, {"prompt": "Milk", "element": 3}]})), say(done="ok"))
    result = await agent.act("tick tea and milk")
    assert [box.checked for box in boxes] == [True, False, True]
    assert result.actions == ('Tap(checkbox "Tea")', "Tap(Milk)")


async def test_earlier_replies_are_shown_again_in_a_shorter_form_that_reads_the_same() -> None:
    first = say(type_into(1, "bob"), tap(2), log="Fill in")
    agent, model = agent_on(
        FakeScreen([Field("User", Box(20, 20, 200, 30)), Button("Next", Box(20, 60, 90, 30))]), first, say(done="ok")
    )
    await agent.act("fill in")
    again = next(message.text for message in model.asked[1].messages if message.role == "assistant")
    assert again == first.removeprefix("<thought>thinking</thought>\n")


async def test_earlier_replies_are_shown_again_in_the_form_that_the_rules_ask_for() -> None:
    pair = "<action-type>Tap</action-type><action-param-json>%s</action-param-json>"
    target = json.dumps({"target": {"prompt": "the button Next", "element": 1}})
    agent, model = agent_on(FakeScreen([Button("Next", Box(20, 60, 90, 30))]), pair % target, say(done="ok"))
    await agent.act("go on")
    rules, *_, again, _ = (message.text for message in model.asked[1].messages)
    assert again == f'<action type="Tap">{target}</action>'
    assert '<action type="Tap">{"target": {"prompt": "the button Log in", "element": 9}}</action>' in rules


async def test_a_guess_is_recorded_and_replayed_like_any_other_step(site: Site, runs: Runs) -> None:
    site.pages |= {
        "/": "<a href=/list>Contacts</a>",
        "/list": "<h1>Contacts</h1><a href=/list/new>Add contact</a>",
        "/list/new": "<h1>New contact</h1><label>Name <input></label>",
    }
    guessed = say(tap(1, "Contacts"), later("Add contact"), expect='visible "New contact"', done="open")
    async with runs.on(site.home, guessed) as agent:
        assert (await agent.act("open the form for a contact")).how == "asked"
        located = [(event.target, event.finder) for event in agent.heard.of("located")]
        assert located == [("Contacts", "planned"), ("Add contact", "local")]
    async with runs.on(site.home) as agent:
        result = await agent.act("open the form for a contact")
        assert (result.how, result.actions) == ("replayed", ("Tap(Contacts)", "Tap(Add contact)"))


async def test_a_number_is_good_out_of_view_and_its_words_do_not_stand_in_for_it(site: Site, runs: Runs) -> None:
    site.pages["/"] = (
        "<button onclick='this.remove(); document.title = 1'>Top</button><div style='height:3000px'></div>"
        "<button>Bottom</button>"
    )
    down = ("Scroll", {"direction": "down", "to_end": True})
    replies = (say(down), say(tap(1, "the button Bottom")), say(down), say(tap(1, "the button Bottom")), say(done="ok"))
    async with runs.on(site.home, *replies) as agent:
        result = await agent.act("press Top")
        assert result.actions.count("Tap(the button Bottom)") == 1
        assert await agent.screen.evaluate("document.title") == "1"
        assert "element [1], which was there before, is gone" in agent.asked(4)


async def test_scenes_in_a_browser(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_scenes(chromium, monkeypatch, TRIED)


@pytest.mark.long
async def test_all_scenes_in_a_browser(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askonce.planning.later_targets.PATIENCE", 2.0)
    await play_scenes(chromium, monkeypatch)


async def play_scenes(chromium: Browser, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...] = ()) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from guesses import play, read_scenes, serving

    with serving() as site:
        scenes = [scene for scene in read_scenes() if not names or scene.name in names]
        played = [await play(scene, site, chromium) for scene in scenes]
    assert [(each.scene.name, each.verdict, each.told) for each in played if each.verdict != "right"] == []
    assert len(played) == (len(names) or len(read_scenes()))


PAGES = {
    "/": "<a href=/saved>Save</a> <a href=/failed>Save it</a>",
    "/saved": "<h1>Saved</h1><a href=/orders>Orders</a>",
    "/failed": "<p role=alert>Not saved</p>",
    "/orders": "<h1>Orders</h1>",
}


@pytest.mark.parametrize(("name", "is_left"), [("Save", True), ("Save it", False)])
async def test_an_address_is_opened_after_a_press_that_led_elsewhere_unless_something_went_wrong_there(
    site: Site, runs: Runs, name: str, is_left: bool
) -> None:
    site.pages = PAGES
    go: Action = "Navigate", {"url": f"{site.home}/orders"}
    number = 1 if name == "Save" else 2
    async with runs.on(site.home, say(tap(number, name), go), say(done="ok")) as agent:
        await agent.act("save and open the orders")
        assert bool(site.asked_for("/orders")) is is_left
        assert ("not run, an alert came up" in agent.asked(1)) is not is_left
