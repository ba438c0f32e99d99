"""One report for a batch, from the traces that its scripts left."""

from __future__ import annotations

import re
from pathlib import Path

from askonce.report.document import Report
from askonce.report.json_form import read_json
from askonce.script.batch_report import write_batch_report
from askonce.script.batch_summary import ScriptAttempt, ScriptOutcome
from askonce.trace import ActEnded, ActStarted, RunEnded, RunStarted, Trace


def trace_in(folder: Path, instruction: str) -> Path:
    trace = Trace(folder)
    trace.emit(RunStarted(version="1", screen="web", title="a script"))
    trace.emit(ActStarted(act=1, instruction=instruction, model="m", sees="both", rounds=3))
    trace.emit(ActEnded(act=1, outcome="done", how="replayed"))
    trace.emit(RunEnded())
    trace.close()
    return folder


def report_in(page: Path | None) -> Report:
    assert page
    held = re.search(r'<script type="application/json" id="report">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert held
    return read_json(held[1])


def test_every_script_is_in_it_failures_first_with_what_became_of_it(tmp_path: Path) -> None:
    first, last = (trace_in(tmp_path / name, f"the {name} attempt") for name in ("first", "last"))
    outcomes = [
        ScriptOutcome(Path("good.yaml"), (ScriptAttempt("success", trace=trace_in(tmp_path / "good", "buy")),)),
        ScriptOutcome(
            Path("bad.yaml"),
            (ScriptAttempt("failed", error="no", trace=first), ScriptAttempt("failed", error="no!", trace=last)),
        ),
        ScriptOutcome(
            Path("part.yaml"),
            (ScriptAttempt("partialFailed", error="in part", trace=trace_in(tmp_path / "part", "buy")),),
        ),
        ScriptOutcome(Path("broken.yaml"), (ScriptAttempt("failed", error="the browser did not start"),)),
        ScriptOutcome(Path("gone.yaml"), (ScriptAttempt("success", trace=tmp_path / "gone"),)),
        ScriptOutcome(Path("e2e/left.yaml")),
    ]

    report = report_in(write_batch_report(outcomes, [str(one.script) for one in outcomes], tmp_path / "s.html"))

    assert report.title == "3 of 6 failed"
    assert [(run.title, run.outcome, run.error) for run in report.runs] == [
        ("bad.yaml", "failed", "no!"),
        ("part.yaml", "failed in part", "in part"),
        ("broken.yaml", "failed", "the browser did not start"),
        ("e2e/left.yaml", "not played", "it was not run"),
        ("good.yaml", "passed", ""),
        ("gone.yaml", "passed", ""),
    ]
    assert [node.title for node in report.runs[0].nodes] == ["the last attempt"]


def test_a_batch_that_left_no_traces_has_no_report(tmp_path: Path) -> None:
    assert write_batch_report([ScriptOutcome(Path("a.yaml"))], ["a.yaml"], tmp_path / "s.html") is None
    assert not (tmp_path / "s.html").exists()
