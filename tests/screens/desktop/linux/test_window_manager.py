"""The window manager of a display of its own."""

from __future__ import annotations

import select
import shutil
import subprocess
import time
from typing import Any

import pytest


def test_a_window_that_comes_while_something_is_sent_is_managed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reads while it sends: what it has read then nobody waits for on the connection any more."""
    pytest.importorskip("Xlib", reason="pip install 'askonce[desktop]'")
    if not shutil.which("Xvfb"):
        pytest.skip("apt install xvfb")
    from askonce.screens.desktop.linux.window_manager import WindowManager
    from askonce.screens.desktop.linux.x11_connection import X, xdisplay

    with subprocess.Popen(["Xvfb", "-displayfd", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        name = f":{server.stdout.readline().decode().strip()}"
        clients = [xdisplay.Display(name) for _ in range(2)]
        first, second = (each.screen().root.create_window(0, 0, 50, 50, 0, X.CopyFromParent) for each in clients)
        clients[1].sync()
        coming = [second]
        flush, pending_events = xdisplay.Display.flush, xdisplay.Display.pending_events
        left: list[int] = []

        def send(self: Any) -> None:
            if left and left[-1] == 0 and coming:
                coming.pop().map()
                clients[1].sync()
                select.select([self], [], [])
            flush(self)

        def count(self: Any) -> int:
            left.append(pending_events(self))
            return left[-1]

        monkeypatch.setattr(xdisplay.Display, "flush", send)
        monkeypatch.setattr(xdisplay.Display, "pending_events", count)
        manager = WindowManager(name)
        try:
            manager.start()
            first.map()
            clients[0].sync()
            shown, patience = clients[0].create_resource_object("window", second.id), time.monotonic() + 30
            while shown.get_attributes().map_state != X.IsViewable and time.monotonic() < patience:
                if coming:  # it has something to do until it has sent
                    first.configure(x=5)
                time.sleep(0.01)
            assert shown.get_attributes().map_state == X.IsViewable
        finally:
            manager.stop()
            for each in clients:
                each.close()
            server.terminate()
