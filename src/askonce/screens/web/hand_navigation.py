"""Where a person goes in a tab beside the page itself: an address, back, forward, the page once more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, cast

from playwright.async_api import CDPSession, Error, Page

from askonce.lazy import dataclass
from askonce.screens.gestures import Gesture, HandBack, HandForward, HandGoTo, HandReload, Notes
from askonce.screens.web.devtools import ask

_NOWHERE = ("about:", "chrome:", "chrome-error:")
_ERROR = "chrome-error:"
_NO_PAGE = "there is no page at that address: going there is not recorded"
_CHANGE, _AGAIN = 5.0, 0.05
"""For how many seconds a tab that is just changing may not say its history, and after how many it is asked again."""

_History = tuple[int, tuple[int, ...]]
"""The place in the history of a tab, and the entries of that; none where the tab does not say."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """What a tab shows now, as the browser told it at that moment: by now it may be the page after."""

    address: str
    by_hand: bool
    is_whole: bool
    """Whether it is another document."""
    is_kept: bool
    """Whether the document is shown again as it was left."""


class HandNavigation:
    """Hears where the person goes in one tab. What the page asks for itself, or we do, is not heard."""

    def __init__(
        self, page: Page, session: CDPSession, hear: Callable[[Gesture], None], note: Notes, is_ours: Callable[[], bool]
    ) -> None:
        """`is_ours` says whether what happens now comes from something that was heard or done by us."""
        self._page = page
        self._session = session
        self._hear = hear
        self._note = note
        self._is_ours = is_ours
        self._turn = asyncio.Lock()
        self._history: _History = (0, ())
        self._went_to = ""
        """Where the person went last, unless something was done since."""
        self._shown = ""
        """The last address that showed a page."""
        self._is_lost = False
        """Whether the tab shows no page now, but why there is none."""
        self._is_requested = False
        """Whether the page itself asked for the navigation that comes next."""

    async def start(self) -> None:
        async with self._turn:
            self._history = await self._read_history()
            self._take_in(self._page.url)

    def on_requested(self, event: dict[str, Any]) -> None:
        if event.get("disposition") in {"currentTab", None}:
            self._is_requested = True

    def on_navigated(self, event: dict[str, Any]) -> Coroutine[Any, Any, None]:
        """The tab shows something else. Returns what is left to do, one arrival after the other."""
        is_whole = "frame" in event
        frame = event["frame"] if is_whole else event
        by_hand = not (self._is_requested or self._is_ours())
        if is_whole:
            self._is_requested = False
        address = frame["url"] + frame.get("urlFragment", "")
        arrival = _Arrival(address, by_hand, is_whole, event.get("type") == "BackForwardCacheRestore")
        return self._arrive(arrival)

    def hear_address(self) -> None:
        """The tab shows this address, which the person chose."""
        self._hear_address(self._page.url)

    def forget_address(self) -> None:
        """Something was done: the same address is news again."""
        self._went_to = ""

    async def _arrive(self, arrival: _Arrival) -> None:
        async with self._turn:
            await self._tell(arrival)

    async def _tell(self, arrival: _Arrival) -> None:
        shown, was_lost = self._shown, self._is_lost
        self._take_in(arrival.address)
        before, now = self._history, await self._read_history()
        self._history = now
        if not arrival.by_hand:
            return
        steps = now[0] - before[0]
        if self._is_lost:
            if arrival.address.startswith(_ERROR):
                self._note(_NO_PAGE)
        elif was_lost:
            self._hear_found(arrival, shown)
        elif now[1] and now[1] == before[1] and steps:
            for _ in range(abs(steps)):
                self._hear(HandBack(is_done=True) if steps < 0 else HandForward(is_done=True))
        elif arrival.is_whole and arrival.address == shown:
            self._hear(HandReload(is_done=True))
        elif arrival.is_whole:
            self._hear_address(arrival.address)

    def _take_in(self, address: str) -> None:
        self._is_lost = address.startswith(_NOWHERE)
        self._shown = self._shown if self._is_lost else address

    def _hear_found(self, arrival: _Arrival, shown: str) -> None:
        """Coming back from an address that leads nowhere brings the page before anew, unless it was kept."""
        if arrival.address != shown:
            self._hear_address(arrival.address)
        elif not arrival.is_kept:
            self._hear(HandReload(is_done=True))

    def _hear_address(self, address: str) -> None:
        if address != self._went_to and not address.startswith(_NOWHERE):
            self._went_to = address
            self._hear(HandGoTo(address, is_done=True))

    async def _read_history(self) -> _History:
        """A tab that is just changing says it a moment later."""
        until = monotonic() + _CHANGE
        while not self._page.is_closed():
            try:
                history = await ask(self._session, "Page.getNavigationHistory")
            except Error:
                if monotonic() > until:
                    break
                await asyncio.sleep(_AGAIN)
            else:
                return int(history["currentIndex"]), tuple(cast("int", entry["id"]) for entry in history["entries"])
        return (0, ())
