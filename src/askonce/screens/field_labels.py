"""The text beside a field without a name: what people take for its label.

Whoever speaks of fields uses these: what finds, records, replays, checks and lists an element agrees on its label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from askonce.geometry import Box
from askonce.lazy import regex
from askonce.screens.ui_tree import Node, Tree

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
TICKED = frozenset({"checkbox", "radio", "switch"})

_SEARCHING = regex(r"(?:search|filter|find|suche?n?|filtern|rechercher?|filtrer|buscar|filtrar)\b", re.IGNORECASE)
_SUGGESTING = regex(r"autocomplete|typeahead|suggest", re.IGNORECASE)
_JOINT = regex(r"\W+|\s*(?:to|and|bis|und|à|au|et|al)\s*")
_BEGINNING = regex(r"\b(?:from|between|von|ab|zwischen|de|du|entre|desde|dal?|tra)\W*$", re.IGNORECASE)
_WORDS = frozenset({"text", "cell", "gridcell", "columnheader", "rowheader", "heading", "listitem"})
_REACH = 4
_LINE_REACH = 40
_BESIDE = 160.0
_ABOVE = 24.0
_LONGEST = 80
_CLEARLY = 2


def field_labels(tree: Tree) -> dict[int, str]:
    """By the number of each field without a name, its label: the text before it on its line, else right above it.

    The words of a box to tick stand after it as often as before it, so the nearer ones count. A text that may belong to
    two fields is the label of neither, and one beside several (a row of boxes, a date in three parts) is nobody's.
    What was only seen has its label already, or is not to have one.
    """
    paired = _paired(tree)
    places: dict[int, int] = {}
    claims: dict[int, tuple[Node, ...]] = {}
    for place, node in enumerate(tree.nodes):
        is_nameless = not node.name and node.role in FIELDS | TICKED
        if node.actionable and is_nameless and "seen" not in node.attributes:  # a picture tells less (`vision`)
            places[node.number] = place
            claims[node.number] = (paired[node.number],) if node.number in paired else _claimed(tree, place)
    claimants = Counter(text.number for texts in claims.values() for text in texts)
    return {
        number: texts[0].text or texts[0].name
        for number, texts in claims.items()
        if len(texts) == 1
        and claimants[texts[0].number] == 1
        and not _is_shared(tree, places[number], texts[0], claims)
    }


def is_for_searching(node: Node) -> bool:
    """Whether a field only searches or filters what is shown: nothing that is typed into it is kept or sent."""
    return is_searching_name(node.role, node.name)


def is_searching_name(role: str, name: str) -> bool:
    """The same by the role and the name of a field."""
    return role == "searchbox" or (role in FIELDS and _SEARCHING.match(name.strip()) is not None)


def suggests(node: Node) -> bool:
    """Whether a field is marked as one that suggests what to take once something is typed."""
    if not node.actionable or node.role not in {"textbox", "searchbox", "combobox"} or "password" in node.states:
        return False
    marks = " ".join(node.attributes.get(mark, "") for mark in ("class", "id"))
    return node.attributes.get("suggests") == "list" or bool(_SUGGESTING.search(marks))


def _paired(tree: Tree) -> dict[int, Node]:
    """The words of fields that stand right below them: the only text in a group that holds nothing else."""
    held: dict[int, list[Node]] = {}
    for node in tree.nodes:
        if node.parent is not None:
            held.setdefault(node.parent, []).append(node)
    pairs = [(pair[0], pair[1]) for pair in held.values() if len(pair) == 2]
    return {
        field.number: text
        for field, text in pairs
        if field.actionable and field.role in FIELDS and _is_text(text) and _is_above(field.box, text.box)
    }


def _is_shared(tree: Tree, place: int, text: Node, claims: Mapping[int, tuple[Node, ...]]) -> bool:
    """Whether a text beside a field may be there for the field on its other side too, which has no words of its own."""
    node = tree.nodes[place]
    is_before = any(before is text for before in tree.nodes[max(0, place - _REACH) : place])
    for beyond in range(place + 1, len(tree.nodes)) if is_before else range(place - 1, -1, -1):
        other = tree.nodes[beyond]
        if other.number in claims:
            texts = claims[other.number]
            is_wordless = is_before and (not texts or _is_joined(text, texts))
            is_alike = node.role in TICKED and other.role in TICKED
            return (is_wordless or is_alike) and _is_beside(tree, (place, beyond)) and not _are_digits(node, other)
        if _is_used(other) or (_is_text(other) and not _JOINT.fullmatch(other.words)):
            return False
    return False


def _is_joined(first: Node, texts: tuple[Node, ...]) -> bool:
    """Whether the text of a field only ties it to the one before, as in "Price ▭ to ▭"; "From ▭ to ▭" names both."""
    return all(_JOINT.fullmatch(text.words) for text in texts) and not _BEGINNING.search(first.words)


def _is_beside(tree: Tree, places: tuple[int, int]) -> bool:
    """Whether two fields stand side by side, near each other or in one row of a table."""
    first, second = (tree.nodes[place].box for place in places)
    if _gap(first, second) is not None:
        return True
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    before = range(max(places), max(-1, min(places) - _LINE_REACH), -1)
    row = next((tree.nodes[place].box for place in before if tree.nodes[place].role == "row"), None)
    is_in_row = row is not None and row.contains(first.center) and row.contains(second.center)
    return is_in_row and shared > 0.5 * min(first.height, second.height)


def _are_digits(first: Node, second: Node) -> bool:
    """Whether both take one sign each: a code that is typed into the first goes on in the next (`split_fields`)."""
    return first.attributes.get("maxlength") == second.attributes.get("maxlength") == "1"


def _is_used(node: Node) -> bool:
    """Whether it can be acted on; a text with a frame around it, which was only seen, may be a button."""
    return node.actionable or "framed" in node.attributes


def _is_text(node: Node) -> bool:
    return node.role in _WORDS and not _is_used(node) and 0 < len(node.words) <= _LONGEST


def _claimed(tree: Tree, place: int) -> tuple[Node, ...]:
    """The text that is the label of a field; two where that is in doubt."""
    node, is_ticked = tree.nodes[place], tree.nodes[place].role in TICKED
    before = next(_texts(tree, range(place - 1, place - 1 - _REACH, -1)), None)
    after = next(_texts(tree, range(place + 1, place + 1 + _REACH)), None)
    left = _gap(before.box, node.box) if before else None
    right = _gap(node.box, after.box) if after else None
    if before and after and left is not None and right is not None:
        is_clear = left * _CLEARLY < right or (is_ticked and right * _CLEARLY < left)
        if not is_clear:
            return _by_order(tree, place, before, after)
        nearer, other = (after, before) if right < left else (before, after)
        return (nearer, other) if is_ticked and _end_tells(tree, place, before, after) is other else (nearer,)
    if before and left is not None:
        return (before,)
    if after and right is not None and is_ticked:
        return (after,)
    is_headed = before is not None and not is_ticked and _is_above(before.box, node.box)
    return (before,) if before and is_headed and not _is_of_upper_field(tree, place, before) else ()


def _is_of_upper_field(tree: Tree, place: int, text: Node) -> bool:
    """Whether a text may belong to the field above it: the column begins with a field that has no other label, and the
    text is not clearly nearer to the one below."""
    node, gap = tree.nodes[place], tree.nodes[place].box.top - text.box.bottom
    upper = _upper_field(tree, place, text)
    if upper is None or gap * _CLEARLY < text.box.top - tree.nodes[upper].box.bottom:
        return False
    while upper is not None:
        node, place = tree.nodes[upper], upper
        before = next(_texts(tree, range(place - 1, place - 1 - _REACH, -1)), None)
        if before is None or not (_is_above(before.box, node.box) or _gap(before.box, node.box) is not None):
            return not node.name
        upper = _upper_field(tree, place, before) if _gap(before.box, node.box) is None else None
    return False


def _upper_field(tree: Tree, place: int, text: Node) -> int | None:
    """The place of the field right above the text that stands above another one; None if there is none."""
    for upper in range(place - 1, max(-1, place - 1 - _REACH), -1):
        node = tree.nodes[upper]
        if node.actionable:
            return upper if node.role in FIELDS and _is_above(node.box, text.box) else None
        if node is not text and _is_text(node):
            return None
    return None


def _end_tells(tree: Tree, place: int, before: Node, after: Node) -> Node | None:
    """The text that is the label by what the line begins and ends with: only one of them is a text."""
    begins = _end_of_line(tree, range(place - 1, place - 1 - _LINE_REACH, -1), tree.nodes[place])
    ends = _end_of_line(tree, range(place + 1, place + 1 + _LINE_REACH), tree.nodes[place])
    if _is_text(begins) == _is_text(ends):
        return None
    return before if _is_text(begins) else after


def _by_order(tree: Tree, place: int, before: Node, after: Node) -> tuple[Node, ...]:
    """The label among two texts that are about as near: what a line begins and ends with tells for all on it."""
    begins = _end_of_line(tree, range(place - 1, place - 1 - _LINE_REACH, -1), tree.nodes[place])
    ends = _end_of_line(tree, range(place + 1, place + 1 + _LINE_REACH), tree.nodes[place])
    if tree.nodes[place].role not in TICKED:
        return (before,) if _is_text(begins) else (before, after)
    if told := _end_tells(tree, place, before, after):
        return (told,)
    is_headed = _is_text(begins) and (begins, ends) != (before, after)  # "Colours: □ red □ blue"
    return (after,) if is_headed else (before, after)


def _end_of_line(tree: Tree, places: range, node: Node) -> Node:
    """The last text or field in this direction that is on one line with `node`."""
    last = node
    for place in places:
        if not 0 <= place < len(tree.nodes):
            break
        other = tree.nodes[place]
        if not (_is_text(other) or other.actionable):
            continue
        is_field = other.role in FIELDS | TICKED
        if not (is_field or _is_text(other)) or _gap(last.box, other.box) is None:
            break
        last = other
    return last


def _texts(tree: Tree, places: range) -> Iterator[Node]:
    """The texts at these places, up to the next thing to act on: what lies beyond belongs to that."""
    for place in places:
        if not 0 <= place < len(tree.nodes) or _is_used(tree.nodes[place]):
            return
        if _is_text(tree.nodes[place]):
            yield tree.nodes[place]


def _gap(first: Box, second: Box) -> float | None:
    """How far `second` is behind `first` on the same line, whichever way it is written; None when it is not."""
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    apart = max(second.left - first.right, first.left - second.right)
    return max(0.0, apart) if shared > 0.5 * min(first.height, second.height) and -4 <= apart <= _BESIDE else None


def _is_above(text: Box, field: Box) -> bool:
    is_over = text.left < field.right and field.left < text.right
    return is_over and -4 <= field.top - text.bottom <= _ABOVE
