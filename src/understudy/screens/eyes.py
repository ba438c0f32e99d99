"""Looking at a screen no more often than it can have changed."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

from understudy.geometry import Box
from understudy.screens.protocol import Inspectable, Revealing, Screen, Shot, Steadying
from understudy.screens.tree import Node, Tree
from understudy.values import Mask


class Eyes:
    """One look serves everybody until somebody acts.

    Elements that show a secret are painted over in the picture, so that no secret leaves the process that way.
    """

    def __init__(self, screen: Screen, mask: Mask) -> None:
        self._screen = screen
        self._mask = mask
        self._shot: Shot | None = None
        self._tree: Tree | None = None

    def blink(self) -> None:
        """Forget what was seen: something may have changed."""
        self._shot = self._tree = None

    async def look(self, *, shot: bool, tree: bool) -> tuple[Shot | None, Tree | None]:
        """What is asked for, captured at one time."""
        if shot and tree and not self._mask:
            return await asyncio.gather(self.shot(), self.tree())
        return (await self.shot() if shot else None), (await self.tree() if tree else None)

    async def shot(self) -> Shot:
        if self._shot is None:
            shot = await self._screen.capture()
            self._shot = await self._concealed(shot) if self._mask else shot
        return self._shot

    async def tree(self) -> Tree | None:
        """The elements, or None when this kind of screen does not know them."""
        if self._tree is None and isinstance(self._screen, Inspectable):
            self._tree = await self._screen.tree()
        return self._tree

    async def whole_tree(self) -> Tree | None:
        """The elements of the whole page, or None when this kind of screen cannot tell or bring them into view."""
        return await self._screen.whole_tree() if isinstance(self._screen, Revealing) else None

    async def reveal(self, number: int) -> Node | None:
        """The element with this number, brought into view."""
        if not isinstance(self._screen, Revealing) or not await self._screen.reveal(number):
            return None
        await self._screen.settle()
        self.blink()
        tree = await self.tree()
        return tree.find(number) if tree else None

    async def steady(self, node: Node, timeout: float, *, touched: bool = True) -> Node | str:
        """`node` where it is now that it stands still, or what keeps it from being touched."""
        if isinstance(self._screen, Steadying):
            footing = await self._screen.steady(node.number, timeout, touched=touched)
            if footing is None:
                return "it is gone"
            if footing.scrolled:
                self.blink()
            if footing.box is None:
                return f"it is {footing.hindrance}"
            return replace(node, box=footing.box, point=footing.point)
        await self._screen.settle()
        self.blink()
        tree = await self.tree()
        found = tree.find(node.number) if tree else None
        if found is None:
            return "it is gone"
        held = [state for state in ("covered", "disabled") if state in found.states and touched]
        return f"it is {held[0]}" if held else found

    async def _concealed(self, shot: Shot) -> Shot:
        tree = await self.tree()
        boxes = [node.box for node in tree or () if self._mask.hides(node.words)]
        return _painted_over(shot, boxes) if boxes else shot


def _painted_over(shot: Shot, boxes: list[Box]) -> Shot:
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(shot.image)) as opened:
        picture = opened.convert("RGB")
    draw = ImageDraw.Draw(picture)
    for box in boxes:
        place = shot.frame.box_to_image(box)
        draw.rectangle((place.left, place.top, place.right, place.bottom), fill="black")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return replace(shot, image=out.getvalue(), media_type="image/png")
