"""The walk over one frame: the script that does it, and what it answers.

A frame answers with one JSON string, because handing objects over costs ten times as much. That string is outside
text like any other: it is checked before it is believed.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Annotated, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from playwright.async_api import Error, Frame, JSHandle
from pydantic import BaseModel, Field, ValidationError
from typing_extensions import TypedDict

from askonce.errors import ScreenError


class Element(TypedDict, total=False):
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
    cover: int
    words: str
    clear: bool
    struck: bool


_Count = Annotated[int, Field(ge=0)]


class Shade(BaseModel):
    """Which part of a frame its parent covers."""

    box: tuple[float, float, float, float]
    columns: Annotated[int, Field(ge=1, le=16)]
    rows: Annotated[int, Field(ge=1, le=16)]
    cells: str


class Inset(BaseModel):
    """A frame as its parent sees it: where it starts, its scale, and the part of it in view."""

    index: int
    node: int
    left: float
    top: float
    x_scale: Annotated[float, Field(gt=0)]
    y_scale: Annotated[float, Field(gt=0)]
    clip: tuple[float, float, float, float]
    focused: bool = False
    odd: bool = False
    shade: Shade | None = None


class Splice(NamedTuple):
    """From a place on, some nodes took the place of others."""

    place: int
    gone: list[Element]
    come: list[Element]


class FrameSight(BaseModel):
    """What else a frame may show."""

    complete: bool
    pictures: bool
    anything: list[str]


class FrameDocument(BaseModel):
    """What one walk found. Numbers in it are those of the document, known by its `token`."""

    token: str
    title: str
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(gt=0)]
    left: float
    top: float
    above: Annotated[float, Field(ge=0)]
    below: Annotated[float, Field(ge=0)]
    nodes: list[Element]
    order: list[int] | None = None
    """The numbers of all nodes, where `nodes` has only those that are new or have changed since the last walk."""
    splices: list[tuple[_Count, _Count, _Count]] | None = None
    """Where `nodes` take the place of others: the place among the nodes of the last walk, as the splices before leave
    them, how many go and how many come. All others are as they were."""
    has_news: bool = True
    """Whether it has other nodes than at the last walk."""
    changes: tuple[Splice, ...] | None = None
    """What the splices did to the nodes, where it was read in parts."""
    frames: list[Inset]
    more: Annotated[int, Field(ge=0)]
    next: Annotated[int, Field(ge=1)]
    still: bool = False
    sight: FrameSight | None = None
    flaw: str


class Sameness(BaseModel):
    """Whether a document is as it was when it was read, as far as it knows itself, and whether nothing moves."""

    same: bool
    still: bool


Answer = TypeVar("Answer", bound=BaseModel)
_PARTS = (
    "tree_sight.js", "tree_reading.js", "tree_hints.js", "tree_paint.js", "tree_legibility.js", "tree_controls.js",
    "tree.js", "tree_settling.js", "tree_changes.js", "tree_rules.js", "tree_touches.js",
    "tree_regions.js", "tree_patch.js", "tree_writing.js",
)  # fmt: skip
_CALL = "(walk, argument) => walk(argument)"


class _Known(NamedTuple):
    """The nodes of a document as they were written last, by their numbers, and the name of that walk."""

    token: str
    elements: dict[int, Element]
    nodes: list[Element]


class Walkers:
    """Walks frames. The script is sent once for each document and kept in it, where the page cannot reach it. So is
    what it wrote last: only what is new is written again."""

    def __init__(self) -> None:
        self._sent: WeakKeyDictionary[Frame, asyncio.Task[JSHandle]] = WeakKeyDictionary()
        self._known: WeakKeyDictionary[Frame, dict[object, _Known]] = WeakKeyDictionary()

    async def walk(self, frame: Frame, argument: dict[str, Any]) -> FrameDocument:
        """The document of `frame`. Nodes that are as they were at the last walk of this kind are the same objects."""
        kinds, kind, token = (
            self._known.setdefault(frame, {}),
            (argument["whole"], argument["proof"]),
            secrets.token_hex(8),
        )
        known = kinds.pop(kind, None)
        argument = {**argument, "token": token, "since": known.token if known else None}
        document = _read(FrameDocument, await self._answer(frame, argument), frame.url)
        if document.splices is not None:
            elements = _splice(document, known, frame.url)
            kinds[kind] = _Known(token, elements, document.nodes)
            return document
        elements = {element.get("number", 0): element for element in document.nodes}
        if known and document.order is not None:
            document.has_news = bool(elements) or document.order != [node.get("number", 0) for node in known.nodes]
            elements = {number: elements.get(number) or known.elements.get(number, {}) for number in document.order}
            document.nodes = list(elements.values())
        kinds[kind] = _Known(token, elements, document.nodes)
        return document

    async def compare(self, frame: Frame, argument: dict[str, Any]) -> Sameness:
        """Whether the document of `frame` is as it was when it was last walked."""
        sent = self._sent.get(frame)
        if sent is None:
            return Sameness(same=False, still=False)
        walker = await asyncio.shield(sent)
        return _read(Sameness, await walker.evaluate(_CALL, {**argument, "known": True}), frame.url)

    def send(self, frame: Frame) -> asyncio.Task[JSHandle]:
        """Send the script to the document that `frame` has now."""
        sent = self._sent[frame] = asyncio.ensure_future(frame.evaluate_handle(_walk_script()))
        sent.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever walks is told
        return sent

    async def _answer(self, frame: Frame, argument: dict[str, Any]) -> object:
        if sent := self._sent.get(frame):
            try:
                return await (await asyncio.shield(sent)).evaluate(_CALL, argument)
            except Error:
                if self._sent.get(frame) is sent:
                    del self._sent[frame]  # it went with its document
        walker = await asyncio.shield(self._sent.get(frame) or self.send(frame))
        return await walker.evaluate(_CALL, argument)


def _splice(document: FrameDocument, known: _Known | None, address: str) -> dict[int, Element]:
    """Put what was read again among what is known; all of it, by its numbers."""
    if known is None:
        raise ScreenError(f"the elements of {address} came in part, with nothing to be added to", remedy="look again")
    come, nodes, elements = iter(document.nodes), known.nodes.copy(), known.elements
    changes: list[Splice] = []
    for place, gone, count in document.splices or ():
        fresh = [_same(element, elements.get(element.get("number", 0))) for element in islice(come, count)]
        change = Splice(place, nodes[place : place + gone], fresh)
        nodes[place : place + gone] = fresh
        changes.append(change)
    for change in changes:
        for element in change.gone:
            elements.pop(element.get("number", 0), None)
    for change in changes:
        elements |= {element.get("number", 0): element for element in change.come}
    document.nodes, document.changes, document.has_news = nodes, tuple(changes), bool(changes)
    return elements


def _same(element: Element, known: Element | None) -> Element:
    """The object that is known already, where it says the same."""
    return known if known is not None and known == element else element


@cache
def _walk_script() -> str:
    maps = "texts: new WeakMap(), readings: new Map(), written: new Map()"
    kept = f"{{ hands: null, watch: null, sources: null, {maps} }}"
    return f"() => {{ const kept = {kept}; return (argument) => {{\n{_code(*_PARTS)}\n}} }}"


@cache
def reveal_script() -> str:
    """Brings an element into view; its argument names the element by `token` and `number`."""
    return f"(argument) => {{\n{_code('tree_sight.js', 'tree_number.js', 'tree_reveal.js')}\n}}"


@cache
def glance_script() -> str:
    """What one element holds and where another is, where nothing else has changed."""
    return f"(argument) => {{\n{_code('json.js', 'tree_glance.js')}\n}}"


@cache
def steady_script() -> str:
    """Waits until an element is stable and can be touched."""
    return f"(argument) => {{\n{_code('tree_sight.js', 'tree_number.js', 'tree_steady.js')}\n}}"


@cache
def paths_script() -> str:
    """Writes down how to reach an element, named by `token` and `number` or handed over as `element`."""
    return f"(argument) => {{\n{_code('tree_sight.js', 'tree_number.js', 'matching.js', 'tree_paths.js')}\n}}"


def _code(*parts: str) -> str:
    here = files("askonce.screens.web")
    lines = [line.strip() for name in parts for line in (here / name).read_text("utf-8").splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _read(kind: type[Answer], text: object, address: str) -> Answer:
    if not isinstance(text, str):
        raise ScreenError(f"the elements of {address} came as {type(text).__name__} instead of text")
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ScreenError(
            f"the elements of {address} could not be read: {first['msg']} at {where or 'the start'}",
            remedy="the page changes functions of the browser; look at the screenshot alone",
        ) from error
