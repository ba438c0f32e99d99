"""What lies over what, and where a desktop is: plain values."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Point
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.desktop.desktop_port import DesktopElement, DesktopWindow
from askonce.screens.desktop.desktop_sight import see
from askonce.screens.desktop.desktop_tree import DesktopLook, address_of, build_tree

VIEW = Box(100, 0, 1000, 800)
BACK = DesktopWindow(1, "notes.txt - Editor", "editor", Box(100, 0, 600, 400))
FRONT = DesktopWindow(2, "Find", "editor", Box(400, 100, 400, 200), is_active=True, is_dialog=True)


def element(role: str, name: str, box: Box, window: int) -> DesktopElement:
    return DesktopElement(role, name, box, window, actionable=role == "button", key=name)


def test_what_another_window_covers_is_left_out_or_touched_where_it_is_free() -> None:
    hidden = element("button", "Hidden", Box(450, 150, 100, 30), 1)
    half = element("button", "Half", Box(350, 150, 200, 30), 1)
    over = element("button", "Over", Box(450, 150, 100, 30), 2)
    look = DesktopLook((FRONT, BACK), (over, hidden, half))
    tree = build_tree(look, CarriedNumbers(), VIEW)
    assert [node.name for node in tree] == ["Over", "Half"]
    assert [node.point for node in tree] == [None, Point(258, 165)]
    assert tree.nodes[0].box == Box(350, 150, 100, 30), "in units of the monitor"
    assert (tree.title, tree.address) == ("Find", "desktop://device/editor/Find")
    assert see(tree, look, VIEW).clear == {tree.nodes[0].number}


def test_a_window_without_elements_is_known_by_its_picture() -> None:
    tree = build_tree(
        DesktopLook((FRONT, BACK), (element("button", "Over", Box(450, 150, 100, 30), 2),)), CarriedNumbers(), VIEW
    )
    assert [(node.role, node.name, "surface" in node.attributes) for node in tree] == [
        ("button", "Over", False),
        ("window", "notes.txt - Editor", False),
        ("img", "", True),
    ]


def test_words_that_do_not_fit_are_not_surely_read() -> None:
    short, cut = element("text", "", Box(110, 10, 100, 16), 1), element("text", "", Box(110, 40, 30, 16), 1)
    short.text, cut.text, short.key, cut.key = "Total: 12", "a very long file name.txt", "short", "cut"
    look = DesktopLook((BACK,), (short, cut))
    tree = build_tree(look, CarriedNumbers(), VIEW)
    assert list(see(tree, look, VIEW).words.values()) == ["Total: 12", "\ufffc"]


@pytest.mark.parametrize(
    ("title", "is_dialog", "place"),
    [
        ("notes.txt - Editor", False, "Editor"),
        ("*Untitled 1 - Editor", False, "Editor"),
        ("Save As", True, "Save%20As"),
        ("shopping list", False, "editor"),
        ("Inbox — Mail of Ann", False, "Mail%20of%20Ann"),
    ],
)
def test_the_address_of_a_window_does_not_depend_on_its_document(title: str, is_dialog: bool, place: str) -> None:
    window = DesktopWindow(1, title, "editor", Box(0, 0, 9, 9), is_dialog=is_dialog)
    assert address_of(window) == f"desktop://device/editor/{place}"
