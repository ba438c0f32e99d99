"""`askonce playground` as a process: its link, its end, and what it refuses."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest
from fake_screens import write_login

from askonce.cli.app import run
from askonce.cli.serve_playground import require_playground
from askonce.errors import ConfigError
from askonce.tools.listen_address import listen


@contextmanager
def started(*options: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, once it has printed its link."""
    command = [sys.executable, "-m", "askonce", "playground", "--no-open", *options]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout
        first = process.stdout.readline()
        found = re.search(r"http://\S+", first)
        assert found, first + process.stdout.read()
        yield process, found[0]
    finally:
        process.kill()
        process.wait()


def test_it_prints_a_link_that_opens_it_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with started("--fake", str(write_login(tmp_path)), "--port", "0", folder=tmp_path) as (process, link):
        with httpx.Client() as client:
            page = client.get(link)
            sessions = client.get(link.partition("?")[0] + "sessions").json()["sessions"]
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=30)[0]

    assert (page.status_code, [session["kind"] for session in sessions]) == (200, ["fake"])
    assert process.returncode == 0
    assert "The playground is closed." in rest
    assert "Traceback" not in rest
    assert link.partition("token=")[2] not in rest


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--sees", "nothing"], "--sees cannot be 'nothing'"),
        (["--uploads", "/no/such/folder"], "is not a folder"),
        (["--folder", "/no/such/folder"], "is not a folder"),
        (["--fake", "/no/such.yaml"], "such.yaml"),
        (["--recordings", "strict"], "does not say which recordings"),
        (["--port", "99999"], "from 0 to 65535"),
        (["--secret", "pin=NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE is not set"),
    ],
)
def test_what_does_not_fit_is_an_error_before_anything_is_served(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen = [] if "--fake" in options else ["--fake", str(write_login(tmp_path))]
    assert run(["playground", "--no-open", "--port", "0", *screen, *options]) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert run(["playground", "--no-open", "--fake", str(write_login(tmp_path)), "--port", port]) == 2
    assert "choose another with --port" in capsys.readouterr().err


def test_without_the_extra_the_command_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_spec(name: str) -> object:
        return None if name == "websockets" else name

    monkeypatch.setattr("askonce.cli.serve_playground.find_spec", find_spec)
    with pytest.raises(ConfigError) as error:
        require_playground()
    assert error.value.message == "the playground needs websockets, which is not installed"
    assert error.value.remedy == 'pip install "askonce[playground]"'
