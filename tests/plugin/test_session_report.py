"""The page for a whole session, from what its processes wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from inner import report_in

from askonce.plugin.attempt_records import RunRecords, forget
from askonce.plugin.session_report import merge
from askonce.trace import ActEnded, ActStarted, RunStarted, Trace

pytest_plugins = ["pytester"]


def trace_in(folder: Path) -> Path:
    trace = Trace(folder)
    trace.emit(RunStarted(version="1", screen="web"))
    trace.emit(ActStarted(act=1, instruction="buy <tea>", model="m", sees="both", rounds=3))
    trace.emit(ActEnded(act=1, outcome="done", how="replayed"))
    trace.close()
    return folder


def test_the_page_has_failures_first_by_the_words_of_pytest_and_every_test_a_page_of_its_own(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first, second = RunRecords(out, "gw0"), RunRecords(out, "gw1")
    first.end(first.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")
    second.end(second.begin("b.py::test_b[<1>]", trace_in(tmp_path / "2")), "failed", "no <tea>")
    first.end(first.begin("d.py::test_d", trace_in(tmp_path / "4")), "skipped", "not today")
    second.begin("c.py::test_c", trace_in(tmp_path / "3"))

    merged = merge(out)

    assert merged
    index, records = merged
    told = report_in(index)
    killed = "the process that ran it did not finish"
    assert told.title == "2 of 4 failed"
    assert [(run.title, run.outcome, run.status, run.error) for run in told.runs] == [
        ("b.py::test_b[<1>]", "failed", "failed", "no <tea>"),
        ("c.py::test_c", "died", "unfinished", killed),
        ("d.py::test_d", "skipped", "stopped", "not today"),
        ("a.py::test_a", "passed", "done", ""),
    ]
    assert {record.test: record.outcome for record in records} == {run.title: run.outcome for run in told.runs}
    for record in records:
        (own,) = report_in(out / record.report).runs
        assert (own.title, own.outcome, own.nodes[0].title) == (record.test, record.outcome, "buy <tea>")


def test_a_test_that_was_killed_before_its_first_event_is_in_it_too(tmp_path: Path) -> None:
    RunRecords(tmp_path, "").begin("a.py::test_a", tmp_path / "none")

    merged = merge(tmp_path)

    assert merged
    (run,) = report_in(merged[0]).runs
    assert (run.outcome, run.nodes) == ("died", ())
    assert "no trace at" in run.error


def test_a_test_that_failed_after_all_is_no_pass(tmp_path: Path) -> None:
    records = RunRecords(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")

    merged = merge(tmp_path, {"a.py::test_a"})

    assert merged
    assert report_in(merged[0]).runs[0].outcome == "failed"


def test_a_test_that_is_run_again_has_a_report_for_each_time(tmp_path: Path) -> None:
    records = RunRecords(tmp_path, "")
    for outcome in ("failed", "passed"):
        records.end(records.begin("a.py::test_a", trace_in(tmp_path / outcome)), outcome, "")

    merged = merge(tmp_path)

    assert merged
    assert len({record.report for record in merged[1]}) == 2


def test_lines_that_were_cut_off_do_not_hide_the_others(tmp_path: Path) -> None:
    records = RunRecords(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")
    with (tmp_path / "records-main.jsonl").open("a") as file:
        file.write('{"test": "b.py::te')

    merged = merge(tmp_path)

    assert merged
    assert [record.test for record in merged[1]] == ["a.py::test_a"]


def test_the_report_of_an_earlier_session_goes_and_nothing_else(tmp_path: Path) -> None:
    records = RunRecords(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")
    merge(tmp_path)
    (tmp_path / "notes.html").write_text("mine")
    (tmp_path / "index_files").mkdir()

    forget(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "notes.html"]


def test_where_nothing_was_recorded_there_is_no_page(tmp_path: Path) -> None:
    assert merge(tmp_path) is None


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--askonce-recordings=sometimes", "*invalid choice: 'sometimes'*"),
        ("--askonce-report=taken.txt", "*--askonce-report: *taken.txt is a file; name a folder*"),
    ],
)
def test_options_that_make_no_sense_are_refused_before_anything_runs(
    pytester: pytest.Pytester, option: str, told: str
) -> None:
    (pytester.path / "taken.txt").write_text("")
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")

    ran = pytester.runpytest_inprocess(option)

    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines([told])


def test_a_session_without_agents_imports_nothing_heavy_and_leaves_no_files(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_light():
            assert not {"pydantic", "playwright.async_api", "askonce.config", "askonce.agent"} & set(sys.modules)
        """
    )

    ran = pytester.runpytest_subprocess("-p", "no:playwright", "-p", "no:hypothesispytest", "-p", "no:cacheprovider")

    ran.assert_outcomes(passed=1)
    assert not (pytester.path / "askonce_run").exists()
