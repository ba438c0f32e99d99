"""UiSelector, as `uiautomator2` sends it: which elements of the screen are meant by texts, ids, classes and states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_TEXTS = {
    "text": "text",
    "description": "content-desc",
    "className": "class",
    "packageName": "package",
    "resourceId": "resource-id",
}
"""Fields that compare a text, by the attribute; each also with `Contains`, `Matches` and `StartsWith`."""
_STATES = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "longClickable": "long-clickable",
    "scrollable": "scrollable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "selected": "selected",
}
_WAYS = ("Contains", "Matches", "StartsWith", "")


def select(xml: str, selector: Mapping[str, Any]) -> list[ElementTree.Element]:
    """The elements that a selector means, in the order of the tree."""
    root = ElementTree.fromstring(xml)
    parents = {child: parent for parent in root.iter() for child in parent}
    found = _picked([node for node in root.iter("node") if _fits(node, selector)], selector)
    ways: Sequence[str] = selector.get("childOrSibling") or ()
    inner: Sequence[Mapping[str, Any]] = selector.get("childOrSiblingSelector") or ()
    for way, wanted in zip(ways, inner, strict=True):
        near = [other for node in found for other in _near(node, way, parents)]
        found = _picked([node for node in dict.fromkeys(near) if _fits(node, wanted)], wanted)
    return found


def _near(
    node: ElementTree.Element, way: str, parents: Mapping[Any, ElementTree.Element]
) -> Iterator[ElementTree.Element]:
    around = node if way == "child" else parents[node]
    return (other for other in around.iter("node") if other not in (node, around))


def _picked(found: list[ElementTree.Element], selector: Mapping[str, Any]) -> list[ElementTree.Element]:
    if "instance" not in selector:
        return found
    at = int(selector["instance"])
    return found[at : at + 1]


def _fits(node: ElementTree.Element, selector: Mapping[str, Any]) -> bool:
    for name, value in selector.items():
        if name in _STATES:
            fits = node.get(_STATES[name]) == str(bool(value)).lower()
        elif name == "index":
            fits = node.get("index") == str(value)
        elif how := _text_field(name):
            fits = _compare(node.get(how[0], ""), how[1], str(value))
        else:
            continue
        if not fits:
            return False
    return True


def _text_field(name: str) -> tuple[str, str] | None:
    """The attribute that a field compares, and how."""
    for way in _WAYS:
        field = name.removesuffix(way)
        if name.endswith(way) and field in _TEXTS:
            return _TEXTS[field], way
    return None


def _compare(text: str, way: str, wanted: str) -> bool:
    match way:
        case "Contains":
            return wanted.casefold() in text.casefold()
        case "Matches":
            return re.fullmatch(wanted, text, re.DOTALL) is not None
        case "StartsWith":
            return text.casefold().startswith(wanted.casefold())
        case _:
            return text == wanted


def box_of(node: ElementTree.Element) -> tuple[int, int, int, int]:
    """Left, top, right and bottom, in pixels."""
    found = _BOUNDS.fullmatch(node.get("bounds", "[0,0][0,0]"))
    left, top, right, bottom = map(int, found.groups()) if found else (0, 0, 0, 0)
    return left, top, right, bottom


def describe(node: ElementTree.Element) -> dict[str, Any]:
    """What `objInfo` tells of an element."""
    bounds = dict(zip(("left", "top", "right", "bottom"), box_of(node), strict=True))
    states = {name: node.get(attribute) == "true" for name, attribute in _STATES.items()}
    return states | {
        "bounds": bounds,
        "visibleBounds": bounds,
        "childCount": len(node),
        "text": node.get("text"),
        "className": node.get("class"),
        "contentDescription": node.get("content-desc"),
        "packageName": node.get("package"),
        "resourceName": node.get("resource-id"),
    }
