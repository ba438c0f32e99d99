"""The server over HTTP, with the official client; in a browser where that is what matters."""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from fake_screens import write_login
from mcp import MCPError
from mcp_rig import LEGACY, LOGIN, MODERN, Hand, open_door, picture_in, terms, text_of

from askonce.testing import Fault, ModelServer
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.trace import ActEnded, RunEnded, read_trace

DONE = '<complete success="true">It is done.</complete>'


@pytest.fixture
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture
def form(tmp_path: Path) -> str:
    """The file of a fake screen."""
    return str(write_login(tmp_path))


@pytest.mark.long
async def test_two_clients_at_once_work_in_sessions_of_their_own(shop: SampleShop, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as one, door.client() as other:
        opened = await asyncio.gather(*(hand.good("open_session", url=f"{shop.url}login") for hand in (one, other)))
        await asyncio.gather(one.good("act", instruction=LOGIN), other.good("tap", target="the link Log in"))

        assert "Log in" not in (await one.good("query", demand="the title of the page"))["value"]
        assert "Log in" in (await other.good("query", demand="the title of the page"))["value"]
        await other.good("close_session")
        assert "no session is open" in await other.bad("back")
        assert (await one.good("check", statement='the link "Log in" is not visible'))["holds"]
        assert opened[0]["session"] != opened[1]["session"]


async def test_the_sessions_of_another_client_cannot_be_seen_used_or_closed(form: str, tmp_path: Path) -> None:
    async with (
        open_door(terms(tmp_path)) as door,
        door.client() as owner,
        door.client() as other,
        door.client(MODERN) as stranger,
    ):
        session = (await owner.good("open_session", fake=form))["session"]
        (report,) = [entry for entry in (await owner.client.list_resources()).resources if "report" in entry.name]
        for client in (other, stranger):
            assert (await client.good("list_sessions"))["sessions"] == []
            for tool, arguments in {"elements": {}, "close_session": {}, "screenshot": {}}.items():
                refused = await client.bad(tool, session=session, **arguments)
                assert f"there is no session '{session}'" in refused
                assert "open one with open_session" in refused
            assert [entry.name for entry in (await client.client.list_resources()).resources] == ["skill"]
            with pytest.raises(MCPError, match="there is nothing at"):
                await client.client.read_resource(report.uri)
        assert [entry["session"] for entry in (await owner.good("list_sessions"))["sessions"]] == [session]
        assert "Sign in" in text_of(await owner.call("elements"))


async def test_a_secret_is_typed_for_real_and_told_to_nobody(shop: SampleShop, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as hand:
        await hand.good("open_session", url=shop.url)
        await hand.good("type", target="the search field", text="{password}")

        told = await hand.good("query", demand="the value of the search field")
        assert told["value"] == "{password}"
        assert ACCOUNTS["bob"] not in "\n".join(hand.told)
        assert "is a secret" in await hand.bad("act", instruction="click {password}", values={"password": "x"})
        (report,) = [one for one in (await hand.client.list_resources()).resources if one.name.startswith("report")]
        (page,) = (await hand.client.read_resource(report.uri)).contents
        assert "Type" in page.text
        assert ACCOUNTS["bob"] not in page.text


async def test_wrong_arguments_and_names_are_told_with_a_remedy(form: str, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path, most=1)) as door, door.client() as hand:
        assert "instruction: Field required" in await hand.bad("act", sentence="click Save")
        assert "timeout" in await hand.bad("wait_for", statement="it is there", timeout=-1)
        assert "open one with open_session" in await hand.bad("tap", target="Save")
        await hand.good("open_session", fake=form)

        assert "there is no session 's-1'" in await hand.bad("screenshot", session="s-1")
        assert "target: Field required" in await hand.bad("tap", aim="Save")
        assert "could not find 'the button Fly'" in await hand.bad("tap", target="the button Fly")
        assert "cannot be the name of a value" in await hand.bad(
            "act", instruction="click {rounds}", values={"rounds": 1}
        )
        assert "1 sessions are open already" in await hand.bad("open_session")
        with pytest.raises(MCPError, match="did you mean screenshot"):
            await hand.call("screenshoot")
        with pytest.raises(MCPError, match="there is nothing at"):
            await hand.client.read_resource("askonce://runs/../../etc/trace")


async def test_a_check_that_is_false_differs_from_one_that_cannot_be_told(form: str, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as hand:
        await hand.good("open_session", fake=form)

        assert (await hand.good("check", statement='the button "Sign in" is visible'))["source"] == "elements"
        false = await hand.call("check", statement='the text "Blue whale" is visible')
        assert (false.is_error, false.structured_content["error"]) == (True, "CheckFailed")
        unclear = await hand.call("check", statement="the form looks friendly")
        assert unclear.is_error
        assert unclear.structured_content["error"] != "CheckFailed"


async def test_a_phone_offers_what_a_finger_can_do(shop: SampleShop, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as hand:
        assert "swipe" not in {tool.name for tool in (await hand.client.list_tools()).tools}

        await hand.good("open_session", url=shop.url, mobile=True)

        tools = {tool.name: tool for tool in (await hand.client.list_tools()).tools}
        assert tools["swipe"].input_schema["required"] == ["direction"]
        await hand.good("swipe", direction="up")


async def test_only_those_who_know_the_token_are_answered(tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, httpx2.AsyncClient() as http:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic YTpi"}):
            refused = await http.post(door.url, json={}, headers=headers)
            assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
        with pytest.raises(BaseExceptionGroup) as failed:
            async with door.client(token="wrong"):
                pytest.fail("it was let in")
        assert failed.group_contains(httpx2.HTTPStatusError, match="401") or failed.group_contains(MCPError)


async def test_a_page_of_another_name_cannot_reach_the_server(tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as hand:
        assert hand.http is not None
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            refused = await hand.http.post(door.url, json={}, headers=headers)
            assert refused.status_code in {403, 421}


async def test_a_client_without_a_connection_of_its_own_names_the_session(form: str, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client(MODERN) as hand:
        session = (await hand.good("open_session", fake=form))["session"]

        assert "has to be named" in await hand.bad("screenshot")
        picture = picture_in(await hand.call("screenshot", session=session))
        assert base64.b64decode(picture.data).startswith(b"\x89PNG")


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_a_cancelled_act_stops_and_leaves_the_session_usable(mode: str, form: str, tmp_path: Path) -> None:
    with ModelServer() as model:
        model.fail_next(Fault.slow(threading.Event()))
        model.reply(DONE)
        async with open_door(terms(tmp_path, model)) as door, door.client(mode) as hand:
            session = (await hand.good("open_session", fake=form))["session"]
            acting = asyncio.create_task(hand.call("act", instruction="buy the mug", session=session))
            await asyncio.to_thread(model.wait_for, lambda server: bool(server.requests))
            acting.cancel()
            await asyncio.wait({acting})
            assert await asyncio.to_thread(model.wait_for, lambda server: bool(server.abandoned))

            assert (await hand.good("act", instruction="buy the mug", session=session))["message"] == "It is done."
            assert any(words.startswith("asking") for words in hand.told)
    assert outcomes(tmp_path) == ["stopped", "done"]


async def test_the_session_of_a_client_that_vanished_amid_an_act_is_closed(form: str, tmp_path: Path) -> None:
    held = threading.Event()
    with ModelServer() as model:
        model.reply(Fault.slow(held, then=DONE))
        async with open_door(terms(tmp_path, model, idle=2.0)) as door, door.client() as watcher:
            vanished = asyncio.create_task(act_and_vanish(door.client(), form))
            assert await asyncio.to_thread(model.wait_for, lambda server: bool(server.requests))
            (folder,) = (tmp_path / "traces").iterdir()
            assert not isinstance(list(read_trace(folder))[-1].event, RunEnded)
            vanished.cancel()
            await asyncio.wait({vanished})
            held.set()

            while not isinstance(list(read_trace(folder))[-1].event, RunEnded):
                assert (await watcher.good("list_sessions"))["sessions"] == []


async def act_and_vanish(client: object, form: str) -> None:
    async with client as hand:  # type: ignore[attr-defined]
        assert isinstance(hand, Hand)
        assert hand.http is not None
        await hand.good("open_session", fake=form)
        try:
            await hand.call("act", instruction="buy the mug")
        finally:
            await hand.http.aclose()  # no word of farewell gets through any more


async def test_sessions_are_closed_when_the_server_ends(form: str, tmp_path: Path) -> None:
    with ModelServer() as model:
        model.reply(Fault.slow(threading.Event()))
        async with open_door(terms(tmp_path, model)) as door, door.client() as hand:
            await hand.good("open_session", fake=form)
            acting = asyncio.create_task(hand.call("act", instruction="buy the mug"))
            await asyncio.to_thread(model.wait_for, lambda server: bool(server.requests))
        await asyncio.wait({acting})
        assert isinstance(acting.exception(), MCPError)
    (folder,) = (tmp_path / "traces").iterdir()
    assert isinstance(list(read_trace(folder))[-1].event, RunEnded)
    assert outcomes(tmp_path) == ["stopped"]


async def test_a_program_runs_and_gives_its_answer(form: str, tmp_path: Path) -> None:
    async with open_door(terms(tmp_path)) as door, door.client() as hand:
        await hand.good("open_session", fake=form)

        done = await hand.call(
            "run_program", program="set {answer} to {count} + 1\ntell user: counted", variables={"count": 2}
        )

        assert (done.structured_content["answer"], done.structured_content["told"]) == (3, ["counted"]), text_of(done)
        assert "line 1" in "\n".join(hand.told)
        assert "line 1" in await hand.bad("run_program", program="for each mug in\n")


def outcomes(runs: Path) -> list[str]:
    (folder,) = (runs / "traces").iterdir()
    return [entry.event.outcome for entry in read_trace(folder) if isinstance(entry.event, ActEnded)]
