"""Sessions on any kind of screen."""

from __future__ import annotations

from pathlib import Path

from fake_screens import write_login
from mcp_rig import open_door, terms

from askonce.mcp.session_tools import server_tools
from askonce.screens.screen_choice import offered_at


async def test_a_session_is_opened_on_a_fake_screen(tmp_path: Path) -> None:
    file = str(write_login(tmp_path))
    async with open_door(terms(tmp_path / "runs")) as door, door.client() as hand:
        opened = await hand.good("open_session", fake=file)
        assert opened["address"] == "fake://start"
        await hand.good("tap", target="the button Sign in")
        await hand.good("check", statement='the text "Welcome" is visible')

        assert "url belongs to web screens and fake to fake screens" in await hand.bad(
            "open_session", fake=file, url="x"
        )
        assert "headed is not an option of fake screens" in await hand.bad("open_session", fake=file, headed=True)
        assert "screen: there is no kind of screen named 'phone'" in await hand.bad("open_session", screen="phone")
        assert "cdp: Extra inputs" in await hand.bad("open_session", cdp="http://localhost:9222")


def test_the_tool_describes_the_options_of_all_kinds() -> None:
    properties = server_tools()["open_session"].model_json_schema()["properties"]

    assert {*offered_at("mcp"), "screen", "headed", "recordings", "context"} == properties.keys()
    assert properties["url"]["description"] == "Page to start on."


async def test_a_client_reads_no_line_of_a_file_that_is_not_a_fake_screen(tmp_path: Path) -> None:
    (tmp_path / "private.txt").write_text("password: hunter2\n- broken: [")
    async with open_door(terms(tmp_path / "runs")) as door, door.client() as hand:
        refused = await hand.bad("open_session", fake=str(tmp_path / "private.txt"))
        assert "does not describe a fake screen" in refused
        assert "hunter2" not in refused
        assert "broken" not in refused
        for address in ("file:///etc/hostname", "view-source:file:///etc/hostname"):
            assert "on this machine" in await hand.bad("open_session", url=address)


async def test_scripts_run_only_where_the_server_allows_them(tmp_path: Path) -> None:
    file = str(write_login(tmp_path))
    for allowed in (False, True):
        policy = terms(tmp_path / "runs", may_evaluate=allowed)
        async with open_door(policy) as door, door.client() as hand:
            await hand.good("open_session", fake=file)
            listed = {tool.name for tool in (await hand.client.list_tools()).tools}
            assert ("evaluate" in listed) is allowed
            refused = await hand.bad("evaluate", script="1")
            assert ("has no scripts" if allowed else "askonce mcp --allow-evaluate") in refused
