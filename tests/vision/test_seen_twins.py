"""Words that are read more than once may all be controls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.vision.seen_twins import with_twins

BUTTON = Node(1, "button", "Okay", Box(0, 0, 60, 20), actionable=True, attributes={"seen": "99%"})
TEXT = Node(2, "text", "", Box(0, 40, 60, 20), text="okay", attributes={"seen": "99%"})
FIELD = Node(3, "textbox", "Okay", Box(80, 40, 60, 20), actionable=True, attributes={"seen": "99%"})


def twins(*nodes: Node, control: Node = BUTTON) -> list[Node]:
    tree = with_twins((control,), Tree((control, *nodes), Size(480, 320), seen=True))
    return [node for node in tree if node.number != control.number and node.actionable] if tree else []


@pytest.mark.parametrize("marks", [{}, {"framed": "yes"}, {"framed": "yes", "large": "yes"}])
def test_a_text_that_says_the_same_as_a_control_may_be_one(marks: dict[str, str]) -> None:
    (twin,) = twins(replace(TEXT, attributes={"seen": "99%", **marks}))
    assert (twin.number, twin.role, twin.name) == (2, "button", "okay")


def test_a_title_a_covered_text_the_words_of_the_control_itself_and_other_words_are_none() -> None:
    title = replace(TEXT, attributes={"seen": "99%", "large": "yes"})
    covered, own = replace(TEXT, states=frozenset({"covered"})), replace(TEXT, box=Box(10, 5, 40, 10))
    other = replace(TEXT, text="Okay then")
    assert twins(title, covered, own, other) == []


def test_the_label_of_a_field_is_none() -> None:
    assert twins(TEXT, FIELD) == []
    assert len(twins(TEXT, replace(TEXT, number=4, box=Box(0, 80, 60, 20)), FIELD)) == 3


def test_a_control_that_the_screen_knows_has_no_twins() -> None:
    assert twins(TEXT, control=replace(BUTTON, attributes={})) == []
