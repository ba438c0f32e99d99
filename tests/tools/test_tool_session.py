"""Sessions without a browser: how they begin, are used and end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import ConfigError, ScreenClosed
from askonce.testing import FakeScreen
from askonce.tools.tool_session import ToolSession


def on_a_fake() -> AbstractAsyncContextManager[Agent]:
    return launch.screen(FakeScreen(), settings=Settings(runs=None))


async def test_a_session_that_is_left_alone_ends_by_itself() -> None:
    session = ToolSession("s-1", "me", idle=0.01)

    await (await session.open(on_a_fake()))

    assert not session.is_open
    with pytest.raises(ScreenClosed, match="s-1 is not open"):
        _ = session.agent


async def test_a_session_in_use_is_not_left_alone() -> None:
    session = ToolSession("s-1", "me", idle=0.5)
    life = await session.open(on_a_fake())
    release = asyncio.Event()

    async def work() -> str:
        asyncio.get_running_loop().call_later(1.2, release.set)
        await release.wait()
        return "done"

    assert await session.run(work()) == "done"
    assert not life.done()
    await session.close()


async def test_an_opening_that_is_cancelled_is_undone() -> None:
    began, undone = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def opening() -> AsyncIterator[Agent]:
        began.set()
        try:
            await asyncio.Event().wait()
            raise AssertionError
            yield
        finally:
            undone.set()

    task = asyncio.create_task(ToolSession("s-1", "me", idle=60).open(opening()))
    await began.wait()
    task.cancel()
    await asyncio.wait({task})

    assert undone.is_set()


async def test_an_opening_that_fails_says_why() -> None:
    @asynccontextmanager
    async def opening() -> AsyncIterator[Agent]:
        raise ConfigError("no browser")
        yield

    with pytest.raises(ConfigError, match="no browser"):
        await ToolSession("s-1", "me", idle=60).open(opening())


async def test_closing_stops_what_is_under_way_and_tells_its_caller() -> None:
    session = ToolSession("s-1", "me", idle=60)
    await session.open(on_a_fake())
    started, cleaned = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()

    working = asyncio.create_task(session.run(work()))
    await started.wait()
    await session.close()

    assert cleaned.is_set()
    with pytest.raises(ScreenClosed, match="closed meanwhile"):
        await working
