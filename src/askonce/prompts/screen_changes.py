"""What changed since the last look, in one sentence, and which elements are new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from askonce.lazy import dataclass, regex
from askonce.prompts.element_words import LAYERS, describe
from askonce.prompts.node_pairs import NodePairs
from askonce.prompts.quoted_text import address, quoted
from askonce.screens.ui_tree import Node, State, Tree, plain

_MOST = 10
_FEW = 5
_QUIET: frozenset[State] = frozenset({"focused", "covered", "scrolls", "offscreen"})
_TEXTS = frozenset({"text", "heading", "alert", "status"})
_CLOCK = regex(r"\d:\d\d|\d\s*(?:/\s*\d+\s*)?(?:s|sec|secs|seconds?|min|mins|minutes?|ms|ago)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScreenChanges:
    """`text` is empty when nothing changed that could be told: `is_unchanged` says whether nothing did. `new` are the
    numbers of elements to be marked in the list."""

    text: str = ""
    new: frozenset[int] = frozenset()
    is_unchanged: bool = False


def find_changes(before: Tree, now: Tree) -> ScreenChanges:
    """What opened, closed, appeared, disappeared or changed."""
    if before.address.split("#")[0] != now.address.split("#")[0]:
        return ScreenChanges("another page than before")
    comparison = _TreeComparison(before, now)
    sentences = list(comparison.sentences())
    more = len(sentences) - _MOST
    text = "; ".join(sentences[:_MOST]) + (f"; and {more} more changes" if more > 0 else "")
    return ScreenChanges(text, comparison.marked(), is_unchanged=not sentences and comparison.is_unchanged)


def counted(roles: Iterable[str]) -> list[str]:
    """`20 links, 1 button`, the most first."""
    counts = sorted(Counter(roles).items(), key=lambda entry: (-entry[1], entry[0]))
    return [f"{count} {_plural(role) if count > 1 else role}" for role, count in counts]


def _plural(role: str) -> str:
    return role + ("es" if role.endswith(("x", "s", "sh", "ch")) else "s")


class _TreeComparison:
    """Two looks at one page. What was only drawn again, as it was, is neither new nor gone."""

    def __init__(self, before: Tree, now: Tree) -> None:
        self._before, self._now = before, now
        self._pairs = pairs = NodePairs(before, now)
        self._opened = [node for node in pairs.came if node.role in LAYERS]
        self._closed = [node for node in pairs.went if node.role in LAYERS]
        self._new = self._untold(pairs.came, -pairs.growth)
        self._gone = self._untold(pairs.went, pairs.growth)

    def _untold(self, nodes: Sequence[Node], pushed: float) -> list[Node]:
        """Those that are not part of what opened, closed or scrolled, and that no change of the page's length, by
        which what stands below is `pushed`, nor of a region's contents may have brought into view or out of it."""
        told = {layer.number for layer in (*self._opened, *self._closed)}
        bottom = self._now.view.height - max(pushed, 0)
        return [
            node
            for node in nodes
            if node.number not in told
            and not self._pairs.is_in_scrolled(node)
            and not self._pairs.is_inside(node, told)
            and not self._pairs.is_out_of_window(node)
            and (pushed < 1 or node.box.bottom <= bottom)
        ]

    def marked(self) -> frozenset[int]:
        if self._pairs.is_scrolled or self._is_other:
            return frozenset()
        return frozenset(node.number for node in self._new if node.actionable)

    def sentences(self) -> Iterator[str]:
        """What changed; nothing where something did that cannot be told."""
        found = list(self._found())
        yield from found
        if found:
            return
        if moved := list(self._pairs.moved()):
            yield f"moved: {', '.join(describe(node) for node in moved[:_FEW])}{' and more' * (len(moved) > _FEW)}"
        elif self._is_same:
            focused = next((node for node in self._now if "focused" in node.states), None)
            had = next((node.number for node in self._before if "focused" in node.states), None)
            if had != (focused and focused.number):
                yield (f"only the focus, now on {describe(focused)}" if focused else "only that the focus is gone")

    def _found(self) -> Iterator[str]:
        if self._before.title != self._now.title:
            yield f"title was {quoted(self._before.title)}"
        if self._before.address != self._now.address:
            yield f"address was {address(self._before.address)}"
        yield from (f"opened {describe(node)}{self._contents(node)}" for node in self._opened)
        yield from (f"closed {describe(node)}" for node in self._closed)
        for node in self._now:
            old = self._pairs.old.get(node.number)
            if old and not _ticks(old, node) and not self._is_recycled(old, node):
                yield from _differences(old, node)
        yield from self._scroll_sentences()
        if self._pairs.is_scrolled:
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
    def is_unchanged(self) -> bool:
        """Whether all is as it was, where it was; the focus and what changes by itself do not count."""
        return self._is_same and not any(self._pairs.moved())

    @property
    def _is_same(self) -> bool:
        pairs = self._pairs
        if pairs.came or pairs.went or pairs.is_scrolled or pairs.scrolled or abs(pairs.growth) > 1:
            return False
        both = ((pairs.old.get(node.number), node) for node in self._now)
        return all(old and (_ticks(old, node) or _traits(old) == _traits(node)) for old, node in both)

    def _is_recycled(self, old: Node, node: Node) -> bool:
        """Whether an element in what scrolled may stand for something else now."""
        return self._pairs.is_in_scrolled(node) and (not node.name or plain(old.name) != plain(node.name))

    @property
    def _is_other(self) -> bool:
        """Whether hardly anything is as it was: then it is shorter to say so."""
        new = sum(node.actionable for node in self._new)
        gone = sum(node.actionable for node in self._gone)
        now = sum(node.actionable for node in self._now)
        was = sum(node.actionable for node in self._before)
        return new >= 3 and gone >= 1 and new * 5 >= now * 3 and gone * 2 >= was

    def _scroll_sentences(self) -> Iterator[str]:
        if self._pairs.is_scrolled:
            moved, size = self._pairs.page_moved, max(1, self._now.view.height)
            way = f"{'down' if moved > 0 else 'up'} by {abs(moved) / size:.1f} screens"
            yield f"scrolled {way if abs(moved) > 1 else 'sideways'}"
        yield from (f"scrolled inside {describe(node)}" for node in self._now if node.number in self._pairs.scrolled)

    def _contents(self, layer: Node) -> str:
        """`with 31 links`: what is in a layer that opened."""
        inside = {layer.number}
        roles: list[str] = []
        for node in self._now:
            if node.parent in inside:
                inside.add(node.number)
                roles += [node.role] if node.actionable else []
        return f" with {', '.join(counted(roles)[:3])}" if roles else ""


def _traits(node: Node) -> tuple[object, ...]:
    return node.name, node.text, node.value, node.states - {"focused"}, node.options


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
        yield f"also {word}: {', '.join(counted(node.role for node in rest))}"


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
