"""How much is told, and in which colours."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.cli.terminal import new_console, print_error
from askonce.errors import ConfigError

PAGE = "data:text/html,<title>Shop</title><button>Save</button>"


@pytest.fixture(autouse=True)
def here(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    (here / "flow.stp").write_text("Click Save\n")
    return here


@pytest.mark.parametrize("words", [["-q", "run"], ["run", "-q"], ["--quiet", "run"], ["run", "--quiet"]])
def test_quiet_may_stand_before_or_behind_the_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words, "flow.stp", "--dry-run"]) == 0

    told = capsys.readouterr()
    assert told.out == "model         1 Click Save\n"
    assert told.err == ""


def test_without_it_remarks_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "flow.stp", "--dry-run"]) == 0
    assert "1 of 1 lines need a model" in capsys.readouterr().err


def test_errors_are_told_also_when_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-q", "check", "none.stp"]) == 2
    assert "✗ file not found: none.stp" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--debug", "check", "none.stp"], ["check", "none.stp", "--debug"]])
def test_the_origin_of_an_error_is_shown_on_request(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_value_that_reads_like_an_option_stays_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["act", "look", "--url", PAGE, "--var", "--debug"]) == 2

    told = capsys.readouterr().err
    assert "--var '--debug' is not NAME=VALUE" in told
    assert "Traceback" not in told


def test_an_act_tells_results_alone_or_all_about_itself(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["act", "click Save", "--url", PAGE, "--json", "--quiet"]) == 0
    told = capsys.readouterr()
    result = json.loads(told.out)
    assert result["outcome"] == "done"
    assert Path(result["report"]).is_file()
    assert told.err == ""

    assert run(["act", "click Save", "--url", PAGE, "--no-report", "-v"]) == 0
    told = capsys.readouterr()
    assert "    planning: embedded, 0 + 0 tokens" in told.err
    assert "    Save: found by planned" in told.err
    assert "until the screen settled" in told.err
    assert "    asked: no recordings are kept" in told.err
    assert "✓ done" in told.err


def shown_in_terminal() -> str:
    """An error as a terminal gets it."""
    keyboard, terminal = os.openpty()
    with os.fdopen(terminal, "w") as file:
        print_error(new_console(file), ConfigError("no", remedy="yes"), debug=False)
        file.flush()
        told = os.read(keyboard, 1000).decode()
        while "yes" not in told:  # a terminal may pass on a part of it first
            told += os.read(keyboard, 1000).decode()
    os.close(keyboard)
    return told


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of POSIX")
def test_a_terminal_gets_colours_unless_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown_in_terminal().startswith("\x1b[1;31m✗ \x1b[0mno")
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown_in_terminal() == "✗ no\r\n  → yes\r\n"


def test_a_file_gets_colours_only_when_they_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    for forced in (False, True):
        if forced:
            monkeypatch.setenv("FORCE_COLOR", "1")
        file = io.StringIO()
        console = new_console(file)
        print_error(console, ConfigError("no"), debug=False)
        assert ("\x1b[" in file.getvalue()) is forced
        assert not console.is_interactive


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of POSIX")
@pytest.mark.parametrize("variable", ["", "NO_COLOR"])
def test_help_in_a_terminal_has_colours_unless_they_are_not_wanted(variable: str) -> None:
    keyboard, terminal = os.openpty()
    environment = {**os.environ, **({variable: "1"} if variable else {})}
    subprocess.run(
        [sys.executable, "-m", "askonce", "check", "--help"],
        stdout=terminal,
        env=environment,
        check=True,
        timeout=60,
    )
    os.close(terminal)
    told = os.read(keyboard, 10_000).decode()
    os.close(keyboard)
    assert "Examples" in told
    assert ("\x1b[" in told) is not bool(variable)


def command(words: list[str], **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "askonce", *words], capture_output=True, env=os.environ | variables, check=False
    )


def test_letters_that_an_output_cannot_take_are_spelt_out() -> None:
    Path("flow.stp").write_text("Click “Save”\n", "utf-8")

    done = command(["run", "flow.stp", "--dry-run"], PYTHONIOENCODING="ascii")

    assert done.returncode == 0, done.stderr
    assert rb"Click \u201cSave\u201d" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of POSIX")
@pytest.mark.parametrize("words", ["run flow.stp --dry-run 2>&-", "report flow --markdown >&-"])
def test_an_output_that_is_closed_is_no_defect(here: Path, words: str) -> None:
    (here / "flow").mkdir()
    (here / "flow" / "trace.jsonl").touch()
    line = f'"{sys.executable}" -m askonce {words}'
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
def test_a_folder_that_was_deleted_is_told_of(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "gone").mkdir()
    os.chdir(here / "gone")
    (here / "gone").rmdir()

    assert run(["recordings", "list"]) == 2
    assert "✗ the current folder was deleted" in capsys.readouterr().err
