"""Running on a page of Playwright's blocking API, such as the `page` of pytest-playwright.

That page has an event loop of its own. The engine runs there, on an async face of the very same page.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from playwright import async_api, sync_api

Result = TypeVar("Result")


class PageRunner:
    """Runs coroutines on the loop of a blocking page."""

    def __init__(self, page: sync_api.Page) -> None:
        self._page = page

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        return cast(Result, self._page._sync(coroutine))  # pyright: ignore


def async_face(page: sync_api.Page) -> async_api.Page:
    """The same page, awaitable."""
    from playwright import async_api

    return async_api.Page(page._impl_obj)  # pyright: ignore
