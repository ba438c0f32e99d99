"""From a description to the one element that it names, or to the reason why none does so beyond doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from askonce.language.vocabulary import ElementKind, vocabulary
from askonce.lazy import dataclass
from askonce.locate.finder import Passed
from askonce.locate.local.description_grammar import Description, Head, negation_in, read_prompt
from askonce.locate.local.element_layout import Layout
from askonce.locate.local.element_names import Called, Names
from askonce.locate.local.match_reasons import describe_tie
from askonce.locate.local.numbered_items import items_called
from askonce.locate.local.reading_order import choose_by_number, choose_by_place
from askonce.screens.ui_tree import Node, Tree

_LONGEST_PROMPT = 400
_MARKERS = ("#", "javascript:")
_ALIKE = frozenset({"button", "link", "tab"})


@dataclass(frozen=True, slots=True)
class Match:
    """The element that was meant."""

    node: Node


@dataclass(frozen=True, slots=True)
class Tied(Passed):
    """Several elements fit, and nothing tells which is meant."""

    nodes: tuple[Node, ...] = ()


def match(prompt: str, tree: Tree) -> Match | Passed:
    """The element of `tree` that `prompt` describes.

    Every word of the prompt must be explained by the element: by its name, its kind, its place or what it stands to.
    A prompt that is a name as it stands is that name; otherwise all readings that the screen bears out must agree.
    """
    return Matcher(tree).match(prompt)


class Matcher:
    """One tree, asked as often as one likes."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._names = Names(tree)
        self._layout = Layout(tree)
        self._doubts: list[str] = []
        self._referred: dict[Description, list[Node]] = {}
        self._fitting: dict[tuple[Head, bool], list[Node]] = {}

    def match(self, prompt: str) -> Match | Passed:
        """What the function `match` says of this tree."""
        if len(prompt) > _LONGEST_PROMPT:
            return Passed("the description is too long to be matched word by word")
        readings = read_prompt(prompt)
        if not readings:
            return Passed("the description has no words")
        self._doubts.clear()
        return self._match(prompt, readings)

    def named(self, prompt: str) -> list[Node]:
        """All elements that can be used and whose name is what `prompt` says, with or without a word for their kind.

        Nothing but the name counts, letter by letter as far as a reader can tell; what lies under something else or
        out of view is among them.
        """
        plain = read_prompt(prompt)[:1] if len(prompt) <= _LONGEST_PROMPT else ()
        heads = [head for reading in plain for head in reading.heads if head.name and head.is_plain and not head.cut]
        found = [
            node
            for head in heads
            for called in self._names.called(head.name, head.kind, quoted=True, cut=False)
            for node in called.nodes
            if node.actionable and self._fit(node, head.kind, refers=False)
        ]
        return self._innermost(self._agreed([found]))

    def _match(self, prompt: str, readings: Sequence[Description]) -> Match | Passed:
        plain = [head for reading in readings if reading.is_plain for head in reading.heads if head.is_plain]
        for heads in ([head for head in plain if head.name], [head for head in plain if not head.name]):
            found = self._agreed([self._candidates(head) for head in heads])
            if found:
                return self._answer(found)
        found = self._agreed([nodes for reading in readings for nodes in self._resolved(reading)])
        if found:
            return self._answer(found)
        return Passed(self._why_nothing(prompt))

    def _agreed(self, answers: Sequence[Sequence[Node]]) -> list[Node]:
        """All that any reading found, each once, in reading order."""
        found = {node.number for nodes in answers for node in nodes}
        return [node for node in self.tree if node.number in found]

    def _answer(self, nodes: list[Node]) -> Match | Passed:
        chosen = self._in_front(self._innermost(nodes))
        if len(chosen) == 1 or lead_to_one_place(chosen):
            return Match(chosen[0])
        return Tied(describe_tie(chosen, self._layout), tuple(chosen))

    def _why_nothing(self, prompt: str) -> str:
        if self._doubts:
            return self._doubts[0]
        if word := negation_in(prompt):
            return f"the description says what is not meant ({word!r})"
        return f"no element is called {prompt!r}"

    # ---- the same thing twice

    def _innermost(self, nodes: list[Node]) -> list[Node]:
        """Without those that only hold another one of them: a touch in the middle would hit the inner one."""
        if len(nodes) < 2:
            return nodes
        held = {
            ancestor.number
            for node in nodes
            for ancestor in self._layout.above(node)
            if node.box.contains(ancestor.point or ancestor.box.center)
        }
        return [node for node in nodes if node.number not in held]

    def _in_front(self, nodes: list[Node]) -> list[Node]:
        """When a dialog covers its namesakes, the one in the dialog is meant. Other layers may have come unasked."""
        clear = [node for node in nodes if "covered" not in node.states]
        if len(clear) == 1 and len(nodes) > 1:
            layers = vocabulary().layers
            if any(ancestor.role in layers for ancestor in self._layout.above(clear[0])):
                return clear
        return nodes

    # ---- relations

    def _resolved(self, reading: Description) -> list[list[Node]]:
        """What each head of a reading leads to."""
        heads = [head for head in reading.heads if not head.is_plain] if reading.is_plain else list(reading.heads)
        return [found for head in heads if (found := self._narrowed(head, reading))]

    def _narrowed(self, head: Head, reading: Description, *, refers: bool = False) -> list[Node]:
        nodes = self._candidates(head, refers=refers)
        if head.ordinal is not None and head.kind is None and not nodes:
            nodes = items_called(head.name, self.tree, self._layout)
        for relation in reading.relations:
            if not nodes:
                return []
            nodes = self._layout.relate(relation.kind, nodes, self._reference(relation.to))
        if head.state:
            nodes = [node for node in nodes if head.state in node.states]
        if reading.places:
            nodes = choose_by_place(nodes, reading.places, self.tree.view)
        if head.ordinal is None or not nodes:
            return nodes
        return self._counted(nodes, head, head.ordinal)

    def _counted(self, nodes: Sequence[Node], head: Head, ordinal: int) -> list[Node]:
        counted = [node for node in nodes if not self._is_header(node)]
        chosen = choose_by_number(counted, ordinal, self.tree, self._layout)
        if isinstance(chosen, Node):
            return [chosen]
        what = repr(head.name) if head.name else head.kind.word if head.kind else "it"
        self._doubts.append(f"{what}: {chosen}")
        return []

    def _is_header(self, node: Node) -> bool:
        return node.role == "row" and self._layout.holds_role(node, "columnheader")

    def _reference(self, description: Description) -> list[Node]:
        """The elements that a relation refers to: anything that can be seen, not only what can be used."""
        if description not in self._referred:
            found = [self._referred_by(head, description) for head in description.heads]
            plain = [nodes for head, nodes in zip(description.heads, found, strict=True) if head.name and head.is_plain]
            self._referred[description] = self._agreed(plain if any(plain) else found)
        return self._referred[description]

    def _referred_by(self, head: Head, description: Description) -> list[Node]:
        nodes = self._narrowed(head, description, refers=True)
        if nodes or head.kind is None or head.ordinal is not None:
            return nodes
        if not head.kind.strict & vocabulary().containers:
            return []
        inside = self._candidates(Head(head.name, head.quoted), refers=True) if head.name else []
        if not head.name and len(description.relations) == 1:
            inside = self._reference(description.relations[0].to)
        return self._holders(inside, head.kind)

    def _holders(self, nodes: Sequence[Node], kind: ElementKind) -> list[Node]:
        """What holds `nodes` and is of that kind; the nodes themselves where the screen has no such thing at all."""
        held: list[Node] = []
        for node in nodes:
            held += [ancestor for ancestor in self._layout.above(node) if ancestor.role in kind.strict][:1]
        if held or not any(node.role in kind.strict | kind.loose for node in self.tree):
            return held or list(nodes)
        return [node for node in nodes if node.role == "heading"] if "region" in kind.strict else []

    # ---- candidates

    def _candidates(self, head: Head, *, refers: bool = False) -> list[Node]:
        asked = (replace(head, ordinal=None, state=None), refers)
        if asked not in self._fitting:
            self._fitting[asked] = self._looked_up(head, refers=refers)
        return self._fitting[asked]

    def _looked_up(self, head: Head, *, refers: bool) -> list[Node]:
        """The elements that a head's name and kind fit, of the best grade there is."""
        if not head.name:
            return self._of_kind(head.kind) if head.kind and (head.kind.alone or refers) else []
        grades = [
            (called.grade, *self._sorted(called, head, refers=refers)) for called in self._called(head, refers=refers)
        ]
        sure = next(((grade, nodes) for grade, nodes, _ in grades if nodes), None)
        maybe = next(((grade, nodes) for grade, _, nodes in grades if nodes), None)
        if sure:
            return [*sure[1], *(maybe[1] if maybe and maybe[0] < sure[0] else [])]
        if maybe and not refers and head.kind is None and self._names.is_part_of_another(head.name):
            self._doubts.append(f"{head.name!r} is only read there, and is a part of what can be used elsewhere")
            return []
        if maybe:
            return maybe[1]
        return list(self._names.containing(head.name)) if refers and head.kind is None else []

    def _called(self, head: Head, *, refers: bool) -> Iterator[Called]:
        """The elements that the head's name may mean, up to the first grade at which one is of its kind."""
        for called in self._names.called(head.name, head.kind, quoted=head.quoted, cut=head.cut):
            yield called
            if any(self._fit(node, head.kind, refers=refers) == 2 for node in called.nodes):
                return

    def _sorted(self, called: Called, head: Head, *, refers: bool) -> tuple[list[Node], list[Node]]:
        """Those that are surely of the head's kind, and those that perhaps are."""
        fits = [(node, self._fit(node, head.kind, refers=refers)) for node in called.nodes]
        is_doubtful = head.kind is not None and head.kind.object and (not head.firm or called.grade > 1)
        perhaps = [node for node, fit in fits if fit == 1 and not is_doubtful]
        return [node for node, fit in fits if fit == 2], perhaps

    def _fit(self, node: Node, kind: ElementKind | None, *, refers: bool) -> int:
        """How well a node is of the asked kind: 2 surely, 1 perhaps, 0 not."""
        if kind is None:
            if refers or node.actionable:
                return 2
            return 0 if node.role in vocabulary().containers else 1
        if kind.state and kind.state not in node.states:
            return 0
        if node.role in kind.strict:
            return 2
        if "seen" in node.attributes and node.role in _ALIKE and not _ALIKE.isdisjoint(kind.strict):
            return 2  # a picture hardly tells them apart
        return 1 if node.role in kind.loose and (not kind.hint or self._names.has_word(node, kind.hint)) else 0

    def _of_kind(self, kind: ElementKind) -> list[Node]:
        if kind.hint:
            others = vocabulary().other_fields
            fields = [node for node in self.tree if self._fit(node, kind, refers=False)]
            return [] if any(self._names.words(node) & others for node in fields) else fields
        return [node for node in self.tree if node.role in kind.strict]


def lead_to_one_place(nodes: Sequence[Node]) -> bool:
    """Whether it makes no difference which is taken: links of one name to one address."""
    places = {(node.role, node.name, node.attributes.get("href", "")) for node in nodes}
    if len(places) != 1 or len({"covered" in node.states for node in nodes}) != 1:
        return False
    href = nodes[0].attributes.get("href", "")
    return bool(href) and not href.startswith(_MARKERS)
