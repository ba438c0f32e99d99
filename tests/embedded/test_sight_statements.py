"""What can be said about what is seen, look after look, where no model can be asked."""

from __future__ import annotations

import pytest

from askonce.embedded.sight_statements import SightStatement, is_quotation, quoted_name
from askonce.geometry import Box, Size
from askonce.screens import Node, Tree

BUTTON = Node(1, "button", "Late", Box(20, 20, 90, 30), actionable=True)
STATUS = Node(2, "status", "Loading 10 %", Box(20, 60, 90, 30), text="Loading 10 %")
SPINNER = Node(3, "img", "", Box(20, 100, 30, 30))


def tree(*nodes: Node) -> Tree:
    return Tree((SPINNER, *nodes), Size(800, 600))


@pytest.mark.parametrize("what", ["the Late button", "the Loading 10 % message", "Late"])
def test_a_thing_is_gone_once_it_was_seen(what: str) -> None:
    statement = SightStatement(f"{what} is not visible")

    before = statement.judge(tree())
    during = statement.judge(tree(BUTTON, STATUS))
    after = statement.judge(tree())

    assert (before.holds, during.holds, after.holds) == (False, False, True)
    assert "nothing was seen that is called" in before.reason


def test_a_quotation_that_cannot_be_read_is_gone() -> None:
    assert SightStatement("'Loading' is not visible").judge(tree()).holds
    assert not SightStatement("'Loading' is not visible").judge(tree(STATUS)).holds
    assert SightStatement("the Late button is visible").judge(tree(BUTTON)).holds


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("'Loading'", True),
        ('the message "Loading"', True),
        ('the button "Late"', True),
        ("the spinner", False),
        ('the "Orders" spinner', False),
        ('the "Busy" icon', False),
        ('the spinner in the "Orders" panel', False),
    ],
)
def test_a_quotation_is_what_shows_its_text(what: str, expected: bool) -> None:
    assert is_quotation(what) is expected


@pytest.mark.parametrize(
    ("what", "node", "expected"),
    [
        ("the Late button", BUTTON, 'the button "Late"'),
        ("late", BUTTON, '"Late"'),
        ("the message Loading", STATUS, ""),  # it may say 20 % the next moment
    ],
)
def test_a_name_is_quoted_only_where_it_is_the_whole_name(what: str, node: Node, expected: str) -> None:
    assert quoted_name(what, node) == expected


def test_a_quotation_is_not_gone_where_a_text_is_withheld_that_may_be_it() -> None:
    withheld = Node(4, "text", "", Box(20, 60, 90, 30), text="{pin}", attributes={"withheld": "yes"})
    judged = SightStatement("'Close' is not visible").judge(tree(withheld))
    assert (judged.holds, "withheld" in judged.reason) == (False, True)
    assert SightStatement("'Close' is not visible").judge(tree(STATUS)).holds


def test_a_word_that_is_only_denied_is_neither_there_nor_gone() -> None:
    denied = tree(Node(4, "text", "", Box(20, 140, 90, 30), text="Not done yet"))
    assert not SightStatement('"done" is visible').judge(denied).holds
    assert not SightStatement('"done" is not visible').judge(denied).holds
