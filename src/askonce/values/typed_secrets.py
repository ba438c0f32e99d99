"""Secrets that were typed where no element tells what shows them: on a canvas, on a screen that is only seen.

Kept with the mask, so that all who take pictures of the screen know of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar
from urllib.parse import urlsplit

from askonce.geometry import Box
from askonce.lazy import dataclass

T = TypeVar("T")

_typist: ContextVar[bool] = ContextVar("typist", default=False)
"""Whether the code that runs is typing a secret."""
_MOST_FIELDS = 200
"""How many elements with secrets are remembered: those of pages that were left long ago are not seen again."""


@dataclass(frozen=True, slots=True)
class TypedSecret:
    """One time that a secret was typed, and what may show it since."""

    address: str
    """Where the screen was; empty if nobody knows."""
    place: Box | None = None
    """The field that it was typed into, as far as that was seen."""
    surfaces: frozenset[int] | None = None
    """The numbers of the elements of which only the picture is known; None if that is the whole screen."""
    document: int = 0
    """The document that was shown, where its number is known: it stays while only the address changes."""
    before: bytes = b""
    """The picture from before it was typed: what looks the same shows no secret. Nothing is kept of it on disk."""

    def is_at(self, address: str) -> bool:
        """Whether the screen may still be where it was typed: only another page is known to be left."""
        return _page_of(address) == _page_of(self.address)


@dataclass(frozen=True, slots=True)
class TypedField:
    """An element that a secret was typed into: it may show a part of it, or write it in another way, at any time."""

    number: int
    text: str
    """All that was typed."""
    address: str

    def is_at(self, address: str) -> bool:
        """Whether the screen may show the element: only another site is known to have others."""
        return _page_of(address)[:2] == _page_of(self.address)[:2]

    def is_on_page(self, address: str) -> bool:
        return _page_of(address) == _page_of(self.address)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A secret that is being typed."""

    screen: object
    ended: asyncio.Event


class TypedSecrets:
    """What was typed on which screen."""

    def __init__(self) -> None:
        self._noted: list[tuple[object, TypedSecret]] = []
        self._last: dict[TypedSecret, bytes] = {}
        self._fields: deque[tuple[object, TypedField]] = deque(maxlen=_MOST_FIELDS)
        self._plain: dict[int, str] = {}
        self._entries: list[_Entry] = []
        self._begun = 0
        """How often one began to be typed."""

    def note(self, screen: object, typed: TypedSecret) -> None:
        """From now on, pictures of the screen may show a secret there."""
        if (screen, typed) not in self._noted:
            self._noted.append((screen, typed))

    def withdraw(self, screen: object, typed: TypedSecret) -> None:
        """An element shows it after all."""
        self._noted = [entry for entry in self._noted if entry != (screen, typed)]

    def saw(self, typed: TypedSecret, picture: bytes) -> None:
        """What the screen looked like last where a secret was typed."""
        self._last[typed] = picture

    def last(self, typed: TypedSecret) -> bytes:
        """The last picture of the screen where it was typed; empty if there is none."""
        return self._last.get(typed, b"")

    def note_field(self, screen: object, field: TypedField) -> None:
        """From now on, an element may show a secret, or what is left of it."""
        self._plain.pop(field.number, None)
        if (screen, field) not in self._fields:
            self._fields.append((screen, field))

    def note_plain(self, number: int, text: str) -> None:
        """Something else was typed into an element: where it holds that, it shows nothing of a secret."""
        if any(field.number == number for field in self.fields):
            self._plain[number] = text

    @property
    def fields(self) -> tuple[TypedField, ...]:
        """The elements that secrets were typed into."""
        return tuple(field for _, field in self._fields)

    def fields_at(self, address: str) -> Sequence[TypedField]:
        """Those that a screen there may show."""
        return [field for field in self.fields if field.is_at(address)]

    def is_plain(self, number: int, held: str) -> bool:
        """Whether an element holds what was typed into it last, and that was no secret."""
        return self._plain.get(number) == held

    def fields_on(self, screen: object) -> Sequence[TypedField]:
        """Those of a screen."""
        return [field for where, field in self._fields if where is screen]

    @contextmanager
    def typing(self, screen: object) -> Generator[None, None, None]:
        """A secret is being typed, perhaps key by key: nobody else looks at the screen until it is there."""
        entry = _Entry(screen, asyncio.Event())
        self._entries.append(entry)
        self._begun += 1
        before = _typist.set(True)
        try:
            yield
        finally:
            _typist.reset(before)
            self._entries.remove(entry)
            entry.ended.set()

    async def look_between(self, screen: object, look: Callable[[], Awaitable[T]]) -> T:
        """Look at a screen while no secret is half typed: the beginning of one is found in no mask. Whoever types it
        may look at any time."""
        while True:
            while entry := next((entry for entry in self._entries if entry.screen is screen), None):
                if _typist.get():
                    break
                await entry.ended.wait()
            begun, seen = self._begun, await look()
            if begun == self._begun or _typist.get():
                return seen

    def on(self, screen: object) -> tuple[TypedSecret, ...]:
        """What was typed on a screen."""
        return tuple(typed for where, typed in self._noted if where is screen)


def _page_of(address: str) -> tuple[str, str, str]:
    """A page without what may change while it stays: the query and the fragment of its address."""
    parts = urlsplit(address)
    return parts.scheme, parts.netloc, parts.path
