"""A provider on this machine for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from askonce.testing import ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server
