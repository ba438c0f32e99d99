"""What is typed on a HarmonyOS phone goes into the field that has the focus, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.harmony.harmony_screen import HarmonyScreen
from askonce.screens.harmony.hdc_client import HdcProgram
from askonce.testing.contracts.screen_contract import node_named
from askonce.testing.phone import SamplePhone
from askonce.testing.phone.disturbances import CHANCE, KINDS


def seed_of_a_lost_tap() -> int:
    """With it the next tap is lost, and the one after that is not."""
    for seed in range(100_000):
        chance = random.Random(seed)
        if chance.random() < CHANCE and chance.choice(KINDS) == "swallowed tap" and chance.random() >= CHANCE:
            return seed
    raise AssertionError("there is no such seed")


@asynccontextmanager
async def form_of(phone: SamplePhone) -> AsyncGenerator[HarmonyScreen]:
    """The form for a new contact."""
    phone.reset()
    screen = await HarmonyScreen(await HdcProgram(phone.hdc_path).choose()).open()
    try:
        await screen.launch("Contacts")
        await screen.settle()
        await tap(screen, "Create contact")
        await screen.settle()
        yield screen
    finally:
        await screen.close()


async def tap(screen: HarmonyScreen, name: str) -> None:
    await screen.tap((await node_named(screen, name)).box.center)


async def values(screen: HarmonyScreen) -> list[str | None]:
    return [node.value for node in await screen.tree() if node.role == "textbox"]


async def test_text_goes_to_the_field_that_has_the_focus_and_to_none_where_no_field_has_it(phone: SamplePhone) -> None:
    """Not to the place that was tapped before."""
    async with form_of(phone) as screen:
        await tap(screen, "Name")
        await screen.press("Tab")
        await screen.type("555")
        assert await values(screen) == ["", "555"]
        phone.disturb(seed_of_a_lost_tap())
        try:
            await tap(screen, "Name")
        finally:
            phone.disturb(None)
        assert phone.disturbances == ["swallowed tap"]
        await screen.clear()
        await screen.type("Ann")
        assert await values(screen) == ["Ann", "555"], "a tap that is lost wipes no other field"

        await screen.hide_keyboard()
        await screen.tap(Point(268, 408))
        await screen.back()
        await screen.settle()
        assert (await node_named(screen, "Discard")).box.contains(Point(268, 408))
        with pytest.raises(NotOperable, match="no field has the focus"):
            await screen.type("hello")
        assert (await screen.tree()).shows("Discard your changes?")
