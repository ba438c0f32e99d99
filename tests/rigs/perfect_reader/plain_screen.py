"""The sample apps without a browser: a screen that fetches their pages, reads the HTML and sends the forms itself.

For runs of thousands of actions. It knows just as much HTML as these apps have, puts one thing in a row, and shows as
many rows as a browser window has room for. What it does reaches the same server over the same requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Literal
from urllib.parse import urlencode, urljoin
from urllib.request import urlopen

from askonce.errors import NotOperable
from askonce.geometry import Box, Point, Size
from askonce.screens import Node, Shot, Tree

VIEW = Size(1280, 800)
_ROW, _WIDTH = 42, 400
_TEXTS = {"h1": "heading", "p": "text", "dt": "text", "dd": "text", "li": "listitem"}
_CONTROLS = {"a": "link", "button": "button"}


@dataclass(slots=True)
class _Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class _Part:
    """One row of a page."""

    role: str
    words: str = ""
    href: str = ""
    form: _Form | None = None
    name: str = ""
    """What a field is called in its form."""
    is_fixed: bool = False


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.title = ""
        self.parts: list[_Part] = []
        self._open: _Part | None = None
        self._label: list[str] | None = None
        self._form: _Form | None = None
        self._area: _Part | None = None
        self._in_title = self._in_nav = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = _Form(said.get("action", ""), said.get("method", "get"))
        elif tag in _TEXTS:
            self._open = _Part(said.get("role", _TEXTS[tag]))
        elif tag in _CONTROLS:
            form = self._form if tag == "button" else None
            self._open = _Part(_CONTROLS[tag], href=said.get("href", ""), form=form, is_fixed=self._in_nav)
        elif tag in ("input", "textarea"):
            self._add_field(tag, said)
        elif tag == "label":
            self._label = []
        self._in_title = self._in_title or tag == "title"
        self._in_nav = self._in_nav or tag == "nav"

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif self._open and (tag in _CONTROLS or tag in _TEXTS):
            if self._open.words:
                self.parts.append(self._open)
            self._open = None
        elif tag == "textarea":
            self._area = None
        elif tag == "label":
            self._label = None
        self._in_title = self._in_title and tag != "title"
        self._in_nav = self._in_nav and tag != "nav"

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if self._in_title:
            self.title += words
        elif self._area and self._area.form:
            self._area.form.fields[self._area.name] = data
        elif self._open and words:
            self._open.words = f"{self._open.words} {words}".strip()
        elif self._label is not None and words:
            self._label.append(words)

    def _add_field(self, tag: str, said: dict[str, str]) -> None:
        if self._form is None:
            return
        self._form.fields[said["name"]] = said.get("value", "")
        words = said.get("aria-label") or " ".join(self._label or [])
        role = "searchbox" if said.get("type") == "search" else "textbox"
        part = _Part(role, words, form=self._form, name=said["name"])
        self.parts.append(part)
        self._area = part if tag == "textarea" else None


class PlainScreen:
    """A window on the sample apps."""

    kind = "plain"

    def __init__(self) -> None:
        self.address = "about:blank"
        self._title = ""
        self._parts: list[tuple[Node, _Part]] = []
        self._count = 0
        self._focus = 0

    async def capture(self) -> Shot:
        raise NotOperable("a plain screen has nothing to look at", remedy='use sees="elements"')

    async def size(self) -> Size:
        return VIEW

    async def settle(self) -> None:
        """Nothing moves by itself here."""

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None:
        """There is nothing to close."""

    async def tree(self) -> Tree:
        floor = VIEW.height - _ROW
        shown = [(node, part) for node, part in self._parts if node.box.bottom <= floor or part.is_fixed]
        nodes = [replace(node, value=_value(part), states=self._states(node)) for node, part in shown]
        below = max((node.box.bottom for node, _ in self._parts), default=0.0) - VIEW.height
        return Tree(tuple(nodes), VIEW, self._title, self.address, below=max(below, 0.0), still=True)

    async def navigate(self, address: str) -> None:
        await self._fetch(address, None)

    async def back(self) -> None:
        raise NotOperable("a plain screen does not go back")

    async def forward(self) -> None:
        raise NotOperable("a plain screen does not go forward")

    async def reload(self) -> None:
        await self._fetch(self.address, None)

    async def tap(self, at: Point, *, count: int = 1) -> None:
        node, part = self._at(at)
        self._focus = node.number
        if part.href:
            await self._fetch(part.href, None)
        elif part.role == "button" and part.form:
            await self._submit(part.form)

    async def hold(self, at: Point, seconds: float) -> None:
        await self.tap(at)

    async def drag(self, start: Point, end: Point) -> None:
        raise NotOperable("nothing can be dragged on a plain screen")

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        form, name = self._field()
        form.fields[name] += text

    async def clear(self) -> None:
        form, name = self._field()
        form.fields[name] = ""

    async def press(self, keys: str) -> None:
        if keys == "Enter":
            await self._submit(self._field()[0])

    def _at(self, at: Point) -> tuple[Node, _Part]:
        found = next((one for one in self._parts if one[0].box.contains(at)), None)
        if found is None:
            raise NotOperable(f"there is nothing at {at.x:g},{at.y:g}")
        return found

    def _field(self) -> tuple[_Form, str]:
        part = next((part for node, part in self._parts if node.number == self._focus), None)
        if part is None or part.form is None or not part.name:
            raise NotOperable("no field has the focus")
        return part.form, part.name

    def _states(self, node: Node) -> frozenset[Literal["focused"]]:
        return frozenset({"focused"} if node.number == self._focus else ())

    async def _submit(self, form: _Form) -> None:
        data = urlencode(form.fields)
        if form.method == "post":
            await self._fetch(form.action, data.encode())
        else:
            await self._fetch(f"{form.action}?{data}", None)

    async def _fetch(self, address: str, data: bytes | None) -> None:
        def load() -> tuple[str, str]:
            with urlopen(urljoin(self.address, address), data) as reply:
                return reply.url, reply.read().decode()

        self.address, text = await asyncio.to_thread(load)
        read = _Reader(text)
        self._title, self._focus = read.title, 0
        self._parts = [(self._node(row, part), part) for row, part in enumerate(read.parts)]

    def _node(self, row: int, part: _Part) -> Node:
        self._count += 1
        top = VIEW.height - _ROW if part.is_fixed else row * _ROW
        box = Box((VIEW.width - _WIDTH) / 2, top, _WIDTH, _ROW - 2)
        marks = {"href": part.href} if part.href else {}
        return Node(self._count, part.role, part.words, box, actionable=bool(part.href or part.form), attributes=marks)


def _value(part: _Part) -> str | None:
    return part.form.fields[part.name] if part.form and part.name else None
