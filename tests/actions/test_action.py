"""What all actions have: targets, secrets in what is typed, their words in a log."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import Field, ValidationError

from askonce.actions import (
    Action,
    AnswerDialog,
    Found,
    Navigate,
    Press,
    Scroll,
    Select,
    Tap,
    Target,
    Type,
    Typed,
)
from askonce.geometry import Box, Point
from askonce.screens import Keyboard
from askonce.values import Instruction, Secret


def test_an_action_reads_as_a_step_in_a_log() -> None:
    assert str(Type(text="mugs", target=Target(prompt="search box"))) == "Type(search box, text='mugs')"
    assert str(Tap(target=Target(element=3))) == "Tap(element [3])"
    assert str(Scroll()) == "Scroll()"


def test_secrets_are_filled_only_where_text_is_typed() -> None:
    class Whisper(Action[Keyboard]):
        """Whisper."""

        words: list[Typed]
        to: str

    instruction = Instruction.of("{p} {q}", {"p": Secret("hunter2"), "q": "plain"})
    assert Type(text="{p} {q}").filled(instruction) == Type(text="hunter2 plain")
    assert AnswerDialog(accept=True, text="{p}").filled(instruction) == AnswerDialog(accept=True, text="hunter2")
    assert Whisper(words=["{p}"], to="{p} {q}").filled(instruction) == Whisper(words=["hunter2"], to="{p} plain")
    assert Navigate(url="http://{q}/{p}").filled(instruction) == Navigate(url="http://plain/{p}")
    filled = Type(text="x", target=Target(prompt="{p} beside {q}")).filled(instruction)
    assert [target.prompt for target in filled.targets()] == ["{p} beside plain"]
    chosen = Select(target=Target(prompt="size"), options=["{q}", "{p}"]).filled(instruction)
    assert chosen == Select(target=Target(prompt="size"), options=["plain", "{p}"])


def test_filling_keeps_what_was_found() -> None:
    target = Target(prompt="{q}")
    target.set_found(Found(Box(0, 0, 10, 10), "planned"))
    filled = Tap(target=target).filled(Instruction.of("{q}", {"q": "x"}))
    assert [one.point for one in filled.targets()] == [Point(5, 5)]


def test_targets_are_recognised_by_their_type_in_the_order_of_the_fields() -> None:
    class Gather(Action[Any]):
        """Gather."""

        note: str = ""
        basket: Target | None = None
        fruits: list[Target] = Field(default_factory=list)

    action = Gather(fruits=[Target(prompt="a"), Target(prompt="b")], basket=Target(prompt="c"))
    assert [target.prompt for target in action.targets()] == ["c", "a", "b"]
    assert list(Gather().targets()) == []


def test_an_action_cannot_be_changed_after_it_was_read() -> None:
    with pytest.raises(ValidationError):
        Press(keys="a").keys = "b"
