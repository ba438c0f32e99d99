"""Pages to look at, and plain functions that read them in place of a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from playwright.async_api import Browser

from askonce.geometry import Size
from askonce.insight.answers import Answer
from askonce.insight.evidence import Evidence
from askonce.insight.evidence_capture import capture_evidence
from askonce.screens.eyes import Eyes
from askonce.screens.web import Device, PageOptions, WebScreen, open_browser_screen
from askonce.trace import Usage
from askonce.values import Mask

HEAD = "<!doctype html><style>body { margin: 0; font: 16px sans-serif } p { margin: 0; height: 30px }</style>"


@asynccontextmanager
async def opened(
    browser: Browser, markup: str, mask: Mask | None = None, *, settle_cap: float = 3.0
) -> AsyncIterator[tuple[WebScreen, Eyes]]:
    """A screen of 800x600 that shows `markup`, and eyes for it."""
    options = PageOptions(device=Device(viewport=Size(800, 600)), settle_cap=settle_cap)
    screen = await open_browser_screen(browser, options)
    try:
        await screen.evaluate("html => { document.open(); document.write(html); document.close() }", HEAD + markup)
        await screen.settle()
        yield screen, Eyes(screen, mask or Mask())
    finally:
        await screen.close()


def rows_in(evidence: Evidence) -> list[str]:
    """The texts that begin with "Row", of what is at least half in view."""
    assert evidence.tree
    return [node.words for node in evidence.tree if node.words.startswith("Row") and node.box.height > 15]


Read = Callable[[Evidence], Awaitable[Answer[list[Any]]]]


def reading(rows: Callable[[Evidence], list[Any]] = rows_in) -> Read:
    """A reader of rows that costs one call and ten tokens a time, as a model would."""

    async def read(evidence: Evidence) -> Answer[list[Any]]:
        return Answer(rows(evidence), "model", usage=Usage(calls=1, prompt_tokens=10))

    return read


def looking(eyes: Eyes) -> Callable[[], Awaitable[Evidence]]:
    return partial(capture_evidence, eyes, picture=False)
