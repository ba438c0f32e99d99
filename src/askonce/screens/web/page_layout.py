"""What a page has laid out, as the browser knows it: generated content, closed shadow roots and frames included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from playwright.async_api import CDPSession, Page

from askonce.lazy import dataclass, regex
from askonce.screens.screen_layout import LaidOutText, ScreenLayout
from askonce.screens.web.devtools import Answer, ask

_STYLES = ("visibility", "opacity")
_LIVE = frozenset({"alert", "alertdialog", "status", "log"})
_BARS = frozenset({"progressbar"})
_BUSY = frozenset({"skeleton", "shimmer", "spinner", "loader", "loading", "pending", "optimistic", "ghost", "pulse"})
"""Words of classes by which sheets of styles call what is not there yet."""
_FILLED = frozenset(
    {"IMG", "SVG", "CANVAS", "VIDEO", "INPUT", "TEXTAREA", "SELECT", "BUTTON", "IFRAME", "PROGRESS", "HR", "METER"}
    | {"OBJECT", "EMBED", "MATH", "PICTURE"}
)
"""Elements that show something without a text."""
_WHOLE = frozenset({"HTML", "BODY", "MAIN", "HEAD", "#DOCUMENT"})
_LEAST_WIDTH, _LEAST_HEIGHT = 40, 8
_ELEMENT = 1
_CAMEL = regex(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z]+")
_READABLE = regex(r"\w")


async def read_layout(page: Page, session: CDPSession | None) -> ScreenLayout:
    """Nothing where the browser does not tell."""
    if session is None:
        return ScreenLayout()
    taken = await ask(session, "DOMSnapshot.captureSnapshot", {"computedStyles": _STYLES})
    documents = [_Document(each, taken["strings"]) for each in cast("list[Answer]", taken["documents"])]
    return ScreenLayout(
        documents[0].number if documents else 0,
        tuple(text for number, document in enumerate(documents) for text in document.texts(is_framed=number > 0)),
        frozenset(number for document in documents for number in document.blanks()),
        frozenset(number for document in documents for number in document.busy()),
    )


@dataclass(frozen=True, slots=True)
class _Document:
    """One document of a snapshot: parallel lists of nodes and of what is laid out, and texts by their numbers."""

    taken: Answer
    strings: Sequence[str]

    @property
    def number(self) -> int:
        return self.taken["nodes"]["backendNodeId"][0]

    def texts(self, *, is_framed: bool) -> Iterator[LaidOutText]:
        layout = self.taken["layout"]
        _, _, width, height = layout["bounds"][0] if layout["bounds"] else (0, 0, 0, 0)
        left, top = self.taken["scrollOffsetX"], self.taken["scrollOffsetY"]
        rooted = self.taken["nodes"]["shadowRootType"]
        closed = (node for node, kind in zip(*rooted.values(), strict=True) if self._text(kind) == "closed")
        sealed = {*closed, *self.taken["nodes"]["pseudoType"]["index"]}
        for at, text in self._written():
            x, y, wide, high = layout["bounds"][at]
            is_in = x + wide > left and y + high > top and x < left + width and y < top + height
            node = layout["nodeIndex"][at]
            is_live = any(self._is_live(above) for above in self._chain(node))
            yield LaidOutText(" ".join(text.split()), is_framed or is_in, is_live, node in sealed)

    def blanks(self) -> Iterator[int]:
        layout, nodes = self.taken["layout"], self.taken["nodes"]
        filled = {node for at, _ in self._written() for node in self._chain(layout["nodeIndex"][at])}
        shows = (node for node in layout["nodeIndex"] if self._name(node) in _FILLED)
        filled.update(above for node in shows for above in self._chain(node))
        for at, node in enumerate(cast("list[int]", layout["nodeIndex"])):
            _, _, width, height = layout["bounds"][at]
            is_box = nodes["nodeType"][node] == _ELEMENT and self._name(node) not in _WHOLE
            is_large = width >= _LEAST_WIDTH and height >= _LEAST_HEIGHT
            if is_box and is_large and node not in filled and self._is_painted(at):
                yield nodes["backendNodeId"][node]

    def busy(self) -> Iterator[int]:
        for node in dict.fromkeys(cast("list[int]", self.taken["layout"]["nodeIndex"])):
            if self._is_busy(self._name(node), self._attributes(node)):
                yield self.taken["nodes"]["backendNodeId"][node]

    @staticmethod
    def _is_busy(name: str, attributes: Mapping[str, str]) -> bool:
        if attributes.get("aria-busy") == "true":
            return True
        if name == "PROGRESS":
            return "value" not in attributes or attributes["value"] != attributes.get("max", "1")
        if attributes.get("role") in _BARS:
            return attributes.get("aria-valuenow") != attributes.get("aria-valuemax", "100")
        return not _BUSY.isdisjoint(_CAMEL.split(attributes.get("class", "").strip().replace("Mui", "")))

    def _is_live(self, node: int) -> bool:
        attributes = self._attributes(node)
        return attributes.get("role") in _LIVE or attributes.get("aria-live") in {"polite", "assertive"}

    def _written(self) -> Iterator[tuple[int, str]]:
        """The texts that are not hidden, with their places among what is laid out."""
        layout = self.taken["layout"]
        for at, number in enumerate(cast("list[int]", layout["text"])):
            if number >= 0 and _READABLE.search(self._text(number)) and self._is_painted(at):
                yield at, self._text(number)

    def _is_painted(self, at: int) -> bool:
        visibility, opacity = (*map(self._text, self.taken["layout"]["styles"][at]), "", "")[:2]
        return visibility != "hidden" and opacity != "0"

    def _chain(self, node: int) -> Iterator[int]:
        """A node and those that it is in."""
        while node >= 0:
            yield node
            node = self.taken["nodes"]["parentIndex"][node]

    def _attributes(self, node: int) -> dict[str, str]:
        pairs: Any = self.taken["nodes"]["attributes"][node]
        return {self._text(key): self._text(value) for key, value in zip(pairs[::2], pairs[1::2], strict=True)}

    def _name(self, node: int) -> str:
        return self._text(self.taken["nodes"]["nodeName"][node]).upper()

    def _text(self, number: int) -> str:
        return self.strings[number] if number >= 0 else ""
