"""Dragging: onto something, to a place in a list or grid, and until a list is sorted."""

from __future__ import annotations

from collections import defaultdict

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.grid_rows import Rows, rows_with
from askonce.embedded.measures import measured, read_order
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.embedded.skills.clicks import not_found
from askonce.language.normalization import key, split_words
from askonce.screens import Node

_SORTED = frozenset({"listitem", "draggable", "row", "option"})
_BEFORE = frozenset({"before", "above"})
_LISTS = frozenset(
    {
        "list",
        "items",
        "item",
        "numbers",
        "digits",
        "values",
        "rows",
        "cards",
        "elements",
        "entries",
        "boxes",
        "all",
        "these",
    }
)
_PLACE = "to place "
_MOST_TRIES = 3


def drag(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Drag an element to a position among similar elements, or onto another element."""
    start = screen.find(intent.target)
    if not isinstance(start, Node):
        return not_found(start, intent.target)
    place = intent.get("place") or intent.get("way")
    where = " ".join(filter(None, (screen.state.fill(place.text), intent.get("count").text)))
    rows = rows_with(start, screen)
    if rows and not place.fixed and (end := rows.find(where, start)):
        return _placed(start, end, rows, progress, (intent.target.prompt, place.prompt))
    if intent.get("way"):
        return Decline(f"there is no place {where!r}")
    end = screen.find(place)
    if not isinstance(end, Node):
        return not_found(end, place)
    return _dropped(start, end, intent.target.prompt, place.prompt)


def drag_beside(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """One item of a list right before or after another."""
    start, other = screen.find(intent.target), screen.find(intent.get("other"))
    if not isinstance(start, Node):
        return not_found(start, intent.target)
    if not isinstance(other, Node):
        return not_found(other, intent.get("other"))
    rows = rows_with(start, screen)
    flat = [node.number for node in rows.flat] if rows else []
    if rows is None or other.number not in flat:
        return Decline(f"{intent.target.prompt} and {intent.get('other').prompt} are not in one list")
    here, there = flat.index(start.number), flat.index(other.number)
    is_before = key(intent.get("side").text) in _BEFORE
    place = there - (here < there) if is_before else there + (here > there)
    words = (intent.target.prompt, f"{intent.get('side').text} {intent.get('other').prompt}")
    return _dropped(start, rows.flat[place], *words)


def sort_items(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Bring a list into order, one item at a time: what belongs furthest up and is not there goes there."""
    rises = read_order(split_words(intent.words))
    if rises is None:
        return None
    rows = _sortable(intent.target, screen)
    if isinstance(rows, Decline):
        return rows
    now = rows.flat
    wanted = sorted(now, key=_rank, reverse=not rises)
    wrong = next((place for place, node in enumerate(now) if _rank(node) != _rank(wanted[place])), None)
    if wrong is None:
        return SkillPlan(certain=True)
    if len(progress.past_actions) >= 2 * len(now):
        return Decline("the list does not stay sorted")
    start, end = wanted[wrong], now[wrong]
    plan = _dropped(start, end, start.name, f"the place of {end.name}")
    return SkillPlan(plan.actions, finished=False, log=plan.log)


def _placed(start: Node, end: Node, rows: Rows, progress: PartProgress, words: tuple[str, str]) -> SkillPlan | Decline:
    """Drag to a position among similar elements, and check that it stays there."""
    begins = f"part {progress.part}: {_PLACE}"
    known = [int(memory.removeprefix(begins)) for memory in progress.notes if memory.startswith(begins)]
    flat = rows.flat
    place = known[0] if known else flat.index(end)
    if place >= len(flat) or flat[place].number == start.number:
        return SkillPlan(certain=True)
    if len(progress.past_actions) >= _MOST_TRIES:
        return Decline(f"{words[0]} does not stay at {words[1]}")
    plan = _dropped(start, flat[place], *words)
    return SkillPlan(plan.actions, finished=False, memory="" if known else f"{begins}{place}", log=plan.log)


def _dropped(start: Node, end: Node, words: str, place: str) -> SkillPlan:
    """The drag itself; nothing if the element is already there."""
    if start.number == end.number:
        return SkillPlan(certain=True)
    return SkillPlan(
        (plan_action("Drag", start=target(start, words), end=target(end, place)),), log=f"Drag {words} to {place}"
    )


def _sortable(argument: IntentArgument, screen: ScreenIndex) -> Rows | Decline:
    """The only list of draggable elements; for numbers, the only list of numbers."""
    words = {*split_words(argument.text)} - lexicon().articles
    if not words <= _LISTS:
        return Decline(f"it is not clear which list {argument.prompt!r} is", argument)
    is_numbers = not {"numbers", "digits", "values"}.isdisjoint(words)
    sets: defaultdict[tuple[int | None, str], list[Node]] = defaultdict(list)
    for node in screen.tree:
        if node.role in _SORTED:
            sets[node.parent, node.role].append(node)
    found = [
        Rows(tuple(nodes))
        for nodes in sets.values()
        if len(nodes) > 1 and (not is_numbers or all(measured(node.name, "number") is not None for node in nodes))
    ]
    if len(found) == 1:
        return found[0]
    return Decline(
        f"{len(found)} lists could be meant by {argument.prompt!r}" if found else "there is no list to sort by hand"
    )


def _rank(node: Node) -> tuple[float, str]:
    number = measured(node.name, "number")
    return (number, "") if number is not None else (float("inf"), key(node.name))
