from __future__ import annotations

import pytest

from askonce.geometry import Box
from askonce.recorder.hand_step import Moment
from askonce.recorder.typed_text import TypedText, shared_out
from askonce.screens.ui_tree import Node

FIELD = Node(1, "textbox", "Password", Box(0, 0, 10, 10), value="")


def hidden(number: int, length: int) -> Node:
    return Node(number, "textbox", "", Box(0, 0, 10, 10), value="•" * length, states=frozenset({"password"}))


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
    shown = hidden(1, len(text or "ab"))
    assert typed.split(shown)[0] == text


def test_what_a_field_did_not_take_is_told() -> None:
    typed = TypedText(Moment(0), FIELD, "", is_secret=False)
    typed.type("12345678")
    assert typed.split(Node(1, "textbox", "", Box(0, 0, 10, 10), value="1234")) == ("1234", "5678")
    assert typed.split(Node(1, "textbox", "", Box(0, 0, 10, 10), value="1234-5678")) == ("1234-5678", "")
    assert typed.split(hidden(1, 4)) == ("1234", "5678")
    assert typed.split(hidden(1, 9)) == (None, "")


def test_the_rest_of_a_text_is_shared_out_among_the_fields_that_took_it() -> None:
    empty = [Node(number, "textbox", "", Box(0, 0, 10, 10), value="") for number in (2, 3)]
    full = [Node(2, "textbox", "", Box(0, 0, 10, 10), value="56"), hidden(3, 2)]
    assert shared_out("5678", zip(empty, full, strict=True)) == [(empty[0], "56"), (empty[1], "78")]
    assert shared_out("567890", zip(empty, full, strict=True)) is None


def test_lines_that_the_screen_does_not_tell_are_those_that_were_typed() -> None:
    letter = Node(1, "textbox", "Letter", Box(0, 0, 10, 10), value="", attributes={"tag": "div"})
    typed = TypedText(Moment(0), letter, "", is_secret=False)
    typed.type("hi\n\ntwo")
    shown = Node(1, "textbox", "Letter", Box(0, 0, 10, 10), value="hi two", attributes={"tag": "div"})
    assert typed.split(shown) == ("hi\n\ntwo", "")
    typed.edit("ArrowLeft")
    assert typed.split(shown) == (None, "")
