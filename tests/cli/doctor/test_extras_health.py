"""What the doctor says of extras and other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from askonce.cli.doctor.extras_health import Extra, check_extra
from askonce.cli.doctor.subprocess_probe import probe

pytestmark = pytest.mark.usefixtures("here")


async def test_a_package_that_is_installed_and_broken_is_a_finding(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "onnxruntime.py").write_text("raise ImportError('libcudart.so.12: cannot open shared object file')")
    monkeypatch.syspath_prepend(here)
    monkeypatch.setenv("PYTHONPATH", str(here))

    finding = await check_extra(Extra("vision", "reads texts", ("onnxruntime",)))

    assert not finding.good
    assert not finding.needed
    assert "cannot be imported: ImportError: libcudart.so.12" in finding.said
    assert 'pip install "askonce[vision]"' in finding.remedy


async def test_a_package_that_is_missing_is_named() -> None:
    finding = await check_extra(Extra("vision", "reads texts", ("json", "no_such_package")))

    assert finding.said == "not installed (no_such_package); reads texts"
    assert not finding.needed


async def test_a_program_that_hangs_is_ended() -> None:
    ended = await probe([sys.executable, "-c", "import time; time.sleep(600)"], patience=0.2)

    assert not ended.good
    assert "did not end within 0.2 s" in ended.output
