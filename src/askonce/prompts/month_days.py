"""Which days of a calendar belong to the month before or after the one it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from askonce.screens.ui_tree import Node, Tree

_LEAST = 20
"""So many days in a row are a calendar."""
_WEEKS = 14
"""Of another month, at most two weeks are shown."""


def month_starts(tree: Tree) -> dict[int, str]:
    """By the number of the day that each part of a calendar begins with, which month it is, where it shows several."""
    starts: dict[int, str] = {}
    for days in _calendars(tree):
        parts = list(_months(days))
        for index, part in enumerate(parts):
            is_short = len(part) <= _WEEKS
            if is_short and index == 0 and int(part[0].name) > 20 and len(parts) > 1:
                starts[part[0].number] = "month before:"
                starts[parts[1][0].number] = "this month:"
            elif is_short and index and index == len(parts) - 1 and part[0].name.lstrip("0") == "1":
                starts[part[0].number] = "month after:"
    return starts


def _calendars(tree: Tree) -> Iterator[list[Node]]:
    """Controls that are called 1 to 31, one after the other."""
    days: list[Node] = []
    for node in (node for node in tree if node.actionable):
        is_day = node.name.isdecimal() and 0 < len(node.name) <= 2 and 1 <= int(node.name) <= 31
        if is_day and (not days or (node.role == days[0].role and _follows(days[-1], node))):
            days.append(node)
            continue
        if len(days) >= _LEAST:
            yield days
        days = [node] if is_day else []
    if len(days) >= _LEAST:
        yield days


def _follows(day: Node, other: Node) -> bool:
    return int(day.name) < int(other.name) or int(other.name) == 1


def _months(days: Sequence[Node]) -> Iterator[list[Node]]:
    month: list[Node] = []
    for day in days:
        if month and int(day.name) <= int(month[-1].name):
            yield month
            month = []
        month.append(day)
    yield month
