"""Trees built by hand, and short ways to ask the local finder about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from askonce.geometry import Box, Size
from askonce.locate.local import Match, match
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State

FIELDS = {"textbox", "searchbox", "combobox", "checkbox", "radio", "spinbutton", "slider", "switch"}
USABLE = FIELDS | {"button", "link", "tab", "menuitem", "option", "treeitem", "clickable"}


class Page:
    """Elements one below the other unless told where; each call gives its number."""

    def __init__(self, *, above: float = 0.0, below: float = 0.0, title: str = "") -> None:
        self._nodes: list[Node] = []
        self._above, self._below, self._title = above, below, title

    def add(
        self,
        role: str,
        name: str = "",
        *,
        inside: int | None = None,
        at: tuple[float, float] | None = None,
        size: tuple[float, float] = (100, 20),
        text: str = "",
        value: str | None = None,
        states: Sequence[State] = (),
        attributes: Mapping[str, str] | None = None,
    ) -> int:
        number = len(self._nodes) + 1
        left, top = at or (10, 30 * number)
        self._nodes.append(
            Node(
                number,
                role,
                name="" if role == "text" else name,
                text=name if role == "text" else text,
                box=Box(left, top, *size),
                value=value,
                states=frozenset(states),
                actionable=role in USABLE,
                parent=inside,
                attributes=attributes or {},
            )
        )
        return number

    @property
    def tree(self) -> Tree:
        return Tree(tuple(self._nodes), Size(800, 600), self._title, "", self._above, self._below)

    def find(self, prompt: str) -> int | None:
        """The number of the element that `prompt` finds."""
        answer = match(prompt, self.tree)
        return answer.node.number if isinstance(answer, Match) else None

    def reason(self, prompt: str) -> str:
        """Why `prompt` finds nothing."""
        answer = match(prompt, self.tree)
        assert not isinstance(answer, Match), f"{prompt!r} found {answer.node}"
        return answer.reason


def people(*names: str) -> Page:
    """A table of people with an Edit and a Delete button in each row."""
    page = Page()
    table = page.add("table", size=(600, 300))
    for place, name in enumerate(names):
        top = 40 + 30 * place
        row = page.add("row", inside=table, at=(10, top), size=(600, 30))
        page.add("checkbox", inside=row, at=(10, top), size=(16, 16))
        page.add("cell", name, inside=row, at=(40, top))
        page.add("button", "Edit", inside=row, at=(300, top), size=(50, 20))
        page.add("button", "Delete", inside=row, at=(360, top), size=(50, 20))
    return page


def shelf(*names: str) -> Page:
    """Cards of products, two a line, each with a link, a price and a button."""
    page = Page()
    page.add("heading", "All products")
    for place, name in enumerate(names):
        left, top = 10 + 300 * (place % 2), 100 + 120 * (place // 2)
        card = page.add("group", at=(left, top), size=(280, 100))
        page.add("link", name, inside=card, at=(left, top))
        page.add("text", f"€{place + 1}2.00", inside=card, at=(left, top + 30))
        page.add("button", "Add to basket", inside=card, at=(left, top + 60))
    return page
