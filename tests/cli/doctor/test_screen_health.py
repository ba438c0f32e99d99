"""What the doctor says of kinds of screens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_screens import write_login

from askonce.cli.app import run
from askonce.cli.doctor import checkup
from askonce.cli.doctor.screen_health import screen_checks


def findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, object]]:
    run(["doctor", "--json", *arguments])
    found = json.loads(capsys.readouterr().out)["findings"]
    return {one["name"]: one for one in found if one["group"] == "Fake"}


def test_the_fake_screen_has_a_heading_and_looks_at_its_file(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = [check for check in screen_checks() if check.group == "Fake"]
    monkeypatch.setattr(checkup, "all_checks", lambda: checks)  # the others look at browsers, phones and models
    write_login(here)

    good = findings(capsys, "--fake", "login.yaml")["screen"]
    bad = findings(capsys, "--fake", "no.yaml")["screen"]

    assert good["good"]
    assert "login.yaml, 4 widgets, draws itself" in str(good["said"])
    assert (bad["good"], bad["remedy"]) == (False, "name a file")
