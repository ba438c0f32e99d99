"""What the planner is told about the things that its actions hit, on a screen in memory."""

from __future__ import annotations

from typing import Any

from replies import Action, say, type_into

from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box
from askonce.models import Image
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, CheckBox, FakeScreen, Field, Text
from askonce.values import Secret


class Overlay(Text):
    role = "overlay"


class Page(FakeScreen):
    """A box at the top, a field that shouts, and a button that opens a notice."""

    def __init__(self) -> None:
        self.field = Shouting("Code", Box(20, 60, 200, 30))
        self.box = CheckBox("News", Box(20, 20, 200, 30))
        self.opener = Button("Offer", Box(20, 100, 100, 30), on_tap=self.open_notice)
        super().__init__([self.box, self.field, self.opener])

    def open_notice(self) -> None:
        self.show(self.box, self.field, self.opener, Overlay("Notice", Box(0, 90, 400, 300)))


class Shouting(Field):
    @property
    def shown_value(self) -> str:
        return self.value.upper()


def at(left: int, top: int, words: str = "that") -> Action:
    """A tap by position, in thousandths of the picture."""
    return "Tap", {"target": {"prompt": words, "bbox": [left, top, left + 2, top + 2]}}


async def told(*replies: str, sees: Any = "screenshot", instruction: str = "go on", **values: Any) -> list[str]:
    """What the planner reads in each round after the first."""
    model = ScriptedModel([*replies, say(done="ok")])
    async with Agent(Page(), Models.of(model), settings=Settings(runs=None)) as agent:
        await agent.act(instruction, sees=sees, **values)
    return [request.messages[-1].text for request in model.asked[1:]]


async def test_a_tap_at_a_place_tells_what_it_hit_and_what_that_is_now() -> None:
    first, second = await told(say(at(40, 40)), say(at(40, 40)))
    assert 'Tap(that): done, hit checkbox "News", now checked' in first
    assert 'Tap(that): done, hit checkbox "News", now not checked' in second


async def test_a_tap_beside_everything_says_so() -> None:
    (text,) = await told(say(at(900, 900)))
    assert "Tap(that): done, hit nothing that can be used" in text


async def test_what_an_action_names_is_not_named_again() -> None:
    (text,) = await told(say(at(40, 40, "the box News")))
    assert "Tap(the box News): done, now checked" in text


async def test_a_part_of_a_word_does_not_name_what_was_hit() -> None:
    (text,) = await told(say(at(40, 40, "the newsletter")))
    assert 'Tap(the newsletter): done, hit checkbox "News"' in text


async def test_a_field_that_holds_something_else_than_was_typed_says_so() -> None:
    typed, changed = await told(say(type_into(2, "ABC")), say(type_into(2, "xyz")), sees="elements")
    assert "now =" not in typed.partition("# Screen")[0]
    assert 'hit textbox "Code", now = "XYZ"' in changed


async def test_secrets_are_masked_in_what_was_hit() -> None:
    (text,) = await told(
        say(type_into(2, "{pin}")), sees="elements", instruction="enter {pin}", pin=Secret("QQ-4711-ZZ")
    )
    assert "4711" not in text


async def test_the_picture_from_before_something_opened_is_kept_for_a_planner_without_elements() -> None:
    model = ScriptedModel([say(at(40, 40)), say(at(40, 190)), say(at(900, 900)), say(done="ok")])
    async with Agent(Page(), Models.of(model), settings=Settings(runs=None)) as agent:
        await agent.act("go on", sees="screenshot")
    pictures = [[part for part in request.messages[-1].parts if isinstance(part, Image)] for request in model.asked]
    assert [len(shown) for shown in pictures] == [1, 1, 2, 2]
    assert pictures[2][0] == pictures[3][0] == pictures[1][0]
    assert "Before something opened over the page:" in model.asked[2].messages[-1].text


async def test_a_planner_without_elements_is_told_when_the_picture_did_not_change() -> None:
    moved, same = await told(say(at(40, 40)), say(at(900, 900)))
    assert "did not change" not in moved
    assert "Since the last look: the picture did not change" in same
