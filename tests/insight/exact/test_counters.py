"""Numbers on what holds things, and names without quotation marks: told only where just one element bears them."""

from __future__ import annotations

import pytest
from exact_trees import node, tree, verdict

from askonce.insight.exact import give
from askonce.screens import Node

BASKET = node(1, "text", text="Basket 2")
ABOUT = node(2, "heading", "Your basket", 40)


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("the basket counter shows 2", True),
        ("the basket badge is two", True),
        ("the basket counter shows 3", False),
        ("there are 2 things in the basket", True),
        ("the basket contains 4 items", False),
        ("the number of items in the basket is 2", True),
        ("the basket counter shows 2 mugs", None),
        ("there are 2 mugs in the basket", None),
        ("the shelf counter shows 2", None),
    ],
)
def test_a_counter_tells_how_many_things_something_holds(statement: str, holds: bool | None) -> None:
    assert verdict(statement, BASKET) is holds


@pytest.mark.parametrize(
    "page",
    [
        [node(1, "text", text="Basket 2+")],
        [node(1, "text", text="Basket 2.5")],
        [node(1, "text", text="Basket 2 of 3")],
        [node(1, "text", text="Old basket 2")],
        [node(1, "text", text="Basket 2", states=["covered"])],
        [node(1, "text", text="Basket 2", states=["offscreen"])],
        [BASKET, node(2, "text", text="Basket 5", top=40)],
        [BASKET, node(2, "text", text="3 baskets", top=40)],
        [BASKET, node(2, "canvas", top=40)],
        [node(1, "text", text="Room 2")],
    ],
    ids=lambda page: " and ".join(node.words or node.role for node in page),
)
def test_a_counter_that_may_be_another_one_tells_nothing(page: list[Node]) -> None:
    assert verdict("the basket counter shows 2", *page) is None
    assert verdict("the room count is 2", *page) is None
    assert give("how many things are in the basket", int, tree(*page)) is None


def test_where_the_page_is_about_the_basket_its_things_are_for_others_to_count() -> None:
    assert verdict("the basket counter shows 2", BASKET, ABOUT) is True
    assert verdict("the basket has 2 items", BASKET, ABOUT) is None
    answers = [give("how many things are in the basket", int, tree(*page)) for page in ([BASKET], [BASKET, ABOUT])]
    assert [answer and answer.value for answer in answers] == [2, None]


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("there is a button Accept all", True),
        ("there is an Accept all button", True),
        ("the page has a button Accept all", True),
        ("there is no button Accept all", False),
        ("there is a button New list", True),
        ("there is a new list button", None),
        ("there is a button Accept", None),
        ("there is no button Accept", None),
        ("there is a button accept all", None),
        ("there is a link Accept all", None),
    ],
)
def test_a_name_with_a_capital_letter_needs_no_quotation_marks(statement: str, holds: bool | None) -> None:
    page = [node(1, "button", "Accept all"), node(2, "button", "New list", 40), node(3, "button", "Reject", 70)]
    assert verdict(statement, *page) is holds


def test_a_longer_name_is_another_one() -> None:
    page = [node(1, "button", "Accept all cookies")]
    assert [verdict(f"there is {a} button Accept all", *page) for a in ("a", "no")] == [None, None]
