"""What came of a batch, in files."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.errors import ConfigError
from askonce.script.batch import Ledger
from askonce.script.batch_junit import junit
from askonce.script.batch_summary import ScriptAttempt, ScriptOutcome, read_summary, summarize
from askonce.script.player import TaskResult


def outcomes(folder: Path) -> list[ScriptOutcome]:
    failed = ScriptAttempt(
        "failed",
        folder / "out" / "a.json",
        folder / "a.html",
        "a.yaml:3: no <such> button",
        1.25,
        (TaskResult("log in", "done", seconds=1.0), TaskResult("buy", "failed", "a.yaml:3: no <such> button", 3, 0.25)),
    )
    passed = ScriptAttempt("success", duration=0.5, tasks=(TaskResult("log in", "done", seconds=0.5),))
    return [
        ScriptOutcome(folder / "a.yaml", (failed, passed)),
        ScriptOutcome(folder / "b.yaml", (failed,)),
        ScriptOutcome(folder / "c.yaml"),
        ScriptOutcome(folder / "d.yaml", (ScriptAttempt("partialFailed", error="in part"),)),
    ]


def test_a_summary_says_what_came_of_each_script(tmp_path: Path) -> None:
    told = summarize(outcomes(tmp_path), tmp_path / "out")

    assert list(told) == ["summary", "results"]
    counts = dict(told["summary"])
    assert counts.pop("generatedAt")
    assert counts == {
        "total": 4,
        "successful": 1,
        "failed": 1,
        "partialFailed": 1,
        "notExecuted": 1,
        "totalDuration": 1750,
    }
    first, second, third, _ = told["results"]
    assert list(first) == ["script", "success", "resultType", "output", "report", "attempts", "error", "duration"]
    assert (first["script"], first["success"], first["resultType"], first["error"]) == (
        "../a.yaml",
        True,
        "success",
        None,
    )
    assert [one["resultType"] for one in first["attempts"]] == ["failed", "success"]
    assert (second["output"], second["report"], second["duration"]) == ("a.json", "../a.html", 1250)
    assert (third["resultType"], third["attempts"]) == ("notExecuted", [])


def test_a_summary_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "out" / "s.json"
    Ledger(outcomes(tmp_path), list("abcd"), path).write()
    assert read_summary(path) == outcomes(tmp_path)
    assert list(path.parent.iterdir()) == [path]


def test_a_summary_of_elsewhere_without_attempts_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    results = [
        {"script": "./a.yaml", "success": True, "resultType": "success", "duration": 12},
        {"script": "b.yaml", "success": False, "resultType": "notExecuted"},
    ]
    path.write_text(json.dumps({"summary": {}, "results": results}))
    assert [(one.script, one.success) for one in read_summary(path)] == [
        (tmp_path / "a.yaml", True),
        (tmp_path / "b.yaml", False),
    ]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"results": [{"script": 3}]}', '{"results": [{"script": "a"}]}'])
def test_what_is_no_summary_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(ConfigError, match="is not a summary"):
        read_summary(tmp_path / "s.json")
    with pytest.raises(ConfigError, match="could not be read"):
        read_summary(tmp_path / "none.json")


def test_junit_has_a_suite_for_each_script_and_a_case_for_each_task(tmp_path: Path) -> None:
    root = ElementTree.fromstring(junit(outcomes(tmp_path), ["a", "b", "c", "d"]))
    assert root.attrib | {"time": ""} == {
        "name": "askonce", "tests": "5", "failures": "2", "errors": "0", "skipped": "1", "time": "",
    }  # fmt: skip
    a, b, c, d = root
    assert "attempt 1 failed: a.yaml:3: no <such> button" in a.findtext("system-out", "")
    assert [case.get("name") for case in b.iter("testcase")] == ["log in", "buy"]
    failure = b.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "a.yaml:3: no <such> button"
    assert c.find("testcase/skipped") is not None
    assert d.findtext("testcase/failure") == "in part"


@given(st.text(max_size=40), st.text(max_size=40))
def test_junit_is_well_formed_whatever_scripts_are_called_and_say(name: str, error: str) -> None:
    task = TaskResult(name, "failed", error)
    root = ElementTree.fromstring(
        junit([ScriptOutcome(Path("a"), (ScriptAttempt("failed", error=error, tasks=(task,)),))], [name])
    )
    assert root.get("failures") == "1"
