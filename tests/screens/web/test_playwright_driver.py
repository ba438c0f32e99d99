"""Playwright's driver is ended by whoever started it, also if that is cancelled."""

from __future__ import annotations

import subprocess
import sys

import pytest

CANCELLED = """
import asyncio, os, subprocess
from askonce.screens.web.playwright_driver import start_driver

def children():
    told = subprocess.run(["ps", "-A", "-ww", "-o", "ppid=,stat=,args="], capture_output=True, text=True).stdout
    lines = [line.split(maxsplit=2) for line in told.splitlines()]
    return [line[2] for line in lines if line[0] == str(os.getpid()) and line[1][0] != "Z" and "run-driver" in line[2]]

async def main():
    starting = asyncio.create_task(start_driver())
    while not children():
        await asyncio.sleep(0)
    for _ in range(100):  # until it was asked something, which it has not answered yet
        await asyncio.sleep(0)
    starting.cancel()
    await asyncio.wait([starting])
    print(starting.cancelled(), children())

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are listed as on POSIX")
def test_who_is_cancelled_while_the_driver_starts_leaves_none_behind_and_no_complaint() -> None:
    ended = subprocess.run([sys.executable, "-c", CANCELLED], capture_output=True, text=True, timeout=120)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("True []\n", "", 0)
