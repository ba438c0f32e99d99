"""Recording by hand in the live view, over the socket."""

from __future__ import annotations

import json
from pathlib import Path

from playground_rig import PageClient, sitting
from playwright.async_api import Page

from askonce.testing.shop import ACCOUNTS, SampleShop


async def point_of(client: PageClient, target: str) -> list[float]:
    found = await client.ask("ask", tool="locate", arguments={"target": target})
    assert found["state"] == "done", found
    return found["outcome"]["data"]["point"]


async def test_what_a_hand_does_is_recorded_checked_replayed_exported_and_saved(web_page: Page, tmp_path: Path) -> None:
    with SampleShop() as shop:
        await web_page.goto(f"{shop.url}login")
        async with sitting(web_page, tmp_path / "runs", folder=tmp_path) as place, place.client() as client:
            await client.ask("record.start", title="log in")
            await client.hand("press", at=await point_of(client, "the field 'User name'"))
            await client.hand("text", text="bob")
            await client.hand("press", at=await point_of(client, "the field 'Password'"))
            await client.hand("text", text=ACCOUNTS["bob"])
            await client.hand("keys", keys="Enter")
            told = await client.told("recording", lambda told: len(told["steps"]) >= 3)
            greeting = await point_of(client, "the button 'Log out'")
            proposals = (await client.ask("record.checks", at=greeting))["proposals"]
            await client.ask("record.add_check", proposal=proposals[0])
            await client.ask("record.stop")
            replayed = await client.ask("record.replay")
            saved = await client.ask("record.save", file="flow.yaml")
            error = await client.refused("record.save", file="../flow.yaml")
            exported = await client.ask("record.export", format="pytest")

    steps = replayed["steps"]
    assert told["state"] == "on"
    assert [step["kind"] for step in steps][-1] == "check"
    assert any(step["secret"] for step in steps)
    assert [step["found_again"] for step in steps] == [True] * len(steps), steps
    assert saved["file"] == str(tmp_path / "flow.yaml")
    assert "below the folder" in error["message"]
    assert "get_by_role" in exported["text"]
    assert ACCOUNTS["bob"] not in json.dumps([client.events, replayed, exported])
    assert ACCOUNTS["bob"] not in (tmp_path / "flow.yaml").read_text()
