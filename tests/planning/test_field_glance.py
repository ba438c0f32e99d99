"""What is known of a form after one of its fields was filled."""

from __future__ import annotations

from dataclasses import replace

from askonce.geometry import Box, Size
from askonce.planning.field_glance import KnownScreen
from askonce.recordings.recording import Anchor
from askonce.screens.ui_tree import Node, State, Tree
from askonce.values import Instruction

ORDER = Instruction("order it by {way}", {"way": "post"})


def node(number: int, role: str, name: str, *states: State, value: str | None = None) -> Node:
    box = Box(20, 30 * number, 100, 20)
    options = ("by hand", "post") if role == "combobox" else ()
    return Node(number, role, name, box, value=value, states=frozenset(states), actionable=True, options=options)


WAY = node(1, "combobox", "Way", value="by hand")
SEND = node(2, "button", "Send")
VIEW = Tree((WAY, SEND), Size(800, 600))
UNDER_POST = Anchor(role="button", name="Send", under=("{way}",))


def test_an_element_under_what_was_just_chosen_is_known_without_another_look() -> None:
    screen = KnownScreen(VIEW)
    assert screen.resolve(UNDER_POST, ORDER) is None
    assert screen.holding(replace(WAY, value="post")).resolve(UNDER_POST, ORDER) == SEND


def test_an_element_under_what_is_no_longer_chosen_is_not_known() -> None:
    screen = KnownScreen(VIEW).holding(replace(WAY, value="post"))
    assert screen.resolve(Anchor(role="button", name="Send", under=("by hand",)), ORDER) is None


def test_a_longer_page_is_needed_where_a_similar_element_may_be_out_of_view() -> None:
    longer, chosen = replace(VIEW, below=400), replace(WAY, value="post")
    assert KnownScreen(longer).holding(chosen).resolve(UNDER_POST, ORDER) is None
    assert KnownScreen(longer, VIEW).holding(chosen).resolve(UNDER_POST, ORDER) == SEND
    twice = replace(VIEW, nodes=(*VIEW.nodes, node(3, "button", "Send", "offscreen")))
    assert KnownScreen(longer, twice).holding(chosen).resolve(UNDER_POST, ORDER) is None


def test_an_element_that_cannot_be_touched_is_not_known_by_a_glance() -> None:
    states: tuple[State, ...] = ("covered", "disabled", "offscreen")
    for state in states:
        view = replace(VIEW, nodes=(WAY, node(2, "button", "Send", state)))
        assert KnownScreen(view).resolve(Anchor(role="button", name="Send"), ORDER) is None
    assert KnownScreen(VIEW).resolve(Anchor(role="button", name="Send"), ORDER) == SEND


def test_a_ticked_box_is_ticked_in_what_is_known() -> None:
    box = node(1, "checkbox", "Agree", "mixed", "required")
    screen = KnownScreen(replace(VIEW, nodes=(box, SEND))).holding(replace(box, states=frozenset({"checked"})))
    assert screen.view.nodes[0].states == {"checked", "required"}
