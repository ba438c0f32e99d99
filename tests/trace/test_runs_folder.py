"""The folder for runs keeps recordings in git, and the rest out."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from askonce.trace.runs_folder import GITIGNORE, make_runs_folder


def test_git_sees_recordings_and_nothing_else(tmp_path: Path) -> None:
    runs = tmp_path / "askonce_run"
    make_runs_folder(runs)
    for name in ("recordings/shop.yaml", "recordings/deep/a.yaml", "traces/1/trace.jsonl", "output/a.json", ".cleaned"):
        (runs / name).parent.mkdir(parents=True, exist_ok=True)
        (runs / name).write_text("x")

    git = ["git", "-c", "core.excludesFile=", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    seen = subprocess.run([*git, "ls-files", "-o", "--exclude-standard"], check=True, capture_output=True, text=True)

    assert sorted(seen.stdout.split()) == [
        "askonce_run/.gitignore",
        "askonce_run/recordings/deep/a.yaml",
        "askonce_run/recordings/shop.yaml",
    ]


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    make_runs_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / ".gitignore").write_text("mine\n")
    make_runs_folder(tmp_path / "runs")
    assert (tmp_path / "runs" / ".gitignore").read_text() == "mine\n"


def test_many_can_make_it_at_once(tmp_path: Path) -> None:
    runs = tmp_path / "a" / "askonce_run"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: make_runs_folder(runs), range(32)))
    assert (runs / ".gitignore").read_text() == GITIGNORE
