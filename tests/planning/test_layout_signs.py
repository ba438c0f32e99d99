"""What is laid out and no element shows, against a claim that is otherwise proven."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.planning.completion_signs import Signs
from askonce.planning.layout_signs import layout_objection
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, read_expectations
from askonce.screens.screen_layout import LaidOutText, ScreenLayout

LISTED = LaidOutText("Bob Hill"), LaidOutText("Cleo Park")
BEFORE = ScreenLayout(1, LISTED, frozenset({5}), frozenset({6}))


def objection(*texts: LaidOutText, expects: str = 'gone "Bob Hill"', now: ScreenLayout | None = None) -> str:
    before = Tree((_text(1, "Bob Hill"), _text(2, "Cleo Park")), Size(800, 600), address="https://a.example/people")
    after = Tree((_text(2, "Cleo Park"),), Size(800, 600), address="https://a.example/people")
    clauses = read_expectations(expects)
    assert clauses is not None
    signs = Signs(Baseline(before, frozenset(), "delete Bob Hill"), after, clauses)
    return layout_objection(BEFORE, now or ScreenLayout(1, (*LISTED[1:], *texts), BEFORE.blanks, BEFORE.busy), signs)


def _text(number: int, text: str) -> Node:
    return Node(number, "text", "", Box(0, 0, 9, 9), text=text)


@pytest.mark.parametrize(
    "text",
    [
        LaidOutText("Could not delete Bob"),
        LaidOutText("Saving…", is_live=True, is_in_view=False),
        LaidOutText("Bwana Hill bado yupo", is_sealed=True),
        LaidOutText("Hapana", is_sealed=True),
        LaidOutText("Bob Hill stays for now"),
        LaidOutText("2 open invoices", is_live=True, is_in_view=False),
    ],
)
def test_a_text_that_no_element_shows_has_to_be_read(text: LaidOutText) -> None:
    assert text.text in objection(text)


@pytest.mark.parametrize(
    "text",
    [
        LaidOutText("Cleo Park"),
        LaidOutText("Bob Hill was deleted", is_live=True, is_in_view=False),
        LaidOutText("Could not load the film", is_in_view=False),
        LaidOutText("check_circle", is_sealed=True),
        LaidOutText("Undo"),
    ],
)
def test_what_is_listed_out_of_view_or_says_well_is_no_objection(text: LaidOutText) -> None:
    assert objection(text) == ""


def test_a_box_that_is_busy_or_empty_now_may_still_bring_it_back() -> None:
    assert "busy" in objection(now=ScreenLayout(1, LISTED[1:], BEFORE.blanks, frozenset({6, 7})))
    emptied = ScreenLayout(1, LISTED[1:], frozenset({5, 8}), BEFORE.busy)
    assert "empty box" in objection(now=emptied)
    assert objection(now=emptied, expects='visible "Cleo Park"') == ""


def test_boxes_of_another_document_are_not_compared() -> None:
    assert objection(now=ScreenLayout(2, LISTED[1:], frozenset({8}), frozenset({7}))) == ""
