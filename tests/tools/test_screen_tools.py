"""Tools on a screen in memory."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PIL import Image

from askonce import launch
from askonce.config import Settings
from askonce.errors import ConfigError, NotOperable
from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.tools import action_tools
from askonce.tools.screen_tools import SCREEN_TOOLS
from askonce.tools.tool_arguments import ToolContext
from askonce.values import Secret

TOP, MIDDLE, BOTTOM = (Box(10, top, 190, 40) for top in (10, 60, 110))


@asynccontextmanager
async def working(**secrets: Secret) -> AsyncIterator[ToolContext]:
    screen = FakeScreen([Field("Name", TOP), Button("Save", MIDDLE), Button("Cancel", BOTTOM)])
    async with launch.screen(screen, settings=Settings(runs=None)) as agent:
        yield ToolContext(agent, secrets)


async def use(work: ToolContext, name: str, **arguments: object) -> str:
    if name in SCREEN_TOOLS:
        return (await SCREEN_TOOLS[name].read(arguments).perform(work)).text
    return (await action_tools.perform(work, name, arguments)).text


async def test_an_element_is_named_by_the_number_it_is_listed_with() -> None:
    async with working() as work:
        listed = await use(work, "elements")
        (number,) = (line.split()[0] for line in listed.splitlines() if "Save" in line)

        assert await use(work, "tap", target=number) == f"Done: Tap({number} button 'Save')"
        assert "found by planned" in await use(work, "locate", target=f" {number} ")
        with pytest.raises(NotOperable, match=r"no element \[77\]"):
            await use(work, "tap", target="[77]")


async def test_words_that_only_hold_a_number_are_words() -> None:
    async with working() as work:
        work.agent.screen.show(Button("Page [2]", TOP))  # type: ignore[attr-defined]

        assert await use(work, "tap", target="the button 'Page [2]'") == "Done: Tap(the button 'Page [2]')"


async def test_values_and_secrets_fill_what_is_typed() -> None:
    async with working(pin=Secret("4711")) as work:
        await use(work, "type", text="{who} {pin}", target="the field Name", values={"who": "Ann"})

        assert work.agent.screen.widgets[0].value == "Ann 4711"  # type: ignore[attr-defined]
        with pytest.raises(ConfigError, match="pin is a secret here"):
            await use(work, "tap", target="{pin}", values={"pin": "1"})


async def test_tabs_are_told_with_the_numbers_that_switching_takes() -> None:
    async with working() as work:
        assert (await use(work, "tabs")).startswith("* 1.")
        assert "now in tab 1 of 1" in await use(work, "switch_tab", number=1)


def test_what_describes_tools_loads_no_agent() -> None:
    code = (
        "import sys; from askonce.tools import action_tools, screen_tools; "
        "print({'askonce.agent', 'playwright', 'openai', 'mcp', 'PIL'} & set(sys.modules))"
    )

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "set()"


async def test_a_screenshot_is_of_one_element_where_that_is_named() -> None:
    async with working() as work:
        outcome = await SCREEN_TOOLS["screenshot"].read({"within": "the button Save"}).perform(work)
        assert outcome.picture
        assert Image.open(io.BytesIO(outcome.picture.image)).size == (190, 40)


async def test_scripts_run_in_web_pages_alone() -> None:
    async with working() as work:
        with pytest.raises(ConfigError, match="this fake screen has no scripts"):
            await use(work, "evaluate", script="1 + 1")
