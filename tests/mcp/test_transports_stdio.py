"""`askonce mcp` over standard input and output, as a client starts it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp_rig import LOGIN, Hand, picture_in

from askonce.config import read_settings
from askonce.screens.web.web_screen import WebScreen
from askonce.testing import Fault, ModelServer
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.tools.action_tools import actions_of, named
from askonce.trace import ActEnded, RunEnded, read_trace

COMMAND = (sys.executable, "-c", "from askonce.cli import main; main()", "mcp", "--secret", "password=SHOP_PASSWORD")


def environment(runs: Path, **others: str) -> dict[str, str]:
    own = {"ASKONCE_RUNS": str(runs), "SHOP_PASSWORD": ACCOUNTS["bob"]}
    browser = read_settings().browser
    return {**os.environ, **own, **({"ASKONCE_BROWSER": str(browser)} if browser else {}), **others}


async def test_a_client_opens_acts_reads_and_closes(tmp_path: Path) -> None:
    started = StdioServerParameters(command=COMMAND[0], args=list(COMMAND[1:]), env=environment(tmp_path))
    with SampleShop() as shop:
        async with Client(stdio_client(started)) as client:
            hand = Hand(client)
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert tools.keys() >= named(actions_of(WebScreen)).keys()
            assert {
                "act",
                "query",
                "check",
                "wait_for",
                "locate",
                "screenshot",
                "run_program",
                "report",
            } <= tools.keys()
            assert tools["tap"].input_schema["properties"]["target"]["type"] == "string"

            await hand.good("open_session", url=f"{shop.url}login")
            done = await hand.good("act", instruction=LOGIN)
            assert done["steps"]
            assert any("Type" in words for words in hand.told)
            await hand.good("tap", target="the button 'Add to basket: Red mug'")
            (visit,) = (visit for visit in shop.visits if visit.lines)
            assert visit.lines[0].product.name == "Red mug"

            await hand.good("wait_for", statement='the link "Basket 1" is visible', timeout=10)
            assert (await hand.good("locate", target="the search field"))["finder"] == "local"
            assert base64.b64decode(picture_in(await hand.call("screenshot")).data)
            assert (await hand.good("report"))["report"].endswith("report.html")
            await read_documents(client)
            await hand.good("close_session")


async def read_documents(client: Client) -> None:
    listed = {one.name.split()[0]: one.uri for one in (await client.list_resources()).resources}
    assert listed.keys() == {"skill", "report", "trace"}
    (report,) = (await client.read_resource(listed["report"])).contents
    assert "Red mug" in report.text
    (trace,) = (await client.read_resource(listed["trace"])).contents
    assert json.loads(trace.text.splitlines()[0])["event"]["type"] == "run-started"
    (prompt,) = (await client.list_prompts()).prompts
    asked = await client.get_prompt(prompt.name, {"goal": "a mug can be bought", "url": "https://shop.example"})
    assert "a mug can be bought" in asked.messages[0].content.text


async def test_a_client_that_vanishes_amid_an_act_leaves_nothing_running(tmp_path: Path) -> None:
    with SampleShop() as shop, ModelServer() as model:
        model.reply(Fault.slow(60))
        model_settings = {"NAME": "scripted", "BASE_URL": model.url, "API_KEY": "k", "FAMILY": "generic"}
        variables = {f"ASKONCE_MODEL_{name}": value for name, value in model_settings.items()}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, env=environment(tmp_path, **variables), limit=2**20
        )
        assert process.stdin
        assert process.stdout

        async def send(number: int, method: str, **params: Any) -> None:
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")

        await send(
            1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": ""}
        )
        await send(2, "tools/call", name="open_session", arguments={"url": shop.url})
        for number in (1, 2):  # nothing but messages comes out
            assert json.loads(await process.stdout.readline())["id"] == number
        await send(3, "tools/call", name="act", arguments={"instruction": "buy the mug"})
        assert await asyncio.to_thread(model.wait_for, lambda server: bool(server.requests), 30)

        process.stdin.close()

        assert await process.wait() == 0
        assert await asyncio.to_thread(model.wait_for, lambda server: bool(server.abandoned))
    (folder,) = (tmp_path / "traces").iterdir()
    events = [entry.event for entry in read_trace(folder)]
    assert [event.outcome for event in events if isinstance(event, ActEnded)] == ["stopped"]
    assert isinstance(events[-1], RunEnded)
