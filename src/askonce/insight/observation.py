"""Observing the screen over time: pictures of changes, and all texts that appeared, even briefly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from askonce.errors import ConfigError, ScreenClosed, ScreenError
from askonce.geometry import Box
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.image_diff import change, reduced
from askonce.lazy import dataclass
from askonce.models import Image
from askonce.screens import Inspectable, LegibleTree, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.ui_tree import GAP

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_LOOK = 15.0
"""The most seconds that one look may take. A screen that hangs is looked at again, and keeps nobody waiting."""
_CANCELLED = 1.0
"""After so many seconds, what was cancelled is cancelled again: Python's `wait_for` can lose it."""
_FRAME_EVERY = 0.1
"""The least seconds between two pictures, unless new words appeared: and between two readings of the elements."""
_WORDS_EVERY = 0.03
_AT_MOST_BUSY = 0.7
"""The most of the time that reading the elements may take, so that long pages are left in peace."""
_MOST_TEXTS = 500
_MOST_PROOFS = 20
"""How many looks a text gets in which it may prove to be legible: they take longer than others."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A text that could be read, in seconds since the watching began: from when, and until when it was last seen."""

    text: str
    since: float
    until: float
    is_gone: bool = False
    is_legible: bool = True
    """Whether it is proven that a person could read it, where the screen can prove that."""


@dataclass(slots=True)
class _WatchedShot:
    moment: Snapshot
    small: Picture
    change: float
    """How much of the screen differs from the frame before."""
    has_news: bool = False
    """Whether words came or went with it."""


class Observation:
    """A window over time: start, let things happen, stop; then `evidence` and `texts` say what was to be seen.

    It looks with eyes of its own, beside whatever is done on the screen, and does nothing to it. A screen that is
    moving on at times is looked at again a moment later. Still runs are not kept, and when there are more than `most`
    frames, those go that tell the least: the first, the last and the greatest changes stay.
    """

    def __init__(self, eyes: Eyes, *, most: int = 16) -> None:
        if most < 2:
            raise ConfigError(f"an observation of {most} frames", remedy="keep at least 2, the first and the last")
        self._eyes = eyes
        self._most = most
        self._frames: list[_WatchedShot] = []
        self._seen: dict[str, Seen] = {}
        self._present: dict[str, None] = {}
        self._unproven: dict[str, int] = {}
        """Texts that came and are not proven to be legible, with how many more looks they get."""
        self._tree: Tree | None = None
        self._news = asyncio.Event()
        self._started = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self._is_over = False
        """Told apart from cancelling, which Python's `wait_for` loses when what it waits for is done just then."""
        self.seconds = 0.0
        """How long it lasted, once it is over."""
        self._looks: dict[str, float] = {}
        """When the last look of each kind began, at the words and at the picture."""
        self._gap = 0.0
        """The longest time between two of a kind: what was shorter may have been missed."""

    async def start(self) -> Self:
        """Start, with a first look before anything happens."""
        if self._started:
            raise ConfigError("this observation was started before", remedy="make a new one")
        self._started = time.monotonic()
        if isinstance(self._eyes.screen, Inspectable):
            await self._survive(self._read_words())
        self._news.clear()
        await self._survive(self._take_frame())
        if not self._frames and time.monotonic() - self._started >= _LOOK:
            raise ScreenError(f"the screen showed nothing for {_LOOK:g} s", remedy="reload it, or start it again")
        self._tasks = [asyncio.create_task(self._watch_frames())]
        if isinstance(self._eyes.screen, Inspectable):
            self._tasks.append(asyncio.create_task(self._watch_words()))
        return self

    async def stop(self) -> None:
        """Stop, with a last look. Stopping again has no effect."""
        if not self._tasks:
            return
        tasks, self._tasks = self._tasks, []
        self._is_over = True
        left = set(tasks)
        while left:
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=_CANCELLED)
        for task in tasks:
            if not task.cancelled():
                task.result()
        with suppress(ScreenClosed):
            if isinstance(self._eyes.screen, Inspectable):
                await self._survive(self._read_words())
            await self._survive(self._take_frame())
        self.seconds = time.monotonic() - self._started
        self._gap = max((self._gap, *(self.seconds - began for began in self._looks.values())))

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """The kept pictures, in order."""
        return tuple(frame.moment for frame in self._frames)

    @property
    def texts(self) -> tuple[Seen, ...]:
        """Every text that was visible at some time, in order of appearance."""
        return tuple(self._seen.values())

    def evidence(
        self, *, within: Box | None = None, images: Mapping[str, Image] | None = None, context: str = ""
    ) -> Evidence:
        """All of it, to be asked about. The elements are those of the end."""
        tree = self._tree.masked(self._eyes.mask) if self._tree else None
        seconds = self.seconds or time.monotonic() - self._started
        evidence = Evidence(self.snapshots, tree, within, over_time=True, seconds=seconds, gap=self._gap)
        evidence = replace(evidence, context=context)
        return replace(evidence, images=images) if images else evidence

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()

    async def _watch_frames(self) -> None:
        with suppress(ScreenClosed):
            while not self._is_over:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_FRAME_EVERY):
                        await self._news.wait()
                await self._survive(self._take_frame())

    async def _watch_words(self) -> None:
        with suppress(ScreenClosed):
            while not self._is_over:
                began = time.monotonic()
                await self._survive(self._read_words())
                took = time.monotonic() - began
                await asyncio.sleep(max(_WORDS_EVERY - took, took / _AT_MOST_BUSY - took))

    async def _survive(self, look: Coroutine[Any, Any, None]) -> None:
        """A page that is moving on, blocked or busy shows nothing just now; one that is gone never will."""
        try:
            async with asyncio.timeout(_LOOK):
                await look
        except ScreenClosed:
            raise
        except (ScreenError, TimeoutError):
            return

    async def _read_words(self) -> None:
        screen = self._eyes.screen
        assert isinstance(screen, Inspectable)
        at = time.monotonic() - self._started
        tree = await self._eyes.mask.typed.look_between(screen, screen.tree)
        tree.learn_rests(self._eyes.mask)
        read_before = self._looks.get("words", 0.0)
        self._note_look("words", at)
        is_first, self._tree = self._tree is None, tree
        present = _texts_of(tree, tree.withheld_values(self._eyes.mask))
        for text in present:
            if known := self._seen.get(text):
                self._seen[text] = replace(known, until=at, is_gone=False)
            elif len(self._seen) < _MOST_TEXTS:
                self._seen[text] = Seen(text, at, at, is_legible=not isinstance(screen, LegibleTree))
                if not is_first:
                    self._unproven[text] = _MOST_PROOFS
        for text in self._present.keys() - present.keys():
            if known := self._seen.get(text):
                self._seen[text] = replace(known, is_gone=True)
        if present.keys() != self._present.keys():
            self._news.set()
            if self._frames and self._frames[-1].moment.at >= read_before:
                # A picture may have been quicker than the words: of several, the last one shows them if any does.
                self._frames[-1].has_news = True
        self._present = present
        if isinstance(screen, LegibleTree) and not self._unproven.keys().isdisjoint(present):
            await self._prove(screen)

    def _note_look(self, kind: str, began: float) -> None:
        now = time.monotonic() - self._started
        self._gap = max(self._gap, now - self._looks.get(kind, now))
        self._looks[kind] = began

    async def _prove(self, screen: LegibleTree) -> None:
        """Look whether the texts that came can be read: one may be transparent, under something else, or fading in."""
        legible = _legible_texts(await screen.legible_tree(whole=False))
        for text in self._unproven.keys() & self._present.keys():
            self._unproven[text] -= 1
            if text in legible:
                self._seen[text] = replace(self._seen[text], is_legible=True)
            if text in legible or not self._unproven[text]:
                del self._unproven[text]

    async def _take_frame(self) -> None:
        has_news = self._news.is_set()
        self._news.clear()
        self._eyes.blink()
        at = time.monotonic() - self._started
        shot = await self._eyes.shot()
        self._note_look("picture", at)
        small = await asyncio.to_thread(reduced, shot)
        differs = change(self._frames[-1].small, small) if self._frames else 1.0
        if differs:
            self._frames.append(_WatchedShot(Snapshot(shot, at), small, differs, has_news))
        if len(self._frames) > self._most:
            _thin(self._frames)


def _texts_of(tree: Tree, withheld: Mapping[int, str]) -> dict[str, None]:
    """What can be read, in order, each text once; not what is another text at every look, nor what is `withheld`."""
    nodes = (node for node in tree if "ticks" not in node.attributes)
    parts = (part for node in nodes for part in (node.shown, node.text, withheld.get(node.number, node.value or "")))
    texts = (" ".join(text.split()) for text in parts)
    return dict.fromkeys(text for text in texts if text)


def _legible_texts(tree: Tree) -> set[str]:
    """The texts of elements in view of which every word can surely be read."""
    words: Mapping[int, str] = tree.sight.words if tree.sight else {}
    texts = (words.get(node.number, "") for node in tree.in_view)
    return {" ".join(text.split()) for text in texts if GAP not in text}


def _thin(frames: list[_WatchedShot]) -> None:
    """Take out the frame between the first and the last that tells the least: a small change, close to others, and
    without other words as long as there is one."""

    def worth(place: int) -> tuple[bool, float]:
        frame = frames[place]
        span = frames[place + 1].moment.at - frames[place - 1].moment.at
        return frame.has_news, frame.change * span

    least = min(range(1, len(frames) - 1), key=worth)
    following = frames[least + 1]
    following.change = change(frames[least - 1].small, following.small)
    del frames[least]
