"""Finds an element again by its anchor: the one element that matches its identity, or none.

The name is part of the identity: a button with another label does something else. So are the row and the container
where they were needed to distinguish it from similar elements, and the dialog that it was in. Attributes decide between
the rest. They replace the name where it matters less: for fields, and where only a count in the name has changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from askonce.recordings.anchor_builder import (
    APART,
    TELLING,
    TEST_IDS,
    beside_of,
    family_of,
    frames_like,
    is_field,
    lies_inside,
    places_like,
    shares_row,
    stable_attributes,
)
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

_NUMBER = re.compile(r"\d[\d.,]*")
_COUNT = re.compile(r"[(\[]\s*\d[\d.,]*\+?\s*[)\]]")


def resolve(anchor: Anchor, outline: Outline, instruction: Instruction) -> Node | str:
    """Return the element, or the reason why there is none."""
    if not anchor.role:
        return "the anchor does not describe an element"
    search = _Search(anchor, outline, instruction)
    return search.counted() if anchor.is_counted else search.named()


class _Search:
    """One anchor in one tree, with its slots filled."""

    def __init__(self, anchor: Anchor, outline: Outline, instruction: Instruction) -> None:
        self.anchor = anchor
        self.outline = outline
        self.instruction = instruction
        self.name = plain(self._fill(anchor.name))
        self.label = plain(self._fill(anchor.label))
        self.inside = tuple(map(self._fill, anchor.inside))
        self.attributes = {name: self._fill(value) for name, value in anchor.attributes.items()}

    def counted(self) -> Node | str:
        """The element at its position, whatever it shows."""
        places = places_like(self.anchor, self.outline, self.instruction)
        ordinal = self.anchor.ordinal or 1
        index = ordinal - 1 if ordinal > 0 else len(places) + ordinal
        if 0 <= index < len(places):
            return places[index]
        what = "rows or items" if self.anchor.part is not None else "such elements"
        return f"there are {len(places)} {what} with {self._description()}"

    def named(self) -> Node | str:
        anchor = self.anchor
        frames = frames_like(anchor.frame, self.outline, self.instruction)
        within = [node for node in self.outline.tree if node.frame in frames]
        found = self._called(within)
        if not found:
            return f"there is no {self._description()}"
        found = self._in_place(found)
        if not found:
            return f"{self._description()} is not where it was"
        if anchor.like is None:
            return self._single(found)
        return self._among_similar([node for node in found if node.role == anchor.role])

    def _single(self, nodes: Sequence[Node]) -> Node | str:
        """The element of an anchor that had no similar elements."""
        found = [node for node in nodes if not self._is_elsewhere(node) and not self._is_other(node)]
        if not found:
            return f"{self._description()} is not the same element as before"
        if len(found) > 1 and self._tells():
            found = [node for node in found if self._bears(node, self.attributes)] or found
        return found[0] if len(found) == 1 else f"{len(found)} elements fit {self._description()}"

    def _among_similar(self, nodes: Sequence[Node]) -> Node | str:
        """The element of an anchor that had similar elements: by its attributes, else by its position among them."""
        anchor = self.anchor
        if anchor.ordinal is None:
            known = [node for node in nodes if self._bears(node, self.attributes)]
            return (
                known[0]
                if len(known) == 1
                else f"{len(known)} elements that fit {self._description()} have the recorded attributes"
            )
        if len(nodes) != anchor.like:
            return f"there were {anchor.like} elements that fit {self._description()}, and now there are {len(nodes)}"
        node = nodes[anchor.ordinal - 1]
        is_same = self._filled_attributes(node) == self.attributes and self._is_beside(node)
        return node if is_same else f"{self._description()} is not where it was"

    # ---- by what it is called

    def _called(self, within: Sequence[Node]) -> list[Node]:
        """Elements with the recorded name; else those that are certainly the same under another name."""
        own = [node for node in within if node.role == self.anchor.role]
        if not self.name:
            return self._unnamed(own) or self._renamed(within, own)
        called = [node for node in own if self.outline.called(node) == self.name]
        return called or self._renamed(within, own)

    @property
    def _wanted(self) -> str:
        """Its name, or the text beside a field without a name."""
        return self.name or (self.label if is_field(self.anchor.role) else "")

    def _unnamed(self, own: Sequence[Node]) -> list[Node]:
        """Those without a name, or with the same text beside them."""
        called = self.outline.called
        if self.anchor.ordinal is not None:
            return [node for node in own if not (self.outline.name(node) if self._wanted else called(node))]
        return [node for node in own if called(node) == self._wanted and self._bears(node, self.attributes)]

    def _renamed(self, within: Sequence[Node], own: Sequence[Node]) -> list[Node]:
        """Elements that are certainly the same although role or name differ; none if it had similar elements."""
        is_placed = self.anchor.like is not None or (not self.name and self.anchor.ordinal is not None)
        if is_placed or not self._wanted:
            return []
        family = family_of(self.anchor.role)
        called = [node for node in within if node.role in family and self.outline.called(node) == self._wanted]
        return [node for node in called if not self._is_other(node)] or [
            node for node in self._marked(own) if self.anchor.role in FIELDS or self._is_recounted(node)
        ]

    def _marked(self, nodes: Sequence[Node]) -> list[Node]:
        """Elements that their attributes alone identify: attributes with a number in them may be reassigned."""
        marks = {name: value for name, value in self.attributes.items() if name in TELLING}
        if not marks or any(re.search(r"\d", value) for value in marks.values()):
            return []
        return [node for node in nodes if self._bears(node, marks)]

    def _is_recounted(self, node: Node) -> bool:
        """Whether only a count in its name has changed: "Inbox (3)", but never "Page 3"."""
        name = self.outline.called(node)
        if _COUNT.search(self.name) and _COUNT.sub("", name) == _COUNT.sub("", self.name):
            return not _leads_to_parts(node)
        is_same = re.search(r"[^\W\d]", self.name) and _NUMBER.sub("#", name) == _NUMBER.sub("#", self.name)
        marks = {*TEST_IDS, "href"}.intersection(self.attributes)
        requested = set(_NUMBER.findall(str(self.instruction)))
        return bool(is_same and marks and requested.isdisjoint(_NUMBER.findall(self.name))) and not _leads_to_parts(
            node
        )

    # ---- by where it is

    def _in_place(self, nodes: Sequence[Node]) -> list[Node]:
        """Elements in the recorded row and container, if these were needed."""
        row = tuple(map(self._fill, self.anchor.row))
        return [
            node
            for node in nodes
            if shares_row(node, row, self.outline) and lies_inside(node, self.inside, self.outline)
        ]

    def _is_elsewhere(self, node: Node) -> bool:
        """Whether it is now in a dialog or tab that it was not in before: "Save" there may be another button."""
        known = set(map(plain, self.inside))
        apart = [text for text in self.outline.containers(node) if text.startswith(APART) and plain(text) not in known]
        is_known = self._tells() and self._bears(node, self.attributes)
        return bool(apart) and self.anchor.role not in FIELDS and not is_known

    def _is_other(self, node: Node) -> bool:
        """Whether its test id differs: test ids do not change."""
        return any(
            node.attributes.get(name)
            and name in self.attributes
            and not self._bears(node, {name: self.attributes[name]})
            for name in TEST_IDS
        )

    def _is_beside(self, node: Node) -> bool:
        is_labelled = is_field(self.anchor.role) and not self.name
        return not self.label or self.label == plain(
            self.outline.label(node) if is_labelled else beside_of(node, self.outline)
        )

    # ---- by its attributes

    def _tells(self) -> bool:
        return not set(TELLING).isdisjoint(self.attributes)

    def _bears(self, node: Node, marks: dict[str, str]) -> bool:
        return marks.items() <= self._filled_attributes(node).items()

    def _filled_attributes(self, node: Node) -> dict[str, str]:
        attributes = stable_attributes(node, self.instruction)
        return {name: self._fill(value) for name, value in attributes.items()}

    def _fill(self, text: str) -> str:
        return self.instruction.fill(text, secrets=True) if "{" in text else text

    def _description(self) -> str:
        anchor, fill = self.anchor, self.instruction.fill
        name = fill(anchor.name or anchor.label, secrets=False)
        row = " and ".join(repr(fill(text, secrets=False)) for text in anchor.row)
        named = f" {name!r}" if name else "" if anchor.is_counted else " without a name"
        return f"{anchor.role}{named}{f' in the row of {row}' if row else ''}"


def _leads_to_parts(node: Node) -> bool:
    """Whether it is a pagination link, such as to the third page of a list."""
    return "?" in node.attributes.get("href", "")
