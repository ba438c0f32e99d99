"""The activities of Simple Calendar Pro."""

from __future__ import annotations

from calendar import Calendar
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.apps.calendar.calendar_events import CalendarEvent
from askonce.testing.phone.views import (
    ADD,
    BACK,
    DELETE,
    FORWARD,
    View,
    app_bar,
    button,
    column,
    entry,
    icon_button,
    row,
    scroll_list,
    text,
    text_field,
)

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

_WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def events_on(phone: Handset, day: date) -> list[CalendarEvent]:
    """The events of a day, in their order, also those that began before it."""
    found = [event for event in phone.records.events if event.start.date() <= day <= _last_day(event)]
    return sorted(found, key=lambda event: event.start)


def _last_day(event: CalendarEvent) -> date:
    """An event that ends at midnight is over on the day before."""
    return max(event.start, event.end - timedelta(seconds=1)).date()


class MonthView(Activity):
    name = ".activities.MainActivity"

    def __init__(self, phone: Handset) -> None:
        super().__init__(phone)
        self.month = phone.clock.date().replace(day=1)

    def view(self) -> View:
        bar = app_bar(
            f"{self.month:%B %Y}",
            icon_button("Previous month", BACK, partial(self._turn, -1), id="top_left_arrow"),
            icon_button("Next month", FORWARD, partial(self._turn, 1), id="top_right_arrow"),
            button("Today", self._go_to_today, id="go_to_today"),
        )
        names = View(style="week", hidden=True, children=tuple(text(name, style="soft day-name") for name in _WEEK))
        weeks = [
            View(style="week grow", hidden=True, children=tuple(map(self._day, week)))
            for week in Calendar().monthdatescalendar(self.month.year, self.month.month)
        ]
        new = icon_button("New Event", ADD, self._create, id="calendar_fab", style="fab")
        month = View(style="column grow", id="month_view", on={"swipe": self._swipe}, children=tuple(weeks))
        return View(children=(bar, names, month, new))

    def _day(self, day: date) -> View:
        def show() -> None:
            self.phone.open_activity(DayView(self.phone, day))

        events = events_on(self.phone, day)
        count = f"{len(events)} event{'' if len(events) == 1 else 's'}"
        today = " today" if day == self.phone.clock.date() else ""
        other = "" if day.month == self.month.month else " other-month"
        marks = (text("●" * min(3, len(events)), style="soft"),) if events else ()
        return View(
            style=f"day{today}{other}",
            id="day_monthly",
            description=f"{day:%B} {day.day}, {count}",
            children=(View("TextView", str(day.day), id="day_monthly_number_id"), *marks),
            on={"tap": show},
        )

    def _swipe(self, way: str) -> None:
        self._turn({"left": 1, "right": -1}.get(way, 0))

    def _turn(self, months: int) -> None:
        at = self.month.year * 12 + self.month.month - 1 + months
        self.month = date(at // 12, at % 12 + 1, 1)

    def _go_to_today(self) -> None:
        self.month = self.phone.clock.date().replace(day=1)

    def _create(self) -> None:
        today = self.phone.clock.date()
        day = today if (today.year, today.month) == (self.month.year, self.month.month) else self.month
        self.phone.open_activity(EventEditor(self.phone, day))


class DayView(Activity):
    """The events of one day."""

    name = ".activities.DayActivity"

    def __init__(self, phone: Handset, day: date) -> None:
        super().__init__(phone)
        self.day = day

    def view(self) -> View:
        rows = [self._row(event) for event in events_on(self.phone, self.day)]
        nothing = () if rows else (text("No events", style="padded soft"),)
        bar = app_bar(
            f"{self.day:%A, %B} {self.day.day}",
            icon_button("Previous day", BACK, partial(self._turn, -1), id="day_left_arrow"),
            icon_button("Next day", FORWARD, partial(self._turn, 1), id="day_right_arrow"),
            up=self.phone.finish,
        )
        new = icon_button("New Event", ADD, self._create, id="calendar_fab", style="fab")
        return View(children=(bar, scroll_list((*rows, *nothing), id="day_events"), new))

    def _row(self, event: CalendarEvent) -> View:
        words = column(
            text(event.title, id="event_item_title", style="strong"),
            text(f"{event.start:%H:%M} - {event.end:%H:%M}", id="event_item_time", style="soft"),
            style="grow",
        )
        return entry(
            words,
            id="event_item_frame",
            tap=partial(self._show, event),
            hold=partial(ask_deletion, self.phone, event, finish=False),
        )

    def _show(self, event: CalendarEvent) -> None:
        self.phone.open_activity(EventEditor(self.phone, event.start.date(), event))

    def _turn(self, days: int) -> None:
        self.day += timedelta(days=days)

    def _create(self) -> None:
        self.phone.open_activity(EventEditor(self.phone, self.day))


def ask_deletion(phone: Handset, event: CalendarEvent, *, finish: bool) -> None:
    def delete() -> None:
        if event in phone.records.events:
            phone.records.events.remove(event)
        if finish:
            phone.finish()
        phone.toast("Event deleted")

    question = "Are you sure you want to delete this event?"
    phone.ask(Alert("Delete event", f"{question}\n{event.title}", (("Yes", delete), ("No", None))))


class EventEditor(Activity):
    """The form of a new event, or of one that is there."""

    name = ".activities.EventActivity"

    def __init__(self, phone: Handset, day: date, event: CalendarEvent | None = None) -> None:
        super().__init__(phone)
        self.event = event
        begin = event.start if event else datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
        finish = event.end if event else begin + timedelta(hours=1)
        self.title = event.title if event else ""
        self.location = event.location if event else ""
        self.description = event.description if event else ""
        self.days, self.times = [f"{begin:%Y-%m-%d}", f"{finish:%Y-%m-%d}"], [f"{begin:%H:%M}", f"{finish:%H:%M}"]

    def view(self) -> View:
        delete = [icon_button("Delete", DELETE, self._delete, id="delete")] if self.event else []
        save = button("Save", self._save, id="save", style="filled")
        bar = app_bar("Edit Event" if self.event else "New Event", *delete, save, up=self.phone.finish)
        fields = [
            self._field("title", "Title", autofocus=not self.event),
            self._field("location", "Location"),
            self._field("description", "Description", lines=True),
            *(self._moment(number, name) for number, name in enumerate(("Start", "End"))),
        ]
        return View(children=(bar, scroll_list(fields, id="event_holder", kind="ScrollView")))

    def _field(self, name: str, hint: str, *, autofocus: bool = False, lines: bool = False) -> View:
        change = partial(setattr, self, name)
        value = str(getattr(self, name))
        field = text_field(value, change, id=f"event_{name}", hint=hint, autofocus=autofocus, lines=lines)
        return column(field, style="padded")

    def _moment(self, number: int, name: str) -> View:
        return row(
            text(name, style="soft"),
            text_field(
                self.days[number],
                partial(self.days.__setitem__, number),
                id=f"event_{name.lower()}_date",
                description=f"{name} date",
                style="grow",
            ),
            text_field(
                self.times[number],
                partial(self.times.__setitem__, number),
                id=f"event_{name.lower()}_time",
                description=f"{name} time",
                style="grow",
            ),
            style="padded",
        )

    def _save(self) -> None:
        try:
            start, end = (
                datetime.strptime(f"{day.strip()} {time.strip()}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
                for day, time in zip(self.days, self.times, strict=True)
            )
        except ValueError:
            self.phone.toast("Write dates as 2023-10-15 and times as 15:34")
            return
        if not self.title.strip() or end < start:
            self.phone.toast("Title cannot be empty" if end >= start else "The event cannot end before it starts")
            return
        saved = CalendarEvent(self.title.strip(), start, end, self.location.strip(), self.description.strip())
        events = self.phone.records.events
        if self.event in events:
            events[events.index(self.event)] = saved
        else:
            events.append(saved)
        self.phone.finish()
        self.phone.toast("Event saved")

    def _delete(self) -> None:
        if self.event:
            ask_deletion(self.phone, self.event, finish=True)
