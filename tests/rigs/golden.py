"""Texts that must not change unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest


def assert_as_it_was(text: str, golden: Path) -> None:
    """Compare with a file. To accept a change, delete that file and run the test twice."""
    if not golden.exists():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text + "\n", "utf-8")
        pytest.fail(f"{golden.name} was written: read it as the model would, and run again")
    assert text + "\n" == golden.read_text("utf-8")
