"""Which folders of runs are taken away, and which never."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from askonce.agent import Agent
from askonce.agent.program_setup import is_resumable
from askonce.config import KeepSettings, Settings, read_settings
from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import FakeScreen, Text
from askonce.trace import RunEnded, Trace
from askonce.trace.old_runs import STAMP, OldRun, clean_daily, remove
from askonce.trace.old_runs import old_runs as runs_to_remove
from askonce.trace.runs_folder import GITIGNORE

DAY = 24 * 60 * 60
ALL = KeepSettings(days=None, megabytes=None)


def old_runs(runs: Path, keep: KeepSettings, *, spared: float = 0.0) -> list[OldRun]:
    return runs_to_remove(runs, keep, is_resumable, spared=spared)


def add(runs: Path, name: str, *, days: float = 0, size: int = 0, place: str = "traces", journal: str = "") -> Path:
    """The folder of a run that ended so many days ago."""
    folder = runs / place / name
    folder.mkdir(parents=True)
    (folder / "trace.jsonl").write_bytes(b"x" * size)
    if journal:
        (folder / "journal.jsonl").write_text(journal)
    for path in folder.iterdir():
        os.utime(path, (time.time() - days * DAY,) * 2)
    return folder


def test_what_is_older_than_allowed_is_taken_away_but_never_the_latest(tmp_path: Path) -> None:
    old = add(tmp_path, "20250101-000000-aaaaaa", days=40)
    report = add(tmp_path, "20250101-000000-cccccc", days=40, place="reports")
    add(tmp_path, "20250102-000000-aaaaaa", days=2)
    add(tmp_path, "20250103-000000-aaaaaa", days=40)
    add(tmp_path, "20250103-000000-cccccc", days=40, place="reports")

    found = old_runs(tmp_path, KeepSettings(days=30))

    assert [(run.folder, run.reason) for run in found] == [(old, "age"), (report, "age")]
    assert old_runs(tmp_path, ALL) == []


def test_the_oldest_go_until_the_rest_has_room(tmp_path: Path) -> None:
    folders = [add(tmp_path, f"2025010{day}-000000-aaaaaa", days=9 - day, size=400_000) for day in range(1, 5)]

    found = old_runs(tmp_path, KeepSettings(days=None, megabytes=1))

    assert [(run.folder, run.reason, run.size) for run in found] == [
        (folders[0], "size", 400_000),
        (folders[1], "size", 400_000),
    ]
    assert [run.folder for run in old_runs(tmp_path, KeepSettings(None, 0.1), spared=6.5 * DAY)] == folders[:2]


def test_what_no_run_has_made_is_never_taken_away(tmp_path: Path) -> None:
    add(tmp_path, "notes", days=400)
    add(tmp_path, "20250101-000000-aaaaaa-mine", days=400)
    add(tmp_path, "20250101-000000-aaaaaa", days=400, place="recordings")
    other = add(tmp_path / "elsewhere", "20250101-000000-bbbbbb", days=400)
    (tmp_path / "traces" / "20250101-000000-bbbbbb").symlink_to(other)
    add(tmp_path, "20250109-000000-aaaaaa")

    assert old_runs(tmp_path, KeepSettings(days=1, megabytes=0)) == []


def test_a_run_in_progress_and_one_that_can_be_resumed_are_kept(tmp_path: Path) -> None:
    running = Trace(tmp_path / "traces" / "20250101-000000-aaaaaa")
    running.emit(RunEnded())
    os.utime(tmp_path / "traces" / "20250101-000000-aaaaaa" / "trace.jsonl", (0, 0))
    finished = '{"type": "began", "program": "Stop the program\\n"}\n{"type": "ended"}\n'
    add(tmp_path, "20250102-000000-aaaaaa", days=400, journal=finished.splitlines()[0] + "\n")
    done = add(tmp_path, "20250103-000000-aaaaaa", days=400, journal=finished)
    add(tmp_path, "20250109-000000-aaaaaa")

    assert [run.folder for run in old_runs(tmp_path, KeepSettings())] == [done]
    running.close()
    assert [run.folder for run in old_runs(tmp_path, KeepSettings())] == [running.folder, done]


def test_the_end_of_a_run_cleans_once_a_day(tmp_path: Path) -> None:
    old = add(tmp_path, "20250101-000000-aaaaaa", days=400)
    add(tmp_path, "20250102-000000-aaaaaa")

    clean_daily(tmp_path, KeepSettings(), is_resumable)
    assert not old.exists()
    old = add(tmp_path, "20250101-000000-bbbbbb", days=400)
    clean_daily(tmp_path, KeepSettings(), is_resumable)
    assert old.exists()
    os.utime(tmp_path / STAMP, (time.time() - 2 * DAY,) * 2)
    clean_daily(tmp_path, KeepSettings(), is_resumable)
    assert not old.exists()


def test_removing_what_is_gone_already_is_no_error(tmp_path: Path) -> None:
    add(tmp_path, "20250101-000000-aaaaaa", days=400)
    add(tmp_path, "20250102-000000-aaaaaa")
    found = old_runs(tmp_path, KeepSettings())

    remove(found)
    remove(found)

    assert [path.name for path in (tmp_path / "traces").iterdir()] == ["20250102-000000-aaaaaa"]


async def test_an_agent_makes_the_folder_with_a_gitignore_and_leaves_a_users_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    for runs in (tmp_path / "new" / "askonce_run", tmp_path / "mine"):
        screen = FakeScreen([Text("Ledger", Box(0, 0, 100, 20))])
        models = Models.of(ScriptedModel(lambda _: ""))
        async with Agent(screen, models, settings=Settings(runs=runs)):
            pass
        assert list(runs.glob("traces/*/trace.jsonl"))

    assert (tmp_path / "new" / "askonce_run" / ".gitignore").read_text() == GITIGNORE
    assert not (tmp_path / "mine" / ".gitignore").exists()


@pytest.mark.parametrize(("text", "days"), [("", 30), ("7", 7), ("0.5", 0.5), ("all", None)])
def test_how_long_runs_are_kept_is_a_setting(text: str, days: float | None) -> None:
    assert read_settings({"ASKONCE_KEEP_DAYS": text}).keep == KeepSettings(days=days)


def test_a_setting_that_keeps_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="ASKONCE_KEEP_MEGABYTES"):
        read_settings({"ASKONCE_KEEP_MEGABYTES": "0"})


def test_a_folder_that_no_run_has_made_stays(tmp_path: Path) -> None:
    mine = tmp_path / "traces" / "20250101-000000-aaaaaa"
    mine.mkdir(parents=True)
    (mine / "notes.txt").write_text("mine")
    os.utime(mine / "notes.txt", (0, 0))
    add(tmp_path, "20250102-000000-aaaaaa", days=40)

    assert old_runs(tmp_path, KeepSettings(days=1)) == []


def test_a_session_in_progress_keeps_its_report_and_the_traces_of_its_tests(tmp_path: Path) -> None:
    before = add(tmp_path, "20250101-000000-aaaaaa", days=0.1)
    session = add(tmp_path, "20250102-000000-bbbbbb", days=0.1, place="reports")
    (session / "records-main.jsonl").touch()
    add(tmp_path, "20250102-000001-aaaaaa", days=0.1)
    add(tmp_path, "20250103-000000-aaaaaa")
    add(tmp_path, "20250103-000000-bbbbbb", place="reports")

    assert [run.folder for run in old_runs(tmp_path, KeepSettings(days=0))] == [before]
    os.utime(session / "records-main.jsonl", (0, 0))
    assert len(old_runs(tmp_path, KeepSettings(days=0))) == 1, "its folder was written to today"
    os.utime(session / "trace.jsonl", (0, 0))
    assert len(old_runs(tmp_path, KeepSettings(days=0))) == 3, "it was killed long ago"


def test_what_was_not_removed_is_not_called_removed(tmp_path: Path) -> None:
    old = add(tmp_path, "20250101-000000-aaaaaa", days=40)
    add(tmp_path, "20250102-000000-aaaaaa", days=40)
    found = old_runs(tmp_path, KeepSettings(days=1))
    elsewhere = tmp_path / "elsewhere"
    old.rename(elsewhere)
    old.symlink_to(elsewhere)  # such a link is never followed

    assert remove(found) == []
    assert (elsewhere / "trace.jsonl").exists()
