"""The screen as clients see and touch it: where it is, its tabs and dialogs, the hand, what is pointed at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from pydantic import field_validator

from askonce.agent.chooser_files import ChooserFiles, handing_over
from askonce.errors import ConfigError, NotAllowed, ScreenClosed, ScreenError, ScreenMoved
from askonce.geometry import Point, Size
from askonce.locate.drift import node_at
from askonce.planning.secret_entry import begin_unseen_entry
from askonce.playground.client_connection import ClientConnection
from askonce.playground.panel import Panel, PanelCommand, PanelEvent
from askonce.playground.pointed_element import named_elements, pinned, pointed
from askonce.playground.taken_gestures import gestures_of
from askonce.recorder.gesture_input import carry_out
from askonce.screens import Dialogs, FileChoosers, Inspectable, Node, Tab, Tabs, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.gestures import (
    Gesture,
    HandBack,
    HandFiles,
    HandFill,
    HandForward,
    HandGoTo,
    HandHold,
    HandPress,
    HandReload,
    HandSwipe,
    HandText,
    read_gesture,
)
from askonce.screens.navigation_limit import navigation_limit
from askonce.screens.screen_protocol import DropDowns, OpenChooser, OpenChoosers

if TYPE_CHECKING:
    from askonce.playground.playground_session import PlaygroundSession

GLANCE = 0.25
"""Seconds between two looks at what the screen does by itself."""
REACTION = 20.0
"""The most seconds that a screen may take for a gesture, beyond what the gesture lasts by itself."""
_LETTER = 0.1
"""The most seconds that a letter takes."""
_POINTING = 5.0
"""The most seconds that a look at what is pointed at may keep the hand waiting."""

Pointer = Callable[[Tree], Node | None]
"""Finds what is pointed at."""
Read = TypeVar("Read")
TakeGesture = Callable[[Gesture], Awaitable[Mapping[str, Any] | None]]


class HandCommand(PanelCommand["ScreenPanel"]):
    """Do with the screen what a hand did in the live view."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "hand"
    gesture: Gesture

    @field_validator("gesture", mode="plain")
    @classmethod
    def _read(cls, value: object) -> Gesture:
        return read_gesture(cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {})

    async def perform(self, panel: ScreenPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        return await panel.take(self.gesture)


class PointCommand(PanelCommand["ScreenPanel"]):
    """A place on the screen that is pointed at, or an element by its number."""

    needs_screen: ClassVar[bool] = True
    reads: ClassVar[bool] = True
    at: tuple[float, float] | None = None
    number: int | None = None

    @property
    def pointer(self) -> Pointer:
        if (self.at is None) == (self.number is None):
            raise ConfigError("what is pointed at is not clear", remedy="give either at or number")
        point, number = Point(*self.at) if self.at else None, self.number
        return lambda tree: node_at(tree, point) if point else tree.find(number or 0)


class HoverCommand(PointCommand):
    """The element under the pointer."""

    word: ClassVar[str] = "hover"

    async def perform(self, panel: ScreenPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        return {"element": await panel.look_at(self.pointer)}


class PinCommand(PointCommand):
    """The element at a point, with what leads back to it."""

    word: ClassVar[str] = "pin"

    async def perform(self, panel: ScreenPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        return {"element": await panel.look_at(self.pointer, closely=True)}


class ListElements(PanelCommand["ScreenPanel"]):
    """The elements that can be pointed at without a pointer."""

    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "elements"
    reads: ClassVar[bool] = True

    async def perform(self, panel: ScreenPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        async def listed(tree: Tree) -> list[dict[str, Any]]:
            return named_elements(tree)

        return {"elements": await panel.read(listed) or []}


class ListTabs(PanelCommand["ScreenPanel"]):
    needs_screen: ClassVar[bool] = True
    word: ClassVar[str] = "tabs"
    reads: ClassVar[bool] = True

    async def perform(self, panel: ScreenPanel, client: ClientConnection) -> Mapping[str, Any] | None:
        return {"tabs": _tab_fields(await panel.read_tabs())}


class ScreenPanel(Panel):
    commands = (HandCommand, HoverCommand, PinCommand, ListElements, ListTabs)

    def __init__(self, session: PlaygroundSession) -> None:
        super().__init__(session)
        self.taker: TakeGesture | None = None
        """Who carries out gestures instead of the screen itself, such as a recorder."""
        self.reaction = REACTION
        self._told: dict[str, Mapping[str, Any]] = {}
        self._tabs: Sequence[Tab] = ()
        self._chooser: OpenChooser | None = None
        self._pressed: Point | None = None
        self._size = (0, 0)
        self._watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._look_around()
        self._watch = asyncio.create_task(self._keep_watch())

    async def close(self) -> None:
        if self._watch:
            self._watch.cancel()
            await asyncio.wait({self._watch})

    # ---- the hand

    async def take(self, gesture: Gesture) -> Mapping[str, Any] | None:
        """Carry out a gesture, or show the list that a press would open in a window of its own."""
        session = self.session
        session.refuse_while_working()
        if getattr(gesture, "is_done", False):
            raise ConfigError("what a hand did elsewhere cannot be done here", remedy="leave out is_done")
        async with session.turn:
            session.refuse_while_working()
            if isinstance(gesture, HandGoTo) and session.is_own_page(gesture.address):
                raise NotAllowed("the playground cannot be shown in itself", remedy="go to another address")
            result = await self._perform_in_time(gesture)
        await self._look_around()
        return result

    async def _perform_in_time(self, gesture: Gesture) -> Mapping[str, Any] | None:
        """Perform a gesture. A screen that does not react is told, so that the hand is free for another one."""
        limit = self.reaction + _duration(gesture)
        clock = asyncio.timeout(limit)
        try:
            async with clock:
                return await self._perform(gesture)
        except TimeoutError:
            if not clock.expired():
                raise
        unrecorded = ", and it is not recorded" if self.taker else ""
        raise ScreenError(
            f"the screen did not react to this within {limit:g} s{unrecorded}",
            remedy="try again, reload the page, or go to another address",
        )

    async def _perform(self, gesture: Gesture) -> Mapping[str, Any] | None:
        screen = self.session.agent.screen
        if places := _places(gesture):
            size = await screen.size()
            _refuse_outside(places, size)
        if await self._shows_list(gesture):
            return None
        if isinstance(gesture, HandPress):
            self._pressed = gesture.at
        if isinstance(gesture, HandFiles):
            self._tell("chooser", {"at": None, "multiple": False})
        if isinstance(gesture, HandText | HandFill) and self.session.mask.hides(gesture.text):
            await begin_unseen_entry(Eyes(screen, self.session.mask))
        async with self._files_for(gesture):
            return await (self.taker(gesture) if self.taker else carry_out(gesture, screen))

    def _files_for(self, gesture: Gesture) -> AbstractAsyncContextManager[None]:
        """A block in which files may come from the folder that clients put them into."""
        screen = self.session.agent.screen
        if not isinstance(gesture, HandFiles) or not isinstance(screen, FileChoosers):
            return nullcontext()
        return handing_over(screen, ChooserFiles.of(None, self.session.uploads), expected=False)

    async def _shows_list(self, gesture: Gesture) -> bool:
        screen = self.session.agent.screen
        if not isinstance(gesture, HandPress) or gesture.button != "left":
            return False
        if not isinstance(screen, DropDowns) or (isinstance(screen, Dialogs) and screen.dialog):
            return False
        found = await screen.drop_down_at(gesture.at)
        if found is None:
            return False
        options = [
            {"label": label, "chosen": index in found.chosen, "disabled": index in found.disabled}
            for index, label in enumerate(found.options)
        ]
        asked = {"at": [gesture.at.x, gesture.at.y], "options": options, "multiple": found.multiple}
        if self.session.writer:
            self.session.writer.send({"event": "options", **self.session.masked(asked)})
        return True

    # ---- pointing

    async def look_at(self, pointer: Pointer, *, closely: bool = False) -> Mapping[str, Any] | None:
        """The element that is pointed at; nothing while something else has the screen."""

        async def described(tree: Tree) -> Mapping[str, Any] | None:
            node = pointer(tree)
            if node is None:
                return None
            return await pinned(tree, node, self.session.agent.screen) if closely else pointed(tree, node)

        return await self.read(described)

    async def read(self, reader: Callable[[Tree], Awaitable[Read]]) -> Read | None:
        """What is read off the tree of the screen; nothing while something else has the screen."""
        screen = self.session.agent.screen
        if self.session.work or not isinstance(screen, Inspectable):
            return None
        async with self.session.turn:
            if self.session.work or (isinstance(screen, Dialogs) and screen.dialog):
                return None
            try:
                async with asyncio.timeout(_POINTING):
                    return await reader((await screen.tree()).masked(self.session.mask))
            except (ScreenMoved, TimeoutError):
                return None

    async def read_tabs(self) -> Sequence[Tab]:
        screen = self.session.agent.screen
        return await screen.tabs() if isinstance(screen, Tabs) else ()

    # ---- what the screen does by itself

    def hello(self) -> Mapping[str, Any]:
        screen = self.session.agent.screen
        can = gestures_of(screen)
        return {
            "gestures": can,
            "can": {
                "tabs": "tab" in can,
                "address": "go_to" in can,
                **{word: word in can for word in ("back", "forward", "reload", "home", "recents")},
                "hover": isinstance(screen, Inspectable),
                "record": isinstance(screen, Inspectable),
            },
        }

    def greet(self) -> Iterator[PanelEvent]:
        return iter(self._told.items())

    def on_work(self) -> None:
        self._tell_screen()

    async def _keep_watch(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            if not self.session.clients:
                continue
            try:
                await self._look_around()
            except ScreenClosed as error:
                self.session.end(error.message)
                return
            except ScreenError:
                continue  # it is being left; the next look tells more

    async def _look_around(self) -> None:
        """Tell clients what is different since the last look."""
        screen = self.session.agent.screen
        if isinstance(screen, Tabs):
            self._tabs = await screen.tabs()
            if not self._tabs:
                raise ScreenClosed("the page is closed", remedy="open a new screen")
            self._tell("tabs", {"tabs": _tab_fields(self._tabs)})
        dialog = screen.dialog if isinstance(screen, Dialogs) else None
        told = dialog and {"kind": dialog.kind, "message": dialog.message, "default": dialog.default}
        self._tell("dialog", {"dialog": None if dialog and dialog.is_drawn else told})
        if isinstance(screen, OpenChoosers) and screen.chooser is not self._chooser:
            self._chooser = screen.chooser
            if self._chooser and self._pressed and not self.session.work:
                at = [self._pressed.x, self._pressed.y]
                self._tell("chooser", {"at": at, "multiple": self._chooser.multiple})
        if not self.session.work and self.taker is None:
            for text in screen.news():
                self.session.tell("note", text=text)
        if not dialog and not self._size[0]:
            size = await screen.size()
            self._size = (size.width, size.height)
        self._tell_screen()

    def _tell_screen(self) -> None:
        current = next((tab for tab in self._tabs if tab.current), None)
        agent = self.session.agent
        self._tell(
            "screen",
            {
                "kind": agent.screen.kind,
                "title": current.title if current else "",
                "address": agent.known_address,
                "size": list(self._size),
                "busy": bool(self.session.work),
                "work": self.session.work,
            },
        )

    def _tell(self, event: str, fields: Mapping[str, Any]) -> None:
        """Tell clients, unless they know."""
        if self._told.get(event) != fields:
            self._told[event] = fields
            self.session.tell(event, fields)


def _duration(gesture: Gesture) -> float:
    """How many seconds a gesture lasts by itself."""
    match gesture:
        case HandGoTo() | HandBack() | HandForward() | HandReload():
            return navigation_limit()
        case HandHold(seconds=seconds) | HandSwipe(seconds=seconds):
            return seconds
        case HandText(text=text) | HandFill(text=text):
            return len(text) * _LETTER
        case _:
            return 0.0


def _places(gesture: Gesture) -> Sequence[Point]:
    named = (getattr(gesture, name, None) for name in ("at", "start", "end"))
    return [place for place in named if isinstance(place, Point)]


def _refuse_outside(places: Sequence[Point], size: Size) -> None:
    for place in places:
        if not (0 <= place.x <= size.width + 1 and 0 <= place.y <= size.height + 1):
            raise ConfigError(
                f"{place.x:g},{place.y:g} is not on the screen, which is {size.width} x {size.height}",
                remedy="give a place on it",
            )


def _tab_fields(tabs: Sequence[Tab]) -> list[dict[str, Any]]:
    return [
        {"number": number, "title": tab.title, "address": tab.address, "current": tab.current}
        for number, tab in enumerate(tabs, 1)
    ]
