"""Reads the objects of applications that show: from the cache of an application where it keeps one, else one level of
its objects after the other, without going into what does not show."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence

from askonce.geometry import Box
from askonce.screens.desktop.linux.atspi_bus import AtspiBus, NoAnswer, Ref, answers
from askonce.screens.desktop.linux.atspi_facts import (
    APPLICATION,
    COMBO_BOX,
    LEAVES,
    MEASURED,
    PUSH_BUTTON,
    SCROLL_BAR,
    SHOWING,
    TABLE,
    TEXTUAL,
    TOGGLE,
    TREE,
    TREE_TABLE,
    VISIBLE,
    Accessible,
    state_bits,
)

_CACHE = "/org/a11y/atspi/cache"
_LABELLED_BY = 2
_MANY = 120
"""Children of a table from which on only those in view are asked for."""
_EMBEDDED = "\ufffc"
"""What stands in a text for something that is no text."""
_CLASS = re.compile(r"(?:Gtk|Adw)[A-Z]\w+")
_DEEPEST = 60
_LONGEST_TEXT = 20_000
_HINTED = frozenset({PUSH_BUTTON, TOGGLE, 7, 44})
"""What may have a picture for a name, and then has a hint."""


class AtspiReader:
    """Reads whole applications."""

    def __init__(self, bus: AtspiBus) -> None:
        self._bus = bus
        self._toolkits: dict[str, tuple[str, str]] = {}
        self._processes: dict[str, int] = {}

    async def processes(self) -> dict[Ref, int]:
        """The applications on the bus, and their processes."""
        found = await self._bus.applications()
        unknown = [each for each in found if each.bus not in self._processes]
        for ref, process in zip(
            unknown, await answers(self._bus.process_of(each.bus) for each in unknown), strict=True
        ):
            self._processes[ref.bus] = process or 0
        return {each: self._processes[each.bus] for each in found}

    async def read(self, application: Ref) -> list[Accessible]:
        """The windows of an application, each with what shows in it, boxes included."""
        name, version = await self._toolkit(application)
        shown = VISIBLE if name.lower() == "gtk" and version.startswith("4") else SHOWING
        root = Accessible(application, APPLICATION, "", 0)
        if name.lower() == "gtk" and version.startswith("3"):
            await self._from_cache(root)
        else:
            await self._walk([root], shown)
        found = [each for window in root.children for each in _all_of(window)]
        is_newer_gtk = shown == VISIBLE
        for each in found:
            each.is_named_by_choice = each.role == COMBO_BOX and name.lower() == "gtk" and not is_newer_gtk
            each.name = plain_name(each.name) if is_newer_gtk else each.name
        await self._measure(found)
        return [window for window in root.children if window.box]

    async def read_titled(self, application: Ref, titles: set[str]) -> list[Accessible]:
        """The windows of an application with one of these titles."""
        names = await answers(self._bus.get(ref, "Accessible", "Name") for ref in await self._children_of(application))
        if not any(name in titles for name in names if name):
            return []
        return [window for window in await self.read(application) if window.name in titles]

    async def focused_text(self) -> str | None:
        """The text in what has the keyboard; None where nobody knows that."""
        if self._bus.focused is None:
            return None
        try:
            (text,) = await self._bus.call(self._bus.focused, "Text", "GetText", "ii", 0, -1)
        except NoAnswer:
            return None
        return str(text)

    async def nudge(self, key: str, dx: float, dy: float) -> bool:
        """Have an application scroll an object to another place."""
        bus, slash, path = key.partition("/")
        ref = Ref(bus, slash + path)
        try:
            (box,) = await self._bus.call(ref, "Component", "GetExtents", "u", 0)
            goal = round(box[0] + dx), round(box[1] + dy)
            (is_done,) = await self._bus.call(ref, "Component", "ScrollToPoint", "uii", 0, *goal)
        except NoAnswer:
            return False
        return bool(is_done)

    async def _children_of(self, ref: Ref) -> list[Ref]:
        (found,) = await self._bus.call(ref, "Accessible", "GetChildren")
        return [Ref(*each) for each in found]

    async def _toolkit(self, application: Ref) -> tuple[str, str]:
        if application.bus not in self._toolkits:
            name, version = await answers(
                self._bus.get(application, "Application", each) for each in ("ToolkitName", "Version")
            )
            self._toolkits[application.bus] = str(name or ""), str(version or "")
        return self._toolkits[application.bus]

    async def _from_cache(self, root: Accessible) -> None:
        """One call for all objects. Menus that are open may be missing from it: those are walked."""
        try:
            (items,) = await self._bus.call(Ref(root.ref.bus, _CACHE), "Cache", "GetItems")
        except NoAnswer:
            await self._walk([root], SHOWING)
            return
        known: dict[tuple[str, str], Accessible] = {}
        below: dict[tuple[str, str], list[tuple[int, Accessible, int]]] = defaultdict(list)
        for ref, _, parent, index, count, _, name, role, described, states in items:
            made = Accessible(Ref(*ref), role, name, state_bits(states), described=described)
            known[tuple(ref)] = made
            below[tuple(parent)].append((index, made, count))
        incomplete: list[Accessible] = []

        def place(outer: Accessible, depth: int) -> None:
            for _, each, count in sorted(below.get((outer.ref.bus, outer.ref.path), ()), key=lambda child: child[0]):
                if not each.has(SHOWING) or depth > _DEEPEST:
                    continue
                each.outer, each.depth = outer, depth
                outer.children.append(each)
                if each.role in LEAVES:
                    continue
                if count > len(below.get((each.ref.bus, each.ref.path), ())):
                    incomplete.append(each)
                else:
                    place(each, depth + 1)

        place(root, 0)
        windows = {each.ref for each in root.children}
        late = [ref for ref in await self._children_of(root.ref) if ref not in windows]
        made = [each for each in await answers(self._describe(ref, root, 0, SHOWING) for ref in late) if each]
        root.children += made
        await self._walk([*incomplete, *made], SHOWING)

    async def _walk(self, level: Sequence[Accessible], shown: int) -> None:
        """Fill in what is below, one level at a time, all objects of a level at once."""
        depth = 0
        while level and depth < _DEEPEST:
            listed = await answers(self._children(each) for each in level)
            refs = [(ref, outer) for outer, children in zip(level, listed, strict=True) for ref in children or ()]
            made = await answers(self._describe(ref, outer, outer.depth + 1, shown) for ref, outer in refs)
            level = []
            for (_, outer), each in zip(refs, made, strict=True):
                if each:
                    outer.children.append(each)
                    if each.role not in LEAVES:
                        level.append(each)
            depth += 1

    async def _children(self, outer: Accessible) -> list[Ref]:
        refs = await self._children_of(outer.ref)
        if len(refs) > _MANY and outer.role in {TABLE, TREE, TREE_TABLE}:
            return await self._in_view(outer, refs)
        return refs

    async def _in_view(self, table: Accessible, cells: list[Ref]) -> list[Ref]:
        """The cells between the first and the last one that can be seen: a table may have a million."""
        if table.box is None:
            table.box = await self._extents(table)
        box = table.box
        corners = ((box.left + 4, box.top + 4), (box.right - 4, box.bottom - 4), (box.left + 4, box.center.y))
        at = await answers(
            self._bus.call(table.ref, "Component", "GetAccessibleAtPoint", "iiu", round(x), round(y), 0)
            for x, y in corners
        )
        places = {ref: place for place, ref in enumerate(cells)}
        found = [places[ref] for each in at if each and (ref := Ref(*each[0])) in places]
        if len(found) < 2:
            return cells[: 4 * _MANY]
        return cells[min(found) : min(max(found) + 1, min(found) + 8 * _MANY)]

    async def _describe(self, ref: Ref, outer: Accessible, depth: int, shown: int) -> Accessible | None:
        """An object, if it shows."""
        (states,) = await self._bus.call(ref, "Accessible", "GetState")
        bits = state_bits(states)
        if not bits >> shown & 1:
            return None
        role, name = await asyncio.gather(
            self._bus.call(ref, "Accessible", "GetRole"), self._bus.get(ref, "Accessible", "Name")
        )
        return Accessible(ref, role[0], str(name), bits, outer, depth)

    async def _measure(self, found: Sequence[Accessible]) -> None:
        """Where they are, and what they hold."""
        await asyncio.gather(
            *(self._place(each) for each in found if each.box is None),
            *(self._read_text(each) for each in found if each.role in TEXTUAL),
            *(self._read_number(each) for each in found if each.role in MEASURED),
            *(self._read_label(each) for each in found if each.role in TEXTUAL | MEASURED),
            *(self._read_hint(each) for each in found if each.role in _HINTED and not each.name),
        )

    async def _place(self, each: Accessible) -> None:
        try:
            each.box = await self._extents(each)
        except NoAnswer:
            return

    async def _extents(self, each: Accessible) -> Box:
        (box,) = await self._bus.call(each.ref, "Component", "GetExtents", "u", 0)
        return Box(*box)

    async def _read_text(self, each: Accessible) -> None:
        try:
            (text,) = await self._bus.call(each.ref, "Text", "GetText", "ii", 0, -1)
            each.text = str(text)[:_LONGEST_TEXT]
        except NoAnswer:
            pass
        if each.role == COMBO_BOX and (each.text or _EMBEDDED) == _EMBEDDED:
            each.text = await self._chosen(each)

    async def _chosen(self, each: Accessible) -> str | None:
        """What is chosen in a list that drops down, where it says so."""
        inner = await answers([self._children_of(each.ref)])
        for holder in (each.ref, *(inner[0] or ())[:1]):
            try:
                (ref,) = await self._bus.call(holder, "Selection", "GetSelectedChild", "i", 0)
                if name := str(await self._bus.get(Ref(*ref), "Accessible", "Name")):
                    return name
            except NoAnswer:
                continue
        return None

    async def _read_number(self, each: Accessible) -> None:
        try:
            each.number = float(await self._bus.get(each.ref, "Value", "CurrentValue"))
            if each.role == SCROLL_BAR:
                each.least, each.most = await asyncio.gather(
                    self._bus.get(each.ref, "Value", "MinimumValue"), self._bus.get(each.ref, "Value", "MaximumValue")
                )
        except (NoAnswer, TypeError):
            return

    async def _read_label(self, each: Accessible) -> None:
        """A field is called by the label that belongs to it."""
        try:
            (relations,) = await self._bus.call(each.ref, "Accessible", "GetRelationSet")
            labels = [Ref(*ref) for kind, refs in relations if kind == _LABELLED_BY for ref in refs]
            names = [await self._bus.get(ref, "Accessible", "Name") for ref in labels]
        except NoAnswer:
            return
        each.label = " ".join(str(name).strip() for name in names if name)

    async def _read_hint(self, each: Accessible) -> None:
        try:
            each.described = str(await self._bus.get(each.ref, "Accessible", "Description"))
        except NoAnswer:
            return


def plain_name(name: str) -> str:
    """What GTK 4 means by a name: it says labels twice, and the class of what has none."""
    half = len(name) // 2
    if len(name) > 2 and len(name) % 2 and name[half] == " " and name[:half] == name[half + 1 :]:
        return name[:half]
    return "" if _CLASS.fullmatch(name) else name


def _all_of(each: Accessible) -> list[Accessible]:
    return [each, *(below for child in each.children for below in _all_of(child))]
