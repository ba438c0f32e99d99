"""The page for a whole session, from what its processes wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.plugin.index import merge
from understudy.plugin.records import Records, forget
from understudy.trace import ActEnded, ActStarted, RunStarted, Trace

pytest_plugins = ["pytester"]


def trace_in(folder: Path) -> Path:
    trace = Trace(folder)
    trace.emit(RunStarted(version="1", screen="web"))
    trace.emit(ActStarted(act=1, instruction="buy <tea>", model="m", sees="both", rounds=3))
    trace.emit(ActEnded(act=1, outcome="done", how="replayed"))
    trace.close()
    return folder


def test_the_page_has_failures_first_and_links_every_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    first, second = Records(out, "gw0"), Records(out, "gw1")
    passed = first.begin("a.py::test_a", trace_in(tmp_path / "1"))
    failed = second.begin("b.py::test_b[<1>]", trace_in(tmp_path / "2"))
    first.end(passed, "passed", "")
    second.end(failed, "failed", "no <tea>")
    second.begin("c.py::test_c", trace_in(tmp_path / "3"))

    merged = merge(out)

    assert merged
    index, records = merged
    assert [(record.test, record.outcome) for record in records] == [
        ("c.py::test_c", "died"),
        ("b.py::test_b[<1>]", "failed"),
        ("a.py::test_a", "passed"),
    ]
    page = index.read_text("utf-8")
    assert "2 of 3 failed" in page
    assert "no &lt;tea&gt;" in page
    assert "3 replayed" in page
    assert all("buy &lt;tea&gt;" in (out / record.report).read_text("utf-8") for record in records)


def test_a_test_that_failed_after_all_is_no_pass(tmp_path: Path) -> None:
    records = Records(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")

    merged = merge(tmp_path, {"a.py::test_a"})

    assert merged
    assert merged[1][0].outcome == "failed"


def test_a_test_that_is_run_again_has_a_report_for_each_time(tmp_path: Path) -> None:
    records = Records(tmp_path, "")
    for outcome in ("failed", "passed"):
        records.end(records.begin("a.py::test_a", trace_in(tmp_path / outcome)), outcome, "")

    merged = merge(tmp_path)

    assert merged
    assert len({record.report for record in merged[1]}) == 2


def test_lines_that_were_cut_off_do_not_hide_the_others(tmp_path: Path) -> None:
    records = Records(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")
    with (tmp_path / "records-main.jsonl").open("a") as file:
        file.write('{"test": "b.py::te')

    merged = merge(tmp_path)

    assert merged
    assert [record.test for record in merged[1]] == ["a.py::test_a"]


def test_the_report_of_an_earlier_session_goes_and_nothing_else(tmp_path: Path) -> None:
    records = Records(tmp_path, "")
    records.end(records.begin("a.py::test_a", trace_in(tmp_path / "1")), "passed", "")
    merge(tmp_path)
    (tmp_path / "notes.html").write_text("mine")

    forget(tmp_path)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "notes.html"]


def test_where_nothing_was_recorded_there_is_no_page(tmp_path: Path) -> None:
    assert merge(tmp_path) is None


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--understudy-recordings=sometimes", "*invalid choice: 'sometimes'*"),
        ("--understudy-report=taken.txt", "*--understudy-report: *taken.txt is a file; name a folder*"),
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
            assert not {"pydantic", "playwright.async_api", "understudy.config", "understudy.agent"} & set(sys.modules)
        """
    )

    ran = pytester.runpytest_subprocess("-p", "no:playwright", "-p", "no:hypothesispytest", "-p", "no:cacheprovider")

    ran.assert_outcomes(passed=1)
    assert not (pytester.path / "understudy_run").exists()
