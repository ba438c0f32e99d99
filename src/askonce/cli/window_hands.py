"""The hands of a person at a window, handed to the recorder: things that are pointed at become checks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from askonce.cli.terminal import Console, Text, print_error, print_warning
from askonce.errors import AskonceError, ScreenClosed
from askonce.geometry import Point
from askonce.recorder.hand_recorder import HandRecorder
from askonce.screens import Tabs
from askonce.screens.gestures import Gesture, HandAim, HandPoint, HandSource

if TYPE_CHECKING:
    from askonce.agent import Agent

GLANCE = 0.5
"""Seconds between two looks whether the browser is still there."""


class WindowHands:
    """Takes the gestures of a person in front of a window, until that is closed.

    They are watched before the first page comes, because its scripts would hear them first otherwise. What is done
    before the recorder is there waits for it.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._recorder: HandRecorder | None = None
        self._is_ready = asyncio.Event()

    async def watch(self, agent: Agent) -> None:
        source = agent.screen
        assert isinstance(source, HandSource), "only such screens are recorded in a window"
        await source.watch_hands(self.take, on_aim=self._aim, on_note=self._tell)

    async def __call__(self, recorder: HandRecorder, agent: Agent, console: Console) -> None:
        console.print(Text("Use the browser. Ctrl-C here, or closing it, ends the recording.", "bold"))
        self._recorder = recorder
        self._is_ready.set()
        while True:
            await asyncio.sleep(GLANCE)
            if not await _is_open(agent):
                return

    async def take(self, gesture: Gesture) -> None:
        """Record a gesture. One that fails is told, and the next one is taken."""
        recorder = await self._ready()
        try:
            if isinstance(gesture, HandPoint):
                await self._add_check(recorder, gesture.at)
            else:
                await recorder.perform(gesture)
        except ScreenClosed:
            return  # whoever waits for the end sees it too
        except AskonceError as error:
            print_error(self._console, error, debug=False)

    async def _aim(self, aim: HandAim) -> None:
        try:
            await (await self._ready()).aim(aim)
        except AskonceError:
            return  # the press that comes next says why

    async def _add_check(self, recorder: HandRecorder, at: Point) -> None:
        """Add the most telling check of what is pointed at."""
        proposals = await recorder.checks_at(at)
        if not proposals:
            self._tell("nothing there can be checked without a model")
            return
        await recorder.add_check(proposals[0])

    async def _ready(self) -> HandRecorder:
        await self._is_ready.wait()
        assert self._recorder
        return self._recorder

    def _tell(self, text: str) -> None:
        print_warning(self._console, text)


async def _is_open(agent: Agent) -> bool:
    screen = agent.screen
    try:
        return bool(await screen.tabs()) if isinstance(screen, Tabs) else True
    except ScreenClosed:
        return False
