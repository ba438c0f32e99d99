"""What changed since the last look, in one sentence, and which elements are new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from askonce.prompts.element_words import LAYERS, describe
from askonce.prompts.quoted_text import quoted
from askonce.screens.ui_tree import Node, State, Tree, plain

_MOST = 10
_FEW = 5
_QUIET: frozenset[State] = frozenset({"focused", "covered", "scrolls", "offscreen"})
_TEXTS = frozenset({"text", "heading", "alert", "status"})
_CLOCK = re.compile(r"\d:\d\d|\d\s*(?:/\s*\d+\s*)?(?:s|sec|secs|seconds?|min|mins|minutes?|ms|ago)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScreenChanges:
    """`text` is empty when nothing changed. `new` are the numbers of elements to be marked in the list."""

    text: str = ""
    new: frozenset[int] = frozenset()


def find_changes(before: Tree, now: Tree) -> ScreenChanges:
    """What opened, closed, appeared, disappeared or changed."""
    if before.address.split("#")[0] != now.address.split("#")[0]:
        return ScreenChanges("another page than before")
    comparison = _TreeComparison(before, now)
    sentences = list(comparison.sentences())
    more = len(sentences) - _MOST
    text = "; ".join(sentences[:_MOST]) + (f"; and {more} more changes" if more > 0 else "")
    return ScreenChanges(text, comparison.marked())


def counted(roles: Iterable[str]) -> list[str]:
    """`20 links, 1 button`, the most first."""
    counts = sorted(Counter(roles).items(), key=lambda entry: (-entry[1], entry[0]))
    return [f"{count} {_plural(role) if count > 1 else role}" for role, count in counts]


def _plural(role: str) -> str:
    return role + ("es" if role.endswith(("x", "s", "sh", "ch")) else "s")


class _TreeComparison:
    """Two looks at one page. What was only drawn again, as it was and where it was, is neither new nor gone."""

    def __init__(self, before: Tree, now: Tree) -> None:
        self._before, self._now = before, now
        self._was = {node.number: node for node in before}
        self._is = {node.number: node for node in now}
        self._moved = now.above - before.above
        came = [node for node in now if node.number not in self._was]
        went = [node for node in before if node.number not in self._is]
        self._redrawn = _redrawn(came, went)
        self._opened = [node for node in came if node.role in LAYERS]
        self._closed = [node for node in went if node.role in LAYERS]
        self._scrolled = [node.number for node in now if self._has_scrolled(node)]
        self._new = self._outside(came, set(self._redrawn), self._is)
        self._gone = self._outside(went, {node.number for node in self._redrawn.values()}, self._was)

    def _outside(self, nodes: Sequence[Node], redrawn: set[int], tree: Mapping[int, Node]) -> list[Node]:
        """Those that were not only drawn again, and are not part of what opened, closed or scrolled."""
        return [node for node in nodes if node.number not in redrawn and not self._is_inside(node, tree)]

    def marked(self) -> frozenset[int]:
        if self._has_moved or self._is_other:
            return frozenset()
        return frozenset(node.number for node in self._new if node.actionable)

    def sentences(self) -> Iterator[str]:
        yield from (f"opened {describe(node)}{self._contents(node)}" for node in self._opened)
        yield from (f"closed {describe(node)}" for node in self._closed)
        for node in self._now:
            old = self._was.get(node.number) or self._redrawn.get(node.number)
            if old and not _ticks(old, node):
                yield from _differences(old, node)
        yield from self._scroll_sentences()
        if self._has_moved:
            return
        if self._is_other:
            yield "most of what is shown is new"
            return
        texts = [node for node in self._new if not node.actionable and node.role in _TEXTS and _says(node)]
        texts = [node for node in texts if "ticks" not in node.attributes]
        texts.sort(key=lambda node: node.role not in {"alert", "status", "heading"})
        yield from _named("new", texts)
        if marked := self.marked():
            yield f"{len(marked)} new, marked *"
        yield from _named("gone", [node for node in self._gone if node.actionable or _says(node)])

    @property
    def _has_moved(self) -> bool:
        """What scrolling brought into view or took out of it is neither new nor gone."""
        return abs(self._moved) > 1

    @property
    def _is_other(self) -> bool:
        """Whether hardly anything is as it was: then it is shorter to say so."""
        new = sum(node.actionable for node in self._new)
        gone = sum(node.actionable for node in self._gone)
        now = sum(node.actionable for node in self._now)
        was = sum(node.actionable for node in self._before)
        return new >= 3 and gone >= 1 and new * 5 >= now * 3 and gone * 2 >= was

    def _scroll_sentences(self) -> Iterator[str]:
        if self._has_moved:
            way, size = "down" if self._moved > 0 else "up", max(1, self._now.view.height)
            yield f"scrolled {way} by {abs(self._moved) / size:.1f} screens"
        for number in self._scrolled:
            yield f"scrolled inside {describe(self._is[number])}"

    def _has_scrolled(self, node: Node) -> bool:
        old = self._was.get(node.number)
        is_scroller = old is not None and "scrolls" in node.states and "scrolls" in old.states
        return old is not None and is_scroller and old.attributes.get("above") != node.attributes.get("above")

    def _is_inside(self, node: Node, known: Mapping[int, Node]) -> bool:
        """Whether a layer that opened or closed, or a box that was scrolled, tells of this node already."""
        if node.role in LAYERS:
            return True
        reported = {layer.number for layer in (*self._opened, *self._closed)} | set(self._scrolled)
        parent = node.parent
        while parent is not None and parent not in reported:
            parent = known[parent].parent if parent in known else None
        return parent is not None

    def _contents(self, layer: Node) -> str:
        """`with 31 links`: what is in a layer that opened."""
        inside = {layer.number}
        roles: list[str] = []
        for node in self._now:
            if node.parent in inside:
                inside.add(node.number)
                roles += [node.role] if node.actionable else []
        return f" with {', '.join(counted(roles)[:3])}" if roles else ""


def _redrawn(came: Sequence[Node], went: Sequence[Node]) -> dict[int, Node]:
    """By the number of each node that only replaces another one, the other."""
    places = {_place(node): node for node in went}
    return {node.number: places[_place(node)] for node in came if _place(node) in places}


def _place(node: Node) -> tuple[str, str, int, int]:
    """What makes one node pass for another: texts by their place alone, so that they can be said to have changed."""
    words = "" if node.role == "text" else plain(node.words)
    return node.role, words, round(node.box.left / 4), round(node.box.top / 4)


def _says(node: Node) -> bool:
    return node.role in _TEXTS and bool(re.search(r"\w", node.words))


def _ticks(old: Node, node: Node) -> bool:
    """Whether a text changes by itself: a clock, or what was another at every look."""
    if node.actionable or old.value != node.value:
        return False
    is_number = re.sub(r"\d+", "0", old.words) == re.sub(r"\d+", "0", node.words)
    return "ticks" in node.attributes or (is_number and bool(_CLOCK.search(node.words)))


def _named(word: str, nodes: Sequence[Node]) -> Iterator[str]:
    yield from (f"{word} {describe(node, number=False)}" for node in nodes[:_FEW])
    if rest := nodes[_FEW:]:
        yield f"{word} {', '.join(counted(node.role for node in rest))}"


def _differences(old: Node, node: Node) -> Iterator[str]:
    label = describe(node)
    if old.value != node.value and (node.value or old.value):
        yield f"{label} now = {quoted(node.value)}" if node.value else f"{label} now empty"
    if (plain(old.name), plain(old.text)) != (plain(node.name), plain(node.text)):
        yield f"{label} was {quoted(old.name or old.text)}"
    states = [
        *sorted(node.states - old.states - _QUIET),
        *(f"not {state}" for state in sorted(old.states - node.states - _QUIET)),
    ]
    if states:
        yield f"{label} now {', '.join(states)}"
