"""Lets the async view of a page live beside a blocking one.

Playwright keeps one wrapper for each of its objects, shared by its blocking and its async face. When a user holds a
blocking page, our async calls on it would get blocking wrappers, and would leave async ones behind for the user. So
for objects that a blocking Playwright owns, async wrappers are kept in a place of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

from playwright.async_api import BrowserContext, Page

if TYPE_CHECKING:
    from playwright import async_api, sync_api

_PLACE = "_askonce_async_view"


def keep_faces_apart(thing: Page | BrowserContext) -> None:
    """Make async calls safe on an object that a blocking Playwright owns. Others need nothing, and get nothing."""
    if not _is_blocking(getattr(thing, "_impl_obj")):  # noqa: B009 - Playwright offers no public way to ask
        return
    from playwright._impl import _async_base

    mapping: Any = _async_base.mapping
    shared: Any = mapping.from_maybe_impl
    if getattr(shared, _PLACE, False):
        return

    def from_maybe_impl(obj: Any, visited: Any = None) -> Any:
        made_by = mapping._mapping.get(getattr(obj, "_api_impl_class", obj.__class__))
        if made_by is None or not _is_blocking(obj):
            return shared(obj, visited)
        if not hasattr(obj, _PLACE):
            setattr(obj, _PLACE, made_by(obj))
        return getattr(obj, _PLACE)

    setattr(from_maybe_impl, _PLACE, True)
    mapping.from_maybe_impl = from_maybe_impl


def _is_blocking(thing: Any) -> bool:
    return getattr(thing, "_dispatcher_fiber", None) is not None


def async_face(page: sync_api.Page) -> async_api.Page:
    """A blocking page, awaitable."""
    return Page(page._impl_obj)  # pyright: ignore


def blocking_face(page: async_api.Page) -> sync_api.Page | None:
    """The blocking page that an awaitable one was made of; None where there is none."""
    inner: Any = page._impl_obj  # pyright: ignore
    if not _is_blocking(inner):
        return None
    from playwright._impl import _sync_base

    return cast("sync_api.Page", _sync_base.mapping.from_impl(inner))


def runner_of(page: sync_api.Page) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs coroutines on the event loop of a blocking page."""
    return page._sync  # pyright: ignore
