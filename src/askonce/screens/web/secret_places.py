"""Where a page shows a secret, by what the browser has laid out: generated content, list markers, closed shadow roots
and frames included. `screens.secret_painter` paints over it."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from playwright.async_api import CDPSession, Error, Page

from askonce.errors import ScreenError
from askonce.geometry import Box
from askonce.lazy import dataclass, regex
from askonce.screens.screen_protocol import DrawnSurfaces
from askonce.screens.web.devtools import Answer, ask
from askonce.screens.web.page_capture import VisibleArea
from askonce.values import Mask
from askonce.values.secret import SHORTEST

_PAINTED = ("placeholder", "value", "label", "alt", "src", "srcset", "srcdoc", "data", "poster", "style", "href")
"""Attributes that paint what they hold, or may; links have their `href` in no picture."""
_UNPAINTED_INPUTS = {"hidden", "password", "checkbox", "radio", "range", "color", "file"}
"""Inputs whose value is not painted, or as dots."""
_STYLES = ("background-image", "list-style-image", "border-image-source", "mask-image", "content",
           "padding-left", "padding-top", "border-left-width", "border-top-width",
           "text-shadow", "filter", "-webkit-box-reflect", "column-count", "column-width",
           "transform", "rotate", "scale", "translate")  # fmt: skip
_PICTURES, _EDGES = slice(0, 5), slice(5, 9)
"""Those of these styles that may hold a picture with text, and those that say where the inside of a frame begins."""
_TEXT_SHADOW, _FILTER, _REFLECTION, *_COLUMNS = range(9, 14)
_BENT = slice(14, 18)
"""Those that turn, scale or move what is in a frame with it."""
_REUSING = frozenset({"USE", "PATTERN", "MASK", "MARKER"})
"""Elements of drawings that paint others once more."""
_SHADOW = regex(r"(-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px")
_BLUR = regex(r"blur\(([\d.]+)px\)")
_MARGIN, _SLANT = 2.0, 0.15
"""Letters may reach over the box of their line, by so many units or this part of its height."""


_DRAWN = frozenset({"CANVAS", "VIDEO", "OBJECT", "EMBED"})
"""Elements of which only the picture is known."""

Measure = Callable[[Page], Awaitable[VisibleArea]]
"""Finds out what is in view of a page."""
_Bounds = tuple[float, float, float, float]
"""Left, top, width and height in a document."""


@dataclass(frozen=True, slots=True)
class SecretPlaces:
    """The boxes to paint over, in screen units, of a page and its frames."""

    boxes: Sequence[Box] = ()
    is_held: bool = False
    """Whether the page holds a secret, be it where nobody can read it, as in a password field."""
    has_closed_roots: bool = False
    """Whether it has shadow roots that no script sees into."""


async def find_secret_places(
    page: Page, session: CDPSession, measure: Measure, mask: Mask, *, expected: bool = False, together: bool = False
) -> SecretPlaces:
    """Where a page shows a secret. Where one is `expected`, all that is needed to locate it is read at once; `together`
    says that all frames live in the process of the page."""
    documents, is_closed = await _snapshot(session, mask, expected=expected)
    elsewhere = [] if together else await _in_other_processes(page, partial(_shows_secret, mask=mask))
    if not any(document.may_show(mask) for document in documents):
        return SecretPlaces(elsewhere, has_closed_roots=is_closed)
    boxes = _on_screen(documents, await measure(page), lambda document: document.places(mask))
    return SecretPlaces([*boxes, *elsewhere], is_held=True, has_closed_roots=is_closed)


async def find_surfaces(page: Page, session: CDPSession, measure: Measure) -> DrawnSurfaces:
    """What is drawn on a page by other means than elements, shadow roots of all kinds and frames included."""
    with _uncollected():
        taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": ()})
        number, has_any = taken["documents"][0]["nodes"]["backendNodeId"][0], _has_drawn(taken)
    boxes = await _in_other_processes(page, _shows_surface)
    if has_any:
        taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": _STYLES})
        documents = [_Document(document, taken["strings"], frozenset()) for document in taken["documents"]]
        boxes += _on_screen(documents, await measure(page), _Document.surfaces)
    return DrawnSurfaces(number, tuple(boxes))


def _has_drawn(taken: Answer) -> bool:
    """Whether a snapshot may have such elements: their names are among its texts."""
    return any(text.upper() in _DRAWN for text in taken["strings"])


def _on_screen(
    documents: Sequence[_Document], view: VisibleArea, find: Callable[[_Document], Iterator[_Bounds]]
) -> list[Box]:
    """What is found in each document, where it is on the screen."""
    boxes: list[Box] = []
    corners = {0: (view.left - documents[0].scrolled[0], view.top - documents[0].scrolled[1])}
    bent: dict[int, Box] = {}  # the frame that is turned or scaled around a document: nobody knows more of its places
    for number, document in enumerate(documents):
        corner = corners.get(number)
        if corner is None:
            continue  # the document of a frame that is not shown
        left, top = corner[0] + document.scrolled[0], corner[1] + document.scrolled[1]
        for inner, (x, y), around in document.frames():
            corners[inner] = (left - x, top - y)
            if number in bent:
                bent[inner] = bent[number]
            elif around:
                bent[inner] = Box(around[0] - left, around[1] - top, around[2], around[3])
        found = [Box(x - left, y - top, width, height) for x, y, width, height in find(document)]
        boxes += [bent[number]] if found and number in bent else found
    return boxes


async def has_closed_roots(session: CDPSession) -> bool:
    """Whether a page or a frame in its process has shadow roots that no script sees into."""
    with _uncollected():
        return _are_closed(await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": ()}))


async def _shows_secret(session: CDPSession, mask: Mask) -> bool:
    documents, _ = await _snapshot(session, mask, expected=False)
    return any(next(document.places(mask), None) for document in documents)


async def _shows_surface(session: CDPSession) -> bool:
    return _has_drawn(await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": ()}))


async def _in_other_processes(page: Page, is_meant: Callable[[CDPSession], Awaitable[bool]]) -> list[Box]:
    """Frames of other sites, which the page's own snapshot leaves out: each that is meant, as a whole."""
    boxes: list[Box] = []
    for frame in page.frames[1:]:
        try:
            session = await page.context.new_cdp_session(frame)
        except Error:
            continue  # it shares the process of the page, or is gone
        try:
            shows = await is_meant(session)
            outer = frame
            while outer.parent_frame and outer.parent_frame != page.main_frame:
                outer = outer.parent_frame
            place = await (await outer.frame_element()).bounding_box() if shows else None
        finally:
            await session.detach()
        if place:
            boxes.append(Box(place["x"], place["y"], place["width"], place["height"]))
    return boxes


async def _snapshot(session: CDPSession, mask: Mask, *, expected: bool) -> tuple[list[_Document], bool]:
    """The documents of a page with their styles, and whether they have closed shadow roots. There are none where no
    secret is on it, which is told without styles."""
    if not expected:
        may_show, is_closed = await _may_show(session, mask)
        if not may_show:
            return [], is_closed
    taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": _STYLES})
    return _documents(taken, mask), _are_closed(taken)


async def _may_show(session: CDPSession, mask: Mask) -> tuple[bool, bool]:
    with _uncollected():
        taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": ()})
        told = any(document.may_show(mask) for document in _documents(taken, mask)), _are_closed(taken)
        taken.clear()  # Playwright keeps its last message: it would be searched for garbage, list by list
    return told


def _are_closed(taken: Answer) -> bool:
    kinds = {number for document in taken["documents"] for number in document["nodes"]["shadowRootType"]["value"]}
    return any(taken["strings"][number] == "closed" for number in kinds)


@contextmanager
def _uncollected() -> Generator[None, None, None]:
    """For the moment of a snapshot nothing is searched for garbage: it has thousands of lists, none of them in a cycle,
    and those that a search meets count as long-lived, until all that the process holds is searched because of them."""
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_enabled:
            gc.enable()


def _documents(taken: Answer, mask: Mask) -> list[_Document]:
    strings = cast("list[str]", taken["strings"])
    secret = mask.hiding(strings)
    return [_Document(document, strings, secret) for document in cast("list[Answer]", taken["documents"])]


@dataclass(frozen=True, slots=True)
class _Document:
    """One document of a snapshot: parallel lists of nodes and of what is laid out, and texts by their numbers."""

    taken: Answer
    strings: Sequence[str]
    secret: frozenset[int]
    """The numbers of the texts that hold a secret."""

    def may_show(self, mask: Mask) -> bool:
        return bool(self.secret) or next(self._showing(mask), None) is not None or self._is_drawn_again(mask)

    @property
    def scrolled(self) -> tuple[float, float]:
        return self.taken["scrollOffsetX"], self.taken["scrollOffsetY"]

    def frames(self) -> Iterator[tuple[int, tuple[float, float], _Bounds | None]]:
        """The documents of its frames, where their corners are in this one, and where the frame is if it is bent."""
        inner = self.taken["nodes"]["contentDocumentIndex"]
        layout, placed = self.taken["layout"], self._placed()
        for node, document in zip(inner["index"], inner["value"], strict=True):
            if node in placed:
                at = placed[node]
                left, top, width, height = layout["bounds"][at]
                widths = [self._pixels(number) for number in layout["styles"][at][_EDGES]]
                chain = [layout["styles"][placed[above]] for above in self._chain(node) if above in placed]
                is_bent = any(self._text(number) != "none" for styles in chain for number in styles[_BENT])
                corner = left + sum(widths[::2]), top + sum(widths[1::2])
                yield document, corner, (left, top, width, height) if is_bent else None

    def surfaces(self) -> Iterator[_Bounds]:
        """Where something is drawn that has no elements."""
        layout, names = self.taken["layout"], self.taken["nodes"]["nodeName"]
        for at, node in enumerate(cast("list[int]", layout["nodeIndex"])):
            x, y, width, height = layout["bounds"][at]
            if width > 0 and height > 0 and self._text(names[node]).upper() in _DRAWN:
                yield x, y, width, height

    def places(self, mask: Mask) -> Iterator[_Bounds]:
        """Where the document shows a secret."""
        if self._is_drawn_again(mask):
            raise ScreenError("a drawing of the page shows it where nobody can tell")
        layout, placed = self.taken["layout"], self._placed()
        for at in dict.fromkeys(self._showing(mask)):
            x, y, width, height = layout["bounds"][at]
            around = [placed[above] for above in self._chain(layout["nodeIndex"][at]) if above in placed]
            across, down = self._reach([layout["styles"][place] for place in around if layout["styles"][place]])
            margin = max(_MARGIN, height * _SLANT)
            across, down = across + margin, down + margin
            yield x - across, y - down, width + 2 * across, height + 2 * down

    def _is_drawn_again(self, mask: Mask) -> bool:
        """Whether a drawing with a secret may be painted in other places: the copies have no texts of their own."""
        names, values = self.taken["nodes"]["nodeName"], self.taken["nodes"]["nodeValue"]
        if not any(self._text(number).upper() in _REUSING for number in frozenset(names)):
            return False
        texts = [(node, self._text(number)) for node, number in enumerate(values) if self._text(number).strip()]
        drawn = [(n, text) for n, text in texts if any(self._text(names[up]) == "svg" for up in self._chain(n))]
        return next(_pieces_with_secrets(drawn, mask), None) is not None

    def _reach(self, chain: Sequence[Sequence[int]]) -> tuple[float, float]:
        """How far shadows and blurs of an element and those around it reach over its box. Raises where it is shown in
        other places as well."""
        across = down = 0.0
        for styles in chain:
            effect = self._text(styles[_FILTER])
            is_mirrored = self._text(styles[_REFLECTION]) not in {"", "none"}
            if is_mirrored or "url(" in effect or any(self._text(styles[column]) != "auto" for column in _COLUMNS):
                raise ScreenError("an effect or columns of the page show it where nobody can tell")
            shadow = self._text(styles[_TEXT_SHADOW]) if styles is chain[0] else ""  # the others are inherited
            shadows = [tuple(abs(float(length)) for length in found) for found in _SHADOW.findall(f"{shadow} {effect}")]
            blurs = [3 * float(blur) for blur in _BLUR.findall(effect)]
            across += max([x + 2 * blur for x, _, blur in shadows] + blurs, default=0.0)
            down += max([y + 2 * blur for _, y, blur in shadows] + blurs, default=0.0)
        return across, down

    def _chain(self, node: int) -> Iterator[int]:
        """A node and those that it is in."""
        while node >= 0:
            yield node
            node = self.taken["nodes"]["parentIndex"][node]

    def _showing(self, mask: Mask) -> Iterator[int]:
        """What is laid out and shows a secret: texts, also in several pieces, pictures of styles, and elements."""
        layout, values = self.taken["layout"], self.taken["nodes"]["nodeValue"]
        texts = [(at, self._text(number)) for at, number in enumerate(layout["text"]) if number >= 0]
        yield from _pieces_with_secrets(texts, mask)
        # What is laid out has its letters in the case of the style sheet, and that of a word counts.
        written = {layout["nodeIndex"][at]: at for at, _ in reversed(texts)}
        first = set(_pieces_with_secrets([(node, self._text(values[node])) for node in sorted(written)], mask))
        yield from (at for at, _ in texts if layout["nodeIndex"][at] in first)
        for at, styles in enumerate(layout["styles"]) if self.secret else ():
            if self.secret.intersection(styles[_PICTURES]):
                yield at
        nodes = (*self._elements(), *self._fields(mask))
        placed = self._placed() if nodes else {}
        for node in nodes:
            if (at := placed.get(node)) is not None:
                yield at

    def _fields(self, mask: Mask) -> Iterator[int]:
        """The fields that show a secret together, such as one for each digit of a code."""
        values_held = _by_index(self.taken["nodes"]["inputValue"])
        held = sorted((node, number) for node, number in values_held.items() if self._paints_value(node))
        values = [self._text(number) for _, number in held]
        for (node, _), value, hidden in zip(held, values, mask.in_sequence(values, typed=True), strict=True):
            if value != hidden or value != mask.left_in_fields(value, shortest=SHORTEST):
                yield node  # of a secret, or what is left of it in a field that showed dots before

    def _elements(self) -> Iterator[int]:
        """The elements that paint a secret which they hold: fields, lists, pictures."""
        nodes = self.taken["nodes"]
        if not self.secret:
            return
        held = {**_by_index(nodes["inputValue"]), **_by_index(nodes["textValue"])}
        for node, pairs in enumerate(cast("list[list[int]]", nodes["attributes"])):
            if not self.secret.intersection((*pairs[1::2], held.get(node, -1), nodes["nodeValue"][node])):
                continue
            name = self._text(nodes["nodeName"][node]).upper()
            if not self._paints_value(node):
                continue
            attributes = self._attributes(node)
            painted = [attributes.get(word, -1) for word in _PAINTED if word != "href" or name not in {"A", "AREA"}]
            if self.secret.intersection((*painted, held.get(node, -1))):
                yield self._list_of(node) if name in {"OPTION", "OPTGROUP"} else node
            elif name == "#TEXT" and (holder := self._list_of(node)) != node:
                yield holder

    def _paints_value(self, node: int) -> bool:
        kind = self._text(self._attributes(node).get("type", -1)).lower()
        return self._text(self.taken["nodes"]["nodeName"][node]).upper() != "INPUT" or kind not in _UNPAINTED_INPUTS

    def _attributes(self, node: int) -> dict[str, int]:
        pairs = self.taken["nodes"]["attributes"][node]
        return {self._text(key): value for key, value in zip(pairs[::2], pairs[1::2], strict=True)}

    def _list_of(self, node: int) -> int:
        """The list that an option or its text belongs to; the node itself where there is none."""
        names = self.taken["nodes"]["nodeName"]
        return next((above for above in self._chain(node) if self._text(names[above]).upper() == "SELECT"), node)

    def _placed(self) -> dict[int, int]:
        """Where each node is among what is laid out."""
        placed: dict[int, int] = {}
        for at, node in enumerate(cast("list[int]", self.taken["layout"]["nodeIndex"])):
            placed.setdefault(node, at)
        return placed

    def _text(self, number: int) -> str:
        return self.strings[number] if number >= 0 else ""

    def _pixels(self, number: int) -> float:
        try:
            return float(self._text(number).removesuffix("px"))
        except ValueError:
            return 0.0


def _pieces_with_secrets(pieces: Sequence[tuple[int, str]], mask: Mask) -> Iterator[int]:
    """The keys of those texts that show a secret, alone or with those beside them."""
    found = mask.places("".join(text for _, text in pieces))
    end = 0
    for key, text in pieces if found else ():
        start, end = end, end + len(text)
        if any(first < end and start < last for first, last in found):
            yield key


def _by_index(rare: Any) -> dict[int, int]:
    return dict(zip(rare["index"], rare["value"], strict=True))
