"""The time as the page has it, which tests and emulated devices may set."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from playwright.async_api import Page

from askonce.errors import ScreenError

_READ = "() => { const now = new Date(); return [now.getTime(), -now.getTimezoneOffset()]; }"


async def read_clock(page: Page) -> datetime:
    """The page's time, with its offset from UTC."""
    milliseconds, minutes = await page.evaluate(_READ)
    try:
        return datetime.fromtimestamp(milliseconds / 1000, timezone(timedelta(minutes=minutes)))
    except (ValueError, OverflowError, TypeError, OSError) as error:
        raise ScreenError(f"the page has no usable clock: {milliseconds!r} with offset {minutes!r}") from error
