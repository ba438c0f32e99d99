"""Waiting within an act for what is only drawn, where no model can be asked."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser
from sights import opened

from askonce.agent import awaited_sight
from askonce.agent.awaited_sight import AwaitedSight
from askonce.geometry import Box
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes

PAGE = "<h1>Shop</h1><canvas width=600 height=120></canvas>"


DRAWN = f"""{PAGE}<script>
    const pen = document.querySelector("canvas").getContext("2d");
    pen.fillRect(300, 20, 60, 80);
</script>"""


async def judge(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, statement: str, *drawn: str | None, page: str = PAGE
) -> tuple[bool, str]:
    """The last verdict on a page with a canvas on which one text after the other is seen; None where nobody can see it,
    and one space for the letters of a text that stand apart."""
    looks = iter(drawn)

    async def see(eyes: Eyes) -> Tree | None:
        tree = await eyes.tree()
        assert tree
        shown = next(looks)
        if shown is None:
            return tree
        nodes = (
            Node(10_001 + at, "text", text, Box(20 + 40 * at, 80, 30, 30), attributes={"seen": "99%"})
            for at, text in enumerate(shown.split())
        )
        return Tree((*tree.nodes, *nodes), tree.view, seen=True)

    monkeypatch.setattr(awaited_sight, "seen_tree", see)
    async with opened(chromium, page) as (_, eyes):
        sight = AwaitedSight(statement, eyes)
        judged = [await sight.judge() for _ in drawn][-1]
        assert judged
        return judged.holds, judged.reason


@pytest.mark.parametrize(
    ("drawn", "holds"),
    [("Uploading", False), ("Up1oadlng", False), ("U p l o a d i n g", False), ("Done", True), (None, False)],
)
async def test_what_a_canvas_shows_or_may_show_is_not_gone(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, drawn: str | None, holds: bool
) -> None:
    judged, reason = await judge(chromium, monkeypatch, 'the text "Uploading" is not visible', drawn)
    assert judged == holds
    assert drawn is not None or "only a picture" in reason


async def test_what_an_element_shows_is_there_beside_a_canvas_that_nobody_can_read(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds, _ = await judge(chromium, monkeypatch, 'the heading "Shop" is visible', None)
    assert holds


async def test_what_was_never_seen_is_not_gone_where_a_canvas_shows_something_that_cannot_be_read(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = 'the text "Uploading" is not visible'
    holds, reason = await judge(chromium, monkeypatch, statement, "Done", page=DRAWN)
    assert not holds
    assert "cannot be read" in reason
    assert (await judge(chromium, monkeypatch, statement, "Uploading", "Done", page=DRAWN))[0]
