"""`askonce check FILE.yaml` and `askonce schema`, as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from malformed import HEAD, TASK

from askonce.cli.app import run


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.yaml").write_text(HEAD + TASK + "      - aiTap: Save\n")
    (tmp_path / "wrong.yml").write_text(HEAD + TASK + "      - aiTapp: Save\n")
    return tmp_path


def test_of_a_clean_script_it_is_said_that_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "clean.yaml"]) == 0
    assert capsys.readouterr() == ("1 file, no problems\n", "")


def test_what_is_wrong_with_a_script_is_told_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "clean.yaml", "wrong.yml"]) == 1
    assert capsys.readouterr().out == (
        "wrong.yml:6:9: error: no item is called 'aiTapp'\n"
        "        - aiTapp: Save\n"
        "          ^^^^^^\n"
        "  → did you mean aiTap?\n"
        "2 files, 1 error\n"
    )


def test_what_is_wrong_with_a_script_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--json", "wrong.yml"]) == 1
    file = json.loads(capsys.readouterr().out)["files"][0]
    assert (file["file"], file["clean"]) == ("wrong.yml", False)
    assert (file["problems"][0]["line"], file["problems"][0]["suggestion"]) == (6, "did you mean aiTap?")


def test_a_script_is_checked_without_its_environment(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "other.yaml").write_text(
        "web:\n  url: ${NO_SUCH_THING}\nsecrets: [NO_SUCH_PIN]\n" + TASK + "      - ai: type {NO_SUCH_PIN} as {user}\n"
    )

    assert run(["check", "--var", "user", "other.yaml"]) == 0
    assert "warning: the environment variable NO_SUCH_THING is not set" in capsys.readouterr().out


def test_the_schema_of_scripts_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "script"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["title"] == "Askonce script"
    assert {"web", "tasks", "vars", "secrets", "allowedHosts"} <= schema["properties"].keys()


def test_a_schema_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "poem"]) == 2
    assert "there is no schema for 'poem'" in capsys.readouterr().err
