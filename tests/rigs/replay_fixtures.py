"""The site of these tests, and runs on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page
from replay_rig import Runs, Site

from askonce.recordings.recording import RecordingFile


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def books() -> dict[str, RecordingFile]:
    """What the tests of a file have recorded that several of them begin with."""
    return {}


@pytest.fixture
def runs(
    chromium: Browser,
    borrow_page: Callable[[], Awaitable[Page]],
    tmp_path: Path,
    books: dict[str, RecordingFile],
) -> Runs:
    return Runs(chromium, borrow_page, tmp_path / "kept", books)
