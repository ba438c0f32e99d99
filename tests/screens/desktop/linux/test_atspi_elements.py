"""Elements out of what toolkits say of their objects: plain values."""

from __future__ import annotations

import pytest

pytest.importorskip("dbus_fast", reason="pip install 'askonce[desktop]'")

from askonce.geometry import Box
from askonce.screens.desktop.desktop_port import DesktopWindow
from askonce.screens.desktop.linux.atspi_bus import Ref
from askonce.screens.desktop.linux.atspi_elements import build_elements, calibrate
from askonce.screens.desktop.linux.atspi_facts import (
    COMBO_BOX,
    EDITABLE,
    ENTRY,
    FRAME,
    LABEL,
    MENU,
    PUSH_BUTTON,
    SENSITIVE,
    SHOWING,
    TABLE,
    TOGGLE,
    Accessible,
)
from askonce.screens.desktop.linux.atspi_reader import plain_name

WINDOW = DesktopWindow(1, "Notes", "notes", Box(200, 100, 800, 600), 7)
POPUP = DesktopWindow(2, "", "notes", Box(210, 130, 150, 200), 7, is_popup=True)
ALL = 1 << SHOWING | 1 << SENSITIVE


def made(
    role: int, name: str, box: Box, *children: Accessible, states: int = ALL, text: str | None = None
) -> Accessible:
    each = Accessible(Ref(":1.5", f"/{role}/{name}/{box}"), role, name, states, box=box, text=text)
    each.children += children
    return each


def frame(*children: Accessible, box: Box = WINDOW.box) -> Accessible:
    return made(FRAME, "Notes", box, *children)


@pytest.mark.parametrize(
    ("box", "button", "found"),
    [
        (Box(200, 100, 800, 600), Box(300, 200, 40, 20), Box(300, 200, 40, 20)),
        (Box(0, 0, 800, 600), Box(100, 100, 40, 20), Box(300, 200, 40, 20)),
        (Box(100, 50, 400, 300), Box(150, 100, 20, 10), Box(300, 200, 40, 20)),
        (Box(0, 0, 400, 300), Box(50, 50, 20, 10), Box(300, 200, 40, 20)),
        (Box(201, 120, 798, 579), Box(300, 200, 40, 20), Box(300, 200, 40, 20)),
    ],
    ids=["pixels of the screen", "from the window", "scaled by two", "scaled, from the window", "without the border"],
)
def test_positions_are_pixels_of_the_desktop_whatever_a_toolkit_counts_in(box: Box, button: Box, found: Box) -> None:
    assert calibrate(box, WINDOW.box).box(button) == found


def test_an_open_menu_is_painted_in_its_popup_and_its_word_in_the_bar() -> None:
    entry = made(35, "New", Box(212, 140, 100, 20))
    bar = made(34, "", Box(200, 100, 800, 25), made(MENU, "File", Box(200, 100, 40, 25), entry))
    found = {each.name: each for each in build_elements([frame(bar)], [WINDOW], [POPUP])}
    assert (found["File"].role, found["File"].window, found["New"].role, found["New"].window) == (
        "menuitem",
        1,
        "menuitem",
        2,
    )
    assert found["New"].outer is found["File"]


def test_a_list_with_a_field_is_one_element_that_holds_what_was_typed() -> None:
    typed = made(ENTRY, "", Box(300, 200, 80, 20), states=ALL | 1 << EDITABLE, text="fish")
    combo = made(COMBO_BOX, "", Box(300, 200, 100, 20), typed)
    combo.label = "Search for:"
    _, found = build_elements([frame(combo)], [WINDOW], [])
    assert (found.role, found.name, found.value) == ("combobox", "Search for", "fish")


def test_cells_beside_each_other_are_a_row_and_what_cannot_be_used_is_disabled() -> None:
    cells = [made(56, name, Box(x, y, 90, 20)) for y, x, name in ((200, 300, "a"), (200, 400, "1"), (225, 300, "b"))]
    table = made(TABLE, "Files", Box(300, 180, 400, 200), *cells)
    pressed = made(TOGGLE, "Bold", Box(300, 400, 60, 20), states=1 << SHOWING | 1 << 4)
    _, found_table, row, first, second, _, third, bold = build_elements([frame(table, pressed)], [WINDOW], [])
    assert (found_table.role, row.role, first.outer is row, second.outer is row) == ("table", "row", True, True)
    assert third.name == "b"
    assert bold.states == {"pressed", "disabled"}


def test_elements_come_in_reading_order_whatever_order_they_were_made_in() -> None:
    boxes = {
        "d": Box(400, 231, 50, 20),
        "a": Box(300, 200, 50, 20),
        "c": Box(300, 230, 50, 20),
        "b": Box(400, 202, 50, 16),
    }
    buttons = [made(PUSH_BUTTON, name, box) for name, box in boxes.items()]
    assert [each.name for each in build_elements([frame(*buttons)], [WINDOW], [])][1:] == list("abcd")


@pytest.mark.parametrize(
    ("told", "meant"), [("7 7", "7"), ("mod mod", "mod"), ("GtkButton", ""), ("Save", "Save"), ("a b", "a b"), ("", "")]
)
def test_a_name_of_gtk_4_is_said_once_and_a_class_is_none(told: str, meant: str) -> None:
    assert plain_name(told) == meant


def test_a_frame_without_a_window_that_shows_has_no_elements() -> None:
    label = made(LABEL, "Hello", Box(300, 200, 50, 20))
    assert build_elements([frame(label)], [], []) == []
