"""Reports as JSON: by a schema that says what everything means, and read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from report_rig import Story, play

from askonce.errors import TraceError
from askonce.report.document import Report
from askonce.report.from_trace import read_run
from askonce.report.json_form import read_json, schema, to_json
from askonce.trace import read_trace


def report() -> Report:
    run = Story().miss().run("r1")
    return Report(title=run.title, runs=(run,))


async def test_reports_fit_their_own_schema_and_are_read_back_the_same(tmp_path: Path) -> None:
    run = read_run(read_trace(await play(tmp_path)), "real")
    whole = Report(title="all", runs=(run, *report().runs))
    text = to_json(whole)

    Draft202012Validator.check_schema(schema())
    Draft202012Validator(schema()).validate(json.loads(text))
    assert read_json(text) == whole


def test_defaults_are_left_out_and_format_and_version_never() -> None:
    told = json.loads(to_json(report()))

    assert list(told) == ["format", "version", "title", "runs"]
    assert (told["format"], told["version"]) == ("askonce-report", 1)
    assert "answer" not in told["runs"][0]
    assert told["runs"][0]["nodes"][0]["status"] == "failed"


def test_the_schema_says_what_each_field_means() -> None:
    parts: dict[str, Any] = {**schema()["$defs"], "Report": schema()}
    silent = [
        f"{name}.{field}"
        for name, part in parts.items()
        for field, told in part.get("properties", {}).items()
        if not told.get("description") and "$ref" not in told
    ]
    assert {"Run", "ReportNode", "Report"} <= set(parts)
    assert silent == []


def test_what_a_newer_version_adds_is_passed_over() -> None:
    told = json.loads(to_json(report()))
    told["runs"][0]["weather"] = told["weather"] = "fine"

    assert read_json(json.dumps(told)) == report()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a.json is not JSON"),
        ("[" * 100_000, "a.json is not JSON"),
        ("[]", "a.json is not a report"),
        ('{"format": "other"}', "a.json is not a report"),
        (
            '{"format": "askonce-report", "version": 2}',
            "a.json has version 2 of the format, but this version of Askonce reads 1",
        ),
        (
            '{"format": "askonce-report", "version": 1, "title": "x", "runs": [{}]}',
            r"a.json is damaged at runs\.0\.id",
        ),
    ],
)
def test_what_is_no_report_is_our_own_error(text: str, said: str) -> None:
    with pytest.raises(TraceError, match=said):
        read_json(text, "a.json")
