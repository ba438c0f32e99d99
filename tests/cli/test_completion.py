"""What a shell is offered when Tab is pressed, asked the way shells ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from askonce.cli.app import run

INSTALLED = Path(sys.executable).with_name("askonce")


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    runs = here / "askonce_run"
    for name in ("20260101-100000-aaaaaa", "20260102-100000-bbbbbb"):
        (runs / "traces" / name).mkdir(parents=True)
        (runs / "traces" / name / "trace.jsonl").touch()
    (runs / "traces" / "20260101-100000-aaaaaa" / "journal.jsonl").touch()
    (runs / "recordings").mkdir()
    (runs / "recordings" / "shop.yaml").touch()
    (here / "tests").mkdir()
    (here / "tests" / "login.yaml").write_text("tasks: []\n")
    (here / "tests" / "other.yaml").write_text("nothing: []\n")
    (here / "order.stp").write_text("Open the shop\n")
    return here


def offered(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What bash is given for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv("_ASKONCE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    assert run([]) == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("askonce rec", ["record", "recent-apps", "recordings"]),
        ("askonce recordings ", ["list", "export"]),
        ("askonce act x --ur", ["--url"]),
        ("askonce act x --verb", ["--verbose"]),
        ("askonce act x --sees ", ["screenshot", "elements", "both"]),
        ("askonce act x --recordings ", ["shop"]),
        ("askonce recordings list ", ["shop"]),
        ("askonce recordings export shop --as p", ["pytest"]),
        ("askonce run ", ["order.stp", "tests/login.yaml"]),
        ("askonce check tests/", ["tests/login.yaml"]),
        ("askonce check nowhere/", []),
        ("askonce run order.stp --resume ", ["askonce_run/traces/20260101-100000-aaaaaa"]),
    ],
)
def test_names_and_values_are_offered(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(line, monkeypatch, capsys) == words


def test_runs_are_offered_with_the_latest_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = offered("askonce report askonce_run", monkeypatch, capsys)
    assert (first[-6:], second[-6:]) == ("bbbbbb", "aaaaaa")


def test_broken_settings_do_not_disturb_a_shell(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / ".env").write_text("not a line\n")
    assert offered("askonce recordings list ", monkeypatch, capsys) == ["shop"]


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell"])
def test_other_shells_are_answered_too(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_ASKONCE_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "askonce recordings ")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    assert run([]) == 0
    told = capsys.readouterr().out
    assert "list" in told
    assert "export" in told

    monkeypatch.setenv("_ASKONCE_COMPLETE", f"source_{shell}")
    assert run([]) == 0
    assert f"complete_{shell}" in capsys.readouterr().out


@pytest.mark.skipif(not shutil.which("bash") or not INSTALLED.exists(), reason="takes bash and the installed command")
def test_bash_completes_the_installed_command() -> None:
    script = (
        f'PATH="{INSTALLED.parent}:$PATH"; eval "$(_ASKONCE_COMPLETE=source_bash askonce)"; '
        "COMP_WORDS=(askonce recordings li); COMP_CWORD=2; _askonce_completion askonce; "
        'echo "${COMPREPLY[@]}"'
    )
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert told.stdout == "list\n", told.stderr
