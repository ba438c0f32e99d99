"""Midscene's scripts do what they do there: those of the corpus that need no model are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from midscene_corpus import HOME, Sample, environment, fits, samples
from playwright.async_api import Browser

from askonce.config import Settings
from askonce.script.player import play
from askonce.script.script_loader import load_script

PLAYED = [sample for sample in samples() if sample.is_played]


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(sample, id=sample.name, marks=pytest.mark.long if sample.note("played") == "long" else ())
        for sample in PLAYED
    ],
)
async def test_a_script_of_midscene_gives_the_results_that_it_gives_there(
    sample: Sample, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HOME)
    script = load_script(sample.path, environment=environment(tmp_path))

    result = await play(script, host=chromium, settings=Settings(runs=tmp_path / "runs", patience=0.5))

    assert result.result_type == sample.note("ends", "success"), result.error
    assert fits(sample.result, result.results), result.results
    assert sample.note("error") in result.error
    assert result.output
    assert json.loads(result.output.read_text("utf-8")) == result.results
    if place := sample.note("output"):
        assert result.output == tmp_path / place
    assert (result.report is None) == (sample.note("report") == "none")
