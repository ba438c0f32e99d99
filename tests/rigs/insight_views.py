"""Screens to ask about, and a model that a server on this machine plays."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from PIL import Image as Picture

from askonce.geometry import Box, Frame, Size
from askonce.insight.evidence import Evidence, Snapshot
from askonce.models import Model, build_model
from askonce.screens import Node, Shot, Tree
from askonce.testing import ModelServer

VIEW = Size(400, 300)


def shot(colour: str = "white") -> Shot:
    """A picture in one colour, with a red square of 100 by 50 at 40, 30."""
    picture = Picture.new("RGB", (VIEW.width, VIEW.height), colour)
    picture.paste("red", (40, 30, 140, 80))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return Shot(out.getvalue(), "image/png", Frame.whole(VIEW, VIEW))


def tree(*more: Node) -> Tree:
    nodes = (
        Node(1, "heading", "Your basket", Box(10, 10, 200, 20)),
        Node(2, "text", "", Box(45, 40, 50, 20), text="Red mug £12.50"),
        Node(3, "button", "Remove", Box(45, 60, 50, 15), actionable=True),
        Node(4, "textbox", "Voucher", Box(10, 200, 100, 20), value="SAVE10", actionable=True),
        *more,
    )
    return Tree(nodes, VIEW, title="Basket", address="http://shop.test/basket")


def evidence() -> Evidence:
    return Evidence((Snapshot(shot()),), tree())


@asynccontextmanager
async def asked(server: ModelServer, *, timeout: float = 30.0, family: str = "generic") -> AsyncIterator[Model]:
    model = build_model(server.settings(family=family, timeout=timeout, retries=0))
    try:
        yield model
    finally:
        await model.close()
