"""The process that keeps a session, without a process and without a browser."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from askonce import launch
from askonce.cli.session.session_client import SessionGone, ask, choose
from askonce.cli.session.session_process import serve
from askonce.cli.session.session_registry import SessionRecord, SessionRegistry
from askonce.cli.session.wire_protocol import SessionReply, SessionRequest, SessionSpec
from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen
from askonce.tools.tool_session import ToolSession


@asynccontextmanager
async def serving(
    folder: Path, screen: FakeScreen, idle: float = 60.0, name: str = "default", runs: Path | None = None
) -> AsyncIterator[tuple[SessionRegistry, asyncio.Task[None]]]:
    """A session on a screen in memory that is being kept, and the task that keeps it."""
    registry = SessionRegistry(folder / "sessions")
    session = ToolSession(name, None, idle)
    life = await session.open(launch.screen(screen, settings=Settings(runs=runs)))
    told: asyncio.Queue[SessionReply] = asyncio.Queue()
    serving_task = asyncio.create_task(
        serve(SessionSpec(name=name, idle=idle), session, life, registry, told.put_nowait)
    )
    try:
        telling = asyncio.create_task(told.get())
        await asyncio.wait({telling, serving_task}, return_when=asyncio.FIRST_COMPLETED)
        telling.cancel()
        yield registry, serving_task
    finally:
        serving_task.cancel()
        await asyncio.wait({serving_task})
        await session.close()


def the_record(registry: SessionRegistry) -> SessionRecord:
    record = registry.find("default")
    assert record
    return record


async def use(registry: SessionRegistry, tool: str, **arguments: object) -> SessionReply:
    return await asyncio.to_thread(ask, registry, the_record(registry), SessionRequest(tool=tool, arguments=arguments))


async def test_a_session_that_nobody_uses_ends_and_takes_its_notice_along(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeScreen(), idle=0.5) as (registry, serving_task):
        await serving_task

        assert registry.names() == []


async def test_a_session_whose_page_is_gone_says_so_and_ends(tmp_path: Path) -> None:
    screen = FakeScreen([Button("Save", Box(10, 10, 90, 30))])
    async with serving(tmp_path, screen) as (registry, serving_task):
        assert (await use(registry, "tap", target="the button 'Save'")).result
        await screen.close()

        failure = (await use(registry, "tap", target="the button 'Save'")).failure

        assert failure
        assert (failure.kind, "askonce session start" in failure.remedy) == ("ScreenClosed", True)
        await serving_task
        assert registry.names() == []


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
async def test_a_session_can_be_asked_about_when_its_folder_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with serving(tmp_path, FakeScreen(), runs=Path("runs")) as (registry, _):
        shutil.rmtree(here)

        asked = await asyncio.to_thread(ask, registry, the_record(registry), SessionRequest(wants="show"))

        assert asked.result
        assert asked.result.data
        assert asked.result.data["trace"].startswith(str(here / "runs"))


async def test_two_sessions_cannot_have_one_name(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeScreen()) as (registry, first):
        async with serving(tmp_path, FakeScreen()) as (_, second):
            with pytest.raises(ConfigError, match="already open"):
                await second
        assert not first.done()
        assert the_record(registry)


async def test_the_only_session_need_not_be_named_and_one_of_several_must_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "askonce"

    async def chosen(wanted: str | None = None) -> str:
        return (await asyncio.to_thread(choose, wanted))[1].name

    with pytest.raises(ConfigError, match="no session is open"):
        await chosen()
    async with serving(folder, FakeScreen(), name="admin"):
        assert await chosen() == "admin"
        async with serving(folder, FakeScreen(), name="shop") as (registry, _):
            with pytest.raises(ConfigError, match="several sessions are open: admin, shop"):
                await chosen()
            with pytest.raises(ConfigError, match="there is no session desk") as refused:
                await chosen("desk")
            assert refused.value.remedy.startswith("open sessions: admin, shop")
            assert await chosen("shop") == "shop"
            monkeypatch.setenv("ASKONCE_SESSION", "admin")
            assert await chosen() == "admin"
            monkeypatch.delenv("ASKONCE_SESSION")
            killed = registry.find("shop")
            assert killed
        assert registry.add(killed)
        assert await chosen() == "admin"
        assert registry.names() == ["admin"]


async def test_what_happens_meanwhile_is_told_to_who_asks_for_it(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeScreen([Button("Save", Box(10, 10, 90, 30))])) as (registry, _):
        heard: list[str] = []
        request = SessionRequest(tool="tap", arguments={"target": "the button 'Save'"}, watch=True)

        await asyncio.to_thread(
            ask, registry, the_record(registry), request, lambda event: heard.append(event["event"]["type"])
        )

        assert heard[0] == "act-started"
        assert heard[-1] == "act-ended"


async def test_an_internal_error_is_reported_and_the_session_goes_on(tmp_path: Path) -> None:
    class Broken(FakeScreen):
        async def reload(self) -> None:
            raise KeyError("oops")

    async with serving(tmp_path, Broken()) as (registry, serving_task):
        failure = (await use(registry, "reload")).failure

        assert failure
        assert (failure.kind, "internal error: KeyError" in failure.message) == ("Defect", True)
        assert not serving_task.done()


def test_the_notice_of_another_session_of_that_name_is_left_alone(tmp_path: Path) -> None:
    registry = SessionRegistry(tmp_path)
    old = SessionRecord(name="shop", port=1, token="x" * 16, pid=1, since=0, idle=1, log=tmp_path / "log")
    new = old.model_copy(update={"token": "y" * 16})
    assert registry.add(new)
    assert not registry.add(old)

    registry.remove(old)

    assert registry.find("shop") == new


@pytest.mark.parametrize("name", ["../shop", "", ".hidden", "a/b", "a b", "x" * 61])
def test_a_name_that_would_lead_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not a valid session name"):
        SessionRegistry(tmp_path).find(name)


def test_a_notice_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "shop.json").write_bytes(b"{\xff")

    with pytest.raises(ConfigError, match=r"shop\.json is not a valid session file"):
        SessionRegistry(tmp_path).find("shop")


async def test_a_session_without_a_process_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeScreen()) as (registry, serving_task):
        record = the_record(registry)
        serving_task.cancel()
        await asyncio.wait({serving_task})
    assert registry.add(record)

    with pytest.raises(SessionGone, match="the session default is gone"):
        await asyncio.to_thread(ask, registry, record, SessionRequest(wants="show"))
    assert registry.names() == []
