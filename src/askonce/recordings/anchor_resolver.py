"""Finds an element again by its anchor: the one element that matches its identity, or none.

The role and the name are part of the identity: a button with another label does something else. So are the row, the
container and the title over it, where the instruction mentions them or they tell it from similar elements; the dialog
that it was in; and where a link leads. Attributes decide between what is left, and never against any of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from askonce.language.commitments import committing_word
from askonce.language.normalization import is_same_name
from askonce.lazy import regex
from askonce.recordings.anchor_builder import beside_of, family_of, is_field
from askonce.recordings.counted_places import places_like
from askonce.recordings.element_attributes import (
    LEADING,
    SUBMITS,
    TELLING,
    TEST_IDS,
    frames_like,
    needs_picture,
    stable_attributes,
    visible_text,
)
from askonce.recordings.mentions import content_words, quotes
from askonce.recordings.named_regions import is_in_other_region
from askonce.recordings.page_keys import leads_to, link_of
from askonce.recordings.recording import Anchor
from askonce.recordings.slots import texts_of
from askonce.recordings.surroundings import APART, has_captions, lies_inside, shares_row, stands_under
from askonce.recordings.text_counts import says_same
from askonce.recordings.tree_outline import Outline, heading_level
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

_COUNT = regex(r"\s*[(\[]\s*\d{1,6}\+?\s*[)\]]$|\s+\d{1,3}\+?$")
"""A counter at the end of a name: "Inbox (17)", "Basket 3"."""
_UNITS = regex(r"\d\s?([^\W\d_]{1,3})\b")
_RAISED = regex("[²³¹⁰-⁹₀-₉¼-¾⅐-⅞]")
_COUNTED = frozenset({"link", "tab"})
"""Roles whose name may end with a counter. What a button does may depend on the number."""


def resolve(anchor: Anchor, outline: Outline, instruction: Instruction) -> Node | str:
    """Return the element, or the reason why there is none."""
    if not anchor.role:
        return "the anchor does not describe an element"
    search = _Search(anchor, outline, instruction)
    return search.counted() if anchor.is_counted else search.named()


def is_elsewhere(anchor: Anchor, outline: Outline, instruction: Instruction) -> bool:
    """Whether the only element of its name stands in another section or region than the recorded one."""
    return bool(anchor.role and anchor.name) and _Search(anchor, outline, instruction).is_elsewhere()


def resolve_lookalikes(anchor: Anchor, outline: Outline, instruction: Instruction) -> list[Node]:
    """The elements without a name of their own that are where the anchor says, in whatever order."""
    return _Search(anchor, outline, instruction).lookalikes()


class _Search:
    """One anchor in one tree, with its slots filled."""

    def __init__(self, anchor: Anchor, outline: Outline, instruction: Instruction) -> None:
        self.anchor = anchor
        self.outline = outline
        self.instruction = instruction
        self.name = plain(self._fill(anchor.name))
        self.label = plain(self._fill(anchor.label))
        self.text = plain(self._fill(anchor.text))
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

    def is_elsewhere(self) -> bool:
        called = self._called(self.outline.tree.nodes)
        return len(called) == 1 and (self._is_in_other_section(called[0]) or self._is_in_other_region(called[0]))

    def lookalikes(self) -> list[Node]:
        frames = frames_like(self.anchor.frame, self.outline, self.instruction)
        own = [node for node in self.outline.tree if node.role == self.anchor.role and node.frame in frames]
        return self._in_place([node for node in own if needs_picture(node)])

    def _single(self, nodes: Sequence[Node]) -> Node | str:
        """The element of an anchor that had no similar elements."""
        found = [node for node in nodes if not (self._is_in_other_dialog(node) or self._is_other(node))]
        if not found:
            return f"{self._description()} is not the same element as before"
        if len(found) > 1 and self._tells():
            found = [node for node in found if self._bears(node, self.attributes)] or found
        if len(found) > 1:
            return f"{len(found)} elements fit {self._description()}"
        if self._is_in_other_section(found[0]):
            return f"{self._description()} is in another section than {self.anchor.heading!r}"
        if self._is_in_other_region(found[0]):
            return f"{self._description()} is in another place than the {self.anchor.region}"
        return found[0]

    def _among_similar(self, nodes: Sequence[Node]) -> Node | str:
        """The element of an anchor that had similar elements: by its attributes, else by its position among them."""
        anchor = self.anchor
        if anchor.ordinal is None:
            known = [node for node in nodes if self._bears(node, self.attributes) and not self._is_other(node)]
            return (
                known[0]
                if len(known) == 1
                else f"{len(known)} elements that fit {self._description()} have the recorded attributes"
            )
        if len(nodes) != anchor.like:
            return f"there were {anchor.like} elements that fit {self._description()}, and now there are {len(nodes)}"
        node = nodes[anchor.ordinal - 1]
        is_same = self._has_only(node, self.attributes) and self._is_beside(node) and not self._is_other(node)
        return node if is_same else f"{self._description()} is not where it was"

    # ---- by what it is called

    def _called(self, within: Sequence[Node]) -> list[Node]:
        """Elements with the recorded name; else those that are certainly the same under another name."""
        own = [node for node in within if node.role == self.anchor.role]
        if not self.name:
            return self._unnamed(own) or self._renamed(within)
        called = [node for node in own if self.outline.called(node) == self.name and self._is_written_so(node)]
        return called or self._renamed(within)

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

    def _renamed(self, within: Sequence[Node]) -> list[Node]:
        """Elements that are the same although they are written otherwise; none if it had similar elements.

        The role may be another one that does the same, the label may have other marks (`Name: *`), and a counter at
        the end of a link may count on.
        """
        is_placed = self.anchor.like is not None or (not self.name and self.anchor.ordinal is not None)
        if is_placed or not self._wanted:
            return []
        family = [node for node in within if node.role in family_of(self.anchor.role)]
        called = self.outline.called
        ways = (
            [node for node in family if called(node) == self._wanted and self._is_written_so(node)],
            [node for node in family if self._is_marked(node)],
            [node for node in family if self._is_recounted(node)],
        )
        return next(filter(None, ways), list[Node]())

    def _is_marked(self, node: Node) -> bool:
        """Whether only marks of a label differ, as in `Name: *`, or the dots after a button."""
        was, now = self._wanted, self.outline.called(node)
        if not self._is_written_so(node):
            return False
        if is_field(node.role):
            return is_same_name(now, was) and bool(re.search(r"[^\W\d][*:. ]*$", was))
        return was.rstrip(". ") == now.rstrip(". ") and bool(re.search(r"[^\W\d][. ]*$", was))

    def _is_written_so(self, node: Node) -> bool:
        """Whether its name has the same raised digits and units: "5 MW" is not "5 mW", though both compare as equal."""
        was, now = self._fill(self.anchor.name), self.outline.name(node)
        return _UNITS.findall(was) == _UNITS.findall(now) and _RAISED.findall(was) == _RAISED.findall(now)

    def _is_recounted(self, node: Node) -> bool:
        """Whether only a counter in its name has changed: "Inbox (3)", but never "Page 3", "Pay 3" or "Delete (3)"."""
        was, now = self.name, self.outline.called(node)
        if node.role not in _COUNTED or not _COUNT.search(was) or _COUNT.sub("", was) != _COUNT.sub("", now):
            return False
        bare, numbers = _COUNT.sub("", was), set(re.findall(r"\d+", was))
        is_counter = bool(re.search(r"[^\W\d]$", bare)) and len(numbers) == 1 and not committing_word(bare)
        is_asked_for = not numbers.isdisjoint(re.findall(r"\d+", str(self.instruction)))
        is_bracketed = was.endswith((")", "]"))
        # Where it leads for this value: what was recorded may have "*" in place of that.
        address = link_of(node.attributes.get("href", "")).rpartition("/")[2]
        is_named_so = not content_words(address).isdisjoint(content_words(bare)) or quotes(address, bare)
        is_named_so = is_named_so and not re.search(r"\d", address)
        is_confirmed = self._is_confirmed(node) and (is_bracketed or is_named_so)
        return is_counter and not is_asked_for and is_confirmed and not _leads_to_parts(node)

    # ---- by where it is

    def _in_place(self, nodes: Sequence[Node]) -> list[Node]:
        """Elements in the recorded row and container, and under the recorded titles, if these were needed."""
        anchor = self.anchor
        row, columns, under, captions = (
            tuple(map(self._fill, texts)) for texts in (anchor.row, anchor.columns, anchor.under, anchor.captions)
        )
        return [
            node
            for node in nodes
            if lies_inside(node, self.inside, self.outline)
            and shares_row(node, row, columns, self.outline)
            and stands_under(node, under, self.outline)
            and has_captions(node, captions, self.outline, str(self.instruction), counts=self._may_count_on(node))
        ]

    def _may_count_on(self, node: Node) -> bool:
        """Whether the counter before it may change: it is certainly the same element, and commits to nothing."""
        return not committing_word(self.name) and self._is_confirmed(node)

    def _is_in_other_dialog(self, node: Node) -> bool:
        """Whether it is now in a dialog or tab that it was not in before: "Save" there may be another button."""
        known = set(map(plain, self.inside))
        apart = [text for text in self.outline.containers(node) if text.startswith(APART) and plain(text) not in known]
        is_known = self._tells() and self._bears(node, self.attributes)
        return bool(apart) and self.anchor.role not in FIELDS and not is_known

    def _is_in_other_section(self, node: Node) -> bool:
        """Whether there is another heading over it than before, and no attribute confirms that it is the same."""
        heading = next(iter(self.outline.headings(node)), None)
        wanted = self._fill(self.anchor.heading)
        is_title = heading is not None and heading_level(heading) == 1 and self.anchor.heading not in self.anchor.under
        is_same = heading is None or is_title or says_same(wanted, heading.name)
        return bool(wanted) and not is_same and not self._is_confirmed(node)

    def _is_in_other_region(self, node: Node) -> bool:
        """Whether there is another named container around it than before, and no attribute confirms it."""
        if not self.anchor.region or self._is_confirmed(node):
            return False
        beside = tuple(map(self._fill, self.anchor.beside))
        return is_in_other_region(node, self.outline, self._fill(self.anchor.region), beside)

    def _is_other(self, node: Node) -> bool:
        """Whether its test id differs, it is a link to another address, or it shows something else than before."""
        differs = any(
            node.attributes.get(name)
            and name in self.attributes
            and not self._bears(node, {name: self.attributes[name]})
            for name in TEST_IDS
        )
        leading = {name: self.attributes[name] for name in LEADING if name in self.attributes}
        leads_elsewhere = not self._bears(node, leading)
        return differs or leads_elsewhere or self._shows_other(node)

    def _shows_other(self, node: Node) -> bool:
        """Whether a person reads something else on it than before, whatever its name for screen readers says.

        A part of the name says the same as the name, and a number is a counter.
        """
        now = plain(visible_text(node, self.outline))
        return bool(now) and now != self.text and not now.isdecimal() and not quotes(now, self.name)

    def _is_beside(self, node: Node) -> bool:
        is_labelled = is_field(self.anchor.role) and not self.name
        return not self.label or self.label == plain(
            self.outline.label(node) if is_labelled else beside_of(node, self.outline)
        )

    # ---- by its attributes

    def _tells(self) -> bool:
        return any(name in TELLING and value != "#" for name, value in self.attributes.items())

    def _is_confirmed(self, node: Node) -> bool:
        """Whether its attributes say that it is the same. Those with a number in them may be given to another one."""
        marks = {name: value for name, value in self.attributes.items() if name in TELLING and value != "#"}
        is_counted = any(re.search(r"\d", value) for value in marks.values())
        return bool(marks) and not is_counted and self._bears(node, marks)

    def _bears(self, node: Node, marks: Mapping[str, str]) -> bool:
        attributes = stable_attributes(node, self.outline)
        values = " ".join(texts_of(self.instruction))
        return all(
            leads_to(value, attributes.get(name, ""), values) if name == "href" else attributes.get(name) == value
            for name, value in marks.items()
        )

    def _has_only(self, node: Node, marks: Mapping[str, str]) -> bool:
        kept = stable_attributes(node, self.outline).keys()
        return kept - {SUBMITS} == marks.keys() - {SUBMITS} and self._bears(node, marks)  # older anchors lack that

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
    return bool(re.search(r"\d", node.attributes.get("href", "").partition("?")[2]))
