"""Where a page shows a secret, by what the browser has laid out: generated content, list markers, closed shadow roots
and frames included. `screens.secret_painter` paints over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import CDPSession, Error, Page

from askonce.geometry import Box
from askonce.screens.web.devtools import Answer, ask
from askonce.screens.web.page_capture import VisibleArea
from askonce.values import Mask

_PAINTED = ("placeholder", "value", "label", "alt", "src", "srcset", "srcdoc", "data", "poster", "style", "href")
"""Attributes that paint what they hold, or may; links have their `href` in no picture."""
_UNPAINTED_INPUTS = {"hidden", "password", "checkbox", "radio", "range", "color", "file"}
"""Inputs whose value is not painted, or as dots."""
_STYLES = ("background-image", "list-style-image", "border-image-source", "mask-image", "content",
           "padding-left", "padding-top", "border-left-width", "border-top-width")  # fmt: skip
_PICTURES = 5
"""So many of these styles may hold a picture with text."""
_MARGIN = 2.0
"""Letters may reach over the box of their line."""


async def find_secret_places(page: Page, session: CDPSession, view: VisibleArea, mask: Mask) -> Sequence[Box]:
    """The boxes to paint over, in screen units, of the page and its frames."""
    documents = await _snapshot(session, mask)
    corners = {0: (view.left - documents[0].scrolled[0], view.top - documents[0].scrolled[1])} if documents else {}
    boxes: list[Box] = []
    for number, document in enumerate(documents):
        corner = corners.get(number)
        if corner is None:
            continue  # the document of a frame that is not shown
        left, top = corner[0] + document.scrolled[0], corner[1] + document.scrolled[1]
        for inner, (x, y) in document.frames():
            corners[inner] = (left - x, top - y)
        boxes += [Box(x - left, y - top, width, height) for x, y, width, height in document.places(mask)]
    return [*boxes, *await _in_other_processes(page, mask)]


async def _in_other_processes(page: Page, mask: Mask) -> list[Box]:
    """Frames of other sites, which the page's own snapshot leaves out: each that shows a secret, as a whole."""
    boxes: list[Box] = []
    for frame in page.frames[1:]:
        try:
            session = await page.context.new_cdp_session(frame)
        except Error:
            continue  # it shares the process of the page, or is gone
        try:
            shows = any(next(document.places(mask), None) for document in await _snapshot(session, mask))
            outer = frame
            while outer.parent_frame and outer.parent_frame != page.main_frame:
                outer = outer.parent_frame
            place = await (await outer.frame_element()).bounding_box() if shows else None
        finally:
            await session.detach()
        if place:
            boxes.append(Box(place["x"], place["y"], place["width"], place["height"]))
    return boxes


async def _snapshot(session: CDPSession, mask: Mask) -> list[_Document]:
    """The documents of a page; none where it has no secret. Styles take most of the time, so they are read only then:
    what a style sheet of the page paints is among its texts."""
    taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": ()})
    if not any(document.secret or mask.hides(document.painted_text) for document in _documents(taken, mask)):
        return []
    return _documents(await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": _STYLES}), mask)


def _documents(taken: Answer, mask: Mask) -> list[_Document]:
    strings = cast("list[str]", taken["strings"])
    secret = frozenset(number for number, text in enumerate(strings) if mask.hides(text))
    return [_Document(document, strings, secret) for document in cast("list[Answer]", taken["documents"])]


@dataclass(frozen=True, slots=True)
class _Document:
    """One document of a snapshot: parallel lists of nodes and of what is laid out, and texts by their numbers."""

    taken: Answer
    strings: Sequence[str]
    secret: frozenset[int]
    """The numbers of the texts that hold a secret."""

    @property
    def painted_text(self) -> str:
        """All texts that are laid out, in one."""
        return "".join(self._text(number) for number in self.taken["layout"]["text"])

    @property
    def scrolled(self) -> tuple[float, float]:
        return self.taken["scrollOffsetX"], self.taken["scrollOffsetY"]

    def frames(self) -> Iterator[tuple[int, tuple[float, float]]]:
        """The documents of its frames, and where their corners are in this one."""
        inner = self.taken["nodes"]["contentDocumentIndex"]
        layout, placed = self.taken["layout"], self._placed()
        for node, document in zip(inner["index"], inner["value"], strict=True):
            if node in placed:
                at = placed[node]
                left, top = layout["bounds"][at][:2]
                widths = [self._pixels(number) for number in layout["styles"][at][_PICTURES:]]
                yield document, (left + sum(widths[::2]), top + sum(widths[1::2]))

    def places(self, mask: Mask) -> Iterator[tuple[float, float, float, float]]:
        """Where the document shows a secret."""
        layout = self.taken["layout"]
        for at in self._showing(mask):
            x, y, width, height = layout["bounds"][at]
            yield x - _MARGIN, y - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN

    def _showing(self, mask: Mask) -> Iterator[int]:
        """What is laid out and shows a secret: texts, also in several pieces, pictures of styles, and elements."""
        layout = self.taken["layout"]
        texts = [(at, self._text(number)) for at, number in enumerate(layout["text"]) if number >= 0]
        found = mask.places("".join(text for _, text in texts))
        end = 0
        for at, text in texts:
            start, end = end, end + len(text)
            if any(first < end and start < last for first, last in found):
                yield at
        for at, styles in enumerate(layout["styles"]):
            if self.secret.intersection(styles[:_PICTURES]):
                yield at
        placed = self._placed()
        for node in self._elements():
            if (at := placed.get(node)) is not None:
                yield at

    def _elements(self) -> Iterator[int]:
        """The elements that paint a secret which they hold: fields, lists, pictures."""
        nodes = self.taken["nodes"]
        held = {**_by_index(nodes["inputValue"]), **_by_index(nodes["textValue"])}
        for node, pairs in enumerate(cast("list[list[int]]", nodes["attributes"])):
            if not self.secret.intersection((*pairs[1::2], held.get(node, -1), nodes["nodeValue"][node])):
                continue
            name = self._text(nodes["nodeName"][node]).upper()
            attributes = {self._text(key): value for key, value in zip(pairs[::2], pairs[1::2], strict=True)}
            if name == "INPUT" and self._text(attributes.get("type", -1)).lower() in _UNPAINTED_INPUTS:
                continue
            painted = [attributes.get(word, -1) for word in _PAINTED if word != "href" or name not in {"A", "AREA"}]
            if self.secret.intersection((*painted, held.get(node, -1))):
                yield self._list_of(node) if name in {"OPTION", "OPTGROUP"} else node
            elif name == "#TEXT" and (holder := self._list_of(node)) != node:
                yield holder

    def _list_of(self, node: int) -> int:
        """The list that an option or its text belongs to; the node itself where there is none."""
        nodes, above = self.taken["nodes"], node
        while above >= 0 and self._text(nodes["nodeName"][above]).upper() != "SELECT":
            above = nodes["parentIndex"][above]
        return node if above < 0 else above

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


def _by_index(rare: Any) -> dict[int, int]:
    return dict(zip(rare["index"], rare["value"], strict=True))
