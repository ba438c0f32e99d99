"""A call on a Playwright page, by which an exported test does what an action does."""

from __future__ import annotations

from typing import Literal

from askonce.actions.target import Target
from askonce.lazy import dataclass

CallValue = str | int | float | bool | Target | list[str]
"""A text may hold names of values in braces; a target becomes its locator."""

Receiver = Target | Literal["page", "page.keyboard", "page.mouse"]


@dataclass(frozen=True, slots=True)
class PlaywrightCall:
    """`on.method(arguments)`, for example `PlaywrightCall.of(self.target, "click")`.

    `fill` may be called on any element: for one that has no value, the export writes clicks and keys instead.
    """

    on: Receiver
    method: str
    arguments: tuple[CallValue, ...] = ()
    options: tuple[tuple[str, CallValue], ...] = ()
    times: int = 1
    """How often it is called, one after the other."""

    @classmethod
    def of(
        cls, on: Receiver, method: str, *arguments: CallValue, times: int = 1, **options: CallValue
    ) -> PlaywrightCall:
        """A call as it is written in Python."""
        return cls(on, method, arguments, tuple(options.items()), times)
