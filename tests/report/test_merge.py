"""Several runs in one report: failures first, each once, each with a link of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_rig import Story, write_trace

from askonce.errors import TraceError
from askonce.report.document import Run
from askonce.report.json_form import to_json
from askonce.report.merge import suite_of
from askonce.report.run_folders import gather
from askonce.trace import Blob


def run(id: str, status: str = "done", started: float = 1.0) -> Run:
    return Story().run(id).model_copy(update={"status": status, "started": started, "title": f"{id} {started:g}"})


def test_failures_come_first_then_what_was_killed_then_what_was_stopped() -> None:
    runs = [run("a"), run("b", "stopped"), run("c", "failed"), run("d", "unfinished"), run("e", "failed")]

    merged = suite_of(runs)

    assert [one.id for one in merged.runs] == ["c", "e", "d", "b", "a"]
    assert merged.title == "3 of 5 failed"


@pytest.mark.parametrize(
    ("runs", "title"),
    [
        ((run("a"), run("b")), "2 runs, all done"),
        ((run("a"), run("b", "stopped")), "2 runs, 1 stopped"),
        ((run("a"), run("b", "stopped").model_copy(update={"outcome": "skipped"})), "2 runs, 1 skipped"),
        ((run("a", "failed"),), "a 1"),
        ((), "0 runs, all done"),
    ],
)
def test_the_title_says_how_it_went(runs: tuple[Run, ...], title: str) -> None:
    assert suite_of(runs).title == title


def test_the_same_run_counts_once_as_it_was_told_last() -> None:
    merged = suite_of([run("a", "unfinished"), run("a", "done"), run("b")])
    assert [(one.id, one.status) for one in merged.runs] == [("a", "done"), ("b", "done")]


@given(st.lists(st.tuples(st.sampled_from(["", "a", "a-2", "b"]), st.integers(1, 3)), max_size=12))
def test_no_two_runs_have_the_same_id_and_none_is_lost(named: list[tuple[str, int]]) -> None:
    merged = suite_of([run(id, started=started) for id, started in named])

    ids = [one.id for one in merged.runs]
    assert len(ids) == len(set(ids)) == len(set(named))
    assert all(ids)


def test_runs_are_found_in_folders_and_in_files_and_each_with_its_pictures(tmp_path: Path) -> None:
    for name, story in (("one", Story().buy()), ("two", Story().miss())):
        folder = write_trace(tmp_path / "traces" / name, story)
        (folder / "blobs").mkdir()
        (folder / "blobs" / "1.png").write_bytes(name.encode())
    other = write_trace(tmp_path / "elsewhere" / "one", Story().buy())
    (tmp_path / "traces" / "all.json").write_text(to_json(suite_of([Story().buy().run("one")])), "utf-8")

    gathered = gather([tmp_path / "traces", tmp_path / "traces" / "all.json", other])
    assert [one.id for one in gathered.report.runs] == ["two", "one"]
    written = (tmp_path / "elsewhere" / "one" / "trace.jsonl").read_text("utf-8")
    (other / "trace.jsonl").write_text(written.replace("17000000", "16000000"), "utf-8")
    gathered = gather([other, tmp_path / "traces", tmp_path / "traces" / "all.json"])

    assert [one.id for one in gathered.report.runs] == ["two", "one", "one-2"]
    picture = Blob("1.png")
    assert (gathered.stores["two"].read(picture), gathered.stores["one-2"].read(picture)) == (b"two", b"one")


def test_a_damaged_trace_among_others_is_told_of_and_alone_is_an_error(tmp_path: Path) -> None:
    write_trace(tmp_path / "good", Story().buy())
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "trace.jsonl").write_text("{}\n")

    (bad, good) = gather([tmp_path]).report.runs

    assert (bad.id, bad.status, good.status) == ("bad", "unfinished", "done")
    assert "trace.jsonl:1 is not a trace event" in bad.error
    with pytest.raises(TraceError, match=r"trace\.jsonl:1 is not a trace event"):
        gather([tmp_path / "bad"])


def test_where_there_is_no_run_there_is_nothing_to_merge(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no run to merge in"):
        gather([tmp_path])
    with pytest.raises(TraceError, match="could not read"):
        gather([tmp_path / "gone.json"])
