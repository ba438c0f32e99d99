"""The elements of a HarmonyOS phone, out of what `uitest dumpLayout` writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from askonce.errors import ScreenError
from askonce.screens.harmony.arkui_elements import read_layout


def node(kind: str, bounds: str = "[0,0][100,50]", *children: Any, **facts: Any) -> Any:
    return {"attributes": {"type": kind, "bounds": bounds, "visible": "true", **facts}, "children": list(children)}


def layout(*windows: Any) -> bytes:
    return json.dumps(node("root", "[0,0][1260,2720]", *windows), ensure_ascii=False).encode()


def test_the_app_in_front_is_the_largest_window_that_is_none_of_the_system() -> None:
    bar = node("Row", "[0,0][1260,2720]", bundleName="com.ohos.systemui")
    app = node("Column", "[0,100][1260,2700]", bundleName="com.acme.notes", abilityName="Main", pagePath="pages/List")
    read = read_layout(layout(bar, app))
    assert (read.bundle, read.page, read.box.width) == ("com.acme.notes", "pages/List", 1260)
    assert read_layout(layout(bar)).bundle == "com.ohos.systemui"


def test_the_keyboard_is_no_part_of_the_app_and_its_place_is_kept() -> None:
    keys = node(
        "Stack",
        "[0,1700][1260,2720]",
        node("Text", "[0,1700][90,1800]", text="q"),
        bundleName="com.huawei.hmos.inputmethod",
    )
    field = node("TextInput", "[0,200][1260,300]", text="", hint="Name", focused="true", bundleName="com.acme.notes")
    hierarchy = read_layout(layout(field, keys)).hierarchy
    assert [(part.role, part.name, part.value) for part in hierarchy.parts] == [("textbox", "Name", "")]
    assert hierarchy.keyboard
    assert hierarchy.keyboard.top == 1700


def test_boxes_that_are_ticked_and_entries_of_lists_are_told() -> None:
    row = node("ListItem", "[0,0][1260,90]", node("Text", text="Milk"), node("Text", text="2 l"), clickable="true")
    ticked = node("Checkbox", "[0,300][90,390]", description="Done", checked="true")
    hidden = node("Button", "[0,400][90,490]", text="Later", visible="false")
    parts = read_layout(layout(node("List", "[0,0][1260,300]", row, scrollable="true"), ticked, hidden)).hierarchy.parts
    told = [(part.role, part.name or part.text, sorted(part.states)) for part in parts]
    assert told == [
        ("list", "", ["scrolls"]),
        ("listitem", "Milk", []),
        ("text", "2 l", []),
        ("checkbox", "Done", ["checked"]),
    ]


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b'{"attributes": 1}', b'{"attributes": {}, "children": [1]}'])
def test_what_cannot_be_read_is_our_own_error(data: bytes) -> None:
    with pytest.raises(ScreenError, match="cannot be read"):
        read_layout(data)
