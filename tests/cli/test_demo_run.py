"""The demo: a program on the sample shop or phone, carried out by the embedded model and then from its recording."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from askonce.cli import demo_run
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


@pytest.mark.long
def test_the_demo_of_the_phone_leaves_the_same_records_twice_and_asks_less_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("uiautomator2", reason="pip install uiautomator2: the device server comes with it")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASKONCE_MODEL_NAME", "one that must not be asked")
    monkeypatch.setenv("PATH", "")  # no adb program
    monkeypatch.setattr(demo_run, "PEOPLE", demo_run.PEOPLE[:1])  # fewer passes of the loop, to be quick

    assert run(["demo", "--phone", "--json"]) == 0

    told = capsys.readouterr()
    result = json.loads(told.out)
    said = " ".join(told.err.split())
    assert said.count("Contacts on the phone: Ann Lee. Messages sent: “hello, Ann Lee” to Ann Lee.") == 2
    assert (result["contacts"], result["messages"]) == (2, 2)
    first, again = result["runs"]
    assert again["calls"] < first["calls"] / 5
    assert "Create contact" in Path(again["report"]).read_text("utf-8")


def test_the_demo_of_the_phone_fails_if_a_run_left_something_else() -> None:
    names = [person["name"] for person in demo_run.PEOPLE]
    assert demo_run.phone_outcome([(names, ["“hello” to Ann"])] * 2).is_right
    assert not demo_run.phone_outcome([(names, ["“hello” to Ann"]), (names, [])]).is_right
    twice = demo_run.phone_outcome([(names, ["“hello” to Ann"]), ([*names, names[0]], ["“hello” to Ann"])])
    assert (twice.is_right, twice.counts) == (False, {"contacts": 7, "messages": 2})
