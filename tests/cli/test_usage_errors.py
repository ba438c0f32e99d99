"""Commands that are asked wrongly: what is said can be acted on."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.cli.dotenv import read_environment
from askonce.errors import ConfigError

PAGE = ["--url", "http://127.0.0.1:1/"]


pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.parametrize(
    ("words", "what", "remedy"),
    [
        (["acct"], "askonce has no command acct", "did you mean act?"),
        (["xyzzy"], "askonce has no command xyzzy", "`askonce --help` lists all commands"),
        (["recordings", "lst"], "askonce recordings has no command lst", "did you mean list?"),
        (["--quite"], "askonce has no option --quite", "did you mean --quiet?"),
        (["act", "x", "--ulr", "y"], "askonce act has no option --ulr", "did you mean --url?"),
        (["act", "x", *PAGE, "-z"], "askonce act has no option -z", "`askonce act --help` lists all options"),
        (["act"], "askonce act needs INSTRUCTION", 'for example: askonce act "'),
        (["recordings", "export", "shop"], "export needs --as", "for example: askonce recordings export"),
        (["act", "x", "--url"], "--url needs a value", "after the option"),
        (["act", "x", *PAGE, "--headed=yes"], "--headed takes no value", "without a value"),
        (["act", "search", "for", "mugs", *PAGE], "unexpected argument 'for mugs'", "put quotes around text"),
        (["session", "stop", "g3"], "unexpected argument 'g3'", "askonce session stop --session g3"),
        (["session", "stop", "g3", "g4"], "unexpected argument 'g3 g4'", "for example: askonce session stop"),
        (["act", "x", "--fake", ""], "--fake is empty", "leave it out"),
        (["act", "x", "--url", ""], "--url is empty", "leave it out"),
        (["act", "x", *PAGE, "--rounds", "few"], "--rounds takes a whole number from 1", "Maximum number of rounds"),
        (["act", "x", *PAGE, "--rounds", "0"], "--rounds takes a", "Maximum number of rounds"),
        (["act", "x", *PAGE, "--timeout", "soon"], "--timeout takes a number from 0", "Maximum time"),
        (["mcp", "--port", "70000"], "--port takes a", "Port (8765)"),
        (["run"], "no script was given", "give files"),
        (["run", "none.stp", *PAGE], "none.stp could not be read: No such file", "check the name"),
        (["run", "none.yaml"], "file not found: none.yaml", "check the name"),
        (["run", "a.yaml", "b.yaml", "--resume"], "--resume works with a single program", "--resume-failed"),
        (["run", "a.yaml", "--shard", "3/2"], "3/2", "for example"),
        (["check", "."], "there are no scripts in .", "programs are .stp files"),
        (["schema", "stp"], "there is no schema for 'stp'", "script"),
        (["recordings", "list", "none"], "nothing is recorded under 'none'", "ending in .yaml"),
    ],
)
def test_a_mistake_is_named_with_a_remedy(
    words: list[str], what: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2

    told = capsys.readouterr()
    first, second, *more = told.err.splitlines()
    assert first.startswith("✗ ")
    assert what in first
    assert second.startswith("  → ")
    assert remedy in second
    assert (told.out, more) == ("", [])


@pytest.mark.parametrize("words", [["act", "x", *PAGE], ["recordings", "list"], ["run", "a.yaml"], ["program", "x"]])
def test_a_line_of_the_env_file_that_cannot_be_understood_is_named(
    words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.yaml").write_text("web: {url: 'http://127.0.0.1:1/'}\ntasks: [{name: a, flow: [{sleep: 1}]}]\n")
    (here / ".env").write_text("# settings\nASKONCE_MODEL_API_KEY: sk-hidden\n")

    assert run(words) == 2

    told = capsys.readouterr().err
    assert ".env, line 2 is not valid" in told
    assert "→ write NAME=value" in told
    assert "sk-hidden" not in told


def test_an_env_file_that_is_no_text_is_an_error(here: Path) -> None:
    (here / ".env").write_bytes(b"A=1\nB=\xff\n")
    with pytest.raises(ConfigError, match="is not UTF-8: byte 7"):
        read_environment()


def test_what_is_really_set_wins_over_the_env_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / ".env").write_text("\ufeffexport ASKONCE_SEES=both\nASKONCE_ROUNDS='3'\nEMPTY\n", "utf-8")
    monkeypatch.setenv("ASKONCE_SEES", "elements")

    read = read_environment()

    assert read["ASKONCE_SEES"] == "elements"
    assert read["ASKONCE_ROUNDS"] == "3"
    assert "EMPTY" not in read


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ASKONCE_SEES", "all", "ASKONCE_SEES cannot be 'all'"),
        ("ASKONCE_ROUND", "3", "did you mean ASKONCE_ROUNDS"),
        ("ASKONCE_MODEL_BASE_URL", "x", "set it to a URL such as"),
    ],
)
def test_a_wrong_setting_is_named(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert run(["act", "x", *PAGE]) == 2
    assert told in capsys.readouterr().err
