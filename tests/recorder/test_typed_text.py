from __future__ import annotations

import pytest

from askonce.geometry import Box
from askonce.recorder.hand_step import Moment
from askonce.recorder.typed_text import TypedText
from askonce.screens.ui_tree import Node

FIELD = Node(1, "textbox", "Password", Box(0, 0, 10, 10), value="")


@pytest.mark.parametrize(
    ("doings", "text"),
    [
        (["ab", "Backspace", "c"], "ac"),
        (["ab", "Control+a", "c"], "c"),
        (["ab", "Control+a", "Backspace", "c"], "c"),
        (["ab", "End", "c"], "abc"),
        (["ab", "Control+c", "c"], "abc"),
        (["ab", "ArrowLeft", "c"], None),
        (["ab", "Control+v"], None),
        (["ab", "Control+z"], None),
    ],
)
def test_keys_tell_what_a_hidden_field_holds_or_that_they_do_not(doings: list[str], text: str | None) -> None:
    typed = TypedText(Moment(0), FIELD, "", is_secret=True)
    for doing in doings:
        if doing.islower():
            typed.type(doing)
        else:
            typed.edit(doing)
    shown = Node(1, "textbox", "Password", Box(0, 0, 10, 10), value="•" * len(text or "ab"))
    assert typed.read(shown) == text


def test_a_hidden_field_that_holds_more_or_less_than_was_typed_is_not_believed() -> None:
    typed = TypedText(Moment(0), FIELD, "", is_secret=True)
    typed.type("abc")
    assert typed.read(Node(1, "textbox", "Password", Box(0, 0, 10, 10), value="•")) is None
