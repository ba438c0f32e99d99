"""The demo: a program on the sample shop, carried out by the embedded model and then from its recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from askonce.cli.app import run


def test_the_demo_orders_every_mug_twice_and_asks_less_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASKONCE_MODEL_NAME", "one that must not be asked")

    assert run(["demo", "--json"]) == 0

    told = capsys.readouterr()
    result = json.loads(told.out)
    said = " ".join(told.err.split())
    assert said.count("1 × Red mug, 1 × Blue mug, 1 × Green mug, 1 × Travel mug") == 2
    assert result["orders"] == 2
    first, again = result["runs"]
    assert f"Model calls: {first['calls']}." in said
    assert again["calls"] < first["calls"] / 5
    reports = [Path(one["report"]).read_text("utf-8") for one in result["runs"]]
    assert not any("teatime" in text for text in (*reports, told.out))
