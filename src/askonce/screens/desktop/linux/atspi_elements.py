"""Elements of windows, out of what applications say of their objects. Plain values.

Toolkits place their objects in units of their own: some count from the corner of their window, some in pixels that
they have scaled. Where a window really is, the X server knows; its frame object tells how one becomes the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.desktop.desktop_port import DesktopElement, DesktopWindow
from askonce.screens.desktop.linux.atspi_facts import (
    COMBO_BOX,
    DOCUMENT_WEB,
    EDITABLE,
    ENTRY,
    EXPANDABLE,
    FLOATING,
    FOCUSABLE,
    FOCUSED,
    FRAME,
    HAS_POPUP,
    MEASURED,
    MENU,
    PASSWORD,
    SCROLL_BAR,
    SCROLL_PANE,
    SELECTABLE,
    SELECTED,
    SENSITIVE,
    TABLE,
    TEXT,
    TEXTUAL,
    TOGGLE,
    TREE_TABLE,
    Accessible,
    role_of,
    vocabulary,
)
from askonce.screens.ui_tree import State

_NEAR = 60.0
"""Pixels by which a frame object may differ from its window: the border of the window manager, shadows."""
_SCALES = (1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
_PICTURE = 2500.0
"""Pixels from which on a picture may show words."""
_TABLES = frozenset({TABLE, TREE_TABLE})
_WHOLE = frozenset({"listitem", "cell", "treeitem", "option"})
"""What is one thing to press, whatever is in it."""
_MOST_WORDS = 12
"""Texts that an entry without a name is called by."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How the units of a toolkit become pixels of the desktop."""

    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def box(self, box: Box) -> Box:
        scale = self.scale
        return Box(box.left * scale + self.dx, box.top * scale + self.dy, box.width * scale, box.height * scale)


def calibrate(frame: Box, window: Box) -> Calibration:
    """Where a frame object and its window lie tells the scale, and whether positions count from the window."""
    scale = 1.0
    if frame.width > 0 and abs(window.width - frame.width) > _NEAR:
        ratio = window.width / frame.width
        close = min(_SCALES, key=lambda each: abs(each - ratio))
        scale = close if abs(close - ratio) < 0.08 * close else 1.0
    dx, dy = window.left - frame.left * scale, window.top - frame.top * scale
    if abs(dx) <= _NEAR and abs(dy) <= _NEAR and (frame.left or frame.top):
        return Calibration(scale)
    # Around what a toolkit draws itself there may be room for a shadow.
    shadow = max(0.0, (window.width - frame.width * scale) / 2)
    return Calibration(scale, dx + shadow, dy + shadow) if shadow <= _NEAR else Calibration(scale, dx, dy)


def build_elements(
    tops: Sequence[Accessible], windows: Sequence[DesktopWindow], popups: Sequence[DesktopWindow]
) -> list[DesktopElement]:
    """The elements of one application, by its windows that show."""
    matched = match_windows(tops, windows)
    elements: list[DesktopElement] = []
    scale = 1.0
    for place, window in matched.items():
        box = tops[place].box
        assert box
        calibration = calibrate(box, window.box)
        scale = calibration.scale
        elements += _Window(window, calibration, popups).elements(tops[place])
    for place, top in enumerate(tops):
        if place not in matched and top.role in FLOATING and top.box:
            calibration = Calibration(scale)
            at = calibration.box(top.box).center
            if popup := next((each for each in popups if each.box.contains(at)), None):
                elements += _Window(popup, calibration, popups).elements(top)
    return elements


def match_windows(tops: Sequence[Accessible], windows: Sequence[DesktopWindow]) -> Mapping[int, DesktopWindow]:
    """Which frame object is which window: by its title, then by its size."""
    pairs = [
        (top.name.strip() != window.title.strip(), _difference(top.box, window.box), place, number)
        for place, top in enumerate(tops)
        for number, window in enumerate(windows)
        if top.box and (top.role not in FLOATING or top.name)
    ]
    found: dict[int, DesktopWindow] = {}
    taken: set[int] = set()
    for _, _, place, number in sorted(pairs):
        if place not in found and number not in taken:
            found[place] = windows[number]
            taken.add(number)
    return dict(sorted(found.items()))


def _difference(box: Box | None, window: Box) -> float:
    return abs(box.width - window.width) + abs(box.height - window.height) if box else 1e9


class _Window:
    """One window whose elements are being made."""

    def __init__(self, window: DesktopWindow, calibration: Calibration, popups: Sequence[DesktopWindow]) -> None:
        self._window = window
        self._calibration = calibration
        self._popups = popups

    def elements(self, top: Accessible) -> list[DesktopElement]:
        outer = None
        found: list[DesktopElement] = []
        if not self._window.is_popup:
            role = "dialog" if self._window.is_dialog or top.role != FRAME else "window"
            states: set[State] = {"focused"} if self._window.is_active else set()
            outer = DesktopElement(role, self._window.title or top.name, self._window.box, self._window.number)
            outer.states, outer.key = states, f"window {self._window.number}"
            found.append(outer)
        found += self._below(top, outer, self._window.box, 1 if outer else 0, is_floating=self._window.is_popup)
        return found

    def _below(
        self, each: Accessible, outer: DesktopElement | None, view: Box, depth: int, *, is_floating: bool
    ) -> Iterator[DesktopElement]:
        if each.role == SCROLL_PANE and each.box:
            view = self._calibration.box(each.box).intersection(view) or view
        inside = is_floating or each.role in FLOATING
        if each.role in _TABLES:
            yield from self._rows(each, outer, view, depth)
            return
        if outer and outer.role in _WHOLE and outer.name:
            return  # it is called by what is in it
        for child in _in_reading_order(each.children):
            element = self._element(child, outer, view, depth, is_floating=inside)
            if element:
                yield element
                if child.role == COMBO_BOX:
                    child.children = [part for part in child.children if _is_shown(part) and not _is_entry(part)]
                yield from self._below(child, element, view, depth + 1, is_floating=inside)
            else:
                yield from self._below(child, outer, view, depth, is_floating=inside)

    def _rows(self, table: Accessible, outer: DesktopElement | None, view: Box, depth: int) -> Iterator[DesktopElement]:
        """The cells of a table by rows, which toolkits do not tell."""
        for line in _lines(table.children):
            cells = [cell for each in line if (cell := self._element(each, outer, view, depth, is_floating=False))]
            if not cells:
                continue
            if all(cell.role == "columnheader" for cell in cells) or (len(line) == 1 and cells[0].role != "cell"):
                yield from cells
                continue
            box = cells[0].box
            for cell in cells[1:]:
                box = box.union(cell.box)
            row = DesktopElement("row", "", box, self._window.number, outer, depth, key=f"row of {cells[0].key}")
            yield row
            for cell in cells:
                cell.outer, cell.depth = row, depth + 1
                yield cell

    def _element(
        self, each: Accessible, outer: DesktopElement | None, view: Box, depth: int, *, is_floating: bool
    ) -> DesktopElement | None:
        """The element, if it says or takes anything and is in view."""
        if each.box is None or each.box.width <= 0 or each.box.height <= 0:
            return None
        box = self._calibration.box(each.box)
        popup = self._popup_at(box) if is_floating else None
        shown = box.intersection(popup.box if popup else view)
        if shown is None:
            return None
        role = _role(each, outer)
        made = DesktopElement(role, "", shown, (popup or self._window).number, outer, depth)
        made.key = f"{each.ref.bus}{each.ref.path}"
        _describe(made, each)
        words = vocabulary()
        if each.role in {SCROLL_PANE, DOCUMENT_WEB}:
            return _scrolling(made, each)
        if role == "group":
            return None
        if role == "img" and shown.area >= _PICTURE:
            return made
        if made.name or made.text or made.value or made.actionable:
            return made
        return made if role in words["containers"] and each.children else None

    def _popup_at(self, box: Box) -> DesktopWindow | None:
        return next((popup for popup in self._popups if popup.box.contains(box.center)), None)


def _in_reading_order(children: Sequence[Accessible]) -> list[Accessible]:
    """Line by line, since toolkits tell them as they were made."""
    return [*(each for line in _lines(children) for each in line), *(each for each in children if not each.box)]


def _lines(children: Sequence[Accessible]) -> list[list[Accessible]]:
    """What stands beside each other, from top to bottom."""
    placed = sorted((each for each in children if each.box), key=lambda each: each.box.center.y if each.box else 0)
    rows: list[list[Accessible]] = []
    for each in placed:
        last = rows[-1][-1].box if rows else None
        assert each.box
        if last and each.box.top < last.center.y and each.box.center.y < last.bottom:
            rows[-1].append(each)
        else:
            rows.append([each])
    return [sorted(row, key=lambda each: each.box.left if each.box else 0) for row in rows]


def _is_entry(each: Accessible) -> bool:
    """Whether it is the part of a list that drops down which is typed into."""
    return each.role in {ENTRY, TEXT} and each.has(EDITABLE)


def _is_shown(each: Accessible) -> bool:
    return bool(each.box and each.box.width > 0 and each.box.height > 0)


def _role(each: Accessible, outer: DesktopElement | None) -> str:
    role = role_of(each.role) or "group"
    if each.role == MENU and each.name:
        return "menuitem"
    if each.role == TEXT and not each.has(EDITABLE):
        return "text"  # it only shows something
    if role == "cell" and outer and outer.role == "tree":
        return "treeitem"
    return role


def _describe(made: DesktopElement, each: Accessible) -> None:
    words = vocabulary()
    states: Mapping[str, State] = words["states"]
    made.states = {state for place, state in states.items() if each.has(int(place))}
    is_field, is_pressed = made.role in words["fields"], made.role in words["pressed"]
    made.actionable = is_field or is_pressed
    if made.role == "cell":
        made.actionable = each.has(SELECTABLE) or each.has(FOCUSABLE) or each.has(EDITABLE)
    if each.role == TOGGLE and "checked" in made.states:
        made.states.remove("checked")
        made.states.add("pressed")
    if (is_field or is_pressed) and not each.has(SENSITIVE):
        made.states.add("disabled")
    if each.role == PASSWORD:
        made.states.add("password")
    if each.has(HAS_POPUP) or each.role == COMBO_BOX or (each.role == MENU and each.name):
        made.attributes["opens"] = "menu"
    if "expanded" not in made.states and each.has(EXPANDABLE):
        made.states.add("collapsed")
    if each.role == COMBO_BOX and any(part.has(FOCUSED) for part in each.children if _is_entry(part)):
        made.states.add("focused")
    _name(made, each, is_field=is_field)


def _name(made: DesktopElement, each: Accessible, *, is_field: bool) -> None:
    """What it is called, what it says, and what it holds."""
    name = _words(each.name)
    if is_field:
        made.name, made.value = _field(each, name)
        return
    if each.role in MEASURED:
        made.name = _words(each.label) or name
        made.value = f"{each.number:g}" if each.number is not None else None
        return
    if made.role == "text":
        made.text = each.text if each.text is not None and each.role in TEXTUAL else name
        return
    made.name = name
    if not name and made.actionable:
        made.name = " ".join(_inner_words(each)) or _words(each.described)
        if not made.name:
            return
        if not _inner_words(each):
            made.attributes["icon"] = "hint"


def _field(each: Accessible, name: str) -> tuple[str, str]:
    """The name of a field, and what it holds."""
    label = _words(each.label).removesuffix(":").rstrip()
    if each.role == COMBO_BOX:
        if entry := next((part for part in each.children if _is_entry(part)), None):
            return label or _words(entry.label) or _words(entry.name), entry.text or ""
        held = each.text if each.text is not None else next(_chosen(each), "")
        if each.is_named_by_choice:
            return label, name or held
        return label or name, held
    text = each.text if each.text is not None else f"{each.number:g}" if each.number is not None else ""
    return label or name, text


def _chosen(each: Accessible) -> Iterator[str]:
    for child in each.children:
        if child.has(SELECTED) and child.name:
            yield child.name
        yield from _chosen(child)


def _inner_words(each: Accessible) -> list[str]:
    found: list[str] = []
    for child in each.children:
        own = _words(child.name)
        found += [own] if own else _inner_words(child)
    return list(dict.fromkeys(found))[:_MOST_WORDS]


def _scrolling(made: DesktopElement, each: Accessible) -> DesktopElement | None:
    """What scrolls, and whether there is more above and below."""
    bars = [bar for bar in each.children if bar.role == SCROLL_BAR and bar.most > bar.least and bar.number is not None]
    upright = [bar for bar in bars if bar.box and bar.box.height > bar.box.width]
    up = any((bar.number or 0) > bar.least + 0.5 for bar in upright)
    down = any((bar.number or 0) < bar.most - 0.5 for bar in upright)
    if each.role == DOCUMENT_WEB and each.box:
        inside = [child.box for child in each.children if child.box]
        up = any(part.top < each.box.top - 1 for part in inside)
        down = any(part.bottom > each.box.bottom + 1 for part in inside)
    if not (bars or up or down):
        return None
    made.role, made.actionable = "group", False
    made.states = {"scrolls"}
    made.attributes |= {"more above": "yes"} if up else {}
    made.attributes |= {"more below": "yes"} if down else {}
    return made


def _words(text: str) -> str:
    return " ".join(text.split())
