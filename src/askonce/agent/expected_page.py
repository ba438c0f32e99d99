"""Waiting for a page that something opens."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from askonce.errors import ConfigError, OutOfTime
from askonce.screens import NewPages, Screen

if TYPE_CHECKING:
    from playwright.async_api import Page


class _Tabbed(Protocol):
    """The agent that goes to the page."""

    screen: Screen

    @property
    def page(self) -> Page: ...

    @property
    def url(self) -> str: ...


class ExpectedPage:
    """A page that opens in a block: made by `agent.expect_page`. After the block the agent is in it.

    >>> async with agent.expect_page() as opened:  # doctest: +SKIP
    ...     await agent.tap("the Terms link")
    >>> opened.url  # doctest: +SKIP
    'https://shop.example/terms'
    """

    def __init__(self, agent: _Tabbed, timeout: float) -> None:
        self._agent = agent
        self._timeout = timeout
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """Playwright's page, once the block has ended."""
        if self._page is None:
            raise ConfigError("the new page is known after the block", remedy="leave the block of expect_page first")
        return self._page

    @property
    def url(self) -> str:
        """Its address, as it is now."""
        return self.page.url

    async def __aenter__(self) -> Self:
        self._screen.expect_page()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not await self._screen.new_page(self._timeout if kind is None else 0) and kind is None:
            raise OutOfTime(
                f"no new page opened within {self._timeout:g} s",
                remedy="do in the block what opens it, or raise timeout",
            )
        if kind is None:
            self._page = self._agent.page

    @property
    def _screen(self) -> NewPages:
        screen = self._agent.screen
        if not isinstance(screen, NewPages):
            raise ConfigError(f"this {screen.kind} screen opens no pages", remedy="web screens do")
        return screen
