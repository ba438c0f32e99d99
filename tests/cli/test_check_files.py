"""`askonce check` and `askonce program`, as a person runs them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.testing import ModelServer

CLEAN = 'Set variable {name} to "Ada"\nTell user "Hello {name}"\n'
WRONG = 'Set variable {name} to "Ada"\nTell user "Hello {nam}"\n'


SCRIPT = """web: {url: http://localhost}
tasks:
  - name: search
    flow:
      - aiAct: search for mugs
"""


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    """Commands run in an empty folder, and with no settings but those of the test."""
    (here / "clean.stp").write_text(CLEAN)
    (here / "wrong.stp").write_text(WRONG)
    return here


@pytest.fixture
def configured(here: Path) -> Iterator[ModelServer]:
    with ModelServer() as server:
        (here / ".env").write_text(
            f"ASKONCE_MODEL_NAME=scripted\nASKONCE_MODEL_BASE_URL={server.url}\n"
            "ASKONCE_MODEL_API_KEY=sk-scripted\nASKONCE_MODEL_FAMILY=generic\nASKONCE_MODEL_RETRIES=0\n"
        )
        yield server


def test_that_all_is_well_is_said_unless_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "clean.stp"]) == 0
    assert capsys.readouterr() == ("1 file, no problems\n", "")
    assert run(["check", "clean.stp", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_problem_is_told_with_place_line_caret_and_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "clean.stp", "wrong.stp"]) == 1
    assert capsys.readouterr().out == (
        "wrong.stp:2:18: error: {nam} is not set anywhere before this line\n"
        '  Tell user "Hello {nam}"\n'
        "                   ^^^^^\n"
        "  → did you mean {name}?\n"
        "2 files, 1 error\n"
    )


def test_warnings_alone_are_told_and_are_no_failure(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "labelled.stp").write_text("1. Open the settings\n")
    assert run(["check", "labelled.stp"]) == 0
    assert "labelled.stp:1:1: warning: " in capsys.readouterr().out


@pytest.mark.parametrize("secret", ["pw", "pw=PW"])
def test_a_secret_from_outside_can_be_named_and_need_not_be_set(
    secret: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "open.stp").write_text("Type {pw} into Password\n")
    assert run(["check", "open.stp"]) == 1
    assert run(["check", "open.stp", "--secret", secret]) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "file not found: other.stp"), (b"Tell \xff user", "other.stp is not written in UTF-8: byte 6")],
)
def test_a_file_that_cannot_be_read_is_asked_wrongly(
    content: bytes | None, told: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content:
        (here / "other.stp").write_bytes(content)
    assert run(["check", "clean.stp", "other.stp"]) == 2
    assert told in capsys.readouterr().err


def test_no_file_at_all_and_an_empty_folder_are_asked_wrongly(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "empty").mkdir()
    assert run(["check", "empty"]) == 2
    assert "there are no scripts in empty" in capsys.readouterr().err
    assert run(["check"]) == 2


def test_a_folder_is_checked_with_its_scripts_batches_and_recordings_each_once(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "shop.yaml").write_text(SCRIPT)
    (here / "batch.yaml").write_text("files: ['shop.yaml', 'clean.stp']\n")
    (here / "recorded.yaml").write_text("askonce: 1\nrecordigs: []\n")
    (here / "other.yaml").write_text("something: else\n")

    assert run(["check", ".", "--json"]) == 1

    files = {file["file"]: file["clean"] for file in json.loads(capsys.readouterr().out)["files"]}
    assert files == {
        "batch.yaml": True,
        "shop.yaml": True,
        "clean.stp": True,
        "recorded.yaml": False,
        "wrong.stp": False,
    }


def test_a_batch_is_checked_with_its_files_and_the_target_that_it_gives_them(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "shop.yaml").write_text(SCRIPT.replace("http://localhost", "${NO_SUCH_ADDRESS}"))
    (here / "batch.yaml").write_text("web: {url: http://localhost}\nfiles: shop.yaml\n")
    (here / "lost.yaml").write_text("files: [nowhere.stp]\n")

    assert run(["check", "batch.yaml"]) == 0
    assert capsys.readouterr().out == "2 files, no problems\n"
    assert run(["check", "lost.yaml"]) == 1
    assert "lost.yaml:1:1: error: file not found: nowhere.stp" in capsys.readouterr().out


@pytest.mark.parametrize("var", ["term", "term=mugs", "term=[1, 2]", "term="])
@pytest.mark.parametrize("file", ["open.stp", "open.yaml"])
def test_a_variable_is_passed_as_it_is_to_a_run(
    file: str, var: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "open.stp").write_text("Search for {term}\n")
    (here / "open.yaml").write_text("allowedHosts: localhost\n" + SCRIPT.replace("mugs", "{term}"))

    assert run(["check", file]) == 1
    assert run(["check", file, "--var", var]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(("option", "given"), [("--var", "trm=mugs"), ("--secret", "trm")])
def test_a_misspelt_name_is_refused_with_the_one_that_was_meant(
    option: str, given: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "open.stp").write_text("Search for {term}\n")

    assert run(["check", "clean.stp", "open.stp", option, given]) == 2
    told = capsys.readouterr().err
    assert "none of 2 files uses {trm}" in told
    assert f"did you mean {option} term?" in told


def test_a_name_that_nothing_uses_and_nothing_is_like_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "clean.stp", "--var", "zebra=1"]) == 0
    assert "warning: clean.stp does not use {zebra}" in capsys.readouterr().err


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert run(["check", "-"]) == 1
    assert capsys.readouterr().out.startswith("<stdin>:2:18: error: ")


def test_problems_can_be_had_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--json", "clean.stp", "wrong.stp"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "files": [
            {"file": "clean.stp", "clean": True, "problems": []},
            {
                "file": "wrong.stp",
                "clean": False,
                "problems": [
                    {
                        "line": 2,
                        "column": 18,
                        "length": 5,
                        "severity": "error",
                        "message": "{nam} is not set anywhere before this line",
                        "suggestion": "did you mean {name}?",
                    }
                ],
            },
        ]
    }


def test_colours_are_for_terminals_only(here: Path) -> None:
    command = [sys.executable, "-m", "askonce", "check", "wrong.stp"]
    plain = subprocess.run(command, capture_output=True, text=True, check=False)
    environment = {**os.environ, "FORCE_COLOR": "1"}
    coloured = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    assert plain.returncode == coloured.returncode == 1
    assert "\x1b[" not in plain.stdout
    assert "\x1b[1;31merror:" in coloured.stdout


def test_a_program_is_written_to_standard_output(configured: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    configured.script([f"```\n{WRONG}```", f"```\n{CLEAN}```"])

    assert run(["program", "greet Ada"]) == 0

    told = capsys.readouterr()
    assert told.out == CLEAN
    assert "2 attempts" in told.err
    assert "did you mean {name}?" in configured.requests[1].last


def test_a_program_is_written_to_a_file_and_what_is_at_hand_is_told(
    configured: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.reply("```\nIn the Shop app, search for {term}\n```")

    assert run(["program", "search for {term}", "-o", "search.stp", "--app", "Shop", "--var", "term"]) == 0

    assert (here / "search.stp").read_text() == "In the Shop app, search for {term}\n"
    assert capsys.readouterr().out == ""
    assert "Shop" in configured.requests[0].last
    assert "{term}" in configured.requests[0].last


def test_a_program_is_given_to_machines_with_what_it_took(
    configured: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.script([f"```\n{WRONG}```", f"```\n{CLEAN}```"])

    assert run(["program", "greet Ada", "-o", "greet.stp", "--json"]) == 0

    told = capsys.readouterr()
    written = json.loads(told.out)
    assert (written["program"], written["file"], written["attempts"]) == (CLEAN, "greet.stp", 2)
    assert written["usage"]["calls"] == 2
    assert written["problems"] == []
    assert (here / "greet.stp").read_text() == CLEAN
    assert told.err == ""


def test_a_program_that_stays_wrong_is_a_failure_that_shows_it(
    configured: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.reply(f"```\n{WRONG}```")

    assert run(["program", "greet Ada", "-o", "greet.stp"]) == 1

    told = capsys.readouterr().err
    assert "did you mean {name}?" in told
    assert 'Tell user "Hello {nam}"' in told
    assert not (here / "greet.stp").exists()


def test_writing_a_program_without_a_model_says_what_to_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["program", "greet Ada"]) == 2
    told = capsys.readouterr().err
    assert "needs a language model" in told
    assert "ASKONCE_MODEL_NAME" in told


def test_a_folder_that_is_not_there_is_told_before_anybody_is_asked(
    configured: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["program", "greet Ada", "-o", "nowhere/greet.stp"]) == 2
    assert "folder not found" in capsys.readouterr().err
    assert not configured.requests
