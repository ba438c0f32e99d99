"""The hand of a person in front of a browser with a window, as gestures."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Literal

from playwright.async_api import Error, Page

from askonce.errors import AskonceError, ScreenClosed, ScreenError
from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.gestures import (
    Aims,
    Gesture,
    Gestures,
    HandAim,
    HandAnswer,
    HandCloseTab,
    HandGoTo,
    HandPress,
    HandTab,
    HandText,
    Notes,
    read_gesture,
)
from askonce.screens.keys import MODIFIERS
from askonce.screens.web.dialogs import DialogDesk
from askonce.screens.web.hand_navigation import HandNavigation
from askonce.screens.web.hand_worlds import HandWorlds, Report, World
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.tabs import Pages

_HANDED_OVER = 10.0
"""The most seconds that what was heard may take to be handed over at the end."""
_NEAR = 6.0
_STAYED = "the page asked whether to leave it, and you stayed: that is not recorded"
_TAB_BY_HAND = "a tab was opened by hand: what is done in it is recorded as if in the tab before"
_OWN = frozenset({"kind", "size", "held", "names", "what"})
"""What a report says besides the values of its gesture."""


@dataclass(frozen=True, slots=True)
class OwnInput:
    """What we are about to do ourselves: presses with the pointer, of which the first is here, or keys."""

    presses: int = 0
    at: Point | None = None
    keys: Sequence[str] = ()
    """By the names of keyboard events, in the order in which they are pressed, if they are."""

    turns_wheel: bool = False

    def as_json(self) -> str:
        at = [self.at.x, self.at.y] if self.at else None
        keys = [key for key in self.keys if key.isascii()]  # other characters are on no keyboard, and make no keys
        own = {"presses": self.presses, "at": at, "keys": keys, "turnsWheel": self.turns_wheel}
        return json.dumps(own)

    @classmethod
    def combination(cls, names: Sequence[str]) -> OwnInput:
        """Keys that are pressed together. With Shift, a character may become another one."""
        shift = "Shift+" if "Shift" in names else ""
        spelled = {"Space": " ", "Enter": "\n"}
        return cls(keys=[shift + spelled.get(name, name) for name in names if name not in MODIFIERS])


NO_INPUT = OwnInput()
CLEARING = OwnInput(keys=("A", "Delete"))
WHEEL = OwnInput(turns_wheel=True)


@dataclass(slots=True)
class _Heard:
    """A gesture on its way: where it was made, and the gesture itself once its place is known."""

    page: Page
    gesture: asyncio.Future[Gesture | HandAim | None]
    world: World | None = None
    kind: Literal["aim", "aimed", ""] = ""
    """Whether it is an aim, or a press that follows one."""


@dataclass(slots=True)
class _Watched:
    """A tab whose hands are watched."""

    worlds: HandWorlds
    listeners: Listeners
    navigation: HandNavigation


class HandListener:
    """Hears the person's hand in all tabs, and hands over one gesture after the other.

    What we do ourselves is let through and not heard (`own`).
    """

    def __init__(self, pages: Pages, dialogs: DialogDesk, news: News) -> None:
        self._pages = pages
        self._dialogs = dialogs
        self._news = news
        self._watched: dict[Page, _Watched] = {}
        self._starting: dict[Page, asyncio.Task[None]] = {}
        self._on_gesture: Gestures | None = None
        self._on_aim: Aims | None = None
        self._on_note: Notes | None = None
        self._heard: deque[_Heard] = deque()
        self._has_heard = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._is_busy = self._is_waiting = False
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._owning = 0
        self._passing = ""
        self._has_aimed = False
        """Whether what was aimed at last was looked at."""
        self._is_picking = False
        self._listeners = Listeners()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._by_hand: set[Page] = set()
        """The tabs that the person opened."""
        self._pressed: Point | None = None
        """Where the gesture before was done, if it was a single press."""
        self._doubles: Point | None = None

    @property
    def is_watching(self) -> bool:
        return self._on_gesture is not None

    async def start(self, on_gesture: Gestures, on_aim: Aims | None = None, on_note: Notes | None = None) -> None:
        if self.is_watching:
            raise ScreenError("the hands on this screen are watched already", remedy="stop the other recorder first")
        page = self._pages.current("watching hands")
        if await self._pages.session(page) is None:
            raise ScreenError("only Chromium tells what a person's hand does", remedy="record in the live view")
        self._on_gesture, self._on_aim, self._on_note = on_gesture, on_aim, on_note
        self._work = asyncio.ensure_future(self._hand_over())
        self._listeners.listen(self._pages.context, "page", self._on_tab)
        self._dialogs.on_hand_answer = self._on_answer
        self._dialogs.is_left = lambda: self._is_busy or not self._owning
        self._dialogs.on_stay = self._on_stay
        self._pages.on_gone = self._on_closed
        for tab in self._pages.open_tabs:
            self._watch(tab)
        await asyncio.gather(*self._starting.values())

    async def stop(self) -> None:
        """Watch no longer, once what was heard is handed over."""
        if not self.is_watching:
            return
        if self._work is not asyncio.current_task() and self._work and not self._work.done():
            try:
                await asyncio.wait_for(self.finished(), _HANDED_OVER)
            except TimeoutError:
                self._note("the page does not react: what was done by hand last is not recorded")
        self._on_gesture = None
        self._listeners.remove()
        self._dialogs.on_hand_answer = self._dialogs.is_left = self._dialogs.on_stay = self._pages.on_gone = None
        if self._work and self._work is not asyncio.current_task():
            self._work.cancel()
        for task in self._starting.values():
            task.cancel()
        self._starting.clear()
        watched, self._watched = self._watched, {}
        for tab in watched.values():
            tab.listeners.remove()
        await asyncio.gather(*(tab.worlds.stop() for tab in watched.values()))
        self._heard.clear()
        self._is_picking = False

    async def finished(self) -> None:
        """Wait until all that was heard so far is handed over, also what is being typed."""
        await self._tell("hands.finish()")
        await self._is_idle.wait()

    async def pick(self, on: bool) -> None:
        if not self.is_watching:
            raise ScreenError("nobody watches the hands on this screen", remedy="start to record first")
        self._is_picking = on
        await self._tell(f"hands.pick({str(on).lower()})")
        self._greet()

    @asynccontextmanager
    async def own(self, doing: OwnInput = NO_INPUT) -> AsyncGenerator[None]:
        """What we do ourselves meanwhile passes, and is not heard."""
        if not self.is_watching:
            yield
            return
        self._owning += 1
        self._passing = f"hands.pass({doing.as_json()});"
        self._greet()
        await self._tell(self._passing)
        try:
            yield
        finally:
            self._owning -= 1
            self._greet()
            if not self._owning:
                # While a dialog is open, no script runs.
                await self._dialogs.unless_opened(self._tell("hands.pass(null)"))

    @asynccontextmanager
    async def hidden(self) -> AsyncGenerator[None]:
        """Nothing of ours is to be seen meanwhile."""
        if not self.is_watching:
            yield
            return
        await self._tell("hands.show(false)")
        try:
            yield
        finally:
            self._include(self._tell("hands.show(true)"))

    def is_second(self, at: Point) -> bool:
        """Whether the first half of a double press here is done already."""
        return self._doubles is not None and _is_near(self._doubles, at)

    # Tabs

    def _watch(self, page: Page) -> None:
        if page not in self._watched and page not in self._starting:
            self._starting[page] = asyncio.ensure_future(self._watch_tab(page))

    async def _watch_tab(self, page: Page) -> None:
        try:
            session = await self._pages.context.new_cdp_session(page)
            watched = _Watched(
                HandWorlds(session, lambda world, report: self._on_report(page, world, report)),
                Listeners(),
                HandNavigation(
                    page,
                    session,
                    lambda gesture: self._hear(page, gesture),
                    self._note,
                    lambda: self._is_busy or bool(self._owning),
                ),
            )
            for event in ("Page.frameRequestedNavigation", "Page.frameNavigated", "Page.navigatedWithinDocument"):
                watched.listeners.listen(
                    session, event, lambda data, event=event: self._on_navigation(page, event, data)
                )
            self._watched[page] = watched
            self._greet()
            await watched.worlds.start()
            await watched.navigation.start()
        except Error:
            self._watched.pop(page, None)  # it closed before it was looked at
        finally:
            self._starting.pop(page, None)

    def _on_navigation(self, page: Page, event: str, data: dict[str, Any]) -> None:
        watched = self._watched.get(page)
        frame = data["frame"]["id"] if "frame" in data else data["frameId"]
        if watched is None or frame != watched.worlds.root:
            return
        if event == "Page.frameRequestedNavigation":
            watched.navigation.on_requested(data)
        else:
            self._include(watched.navigation.on_navigated(data))

    def _on_tab(self, page: Page) -> None:
        self._watch(page)
        self._include(self._adopt(page))

    async def _adopt(self, page: Page) -> None:
        """A tab that the person opened becomes one of the screen; those that pages open are already."""
        try:
            opener = await page.opener()
        except Error:
            return
        if opener is None and not self._owning and page not in self._pages.open_tabs:
            self._pages.adopt(page)
            self._by_hand.add(page)
            self._note(_TAB_BY_HAND)
            if watching := self._starting.get(page):
                await watching
            self._hear_address(page)

    def _hear_address(self, page: Page) -> None:
        if watched := self._watched.get(page):
            watched.navigation.hear_address()

    def _on_closed(self, page: Page, *, was_current: bool) -> None:
        self._watched.pop(page, None)
        is_by_hand = page in self._by_hand
        self._by_hand.discard(page)
        current = self._pages.current_or_none()
        if not was_current or current is None or self._is_busy or self._owning:
            return
        if is_by_hand:
            self._hear_address(current)
        else:
            self._hear(current, HandCloseTab(is_done=True))

    def _on_answer(self, accept: bool, text: str | None) -> None:
        if page := self._pages.current_or_none():
            self._hear(page, HandAnswer(accept, text, is_done=True))

    def _on_stay(self) -> None:
        if self._on_note:
            self._on_note(_STAYED)
        self._news.tell(_STAYED)

    # Reports

    def _on_report(self, page: Page, world: World, report: Report) -> None:
        if report["kind"] == "unable":
            self._note(f"{report['what']} cannot be recorded, and was not done")
            return
        is_aim = report["kind"] == "aim"
        if is_aim and self._heard:
            self._has_aimed = False
            return  # it would come too late
        if report.get("held") and not self._is_waiting:
            self._is_waiting = True
            self._include(self._tell("hands.wait(true)"))
        gesture = asyncio.ensure_future(self._read(page, world, report))
        kind: Literal["aim", "aimed", ""] = "aim" if is_aim else "aimed" if report.get("is_aimed") else ""
        self._add(_Heard(page, gesture, world if report.get("held") else None, kind))

    def _note(self, text: str) -> None:
        """Tell the person; where nobody does that, it is in the news."""
        (self._on_note or self._news.tell)(text)

    async def _read(self, page: Page, world: World, report: Report) -> Gesture | HandAim | None:
        watched = self._watched.get(page)
        if watched is None:
            return None
        values = {name: value for name, value in report.items() if name not in _OWN}
        width, height = report["size"]
        for name in ("at", "start", "end"):
            if name in values:
                x, y = values[name]
                place = await watched.worlds.place(world, Point(x, y), (width, height))
                if place is None:
                    return None
                values[name] = [place.x, place.y]
        if report["kind"] == "files":
            names: list[str] = report["names"]
            paths = [await watched.worlds.path_of(world, number) for number in range(len(names))]
            values["files"] = [path or name for path, name in zip(paths, names, strict=True)]
        if report["kind"] == "aim":
            return HandAim(Point(*values["at"]), report["is_down"], report["is_aimed"])
        return read_gesture({"kind": report["kind"], **values})

    def _hear(self, page: Page, gesture: Gesture) -> None:
        ready: asyncio.Future[Gesture | HandAim | None] = asyncio.get_running_loop().create_future()
        ready.set_result(gesture)
        self._add(_Heard(page, ready))

    def _add(self, heard: _Heard) -> None:
        self._heard.append(heard)
        self._has_heard.set()
        self._is_idle.clear()

    async def _hand_over(self) -> None:
        while True:
            await self._has_heard.wait()
            while self._heard:
                await self._hand_over_next()
            self._has_heard.clear()
            if self._is_waiting:
                self._is_waiting = False
                self._include(self._tell("hands.wait(false)"))
            self._is_idle.set()

    async def _hand_over_next(self) -> None:
        heard = self._heard[0]
        together = [heard]
        try:
            gesture = await heard.gesture
            self._heard.popleft()
            if isinstance(gesture, HandAim):
                await self._look_at(heard.page, gesture)
                return
            if isinstance(gesture, HandText):
                gesture = await self._with_typed_since(gesture, together)
            if gesture:
                await self._come_to(heard.page, gesture)
                await self._do(gesture)
        except ScreenClosed:
            self._heard.clear()
        except AskonceError as error:
            self._note(f"what was done by hand failed: {error.message}")
        finally:
            for each in together:
                self._release(each)
            if heard.kind != "aim" and (watched := self._watched.get(heard.page)):
                watched.navigation.forget_address()

    async def _look_at(self, page: Page, aim: HandAim) -> None:
        """Look at what may be pressed next, unless something else was done since."""
        is_over = any(heard.kind != "aimed" for heard in self._heard)
        if self._on_aim is None or is_over or page is not self._pages.current_or_none():
            self._has_aimed = False
            return
        aim = replace(aim, is_aimed=aim.is_aimed and self._has_aimed)
        await self._on_aim(aim)
        self._has_aimed = True

    async def _with_typed_since(self, gesture: HandText, together: list[_Heard]) -> HandText:
        """Keys that waited behind this one are typed with it."""
        while self._heard and self._heard[0].gesture.done():
            following = self._heard[0].gesture.result()
            if not isinstance(following, HandText) or self._heard[0].page is not together[0].page:
                break
            gesture = replace(gesture, text=gesture.text + following.text)
            together.append(self._heard.popleft())
        return gesture

    async def _come_to(self, page: Page, gesture: Gesture) -> None:
        """The person is in this tab now."""
        tabs = self._pages.open_tabs
        if page is self._pages.current_or_none() or page not in tabs:
            return
        before = self._pages.current_or_none()
        await self._pages.switch(tabs.index(page) + 1)
        if isinstance(gesture, HandCloseTab | HandGoTo):
            return
        if self._by_hand & {before, page}:  # a replay has them in one tab
            await self._do(HandGoTo(page.url, is_done=True))
        else:
            kept = [tab for tab in tabs if tab not in self._by_hand]
            await self._do(HandTab(kept.index(page) + 1, is_done=True))

    async def _do(self, gesture: Gesture) -> None:
        on_gesture = self._on_gesture
        if on_gesture is None:
            return
        if isinstance(gesture, HandPress) and gesture.is_aimed:
            gesture = replace(gesture, is_aimed=self._has_aimed)
        press = gesture if isinstance(gesture, HandPress) and not gesture.is_done else None
        first, self._pressed = self._pressed, None
        self._doubles = press.at if press and press.is_second and first and _is_near(first, press.at) else None
        self._is_busy = True
        try:
            await on_gesture(gesture)
        finally:
            self._is_busy, self._doubles = False, None
            self._pressed = press.at if press and press.count == 1 and press.button == "left" else None

    def _release(self, heard: _Heard) -> None:
        watched = self._watched.get(heard.page)
        if heard.world and watched:
            self._include(watched.worlds.call_in(heard.world, "hands.release()"))

    # The worlds

    async def _tell(self, expression: str) -> None:
        await asyncio.gather(*(tab.worlds.call(expression) for tab in self._watched.values()))

    def _greet(self) -> None:
        greeting = (
            ("hands.aim(true);" if self._on_aim else "")
            + ("hands.pick(true);" if self._is_picking else "")
            + (self._passing if self._owning else "")
        )
        for tab in self._watched.values():
            tab.worlds.greeting = greeting

    def _include(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_near(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) < _NEAR and abs(one.y - other.y) < _NEAR
