"""The contract that all screens hold to, run against a phone: over our own adb server, and over the real one."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
from collections.abc import Iterator

import pytest

from askonce.errors import NotOperable, ScreenError
from askonce.geometry import Box, Size
from askonce.screens import Screen
from askonce.screens.android.adb_client import AdbServer
from askonce.screens.android.android_screen import AndroidScreen
from askonce.testing.contracts import ScreenContract
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import SamplePhone

pytest.importorskip("uiautomator2", reason="pip install uiautomator2: the device server comes with it")


class TestAndroidScreen(ScreenContract):
    @pytest.fixture(autouse=True)
    def given(self, phone: SamplePhone) -> None:
        phone.reset()
        self.phone = phone
        self.server = AdbServer(*phone.adb_server, patience=0)

    async def open_screen(self) -> Screen:
        screen = AndroidScreen(await self.server.choose(self.phone.serial))
        await screen.open()
        await screen.launch("Sample")
        await screen.settle()
        return screen

    async def test_a_link_opens_the_app_that_takes_it_and_back_leaves_it(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            await screen.navigate("smsto:+15550100")
            await screen.settle()
            opened = (await screen.tree()).address
            assert "smsmessenger" in opened
            await screen.back()
            await screen.settle()
            assert (await screen.tree()).address != opened

    async def test_a_link_that_nothing_opens_is_an_error(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            with pytest.raises(NotOperable, match="could not be opened"):
                await screen.navigate("nothing:here")

    async def test_apps_are_started_and_stopped_by_their_names(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            await screen.launch("Contacts")
            await screen.settle()
            assert "contacts" in (await screen.tree()).address
            await screen.terminate("Contacts")
            await screen.settle()
            assert "contacts" not in (await screen.tree()).address
            with pytest.raises(NotOperable, match="no app called 'Nonesuch'"):
                await screen.launch("Nonesuch")

    async def test_a_form_above_the_keyboard_scrolls_and_not_the_keyboard(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            await screen.launch("Broccoli")
            await screen.settle()
            await screen.tap((await node_named(screen, "New recipe")).box.center)
            await screen.settle()
            await screen.tap((await node_named(screen, "Title")).box.center)
            await screen.settle()
            await screen.scroll(0, 300)
            await screen.settle()
            assert "Title" not in [node.name for node in await screen.tree()]

    async def test_turning_it_changes_its_size(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            upright = await screen.size()
            await screen.rotate("landscape")
            await screen.settle()
            assert await screen.size() == Size(upright.height, upright.width)
            assert (await screen.capture()).frame.region == Box.of_size(await screen.size())

    async def test_the_clock_of_the_phone_is_told(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            assert (await screen.now()).isoformat() == "2023-10-15T15:34:00+00:00"

    async def test_a_phone_that_is_unplugged_is_gone_and_comes_back(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, AndroidScreen)
            await asyncio.to_thread(self.phone.unplug)
            try:
                with pytest.raises(ScreenError):
                    await screen.tree()
            finally:
                await asyncio.to_thread(self.phone.plug_in)


@pytest.fixture(scope="module")
def adb() -> Iterator[int]:
    """A server of the real program, on a port of its own."""
    program = shutil.which("adb")
    if program is None:
        pytest.skip("apt install adb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    subprocess.run([program, "-P", str(port), "start-server"], check=True, capture_output=True)
    yield port
    subprocess.run([program, "-P", str(port), "kill-server"], check=False, capture_output=True)


@pytest.mark.long
class TestAndroidScreenOverAdb(TestAndroidScreen):
    @pytest.fixture(autouse=True)
    def given(self, phone: SamplePhone, adb: int) -> None:
        phone.reset()
        self.phone = phone
        self.server = AdbServer(port=adb, patience=0)


async def test_the_real_adb_leads_to_the_same_screen(phone: SamplePhone, adb: int) -> None:
    phone.reset()
    phone.launch("Sample")
    trees = []
    for server in (AdbServer(*phone.adb_server, patience=0), AdbServer(port=adb, patience=0)):
        screen = AndroidScreen(await server.choose(phone.serial))
        await screen.open()
        try:
            await screen.tap((await node_named(screen, "Press me")).box.center)
            await screen.settle()
            trees.append([(node.role, node.words) for node in await screen.tree()])
            assert (await screen.capture()).frame.region == Box.of_size(await screen.size())
        finally:
            await screen.close()
    assert [("text", "Pressed: 1") in trees[0], ("text", "Pressed: 2") in trees[1]] == [True, True]
