"""The command `askonce mcp`, and the page for coding agents."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from askonce.cli.app import command_line, run
from askonce.mcp.mcp_server import INSTRUCTIONS
from askonce.mcp.resources import skill
from askonce.mcp.session_tools import server_tools
from askonce.tools.screen_tools import SCREEN_TOOLS


def test_the_skill_page_names_commands_and_tools_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mcp", "--skill"]) == 0
    page = capsys.readouterr().out
    assert page == skill()
    named = set(re.findall(r"^askonce (\w+)", page, re.MULTILINE))
    assert named
    assert named <= command_line().commands.keys()
    assert all(f"`{name}" in page for name in {**SCREEN_TOOLS, **server_tools()} if name != "list_sessions")
    for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        compile(block, "SKILL.md", "exec")


def test_the_instructions_name_tools_that_exist() -> None:
    named = set(re.findall(r"`(\w+)`", INSTRUCTIONS))
    assert named - {*SCREEN_TOOLS, *server_tools()} == {"tap", "type"}


def test_without_the_extra_the_command_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name == "mcp" or name.startswith(("mcp.", "askonce.mcp."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("askonce.mcp.transports", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)

    assert run(["mcp"]) == 2

    assert 'pip install "askonce[mcp]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0"], "--token is required"),
        (["--token", "SHORT_TOKEN"], "has 5 characters"),
        (["--token", "NO_SUCH_TOKEN"], "set the variable NO_SUCH_TOKEN"),
        (["--secret", "password=NO_SUCH_SECRET"], "NO_SUCH_SECRET is not set"),
        (["--host", "256.0.0.1", "--token", "LONG_TOKEN"], "could not listen on 256.0.0.1"),
    ],
)
def test_a_server_that_would_not_be_safe_or_cannot_be_is_not_started(
    options: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHORT_TOKEN", "12345")
    monkeypatch.setenv("LONG_TOKEN", "x" * 32)

    assert run(["mcp", "--http", "--port", "0", *options]) == 2

    assert told in capsys.readouterr().err
