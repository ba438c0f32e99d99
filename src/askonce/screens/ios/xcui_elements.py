"""The elements of an iPhone, out of the JSON that WebDriverAgent writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any, cast

from askonce.geometry import Box
from askonce.lazy import dataclass, regex
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement, around
from askonce.screens.ui_tree import State

Source = Mapping[str, Any]
"""One element as WebDriverAgent tells it, with those in it."""

_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PERCENT = regex(r"(\d+)\s?%")
_NUMBER = regex(r"\d+")
_GENERIC = "Other"
_THIN = 3
"""How many times longer than wide a scroll bar is."""


@dataclass(frozen=True, slots=True)
class XcuiSource:
    """What an app shows: its elements, its size, and what its navigation bar says."""

    hierarchy: Hierarchy
    app: str
    """What the app calls itself."""
    view: str
    """The title of the screen of the app that is in front."""
    box: Box


@dataclass(slots=True)
class _Reading:
    """What is noted down while the elements are read."""

    bars: list[tuple[Box, int, int]] = field(default_factory=list[tuple[Box, int, int]])
    """Vertical scroll bars: where they are, how far down in percent, and of how many pages."""
    keyboards: list[Box] = field(default_factory=list[Box])
    modal: PhoneElement | None = None
    view: str = ""


def read_source(source: Source) -> XcuiSource:
    """The elements that show. Those of the keyboard are no part of the app, and its place alone is kept."""
    reading = _Reading()
    parts = tuple(_parts(source, None, 0, reading, is_entry=False, layer=0))
    above, below = _more(parts, reading.bars)
    hierarchy = Hierarchy(parts, 0, around(reading.keyboards), above, below, reading.modal)
    return XcuiSource(hierarchy, _label(source) or _text(source, "name"), reading.view, _box(source))


def _parts(
    source: Source, outer: PhoneElement | None, depth: int, reading: _Reading, *, is_entry: bool, layer: int
) -> Iterator[PhoneElement]:
    kind = _kind(source)
    if kind == "Keyboard":
        reading.keyboards += [_box(source)] if _is_shown(source) else []
        return
    if kind == "StatusBar" or _is_bar(source, reading):
        return
    if kind == "NavigationBar" and _is_shown(source):
        reading.view = _text(source, "name") or _label(source) or _title_in(source)
    part = _part(source, outer, depth, is_entry=is_entry) if _is_shown(source) else None
    if part:
        part.layer = layer
        yield part
        if kind in _vocabulary()["modal"]:
            reading.modal = part
    inner, below = part or outer, depth + (part is not None)
    for number, child in enumerate(_children(source)):
        if part and _is_folded(child, part):
            continue
        is_row = part is not None and part.role == "list"
        over = number if kind == "Application" else layer
        yield from _parts(child, inner, below, reading, is_entry=is_row, layer=over)


def _part(source: Source, outer: PhoneElement | None, depth: int, *, is_entry: bool) -> PhoneElement | None:
    """The element, if it says or takes anything."""
    words, kind = _vocabulary(), _kind(source)
    is_field, is_touched = kind in words["fields"], kind in words["touched"]
    scrolls = kind in words["scrolling"] and kind != "TextView"
    label = _label(source)
    if not (is_field or is_touched or scrolls or kind in words["containers"] or (label and kind not in _SILENT)):
        return None
    identifier = _identifier(source)
    hint = _words(_text(source, "placeholderValue"))
    name = label or (hint if is_field else "")
    if not name and (is_touched or kind in words["modal"]):
        inner = _texts_in(source)
        name = " ".join(inner[:1] if kind in ("Cell", *words["modal"]) else inner)
    part = PhoneElement(
        _role(kind, outer, is_entry=is_entry),
        name,
        _box(source),
        outer,
        depth,
        value=_value(source, kind, hint),
        states=_states(source, kind),
        actionable=(is_field or is_touched),
        kind=kind,
    )
    if scrolls:
        part.states.add("scrolls")
    if identifier:
        part.attributes["id"] = identifier
    if hint and is_field:
        part.attributes["placeholder"] = hint
    part.entry = " ".join(_texts_in(source)) if part.role == "listitem" else outer.entry if outer else ""
    if part.role == "text":  # it has no name: it is what can be read
        part.name, part.text = "", label or _words(_text(source, "value"))
    if not part.name and identifier and part.actionable:
        part.name = " ".join(_WORDS.findall(identifier)).lower()
        part.attributes["icon"] = "id"
    return part


_SILENT = frozenset({"Application", "Window", "Key"})
"""What has a name that nobody sees."""


def _role(kind: str, outer: PhoneElement | None, *, is_entry: bool) -> str:
    inside = outer.role if outer else ""
    if kind == "Button" and inside == "tablist":
        return "tab"
    if kind == "Button" and inside == "radiogroup":
        return "radio"
    role = _vocabulary()["roles"].get(kind, "group" if kind != _GENERIC else "text")
    return "listitem" if is_entry and role in {"button", "group", "text"} else role


def _states(source: Source, kind: str) -> set[State]:
    states: set[State] = set()
    is_on = _text(source, "value") == "1"
    traits = _text(source, "traits")
    if kind in ("Switch", "Toggle", "CheckBox", "RadioButton") and is_on:
        states.add("checked")
    if "Selected" in traits or (kind in ("Button", "Tab") and is_on) or _is_true(source, "isSelected"):
        states.add("selected")
    if kind == "SecureTextField":
        states.add("password")
    if _text(source, "isEnabled") == "0" or source.get("isEnabled") is False:
        states.add("disabled")
    if _is_true(source, "isFocused"):
        states.add("focused")
    return states


def _value(source: Source, kind: str, hint: str) -> str | None:
    value = _text(source, "value")
    if kind in _vocabulary()["fields"]:
        return "" if _words(value) == hint else value  # an empty field tells its placeholder
    return value if kind in ("PickerWheel", "PopUpButton", "Slider", "Stepper", "PageIndicator") else None


def _is_folded(child: Source, part: PhoneElement) -> bool:
    """Whether it only says again what the element around it is called by."""
    if part.kind not in _vocabulary()["touched"] or _kind(child) not in ("StaticText", "Image", _GENERIC):
        return False
    said = _label(child) or _words(_text(child, "value"))
    return (not said or said in part.name) and all(_is_folded(inner, part) for inner in _children(child))


def _is_bar(source: Source, reading: _Reading) -> bool:
    """Whether this is a scroll bar, in whatever language: thin, with a percentage, and a number of pages."""
    percent = _PERCENT.fullmatch(_text(source, "value"))
    box = _box(source)
    if _kind(source) != _GENERIC or not percent or _children(source):
        return False
    if not (box.height > box.width * _THIN or box.width > box.height * _THIN):
        return False
    pages = _NUMBER.search(_label(source))
    if box.height > box.width:
        reading.bars.append((box, int(percent[1]), int(pages[0]) if pages else 0))
    return True


def _more(parts: Sequence[PhoneElement], bars: Sequence[tuple[Box, int, int]]) -> tuple[bool | None, bool | None]:
    """Whether there is more above and below, by the scroll bars; None where what scrolls has none."""
    rolling = [part for part in parts if "scrolls" in part.states]
    for part in rolling:
        own = [bar for bar in bars if part.box.contains(bar[0].center)]
        if own and all(pages == 1 for _, _, pages in own):
            part.states.discard("scrolls")
    if not bars:
        return (None, None) if any("scrolls" in part.states for part in rolling) else (False, False)
    long = [percent for _, percent, pages in bars if pages != 1]
    return any(percent > 0 for percent in long), any(percent < 100 for percent in long)


def _title_in(source: Source) -> str:
    """What a navigation bar without a name says."""
    return next((_label(child) for child in _children(source) if _kind(child) == "StaticText"), "")


def _texts_in(source: Source) -> list[str]:
    found: list[str] = []
    for child in _children(source):
        if _kind(child) in ("StaticText", "TextView") and _is_shown(child):
            found += filter(None, [_label(child) or _words(_text(child, "value"))])
        if _kind(child) not in ("Button", "Switch"):
            found += _texts_in(child)
    return list(dict.fromkeys(found))


def _identifier(source: Source) -> str:
    """The identifier that the makers of the app gave it. Older servers tell it as the name alone."""
    if "rawIdentifier" in source:
        return _text(source, "rawIdentifier")
    name = _text(source, "name")
    return name if name != _text(source, "label") else ""


def _is_shown(source: Source) -> bool:
    return not ("isVisible" in source and not _is_true(source, "isVisible"))


def _is_true(source: Source, name: str) -> bool:
    return source.get(name) in (True, 1, "1", "true")


def _kind(source: Source) -> str:
    return _text(source, "type").removeprefix("XCUIElementType")


def _label(source: Source) -> str:
    return _words(_text(source, "label"))


def _text(source: Source, name: str) -> str:
    value = source.get(name)
    return "" if value is None else str(value)


def _children(source: Source) -> Sequence[Source]:
    return cast("Sequence[Source]", source.get("children") or ())


def _box(source: Source) -> Box:
    rect = cast("Mapping[str, Any]", source.get("rect") or {})
    try:
        left, top, width, height = (float(rect[name]) for name in ("x", "y", "width", "height"))
    except (KeyError, TypeError, ValueError):
        return Box(0, 0, 0, 0)
    return Box(left, top, max(0.0, width), max(0.0, height))


def _words(text: str) -> str:
    return " ".join(text.split())


@cache
def _vocabulary() -> dict[str, Any]:
    return json.loads(files("askonce.screens.ios").joinpath("xcui_roles.json").read_text("utf-8"))
