"""Looking no more often than needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askonce.geometry import Box
from askonce.screens.eyes import Eyes
from askonce.screens.fake import Button, FakeScreen
from askonce.screens.screen_protocol import ElementState, FieldPeek
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Mask


class CountingScreen(FakeScreen):
    """A screen that knows its elements one by one, and counts how often it is read."""

    readings = 0

    async def tree(self) -> Tree:
        self.readings += 1
        return await super().tree()

    async def whole_tree(self) -> Tree:
        self.readings += 1
        view = await FakeScreen.tree(self)
        shown, hidden = (self._node(widget, widget.box) for widget in self.widgets)
        return replace(view, nodes=(shown, replace(hidden, states=frozenset({"offscreen"}))))

    async def reveal(self, number: int) -> bool:
        return False

    async def answered(self) -> bool:
        return False

    async def rest(self) -> None: ...

    async def peek(
        self, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
    ) -> FieldPeek | None: ...

    async def wait_actionable(self, number: int, timeout: float, *, touched: bool = True) -> ElementState | None: ...


async def test_the_whole_page_and_what_is_in_view_are_one_reading() -> None:
    screen = CountingScreen([Button("Save", Box(20, 20, 90, 20)), Button("Send", Box(20, 920, 90, 20))])
    eyes = Eyes(screen, Mask())
    await eyes.look_whole()
    view = await eyes.tree()
    assert view is not None
    assert ([node.name for node in view], view.still) == (["Save"], False)
    assert eyes.known_whole is not None
    assert [node.name for node in eyes.known_whole] == ["Save", "Send"]
    assert screen.readings == 1

    eyes.blink()
    assert eyes.known_whole is None
    assert await eyes.tree() is not view


class MovingScreen(FakeScreen):
    """A screen on which a button comes to rest when it is waited for, and that is never asked to settle."""

    async def still_tree(self) -> Tree:
        (button,) = self.widgets
        button.box = Box(200, 20, 90, 20)
        return await self.tree()

    async def settle(self) -> None:
        raise AssertionError("the effect was seen: nothing else is to be waited for")


async def test_an_element_is_touched_where_it_stands_still_and_nothing_else_is_waited_for() -> None:
    eyes = Eyes(MovingScreen([Button("Save", Box(20, 20, 90, 20))]), Mask())
    tree = await eyes.tree()
    assert tree is not None
    node = await eyes.wait_actionable(tree.nodes[0], 1)
    assert isinstance(node, Node)
    assert node.box == Box(200, 20, 90, 20)
    assert await eyes.tree() is eyes.seen
    await eyes.rest()
