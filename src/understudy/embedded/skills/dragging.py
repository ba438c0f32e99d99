"""Dragging: onto something, to a place in a list or grid, and until a list is sorted."""

from __future__ import annotations

from collections import defaultdict

from understudy.embedded.grammar import Intent, Said
from understudy.embedded.measures import measured, read_order
from understudy.embedded.moves import Decline, Move, Progress, step, target
from understudy.embedded.rows import Rows, rows_with
from understudy.embedded.sight import Absent, Sight, Unclear
from understudy.embedded.skills.clicking import not_found
from understudy.locate.local.words import key, split_words
from understudy.screens import Node

_SORTED = frozenset({"listitem", "draggable", "row", "option"})
_SMALLER = frozenset({"smaller", "smallest", "little", "small"})
_LARGER = frozenset({"larger", "largest", "bigger", "biggest", "big", "large"})
_BEFORE = frozenset({"before", "above"})


def drag(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One thing to where the words say: a place among its like, or another element."""
    start = find_dragged(intent.target, sight)
    if not isinstance(start, Node):
        return not_found(start, intent.target)
    place = intent.get("place") or intent.get("way")
    rows = rows_with(start, sight)
    if rows and not place.fixed and (end := rows.find(sight.asked.fill(place.text), start)):
        return _dropped(start, end, intent.target.prompt, place.prompt)
    if intent.get("way"):
        return Decline(f"it is not clear how far {intent.target.prompt} goes {place.prompt}")
    end = find_dragged(place, sight, other=start)
    if not isinstance(end, Node):
        return not_found(end, place)
    return _dropped(start, end, intent.target.prompt, place.prompt)


def drag_beside(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """One item of a list right before or after another."""
    start, other = find_dragged(intent.target, sight), find_dragged(intent.get("other"), sight)
    if not isinstance(start, Node):
        return not_found(start, intent.target)
    if not isinstance(other, Node):
        return not_found(other, intent.get("other"))
    rows = rows_with(start, sight)
    flat = [node.number for node in rows.flat] if rows else []
    if rows is None or other.number not in flat:
        return Decline(f"{intent.target.prompt} and {intent.get('other').prompt} are not in one list")
    here, there = flat.index(start.number), flat.index(other.number)
    is_before = key(intent.get("side").text) in _BEFORE
    place = there - (here < there) if is_before else there + (here > there)
    return _dropped(start, rows.flat[place], intent.target.prompt, f"{intent.get('side').text} {intent.get('other').prompt}")


def sort_items(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Bring a list into order, one item at a time: what belongs furthest up and is not there goes there."""
    rises = read_order(split_words(intent.words))
    if rises is None:
        return None
    rows = _sortable(intent.target, sight)
    if isinstance(rows, Decline):
        return rows
    now = rows.flat
    wanted = sorted(now, key=_rank, reverse=not rises)
    wrong = next((place for place, node in enumerate(now) if _rank(node) != _rank(wanted[place])), None)
    if wrong is None:
        return Move(certain=True)
    if len(progress.deeds) >= 2 * len(now):
        return Decline("the list does not stay as it is sorted")
    start, end = wanted[wrong], now[wrong]
    move = _dropped(start, end, start.name, f"the place of {end.name}")
    return Move(move.steps, finished=False, log=move.log)


def find_dragged(said: Said, sight: Sight, other: Node | None = None) -> Node | Absent | Unclear:
    """What is called so; "the smaller box" is the one of two things to drag that is."""
    found = sight.find(said)
    if isinstance(found, Node) or said.fixed:
        return found
    words = {*split_words(said.text)}
    movable = [node for node in sight.tree if node.role == "draggable"]
    is_small, is_large = not words.isdisjoint(_SMALLER), not words.isdisjoint(_LARGER)
    if len(movable) == 2 and is_small != is_large:
        ordered = sorted(movable, key=lambda node: node.box.area)
        if ordered[0].box.area < ordered[1].box.area:
            return ordered[1 if is_large else 0]
    rest = [node for node in movable if other is None or node.number != other.number]
    is_any = not words - {"the", "item", "object", "element", "thing", "shape", "draggable", "box", "it", "other"}
    return rest[0] if is_any and len(rest) == 1 else found


def _dropped(start: Node, end: Node, words: str, place: str) -> Move:
    """The drag itself; nothing where it is there already."""
    if start.number == end.number:
        return Move(certain=True)
    return Move(
        (step("Drag", start=target(start, words), end=target(end, place)),), log=f"Drag {words} to {place}"
    )


def _sortable(said: Said, sight: Sight) -> Rows | Decline:
    """The one list of things that can be dragged; for numbers, of numbers alone."""
    is_numbers = not {"numbers", "digits", "values"}.isdisjoint(split_words(said.text))
    sets: defaultdict[tuple[int | None, str], list[Node]] = defaultdict(list)
    for node in sight.tree:
        if node.role in _SORTED:
            sets[node.parent, node.role].append(node)
    found = [
        Rows(tuple(nodes))
        for nodes in sets.values()
        if len(nodes) > 1 and (not is_numbers or all(measured(node.name, "number") is not None for node in nodes))
    ]
    if len(found) == 1:
        return found[0]
    return Decline(f"{len(found)} lists could be meant by {said.prompt!r}" if found else "there is no list to sort by hand")


def _rank(node: Node) -> tuple[float, str]:
    number = measured(node.name, "number")
    return (number, "") if number is not None else (float("inf"), key(node.name))
