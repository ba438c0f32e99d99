"""Ctrl-C and SIGTERM at the worst moments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from askonce.cli.exit_codes import ExitCode
from askonce.testing.shop import SampleShop

EARLY = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores Ctrl-C
import askonce.cli

class Gone:
    def __del__(self):  # Python can raise nothing in here
        os.kill(os.getpid(), signal.SIGINT)

class Imports:
    def find_spec(self, name, path=None, target=None):
        if name == "askonce.cli.single_act":
            Gone()

sys.meta_path.insert(0, Imports())
sys.argv = ["askonce", "act", "anything", "--url", "http://127.0.0.1:9"]
askonce.cli.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_control_c_while_the_command_is_still_loading_is_not_lost(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", EARLY], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    assert ended.returncode == -signal.SIGINT, ended.stderr


TWICE = """
import asyncio, signal, sys, typer
from askonce.cli.interrupts import exit_with, run_async
signal.signal(signal.SIGINT, signal.default_int_handler)
async def work():
    try:
        print("working", flush=True)
        await asyncio.sleep(600)
    finally:
        print("cleaning up", flush=True)
        await asyncio.sleep(float(sys.argv[1]))
        print("clean", flush=True)
try:
    exit_with(lambda: run_async(work()))
except typer.Exit as ended:
    sys.exit(ended.exit_code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("again", [True, False])
def test_a_signal_leaves_time_to_clean_up_and_a_second_one_none(number: signal.Signals, again: bool) -> None:
    command = [sys.executable, "-c", TWICE, "600" if again else "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline() == "working\n"
    process.send_signal(number)
    assert process.stdout.readline() == "cleaning up\n"
    if again:
        process.send_signal(number)

    assert process.stdout.read() == ("" if again else "clean\n")
    assert process.stderr.read() == ("" if again else "■ stopped\n")
    assert (
        process.wait(timeout=30) == {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}[number]
    )


ASKING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import askonce.cli
sys.argv = ["askonce", "run", "ask.stp", "--url", sys.argv[1], "--no-report"]
askonce.cli.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are those of POSIX")
@pytest.mark.parametrize("answered", [True, False])
def test_a_question_to_the_user_takes_an_answer_or_control_c(tmp_path: Path, answered: bool) -> None:
    (tmp_path / "ask.stp").write_text('Ask user "Which size?", get response as {size}\nTell user "size {size}"\n')
    keyboard, terminal = os.openpty()
    with SampleShop() as shop:
        command = [sys.executable, "-c", ASKING, shop.url]
        run = subprocess.Popen(
            command, cwd=tmp_path, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        assert run.stderr
        said = b""
        while not said.endswith(b"Which size? ") and (letter := run.stderr.read(1)):
            said += letter
        if answered:
            os.write(keyboard, b"large\n")
        else:
            run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    os.close(keyboard)
    os.close(terminal)
    assert out.decode() == ("size large\n" if answered else ""), err
    assert ("To resume: askonce run ask.stp" in err.decode()) is not answered
