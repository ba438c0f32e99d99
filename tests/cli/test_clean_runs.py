"""`askonce clean`, as a person runs it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from askonce.cli.app import run


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    """A folder with an old run and a later one."""
    for name in ("20250101-000000-aaaaaa", "20250102-000000-aaaaaa"):
        folder = here / "askonce_run" / "traces" / name
        folder.mkdir(parents=True)
        (folder / "trace.jsonl").write_bytes(b"x" * 1_500_000)
        os.utime(folder / "trace.jsonl", (0, 0))
    return here


def test_a_dry_run_tells_and_removes_nothing(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clean", "--dry-run"]) == 0
    assert capsys.readouterr().out == (
        "askonce_run/traces/20250101-000000-aaaaaa  1.5 MB  too old\n1 folder, 1.5 MB would be removed\n"
    )
    assert len(list((here / "askonce_run" / "traces").iterdir())) == 2


def test_old_runs_are_removed_and_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clean", "--days", "100000", "--megabytes", "2", "--json"]) == 0
    (removed,) = json.loads(capsys.readouterr().out)["removed"]
    assert (removed["bytes"], removed["reason"]) == (1_500_000, "size")
    assert [path.name for path in (here / "askonce_run" / "traces").iterdir()] == ["20250102-000000-aaaaaa"]
    assert run(["clean"]) == 0
    assert capsys.readouterr().out == "nothing to remove\n"


def test_without_a_folder_for_runs_there_is_nothing_to_clean(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASKONCE_RUNS", "")
    assert run(["clean"]) == 2
    assert "there is no folder for runs" in capsys.readouterr().err
