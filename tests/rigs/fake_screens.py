"""A fake screen in a file, and packages of others that bring kinds of screens."""

from __future__ import annotations

from pathlib import Path

LOGIN = """
pages:
  start:
    - text: Sign in
    - field: Email
    - field: Password
      password: true
    - button: Sign in
      opens: welcome
  welcome:
    - text: Welcome, {Email}
"""
SIGN_IN = 'type "ada@x" into Email and press the button "Sign in"'

WATCH = '''
from contextlib import asynccontextmanager
from typing import Annotated

from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen, Text
from askonce.screens.screen_kind import Finding, Offered, OpenedScreen, ScreenKind, ScreenOptions


class WatchOptions(ScreenOptions):
    """A watch."""

    watch: Annotated[str, Offered(("command", "mcp", "mark"), metavar="SERIAL")] = ""
    """Serial number of a watch."""


class WatchScreen(FakeScreen):
    kind = "watch"


@asynccontextmanager
async def open_watch(options, context):
    box = Box(0, 0, 100, 30)
    screen = WatchScreen([Button("Start", box, on_tap=lambda: screen.show(Text("Running", box)))])
    yield OpenedScreen(screen)


async def examine(options, context):
    return [Finding("watch", True, "a watch is near", needed=False)]


KIND = ScreenKind(name="watch", title="Watch", options=WatchOptions, open=open_watch, examine=examine)
'''


def write_login(folder: Path) -> Path:
    file = folder / "login.yaml"
    file.write_text(LOGIN)
    return file


def install(folder: Path, package: str, entry: str, source: str) -> Path:
    """A package as pip would install it: a module, and metadata with its entry point."""
    module = package.replace("-", "_")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / f"{module}.py").write_text(source)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[askonce.screens]\n{entry} = {module}:KIND\n")
    return folder
