"""The windows of the sample phone as an iPhone tells them: elements with XCTest's types, in points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

Xcui = dict[str, Any]

_BOUNDS = re.compile(r"-?\d+")
_TYPES = {
    "Button": "Button", "ImageButton": "Button", "TextView": "StaticText", "EditText": "TextField",
    "CheckBox": "Switch", "Switch": "Switch", "RadioButton": "Button", "Spinner": "PickerWheel", "ImageView": "Image",
    "ListView": "Table", "RecyclerView": "Table", "ScrollView": "ScrollView",
}  # fmt: skip
_ALERTS = frozenset({"parentPanel", "grant_dialog"})
_KEYBOARD = "keyboard_view"


def xcui_tree(xml: str, app: str, width: float, height: float, scale: int) -> Xcui:
    """The app in front with all that is over it, as `source?format=json` tells it."""
    windows = [_window(node, width, height, scale) for node in ElementTree.fromstring(xml)]
    return _element("Application", app, _rect(0, 0, width, height), children=windows)


def as_xml(element: Xcui) -> str:
    """The same as `source` tells it."""
    return ElementTree.tostring(_xml(element), "unicode")


def all_elements(element: Xcui) -> Iterator[Xcui]:
    yield element
    for child in element["children"]:
        yield from all_elements(child)


def _window(node: Element, width: float, height: float, scale: int) -> Xcui:
    if _identifier(node) == _KEYBOARD:
        keyboard = _element("Keyboard", "", _box(node, scale))
        return _element("Window", "", _rect(0, 0, width, height), children=[keyboard])
    return _element("Window", "", _rect(0, 0, width, height), children=[_told(node, scale, is_entry=False)])


def _told(node: Element, scale: int, *, is_entry: bool) -> Xcui:
    kind = _type(node, is_entry=is_entry)
    said, described = node.get("text", ""), node.get("content-desc", "")
    is_field = kind in ("TextField", "SecureTextField")
    label = described if is_field else described or ("" if kind == "Cell" else said)
    if kind in ("Alert", "NavigationBar"):
        label = next((each.get("text", "") for each in node.iter("node") if each.get("text")), "")
    children = [_told(child, scale, is_entry=kind == "Table") for child in node]
    if scroll := node.get("scroll"):
        children.append(_bar(_box(node, scale), *map(int, scroll.split(","))))
    value = said if is_field or kind == "PickerWheel" else label if kind == "StaticText" else None
    if node.get("checkable") == "true":
        value = "1" if node.get("checked") == "true" else "0"
    elif kind == "Button" and node.get("selected") == "true":
        value = "1"
    identifier = "" if kind in ("NavigationBar", "Alert") else _identifier(node)
    element = _element(kind, label, _box(node, scale), identifier=identifier, value=value, children=children)
    element["isEnabled"] = "1" if node.get("enabled") == "true" else "0"
    element["traits"] = ", ".join([kind, *(["Selected"] if node.get("selected") == "true" else [])])
    if is_field:
        element["placeholderValue"] = node.get("hint", "")
    return element


def _type(node: Element, *, is_entry: bool) -> str:
    name = node.get("class", "").rpartition(".")[2]
    identifier, is_touched = _identifier(node), node.get("clickable") == "true"
    if identifier in _ALERTS:
        return "Alert"
    if identifier == "toolbar":
        return "NavigationBar"
    if name == "TextView" and is_touched:
        return "Icon" if identifier == "icon" else "Button"
    if name == "EditText" and node.get("password") == "true":
        return "SecureTextField"
    if name not in _TYPES:
        return "Cell" if is_entry and is_touched else "Button" if is_touched else "Other"
    return _TYPES[name]


def _bar(box: dict[str, int], percent: int, pages: int) -> Xcui:
    label = f"Vertical scroll bar, {pages} page{'s' * (pages != 1)}"
    place = _rect(box["x"] + box["width"] - 33, box["y"], 30, box["height"])
    return _element("Other", label, place, value=f"{percent}%")


def _element(
    kind: str,
    label: str,
    rect: dict[str, int],
    *,
    identifier: str = "",
    value: str | None = None,
    children: list[Xcui] | None = None,
) -> Xcui:
    return {
        "type": kind,
        "rawIdentifier": identifier or None,
        "name": identifier or label or None,
        "label": label if kind in ("TextField", "SecureTextField") else label or None,
        "value": value or None,
        "rect": rect,
        "isEnabled": "1",
        "isVisible": "1",
        "isFocused": "0",
        "traits": "",
        "children": children or [],
    }


def _identifier(node: Element) -> str:
    return node.get("resource-id", "").rpartition("/")[2]


def _box(node: Element, scale: int) -> dict[str, int]:
    left, top, right, bottom = (int(edge) / scale for edge in _BOUNDS.findall(node.get("bounds", "")))
    return _rect(left, top, right - left, bottom - top)


def _rect(x: float, y: float, width: float, height: float) -> dict[str, int]:
    return {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}


def _xml(element: Xcui) -> Element:
    kind = f"XCUIElementType{element['type']}"
    told = {name: element[name] for name in ("name", "label", "value")} | element["rect"]
    facts = {name: str(value) for name, value in told.items() if value is not None}
    states = {name: str(element[f"is{name.title()}"] == "1").lower() for name in ("enabled", "visible")}
    made = Element(kind, {"type": kind, **facts, **states})
    made.extend(_xml(child) for child in element["children"])
    return made
