"""The help of every command: it fits a screen, and what it shows can be typed."""

from __future__ import annotations

import io
import itertools
import shlex
from contextlib import redirect_stdout
from typing import Any

import pytest

from askonce.cli.app import command_line, run

LINES = 25
LONGER = {
    "askonce": 38,
    "askonce run": 51,
    "askonce act": 37,
    "askonce fleet submit": 45,
    "askonce fleet worker": 27,
    "askonce playground": 37,
    "askonce record": 40,
    "askonce session start": 33,
}
"""What takes more than a small screen: all commands at once, and the one with most options."""


def commands(group: Any, path: str = "askonce") -> dict[str, Any]:
    found = {path: group}
    for name, command in getattr(group, "commands", {}).items():
        found |= commands(command, f"{path} {name}")
    return found


ROOT = command_line()
COMMANDS = commands(ROOT)


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    """What --help prints, by command."""
    told: dict[str, str] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        for path in COMMANDS:
            with redirect_stdout(io.StringIO()) as out:
                assert run([*path.split()[1:], "--help"]) == 0
            told[path] = out.getvalue()
    return told


@pytest.mark.parametrize("path", COMMANDS)
def test_the_help_fits_a_screen_and_ends_with_examples(path: str, helps: dict[str, str]) -> None:
    told = helps[path]
    assert told.startswith(f"Usage: {path} ")
    assert "\nExamples\n  askonce " in told
    assert len(told.splitlines()) <= LONGER.get(path, LINES)
    assert max(map(len, told.partition("\nExamples\n")[0].splitlines())) <= 80


@pytest.mark.parametrize("path", COMMANDS)
def test_every_example_can_be_typed(path: str, helps: dict[str, str]) -> None:
    shown = helps[path].partition("\nExamples\n")[2].partition("\n\n")[0].splitlines()

    assert 1 <= len(shown) <= 4
    for line in shown:
        parse(line)


def test_an_example_that_cannot_be_typed_would_be_noticed() -> None:
    with pytest.raises(Exception, match="--ulr"):
        parse("askonce act x --ulr y")


def parse(line: str) -> None:
    """Read a command line as far as it goes without carrying anything out."""
    words = shlex.split(line, comments=True)
    assert words.pop(0) == "askonce"
    command, parent = ROOT, None
    words = list(itertools.takewhile(lambda word: not word.startswith(">"), words))
    while True:
        context: Any = command.make_context(str(command.name or "askonce"), words, parent=parent)
        words = [*getattr(context, "_protected_args", []), *context.args]
        if not hasattr(command, "commands") or not words:
            assert not words
            return
        _, command, words = command.resolve_command(context, words)  # type: ignore[assignment]
        parent = context


@pytest.mark.parametrize("words", [[], ["recordings"]])
def test_a_group_alone_shows_its_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 0
    alone = capsys.readouterr().out

    assert run([*words, "--help"]) == 0
    assert capsys.readouterr().out == alone


def test_the_help_of_all_groups_commands_by_what_they_are_for(helps: dict[str, str]) -> None:
    told = helps["askonce"]
    for panel in ("Run", "Write", "See", "Set up"):
        assert f"\n{panel} " in told
    assert "  act         Carry out an instruction on a web page\n" in told
    assert "--quiet, -q" in told
    assert "--install-completion" in told


def test_a_single_command_tells_what_to_type_first_and_only_names_what_holds_everywhere(helps: dict[str, str]) -> None:
    assert helps["askonce recordings export"].startswith(
        "Usage: askonce recordings export FILE_OR_ID --as FORMAT [OPTIONS]\n"
    )
    told = helps["askonce act"]
    assert told.startswith("Usage: askonce act INSTRUCTION [OPTIONS]\n")
    assert told.endswith("Also: -q, -v, --debug, --help\n")
    assert "--verbose" not in told
