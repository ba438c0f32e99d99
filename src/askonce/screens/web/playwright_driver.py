"""Playwright's driver: the process through which browsers are started and asked."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

from askonce.errors import ScreenError

if TYPE_CHECKING:
    from playwright.async_api import Playwright

_STARTING = 120.0
"""The most seconds that a driver may take to start."""


@contextmanager
def _deaf_to_control_c() -> Generator[None]:
    """Hold Ctrl-C back until the block ends, also from processes that start in it: a terminal tells them as well."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@asynccontextmanager
async def playwright_driver() -> AsyncGenerator[Playwright]:
    """Playwright, until the block ends; then its driver ends, and every browser that it started."""
    playwright = await start_driver()
    try:
        yield playwright
    finally:
        await playwright.stop()


async def start_driver() -> Playwright:
    """Start Playwright's driver.

    Who is cancelled meanwhile, as by Ctrl-C, waits until it has started, and ends it: a driver that is left half
    started complains, in Playwright's words, when the process ends.
    """
    from playwright.async_api import async_playwright

    starting = asyncio.ensure_future(async_playwright().start())
    try:
        with _deaf_to_control_c():
            return await asyncio.wait_for(asyncio.shield(starting), _STARTING)
    except asyncio.CancelledError:
        with suppress(Exception):  # that it did not start is of no interest any more
            playwright = await asyncio.wait_for(starting, _STARTING)
            await playwright.stop()
        raise
    except Exception as error:  # Playwright has no class of its own for these
        reason = "it takes too long" if isinstance(error, TimeoutError) else str(error).partition("\n")[0]
        raise ScreenError(
            f"Playwright's driver did not start: {reason}",
            remedy="try again, or install Playwright anew: pip install --force-reinstall playwright",
        ) from error
