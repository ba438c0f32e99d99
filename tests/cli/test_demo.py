"""The demo: a program on the sample shop, carried out by the embedded model and then from its recording."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from understudy.cli.app import run


def test_the_demo_orders_every_mug_twice_and_asks_less_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERSTUDY_MODEL_NAME", "one that must not be asked")

    assert run(["demo"]) == 0

    told = capsys.readouterr()
    said = " ".join(told.err.split())
    assert said.count("1 × Red mug, 1 × Blue mug, 1 × Green mug, 1 × Travel mug") == 2
    first, again = (int(count) for count in re.findall(r"embedded model was asked (\d+) times", said))
    assert again < first / 5
    reports = [Path(line.removeprefix("Report: ")) for line in told.out.splitlines() if line.startswith("Report: ")]
    assert len(reports) == 2
    assert not any("teatime" in report.read_text("utf-8") for report in reports)
