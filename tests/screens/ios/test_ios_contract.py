"""The contract that all screens hold to, run against the sample phone as an iPhone."""

from __future__ import annotations

import asyncio

import pytest

from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Size
from askonce.screens import Screen
from askonce.screens.ios.ios_screen import IosScreen
from askonce.screens.ios.wda_client import WdaClient, WdaRoute
from askonce.testing.contracts import ScreenContract
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import SamplePhone


class TestIosScreen(ScreenContract):
    @pytest.fixture(autouse=True)
    def given(self, phone: SamplePhone) -> None:
        phone.reset()
        self.phone = phone

    async def open_screen(self) -> Screen:
        screen = IosScreen(WdaClient(WdaRoute(self.phone.wda_url)))
        await screen.open()
        await screen.launch("org.askonce.sample")
        await screen.settle()
        return screen

    async def test_an_app_is_started_and_stopped_by_the_name_under_its_icon(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            await screen.launch("Broccoli")
            await screen.settle()
            assert (await screen.tree()).address == "ios://device/com.flauschcode.broccoli/Recipes"
            await screen.terminate("broccoli")
            await screen.settle()
            assert (await screen.tree()).address == "ios://device/com.apple.springboard/"
            with pytest.raises(NotOperable, match="no app called 'Brocoli' is installed") as caught:
                await screen.launch("Brocoli")
            assert "did you mean Broccoli?" in caught.value.remedy

    async def test_the_edges_of_the_glass_lead_back_home_and_to_notifications(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            await screen.launch("com.google.android.contacts")
            await screen.settle()
            await screen.tap((await node_named(screen, "Create contact")).box.center)
            await screen.settle()
            await screen.back()
            await screen.settle()
            assert (await screen.tree()).address.endswith("/Contacts")
            await screen.notifications()
            await screen.settle()
            assert (await screen.tree()).shows("No notifications")
            await screen.home()
            await screen.recents()
            await screen.settle()
            assert (await screen.tree()).shows("Clear all")

    async def test_a_link_opens_the_app_that_takes_it(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            await screen.navigate("smsto:+15550100")
            await screen.settle()
            assert "smsmessenger" in (await screen.tree()).address
            with pytest.raises(NotOperable, match="could not be opened"):
                await screen.navigate("nothing:here")

    async def test_turning_it_changes_its_size(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            upright = await screen.size()
            await screen.rotate("landscape")
            assert await screen.size() == Size(upright.height, upright.width)
            assert (await screen.capture()).frame.region == Box.of_size(await screen.size())

    async def test_the_clock_of_the_phone_is_told(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            assert (await screen.now()).isoformat() == "2023-10-15T15:34:00+00:00"

    async def test_what_lies_beneath_an_alert_is_covered_by_it(self) -> None:
        async with self._opened() as screen:
            await self._tap(screen, "Ask")
            assert "covered" in (await node_named(screen, "Press me")).states
            assert "covered" not in (await node_named(screen, "Cancel")).states
            await self._tap(screen, "Cancel")
            assert await self.read(screen, "Answer") == "no"

    async def test_combinations_of_keys_reach_the_field(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            keyboard = await self._focus_on_name(screen)
            await keyboard.type("abc")
            await keyboard.press("Meta+a")
            await keyboard.press("Backspace")
            assert await self.read(screen, "Name") == ""

    async def test_a_session_that_was_lost_is_begun_anew(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            await WdaClient(WdaRoute(self.phone.wda_url)).start()  # ends every other session
            await self._tap(screen, "Press me")
            assert await self.read(screen, "Pressed") == "1"

    async def test_a_phone_that_is_unplugged_is_gone(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, IosScreen)
            await asyncio.to_thread(self.phone.unplug)
            try:
                with pytest.raises(ScreenClosed, match="is gone"):
                    await screen.tree()
            finally:
                await asyncio.to_thread(self.phone.plug_in)
            await self._tap(screen, "Press me")

    async def test_a_locked_phone_is_opened_unless_it_wants_a_passcode(self) -> None:
        await asyncio.to_thread(self.phone.lock)
        async with self._opened() as screen:
            await asyncio.to_thread(self.phone.lock)
            assert await node_named(screen, "Press me"), "it is also opened where it locks itself meanwhile"
        await asyncio.to_thread(self.phone.lock, secured=True)
        with pytest.raises(ScreenError, match="is locked"):
            await self.open_screen()
