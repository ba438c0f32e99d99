"""Calendars on the screen: which month they show, its days, and what turns to another month."""

from __future__ import annotations

from datetime import date

from askonce.language.date_words import days_meant, read_month
from askonce.language.normalization import split_words
from askonce.lazy import dataclass, regex
from askonce.screens import Node, Tree
from askonce.screens.tree_index import TreeIndex

_TITLE = regex(r"([^\W\d_]+)\.?,?\s+(\d{4})|(\d{4})\s+([^\W\d_]+)\.?")
_YEAR = regex(r"(?:19|20)\d{2}")
_DAY = regex(r"\d{1,2}")
_FORWARD = frozenset({"next", "forward", "later"})
_BACK = frozenset({"prev", "previous", "back", "backward", "earlier"})
_FORWARD_SIGNS = frozenset(">›»→▶❯")
_BACK_SIGNS = frozenset("<‹«←◀❮")
_FEWEST_DAYS = 28
_MONTHS_A_YEAR = 12


@dataclass(frozen=True, slots=True)
class Calendar:
    """One month that is shown, with its days by number."""

    year: int
    month: int
    days: dict[int, Node]
    forward: Node | None = None
    back: Node | None = None
    months: Node | None = None
    """The list in which the month is chosen, and that for the year, where there are such."""
    years: Node | None = None

    def months_to(self, day: date) -> int:
        return (day.year - self.year) * _MONTHS_A_YEAR + day.month - self.month

    def turns_in_place(self, turn: Node) -> bool:
        """Whether what turns to another month stays where it is: above the days, whose rows may be more or fewer."""
        return turn.box.bottom <= min(node.box.top for node in self.days.values())


def read_calendar(tree: Tree) -> Calendar | None:
    """The one calendar on the screen; None when there is none, or more than one."""
    index = TreeIndex(tree)
    found = [calendar for title in tree if (calendar := _calendar_of(title, index))]
    return found[0] if len({(item.year, item.month) for item in found}) == 1 else None


def day_called(day: date, tree: Tree) -> Node | None:
    """The only control whose name is the whole date."""
    named = [node for node in tree if node.actionable and len(node.name) > 7 and days_meant(node.name) == {day}]
    return named[0] if len(named) == 1 and "disabled" not in named[0].states else None


def _calendar_of(title: Node, index: TreeIndex) -> Calendar | None:
    shown = _shown_month(title, index.tree)
    if shown is None:
        return None
    month, year, months, years = shown
    for outer in index.above(title):
        inner = index.inside(outer)
        days = _days([node for node in inner if node.actionable and _DAY.fullmatch(node.name.strip())])
        if len(days) >= _FEWEST_DAYS or len(inner) > 400:
            return Calendar(year, month, days, _turn(inner, _FORWARD), _turn(inner, _BACK), months, years)
    return None


def _shown_month(title: Node, tree: Tree) -> tuple[int, int, Node | None, Node | None] | None:
    """The month and year that a title names, or a list of months with the list of years beside it."""
    if title.options:
        years = [node for node in tree if node.options and all(_YEAR.fullmatch(item) for item in node.options)]
        month = read_month(title.value or "")
        if month and len(years) == 1 and (years[0].value or "").isdecimal():
            return month, int(years[0].value or ""), title, years[0]
        return None
    found = _TITLE.fullmatch((title.text or title.name).strip()) if len(title.name) + len(title.text) < 40 else None
    if not found:
        return None
    month = read_month(found[1] or found[4])
    return (month, int(found[2] or found[3]), None, None) if month else None


def _days(nodes: list[Node]) -> dict[int, Node]:
    """The days of the month itself: not those at the end of the one before it or at the start of the one after."""
    numbers = [int(node.name) for node in nodes]
    if 1 not in numbers:
        return {}
    start = numbers.index(1)
    days: dict[int, Node] = {}
    for number, node in zip(numbers[start:], nodes[start:], strict=True):
        if number != len(days) + 1 and days:
            if number <= len(days) and number != 1:
                continue  # a cell and what is in it
            if number == 1:
                break
        days.setdefault(number, node)
    return days


def _turn(nodes: list[Node], words: frozenset[str]) -> Node | None:
    """What goes on to the next month, or back to the one before."""
    signs = _FORWARD_SIGNS if words is _FORWARD else _BACK_SIGNS
    turns = [
        node
        for node in nodes
        if node.actionable and not node.options and "disabled" not in node.states
        if node.name.strip() in signs or ((terms := set(split_words(node.name))) & words and "year" not in terms)
    ]
    return turns[0] if len(turns) == 1 else None
