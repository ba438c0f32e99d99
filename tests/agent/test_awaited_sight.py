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


async def judge(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, statement: str, drawn: str | None
) -> tuple[bool, str]:
    """The verdict on a page with a canvas on which a text is seen; None where nobody can see it."""

    async def see(eyes: Eyes) -> Tree | None:
        tree = await eyes.tree()
        assert tree
        if drawn is None:
            return tree
        node = Node(10_001, "text", drawn, Box(20, 80, 200, 30), attributes={"seen": "99%"})
        return Tree((*tree.nodes, node), tree.view, seen=True)

    monkeypatch.setattr(awaited_sight, "seen_tree", see)
    async with opened(chromium, PAGE) as (_, eyes):
        judged = await AwaitedSight(statement, eyes).judge()
        assert judged
        return judged.holds, judged.reason


@pytest.mark.parametrize(
    ("drawn", "holds"), [("Uploading", False), ("Up1oadlng", False), ("Done", True), (None, False)]
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
