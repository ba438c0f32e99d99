"""What each command returns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from askonce.cli import exit_codes
from askonce.cli.app import run
from askonce.cli.exit_codes import ExitCode


def test_the_table_of_the_documentation_names_every_exit_code() -> None:
    table = re.findall(r"^\| (\d+) \| (\w+)", exit_codes.__doc__ or "", re.MULTILINE)

    assert [int(code) for code, _ in table] == [*ExitCode]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--version", ExitCode.DONE),
        ("check good.stp", ExitCode.DONE),
        ("run good.stp --dry-run", ExitCode.DONE),
        ("run good.yaml --dry-run", ExitCode.DONE),
        ("recordings list", ExitCode.DONE),
        ("schema script", ExitCode.DONE),
        ("session list", ExitCode.DONE),
        ("mcp --skill", ExitCode.DONE),
        ("act ponder --url data:text/html,<p>", ExitCode.FAILED),
        ("check bad.stp", ExitCode.FAILED),
        ("report nowhere", ExitCode.FAILED),
        ("dance", ExitCode.USAGE_ERROR),
        ("act look --sees nothing --url data:text/html,<p>", ExitCode.USAGE_ERROR),
        ("run bad.stp --url data:text/html,<p>", ExitCode.USAGE_ERROR),
        ("run bad.yaml", ExitCode.USAGE_ERROR),
        ("run bad.stp --dry-run", ExitCode.USAGE_ERROR),
        ("session stop", ExitCode.USAGE_ERROR),
        ("model verify --role nobody", ExitCode.USAGE_ERROR),
    ],
)
def test_commands_return_what_the_table_says(
    words: str, code: ExitCode, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(here))
    (here / "good.stp").write_text("Click Save\n")
    (here / "bad.stp").write_text("For each {x} in {nobody}:\n    Click Save\n")
    (here / "good.yaml").write_text("web: {url: 'http://127.0.0.1:9/'}\ntasks: [{name: a, flow: [{sleep: 1}]}]\n")
    (here / "bad.yaml").write_text("web: {}\ntasks: 3\n")

    assert run(words.split()) == code


def test_an_internal_error_is_a_failure_that_names_itself(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("askonce.cli.json_schemas.print_schema", lambda language: {}["oops"])

    assert run(["schema"]) == ExitCode.FAILED
    assert "✗ internal error: KeyError: 'oops'" in capsys.readouterr().err
