"""Waiting for a page that something opens, blocking."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from askonce.agent.expected_page import ExpectedPage
from askonce.sync.blocking_methods import Blocking


class OpenedPage(Blocking[ExpectedPage]):
    """A page that opens in a block: made by `agent.expect_page`. After the block the agent is in it.

    >>> with agent.expect_page() as opened:  # doctest: +SKIP
    ...     agent.tap("the Terms link")
    >>> opened.url  # doctest: +SKIP
    'https://shop.example/terms'
    """

    @property
    def url(self) -> str:
        """Its address, as it is now."""
        return self.unblocked.url

    def __enter__(self) -> Self:
        self.runner.run(self.unblocked.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.runner.run(self.unblocked.__aexit__(kind, error, traceback))
