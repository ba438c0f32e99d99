"""The UI tree of a page: one walk per frame, put together in reading order."""

from __future__ import annotations

import asyncio
import textwrap
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, NamedTuple, get_args
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Error, Frame, Page

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved
from askonce.geometry import Box, Point, Size
from askonce.lazy import dataclass
from askonce.screens.ui_tree import Node, Sight, State, Tree
from askonce.screens.web.frame_looks import Errand, FrameLook, FrameOwners, LookKind
from askonce.screens.web.render_counts import RenderCounts, begin_counts, read_render_counts
from askonce.screens.web.settle import Beginning
from askonce.screens.web.tree_walk import (
    Element,
    ElementScript,
    FrameDocument,
    Inset,
    ManyElements,
    Sameness,
    Walkers,
    ask_document,
    document_question,
)

FEW, MANY = 300, 1000
"""Nodes that a look has found, and elements of a page that was not looked at yet."""
_STATES = frozenset[State](get_args(State))
_STATELESS = frozenset[State]()


@dataclass(frozen=True, slots=True)
class FramePosition:
    """Where a frame lies on the screen: screen = offset + scale * position in the frame."""

    left: float = 0.0
    top: float = 0.0
    x_scale: float = 1.0
    y_scale: float = 1.0

    def within(self, inset: Inset) -> FramePosition:
        return FramePosition(
            self.left + inset.left * self.x_scale,
            self.top + inset.top * self.y_scale,
            self.x_scale * inset.x_scale,
            self.y_scale * inset.y_scale,
        )

    def box(self, left: float, top: float, width: float, height: float) -> Box:
        return Box(
            round(self.left + left * self.x_scale, 2),
            round(self.top + top * self.y_scale, 2),
            round(width * self.x_scale, 2),
            round(height * self.y_scale, 2),
        )

    def point(self, x: float, y: float) -> Point:
        return Point(round(self.left + x * self.x_scale, 2), round(self.top + y * self.y_scale, 2))


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
        runs = self.runs[token]
        last = len(runs) - 1
        first, base = runs[last]
        if local < first:
            first, base = runs[bisect_right(runs, local, hi=last, key=lambda run: run[0]) - 1]
        return base + local - first

    def place(self, number: int) -> tuple[str, int] | None:
        """The document that has the element with this number, and the element's number in it."""
        for token, runs in self.runs.items():
            ends = [start for start, _ in runs[1:]] + [self.known[token]]
            for (first, base), end in zip(runs, ends, strict=True):
                if base <= number < base + end - first:
                    return token, first + number - base
        return None


_Placing = tuple[FramePosition, int | None, int, str]
"""Where a document lies on the screen; the number of the element around a node, its depth, and its frame."""


class _Cover(NamedTuple):
    """What lies over others: its number in its document, and how people tell it from another."""

    number: int
    words: str


class _Placed(NamedTuple):
    """A node, and all that it was made from."""

    element: Element
    cover: _Cover | None
    placing: _Placing
    node: Node


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a look found, and what the browser had computed until then."""

    look: FrameLook
    tree: Tree
    counts: RenderCounts
    is_brief: bool = False
    """Whether it is asked about once, and then forgotten."""


@dataclass(slots=True)
class _PlacedNodes:
    """The nodes of a page without frames as they were made last: what is read in part is put among them."""

    token: str
    place: FramePosition
    nodes: tuple[Node, ...]
    placed: dict[int, _Placed]
    covers: frozenset[int]
    """What lies over others, and all that is in it."""


class PageNotes(NamedTuple):
    """What is known of a page as soon as it was read, before sense is made of its elements."""

    view: Size
    is_current: bool
    """Whether all frames surely were painted as they are."""
    is_told: bool
    """Whether all of them know that an action follows."""


OnRead = Callable[[PageNotes], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Memory:
    """What must outlive a look but belongs to the page."""

    numbers: _Numbers = field(default_factory=_Numbers)
    walkers: Walkers = field(default_factory=Walkers)
    owners: FrameOwners = field(default_factory=FrameOwners)
    places: dict[str, FramePosition] = field(default_factory=dict[str, FramePosition])
    """Where each document lay at the last look."""
    frames: dict[str, Frame] = field(default_factory=dict[str, "Frame"])
    """The frame that had each document then: it is asked first."""
    guarded: set[str] = field(default_factory=set[str])
    """The documents in which presses are guarded before the page hears them."""
    nodes: dict[str, dict[int, _Placed]] = field(default_factory=dict[str, "dict[int, _Placed]"])
    """The nodes of each document at the last look, which are used again where nothing of them has changed."""
    is_lasting: dict[LookKind, bool] = field(default_factory=dict["LookKind", bool])
    """Whether it is worth its time to know if what a look found still holds: there is much of it, or it was the same
    twice."""
    readings: dict[LookKind, _Reading] = field(default_factory=dict["LookKind", "_Reading"])
    layouts: dict[LookKind, _PlacedNodes] = field(default_factory=dict["LookKind", "_PlacedNodes"])

    def note_guard(self, document: FrameDocument) -> None:
        (self.guarded.add if document.guarded else self.guarded.discard)(document.token)


_memory_of: WeakKeyDictionary[Page, _Memory] = WeakKeyDictionary()


async def read_tree(
    page: Page,
    session: CDPSession | None = None,
    *,
    whole: bool = False,
    proof: bool = False,
    patience: float = 5.0,
    painted: bool = False,
    action: Beginning | None = None,
    again: bool = False,
    on_read: OnRead | None = None,
) -> Tree:
    """The visible elements of `page` and of all its frames; one that hangs for `patience` seconds is left out.

    With `whole`, also those that scrolling would bring into view, of the page or of a box in it; they have the state
    "offscreen". There may be very many: `more` of the tree says how many elements were not looked at. With `proof`, the
    tree also has the `sight`: what surely can be read. With a DevTools `session`, a page that surely has not changed is
    not read again. What is to be `painted` first is read after that, so that a picture which is being taken does not
    wait for the reading. Frames are told of an `action` that follows while they are read, which saves telling them
    afterwards. Where the page will be looked at `again` before somebody acts, it is not read again then unless it has
    changed. What is read is made sense of once `on_read` is done.
    """
    memory, kind = _memory_of.setdefault(page, _Memory()), LookKind(whole, proof)
    errand = Errand(memory.walkers, memory.owners, kind, patience, least=FEW, painted=painted, action=action)
    if session and (known := await _reread(page, session, memory, errand, on_read)):
        return known
    counting = await begin_counts(page, session) if again and session else None
    try:
        look, counts = await _look(page, session, memory, errand)
    except Error as error:
        raise _as_screen_error(page, error) from error
    if on_read:
        await on_read(_page_notes(page, look))
    tree = _tree(page, look, memory, kind)
    memory.is_lasting[kind] = len(tree.nodes) > FEW or not any(each.document.has_news for each in look.all())
    if counts and counts == await read_render_counts(page, session):
        memory.readings[kind] = _Reading(look, tree, counts)
    elif counting and (before := await counting):
        memory.readings[kind] = _Reading(look, tree, before, is_brief=True)
    return tree


def prepare_walk(frame: Frame, *, kept: bool, first: bool = False) -> bool:
    """A new document has come: have it ready for a look while it loads, if its page is looked at, or will be (`first`).

    `kept` says whether it keeps the scripts of `document_script`. Returns whether it is watched from now on.
    """
    if memory := _memory_of.setdefault(frame.page, _Memory()) if first else _memory_of.get(frame.page):
        for kind in [kind for kind, is_lasting in memory.is_lasting.items() if is_lasting]:
            del memory.is_lasting[kind]  # that was another document
        memory.readings.clear()
        memory.walkers.send(frame, kept=kept, first=first and frame.parent_frame is None)
    return kept and memory is not None


async def reread_tree(page: Page, session: CDPSession | None, *, whole: bool, proof: bool) -> Tree | None:
    """The elements as they were read last, where the page surely has not changed since."""
    memory = _memory_of.setdefault(page, _Memory())
    errand = Errand(memory.walkers, memory.owners, LookKind(whole, proof), 5.0)
    return await _reread(page, session, memory, errand) if session else None


def keep_tree(page: Page, tree: Tree | None, *, whole: bool, proof: bool) -> None:
    """Let `tree` stand for what was read last; None forgets it."""
    readings, kind = _memory_of.setdefault(page, _Memory()).readings, LookKind(whole, proof)
    if tree is None:
        readings.pop(kind, None)
    elif kind in readings:
        readings[kind] = replace(readings[kind], tree=tree)


async def _reread(
    page: Page, session: CDPSession, memory: _Memory, errand: Errand, on_read: OnRead | None = None
) -> Tree | None:
    """The last tree, if it still holds."""
    known = memory.readings.pop(errand.kind, None)
    now = await errand.compare(known.look) if known else Sameness()
    if known is None or not now.same or known.counts != await read_render_counts(page, session):
        return None
    if not known.is_brief:
        memory.readings[errand.kind] = known
    if on_read:
        is_all = len(list(known.look.all())) == len(page.frames)
        await on_read(PageNotes(_view(known.look), is_current=is_all and now.current, is_told=is_all and now.told))
    return replace(known.tree, address=page.url, still=now.still)


async def _look(
    page: Page, session: CDPSession | None, memory: _Memory, errand: Errand
) -> tuple[FrameLook, RenderCounts | None]:
    """A look, and the counts before it, with the page up to date. None where they are not worth their time: a look at a
    few elements takes no longer than asking whether they have changed, unless they change rarely. A page that nothing
    is known of says itself that it has many."""
    is_lasting = memory.is_lasting.get(errand.kind) if session else False
    if is_lasting is None:
        try:
            return await replace(errand, many=MANY).look(page.main_frame), None
        except ManyElements:
            is_lasting = True
    if not is_lasting:
        return await errand.look(page.main_frame), None
    await errand.prepare(page)
    counts = await read_render_counts(page, session)
    return await replace(errand, styles=counts.styles if counts else None).look(page.main_frame), counts


def _tree(page: Page, look: FrameLook, memory: _Memory, kind: LookKind) -> Tree:
    document = look.document
    if document.flaw and not document.nodes:
        raise ScreenError(
            f"the elements of {page.url} could not be read: {document.flaw}",
            remedy="the page replaces functions of the browser; look at the screenshot alone",
        )
    _learn_numbers(look, memory.numbers, set())
    nodes = _patched_nodes(look, memory, kind)
    if nodes is None:
        nodes = _all_nodes(look, memory, kind)
    return Tree(
        nodes=nodes[: kind.most],
        view=_view(look),
        title=document.title,
        address=page.url,
        above=document.above,
        below=document.below,
        more=sum(each.document.more for each in look.all()) + max(0, len(nodes) - kind.most),
        still=all(each.document.still for each in look.all()),
        sight=_sight(look, memory.numbers) if kind.proof else None,
    )


def _view(look: FrameLook) -> Size:
    return Size(round(look.document.width), round(look.document.height))


def _page_notes(page: Page, look: FrameLook) -> PageNotes:
    documents = [each.document for each in look.all()]
    is_all = len(documents) == len(page.frames)
    return PageNotes(
        _view(look),
        is_current=is_all and all(document.current for document in documents),
        is_told=is_all and all(document.told for document in documents),
    )


def _all_nodes(look: FrameLook, memory: _Memory, kind: LookKind) -> tuple[Node, ...]:
    memory.places.clear()
    memory.frames.clear()
    token, place = look.document.token, FramePosition(-look.document.left, -look.document.top)
    nodes = tuple(_nodes(look, place, memory, parent=None, depth=0))
    for other in memory.nodes.keys() - memory.places.keys():
        del memory.nodes[other]
    if look.inner or len(nodes) != len(look.document.nodes):
        memory.layouts.pop(kind, None)
    else:
        covers = _layers(look.document.nodes)
        memory.layouts[kind] = _PlacedNodes(token, place, nodes, dict(memory.nodes[token]), frozenset(covers))
    return nodes


def _patched_nodes(look: FrameLook, memory: _Memory, kind: LookKind) -> tuple[Node, ...] | None:
    """The last nodes with those that were read again; None where others may have to be made again, too."""
    document, layout = look.document, memory.layouts.get(kind)
    place = FramePosition(-document.left, -document.top)
    if document.changes is None or layout is None or (layout.token, layout.place) != (document.token, place):
        return None
    gone = {element.get("number", 0): element for change in document.changes for element in change.gone}
    come = [element for change in document.changes for element in change.come]
    is_covering = not layout.covers.isdisjoint(gone) or any(each.get("parent") in layout.covers for each in come)
    if look.inner or is_covering or any("cover" in element for element in come):
        return None
    before = {number: layout.placed.pop(number) for number in gone if number in layout.placed}
    nodes = list(layout.nodes)
    for change in document.changes:
        nodes[change.place : change.place + len(change.gone)] = [
            _put(element, document, layout, before, memory) for element in change.come
        ]
    if len(layout.placed) != len(nodes):
        return None
    layout.nodes = tuple(nodes)
    memory.nodes[document.token] = layout.placed
    memory.places.clear()
    memory.places[document.token] = place
    memory.note_guard(document)
    return layout.nodes


def _put(
    element: Element, document: FrameDocument, layout: _PlacedNodes, before: Mapping[int, _Placed], memory: _Memory
) -> Node:
    local = element.get("number", 0)
    up = layout.placed.get(element.get("parent", 0))
    placing = (layout.place, up.node.number if up else None, up.node.depth + 1 if up else 0, "")
    placed = before.get(local)
    if not (placed and placed.element is element and placed.placing == placing):
        placed = _Placed(element, None, placing, _placed_node(document.token, element, None, placing, memory))
    layout.placed[local] = placed
    return placed.node


async def reveal(page: Page, number: int) -> bool:
    """Scroll the element with this number into view. False when it is gone, or was never there."""
    answered = await ask_about(page, number, "reveal")
    return answered is not None and answered[0] is True


def number_beside(page: Page, number: int, before: int, others: Sequence[int] = ()) -> dict[str, Any] | None:
    """The names of an element, of the one `before` it and of `others` in their document, to be asked about all of them;
    None when one is of another document."""
    memory = _memory_of.get(page)
    names = [memory.numbers.place(element) for element in (number, before, *others)] if memory else []
    tokens = {name[0] if name else None for name in names}
    token = tokens.pop() if len(tokens) == 1 else None
    if token is None:
        return None
    first, second, *rest = (name[1] for name in names if name)
    return {"token": token, "number": first, "before": second, "others": rest}


def place_of(page: Page, token: str) -> FramePosition:
    """Where a document lay at the last look."""
    memory = _memory_of.get(page)
    return memory.places.get(token, FramePosition()) if memory else FramePosition()


def has_numbered(page: Page, number: int) -> bool:
    """Whether an element with this number was read on this page, in a document that is known by one name."""
    memory = _memory_of.get(page)
    known = memory.numbers.place(number) if memory else None
    return known is not None and not known[0].endswith("+")


def question_about(page: Page, number: int, script: ElementScript, **argument: Any) -> tuple[Frame, str] | None:
    """The frame of an element, and an expression that asks it about that; None where a document of the page hears of a
    press before it is guarded."""
    found = _guarded_place(page, number)
    if found is None:
        return None
    frame, (token, local) = found
    return frame, document_question(script, {**argument, "token": token, "number": local})


def frame_of(page: Page, number: int) -> Frame | None:
    """The frame of an element, as far as it is known."""
    memory = _memory_of.get(page)
    known = memory.numbers.place(number) if memory else None
    return memory.frames.get(known[0]) if memory and known else None


def guarded_frame(page: Page, number: int) -> Frame | None:
    """The same; None where a document of the page hears of a press before it is guarded."""
    found = _guarded_place(page, number)
    return found[0] if found else None


def _guarded_place(page: Page, number: int) -> tuple[Frame, tuple[str, int]] | None:
    """And how the element is called there."""
    memory = _memory_of.get(page)
    known = memory.numbers.place(number) if memory else None
    if memory is None or known is None:
        return None
    guarded = {frame: token for token, frame in memory.frames.items() if token in memory.guarded}
    frame = memory.frames.get(known[0])
    if frame is None or guarded.get(frame) != known[0] or not guarded.keys() >= set(page.frames):
        return None
    return frame, known


async def ask_about(
    page: Page, number: int, script: ElementScript, argument: Mapping[str, Any] | None = None, *, patience: float = 5.0
) -> tuple[object, FramePosition] | None:
    """What `script` says of the element with this number, and where its document lay at the last look."""
    answered = await ask_in_frame(page, number, script, argument, patience=patience)
    return (answered[0], answered[1]) if answered else None


async def ask_in_frame(
    page: Page, number: int, script: ElementScript, argument: Mapping[str, Any] | None = None, *, patience: float = 5.0
) -> tuple[object, FramePosition, Frame] | None:
    """What `script` says of the element with this number, with its frame. None when no frame has it.

    The script gets the element's names as `token` and `number`, and says null where they are of another document.
    """
    memory = _memory_of.get(page)
    known = memory.numbers.place(number) if memory else None
    if memory is None or known is None:
        return None
    token, local = known
    last = memory.frames.get(token, page.main_frame)
    for frame in sorted(page.frames, key=lambda frame: frame is not last):
        try:
            async with asyncio.timeout(patience):
                answer = await ask_document(frame, script, {**(argument or {}), "token": token, "number": local})
        except TimeoutError:
            continue
        except Error as error:
            if frame is page.main_frame or page.is_closed():
                raise _as_screen_error(page, error) from error
            continue
        if answer is not None:
            return answer, memory.places.get(token, FramePosition()), frame
    return None


def _sight(look: FrameLook, numbers: _Numbers) -> Sight:
    words: dict[int, str] = {}
    clear: set[int] = set()
    struck: set[int] = set()
    anything: list[str] = []
    is_complete, has_pictures = True, False
    for document in (each.document for each in look.all()):
        for element in document.nodes:
            local = element.get("number", 0)
            if not 1 <= local < document.next:
                continue
            number = numbers.number(document.token, local)
            if text := element.get("words"):
                words[number] = text
            if element.get("clear"):
                clear.add(number)
            if element.get("struck"):
                struck.add(number)
        anything += document.sight.anything if document.sight else ()
        has_pictures = has_pictures or (document.sight is not None and document.sight.pictures)
        is_complete = is_complete and document.sight is not None and document.sight.complete and not document.flaw
    return Sight(
        MappingProxyType(words), frozenset(clear), tuple(anything), is_complete, has_pictures, frozenset(struck)
    )


def _learn_numbers(look: FrameLook, numbers: _Numbers, seen: set[str]) -> None:
    token = look.document.token
    while token in seen:  # two frames that claim the same document
        token = look.document.token = token + "+"
    seen.add(token)
    numbers.learn(token, look.document.next)
    for inner in look.inner.values():
        _learn_numbers(inner, numbers, seen)


def _nodes(look: FrameLook, place: FramePosition, memory: _Memory, parent: int | None, depth: int) -> Iterator[Node]:
    document = look.document
    memory.places[document.token], memory.frames[document.token] = place, look.source
    memory.note_guard(document)
    before, now = memory.nodes.get(document.token, {}), dict[int, _Placed]()
    covers = _covers(document.nodes)
    for index, element in enumerate(document.nodes):
        local = element.get("number", 0)
        if not 1 <= local < document.next or local in now:
            continue
        up = now.get(element.get("parent", 0))
        owner, level = (up.node.number, up.node.depth + 1) if up else (parent, depth)
        placing = (place, owner, level, look.name)
        placed, cover = before.get(local), covers.get(element.get("cover", 0))
        if not (placed and placed.element is element and placed.cover == cover and placed.placing == placing):
            placed = _Placed(element, cover, placing, _placed_node(document.token, element, cover, placing, memory))
        now[local] = placed
        yield placed.node
        if index in look.inner:
            inner = look.inner[index]
            assert inner.inset
            yield from _nodes(inner, place.within(inner.inset), memory, placed.node.number, level + 1)
    memory.nodes[document.token] = now


def _layers(elements: Sequence[Element]) -> dict[int, int]:
    """What lies over others and all that is in it, by number, with the number of what lies over."""
    found = {element["cover"]: element["cover"] for element in elements if "cover" in element}
    for element in elements if found else ():
        number, around = element.get("number", 0), element.get("parent", 0)
        if around in found and number not in found:
            found[number] = found[around]
    return found


def _covers(elements: Sequence[Element]) -> dict[int, _Cover]:
    """What lies over others, in words: its name, or what it shows first."""
    layers, roles, found = _layers(elements), dict[int, str](), dict[int, _Cover]()
    for element in elements if layers else ():
        number, words = element.get("number", 0), element.get("name") or element.get("text")
        layer = layers.get(number)
        if layer is None:
            continue
        if layer == number:
            roles[layer] = element.get("role", "")
            found[layer] = _Cover(layer, " ".join(filter(None, (roles[layer], words))))
        elif words and layer in found and found[layer].words == roles[layer]:
            found[layer] = _Cover(layer, f"{roles[layer]} that shows {textwrap.shorten(words, 40, placeholder='…')!r}")
    return found


def _placed_node(token: str, element: Element, cover: _Cover | None, placing: _Placing, memory: _Memory) -> Node:
    place, owner, level, frame = placing
    node = _node(element, place, memory.numbers.number(token, element.get("number", 0)), owner, level, frame)
    return _under(node, cover.words, memory.numbers.number(token, cover.number)) if cover else node


def _node(element: Element, place: FramePosition, number: int, parent: int | None, depth: int, frame: str) -> Node:
    said, point, states = element.get, element.get("point"), element.get("states")
    # By place, in the order of the fields of Node: by name it takes a quarter longer, and pages have thousands.
    return Node(
        number,
        said("role", ""),
        said("name", ""),
        place.box(*said("box", (0, 0, 0, 0))),
        said("text", ""),
        said("value"),
        _STATES.intersection(states) if states else _STATELESS,
        said("actionable", False),
        parent,
        depth,
        frame,
        tuple(said("options", ())),
        MappingProxyType(said("attributes", {})),
        place.point(*point) if point else None,
    )


def _under(node: Node, words: str, number: int) -> Node:
    return replace(node, cover=number, attributes=MappingProxyType({**node.attributes, "covered by": words}))


def _as_screen_error(page: Page, error: Error) -> ScreenError:
    text = str(error)
    if page.is_closed() or "crash" in text or "has been closed" in text:
        return ScreenClosed(f"the page is gone: {text}", remedy="open a page again")
    # A document that has only just come has no root element yet, on which everything else is called.
    if "context was destroyed" in text or "navigat" in text or "Illegal invocation" in text:
        return ScreenMoved(f"the page moved on while its elements were read: {text}", remedy="look again")
    return ScreenError(f"the elements of {page.url} could not be read: {text}")
