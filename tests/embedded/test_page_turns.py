"""Which arrow leads to another page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from skill_decisions import decided, node, steps_of

from askonce.geometry import Box
from askonce.screens import Node


def _in_line(*nodes: Node) -> list[Node]:
    """The nodes side by side in the line of the first."""
    top = nodes[0].box.top
    return [replace(node, box=Box(20 + 60 * at, top, 40, 24)) for at, node in enumerate(nodes)]


def _icon(number: int, name: str) -> Node:
    return node(number, "button", name, attributes={"icon": "guess"})


@pytest.mark.parametrize("beside", ["Photo of a mug", "2 / 5", "1 of 3", "May 2026"])
@pytest.mark.parametrize("arrow", [_icon(1, "right"), node(1, "button", "›")])
def test_an_arrow_beside_something_else_does_not_turn_the_page(arrow: Node, beside: str) -> None:
    shown = _in_line(arrow, node(2, "text", text=beside))
    below = _in_line(node(9, "text", text="Page 1 of 3"), node(10, "link", "2"), node(11, "link", "3"))
    assert not decided("Go to the next page", *shown, *below).actions
    assert not decided("Go to the next section", *shown, *below).actions


@pytest.mark.parametrize(
    "beside",
    [
        (node(2, "text", text="Page 2 of 9"),),
        (node(2, "text", text="21–40 of 300"),),
        (node(2, "link", "1"), node(3, "link", "2")),
    ],
)
@pytest.mark.parametrize("arrow", [_icon(1, "right"), node(1, "button", "›")])
def test_an_arrow_beside_the_numbers_of_pages_turns_the_page(arrow: Node, beside: tuple[Node, ...]) -> None:
    photos = _in_line(_icon(7, "right"), node(8, "text", text="Photo of a mug"))
    assert steps_of(decided("Go to the next page", *_in_line(arrow, *beside), *photos)) == ["Tap 1"]


def test_what_is_named_so_turns_the_page() -> None:
    photos = _in_line(_icon(1, "right"), node(2, "text", text="Photo of a mug"))
    assert steps_of(decided("Go to the next page", *photos, node(9, "link", "Next"))) == ["Tap 9"]
    assert steps_of(decided("Click next", *photos)) == ["Tap 1"]


def test_a_list_is_not_searched_by_an_arrow_that_stands_elsewhere() -> None:
    photos = _in_line(node(1, "button", "›"), node(2, "text", text="Photo of a mug"))
    pages = _in_line(node(9, "link", "1"), node(10, "link", "2"))
    assert not decided("Click Zebra", *photos, *pages).actions
    assert steps_of(decided("Click Zebra", *_in_line(node(1, "button", "›"), *pages))) == ["Tap 1"]


@pytest.mark.parametrize("holder", ["News carousel", "Image slider"])
def test_a_word_in_a_slider_does_not_turn_the_page(holder: str) -> None:
    slider = node(1, "region", holder, actionable=False)
    word = node(2, "button", "Next", parent=1)
    assert not decided("Go to the next page", slider, word).actions
    assert steps_of(decided("Click next", slider, word)) == ["Tap 2"]
    assert steps_of(decided("Go to the next page", slider, word, node(9, "link", "Next"))) == ["Tap 9"]


def test_a_word_under_another_heading_than_the_list_does_not_turn_its_page() -> None:
    users = [node(1, "heading", "Users"), node(2, "list", actionable=False), node(3, "listitem", "Ann", parent=2)]
    news = [node(4, "heading", "News"), node(5, "text", text="News one"), node(6, "button", "Next")]
    assert not decided("Go to the next page", *users, *news).actions
    assert steps_of(decided("Go to the next page", *users, node(6, "button", "Next"), *news[:2])) == ["Tap 6"]
    assert steps_of(decided("Go to the next page", *news)) == ["Tap 6"]


def test_headings_of_entries_and_lists_of_links_part_no_page_from_its_arrows() -> None:
    links = [node(1, "navigation", actionable=False), node(2, "list", parent=1, actionable=False)]
    news = [node(4, "heading", "News"), node(5, "listitem", actionable=False), node(6, "heading", "One", parent=5)]
    assert steps_of(decided("Go to the next page", *links, *news, node(7, "button", "Next"))) == ["Tap 7"]
    assert steps_of(decided("Go to the next page", *links, news[0], node(7, "button", "Next"))) == ["Tap 7"]
