"""How a good reader works Simple Calendar Pro."""

from __future__ import annotations

from datetime import date

from perfect_reader.moves import Move, seen, tap
from perfect_reader.question import Question, Words

from phone_reader.phone_moves import fill_in, find_row, finish, go_back, go_to, press
from phone_reader.phone_page import PhonePage, Row

_APP = "Simple Calendar Pro"
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
TODAY = date(2023, 10, 15)


def day_of(words: str) -> date:
    """The day that "2023-10-23" or "this Friday" means."""
    if words[:1].isdigit():
        return date.fromisoformat(words)
    weekday = _WEEK.index(words.removeprefix("this ").capitalize())
    return date.fromordinal(TODAY.toordinal() + (weekday - TODAY.weekday()) % 7)


def read_events(page: PhonePage, question: Question, day: date) -> Move:
    opened = _open_day(page, day)
    if opened is not None:
        return opened
    name = question.gives[0]
    if not page.goes_on_below and not page.goes_on_above:
        titles = [row.title for row in page.rows]
        return seen("Read the events", "The day shows them all.", **{name: titles})
    code = f'{name} = ui.read("the titles of all events of the day, in order", returns=list[str])'
    return Move("Read the events", "The list is longer than the screen.", (("Code", {"code": code}),), done="Read them")


def delete_event(page: PhonePage, title: Words, day: date) -> Move:
    done = f"{title.filled} is deleted"
    if page.shows("Delete event") and (yes := page.button("Yes")):
        if any(title.filled in text for text in page.texts):
            return press(yes, "Yes", done, expect=f'visible "{_headed(day)}"; gone "{title.filled}"')
        return go_back("It asks about another event.")
    if page.activity == "EventActivity":
        field, delete = page.field("Title"), page.button("Delete")
        if field and field.value == title.filled and delete:
            return tap(delete, "Delete", thought="The event is open.", expect='visible "Are you sure"')
        return go_back("Another event is open.")
    opened = _open_day(page, day)
    if opened is not None:
        return opened
    row = find_row(page, title.filled)
    if isinstance(row, Row):
        return tap(
            row.element, f"the event {title.written}", thought="The day shows it.", expect='visible "Edit Event"'
        )
    return row or seen(done, "The day does not show it any more.")


def create_event(page: PhonePage, title: Words, day: Words, start: Words, end: Words) -> Move:
    if move := go_to(page, _APP):
        return move
    wanted = date.fromisoformat(day.filled)
    done = f"{title.filled} is in the calendar"
    if page.activity == "EventActivity":
        fields = [("Title", title), ("Start date", day), ("Start time", start), ("End date", day), ("End time", end)]
        save = page.button("Save")
        if save is None:
            return go_back("The form cannot be used.")
        return finish(fill_in(page, fields), press(save, "Save", done, expect=f'visible "{_headed(wanted)}"'))
    opened = _open_day(page, wanted)
    if opened is not None:
        return opened
    row = find_row(page, title.filled)
    if isinstance(row, Move):
        return row
    if isinstance(row, Row):
        return seen(done, "The day shows it.")
    new = page.button("New Event")
    if new is None:
        raise LookupError("the day has no button for a new event")
    return tap(new, "New Event", thought="The day does not show it yet.", expect='visible "Save"')


def _headed(day: date) -> str:
    return f"{day:%A, %B} {day.day}"


def _open_day(page: PhonePage, day: date) -> Move | None:
    if move := go_to(page, _APP):
        return move
    if page.activity == "DayActivity" and page.shows(_headed(day)):
        return None
    if page.activity != "MainActivity":
        return go_back("This is not the month.")
    named = [one for one in page.question.page.elements if one.name.startswith(f"{day:%B} {day.day}, ")]
    if named:
        return tap(
            named[0], f"{day:%B} {day.day}", thought="The month shows the day.", expect=f'visible "{_headed(day)}"'
        )
    onward = page.button("Next month")
    if onward is None:
        raise LookupError("the month cannot be turned")
    return tap(onward, "Next month", thought="The day lies in another month.")
