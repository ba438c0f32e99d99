"""The walk over one frame: the script that does it, and what it answers.

A frame answers with one JSON string, because handing objects over costs ten times as much. That string is outside
text like any other: it is checked before it is believed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from playwright.async_api import Error, Frame, JSHandle
from pydantic import BaseModel, Field, ValidationError
from typing_extensions import TypedDict

from askonce.errors import ScreenError
from askonce.screens.web.page_scripts import call_kept, keeping_functions


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
    current: bool = False
    """Whether it surely is painted as it is, and not as it was before a view transition."""
    told: bool = False
    """Whether it knows that an action follows."""
    guarded: bool = False
    """Whether a press is guarded in it before the page hears of that."""
    sight: FrameSight | None = None
    flaw: str


class Sameness(BaseModel):
    """Whether a document is as it was when it was read, as far as it knows itself; the rest is as in a walk."""

    same: bool = False
    still: bool = False
    current: bool = False
    told: bool = False


Answer = TypeVar("Answer", bound=BaseModel)
ElementScript = Literal["glance", "steady", "reveal", "paths", "aim"]
"""What is asked about one element, by its `token` and `number`: what another one holds and where it is, if nothing else
has changed; where it is, once it is stable and can be touched; to come into view; how to reach it; that the next press
reaches it or nothing."""
_PARTS = (
    "tree_sight.js", "tree_reading.js", "tree_hints.js", "tree_paint.js", "tree_legibility.js", "tree_rows.js",
    "tree_controls.js", "tree.js", "tree_settling.js", "tree_changes.js", "tree_rules.js", "tree_touches.js",
    "tree_regions.js", "tree_patch.js", "tree_writing.js",
)  # fmt: skip
_ABSENT = "askonce: this script is not kept here"
_UNREAD = "askonce: this document has many elements"
_REHEARSAL = (
    "{clip: null, focused: true, odd: false, whole: true, proof: false, most: 40, least: 0, styles: null, "
    "children: [], shade: null, rehearsal: true}"
)
"""A walk over a few elements that tells and remembers nothing: the browser makes ready what runs for the first time,
which takes it longer than the walk over a form, before somebody waits for it."""
_CALL = f'(kept, argument) => typeof kept === "object" ? kept.walk(argument) : "{_ABSENT}"'
_CALL_PAINTED = f"""async (kept, argument) => {{
    if (typeof kept !== "object") return "{_ABSENT}";
    await {call_kept("settleWatch", '["painted", 100]')};
    return kept.walk(argument);
}}"""


class _Known(NamedTuple):
    """The nodes of a document as they were written last, by their numbers, and the name of that walk."""

    token: str
    elements: dict[int, Element]
    nodes: list[Element]


class ManyElements(Exception):
    """A document was not read, because it has more elements than whoever asked expects."""


class Walkers:
    """Walks frames. Each document has the script from its beginning on, where the page cannot change it, or is sent it
    once. What it wrote last is kept where the page cannot reach it: only what is new is written again."""

    def __init__(self) -> None:
        self._sent: WeakKeyDictionary[Frame, asyncio.Task[JSHandle]] = WeakKeyDictionary()
        self._known: WeakKeyDictionary[Frame, dict[object, _Known]] = WeakKeyDictionary()

    async def walk(self, frame: Frame, argument: dict[str, Any]) -> FrameDocument:
        """The document of `frame`. Nodes that are as they were at the last walk of this kind are the same objects.

        Raises ManyElements where it has more than `many` elements, if the argument says so.
        """
        kinds, kind, token = (
            self._known.setdefault(frame, {}),
            (argument["whole"], argument["proof"]),
            secrets.token_hex(8),
        )
        known = kinds.pop(kind, None)
        argument = {**argument, "token": token, "since": known.token if known else None, "unread": _UNREAD}
        answer = await self._answer(frame, argument)
        if answer == _UNREAD:
            kinds |= {kind: known} if known else {}
            raise ManyElements
        document = _read(FrameDocument, answer, frame.url)
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
            return Sameness()
        walker = await asyncio.shield(sent)
        answer = await walker.evaluate(_CALL, {**argument, "known": True})
        return Sameness() if answer == _ABSENT else _read(Sameness, answer, frame.url)

    def send(self, frame: Frame, *, kept: bool = False, first: bool = False) -> asyncio.Task[JSHandle]:
        """Send the script to the document that `frame` has now; or begin with the one that it keeps, which watches it
        from then on, and rehearses a walk where it is the `first` one of a page."""
        script = _kept(f"begin({_REHEARSAL if first else ''})") if kept else _walk_script()
        sent = self._sent[frame] = asyncio.ensure_future(frame.evaluate_handle(script))
        sent.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever walks is told
        return sent

    async def _answer(self, frame: Frame, argument: dict[str, Any]) -> object:
        if sent := self._sent.get(frame):
            try:
                call = _CALL_PAINTED if argument["painted"] else _CALL
                answer: object = await (await asyncio.shield(sent)).evaluate(call, argument)
            except Error:
                answer = _ABSENT  # it went with its document
            if answer != _ABSENT:
                return answer
            if self._sent.get(frame) is sent:
                del self._sent[frame]
        walker = await asyncio.shield(self._sent.get(frame) or self.send(frame, kept=True))
        answer = await walker.evaluate(_CALL, argument)
        if answer == _ABSENT:
            walker = await asyncio.shield(self.send(frame))
            answer = await walker.evaluate(_CALL, argument)
        return answer


async def ask_document(frame: Frame, script: ElementScript, argument: dict[str, Any]) -> object:
    """What a script says of an element. It is sent only to a document that does not keep it."""
    answer: object = await frame.evaluate(_kept(f"{script}(argument)"), argument)
    return await frame.evaluate(_element_scripts()[script], argument) if answer == _ABSENT else answer


def document_question(script: ElementScript, argument: Mapping[str, Any]) -> str:
    """The same as an expression, for a document that keeps the script."""
    return f"({_kept(f'{script}(argument)')})({json.dumps(argument)})"


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
    """A function that gives an object with the walk: the handle of a function would come with its whole text."""
    maps = "texts: new WeakMap(), readings: new Map(), written: new Map()"
    kept = f"{{ hands: null, watch: null, sources: null, {maps} }}"
    return f"() => {{ const kept = {kept}; return Object.freeze({{ walk: (argument) => {{\n{_code(*_PARTS)}\n}} }}) }}"


@cache
def _element_scripts() -> dict[ElementScript, str]:
    parts: dict[ElementScript, tuple[str, ...]] = {
        "glance": ("json.js", "tree_glance.js"),
        "steady": ("tree_sight.js", "tree_number.js", "tree_steady.js"),
        "reveal": ("tree_sight.js", "tree_number.js", "tree_reveal.js"),
        "paths": ("tree_sight.js", "tree_number.js", "matching.js", "tree_paths.js"),
        "aim": ("tree_sight.js", "tree_number.js", "tree_aim.js"),
    }
    return {name: f"(argument) => {{\n{_code(*files)}\n}}" for name, files in parts.items()}


@cache
def document_script() -> str:
    """What every document of a page keeps from its beginning on, so that it is not sent again to each of them."""
    watch = call_kept("settleWatch", '["watch", 0]')
    # Some pages can keep no watch.
    begin = f"""(rehearsal) => {{
        try {{ {watch}; }} catch {{}}
        const walker = ({_walk_script()})();
        try {{ if (rehearsal) walker.walk(rehearsal); }} catch {{}}
        return walker;
    }}"""
    scripts = ",\n".join(f"{name}: {script}" for name, script in {**_element_scripts(), "begin": begin}.items())
    # What the page sets off by itself is known from its first script on, and presses are heard before it hears them.
    work = f"try {{ {call_kept('pendingWork', '')}; {call_kept('pressGuard', '')}; }} catch {{}}"
    keep = f"Object.defineProperty(window, {_key()}, {{ value: Object.freeze({{ {scripts} }}) }});"
    return f"(() => {{\nif (window[{_key()}]) return;\n{keep}\n{keeping_functions()}\n{work}\n}})()"


@cache
def scripts_name() -> str:
    """The name of the symbol under which a document keeps them, apart from those of another version."""
    code = _walk_script() + "".join(_element_scripts().values())
    return f"askonce.scripts.{hashlib.sha256(code.encode()).hexdigest()[:12]}"


def _key() -> str:
    return f'Symbol.for("{scripts_name()}")'


@cache
def _kept(call: str) -> str:
    return f'(argument) => window[{_key()}] ? window[{_key()}].{call} : "{_ABSENT}"'


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
