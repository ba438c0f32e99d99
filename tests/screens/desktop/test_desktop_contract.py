"""The contract that all screens hold to, run against a desktop that shows the sample in a browser without borders."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from askonce.screens import Screen
from askonce.screens.desktop.desktop_screen import DesktopScreen
from askonce.testing.contracts import SAMPLE_PAGE, ScreenContract
from askonce.testing.contracts.screen_contract import node_named

pytestmark = pytest.mark.long

BARE = (
    "--kiosk --no-sandbox --no-first-run --no-default-browser-check --force-renderer-accessibility --disable-gpu "
    "--password-store=basic --disable-features=Translate --disable-sync --noerrdialogs --disable-infobars"
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def kiosk(display, tmp_path_factory) -> AsyncIterator[None]:
    """One browser for all; each test loads the page anew."""
    from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

    program = shutil.which("chromium")
    if program is None:
        pytest.skip("apt install chromium")
    profile = tmp_path_factory.mktemp("profile")
    screen = DesktopScreen(LinuxDesktop(display.name, display.environment))
    await screen.open()
    await screen.begin_with(f"{program} {BARE} --user-data-dir={profile} {SAMPLE_PAGE.as_uri()}")
    await screen.settle()
    yield
    await screen.close()


class TestDesktopScreen(ScreenContract):
    @pytest.fixture(autouse=True)
    def given(self, kiosk, display) -> None:
        self.display = display

    async def open_screen(self) -> Screen:
        from askonce.screens.desktop.linux.linux_desktop import LinuxDesktop

        screen = DesktopScreen(LinuxDesktop(self.display.name, self.display.environment))
        await screen.open()
        await screen.press("Control+Home")
        await screen.press("F5")
        await screen.settle()
        await node_named(screen, "Press me")
        return screen
