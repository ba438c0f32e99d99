"""A screen that knows only what is in view of a long list."""

from __future__ import annotations

from collections.abc import Sequence

from askonce.errors import NotOperable
from askonce.geometry import Box, Point, Size
from askonce.screens import Node, Shot, Tree
from askonce.screens.screen_protocol import Edge

VIEW, ROW = Size(360, 300), 50
NAMES = tuple(f"{kind} {thing}" for thing in ("tea", "rice", "oil", "salt") for kind in ("Red", "Green", "Blue", "Old"))


class Window:
    """A list of which six rows are in view, on the home screen of an app; a tap on a row opens it."""

    kind = "window"

    def __init__(self, names: Sequence[str] = NAMES) -> None:
        self.names, self.top, self.opened = names, 0, ""
        self.place = "home"
        self.touched: list[str] = []

    async def capture(self) -> Shot:
        raise NotOperable("there is nothing to look at")

    async def size(self) -> Size:
        return VIEW

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...

    async def tree(self) -> Tree:
        texts = [f"Opened {self.opened}"] if self.opened else self.names[self.top : self.top + 6]
        role = "text" if self.opened else "listitem"
        is_list = not self.opened
        nodes = [Node(200, "list", "", Box.of_size(VIEW), states=frozenset({"scrolls"}))] * is_list
        nodes += [
            Node(
                self.number(text), role, text if is_list else "", Box(0, place * ROW, VIEW.width, ROW),
                text="" if is_list else text, actionable=is_list, parent=200 if is_list else None, depth=int(is_list),
            )
            for place, text in enumerate(texts)
        ]  # fmt: skip
        return Tree(
            tuple(nodes), VIEW, address=f"window://device/{self.place}", scrolls_up=is_list, scrolls_down=is_list
        )

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.opened = self.names[self.top + int(at.y // ROW)]
        self.touched.append(self.opened)

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        self.top = max(0, min(len(self.names) - 6, self.top + round(dy / ROW)))

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        self.top = 0 if edge == "top" else len(self.names) - 6

    async def launch(self, app: str) -> None:
        self.place, self.opened = app, ""

    async def terminate(self, app: str) -> None: ...

    def number(self, name: str) -> int:
        return NAMES.index(name) + 1 if name in NAMES else 100
