"""A planner that leads to where a recording goes on: the rest is replayed, and nothing is done twice."""

from __future__ import annotations

import pytest
from replay_rig import Answer, Asked, Runs, Site, redirect, tap, type_text
from replies import Action, say

from askonce.actions import Action as AnyAction
from askonce.actions import Back, Found, Press, Tap, Target, Type
from askonce.errors import GaveUp
from askonce.geometry import Box
from askonce.planning.join_point import join_candidate
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens import Node
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

ADD = "add {name}"
CONTACTS, NEW, HOME = tap("the link Contacts"), tap("the link New contact"), tap("the link Home")
SAVE: tuple[Action, ...] = type_text("the field Name", "{name}"), tap("the button Save")
SAVED = say(*SAVE, expect='visible "Contact saved"', done="ok")
LIST = "<h1>Contacts</h1><a href=/contacts/new>New contact</a> <a href=/>Home</a> <button>Reload</button>"
FORM = "<h1>New</h1><form method=post action=/save><label>Name <input name=who></label><button>Save</button></form>"


@pytest.fixture
def phone(site: Site) -> Site:
    """A page to begin on, a list behind it, a form behind that, and a page of its own for what was saved."""

    def save(asked: Asked) -> Answer:
        return redirect("/contacts/1")

    site.pages = {"/": "<h1>Phone</h1><a href=/contacts>Contacts</a>", "/contacts": LIST, "/contacts/new": FORM}
    site.pages |= {"/save": save, "/contacts/1": "<p role=status>Contact saved</p><a href=/>Home</a>"}
    return site


def saved(site: Site) -> list[str]:
    return [asked.form["who"] for asked in site.asked_for("/save")]


async def test_an_act_goes_on_as_recorded_as_soon_as_it_is_where_the_recording_begins(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED, say(HOME)) as agent:
        await agent.act(ADD, name="Ann")
        result = await agent.act(ADD, name="Bob")
        assert (result.how, result.rounds, agent.calls, len(result.steps)) == ("healed", 1, 4, 5)
        assert result.why == ("it was recorded on /, and this is /contacts/*; it goes on as recorded, from step 1 of 4")
        again = await agent.act(ADD, name="Zoë")
        assert (again.how, agent.calls, len(again.steps)) == ("replayed", 4, 5)
    assert saved(phone) == ["Ann", "Bob", "Zoë"]


async def test_steps_that_the_planner_did_on_the_way_are_not_done_again(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    async with runs.on(f"{phone.home}/contacts/1", say(HOME, CONTACTS)) as agent:
        before = len(phone.asked_for("/contacts"))
        result = await agent.act(ADD, name="Bob")
        assert (result.how, agent.calls) == ("healed", 1)
        assert "from step 1 of 4" in result.why
        assert len(phone.asked_for("/contacts")) == before + 1
    assert saved(phone) == ["Ann", "Bob"]


async def test_a_reply_ends_where_the_rest_of_it_is_what_the_recording_does(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    async with runs.on(f"{phone.home}/contacts/1", say(HOME, CONTACTS, NEW)) as agent:
        result = await agent.act(ADD, name="Bob")
        assert (result.how, agent.calls, len(result.steps)) == ("healed", 1, 5)
        assert "from step 1 of 4" in result.why
    assert saved(phone) == ["Ann", "Bob"]


@pytest.mark.parametrize("begins", ["/contacts", "/contacts/new"])
async def test_links_to_the_page_that_is_shown_need_not_be_followed(runs: Runs, phone: Site, begins: str) -> None:
    phone.pages["/contacts/new"] = FORM
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    async with runs.on(f"{phone.home}{begins}") as agent:
        result = await agent.act(ADD, name="Bob")
        assert (result.how, agent.calls) == ("replayed", 0)
    assert saved(phone) == ["Ann", "Bob"]


async def test_a_page_that_a_link_to_a_value_led_to_is_not_taken_for_that_of_another_value(
    runs: Runs, phone: Site
) -> None:
    phone.pages["/"] = "<a href=/of/ann>Ann</a> <a href=/of/bob>Bob</a>"
    phone.pages["/of/ann"] = phone.pages["/of/bob"] = LIST
    first = say(tap("the link {name}"))
    async with runs.on(phone.home, first, say(NEW), SAVED, strategy="read-write") as agent:
        await agent.act(ADD, name="Ann")
    async with runs.on(f"{phone.home}/of/ann", say(failed="asked")) as agent:
        with pytest.raises(GaveUp, match="asked"):
            await agent.act(ADD, name="Bob")
    assert saved(phone) == ["Ann"]


# ---- as the planner says

BUTTON = f"<p role=status>Contact saved</p>{FORM}<button onclick=\"location='/'\">Home</button>"
BACK = say(tap("the button Home"))


def go_on(step: int, *actions: Action) -> str:
    return say(*actions, extra=f'<go-on step="{step}"/>')


async def test_a_planner_may_say_that_it_goes_on_as_recorded(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    phone.pages["/contacts/1"] = BUTTON
    async with runs.on(f"{phone.home}/contacts/1", go_on(1, tap("the button Home"))) as agent:
        result = await agent.act(ADD, name="Bob")
        assert (result.how, agent.calls, len(result.steps)) == ("healed", 1, 5)
        assert "1. Tap(the link Contacts)" in agent.asked(0)
        again = await agent.act(ADD, name="Zoë")
        assert (again.how, agent.calls) == ("replayed", 1)
    assert saved(phone) == ["Ann", "Bob", "Zoë"]


async def test_it_is_told_why_it_cannot_go_on_with_a_step(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    phone.pages["/contacts/1"] = BUTTON
    replies = BACK, go_on(3), go_on(9), say(failed="no")
    async with runs.on(f"{phone.home}/contacts/1", *replies, strategy="read-only") as agent:
        with pytest.raises(GaveUp):
            await agent.act(ADD, name="Bob")
        assert "it cannot go on with recorded step 3: there is no" in agent.asked(2)
        assert "one of the recorded steps, 1 to 4" in agent.asked(3)
    assert saved(phone) == ["Ann"]


async def test_what_was_sent_is_not_sent_again_whatever_the_planner_says(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    phone.pages["/contacts/1"] = BUTTON
    replies = say(*SAVE), go_on(4), say(failed="no")
    async with runs.on(f"{phone.home}/contacts/1", *replies, strategy="read-only") as agent:
        with pytest.raises(GaveUp):
            await agent.act(ADD, name="Bob")
        assert "was done already" in agent.asked(2)
    assert saved(phone) == ["Ann", "Bob"]


async def test_what_the_planner_did_besides_keeps_it_from_being_joined(runs: Runs, phone: Site) -> None:
    async with runs.on(phone.home, say(CONTACTS), say(NEW), SAVED) as agent:
        await agent.act(ADD, name="Ann")
    phone.pages["/contacts/1"] = f"{FORM}<button onclick=\"location='/'\">Home</button>"
    button = say(tap("the button Home")), say(done="it was there already")
    typed = say(type_text("the field Name", "Bob")), say(done="it was there already")
    for replies in (button, typed):
        async with runs.on(f"{phone.home}/contacts/1", *replies, strategy="read-only") as agent:
            assert (await agent.act(ADD, name="Bob")).how == "asked"
            assert agent.calls == 2
    assert saved(phone) == ["Ann"]


# ---- by what was done


def step(words: str, role: str, *effects: Expectation, **params: str) -> RecordedStep:
    anchors = {"target": Anchor(role=role, name=words)}
    action = "Type" if params else "Tap"
    return RecordedStep(action=action, params={"target": words, **params}, anchors=anchors, expects=effects)


def done(action: AnyAction[object], words: str, role: str, **marks: str) -> AnyAction[object]:
    box = Box(0, 0, 10, 10)
    for target in action.targets():
        target.set_found(Found(box, "test", Node(number=1, role=role, name=words, box=box, attributes=marks)))
    return action


def tapped(words: str, role: str = "link", href: str = "/somewhere") -> AnyAction[object]:
    marks = {"href": href} if role == "link" else {}
    return done(Tap(target=Target.of(words)), words, role, **marks)


OPEN = step("Open", "link", Expectation("visible", "Opened"))
FILL = step("Name", "textbox", Expectation("field", "Name", "{name}"), text="{name}")
SEND = step("Send", "button", Expectation("visible", "Sent"))
ORDER = Recording(instruction="order", screen="web", page="/", steps=(OPEN, FILL, SEND))
FILLED = done(Type(target=Target.of("Name"), text="Bob"), "Name", "textbox")


@pytest.mark.parametrize(
    ("acted", "made", "joined"),
    [
        ([tapped("Home")], [step("Home", "link")], 0),
        ([Back()], [RecordedStep(action="Back")], 0),
        ([tapped("Home"), tapped("Shop", "tab")], [step("Home", "link"), step("Shop", "tab")], 0),
        ([tapped("Home"), tapped("Open")], [step("Home", "link"), OPEN], 1),
        ([tapped("Home"), tapped("Open"), FILLED], [step("Home", "link"), OPEN, FILL], 2),
        # an element of the recording was used, and its effect is not known
        ([tapped("Open")], [OPEN.model_copy(update={"anchors": {"target": Anchor(role="link", name="Other")}})], None),
        ([tapped("Open"), tapped("Home")], [OPEN, step("Home", "link")], None),
        # something was typed, sent or pressed
        ([FILLED, tapped("Home")], [FILL, step("Home", "link")], None),
        ([FILLED], [FILL], None),
        ([Press(keys="Enter")], [RecordedStep(action="Press")], None),
        ([tapped("Add one", "button")], [step("Add one", "button")], None),
        ([tapped("Delete it")], [step("Delete it", "link")], None),
        ([tapped("Go", href="/items/3/delete")], [step("Go", "link")], None),
        ([tapped("Go", href="#")], [step("Go", "link")], None),
        # another text was typed
        (
            [tapped("Open"), FILLED],
            [OPEN, FILL.model_copy(update={"params": {"target": "Name", "text": "Eve"}})],
            None,
        ),
        # all of it was done: whether that is the end, the planner says
        ([tapped("Open"), FILLED, tapped("Send", "button")], [OPEN, FILL, SEND], None),
    ],
)
def test_a_recording_is_joined_only_where_nothing_can_be_done_twice(
    acted: list[AnyAction[object]], made: list[RecordedStep], joined: int | None
) -> None:
    task = Instruction.of("order", {"name": "Bob"})
    assert join_candidate(ORDER, acted, made, task) == joined


def test_steps_whose_effect_is_not_known_are_not_joined_after() -> None:
    blind = Recording(instruction="order", screen="web", steps=(OPEN.model_copy(update={"expects": ()}), FILL, SEND))
    acted, made = [tapped("Open")], [blind.steps[0]]
    assert join_candidate(blind, acted, made, Instruction.of("order", {})) is None
