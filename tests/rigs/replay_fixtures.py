"""The site of these tests, and runs on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser
from replay_rig import Runs, Site


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.stop()


@pytest.fixture
def runs(chromium: Browser, tmp_path: Path) -> Runs:
    return Runs(chromium, tmp_path / "kept")
