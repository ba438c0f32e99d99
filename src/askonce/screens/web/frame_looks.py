"""The walks over all frames of a page, and whether what they found still holds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from playwright.async_api import ElementHandle, Error, Frame, Page

from askonce.errors import ScreenError
from askonce.lazy import dataclass
from askonce.screens.web.settle import Beginning
from askonce.screens.web.tree_walk import FrameDocument, Inset, Sameness, Walkers

MOST_IN_VIEW = 20_000
MOST_IN_PAGE = 5_000


@dataclass(frozen=True, slots=True)
class LookKind:
    """What a look is to find: see `page_tree.read_tree`."""

    whole: bool
    proof: bool

    @property
    def most(self) -> int:
        return MOST_IN_PAGE if self.whole else MOST_IN_VIEW


@dataclass(frozen=True, slots=True)
class FrameLook:
    """One frame's walk with those of the frames inside it, by the place of their element among its nodes."""

    source: Frame
    name: str
    document: FrameDocument
    inset: Inset | None
    children: tuple[Frame, ...]
    """All frames inside, also those that are not looked into."""
    inner: Mapping[int, FrameLook]
    is_partial: bool
    """Whether a frame in view was left out because it did not answer."""

    def all(self) -> Iterator[FrameLook]:
        yield self
        for look in self.inner.values():
            yield from look.all()


class FrameOwners:
    """The elements that hold frames. A frame stays in its element as long as it lives, so each is asked for once."""

    def __init__(self) -> None:
        self._known: dict[Frame, ElementHandle] = {}

    async def of(self, frame: Frame) -> tuple[list[Frame], list[ElementHandle], bool]:
        """The frames inside `frame` with the elements that hold them, and whether any of these was known before."""
        await self._let_go([child for child in self._known if child.is_detached()])
        children = _children(frame)
        are_known = any(child in self._known for child in children)
        found = await asyncio.gather(*map(self._owner, children), return_exceptions=True)
        pairs = [
            (child, owner) for child, owner in zip(children, found, strict=True) if isinstance(owner, ElementHandle)
        ]
        return [child for child, _ in pairs], [owner for _, owner in pairs], are_known

    def forget(self, frames: Iterable[Frame]) -> None:
        """Ask for the elements of these again."""
        for frame in frames:
            self._known.pop(frame, None)

    async def _owner(self, frame: Frame) -> ElementHandle:
        if frame not in self._known:
            self._known[frame] = await frame.frame_element()
        return self._known[frame]

    async def _let_go(self, frames: Sequence[Frame]) -> None:
        owners = [self._known.pop(frame) for frame in frames]
        if owners:
            await asyncio.gather(*(owner.dispose() for owner in owners), return_exceptions=True)


_PREPARE = "() => { document.documentElement?.getBoundingClientRect(); }"


@dataclass(frozen=True, slots=True)
class Errand:
    """A look at the frames of a page: how, and how long it waits for one of them."""

    walkers: Walkers
    owners: FrameOwners
    kind: LookKind
    patience: float
    styles: int | None = None
    """How often styles had been computed when it began, where that is known."""
    least: int = 0
    """The fewest nodes of a document that is worth to be read in parts."""
    painted: bool = False
    """Whether the page is painted first, because a picture of it is being taken: reading it would keep that waiting."""
    many: int | None = None
    """The most elements of a page that is read although nothing was counted before: see `ManyElements`."""
    action: Beginning | None = None
    """What frames are told of an action that follows."""

    async def look(self, frame: Frame, inset: Inset | None = None) -> FrameLook:
        children, document = await self._walk(frame, inset)
        insets = [inset for inset in document.frames if 0 <= inset.index < len(children)]
        looks = await asyncio.gather(*(self._look_inside(children[inset.index], inset) for inset in insets))
        inner = {inset.node: look for inset, look in zip(insets, looks, strict=True) if look}
        return FrameLook(frame, _name(frame), document, inset, _children(frame), inner, len(inner) < len(insets))

    async def _walk(self, frame: Frame, inset: Inset | None) -> tuple[list[Frame], FrameDocument]:
        shade = inset.shade.model_dump(mode="json") if inset and inset.shade else None
        while True:
            children, owners, are_known = await self.owners.of(frame)
            try:
                argument = {**self._arguments(inset), "children": owners, "shade": shade}
                return children, await self.walkers.walk(frame, argument)
            except Error:
                self.owners.forget(children)
                if not are_known:
                    raise  # else they may be those of a document that was left

    async def _look_inside(self, frame: Frame, inset: Inset) -> FrameLook | None:
        """A frame that went away, moved on, hangs or answers nonsense is left out: the page around it still counts."""
        try:
            async with asyncio.timeout(self.patience):
                return await self.look(frame, inset)
        except (Error, ScreenError, TimeoutError):
            return None

    async def prepare(self, page: Page) -> None:
        """Bring all frames up to date, so that looking at them computes no style and no layout."""
        await asyncio.gather(*map(self._prepare, page.frames))

    async def _prepare(self, frame: Frame) -> None:
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(self.patience):
                await frame.evaluate(_PREPARE)

    async def compare(self, known: FrameLook) -> Sameness:
        """Whether all frames are as they were when they were read.

        This tells nothing of how they look: whoever asks compares the counts of styles and layouts (`render_counts`).
        """
        answers = await asyncio.gather(*map(self._compare, known.all()))
        return Sameness(
            same=all(answer.same for answer in answers),
            still=all(answer.still for answer in answers),
            current=all(answer.current for answer in answers),
            told=all(answer.told for answer in answers),
        )

    async def _compare(self, known: FrameLook) -> Sameness:
        if known.is_partial or known.children != _children(known.source) or known.name != _name(known.source):
            return Sameness()
        try:
            async with asyncio.timeout(self.patience):
                return await self.walkers.compare(known.source, self._arguments(known.inset))
        except (Error, ScreenError, TimeoutError):
            return Sameness()

    def _arguments(self, inset: Inset | None) -> dict[str, Any]:
        most = {} if self.many is None or inset else {"many": self.many}
        return {
            **most,
            "clip": list(inset.clip) if inset else None,
            "focused": inset is None or inset.focused,
            "odd": inset is not None and inset.odd,
            "whole": self.kind.whole,
            "proof": self.kind.proof,
            "most": self.kind.most,
            "least": self.least,
            "styles": self.styles,
            "painted": self.painted and inset is None,
            "action": self.action,
        }


def _name(frame: Frame) -> str:
    return "" if frame.parent_frame is None else frame.name or frame.url


def _children(frame: Frame) -> tuple[Frame, ...]:
    return tuple(child for child in frame.child_frames if not child.is_detached())
