"""The actions that ship: on which screens they are offered, what a model reads of them, and how it may write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from action_screens import Poster, Terminal, Touchpad, space_of, titles
from pydantic import Field

from askonce.actions import (
    BUILT_IN,
    Action,
    ActionSpace,
    Select,
    Target,
    Typed,
)
from askonce.errors import InvalidAction
from askonce.screens.fake import FakeDesktop, FakePhone

GOLDEN = Path(__file__).with_name("actions.golden.txt")


def test_a_screen_offers_the_actions_whose_verb_it_has() -> None:
    pointing = ["Tap", "DoubleTap", "LongPress", "Drag"]
    assert titles(space_of(Poster())) == []
    assert titles(space_of(Touchpad())) == pointing
    assert set(titles(space_of(Terminal()))) == {*pointing, "Type", "Press", "Clear"}
    on_phones = [action.title() for action in BUILT_IN if not action.__module__.endswith("desktop_actions")]
    on_desktops = [action.title() for action in BUILT_IN if not action.__module__.endswith("phone_actions")]
    assert titles(space_of(FakePhone())) == on_phones
    assert titles(space_of(FakeDesktop())) == on_desktops


def test_what_a_model_reads_of_the_built_in_actions_is_as_agreed() -> None:
    assert space_of().describe() + "\n" == GOLDEN.read_text("utf-8")


def test_no_two_built_in_actions_answer_to_the_same_name() -> None:
    names = [name for action in BUILT_IN for name in (action.title(), *action.also)]
    keys = [name.replace(" ", "").lower() for name in names]
    assert len(set(keys)) == len(keys)


def test_every_kind_of_field_has_a_plain_name() -> None:
    class Cook(Action[Any]):
        """Cook a dish,
        slowly."""

        dish: str
        minutes: int | None = None
        heat: float = Field(default=1.0, description="1 to 10")
        lid: bool = False
        herbs: list[str] = Field(default_factory=list)
        stove: Target | None = None
        pots: list[Target] = Field(default_factory=list)
        how: Typed | None = None
        size: int | str = 1
        secret: str = Field(default="", exclude=True)

    space = ActionSpace(Poster(), (Cook,))
    assert space.describe() == (
        "- Cook {dish: string, minutes?: integer, heat?: number (1 to 10), lid?: true|false, herbs?: [string, …], "
        "stove?: target, pots?: [target, …], how?: string, size?: integer|string}: Cook a dish, slowly."
    )


def test_typed_text_keeps_its_white_space_and_other_text_is_trimmed() -> None:
    space = space_of()
    assert space.read("Type", {"text": "  a b\n"}).text == "  a b\n"
    assert space.read("AnswerDialog", {"accept": True, "text": " Bob "}).text == " Bob "
    assert space.read("Navigate", {"url": "  http://shop/ "}).url == "http://shop/"
    assert space.read("Select", {"target": " size ", "options": [" L "]}).options == ["L"]
    assert space.read("Tap", {"target": {"prompt": "  the mug "}}).target.prompt == "the mug"


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "Infinity", 1e999])
def test_a_number_without_end_is_refused(value: object) -> None:
    with pytest.raises(InvalidAction):
        space_of().read("Scroll", {"distance": value})


@pytest.mark.parametrize(
    ("keys", "read"),
    [("ctrl+a", "Control+A"), (["ctrl", "a"], "Control+A"), (" ", "Space"), (["ctrl", " "], "Control+Space"), (5, "5")],
)
def test_keys_are_read_in_the_ways_that_models_write_them(keys: object, read: str) -> None:
    assert space_of().read("Press", {"keys": keys}).keys.lower() == read.lower()


def test_an_option_may_stand_alone() -> None:
    assert space_of().read("Select", {"target": "size", "options": "L"}) == Select(
        target=Target(prompt="size"), options=["L"]
    )
