"""The UI tree of a page: one walk per frame, put together in reading order.

A frame answers with one JSON string, because handing objects over costs ten times as much. That string is outside
text like any other: it is checked before it is believed.
"""

from __future__ import annotations

import asyncio
import secrets
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, get_args
from weakref import WeakKeyDictionary

from playwright.async_api import ElementHandle, Error, Frame, Page
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from understudy.errors import ScreenClosed, ScreenError, ScreenMoved
from understudy.geometry import Box, Point, Size
from understudy.screens.tree import Node, State, Tree

_STATES = frozenset[str](get_args(State))


class _Element(TypedDict, total=False):
    number: Annotated[int, Field(ge=1)]
    parent: int
    role: str
    name: str
    box: tuple[float, float, float, float]
    text: str
    value: str
    states: list[str]
    actionable: bool
    point: tuple[float, float]
    options: list[str]
    attributes: dict[str, str]


class _Shade(BaseModel):
    """Which part of a frame its parent covers."""

    box: tuple[float, float, float, float]
    columns: Annotated[int, Field(ge=1, le=16)]
    rows: Annotated[int, Field(ge=1, le=16)]
    cells: str


class _Inset(BaseModel):
    """A frame as its parent sees it: where it starts, its scale, and the part of it in view."""

    index: int
    node: int
    left: float
    top: float
    x_scale: Annotated[float, Field(gt=0)]
    y_scale: Annotated[float, Field(gt=0)]
    clip: tuple[float, float, float, float]
    focused: bool = False
    shade: _Shade | None = None


class _Document(BaseModel):
    token: str
    title: str
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(gt=0)]
    left: float
    top: float
    above: Annotated[float, Field(ge=0)]
    below: Annotated[float, Field(ge=0)]
    nodes: list[_Element]
    frames: list[_Inset]
    next: Annotated[int, Field(ge=1)]
    flaw: str


_DOCUMENT = TypeAdapter(_Document)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a frame lies on the screen: screen = offset + scale * position in the frame."""

    left: float = 0.0
    top: float = 0.0
    x_scale: float = 1.0
    y_scale: float = 1.0

    def within(self, inset: _Inset) -> _Place:
        return _Place(
            self.left + inset.left * self.x_scale,
            self.top + inset.top * self.y_scale,
            self.x_scale * inset.x_scale,
            self.y_scale * inset.y_scale,
        )

    def box(self, left: float, top: float, width: float, height: float) -> Box:
        start = self.point(left, top)
        return Box(start.x, start.y, round(width * self.x_scale, 2), round(height * self.y_scale, 2))

    def point(self, x: float, y: float) -> Point:
        return Point(round(self.left + x * self.x_scale, 2), round(self.top + y * self.y_scale, 2))


@dataclass(frozen=True, slots=True)
class _Look:
    """One frame's walk with those of the frames inside it, by the place of their element among its nodes."""

    document: _Document
    frame: str
    inner: Mapping[int, tuple[_Inset, _Look]]


@dataclass(slots=True)
class _Numbers:
    """Gives each element of a page one number that no other element of it ever had.

    A document counts its own elements from 1. Whatever is new in a look gets the next numbers of the page, as one run,
    so that the count of runs grows with looks and not with elements.
    """

    next: int = 1
    runs: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    known: dict[str, int] = field(default_factory=dict[str, int])

    def learn(self, token: str, upto: int) -> None:
        start = self.known.get(token, 1)
        if upto <= start:
            return
        runs = self.runs.setdefault(token, [])
        if not runs or runs[-1][1] + start - runs[-1][0] != self.next:
            runs.append((start, self.next))
        self.next += upto - start
        self.known[token] = upto

    def number(self, token: str, local: int) -> int:
        first, base = self.runs[token][bisect_right(self.runs[token], local, key=lambda run: run[0]) - 1]
        return base + local - first


# Numbers must outlive a look but belong to the page: they go when it goes.
_numbers_of: WeakKeyDictionary[Page, _Numbers] = WeakKeyDictionary()


async def read_tree(page: Page, *, patience: float = 5.0) -> Tree:
    """The visible elements of `page` and of all its frames; one that hangs for `patience` seconds is left out."""
    try:
        look = await _look(page.main_frame, None, patience)
    except Error as error:
        raise _as_screen_error(page, error) from error
    document = look.document
    if document.flaw and not document.nodes:
        raise ScreenError(
            f"the elements of {page.url} could not be read: {document.flaw}",
            remedy="the page replaces functions of the browser; look at the screenshot alone",
        )
    numbers = _numbers_of.setdefault(page, _Numbers())
    _learn_numbers(look, numbers, set())
    place = _Place(-document.left, -document.top)
    return Tree(
        nodes=tuple(_nodes(look, place, numbers, parent=None, depth=0)),
        view=Size(round(document.width), round(document.height)),
        title=document.title,
        address=page.url,
        above=document.above,
        below=document.below,
    )


@cache
def _script() -> str:
    here = files("understudy.screens.web")
    lines = [line.strip() for name in _PARTS for line in (here / name).read_text("utf-8").splitlines()]
    code = "\n".join(line for line in lines if line and not line.startswith("//"))  # it is sent with every look
    return f"(argument) => {{\n{code}\n}}"


_PARTS = ("tree_sight.js", "tree_reading.js", "tree.js", "tree_settling.js", "tree_writing.js")


async def _look(frame: Frame, inset: _Inset | None, patience: float) -> _Look:
    children, owners = await _owners(frame)
    argument: dict[str, Any] = {
        "children": owners,
        "clip": list(inset.clip) if inset else None,
        "shade": inset.shade.model_dump(mode="json") if inset and inset.shade else None,
        "focused": inset is None or inset.focused,
        "token": secrets.token_hex(8),
    }
    try:
        text: object = await frame.evaluate(_script(), argument)
    finally:
        await asyncio.gather(*(owner.dispose() for owner in owners), return_exceptions=True)
    document = _read(text, frame.url)
    insets = [inset for inset in document.frames if 0 <= inset.index < len(children)]
    looks = await asyncio.gather(*(_look_inside(children[inset.index], inset, patience) for inset in insets))
    inner = {inset.node: (inset, look) for inset, look in zip(insets, looks, strict=True) if look}
    return _Look(document, "" if frame.parent_frame is None else frame.name or frame.url, inner)


async def _look_inside(frame: Frame, inset: _Inset, patience: float) -> _Look | None:
    """A frame that went away, moved on, hangs or answers nonsense is left out: the page around it still counts."""
    try:
        async with asyncio.timeout(patience):
            return await _look(frame, inset, patience)
    except (Error, ScreenError, TimeoutError):
        return None


async def _owners(frame: Frame) -> tuple[list[Frame], list[ElementHandle]]:
    """The frames inside `frame` with the elements that hold them."""
    children = [child for child in frame.child_frames if not child.is_detached()]
    found = await asyncio.gather(*(child.frame_element() for child in children), return_exceptions=True)
    pairs = [(child, owner) for child, owner in zip(children, found, strict=True) if isinstance(owner, ElementHandle)]
    return [child for child, _ in pairs], [owner for _, owner in pairs]


def _read(text: object, address: str) -> _Document:
    if not isinstance(text, str):
        raise ScreenError(f"the elements of {address} came as {type(text).__name__} instead of text")
    try:
        return _DOCUMENT.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ScreenError(
            f"the elements of {address} could not be read: {first['msg']} at {where or 'the start'}",
            remedy="the page changes functions of the browser; look at the screenshot alone",
        ) from error


def _learn_numbers(look: _Look, numbers: _Numbers, seen: set[str]) -> None:
    token = look.document.token
    while token in seen:  # two frames that claim the same document
        token = look.document.token = token + "+"
    seen.add(token)
    numbers.learn(token, look.document.next)
    for _, inner in look.inner.values():
        _learn_numbers(inner, numbers, seen)


def _nodes(look: _Look, place: _Place, numbers: _Numbers, parent: int | None, depth: int) -> Iterator[Node]:
    document = look.document
    above: list[tuple[int | None, int]] = []
    taken: set[int] = set()
    for index, element in enumerate(document.nodes):
        local, up = element.get("number", 0), element.get("parent", -1)
        owner, level = above[up] if 0 <= up < index else (parent, depth)
        if not 1 <= local < document.next or local in taken:
            above.append((owner, level))
            continue
        taken.add(local)
        node = _node(element, place, numbers.number(document.token, local), owner, level, look.frame)
        above.append((node.number, level + 1))
        yield node
        if index in look.inner:
            inset, inner = look.inner[index]
            yield from _nodes(inner, place.within(inset), numbers, node.number, level + 1)


def _node(element: _Element, place: _Place, number: int, parent: int | None, depth: int, frame: str) -> Node:
    point = element.get("point")
    return Node(
        number=number,
        role=element.get("role", ""),
        name=element.get("name", ""),
        box=place.box(*element.get("box", (0, 0, 0, 0))),
        text=element.get("text", ""),
        value=element.get("value"),
        states=frozenset(state for state in element.get("states", ()) if state in _STATES),  # type: ignore[misc]
        actionable=element.get("actionable", False),
        parent=parent,
        depth=depth,
        frame=frame,
        options=tuple(element.get("options", ())),
        attributes=MappingProxyType(element.get("attributes", {})),
        point=place.point(*point) if point else None,
    )


def _as_screen_error(page: Page, error: Error) -> ScreenError:
    text = str(error)
    if page.is_closed() or "crash" in text or "has been closed" in text:
        return ScreenClosed(f"the page is gone: {text}", remedy="open a page again")
    if "context was destroyed" in text or "navigat" in text:
        return ScreenMoved(f"the page moved on while its elements were read: {text}", remedy="look again")
    return ScreenError(f"the elements of {page.url} could not be read: {text}")
