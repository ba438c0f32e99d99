"""What became of a form that was sent."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.recordings.sent_forms import sent_form
from askonce.screens import Node, Tree

BUTTON = Node(9, "button", "Send", Box(0, 90, 50, 20), actionable=True, attributes={"form": "1"})


def _tree(*fields: Node) -> Tree:
    return Tree((*fields, BUTTON), Size(100, 100))


def _field(name: str, value: str, number: int = 1, role: str = "textbox", form: str = "1") -> Node:
    return Node(number, role, name, Box(0, 0, 50, 20), value=value, actionable=True, attributes={"form": form})


@pytest.mark.parametrize(
    ("after", "fate"),
    [
        (_tree(_field("Name", "Ann"), _field("Town", "", 2)), ""),
        (_tree(_field("Name", "Ann", 7)), ""),
        (_tree(_field("Name", "")), "emptied"),
        (_tree(_field("Name", "Bob")), "emptied"),
        (_tree(_field("Search", "")), "gone"),
        (_tree(), "gone"),
    ],
)
def test_a_form_stays_or_is_emptied_or_goes(after: Tree, fate: str) -> None:
    form = sent_form(BUTTON, _tree(_field("Name", "Ann"), _field("Town", "", 2)))
    assert form
    assert form.fate(after) == fate


def test_a_form_that_is_there_again_was_not_accepted() -> None:
    form = sent_form(BUTTON, _tree(_field("Name", "Ann")))
    assert form
    filled, empty = _tree(_field("Name", "Ann")), _tree(_field("Name", ""))
    assert [form.is_again("emptied", tree) for tree in (filled, empty, _tree())] == [True, False, False]
    assert [form.is_again("gone", tree) for tree in (filled, empty, _tree())] == [True, True, False]


@pytest.mark.parametrize(
    "before",
    [
        _tree(),
        _tree(_field("Name", "")),
        _tree(_field("Name", "Ann", form="2")),
        _tree(_field("Search", "Ann", role="searchbox")),
        _tree(_field("Search", "Ann")),
    ],
)
def test_what_sends_nothing_that_was_filled_in_sends_no_form(before: Tree) -> None:
    assert sent_form(BUTTON, before) is None
