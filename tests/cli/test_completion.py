"""What a shell is offered when Tab is pressed, asked the way shells ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from understudy.cli.app import run

INSTALLED = Path(sys.executable).with_name("understudy")


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    runs = here / "understudy_run"
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
    monkeypatch.setenv("_UNDERSTUDY_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    assert run([]) == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("understudy rec", ["recordings"]),
        ("understudy recordings ", ["list", "export"]),
        ("understudy act x --ur", ["--url"]),
        ("understudy act x --verb", ["--verbose"]),
        ("understudy act x --sees ", ["screenshot", "elements", "both"]),
        ("understudy act x --recordings ", ["shop"]),
        ("understudy recordings list ", ["shop"]),
        ("understudy recordings export shop --as p", ["pytest"]),
        ("understudy run ", ["order.stp", "tests/login.yaml"]),
        ("understudy check tests/", ["tests/login.yaml"]),
        ("understudy check nowhere/", []),
        ("understudy run order.stp --resume ", ["understudy_run/traces/20260101-100000-aaaaaa"]),
    ],
)
def test_names_and_values_are_offered(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(line, monkeypatch, capsys) == words


def test_runs_are_offered_with_the_latest_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = offered("understudy report understudy_run", monkeypatch, capsys)
    assert (first[-6:], second[-6:]) == ("bbbbbb", "aaaaaa")


def test_broken_settings_do_not_disturb_a_shell(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / ".env").write_text("not a line\n")
    assert offered("understudy recordings list ", monkeypatch, capsys) == ["shop"]


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell"])
def test_other_shells_are_answered_too(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_UNDERSTUDY_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "understudy recordings ")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    assert run([]) == 0
    told = capsys.readouterr().out
    assert "list" in told
    assert "export" in told

    monkeypatch.setenv("_UNDERSTUDY_COMPLETE", f"source_{shell}")
    assert run([]) == 0
    assert f"complete_{shell}" in capsys.readouterr().out


@pytest.mark.skipif(not shutil.which("bash") or not INSTALLED.exists(), reason="takes bash and the installed command")
def test_bash_completes_the_installed_command() -> None:
    script = (
        f'PATH="{INSTALLED.parent}:$PATH"; eval "$(_UNDERSTUDY_COMPLETE=source_bash understudy)"; '
        "COMP_WORDS=(understudy recordings li); COMP_CWORD=2; _understudy_completion understudy; "
        'echo "${COMPREPLY[@]}"'
    )
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert told.stdout == "list\n", told.stderr
