"""The tree of a desktop, out of the elements of its windows and what lies over what. Plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from urllib.parse import quote

from askonce.geometry import Box, Point, Size
from askonce.lazy import dataclass
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.desktop.desktop_port import DesktopElement, DesktopWindow
from askonce.screens.ui_tree import Node, State, Tree

_PARTS = re.compile(r"\s+[-–—|]\s+")
"""What stands between the parts of a title."""
_UNSAVED = re.compile(r"^[*•●]\s*|\s*[*•●]$|\s*\[modified\]$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DesktopLook:
    """What was seen at a moment, in pixels of the whole desktop."""

    windows: tuple[DesktopWindow, ...] = ()
    """From front to back."""
    elements: tuple[DesktopElement, ...] = ()

    @property
    def active(self) -> DesktopWindow | None:
        own = [window for window in self.windows if not window.is_popup and not window.is_hidden]
        return next((window for window in own if window.is_active), None)

    @property
    def showing(self) -> list[DesktopWindow]:
        return [window for window in self.windows if not window.is_hidden]

    @property
    def surfaces(self) -> list[DesktopWindow]:
        """Windows of which only the picture is known."""
        known = {element.window for element in self.elements}
        unknown = [window for window in self.showing if window.number not in known and window.box.area > 4]
        # What pops up without elements belongs to a window without them; else it is a tooltip, or fading away.
        return unknown if any(not window.is_popup for window in unknown) else []

    def window_at(self, at: Point) -> DesktopWindow | None:
        """The window in front at a place."""
        return _at(at, self.showing)

    @property
    def address(self) -> str:
        return address_of(self.active)


def address_of(window: DesktopWindow | None) -> str:
    """Where a desktop is: the application in front, and which of its windows."""
    if window is None:
        return "desktop://device/desktop/desktop"
    return f"desktop://device/{quote(window.application, safe='')}/{quote(place_of(window), safe='')}"


def place_of(window: DesktopWindow) -> str:
    """What a window is, without the document that it shows: a dialog is known by its title, another window by the part
    of its title that names the application."""
    title = _UNSAVED.sub("", " ".join(window.title.split()))
    if window.is_dialog:
        return title or window.application
    parts = _PARTS.split(title)
    named = [part for part in parts if window.application and window.application in part.lower()]
    return named[-1] if named else parts[-1] if len(parts) > 1 else window.application


def build_tree(look: DesktopLook, numbers: CarriedNumbers, view: Box) -> Tree:
    """The tree of the part of the desktop that is driven, in its own units. What another window covers is marked, or
    left out where nothing of it shows."""
    elements = [*_with_surfaces(look)]
    shown = [(element, box) for element in elements if (box := _visible(element, look, view))]
    given = dict(zip((id(element) for element, _ in shown), numbers.number(e.key for e, _ in shown), strict=True))
    nodes = tuple(_node(element, box, given, look, view) for element, box in shown)
    active = look.active
    return Tree(
        nodes,
        Size(round(view.width), round(view.height)),
        title=active.title if active else "",
        address=look.address,
        scrolls_up=any("more above" in element.attributes for element, _ in shown),
        scrolls_down=any("more below" in element.attributes for element, _ in shown),
    )


def _with_surfaces(look: DesktopLook) -> Iterator[DesktopElement]:
    yield from look.elements
    for window in look.surfaces:
        role = "dialog" if window.is_dialog else "window"
        frame = DesktopElement(role, window.title, window.box, window.number, key=f"window {window.number}")
        yield frame
        surface = DesktopElement("img", "", window.box, window.number, frame, 1, key=f"surface {window.number}")
        surface.attributes = {"surface": "yes"}
        yield surface


def _visible(element: DesktopElement, look: DesktopLook, view: Box) -> Box | None:
    """The part of it that is on the driven part of the desktop; None where all of it is covered."""
    box = element.box.intersection(view)
    if box is None:
        return None
    for window in _above(element, look):
        if window.box.intersection(box) == box:
            return None
    return box


def _above(element: DesktopElement, look: DesktopLook) -> Iterator[DesktopWindow]:
    """The windows in front of the one that an element is painted in."""
    showing = look.showing
    if not any(window.number == element.window for window in showing):
        return
    for window in showing:
        if window.number == element.window:
            return
        yield window


def _node(element: DesktopElement, box: Box, numbers: dict[int, int], look: DesktopLook, view: Box) -> Node:
    states: set[State] = set(element.states)
    attributes = dict(element.attributes)
    covers = list(_above(element, look))
    point = None
    if cover := _at(box.center, covers):
        point = next((at for at in _corners(box) if not _at(at, covers)), None)
        if point is None:
            states.add("covered")
            attributes["covered by"] = f'window "{cover.title}"' if cover.title else "a menu or a hint"
    outer = element.outer
    while outer is not None and id(outer) not in numbers:
        outer = outer.outer
    return Node(
        numbers[id(element)],
        element.role,
        element.name,
        box.offset(-view.left, -view.top),
        text=element.text,
        value=element.value,
        states=frozenset(states),
        actionable=element.actionable,
        parent=numbers[id(outer)] if outer is not None else None,
        depth=element.depth,
        attributes=MappingProxyType(attributes),
        point=point.offset(-view.left, -view.top) if point else None,
    )


def _at(point: Point, windows: Sequence[DesktopWindow]) -> DesktopWindow | None:
    return next((window for window in windows if window.box.contains(point)), None)


def _corners(box: Box) -> list[Point]:
    """Places inside a box, away from its middle."""
    across, down = min(8.0, box.width / 4), min(8.0, box.height / 4)
    return [
        Point(x, y)
        for y in (box.center.y, box.top + down, box.bottom - down)
        for x in (box.left + across, box.right - across)
    ]
