"""A date for a field that takes no keys: it is chosen in the calendar that opens when the field is tapped.

Nothing is believed: each turn has to show the month that it leads to, and in the end the field has to hold that day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from askonce.actions import Action, Type
from askonce.errors import NotOperable, TargetMoved
from askonce.language.calendars import Calendar, day_called, read_calendar
from askonce.language.date_words import days_meant, read_date
from askonce.planning.act_context import ActContext
from askonce.screens import Chooser, Node, Pointer, Tree

_FIELDS = frozenset({"textbox", "combobox"})
_MOST_TURNS = 36
_REMEDY = "tap the field, look, and choose the day in what opens"


def picker_for(action: Action[Any], context: ActContext) -> DatePicker | None:
    """The picker for an action, with its values, that puts a date into a field that can only be tapped."""
    if not isinstance(action, Type) or action.target is None or action.enter or action.mode != "replace":
        return None
    node = action.target.found.node
    if node is None or node.role not in _FIELDS or "readonly" not in node.states:
        return None
    return DatePicker(node, action.text, context) if days_meant(action.text) else None


class DatePicker:
    """One field with its calendar."""

    def __init__(self, field: Node, text: str, context: ActContext) -> None:
        self._field = field
        self._text = text
        self._context = context
        self._day = read_date(text, day_first=_asks_day_first(field)) or date.min

    async def pick(self) -> None:
        """Open the calendar, turn to the month and choose the day."""
        before = await self._look()
        is_open = read_calendar(before) is not None
        if is_open and not _is_in_use(before.find(self._field.number)):
            raise self._problem("another calendar is open already")
        if not is_open:
            await self._tap(self._field)
        for _ in range(_MOST_TURNS):
            tree = await self._look()
            cell = day_called(self._day, tree) or self._cell(read_calendar(tree))
            if cell:
                await self._tap(cell)
                return await self._verify()
            await self._turn(tree)
        raise self._problem(f"it did not come to {self._day:%B %Y}")

    def _cell(self, calendar: Calendar | None) -> Node | None:
        """The day in the month that is shown; None where that is another one."""
        if calendar is None or not calendar.days:
            raise self._problem("no calendar opened that can be read")
        if calendar.months_to(self._day):
            return None
        cell = calendar.days.get(self._day.day)
        if cell is None or "disabled" in cell.states:
            raise self._problem(f"the calendar does not offer {self._day.isoformat()}")
        return cell

    async def _turn(self, tree: Tree) -> None:
        """One step towards the month: by the lists of years and months, or by what turns one month at a time."""
        calendar = read_calendar(tree)
        assert calendar
        months = calendar.months_to(self._day)
        if calendar.months and calendar.years:
            await self._choose(calendar.months, calendar.years, by_year=self._day.year != calendar.year)
        else:
            arrow = calendar.forward if months > 0 else calendar.back
            if arrow is None:
                raise self._problem(f"it cannot be turned to {self._day:%B %Y}")
            await self._tap(arrow)
        now = read_calendar(await self._look())
        if now is None or abs(now.months_to(self._day)) >= abs(months):
            raise self._problem(f"it does not turn to {self._day:%B %Y}")

    async def _choose(self, months: Node, years: Node, *, by_year: bool) -> None:
        wanted = str(self._day.year) if by_year else f"{self._day:%b}"
        listed, screen = years if by_year else months, self._context.screen
        option = next((item for item in listed.options if item.strip()[: len(wanted)].title() == wanted), None)
        if option is None or not isinstance(screen, Chooser):
            raise self._problem(f"the calendar does not offer {self._day:%B %Y}")
        await screen.choose(listed.point or listed.box.center, [option])
        await self._settle()

    async def _verify(self) -> None:
        """See that the field holds the day. What can be read in two ways has to be there as it was written."""
        field = (await self._look()).find(self._field.number)
        held = " ".join((field.value or "").split()) if field else ""
        if held == " ".join(self._text.split()):
            return
        if len(days_meant(self._text)) > 1:
            raise self._problem(f'the field holds "{held}", and "{self._text}" can be read in two ways', again=True)
        if self._day not in days_meant(held):
            raise self._problem(f'the field holds "{held}" after {self._day.isoformat()} was chosen')

    # ---- hands and eyes

    async def _tap(self, node: Node) -> None:
        screen = self._context.screen
        if not isinstance(screen, Pointer):
            raise self._problem("this screen has no pointer")
        try:
            await screen.tap(replace(node.point or node.box.center, element=node.number))
        except TargetMoved as error:
            raise self._problem(error.message, again=True) from error
        await self._settle()

    async def _settle(self) -> None:
        await self._context.screen.settle()
        self._context.eyes.blink()

    async def _look(self) -> Tree:
        tree = await self._context.eyes.tree()
        if tree is None:
            raise self._problem("the elements of this screen are not known")
        return tree

    def _problem(self, reason: str, *, again: bool = False) -> NotOperable:
        name = f'the field "{self._field.name}"' if self._field.name else "the field"
        remedy = "write it as YYYY-MM-DD" if again else _REMEDY
        return NotOperable(f"{name} takes no keys, and its calendar was of no use: {reason}", remedy=remedy)


def _asks_day_first(field: Node) -> bool:
    hint = " ".join((field.attributes.get("placeholder", ""), field.name))
    return "dd/mm" in hint.casefold().replace("-", "/").replace(".", "/")


def _is_in_use(field: Node | None) -> bool:
    return field is not None and not field.states.isdisjoint({"focused", "expanded"})
