"""What is chosen under a label: in a list to choose from, in a field, among radio buttons; and what is ticked off."""

from __future__ import annotations

from collections import Counter

from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.field_values import value_of
from askonce.insight.exact.statement_words import statement_words
from askonce.insight.exact.table_records import header_words, read_tables
from askonce.language.normalization import is_same_name, letters_of, plain, split_words
from askonce.lazy import dataclass
from askonce.screens.ui_tree import Node

_FIELDS = frozenset({"combobox", "textbox", "searchbox", "spinbutton"})
_HEADS = frozenset({"text", "heading"})
_GROUPS = frozenset({"radiogroup", "group"})
_REACH = 60.0
"""How far above its radio buttons a text may stand that heads them."""


@dataclass(frozen=True, slots=True)
class FormChoice:
    """The value under a label, the element that tells it, and other values that could be chosen instead."""

    value: str
    node: Node
    others: tuple[str, ...]
    is_chosen: bool
    """Whether it was chosen from several, not typed."""


def choice_under(label: str, evidence: ElementEvidence) -> FormChoice | None:
    """What the only field or group of radio buttons of this label holds; None where something else bears the label."""
    if not evidence.knows_controls or not letters_of(label) or _is_told_elsewhere(label, evidence):
        return None
    fields = [node for node in evidence.called(label, _FIELDS) if node.role not in {"button", "clickable"}]
    groups = [group for group in _radio_groups(evidence) if _heads(group, label, evidence)]
    if len(fields) + len(groups) != 1:
        return None
    return _field_choice(fields[0], label, evidence) if fields else _radio_choice(groups[0], evidence)


def _is_told_elsewhere(label: str, evidence: ElementEvidence) -> bool:
    """Whether a column or a text such as "Room: Attic" may be meant."""
    if any(
        is_same_name(header_words(head, evidence), label) for table in read_tables(evidence) for head in table.headers
    ):
        return True
    start = plain(label)
    return any(
        not node.actionable and plain(words).startswith((f"{start}: ", f"{start} is ", f"{start} = "))
        for node in evidence.all
        for words in (node.text, node.name)
    )


def _field_choice(node: Node, label: str, evidence: ElementEvidence) -> FormChoice | None:
    value = value_of(node)
    is_settled = not {"focused", "expanded"} & node.states and evidence.is_there(node)
    if not value or node.role not in _FIELDS or not evidence.bears(node, label) or not is_settled:
        return None
    if not value[0].isalnum() or split_words(value)[0] in statement_words().unchosen:
        return None
    return FormChoice(value, node, node.options, node.role == "combobox")


def _radio_groups(evidence: ElementEvidence) -> list[list[Node]]:
    """Radio buttons that follow each other, apart by their names; some toolkits give each a name of its own."""
    runs: list[list[Node]] = []
    last: Node | None = None
    for node in evidence.all:
        if node.role == "radio":
            is_next = (
                last is not None and last.role == "radio" and (last.frame, last.parent) == (node.frame, node.parent)
            )
            runs = runs if is_next else [*runs, []]
            runs[-1].append(node)
        last = node
    groups: list[list[Node]] = []
    for run in runs:
        names = Counter(node.attributes.get("name", "") for node in run)
        apart = [[node for node in run if node.attributes.get("name", "") == name] for name in names]
        groups += [run] if len(names) == len(run) else apart
    return [group for group in groups if len(group) > 1]


def _heads(group: list[Node], label: str, evidence: ElementEvidence) -> bool:
    """Whether a group bears the label, or the text right before it says it."""
    around = [up for up in evidence.above(group[0]) if up.role in _GROUPS]
    inside = {node.number for node in evidence.inside(around[0]) if node.role == "radio"} if around else set[int]()
    if around and around[0].name and inside == {node.number for node in group}:
        return is_same_name(around[0].name, label)
    place = next(place for place, node in enumerate(evidence.all) if node.number == group[0].number)
    before = [node for node in evidence.all[:place] if node.name or node.text or node.actionable]
    if not before or before[-1].role not in _HEADS:
        return False
    head = before[-1]
    is_near = 0 <= group[0].box.top - head.box.top <= _REACH and head.box.left <= group[0].box.right
    return is_near and is_same_name(evidence.words_on(head) or head.text, label)


def _radio_choice(group: list[Node], evidence: ElementEvidence) -> FormChoice | None:
    chosen = [node for node in group if "checked" in node.states]
    names = [node.name for node in group]
    is_plain = len(chosen) == 1 and all(names) and len(set(map(plain, names))) == len(names)
    if not is_plain or any("icon" in node.attributes or not evidence.is_there(node) for node in group):
        return None
    return FormChoice(chosen[0].name, chosen[0], tuple(name for name in names if name != chosen[0].name), True)


# ---- what is ticked off


def is_ticked_off(name: str, evidence: ElementEvidence) -> tuple[bool, Node] | None:
    """Whether the entry of this name is done: its box is ticked, and ticking means that on this page."""
    if not evidence.knows_controls:
        return None
    entries = [node for node in evidence.all if node.role in {"listitem", "row"}]
    named = [entry for entry in entries if any(_says(node, name, evidence) for node in _in(entry, evidence))]
    boxes = [node for node in _in(named[0], evidence) if node.role == "checkbox"] if len(named) == 1 else []
    if len(boxes) != 1 or {"mixed", "covered"} & boxes[0].states:
        return None
    if not _means_done(boxes[0], named[0], evidence):
        return None
    return "checked" in boxes[0].states, boxes[0]


def _in(entry: Node, evidence: ElementEvidence) -> list[Node]:
    return [entry, *evidence.inside(entry)]


def _says(node: Node, name: str, evidence: ElementEvidence) -> bool:
    return node.value is None and is_same_name(evidence.words_on(node) or node.text, name)


def _means_done(box: Node, entry: Node, evidence: ElementEvidence) -> bool:
    """Whether the box, or one for all of them, says so; or a line goes through just the entries that are ticked."""
    done = statement_words().done
    if done & set(split_words(box.name)):
        return True
    for_all = [node for node in evidence.all if node.actionable and "all" in split_words(node.name)]
    if not box.name and any(done & set(split_words(node.name)) and node.role == "checkbox" for node in for_all):
        return True
    ticked, struck = list[bool](), list[bool]()
    for beside in evidence.all:
        if beside.role == entry.role and beside.parent == entry.parent:
            boxes = [node for node in evidence.inside(beside) if node.role == "checkbox"]
            ticked.append(any("checked" in node.states for node in boxes))
            struck.append(any(evidence.is_struck(node) for node in _in(beside, evidence)))
    return ticked == struck and any(struck)
