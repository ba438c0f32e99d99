"""What is typed on an iPhone goes into the field that has the focus, and nowhere else."""

from __future__ import annotations

import pytest

from askonce.errors import NotOperable
from askonce.screens.ios.ios_screen import IosScreen
from askonce.screens.ios.wda_client import WdaClient, WdaRoute
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import SamplePhone


async def test_text_goes_to_the_field_that_has_the_focus_and_nowhere_without_one(phone: SamplePhone) -> None:
    phone.reset()
    screen = await IosScreen(WdaClient(WdaRoute(phone.wda_url))).open()
    try:
        await screen.launch("com.google.android.contacts")
        await screen.settle()
        with pytest.raises(NotOperable, match="no field has the focus"):
            await screen.type("hello")
        await screen.tap((await node_named(screen, "Create contact")).box.center)
        await screen.settle()
        await screen.tap((await node_named(screen, "Name")).box.center)
        await screen.press("Tab")
        await screen.clear()
        await screen.type("555")
        assert [node.value for node in await screen.tree() if node.role == "textbox"] == ["", "555"]
    finally:
        await screen.close()


async def test_webdriveragent_can_be_asked_in_its_session_and_outside_of_it(phone: SamplePhone) -> None:
    phone.reset()
    screen = await IosScreen(WdaClient(WdaRoute(phone.wda_url))).open()
    try:
        assert await screen.wda_request("GET", "/status") == await screen.wda_request("GET", "status") != {}
        assert await screen.wda_request("GET", "/session/{sessionId}/wda/locked") is False
        await screen.wda_request("POST", "/session/{sessionId}/wda/pressButton", {"name": "home"})
    finally:
        await screen.close()
