"""One display that nobody sees for all tests of desktops: a private bus, private settings, nothing of the user's."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

if sys.platform != "linux":
    collect_ignore_glob = ["linux/*", "test_desktop_screen.py", "test_desktop_kind.py", "test_desktop_contract.py"]

from askonce.config import process_environment
from askonce.screens.desktop.desktop_screen import DesktopScreen

if TYPE_CHECKING:
    from askonce.screens.desktop.linux.headless_display import HeadlessDisplay

Opening = Callable[..., AbstractAsyncContextManager[DesktopScreen]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests on the shared display run in its event loop."""
    for item in items:
        if "display" in getattr(item, "fixturenames", ()) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def display(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[HeadlessDisplay]:
    for module in ("mss", "dbus_fast", "Xlib"):
        pytest.importorskip(module, reason="pip install 'askonce[desktop]'")
    needs("Xvfb", "xvfb")
    needs("dbus-daemon", "dbus")
    needs("/usr/libexec/at-spi-bus-launcher", "at-spi2-core")
    from askonce.screens.desktop.linux.headless_display import open_display

    home = tmp_path_factory.mktemp("home")
    # What an application keeps in memory is gone when it starts again, as on a new machine.
    own = {"HOME": str(home), "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory"}
    async with open_display(process_environment(), own) as opened:
        yield opened


def needs(program: str, package: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"apt install {package}")


@pytest.fixture
def opening(display: HeadlessDisplay) -> Opening:
    """Opens a screen on the shared display, with an application; both end with the block."""
    return partial(open_screen, display)


@asynccontextmanager
async def open_screen(display: HeadlessDisplay, app: str = "", package: str = "") -> AsyncIterator[DesktopScreen]:
    from askonce.screens.desktop.desktop_options import DrivingOptions
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    if app:
        needs(app.split()[0], package or app)
    files = Path(display.environment["HOME"])
    screen = DesktopScreen(
        LinuxDesktop(display.name, display.environment), DrivingOptions(uploads=files, files=files / "files")
    )
    await screen.open()
    try:
        if app:
            await screen.begin_with(app)
            await screen.settle()
        yield screen
    finally:
        await screen.close()
