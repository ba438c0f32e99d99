"""Where a value stands that a model read, so that it is read there again without one.

A value is kept only if the page says by itself what it is: all words of the step stand beside it, in its label, its own
element, the header of its column, or in the headings and containers around it. It is read again only where all of that
is the same, and just one element fits. A wrong value is worse than a question, so any doubt leads to None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from askonce.insight.exact.counts import is_virtual
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.field_values import value_of
from askonce.insight.exact.table_records import is_paged
from askonce.insight.reading_clause import ReadingClause
from askonce.insight.value_form import ValueForm, form_of, is_told, split_number, value_in
from askonce.language.normalization import single_spaced, split_words
from askonce.recordings.mentions import content_words
from askonce.recordings.recording import ValueSource
from askonce.recordings.slots import open_slots
from askonce.recordings.tree_outline import Outline
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

_PRICES = frozenset({"price", "cost"})
_CURRENCIES = frozenset("$€£¥₹₽₩₺₴₫฿₪₱₦") | {"usd", "eur", "gbp", "chf", "jpy"}
_BELOW = 40.0
"""How far below its label a value may stand, in screen units."""
_MARKS = {"checked", "mixed", "selected", "pressed", "expanded"}
_SCOPES = frozenset({"list", "row", "article", "listitem"})
_CONTAINERS = frozenset({"list", "region", "feed", "listbox", "tree"})
_FEWEST = 2
"""A single entry may say that there is none, and its list is no list to see."""


class SourceReader:
    """One screen, asked for the values of one step."""

    def __init__(self, evidence: ElementEvidence, instruction: Instruction, clause: ReadingClause) -> None:
        self._evidence = evidence
        self._instruction = instruction
        self._clause = clause
        self._outline = Outline(replace(evidence.tree, nodes=evidence.all))
        self._order = {node.number: place for place, node in enumerate(evidence.all)}

    def find_sources(self, values: Mapping[str, object]) -> dict[str, ValueSource] | None:
        """Where each value stands; None if one stands nowhere, or may stand in two places."""
        if not self._evidence.knows_controls:
            return None
        found = {name: self._find_source(value) for name, value in values.items()}
        sources = {name: source for name, source in found.items() if source}
        return sources if sources and len(sources) == len(values) else None

    def read(self, source: ValueSource) -> int | float | str | None:
        """The value that stands where another one was read; None where anything leaves a doubt."""
        if not self._evidence.knows_controls or self._echoes(self._label_words(source)) != source.echoes:
            return None
        if source.kind == "entries":
            return self._count_entries(source)
        fitting = [(node, text) for node, text in self._places(source) if self._is_around(node, source)]
        if len(fitting) != 1 or not self._is_sure(fitting[0][0]):
            return None
        form = ValueForm(source.before, source.after, source.decimals)
        return value_in(fitting[0][1], form, has_digits=source.digits)

    @property
    def controls(self) -> tuple[str, ...]:
        """What is entered, ticked and chosen on the page, apart from rows and cards. Passwords are not told."""
        found = list[str]()
        for node in self._evidence.all:
            said = [*sorted(node.states & _MARKS), *(["current"] if "current" in node.attributes else [])]
            if node.role in FIELDS and node.value and "password" not in node.states:
                said.append(f'"{node.value}"')
            if said and self._outline.item(node) is None:
                name = node.name or self._outline.label(node)
                found.append(self._opened(f'{node.role} "{name}": {", ".join(said)}'))
        return tuple(sorted(found))

    # ---- describing

    def _find_source(self, value: object) -> ValueSource | None:
        sources = [(node, source) for node in self._evidence.all for source in self._sources_of(node, value) if source]
        kept = [(node.number, source) for node, source in sources if self.read(source) == value]
        if len({number for number, _ in kept}) == 1:
            return kept[0][1]
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return self._entries_source(value) if not kept and is_number and self._clause.is_count else None

    def _sources_of(self, node: Node, value: object) -> Iterator[ValueSource | None]:
        """All ways to say where a value stands that an element shows."""
        if node.role in FIELDS:
            held = value_of(node)
            form = form_of(value, held) if held else None
            name = self._outline.name(node) or self._outline.label(node)
            yield self._source("field", node, name, form, value) if form else None
            return
        form = form_of(value, self._words(node))
        if form is None:
            return
        if header := self._outline.column(node):
            yield self._source("column", node, header, form, value)
        elif form.decimals is not None and content_words(f"{form.before} {form.after}"):
            yield self._source("words", node, "", form, value)
        elif label := self._label(node):
            yield self._source("label", node, self._words(label), form, value)
        elif _is_price(form) and self._clause.words & _PRICES:
            yield self._source("price", node, "", form, value)

    def _source(self, kind: str, node: Node, label: str, form: ValueForm, value: object) -> ValueSource | None:
        """A source whose surroundings say all that the step says; None if they leave out a word of it."""
        item = self._outline.item(node)
        owner = self._owner(item) if item else ""
        headings, inside = self._headings(node), self._inside(node)
        source = ValueSource(
            kind=kind,  # pyright: ignore[reportArgumentType] - one of its own
            label=label,
            before=form.before,
            after=form.after,
            decimals=form.decimals,
            digits=isinstance(value, str) and any(map(str.isdigit, value)),
            follows=self._after(node) if kind == "label" else "",
            item=owner,
            headings=headings,
            inside=inside,
        )
        own = self._label_words(source)
        if (item and not owner) or not own or not own <= self._clause.words or self._holds_value(label):
            return None
        known = {*headings, owner}
        if not all(f"{{{slot}}}" in known for slot in self._clause.slots):
            return None
        if not self._clause.words <= own | content_words(" ".join((*headings, *inside))):
            return None
        return source.model_copy(update={"echoes": self._echoes(own)})

    def _label_words(self, source: ValueSource) -> frozenset[str]:
        """The words that say what the value is."""
        match source.kind:
            case "price":
                return self._clause.words & _PRICES
            case "words":
                return content_words(f"{source.before} {source.after}")
            case "entries":
                return self._clause.words
            case _:
                return content_words(source.label)

    def _owner(self, item: Node) -> str:
        """The passed value by which a row or card is known, as `{name}`; empty if none is."""
        texts = set(map(plain, self._outline.texts(item)))
        for name in sorted(self._clause.slots):
            value = self._instruction.values.get(name)
            if isinstance(value, str) and value and plain(value) in texts:
                return f"{{{name}}}"
        return ""

    # ---- reading

    def _places(self, source: ValueSource) -> Iterator[tuple[Node, str]]:
        """The elements that are labelled as the source says, each with its text."""
        for node in self._evidence.all:
            if source.kind == "field":
                is_named = node.role in FIELDS and plain(source.label) == self._outline.called(node)
                if is_named:
                    yield node, value_of(node) or ""
                continue
            words = self._words(node)
            if not words or node.role in FIELDS:
                continue
            match source.kind:
                case "column":
                    is_place = plain(self._outline.column(node)) == plain(source.label)
                case "label":
                    label = self._label(node)
                    is_labelled = label is not None and plain(self._words(label)) == plain(source.label)
                    is_place = is_labelled and self._after(node) == source.follows
                case "words":
                    parts = split_number(single_spaced(words))
                    is_place = parts is not None and parts[0].around == ValueForm(source.before, source.after, 0).around
                case _:
                    parts = split_number(single_spaced(words))
                    is_place = parts is not None and _is_price(parts[0])
            if is_place:
                yield node, words

    def _is_around(self, node: Node, source: ValueSource) -> bool:
        """Whether an element stands in the row, under the headings and in the containers of the source."""
        item = self._outline.item(node)
        owner = plain(self._instruction.fill(source.item, secrets=False))
        if (item is None) != (not owner):
            return False
        if item and owner not in map(plain, self._outline.texts(item)):
            return False
        return (self._headings(node), self._inside(node)) == (source.headings, source.inside)

    def _is_sure(self, node: Node) -> bool:
        """Whether all of it can be read, and holds."""
        if {"ticks", "cut", "partly covered"} & node.attributes.keys() or self._evidence.is_struck(node):
            return False
        return self._evidence.is_there(node) and not self._evidence.may_be_unseen(node)

    # ---- entries

    def _entries_source(self, value: object) -> ValueSource | None:
        """The only container that has as many entries and is called as the step calls them."""
        found = list[ValueSource]()
        for container in self._evidence.all:
            entries = self._evidence.children(container)
            if container.role not in _CONTAINERS or len(entries) != value:
                continue
            inner = [frozenset(node.role for node in self._evidence.inside(entry)) for entry in entries]
            headings, inside = self._headings(container), self._inside(container)
            source = ValueSource(
                kind="entries",
                label=f'{container.role} "{container.name}"',
                headings=headings,
                inside=inside,
                entry=" ".join((entries[0].role, *sorted(inner[0].intersection(*inner)))),
            )
            source = source.model_copy(update={"echoes": self._echoes(self._label_words(source))})
            nearest = content_words(f"{container.name} {headings[0] if headings else ''}")
            is_said = self._clause.words <= content_words(" ".join((container.name, *headings, *inside)))
            is_said = is_said and not self._clause.words.isdisjoint(nearest)
            if is_said and not self._clause.slots and self.read(source) == value:
                found.append(source)
        return found[0] if len(found) == 1 else None

    def _count_entries(self, source: ValueSource) -> int | None:
        """How many entries the container has; None where one may be missing, or be something else."""
        fitting = [
            node
            for node in self._evidence.all
            if f'{node.role} "{node.name}"' == source.label
            and (self._headings(node), self._inside(node)) == (source.headings, source.inside)
        ]
        entries = self._evidence.children(fitting[0]) if len(fitting) == 1 else []
        if len(entries) < _FEWEST or is_virtual(entries, self._evidence) or is_paged(self._evidence):
            return None
        return len(entries) if all(self._is_entry(entry, source.entry.split()) for entry in entries) else None

    def _is_entry(self, entry: Node, kind: Sequence[str]) -> bool:
        inside = self._evidence.inside(entry)
        roles = {node.role for node in inside}
        words = " ".join(node.words for node in (entry, *inside))
        is_alike = entry.role == kind[0] and roles.issuperset(kind[1:]) and roles.isdisjoint(_CONTAINERS)
        return is_alike and is_told(words) and "more" not in split_words(words) and self._is_sure(entry)

    # ---- around an element

    def _opened(self, text: str) -> str:
        return open_slots(text, self._instruction, loosely=True)

    def _holds_value(self, label: str) -> bool:
        """Whether a label holds a passed value: with another value it is another one."""
        values = self._instruction.values.values()
        return any(isinstance(value, str) and value and plain(value) in plain(label) for value in values)

    def _headings(self, node: Node) -> tuple[str, ...]:
        return tuple(self._opened(heading.name) for heading in self._outline.headings(node))

    def _inside(self, node: Node) -> tuple[str, ...]:
        return tuple(map(self._opened, self._outline.containers(node)))

    def _words(self, node: Node) -> str:
        return "" if node.value is not None else self._evidence.words_on(node)

    def _label(self, node: Node) -> Node | None:
        """The text right before an element, on its line or right above it."""
        if node.role != "text" or node.actionable:
            return None
        place = self._order[node.number]
        label = self._evidence.all[place - 1] if place else None
        if label is None or label.role != "text" or label.parent != node.parent or not self._words(label):
            return None
        shared = min(node.box.bottom, label.box.bottom) - max(node.box.top, label.box.top)
        is_beside = shared > min(node.box.height, label.box.height) / 2 and label.box.right <= node.box.left + 2
        is_above = 0 <= node.box.top - label.box.bottom + 2 <= _BELOW and abs(node.box.left - label.box.left) < _BELOW
        return label if is_beside or is_above else None

    def _after(self, node: Node) -> str:
        """What comes after an element: the text, or the role of something else."""
        place = self._order[node.number] + 1
        after = self._evidence.all[place] if place < len(self._evidence.all) else None
        if after is None or after.parent != node.parent:
            return ""
        return self._opened(self._words(after)) if after.role == "text" else after.role

    def _echoes(self, words: frozenset[str]) -> int:
        """How many elements speak of any of these words, besides those of rows and lists."""
        return sum(
            not words.isdisjoint(content_words(" ".join((node.name, node.text))))
            and not any(above.role in _SCOPES for above in (node, *self._outline.above(node)))
            for node in self._evidence.all
        )


def _is_price(form: ValueForm) -> bool:
    around = plain(f"{form.before}{form.after}").strip()
    return form.decimals is not None and around in _CURRENCIES
