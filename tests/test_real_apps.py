"""The verdicts of the benchmark of real applications."""

from __future__ import annotations

import fcntl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from askonce.errors import AskonceError, GaveUp, OutOfTime

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
OLD, NEW, OTHER = {"book": {"1": {"year": 1}}}, {"book": {"1": {"year": 2}}}, {"book": {"1": {"year": 3}}}
DECLINED = GaveUp("no")


@pytest.mark.parametrize(
    ("declines", "data", "error", "steps", "verdict"),
    [
        ("", NEW, None, ("Type(",), "right"),
        ("", OLD, None, (), "wrong"),
        ("", OTHER, None, ("Type(",), "wrong"),
        ("", OLD, DECLINED, (), "declined"),
        ("", OLD, DECLINED, ("Tap(Save)",), "declined"),
        ("", OTHER, DECLINED, ("Tap(Save)",), "wrong"),
        ("", OLD, OutOfTime("60 s"), (), "wrong"),
        ("there is none", OLD, DECLINED, (), "right"),
        ("there is none", OLD, DECLINED, ("Type(text='x')",), "wrong"),
        ("there is none", OLD, None, (), "wrong"),
        ("there is none", NEW, DECLINED, (), "wrong"),
    ],
)
def test_a_sentence_is_judged_by_the_data(
    monkeypatch: pytest.MonkeyPatch,
    declines: str,
    data: dict[str, object],
    error: AskonceError | None,
    steps: tuple[str, ...],
    verdict: str,
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from real_apps.plays import judge
    from real_apps.sentences import Sentence, Snapshot

    changes = {} if declines else {"book": {"1": {"year": 2}}}
    sentence = Sentence("set the year to 2", changes=changes, declines=declines)
    assert judge(sentence, Snapshot(OLD, {}), Snapshot(data, {}), error, "", steps) == verdict


def test_what_another_run_installs_at_the_same_time_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from real_apps import installation

    monkeypatch.setattr(installation, "FOLDER", tmp_path)
    folder = installation.environment("app", (), ()).node_modules.parent
    with ThreadPoolExecutor(1) as pool:
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            other = pool.submit(installation.install, "app", (), ())
            folder.mkdir()
            (folder / "package").touch()
            (folder / "installed").touch()
        other.result()
    assert (folder / "package").exists()
