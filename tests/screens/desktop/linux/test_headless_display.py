"""A display of its own ends with who started it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys

import pytest

from askonce.errors import ConfigError

OWNER = """
import asyncio, os
from askonce.screens.desktop.linux.headless_display import open_display

async def main():
    async with open_display(os.environ):
        print(open(f"/proc/self/task/{os.getpid()}/children").read(), flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_display_goes_when_its_owner_is_killed(display) -> None:
    if not shutil.which("setpriv"):
        pytest.skip("apt install util-linux")
    owner = await asyncio.create_subprocess_exec(sys.executable, "-c", OWNER, stdout=asyncio.subprocess.PIPE)
    assert owner.stdout
    servers = [int(word) for word in (await owner.stdout.readline()).split()]
    assert len(servers) == 2
    watched = [os.pidfd_open(number) for number in servers]
    owner.send_signal(signal.SIGKILL)
    await owner.wait()
    for file in watched:
        gone = asyncio.Event()
        asyncio.get_running_loop().add_reader(file, gone.set)
        await asyncio.wait_for(gone.wait(), 20)
        asyncio.get_running_loop().remove_reader(file)
        os.close(file)


async def test_a_server_that_says_nothing_is_an_error_and_holds_nobody_up(tmp_path, monkeypatch) -> None:
    pytest.importorskip("Xlib", reason="pip install 'askonce[desktop]'")
    from askonce.screens.desktop.linux import headless_display

    monkeypatch.setattr(headless_display, "_PATIENCE", 0.1)
    (tmp_path / "Xvfb").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "Xvfb").chmod(0o755)
    with pytest.raises(ConfigError, match=r"Xvfb said nothing for 0\.1 s"):
        async with headless_display.open_display({"PATH": f"{tmp_path}:{os.environ['PATH']}"}):
            pass
