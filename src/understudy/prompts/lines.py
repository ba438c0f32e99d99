"""From the nodes of a tree to the lines of a list, each with what it is worth."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from understudy.geometry import Point
from understudy.prompts.quoting import quoted, visible
from understudy.screens.tree import Node, State, Tree

ITEMS = frozenset({"row", "listitem", "article", "group"})
"""Roles that hold what belongs together: the texts in them tell one control from another."""

LAYERS = frozenset({"dialog", "alertdialog", "overlay"})

_TOLD: tuple[State, ...] = (
    "checked", "mixed", "selected", "pressed", "expanded", "collapsed", "focused", "required", "invalid", "readonly",
    "disabled", "password", "covered",
)  # fmt: skip
_TYPES = frozenset({"date", "time", "datetime-local", "month", "week", "color", "file"})
_STOP = frozenset({
    "a", "an", "and", "as", "at", "are", "be", "by", "for", "from", "in", "into", "is", "it", "my", "of", "on", "or",
    "that", "the", "then", "this", "to", "with", "your",
})  # fmt: skip
_RUN = 8
_OPTIONS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `above` are the lines that it stands under, `roles` the elements it would take with it if left out."""

    text: str
    indent: int
    score: float
    above: tuple[int, ...]
    roles: tuple[str, ...]

    def __str__(self) -> str:
        return "  " * self.indent + self.text


class Hint:
    """The words of an instruction, to judge what is relevant to it."""

    def __init__(self, text: str) -> None:
        words = [word for word in re.findall(r"\w+", text.casefold()) if word not in _STOP]
        self._words = {word for word in words if len(word) > 2 or word.isdigit() or not word.isascii()}
        # Scripts without spaces: compare by pairs of characters.
        self._words |= {word[i : i + 2] for word in words if _is_unspaced(word) for i in range(len(word) - 1)}

    def matches(self, text: str) -> int:
        """How many of the words stand in `text`, also with another ending."""
        if not self._words:
            return 0
        folded = text.casefold()
        there = set(re.findall(r"\w+", folded))
        return sum(
            word in there
            or (len(word) > 4 and any(other.startswith(word[:-1]) for other in there))
            or (_is_unspaced(word) and word in folded)
            for word in self._words
        )


def _is_unspaced(word: str) -> bool:
    return any("\u0e00" <= c <= "\u0eff" or "\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in word)


def describe(node: Node, *, number: bool = True) -> str:
    """One element without its value: `[7] textbox "Email"`."""
    label = f"[{node.number}] " if number and node.actionable else ""
    return label + node.role + (f" {quoted(node.name or node.text)}" if node.name or node.text else "")


def describe_states(node: Node) -> str:
    told = [state for state in _TOLD if state in node.states]
    kind = node.attributes.get("type", "")
    return ", ".join([*([kind] if kind in _TYPES and node.actionable else []), *told])


def describe_value(node: Node) -> str:
    return f" = {quoted(node.value)}" if node.value else ""


class Writer:
    """Writes the nodes of one tree as lines, in their order."""

    def __init__(self, nodes: Sequence[Node], tree: Tree, hint: Hint) -> None:
        self.lines: list[Line] = []
        self._hint = hint
        there = {node.number for node in nodes}
        self._children: defaultdict[int | None, list[Node]] = defaultdict(list)
        parents = {node.number: node.parent for node in tree.nodes}
        for node in nodes:
            parent = node.parent
            while parent is not None and parent not in there:
                parent = parents.get(parent)
            self._children[parent].append(node)
        self._alike = Counter((node.role, node.name) for node in nodes if node.actionable)
        self._covered = [node for node in tree if node.actionable and "covered" in node.states]
        focus = next((node for node in nodes if "focused" in node.states), None)
        self._focus = focus.box.center if focus else Point(tree.view.width / 2, tree.view.height / 2)
        self._reach = max(tree.view.width, tree.view.height, 1)

    def write(self) -> list[Line]:
        self._write_all(self._children[None], 0, (), 0.0)
        return self.lines

    def _write_all(self, nodes: Sequence[Node], indent: int, above: tuple[int, ...], bonus: float) -> None:
        position = 0
        while position < len(nodes):
            node = nodes[position]
            run = self._run_at(nodes, position)
            if len(run) >= _RUN:
                self._write_run(run, indent, above, bonus)
                position += len(run)
                continue
            texts = self._texts_at(nodes, position)
            if texts:
                self._write_texts(nodes, position, texts, indent, above, bonus)
                position += len(texts)
                continue
            self._write_node(node, indent, above, bonus)
            position += 1

    def _write_node(self, node: Node, indent: int, above: tuple[int, ...], bonus: float) -> None:
        kids = self._children[node.number]
        if node.role in ITEMS and not node.actionable and self._write_item(node, indent, above, bonus):
            return
        if node.role in LAYERS:
            bonus += 1000
        if not self._has_line(node, kids):
            self._write_all(kids, indent, above, bonus)
            return
        self._add(self._told(node), indent, above, self._score(node, bonus), [node])
        inner = (*above, len(self.lines) - 1)
        said = _key(node.name)
        self._write_all(
            [kid for kid in kids if not (said and _key(kid.words) == said and not kid.actionable)],
            indent + 1,
            inner,
            bonus,
        )

    def _has_line(self, node: Node, kids: Sequence[Node]) -> bool:
        if not kids:
            return bool(node.actionable or visible(node.words))
        return node.actionable or bool(node.name) or "scrolls" in node.states or node.role in {"iframe", *LAYERS}

    def _told(self, node: Node, context: str = "") -> str:
        parts = [describe(node)]
        if node.name and _key(node.text) and _key(node.text) not in _key(node.name):
            parts.append(f" shows {quoted(node.text)}")
        parts.append(describe_value(node))
        parts.append(context)
        if states := describe_states(node):
            parts.append(f" ({states})")
        parts.append(_scroll_words(node))
        parts.append(self._covers(node) if node.role in LAYERS else "")
        parts.append(self._options(node))
        return "".join(parts)

    def _covers(self, layer: Node) -> str:
        under = [node for node in self._covered if layer.box.contains(node.box.center)]
        few = ", ".join(f"[{node.number}]" for node in under) if len(under) <= 6 else "the rest"
        return f" ← covers {few}" if under else ""

    def _options(self, node: Node) -> str:
        if not node.options:
            return ""
        first = len(node.options) if len(node.options) <= _OPTIONS + 2 else _OPTIONS
        shown = list(node.options[:first])
        shown += [option for option in node.options[first:] if self._hint.matches(option)][:4]
        more = len(node.options) - len(shown) + int(node.attributes.get("more options", "0") or 0)
        return " options: " + " | ".join(quoted(option, 40) for option in shown) + (f" | … {more} more" if more else "")

    # ---- what belongs together

    def _write_item(self, item: Node, indent: int, above: tuple[int, ...], bonus: float) -> bool:
        """An item as one line with its texts and its controls under it. False when it needs no such line."""
        inner = list(self._below(item))
        controls = [node for node in inner if node.actionable]
        nested = any(node.role in ITEMS or node.role in LAYERS or self._children[node.number] for node in inner)
        ambiguous = any(not node.name or self._alike[(node.role, node.name)] > 1 for node in controls)
        named = bool(item.name) and item.role != "group"  # the legend of a group of fields; their order matters
        if nested or (item.name and not named) or not (ambiguous or named or item.role == "row" or not controls):
            return False
        words = [node for node in inner if not node.actionable and _key(node.words) not in {"", _key(item.name)}]
        words = [item, *words] if named else words
        texts = " ".join(quoted(node.words, 40) for node in words)
        worth = max((self._score(node, bonus) for node in inner), default=0.0) + 40 * min(1, self._hint.matches(texts))
        role = "columns" if words and all(node.role == "columnheader" for node in words) else item.role
        if len(controls) == 1 and texts and role != "columns":
            plain = quoted(" ".join(node.words for node in words), 100)
            self._add(self._told(controls[0], context=f" in {role} {plain}"), indent, above, worth, controls)
        elif controls or texts:
            self._add(f"{role} {texts}".rstrip(), indent, above, worth, [])
            here = (*above, len(self.lines) - 1)
            for control in controls:
                self._add(self._told(control), indent + 1, here, worth, [control])
        return True

    def _below(self, node: Node) -> Iterator[Node]:
        for kid in self._children[node.number]:
            yield kid
            yield from self._below(kid)

    # ---- neighbours on one line

    def _run_at(self, nodes: Sequence[Node], start: int) -> Sequence[Node]:
        """Many short controls of one role in a row, such as the days of a month."""
        end = start
        while end < len(nodes) and nodes[end].role == nodes[start].role and self._is_short(nodes[end]):
            end += 1
        return nodes[start:end]

    def _is_short(self, node: Node) -> bool:
        is_bare = node.actionable and not node.value and not node.options and not self._children[node.number]
        return is_bare and 0 < len(node.name) <= 12 and not node.text

    def _write_run(self, run: Sequence[Node], indent: int, above: tuple[int, ...], bonus: float) -> None:
        for part in _rows_of(run):
            told = [self._told(part[0]), *(self._told(node).replace(f"] {node.role} ", "] ", 1) for node in part[1:])]
            self._add(" ".join(told), indent, above, max(self._score(node, bonus) for node in part), part)

    def _texts_at(self, nodes: Sequence[Node], start: int) -> Sequence[Node]:
        end = start
        while end < len(nodes) and nodes[end].role == "text":
            end += 1
        return nodes[start:end]

    def _write_texts(
        self,
        nodes: Sequence[Node],
        start: int,
        texts: Sequence[Node],
        indent: int,
        above: tuple[int, ...],
        bonus: float,
    ) -> None:
        """Texts that stand together, without those that only repeat the name of what stands beside them."""
        beside = {_key(node.name) for node in (*nodes[max(0, start - 1) : start], *nodes[start + len(texts) :][:1])}
        told = [node for node in texts if _key(node.text) not in {"", *beside}]
        for group in _lines_of(told):
            most = 240 if any(self._hint.matches(node.text) for node in group) else 120
            words = " ".join(quoted(node.text, most) for node in group)
            self._add(f"text {words}", indent, above, max(self._score(node, bonus) for node in group), [])

    # ---- worth

    def _score(self, node: Node, bonus: float) -> float:
        """Fields before buttons before links before texts; what the instruction names and what is near before all."""
        kind = {"link": 30, "clickable": 30, "heading": 45, "alert": 80, "status": 50, "text": 15, "button": 50}
        worth = kind.get(node.role, 55 if node.actionable else 15)
        relevance = 150 * min(3, self._hint.matches(" ".join((node.words, *node.options))))
        distance = abs(node.box.center.x - self._focus.x) + abs(node.box.center.y - self._focus.y)
        urgent = 500 if "focused" in node.states else 0
        return (
            bonus
            + worth
            + relevance
            + urgent
            - min(40.0, 40 * distance / self._reach)
            - 400 * ("covered" in node.states)
        )

    def _add(self, text: str, indent: int, above: tuple[int, ...], score: float, nodes: Iterable[Node]) -> None:
        self.lines.append(Line(text, indent, score, above, tuple(node.role for node in nodes if node.actionable)))


def _rows_of(run: Sequence[Node]) -> Iterator[list[Node]]:
    """Nodes that stand side by side: a week of a month, a row of a keypad."""
    row: list[Node] = []
    for node in run:
        if row and (abs(node.box.center.y - row[-1].box.center.y) > node.box.height / 2 or len(row) == 16):
            yield row
            row = []
        row.append(node)
    if row:
        yield row


def _lines_of(texts: Sequence[Node]) -> Iterator[list[Node]]:
    """Short texts share a line."""
    group: list[Node] = []
    for node in texts:
        if group and sum(len(other.text) for other in group) + len(node.text) > 120:
            yield group
            group = []
        group.append(node)
    if group:
        yield group


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text.casefold())


def _scroll_words(node: Node) -> str:
    if "scrolls" not in node.states or node.box.height <= 0:
        return ""
    there = [(word, int(node.attributes.get(word, "0") or 0)) for word in ("above", "below")]
    told = [f"{size / node.box.height:.1f} screens {word}" for word, size in there if size > 2]
    return f" (scrolls: {', '.join(told)})" if told else " (scrolls)"
