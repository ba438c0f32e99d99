"""Exact answers: which sentences are understood, and what must be known before something is called absent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.geometry import Box, Size
from askonce.insight.exact import give, judge
from askonce.insight.exact.statement_terms import read_terms
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State

VIEW = Size(800, 600)


def node(number: int, role: str, name: str, top: float, **more: object) -> Node:
    states = frozenset[State](more.pop("states", ()))  # type: ignore[arg-type]
    box = more.pop("box", Box(10, top, 300, 20))
    fields = {"actionable": role in {"button", "link", "textbox", "checkbox"}, **more}
    return Node(number, role, name, box, states=states, **fields)  # type: ignore[arg-type]


NODES = (
    node(1, "heading", "Your basket", 10, box=Box(10, 10, 600, 37)),
    node(2, "text", "", 60, text="Two mugs"),
    node(3, "button", "Pay now", 100, states=["disabled"]),
    node(4, "checkbox", "I agree", 140, states=["checked"]),
    node(5, "textbox", "Name", 180, value="Bob", attributes={"tag": "input"}),
    node(6, "text", "", 220, text="Thank you"),
)
TREE = Tree(NODES, VIEW, title="Basket", address="https://shop.test/basket?step=2")


def verdict(statement: str, tree: Tree = TREE, **more: object) -> bool | None:
    judged = judge(statement, tree, **more)  # type: ignore[arg-type]
    return judged and judged.holds


@pytest.mark.parametrize(
    "statement",
    [
        "'Thank you' is visible",
        '"Thank you" is shown on the page.',
        "“Thank you” is displayed",
        "the text 'Thank you' is present",
        "the message 'Thank you' appears",
        "the page shows 'Thank you'",
        "the page says 'Thank you'",
        "the page contains the text 'Thank you'",
        "'Thank you' and 'Two mugs' are visible",
        "'Thank you', 'Two mugs' and 'Your basket' are visible",
        "there is a button 'Pay now'",
        "a button called 'Pay now' exists",
        "the page has a button labelled 'Pay now'",
        "the 'Pay now' button is currently disabled",
        "the Pay now button is disabled",
        "the 'Pay now' button is no longer enabled",
        "the button is disabled",
        "'I agree' is checked",
        "the value of the field 'Name' is 'Bob'",
        "the text of the heading is 'Your basket'",
        "the Name field equals 'Bob'",
        "the field 'Name' starts with 'Bo'",
        "the title is 'Basket'",
        "the field 'Name' is set to 'Bob'",
        "the field 'Name' is filled with 'Bob'",
        "「Thank you」 is visible",
        "the url is '/basket?step=2'",
        "the url is 'https://shop.test/basket?step=2'",
        "the address ends with '/basket?step=2'",
        "the URL does not contain '/orders'",
        "the url contains /basket",
        "the page does not show 'Sorry' anymore",
        "there is exactly one button 'Pay now'",
        "the number of 'Pay now' buttons is 1",
        "no button 'Cancel' is shown",
        "the 'Pay now' button is disabled and 'Two mugs' is visible",
        'visible "Thank you"; gone "Sorry"; address "/basket"; field "Name" is "Bob"',
    ],
)
def test_people_say_the_same_thing_in_many_ways(statement: str) -> None:
    assert verdict(statement) is True


@pytest.mark.parametrize(
    "statement",
    [
        "'Sorry' is visible",
        "'Thank you' is not visible",
        "'Thank you' isn't shown",
        "'Thank you' is hidden",
        "the page no longer shows 'Thank you'",
        "there is no button 'Pay now'",
        "the 'Pay now' button is enabled",
        "'I agree' is not checked",
        "the field 'Name' is empty",
        "the url contains '/orders'",
        "the 'Pay now' button is disabled and 'Sorry' is visible",
        "there are at least 2 'Pay now' buttons",
    ],
)
def test_a_plain_statement_is_refuted(statement: str) -> None:
    assert verdict(statement) is False


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "'Thank you'",
        "Thank you is visible",
        "only 'Thank you' is visible",
        "'Thank you' is visible in green",
        "'Thank you' is visible below 'Two mugs'",
        "'Thank you' is probably visible",
        "'Thank you' is visible or 'Sorry' is visible",
        "if 'Thank you' is visible then 'Sorry' is visible",
        "'Thank you' is never visible",
        "'Thank you' is not hidden",
        "'Thank you' is not not visible",
        "no button 'Pay now' is not visible",
        "no button 'Pay now' is disabled",
        "'Thank you' is visible but the basket is empty",
        "'Thank you' is visible and the basket looks full",
        "every button is disabled",
        "the first button is disabled",
        "the big button is disabled",
        "the order button is disabled",
        "the 'Pay now' button works",
        "there are 2 mugs",
        "there are some buttons",
        "the list is empty",
        "the basket has 2 items",
        "the table has 3 columns",
        "the list has 3 columns",
        "the table has 3 items",
        "‘Thank‘ you’ is visible",
        "'Thank \\' you' is visible",
        "“Thank “you” is visible",
        "'Thank you is visible",
        "'Two mugs' and 'Pay now' button are visible",
        '"Thank" you" is visible',
        "the check box 'I agree' is not unchecked",
        "the customer's name is 'Bob'",
        "'Thank you…' is visible",
    ],
)
def test_what_is_not_understood_as_a_whole_is_passed_on(statement: str) -> None:
    assert judge(statement, TREE) is None


def test_the_reason_names_the_element() -> None:
    judged = judge("'Thank you' is visible", TREE)
    assert judged
    assert judged.reason == "the text “Thank you” is visible in [6] text “Thank you”"


# ---- what must be known


@pytest.mark.parametrize(
    "tree",
    [
        Tree(NODES, VIEW, below=300),
        Tree(NODES, VIEW, above=300),
        Tree(NODES, VIEW, more=1),
        Tree((*NODES, node(7, "region", "", 300, states=["scrolls"])), VIEW),
        Tree((*NODES, node(7, "canvas", "", 300)), VIEW),
        Tree((*NODES, node(7, "iframe", "", 300)), VIEW),
        Tree((*NODES, node(7, "button", "trash", 300, attributes={"icon": "trash"}, box=Box(0, 300, 90, 90))), VIEW),
    ],
)
def test_nothing_is_absent_where_not_everything_is_known(tree: Tree) -> None:
    assert verdict("'Sorry' is visible", tree) is None
    assert verdict("there is no button 'Cancel'", tree) is None
    assert verdict("'Thank you' is visible", tree) is True


def test_the_whole_page_settles_what_the_view_leaves_open() -> None:
    view = Tree(NODES, VIEW, below=900)
    far = node(9, "text", "", 1200, text="Far below", states=["offscreen"])
    whole = Tree((*NODES, far), VIEW, below=900)
    assert verdict("'Sorry' is visible", view, whole=whole) is False
    assert verdict("'Far below' is visible", view, whole=whole) is None
    assert verdict("'Far below' is present", view, whole=whole) is True
    assert verdict("'Sorry' is visible", view, whole=Tree(whole.nodes, VIEW, below=900, more=3)) is None


def test_two_looks_at_different_moments_refute_nothing() -> None:
    later = Tree((node(20, "heading", "Orders", 10),), VIEW)
    assert verdict("'Sorry' is visible", TREE, whole=later) is None
    toast = Tree((*NODES, node(8, "text", "", 400, text="Saved")), VIEW)
    assert verdict("'Saved' is visible", Tree(NODES, VIEW), whole=toast) is not False


def test_only_the_region_counts() -> None:
    top, bottom = Box(0, 0, 800, 120), Box(0, 130, 800, 300)
    assert verdict("'Two mugs' is visible", within=top) is True
    assert verdict("'Thank you' is visible", within=top) is False
    assert verdict("'Thank you' is visible", within=bottom) is True
    assert verdict("the 'Pay now' button is disabled", within=bottom) is None
    assert verdict("'Thank you' is visible", within=Box(0, 225, 800, 300)) is None
    assert verdict("the title is 'Basket'", within=top) is None
    assert verdict("'Sorry' is visible", Tree(NODES, VIEW, below=300), within=Box(0, 0, 800, 600)) is None


def test_a_password_is_never_told() -> None:
    secret = node(1, "textbox", "Password", 10, value="••••", attributes={"tag": "input"}, states=["password"])
    tree = Tree((secret,), VIEW)
    assert give("the value of the field 'Password'", str, tree) is None
    assert verdict("the field 'Password' is '••••'", tree) is None
    assert verdict("the field 'Password' is empty", tree) is None


def test_what_is_covered_is_neither_there_nor_gone() -> None:
    tree = Tree((node(1, "button", "Save", 10, states=["covered"]), node(2, "text", "", 50, text="Under")), VIEW)
    for statement in ("the 'Save' button is visible", "there is no button 'Save'", "the 'Save' button is enabled"):
        assert verdict(statement, tree) is None


# ---- any text


WORDS = st.sampled_from(
    [
        *(
            "the",
            "a",
            "'Save'",
            '"Bob"',
            "“x”",
            "'",
            '"',
            "is",
            "are",
            "not",
            "no",
            "button",
            "field",
            "'Name'",
            "visible",
        ),
        *(
            "disabled",
            "has",
            "contains",
            "3",
            "rows",
            "table",
            "list",
            "items",
            "and",
            ",",
            ";",
            "there",
            "page",
            "title",
        ),
        *("url", "of", "value", "how", "many", "isn't", "checked", "empty", "at", "least", "in", "does", "show"),
    ]
)


@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=25).map(" ".join)))
def test_any_text_is_judged_or_passed_on(text: str) -> None:
    judged = judge(text, TREE)
    assert judged is None or judged.reason
    for kind in (None, str, int, float, bool, list[str]):
        found = give(text, kind, TREE)
        assert found is None or found.reason


@pytest.mark.parametrize("text", ["' " * 900, "'a" * 900, '"' * 1999, "is " * 600, "the 'a' and " * 150, "\\" * 1999])
def test_long_nonsense_is_read_in_one_pass(text: str) -> None:
    assert read_terms(text + "x" * 5_000) is None
    assert judge(text, TREE) is None


def test_signs_are_part_of_a_name() -> None:
    tree = Tree(
        (node(1, "button", "C", 10), node(2, "textbox", "Mail: *", 50, value="", attributes={"tag": "input"})), VIEW
    )
    assert verdict("there is a button 'C++'", tree) is None
    assert verdict("the 'c' button is enabled", tree) is True
    assert verdict("the field 'Mail' is empty", tree) is True
