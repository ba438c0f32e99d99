"""Records what an action changed as expectations for the next time.

There are only a few: each one is waited for before the next step, and a wrong one costs a model call. So what changes
by itself (numbers, times, long texts) is not expected, and messages of success are preferred to other changes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Literal

from askonce.lazy import dataclass, regex
from askonce.recordings.page_keys import page_of, path_of
from askonce.recordings.recorded_texts import is_said
from askonce.recordings.slots import open_slots, speaks_of, texts_of
from askonce.recordings.text_counts import open_counts, without_counts
from askonce.recordings.tree_outline import DIALOGS, ITEMS, Outline, heading_level
from askonce.screens.expectation import Expectation, named_nodes
from askonce.screens.field_labels import field_labels
from askonce.screens.ui_tree import Node, Tree, plain
from askonce.values import Instruction

_TELLING = {"dialog": 0, "alertdialog": 0, "heading": 1, "alert": 2, "status": 2, "tab": 3, "button": 3, "text": 4}
_WORD = regex(r"\w{3,}")
_MOST = 2
_LONGEST = 60
OWN = "[it]"
"""In place of the name of a field: the element of the step itself."""
RECORDED = frozenset({"visible", "gone", "address", "field"})
"""The kinds of expectations that hold another time as well."""
_TOGGLED = ("checked", "selected", "pressed", "expanded")


@dataclass(frozen=True, slots=True)
class IncidentalText:
    """Text that happened to be at a position that was asked for, as in "the first result"."""

    texts: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    @classmethod
    def of(cls, node: Node, outline: Outline) -> IncidentalText:
        """The texts in the row or card of `node` that similar rows or cards do not have."""
        item = outline.item(node) or node
        others = [other for other in outline.tree if other.role == item.role and other.number != item.number]
        shared = {text for other in others for text in outline.texts(other)}
        texts = [text for text in outline.texts(item) if text not in shared and len(text) > 2]
        words = {word for text in texts for word in _words(text)} - {word for text in shared for word in _words(text)}
        return cls(tuple(sorted(texts, key=len, reverse=True)), frozenset(words))

    def without(self, text: str) -> str:
        """The longest part of a text that does not contain it."""
        if not self.texts:
            return text
        names = "|".join(map(re.escape, self.texts))
        part = max(re.split(names, text, flags=re.IGNORECASE), key=len).strip()
        is_enough = part == text or len(_words(part)) > 1
        return part if is_enough and self.words.isdisjoint(_words(part)) else ""


def expectations(
    before: Tree,
    after: Tree,
    instruction: Instruction,
    *,
    touched: Iterable[Node] = (),
    typed: Iterable[str] = (),
    incidental: IncidentalText | None = None,
    is_for_any_value: bool = False,
) -> list[Expectation]:
    """What changed on the screen after the texts `typed` (with open slots) went to the elements `touched`.

    Texts that contain `incidental` text will differ next time, so they are not expected. With `is_for_any_value`, a
    passed value has gone into the screen: what may have come or gone because of it is not expected.
    """
    touched, incidental = list(touched), incidental or IncidentalText()
    page, left = page_of(after.address, instruction), page_of(before.address, instruction)
    if page != left:
        arrived = Expectation("address", _known_part(page, left, incidental, instruction))
        if len(arrived.text) > 1 and not holds(filled(arrived, instruction), before):
            return [arrived]
        return _said(_texts("visible", after, before, instruction, incidental), after, instruction)[:1]
    found = list(_states(before, after, touched, tuple(typed), instruction))
    if found:
        return found
    groups = _group_titles(Outline(after)) if is_for_any_value else ()
    appeared = _texts("visible", after, before, instruction, incidental, without=groups)
    if said := _said(appeared, after, instruction):
        return said[:_MOST]
    parts = _parts_of(touched, Outline(before)) if is_for_any_value else None
    return _texts("gone", before, after, instruction, incidental, within=parts)[:1]


def _said(texts: Iterable[Expectation], tree: Tree, instruction: Instruction) -> list[Expectation]:
    """Those of the expected texts that a replay would find here: not beside what denies them."""
    return [expected for expected in texts if holds(filled(expected, instruction), tree)]


def _group_titles(outline: Outline) -> frozenset[int]:
    """The headings of groups of rows or cards: which groups there are depends on what was searched for."""
    items = (node for node in outline.tree if outline.item(node) or node.role in ITEMS)
    nearest = {heading.number: heading for node in items for heading in outline.headings(node)[:1]}
    kinds = Counter((heading.parent, heading_level(heading)) for heading in nearest.values())
    return frozenset(
        heading.number for heading in nearest.values() if kinds[heading.parent, heading_level(heading)] > 1
    )


def _parts_of(touched: Iterable[Node], outline: Outline) -> frozenset[int]:
    """The touched elements and the dialogs around them, with all that is in these: that they close is the effect of
    the action. What else goes, as what no longer fits a search or is moved out of view, depends on the value."""
    known = [node for each in touched if (node := outline.tree.find(each.number))]
    dialogs = [above for node in known for above in outline.above(node) if above.role in DIALOGS]
    return frozenset(node.number for each in (*known, *dialogs) for node in (each, *outline.inside(each)))


def holds(expectation: Expectation, tree: Tree, own: Node | None = None) -> bool:
    """Whether the expectation is met. Addresses are compared by path only: `/login?next=/home` is not `/home`.

    A field is the element `own` of the step, if that has the name, and not another one of the same name.
    """
    field = tree.find(own.number) if own and expectation.kind == "field" else None
    if field and plain(field.name) == plain(expectation.text):
        return expectation.holds_in(field)
    if expectation.kind == "visible":
        return is_said(expectation.text, tree)  # a banner may lie over it this time
    if expectation.kind == "field":  # also under a banner; the element of the step is one of those with the name
        return any(map(expectation.holds_in, named_nodes(tree, expectation.text)))
    return is_there(expectation, tree.address) if expectation.kind == "address" else expectation.holds(tree)


def is_there(expectation: Expectation, address: str) -> bool:
    """Whether `address` matches an expected one."""
    path, wanted = path_of(address).casefold(), expectation.text.casefold()
    return wanted in path if wanted.endswith("/") else path.rstrip("/").endswith(wanted)


def _known_part(page: str, left: str, incidental: IncidentalText, instruction: Instruction) -> str:
    """The beginning of a path that will be the same next time: up to the first part with incidental text.

    A part that the page that was `left` had at the same place does not depend on anything.
    """
    parts, before = page.split("/"), left.split("/")
    for place, part in enumerate(parts):
        if part == "*" or (
            part not in before[place : place + 1]
            and (not incidental.words.isdisjoint(_words(part)) or speaks_of(part, instruction))
        ):
            return "/".join(parts[:place]) + "/"
    return page


def lasting_form(
    expectation: Expectation, after: Tree, instruction: Instruction, incidental: IncidentalText
) -> Expectation | None:
    """The planner's expectation in a form that can be recorded, with open slots; None if it holds only this time.

    `after` is the screen on which it was met. Addresses are taken from there. If values were passed, the content of
    rows and cards is assumed to depend on them.
    """
    if expectation.kind not in RECORDED or expectation.kind == "address" or expectation.text.startswith("["):
        return None
    if expectation.kind != "field" and expectation.value:  # in a region, which a replay does not look for
        return None
    if expectation.kind == "visible" and after.shows(expectation.text) and not is_said(expectation.text, after):
        return None  # only a part of a word, or of a text that says the opposite
    text = open_slots(expectation.text, instruction, loosely=expectation.kind != "field")
    value = open_slots(expectation.value, instruction)
    if not all(_is_lasting(part) and not speaks_of(part, instruction) for part in (text, value)):
        return None
    if expectation.kind != "field" and (_depends_on_values(text, instruction) or _is_value(text, instruction)):
        return None
    is_incidental = any(incidental.without(part) != part for part in (expectation.text, expectation.value))
    if is_incidental or (instruction.values and "{" not in text and _is_in_items(expectation, after)):
        return None
    return replace(expectation, text=text, value=value)


def _is_value(text: str, instruction: Instruction) -> bool:
    """Whether a text is a passed value that is too short or usual for a slot: next time it is another one."""
    return plain(text) in {plain(value) for value in texts_of(instruction)}


def _is_in_items(expectation: Expectation, tree: Tree) -> bool:
    wanted, outline = plain(expectation.text), Outline(tree)
    nodes = [node for node in tree if expectation.kind == "visible" and wanted in plain(node.words)]
    return bool(nodes) and all(outline.item(node) or node.role in ITEMS for node in nodes)


def filled(expectation: Expectation, instruction: Instruction, own: Node | None = None) -> Expectation:
    """An expectation with its slots filled, and `OWN` with the number of the step's element."""
    return replace(
        expectation,
        text=f"[{own.number}]" if own and expectation.text == OWN else instruction.fill(expectation.text, secrets=True),
        value=instruction.fill(expectation.value, secrets=True),
    )


def _states(
    before: Tree, after: Tree, touched: Iterable[Node], typed: tuple[str, ...], instruction: Instruction
) -> Iterator[Expectation]:
    """The current values of the touched fields, by their visible names; of a single one without a name, by `OWN`."""
    near, nodes = field_labels(after), list(touched)
    for node in nodes:
        now = after.find(node.number)
        earlier = before.find(node.number) or node
        if now is None:
            continue
        name = now.name or near.get(now.number, "") or (OWN if len(nodes) == 1 else "")
        if not name or name != (earlier.name or name):
            continue
        known = open_slots(name, instruction)
        held = _held(now, typed, instruction) if now.value else ""
        if held and (now.value != earlier.value or held in typed):
            yield Expectation("field", known, held)
        elif now.value == "" and earlier.value:
            yield Expectation("field", known, "")
        for state in _TOGGLED:
            if state in now.states:  # one of several choices was perhaps the chosen one already: not so another time
                yield Expectation("field", known, state)
            elif state in earlier.states:
                yield Expectation("field", known, f"not {state}")


def _held(field: Node, typed: tuple[str, ...], instruction: Instruction) -> str:
    """The value of a field, with open slots; for a password, the typed text."""
    for text in typed:
        if Expectation("field", f"[{field.number}]", instruction.fill(text, secrets=True)).holds_in(field):
            return text
    opened = open_slots(field.value or "", instruction)
    is_known = _is_lasting(opened) and not speaks_of(opened, instruction)
    return opened if "password" not in field.states and is_known else ""


def _texts(
    kind: Literal["visible", "gone"],
    tree: Tree,
    other: Tree,
    instruction: Instruction,
    incidental: IncidentalText,
    *,
    without: Collection[int] = (),
    within: Collection[int] | None = None,
) -> list[Expectation]:
    """Texts in one tree that are not in the other, the most specific first; those of rows and cards last.

    Those of the elements `without`, and those of others than `within`, only if they name a value.
    """
    shown = plain(" ".join(node.words for node in other))
    outline = Outline(tree)
    found: dict[str, tuple[bool, int, int]] = {}
    for place, node in enumerate(tree):
        rank = _TELLING.get(node.role)
        text = " ".join((node.shown or node.text).split())
        if rank is None or "ticks" in node.attributes or "covered" in node.states or len(plain(text)) < 3:
            continue
        text = incidental.without(text)
        opened = without_counts(open_counts(open_slots(text, instruction, loosely=True), instruction))
        is_known = _is_lasting(opened) and not speaks_of(opened, instruction)
        is_known = is_known and not _depends_on_values(opened, instruction)
        is_in_item = outline.item(node) is not None
        if is_in_item and instruction.values and not _is_slot(opened):
            continue  # what else a row or card says comes with the value: "Brown {term}" for a teapot
        if "{" not in opened and (node.number in without or (within is not None and node.number not in within)):
            continue
        said = plain(instruction.fill(opened, secrets=True))
        if said and len(opened) <= _LONGEST and is_known and said not in shown:
            found.setdefault(opened, (is_in_item, rank, place))
    ranked = sorted(found, key=lambda text: found[text])
    named = [text for text in ranked if "{" in text]  # these are known to depend on the values
    return [Expectation(kind, text) for text in (named if kind == "visible" and named else ranked)]


def _is_slot(opened: str) -> bool:
    return bool(re.fullmatch(r"\{[\w.]+\}", opened))


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


def _depends_on_values(text: str, instruction: Instruction) -> bool:
    """Whether a text says how it turned out for these values, as "Nothing found" or "Only a few left" do."""
    return bool(instruction.values) and bool(_outcomes().search(plain(text).replace("’", "'")))


@cache
def _outcomes() -> re.Pattern[str]:
    words: dict[str, list[str]] = json.loads((files("askonce.recordings") / "outcomes.json").read_text("utf-8"))
    forms = sorted({plain(word) for language in words.values() for word in language}, key=len, reverse=True)
    spaced, unspaced = ([form for form in forms if (form[0] >= "\u3040") is is_one] for is_one in (False, True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, spaced))})(?!\w)|{'|'.join(map(re.escape, unspaced))}")


def _is_lasting(text: str) -> bool:
    """Whether a text will be the same next time: no numbers but those of passed values."""
    return not re.search(r"\d", re.sub(r"\{[\w.]+\}", "", text))
