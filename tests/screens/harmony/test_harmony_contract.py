"""The contract that all screens hold to, run against the sample phone as a HarmonyOS phone."""

from __future__ import annotations

import asyncio

import pytest

from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box, Size
from askonce.screens import Screen
from askonce.screens.harmony.harmony_screen import HarmonyScreen
from askonce.screens.harmony.hdc_client import HdcProgram
from askonce.testing.contracts import ScreenContract
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import SamplePhone


@pytest.mark.long
class TestHarmonyScreen(ScreenContract):
    @pytest.fixture(autouse=True)
    def given(self, phone: SamplePhone) -> None:
        phone.reset()
        self.phone = phone

    async def open_screen(self) -> Screen:
        screen = HarmonyScreen(await HdcProgram(self.phone.hdc_path).choose())
        await screen.open()
        await screen.launch("Sample")
        await screen.settle()
        return screen

    async def test_apps_are_started_and_stopped_by_their_names(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, HarmonyScreen)
            await screen.launch("Contacts")
            await screen.settle()
            tree = await screen.tree()
            assert tree.address == "harmony://device/com.google.android.contacts/pages.PeopleActivity"
            await screen.terminate("Contacts")
            await screen.settle()
            assert (await screen.tree()).address.startswith("harmony://device/com.ohos.sceneboard/")
            with pytest.raises(NotOperable, match="no app called 'Brocoli' is installed") as caught:
                await screen.launch("Brocoli")
            assert "did you mean Broccoli?" in caught.value.remedy

    async def test_buttons_lead_back_home_to_notifications_and_to_recent_apps(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, HarmonyScreen)
            await screen.launch("com.google.android.contacts/EntryAbility")
            await screen.settle()
            await screen.tap((await node_named(screen, "Create contact")).box.center)
            await screen.settle()
            await screen.hide_keyboard()
            await screen.back()
            await screen.settle()
            assert (await screen.tree()).address.endswith("/pages.PeopleActivity")
            await screen.notifications()
            await screen.settle()
            assert (await screen.tree()).shows("No notifications")
            await screen.home()
            await screen.recents()
            await screen.settle()
            assert (await screen.tree()).shows("Clear all")

    async def test_a_link_opens_the_app_that_takes_it(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, HarmonyScreen)
            await screen.navigate("smsto:+15550100")
            await screen.settle()
            assert "smsmessenger" in (await screen.tree()).address
            with pytest.raises(NotOperable, match="could not be opened"):
                await screen.navigate("nothing:here")

    async def test_a_phone_that_is_turned_has_another_size(self) -> None:
        async with self._opened() as screen:
            upright = await screen.size()
            await asyncio.to_thread(self.phone.rotate, "landscape")
            await screen.settle()
            assert await screen.size() == Size(upright.height, upright.width)
            assert (await screen.capture()).frame.region == Box.of_size(await screen.size())

    async def test_the_clock_of_the_phone_is_told(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, HarmonyScreen)
            assert (await screen.now()).isoformat() == "2023-10-15T15:34:00+00:00"

    async def test_a_dialog_is_called_by_its_title(self) -> None:
        async with self._opened() as screen:
            await self._tap(screen, "Ask")
            assert (await node_named(screen, "Sure?")).role == "dialog"

    async def test_combinations_of_keys_reach_the_field(self) -> None:
        async with self._opened() as screen:
            keyboard = await self._focus_on_name(screen)
            await keyboard.type("abc")
            await keyboard.press("Control+a")
            await keyboard.press("Backspace")
            assert await self.read(screen, "Name") == ""

    async def test_a_phone_that_is_unplugged_is_gone(self) -> None:
        async with self._opened() as screen:
            assert isinstance(screen, HarmonyScreen)
            await asyncio.to_thread(self.phone.unplug)
            try:
                with pytest.raises(ScreenClosed, match="is gone"):
                    await screen.tree()
            finally:
                await asyncio.to_thread(self.phone.plug_in)
            await self._tap(screen, "Press me")

    async def test_a_locked_phone_is_opened_unless_it_wants_a_pin(self) -> None:
        await asyncio.to_thread(self.phone.lock)
        async with self._opened() as screen:
            await asyncio.to_thread(self.phone.lock)
            assert await node_named(screen, "Press me"), "it is also opened where it locks itself meanwhile"
        await asyncio.to_thread(self.phone.lock, secured=True)
        with pytest.raises(ScreenError, match="is locked"):
            await self.open_screen()
