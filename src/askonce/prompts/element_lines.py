"""From the nodes of a tree to the lines of a list, each with what it is worth."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Protocol

from askonce.geometry import Point
from askonce.lazy import dataclass, regex
from askonce.prompts.element_words import LAYERS, Describer, describe_value, place
from askonce.prompts.instruction_hints import Hint
from askonce.prompts.month_days import month_starts
from askonce.prompts.quoted_text import quoted, visible
from askonce.screens.ui_tree import Node, Tree

ITEMS = frozenset({"row", "listitem", "article", "group"})
"""Roles that hold what belongs together: the texts in them tell one control from another."""

_LISTED: Mapping[str, tuple[str, ...]] = {"": (), "all": ("all listed",), "in part": ("the rest comes as it scrolls",)}

_RUN, _SHORT_RUN = 8, 4
_OPTIONS = 8
_NUMBER = regex(r"^\[\d+\]\*? ")
_IN_HEADER = 60
"""Longer texts of an item get their own line."""
_IN_FULL = 1000
"""So much of a text is written where there is room."""


@dataclass(frozen=True, slots=True)
class ElementLine:
    """One line: `above` are the lines that it stands under, `roles` the elements it would take with it if left out.

    `full` is what to write instead of `text` where there is room; `bare` and `bare_full` are the same without the word
    that it is out of view, where all is that the line tells. `told` says of how many elements it tells.
    """

    text: str
    indent: int
    score: float
    above: tuple[int, ...]
    roles: tuple[str, ...]
    full: str = ""
    bare: str = ""
    bare_full: str = ""
    told: int = 0

    def written(self, *, full: bool = False) -> str:
        return "  " * self.indent + (self.full if full else self.text)

    def written_bare(self, *, full: bool = False) -> str:
        """Under a line that says already that it is out of view."""
        text = (self.bare_full if full else self.bare) or (self.full if full else self.text)
        return "  " * (self.indent + 1) + text

    def with_end(self, words: str) -> ElementLine:
        """The same line in short with words behind it."""
        text, bare = self.text + words, self.bare and self.bare + words
        return replace(self, text=text, full=text, bare=bare, bare_full=bare)


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a line says of what it is about, and not of the state that it is in."""

    label: str
    value: str = ""


class _Write(Protocol):
    """Writes the line of some nodes."""

    def __call__(self, nodes: Sequence[Node], /, *, in_full: bool) -> str: ...


class LineWriter:
    """Writes the nodes of one tree as lines, in their order."""

    def __init__(self, nodes: Sequence[Node], tree: Tree, hint: Hint, new: frozenset[int] = frozenset()) -> None:
        self.lines: list[ElementLine] = []
        self._hint = hint
        self._describer = Describer(tree, new)
        listed = {node.number for node in nodes}
        self._children: defaultdict[int | None, list[Node]] = defaultdict(list)
        parents = {node.number: node.parent for node in tree.nodes}
        for node in nodes:
            parent = node.parent
            while parent is not None and parent not in listed:
                parent = parents.get(parent)
            self._children[parent].append(node)
        self._alike = Counter((node.role, node.name) for node in nodes if node.actionable)
        self._covered = [node for node in tree if node.actionable and "covered" in node.states]
        self._starts = month_starts(tree)
        self._owners: list[Node | None] = []
        """For each line, the only control on it."""
        self._traits: list[_Traits] = []
        focus = next((node for node in nodes if "focused" in node.states), None)
        self._focus = focus.box.center if focus else Point(tree.view.width / 2, tree.view.height / 2)
        self._reach = max(tree.view.width, tree.view.height, 1)

    def write(self) -> list[ElementLine]:
        self._write_all(self._children[None], 0, (), 0.0)
        self._tell_apart()
        return self.lines

    def _tell_apart(self) -> None:
        """Give all controls that are written alike, under lines that hold the same, the places where they are.

        Their states do not count, nor do their values where some of them have the same: what tells one of them apart
        now would leave it the only one without a place.
        """
        held = defaultdict[int, list[_Traits]](list)
        for line, traits in zip(self.lines, self._traits, strict=True):
            if line.above:
                held[line.above[-1]].append(traits)
        around = [tuple((self._traits[above], *held[above]) for above in line.above) for line in self.lines]
        owned = [index for index, owner in enumerate(self._owners) if owner]
        counts = Counter((around[index], self._traits[index]) for index in owned)
        alike = {(above, traits.label) for (above, traits), count in counts.items() if count > 1}
        for index in owned:
            owner, line = self._owners[index], self.lines[index]
            if owner and (around[index], self._traits[index].label) in alike:
                self.lines[index] = line.with_end(place(owner))

    def _write_all(self, nodes: Sequence[Node], indent: int, above: tuple[int, ...], bonus: float) -> None:
        position = 0
        while position < len(nodes):
            node = nodes[position]
            run = self._run_at(nodes, position)
            if self._is_run(run):
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

        def write(nodes: Sequence[Node], *, in_full: bool) -> str:
            return self._describe(nodes[0], in_full=in_full)

        self._add(write, [node], indent, above, self._score(node, bonus), self._traits_of(node))
        inner = (*above, len(self.lines) - 1)
        name = _key(node.name)
        repeats = {kid.number for kid in kids if not kid.actionable and name and _key(kid.words) == name}
        shown = [kid for kid in kids if kid.number not in repeats or self._children[kid.number]]
        self._write_all(shown, indent + 1, inner, bonus)

    def _has_line(self, node: Node, kids: Sequence[Node]) -> bool:
        if not kids:
            return bool(node.actionable or visible(node.words))
        return node.actionable or bool(node.name) or "scrolls" in node.states or node.role in {"iframe", *LAYERS}

    def _describe(
        self, node: Node, context: str = "", blanks: Counter[str] | None = None, *, in_full: bool = False
    ) -> str:
        parts = [self._label(node, blanks)]
        parts.append(describe_value(node, _IN_FULL if in_full else 0))
        parts.append(context)
        parts.append(self._describer.states(node))
        parts.append(_scroll_words(node))
        parts.append(self._covers(node))
        parts.append(self._options(node))
        return "".join(parts)

    def _label(self, node: Node, blanks: Counter[str] | None = None) -> str:
        is_other = node.shown and _key(node.text) and _key(node.text) not in _key(node.name)
        return self._describer.label(node, blanks) + (f" shows {quoted(node.text)}" if is_other else "")

    def _traits_of(self, node: Node, context: str = "", blanks: Counter[str] | None = None) -> _Traits:
        label = _NUMBER.sub("", self._label(node, blanks))
        return _Traits(label + context, describe_value(node) + self._options(node))

    def _covers(self, layer: Node) -> str:
        if layer.role in LAYERS:
            by_layer = [node for node in self._covered if node.cover is None or node.cover == layer.number]
            under = [node for node in by_layer if node.cover or layer.box.contains(node.box.center)]
        else:
            under = self._describer.under.get(layer.number, ()) if layer.actionable else ()
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
        if not self._is_one_line(item, inner, controls):
            return False
        words = self._item_words(item, inner)
        long = [node for node in words if len(visible(node.words)) > _IN_HEADER and node is not item]
        texts = _said([node for node in words if node not in long], _IN_HEADER)
        if not texts and not long:
            if is_run := self._is_run(controls, least=2):
                self._write_run(controls, indent, above, bonus)
            return is_run
        score = self._best_score(inner, bonus) + 40 * min(1, self._hint.matches(texts))
        role = _item_role(item, words)
        blanks = self._describer.blanks(controls) if texts else None
        if len(controls) == 1 and texts and not long and role != "columns":
            context = f" in {role} {quoted(' '.join(node.words for node in words), 100)}"

            def write_single(nodes: Sequence[Node], *, in_full: bool) -> str:
                control, *said = nodes
                hidden = _hidden(said[0]) if len({_hidden(node) for node in said}) == 1 else ""
                is_said = "offscreen" in control.states and "offscreen" in hidden
                return self._describe(control, context + hidden * (not is_said), blanks)

            traits = self._traits_of(controls[0], context, blanks)
            self._add(write_single, [*controls, *words], indent, above, score, traits)
            return True
        short = [node for node in words if node not in long]

        def write_head(nodes: Sequence[Node], *, in_full: bool) -> str:
            return f"{role} {_said(nodes, _IN_HEADER)}".rstrip()

        plain = " ".join((role, *(quoted(node.words, _IN_HEADER) for node in short)))
        self._add(write_head, short, indent, above, score, _Traits(plain))
        under = (*above, len(self.lines) - 1)
        for node in sorted((*controls, *long), key=inner.index):
            if node.actionable:
                self._write_control(node, indent + 1, under, score, blanks)
            else:
                self._write_text([node], indent + 1, under, score)
        return True

    def _write_control(
        self, node: Node, indent: int, above: tuple[int, ...], score: float, blanks: Counter[str] | None
    ) -> None:
        def write(nodes: Sequence[Node], *, in_full: bool) -> str:
            return self._describe(nodes[0], blanks=blanks)

        self._add(write, [node], indent, above, score, self._traits_of(node, "", blanks))

    def _is_one_line(self, item: Node, inner: Sequence[Node], controls: Sequence[Node]) -> bool:
        """Whether an item can have one line for all its texts, and needs one to tell its controls from others."""
        if any(node.role in ITEMS or node.role in LAYERS or self._children[node.number] for node in inner):
            return False
        if item.role == "group":  # a name is the legend of a group of fields; their order matters
            if item.name or any(self._describer.near(node) for node in controls):
                return False
        elif item.name:
            return True
        is_ambiguous = any(not node.shown or self._alike[(node.role, node.name)] > 1 for node in controls)
        return is_ambiguous or item.role == "row" or not controls

    def _item_words(self, item: Node, inner: Sequence[Node]) -> list[Node]:
        """What has words in an item, its own name first, which is not repeated."""
        words = [node for node in inner if not node.actionable and _key(node.words) not in {"", _key(item.name)}]
        return [item, *words] if item.name else words

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

    def _is_run(self, nodes: Sequence[Node], *, least: int = _SHORT_RUN) -> bool:
        """Whether many short controls, or some with hardly more than a letter, can share a line."""
        if not all(node.role == nodes[0].role and self._is_short(node) for node in nodes):
            return False
        return len(nodes) >= (least if all(len(node.shown) <= 3 for node in nodes) else _RUN)

    def _is_short(self, node: Node) -> bool:
        is_bare = node.actionable and not node.value and not node.options and not self._children[node.number]
        return is_bare and len(node.shown) <= 12 and not node.text and not self._describer.near(node)

    def _write_run(self, run: Sequence[Node], indent: int, above: tuple[int, ...], bonus: float) -> None:
        def write(nodes: Sequence[Node], *, in_full: bool) -> str:
            names = [self._describe(nodes[0])]
            names += (re.sub(r"(\]\*?) \S+", r"\1", self._describe(node), count=1) for node in nodes[1:])
            starts = (self._starts.get(node.number, "") for node in nodes)
            return " ".join(word for pair in zip(starts, names, strict=True) for word in pair if word)

        for part in _rows_of(run):
            traits = _Traits(" ".join(self._traits_of(node).label for node in part))
            self._add(write, part, indent, above, self._best_score(part, bonus), traits)

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
        around = (*nodes[max(0, start - 1) : start], *nodes[start + len(texts) :][:1])
        beside = {_key(word) for node in around for word in (node.shown, self._describer.near(node))}
        for group in _lines_of([node for node in texts if _key(node.text) not in {"", *beside}]):
            self._write_text(group, indent, above, self._best_score(group, bonus))

    def _write_text(self, texts: Sequence[Node], indent: int, above: tuple[int, ...], score: float) -> None:
        most = 240 if any(self._hint.matches(node.words) for node in texts) else 120

        def write(nodes: Sequence[Node], *, in_full: bool) -> str:
            return f"text {_said(nodes, _IN_FULL if in_full else most)}"

        self._add(write, texts, indent, above, score, _Traits(" ".join(quoted(node.words, most) for node in texts)))

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
            - 300 * ("offscreen" in node.states)
        )

    def _best_score(self, nodes: Iterable[Node], bonus: float) -> float:
        return max((self._score(node, bonus) for node in nodes), default=0.0)

    def _add(
        self,
        write: _Write,
        nodes: Sequence[Node],
        indent: int,
        above: tuple[int, ...],
        score: float,
        traits: _Traits,
    ) -> None:
        """Add the line of `nodes`, as `write` writes it."""
        controls = [node for node in nodes if node.actionable]
        roles = tuple(node.role for node in controls)
        self._owners.append(controls[0] if len(controls) == 1 else None)
        self._traits.append(traits)
        has_more = any(node.value or not node.actionable for node in nodes)

        def both(nodes: Sequence[Node]) -> tuple[str, str]:
            text = write(nodes, in_full=False)
            return text, write(nodes, in_full=True) if has_more else text

        text, full = both(nodes)
        bare = bare_full = ""
        if nodes and all("offscreen" in node.states for node in nodes):
            bare, bare_full = both([replace(node, states=node.states - {"offscreen"}) for node in nodes])
        self.lines.append(ElementLine(text, indent, score, above, roles, full, bare, bare_full, len(nodes)))


def _said(texts: Sequence[Node], most: int) -> str:
    """Texts side by side, with what keeps a person from reading them: once for those of which it is the same."""
    groups = [(hidden, [*nodes]) for hidden, nodes in groupby(texts, _hidden)]
    if len(groups) == 1:
        return " ".join(quoted(node.words, most) for node in texts) + groups[0][0]
    return " ".join(_said_together(hidden, [quoted(node.words, most) for node in nodes]) for hidden, nodes in groups)


def _said_together(hidden: str, words: Sequence[str]) -> str:
    """`"C" (cut off)`; of several that are out of view `(offscreen: "C" "D")`."""
    if "offscreen" in hidden and len(words) > 1:
        return f"(offscreen: {' '.join(words)})"
    return " ".join(each + hidden for each in words)


def _hidden(node: Node) -> str:
    words = "covered" if "covered" in node.states else "offscreen" if "offscreen" in node.states else ""
    words = words or ("cut off" if "cut" in node.attributes else "")
    return f" ({words})" if words else ""


def _item_role(item: Node, words: Sequence[Node]) -> str:
    return "columns" if words and all(node.role == "columnheader" for node in words) else item.role


def _rows_of(run: Sequence[Node]) -> Iterator[list[Node]]:
    """Nodes that stand side by side: a week of a month, a row of a keypad. All of them are in view, or none is."""
    row: list[Node] = []
    for node in run:
        is_below = bool(row) and abs(node.box.center.y - row[-1].box.center.y) > node.box.height / 2
        if row and (is_below or len(row) == 16 or _is_other_side(node, row[-1])):
            yield row
            row = []
        row.append(node)
    if row:
        yield row


def _is_other_side(node: Node, other: Node) -> bool:
    """Whether one of two is in view and the other is not."""
    return ("offscreen" in node.states) != ("offscreen" in other.states)


def _lines_of(texts: Sequence[Node]) -> Iterator[list[Node]]:
    """Short texts share a line, those in view and those out of view."""
    group: list[Node] = []
    for node in texts:
        is_long = sum(len(other.text) for other in group) + len(node.text) > 120
        if group and (is_long or _is_other_side(node, group[-1])):
            yield group
            group = []
        group.append(node)
    if group:
        yield group


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text.casefold())


def listed_words(part: str) -> tuple[str, ...]:
    """What is said of how much is listed of a page or region that goes on."""
    return _LISTED.get(part, (part,))


def _scroll_words(node: Node) -> str:
    if "scrolls" not in node.states or node.box.height <= 0:
        return ""
    lengths = [(word, int(node.attributes.get(word, "0") or 0)) for word in ("above", "below")]
    screens = [f"{length / node.box.height:.1f} screens {word}" for word, length in lengths if length > 2]
    listed = listed_words(node.attributes.get("listed", ""))
    return f" (scrolls: {'; '.join([', '.join(screens), *listed])})" if screens else " (scrolls)"
