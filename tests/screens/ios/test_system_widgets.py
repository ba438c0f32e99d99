"""Alerts, pickers and back buttons of iOS."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Point
from askonce.screens.ios.system_widgets import back_button, dialog_in, wheels_at
from askonce.screens.ios.xcui_elements import read_source
from askonce.screens.phones.phone_elements import Hierarchy
from askonce.screens.screen_protocol import Dialog


def part(kind: str, label: str, x: int, width: int, *inner: Any, **facts: Any) -> Any:
    rect = {"x": x, "y": 100, "width": width, "height": 200}
    return {"type": kind, "label": label, "rect": rect, "children": list(inner), **facts}


def hierarchy(*parts: Any) -> Hierarchy:
    return read_source(part("Application", "App", 0, 390, *parts)).hierarchy


def alert(*buttons: str, field: str | None = None) -> Hierarchy:
    fields = [] if field is None else [part("TextField", "Name", 50, 100, value=field)]
    texts = [part("StaticText", words, 50, 100) for words in ("Delete?", "It is gone then.")]
    return hierarchy(
        part("Alert", "Delete?", 50, 200, *texts, *fields, *(part("Button", name, 50, 90) for name in buttons))
    )


@pytest.mark.parametrize(
    ("shown", "dialog"),
    [
        (alert("OK"), Dialog("confirm", "Delete?\nIt is gone then.", is_drawn=True)),
        (alert("Cancel", "Delete"), Dialog("confirm", "Delete?\nIt is gone then.", is_drawn=True)),
        (alert("Cancel", "OK", field="Ann"), Dialog("prompt", "Delete?\nIt is gone then.", "Ann", is_drawn=True)),
        (alert("Allow Once", "Allow While Using App", "Don’t Allow"), None),
        (hierarchy(part("Button", "OK", 0, 90)), None),
    ],
)
def test_an_alert_is_a_dialog_if_yes_or_no_answers_it(shown: Hierarchy, dialog: Dialog | None) -> None:
    assert dialog_in(shown) == dialog


def test_a_place_in_a_picker_means_its_wheels_and_one_on_a_wheel_that_wheel() -> None:
    wheels = [part("PickerWheel", "", x, 90, value=value) for x, value in ((20, "May"), (120, "4"))]
    shown = hierarchy(part("DatePicker", "", 0, 300, *wheels), part("PickerWheel", "", 310, 60, value="other"))
    assert [wheel.value for wheel in wheels_at(shown, Point(250, 150))] == ["May", "4"]
    assert [wheel.value for wheel in wheels_at(shown, Point(130, 150))] == ["4"]


@pytest.mark.parametrize(("name", "x", "is_back"), [("Back", 5, True), ("Cancel", 5, False), ("Back", 300, False)])
def test_the_back_button_is_the_one_at_the_start_of_the_bar_that_says_so(name: str, x: int, is_back: bool) -> None:
    bar = part("NavigationBar", "Notes", 0, 390, part("Button", name, x, 60))
    assert (back_button(hierarchy(bar)) is not None) is is_back
