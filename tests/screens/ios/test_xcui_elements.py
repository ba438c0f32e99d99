"""The elements of an iPhone, out of what WebDriverAgent writes."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Size
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.ios.xcui_elements import read_source
from askonce.screens.phones.phone_elements import build_tree
from askonce.screens.ui_tree import Tree


def element(
    kind: str, label: str = "", *children: dict[str, Any], at: tuple[int, ...] = (0, 0, 200, 40), **facts: Any
) -> Any:
    x, y, width, height = at
    rect = {"x": x, "y": y, "width": width, "height": height}
    told = {"isVisible": "1", "isEnabled": "1", "rawIdentifier": None, "value": None} | facts
    return {"type": kind, "label": label, "name": label, "rect": rect, "children": list(children)} | told


def app(*children: dict[str, Any]) -> Any:
    window = element("Window", "", *children, at=(0, 0, 390, 844))
    return element("Application", "Notes", window, at=(0, 0, 390, 844))


def tree_of(*children: dict[str, Any]) -> Tree:
    source = read_source(app(*children))
    return build_tree(source.hierarchy, CarriedNumbers(), Size(390, 844), 1.0, "ios://device/a/b")


def test_an_empty_field_does_not_hold_its_placeholder() -> None:
    empty, filled, secret = tree_of(
        element("TextField", "", value="Your name", placeholderValue="Your name"),
        element("TextField", "City", value=" Rome ", placeholderValue="Where", at=(0, 50, 200, 40)),
        element("SecureTextField", "Password", value="••••", at=(0, 100, 200, 40)),
    )
    assert (empty.name, empty.value, empty.attributes["placeholder"]) == ("Your name", "", "Your name")
    assert (filled.name, filled.value) == ("City", " Rome ")
    assert (secret.role, "password" in secret.states) == ("textbox", True)


def test_an_entry_of_a_list_is_called_by_its_title_and_keeps_its_details() -> None:
    texts = (element("StaticText", "Ann Lee"), element("StaticText", "Mobile", at=(0, 20, 200, 20)))
    listed, cell, detail = tree_of(element("Table", "", element("Cell", "", *texts), at=(0, 0, 390, 400)))
    assert (listed.role, cell.role, cell.name, cell.actionable) == ("list", "listitem", "Ann Lee", True)
    assert (detail.role, detail.text, detail.parent) == ("text", "Mobile", cell.number)


@pytest.mark.parametrize(
    ("label", "value", "above", "below", "scrolls"),
    [
        ("Vertical scroll bar, 3 pages", "0%", False, True, True),
        ("Vertikaler Rollbalken, 3 Seiten", "40 %", True, True, True),
        ("Vertical scroll bar, 3 pages", "100%", True, False, True),
        ("Vertical scroll bar, 1 page", "0%", False, False, False),
    ],
)
def test_a_scroll_bar_says_in_any_language_whether_there_is_more(
    label: str, value: str, above: bool, below: bool, scrolls: bool
) -> None:
    bar = element("Other", label, value=value, at=(357, 0, 30, 400))
    tree = tree_of(element("Table", "", bar, at=(0, 0, 390, 400)))
    assert (tree.goes_on_above, tree.goes_on_below) == (above, below)
    assert [("scrolls" in node.states) for node in tree] == [scrolls]


def test_what_scrolls_without_a_bar_may_go_on_both_ways() -> None:
    tree = tree_of(element("CollectionView", "", at=(0, 0, 390, 400)))
    assert (tree.goes_on_above, tree.goes_on_below) == (True, True)


def test_switches_segments_tabs_and_what_is_disabled_tell_their_states() -> None:
    nodes = tree_of(
        element("Switch", "Wi-Fi", value="1"),
        element("TabBar", "", element("Button", "Home", value="1", at=(0, 800, 90, 40)), at=(0, 800, 390, 44)),
        element("SegmentedControl", "", element("Button", "Week", traits="Button, Selected"), at=(0, 50, 390, 40)),
        element("Button", "Send", isEnabled="0", at=(0, 100, 90, 40)),
    ).nodes
    told = {node.name: (node.role, sorted(node.states)) for node in nodes if node.name}
    assert told == {
        "Wi-Fi": ("switch", ["checked"]),
        "Home": ("tab", ["selected"]),
        "Week": ("radio", ["selected"]),
        "Send": ("button", ["disabled"]),
    }


def test_an_alert_covers_all_that_is_not_in_it_and_the_keyboard_what_lies_under_it() -> None:
    alert = element("Alert", "Sure?", element("StaticText", "Sure?"), element("Button", "OK"), at=(50, 300, 290, 200))
    beneath, *inside = tree_of(element("Button", "Save"), alert)
    assert beneath.attributes["covered by"] == 'dialog "Sure?"'
    assert not any("covered" in node.states for node in inside)
    keyboard = element("Keyboard", "", element("Key", "q"), at=(0, 500, 390, 344))
    under, over = tree_of(element("Button", "Send", at=(0, 600, 90, 40)), element("Button", "Top"), keyboard)
    assert (under.is_under_keyboard, over.is_under_keyboard) == (True, False)


def test_what_is_hidden_is_left_out_and_what_shows_in_it_stays() -> None:
    shown = element("Button", "Shown", at=(0, 50, 90, 40))
    tree = tree_of(element("Other", "Hidden", shown, isVisible="0"), element("Button", "Gone", isVisible=False))
    assert [node.name for node in tree] == ["Shown"]


def test_a_button_without_a_label_is_called_by_its_identifier_as_a_guess() -> None:
    (node,) = tree_of(element("Button", "", rawIdentifier="closeButton"))
    assert (node.name, node.shown, node.attributes["id"]) == ("close button", "", "closeButton")


def test_the_title_of_the_navigation_bar_says_where_the_app_is() -> None:
    source = read_source(app(element("NavigationBar", "", element("StaticText", "All notes"), at=(0, 0, 390, 44))))
    assert (source.app, source.view) == ("Notes", "All notes")


@pytest.mark.parametrize("odd", [{}, {"type": "Button", "rect": {"x": "inf"}}, {"children": None, "value": 3}])
def test_elements_that_lack_everything_are_read_all_the_same(odd: dict[str, Any]) -> None:
    assert read_source({"children": [odd]}).hierarchy.keyboard is None
