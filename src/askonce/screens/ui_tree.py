"""The elements of a screen as it knows them itself: roles, names, states and boxes, in reading order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from askonce.geometry import Box, Point, Size
from askonce.lazy import dataclass, regex
from askonce.values import Mask

State = Literal[
    "checked", "mixed", "selected", "expanded", "collapsed", "disabled", "readonly", "required", "invalid",
    "focused", "pressed", "covered", "password", "scrolls", "offscreen",
]  # fmt: skip
ON_SCREEN_KEYBOARD = "the on-screen keyboard"


@dataclass(frozen=True, slots=True)
class Node:
    """One visible element.

    `number` stays the same as long as the element lives, so that a model may name it and a later look can say what
    changed. `text` is the element's own visible text where it differs from its accessible name.

    Some attributes are ours: `icon` is there when the name is only a guess from a picture or from marks in the code,
    `maybe` names all that an icon without a name may be, `spoken` is there when the name is told to those who cannot
    see and stands nowhere on the screen, `ticks` when the text is another one at every look, `cut` when a part of the
    text is cut off, `covered by` says in
    words what lies over the element, `hidden` is there when that lets nothing through, `partly covered` when a layer
    lies over its middle, `alarming` (told with the sight) when a text is painted as warnings are, `marked` (told with
    it, too) when it is in a row that is painted otherwise than those beside it, `form` is the same for all controls of
    one form, `opens` is there when a menu or list drops down from it, `suggests` when one comes up
    ("list") or may come up ("maybe") while something is typed, `autofill` names what a browser fills in and nobody
    else should read (`one-time-code`, `cc-number`, `cc-csc`), `sort` is there when it stands in the head of a column,
    `level` is that of a heading, `surface` is there when only its picture is known, and not what is in it, and `seen`
    says of an element that was only seen in a picture how surely its words were read.
    """

    number: int
    role: str
    name: str
    box: Box
    text: str = ""
    value: str | None = None
    states: frozenset[State] = frozenset()
    actionable: bool = False
    parent: int | None = None
    depth: int = 0
    frame: str = ""
    options: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    point: Point | None = None
    """Where to touch it when its centre is covered."""
    cover: int | None = None
    """The number of the element that lies over it, where one in the tree does."""

    @property
    def is_under_keyboard(self) -> bool:
        """Whether an on-screen keyboard covers it, which can be put away."""
        return self.attributes.get("covered by") == ON_SCREEN_KEYBOARD

    @property
    def shown(self) -> str:
        """The name, unless it is guessed from an icon: then there are no words to read."""
        return "" if "icon" in self.attributes else self.name

    @property
    def words(self) -> str:
        """All that this element shows a person."""
        return " ".join(part for part in (self.name, self.text, self.value or "") if part)

    def masked(self, mask: Mask) -> Node:
        """The element with secrets replaced by their names in all its texts."""
        texts = (self.name, self.text, self.value or "", self.frame, *self.options, *self.attributes.values())
        if not any(map(mask.hides, texts)):
            return self
        return replace(
            self,
            name=mask(self.name),
            text=mask(self.text),
            value=mask(self.value) if self.value else self.value,
            frame=mask(self.frame),
            options=tuple(map(mask, self.options)),
            attributes=MappingProxyType({name: mask(value) for name, value in self.attributes.items()}),
        )


@dataclass(frozen=True, slots=True)
class Sight:
    """What surely can be seen, and what else may be: for verdicts, where a wrong answer is worse than none."""

    words: Mapping[int, str]
    """What can surely be read on an element, by its number. `GAP` stands where something else may be written."""
    clear: frozenset[int]
    """The controls that surely can be seen."""
    anything: tuple[str, ...]
    """Every text that may be seen, in whatever way."""
    is_complete: bool
    """Whether nothing but pictures shows words or controls that are not known, as a canvas does."""
    has_pictures: bool
    """Whether pictures may show words that are not in `anything`."""
    struck: frozenset[int] = frozenset()
    """The elements of which some words are struck through."""


GAP = "\ufffc"


@dataclass(frozen=True, slots=True)
class Tree:
    """The visible elements in reading order, with the position of the view in a longer page."""

    nodes: tuple[Node, ...]
    view: Size
    title: str = ""
    address: str = ""
    above: float = 0.0
    """How many screen units of page lie above the view, and below it."""
    below: float = 0.0
    more: int = 0
    """How many elements were not looked at because there are too many."""
    scrolls_up: bool = False
    """Whether there is more above the view and below it, for screens that do not know how much."""
    scrolls_down: bool = False
    still: bool = False
    """Whether the screen knows that nothing moved any more when it was read: then everything is where it was."""

    seen: bool = False
    """Whether elements in it were only seen in a picture (`vision/seen_tree.py`): then it proves nothing."""
    look: str = ""
    """Digests of the tiles of the picture that elements in it were seen in (`vision/picture_tiles.py`)."""
    sight: Sight | None = None
    """What surely can be seen, where the screen was asked for that."""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    @property
    def goes_on_above(self) -> bool:
        """Whether there is more to see above the view, as far as anybody knows."""
        return self.scrolls_up or self.above > 1

    @property
    def goes_on_below(self) -> bool:
        return self.scrolls_down or self.below > 1

    @property
    def in_view(self) -> Tree:
        """The same without what is out of view."""
        return replace(self, nodes=tuple(node for node in self.nodes if "offscreen" not in node.states))

    def find(self, number: int) -> Node | None:
        return next((node for node in self.nodes if node.number == number), None)

    def masked(self, mask: Mask) -> Tree:
        """The tree for texts that leave the process: secrets are replaced before anything is shortened or quoted."""
        if not mask:
            return self
        self.learn_rests(mask)
        withheld = self.withheld_values(mask)
        nodes = (node.masked(mask) for node in _unsplit(self.nodes, mask))
        if withheld:
            nodes = (replace(node, value=withheld.get(node.number, node.value)) for node in nodes)
        return replace(self, nodes=tuple(nodes), title=mask(self.title), address=mask(self.address))

    def learn_rests(self, mask: Mask) -> None:
        """Let the mask know what fields have left of secrets that were typed into them, or have made of them."""
        for typed, node in self._typed_fields(mask):
            mask.learn_rest(node.value or "", typed)

    def withheld_values(self, mask: Mask) -> Mapping[int, str]:
        """What is shown in place of the values of fields that may show something of a secret, be it so little that it
        is hidden nowhere else; by the numbers of the fields."""
        if not mask.typed.fields:
            return {}
        shown = {node.number: mask.left_in_fields(node.value) for node in self.nodes if node.value}
        shown |= {node.number: mask.in_field(node.value or "", typed) for typed, node in self._typed_fields(mask)}
        return {
            node.number: shown[node.number] for node in self.nodes if node.value and shown[node.number] != node.value
        }

    def _typed_fields(self, mask: Mask) -> Iterator[tuple[str, Node]]:
        """The fields that secrets were typed into, unless they hold what else was typed since."""
        for typed in mask.typed.fields_at(self.address):
            node = self.find(typed.number)
            if node and node.value and not mask.typed.is_plain(node.number, node.value):
                yield typed.text, node

    def shows(self, text: str) -> bool:
        """Whether `text` can be read somewhere: in one element, or across neighbours. Case and spacing do not count.

        A `…` at its end stands for whatever follows, as in names that a list cut short.
        """
        return shown_in(text, self.nodes)


def shown_in(text: str, nodes: Sequence[Node]) -> bool:
    """Whether `text` can be read in one of the elements, or across neighbours."""
    wanted = plain(text.strip().removesuffix("…"))
    return bool(wanted) and (
        any(wanted in plain(part) for node in nodes for part in (node.shown, node.text, node.value or ""))
        or wanted in plain(" ".join(node.text or node.shown for node in nodes))
    )


def _unsplit(nodes: tuple[Node, ...], mask: Mask) -> Iterator[Node]:
    """The elements without the secrets that several of them show together, such as a field for each digit of a code."""
    names = mask.in_sequence([node.name for node in nodes])
    texts = mask.in_sequence([node.text for node in nodes])
    values = mask.in_sequence([node.value or "" for node in nodes], typed=True)
    # Labels and other elements may stand between the fields of a code.
    held = [(place, node.value) for place, node in enumerate(nodes) if node.value]
    for (place, value), hidden in zip(held, mask.in_sequence([value for _, value in held], typed=True), strict=True):
        if hidden != value:
            values[place] = hidden
    for node, name, text, value in zip(nodes, names, texts, values, strict=True):
        if (name, text, value) == (node.name, node.text, node.value or ""):
            yield node
        else:
            yield replace(node, name=name, text=text, value=node.value if node.value is None else value)


# Soft hyphens, zero-width and direction characters: nobody sees them, so they make no difference.
_UNSEEN = regex("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]")


@lru_cache(20_000)  # the same texts are compared at every look, and a view may have so many
def plain(text: str) -> str:
    """`text` as it is compared: what looks alike is alike."""
    return " ".join(unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold().split())
