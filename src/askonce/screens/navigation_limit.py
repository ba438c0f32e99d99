"""How long opening an address may take: half a minute, or as long as a call may that has a longer timeout."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_LIMIT: ContextVar[float] = ContextVar("navigation limit", default=30.0)


def navigation_limit() -> float:
    """The seconds for which a screen waits at most until a page comes."""
    return _LIMIT.get()


@contextmanager
def navigations_within(seconds: float | None) -> Generator[None, None, None]:
    """A block in which pages may take that long, where it is longer than usual."""
    token = _LIMIT.set(max(_LIMIT.get(), seconds or 0.0))
    try:
        yield
    finally:
        _LIMIT.reset(token)
