"""What the screens of all phones do alike: look, wait until nothing moves, scroll, put the keyboard away."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from typing import TypeVar

from askonce.errors import ScreenClosed, ScreenError
from askonce.geometry import Box, Point, Size
from askonce.screens.carried_numbers import CarriedNumbers
from askonce.screens.phones.field_focus import LastTap
from askonce.screens.phones.phone_elements import Hierarchy, build_tree
from askonce.screens.phones.phone_glass import PhoneGlass, Pixel
from askonce.screens.polled_settle import ADDRESS, Look, PolledSettle
from askonce.screens.screen_protocol import Edge
from askonce.screens.ui_tree import Tree

T = TypeVar("T")

_POLL = 0.1
_MOST_SLIDES = 60
"""How often a list is pushed on until it is at its end."""


class PhoneScreen(ABC):
    """A phone that is looked at again and again, because it does not say when it changes."""

    def __init__(self) -> None:
        self._numbers = CarriedNumbers()
        self._glass = PhoneGlass()
        self._settling = PolledSettle(self._look)
        self._latest = Hierarchy((), 0, None), ""
        """The elements and the address at the last look."""
        self._end: Edge | None = None
        """Where what scrolls was pushed to, as long as nothing else was done; else nobody knows where it stands."""
        self._tapped: LastTap | None = None
        """The last tap, as long as nothing else was done."""
        self._is_system_in_front = False
        """Whether no app was in front at the last look, as where a phone is locked or asleep."""
        self._address = ""
        self._told: list[str] = []
        self._is_closed = False

    # What each kind of phone does in its own way

    @property
    @abstractmethod
    def serial(self) -> str:
        """By what the phone is known."""

    @abstractmethod
    async def _read(self) -> tuple[Hierarchy, str]:
        """The elements, and the address that says where the phone is."""

    @abstractmethod
    async def _wake(self) -> bool:
        """Switch the screen on and open the lock; whether that had to be done. An error if it wants a person."""

    @abstractmethod
    async def _slide(self, path: Sequence[Pixel]) -> None:
        """Move a finger along a path, and let it rest before it is lifted, so that nothing is flung."""

    @abstractmethod
    def _ways_to_hide_keyboard(self) -> Sequence[Callable[[], Awaitable[None]]]:
        """What puts the on-screen keyboard away, the best first."""

    # Screen, Inspectable, StillTree, Watchable

    async def size(self) -> Size:
        self._check_open()
        return self._glass.size

    async def settle(self) -> None:
        self._check_open()
        await self._settling.settle()

    def news(self) -> Sequence[str]:
        told, self._told = self._told, []
        return told

    def tell(self, what: str) -> None:
        """Have something told with the next news."""
        self._told.append(what)

    async def tree(self) -> Tree:
        self._check_open()
        await self._look()
        return self._build()

    async def still_tree(self) -> Tree:
        self._check_open()
        if self._settling.seen is None:
            await self._look()
        await self._settling.stand_still(is_due=_moves_keyboard(self._latest[0]))
        return self._build()

    async def wait_for_change(self, timeout: float) -> bool:
        self._check_open()
        loop = asyncio.get_running_loop()
        deadline, before = loop.time() + timeout, self._settling.seen or await self._look()
        while await self._look() == before:
            if (left := deadline - loop.time()) <= 0:
                return False
            await asyncio.sleep(min(_POLL, left))
        return True

    # Uncovering

    async def uncover(self, number: int) -> bool:
        tree = await self.tree()
        node = tree.find(number)
        return node is not None and node.is_under_keyboard and await self.hide_keyboard()

    async def hide_keyboard(self) -> bool:
        """Put the on-screen keyboard away; False where it stays, or is not there."""
        for hide in self._ways_to_hide_keyboard():
            if not await self._has_keyboard():
                return False
            await self._do(hide)
            await self.settle()
            if not await self._has_keyboard():
                return True
        return False

    async def _has_keyboard(self) -> bool:
        hierarchy, _ = await self._read()
        return hierarchy.keyboard is not None

    # Scroller

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        await self._push(dx, dy, at)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        width, height = self._glass.size.width * 0.6, self._glass.size.height * 0.5
        dx, dy = {"top": (0, -height), "bottom": (0, height), "left": (-width, 0), "right": (width, 0)}[edge]
        before = await self._look()
        for _ in range(_MOST_SLIDES):
            await self._push(dx, dy, at)
            await self.settle()
            if (now := await self._look()) == before:
                self._end = edge
                return
            before = now

    async def _push(self, dx: float, dy: float, at: Point | None) -> None:
        """Slide by exactly so far, in parts that fit on the screen."""
        room = await self._room(at)
        for path in self._glass.slides(dx, dy, room):
            await self._do(lambda path=path: self._slide(path))

    async def _room(self, at: Point | None) -> Box:
        """Where a finger slides: the smallest part that scrolls what lies at a place; without one, the largest part.

        Not over the keyboard, which takes what slides there for itself.
        """
        hierarchy, _ = await self._read()
        ratio = self._glass.ratio
        parts = [part.box for part in hierarchy.parts if "scrolls" in part.states]
        boxes = [Box.of_edges(*(edge / ratio for edge in box.edges)) for box in parts]
        around = [box for box in boxes if at is None or box.contains(at)]
        room = (max if at is None else min)(around, key=lambda box: box.area, default=self._glass.box)
        edge = hierarchy.keyboard.top / ratio if hierarchy.keyboard else room.bottom
        return room if not room.top < edge < room.bottom else Box.of_edges(room.left, room.top, room.right, edge)

    # For all verbs

    def _check_open(self) -> None:
        if self._is_closed:
            raise ScreenClosed(f"the screen of {self.serial} is closed", remedy="open it again")

    async def _do(self, work: Callable[[], Awaitable[T]]) -> T:
        self._check_open()
        self._end = self._tapped = None
        self._settling.note_action()
        try:
            return await work()
        finally:
            self._settling.note_action()

    async def _look(self) -> Look:
        """What is on the screen, by element, for comparing."""
        hierarchy, address = self._latest = await self._read_awake()
        seen: dict[Hashable, Hashable] = {ADDRESS: address, **hierarchy.look}
        self._settling.note_look(seen)
        return seen

    async def _read_awake(self) -> tuple[Hierarchy, str]:
        """Read the elements; a phone that has gone to sleep meanwhile is opened again."""
        found, failure = None, None
        try:
            found = await self._read()
        except ScreenClosed:
            raise
        except ScreenError as error:  # some phones tell nothing while they are locked
            failure = error
        if found and not self._is_system_in_front:
            return found
        if not await self._wake():
            if found:
                return found
            assert failure
            raise failure
        self.tell("the phone was asleep or locked, and was opened again")
        return await self._read()

    def _build(self) -> Tree:
        hierarchy, address = self._latest
        if address != self._address:
            self._address, self._end = address, None
        tree = build_tree(hierarchy, self._numbers, self._glass.size, self._glass.ratio, address)
        if self._end is None or sum("scrolls" in node.states for node in tree) > 1:
            return tree  # which of them is at its end was not noted
        is_up, is_down = tree.scrolls_up and self._end != "top", tree.scrolls_down and self._end != "bottom"
        return replace(tree, scrolls_up=is_up, scrolls_down=is_down)


def _moves_keyboard(hierarchy: Hierarchy) -> bool:
    """Whether the keyboard is about to come or to go: it stands there for a field that is being edited."""
    is_editing = any(part.role == "textbox" and "focused" in part.states for part in hierarchy.parts)
    return is_editing != (hierarchy.keyboard is not None)
