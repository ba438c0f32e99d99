"""What tests of commands share: an empty folder with no settings but their own, and a model to ask."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.testing import ModelServer


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder, and with no settings but those of the test."""
    for name in os.environ:
        if name.startswith(("ASKONCE_", "MIDSCENE_", "OPENAI_")) and name != "ASKONCE_BROWSER":
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server
