from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from phone_rig import Fingers, new_handset

from askonce.testing.phone import CalendarEvent


def event(title: str, day: int, hour: int = 9, hours: float = 1) -> CalendarEvent:
    start = datetime(2023, 10, day, hour, tzinfo=UTC)
    return CalendarEvent(title, start, start + timedelta(hours=hours))


@pytest.fixture
def fingers() -> Fingers:
    phone = new_handset()
    phone.launch("com.simplemobiletools.calendar.pro")
    return Fingers(phone)


def test_the_month_tells_how_many_events_a_day_has(fingers: Fingers) -> None:
    fingers.phone.records.events += [event("Late", 20, 14), event("Early", 20), event("Night", 20, 20, 4)]
    assert "October 2023" in fingers.texts()
    assert {"October 20, 3 events", "October 21, 0 events"} <= set(fingers.texts())
    fingers.tap("October 20, 3 events")
    assert [text for text in fingers.texts() if text in ("Late", "Early", "Night")] == ["Early", "Late", "Night"]


def test_an_event_is_deleted_after_a_question(fingers: Fingers) -> None:
    kept, gone, held = event("Kept", 20), event("Gone", 20, 12), event("Held", 20, 15)
    fingers.phone.records.events += [kept, gone, held]
    fingers.tap("October 20, 3 events", "Gone", "Delete", "No")
    assert fingers.phone.records.events == [kept, gone, held]
    fingers.tap("Delete", "Yes")
    fingers.hold("Held")
    fingers.tap("Yes")
    assert fingers.phone.records.events == [kept]
    assert fingers.phone.component.endswith(".DayActivity")


def test_an_event_is_made_and_changed(fingers: Fingers) -> None:
    fingers.tap("Next month", "November 3, 0 events", "New Event")
    fingers.enter(event_title="Review", event_location="Room 2", event_start_time="14:30", event_end_time="25:00")
    fingers.tap("Save")
    assert fingers.phone.records.events == []
    assert fingers.phone.toasts == ["Write dates as 2023-10-15 and times as 15:34"]
    fingers.enter(event_end_time="15:00")
    fingers.tap("Save")
    made = CalendarEvent(
        "Review", datetime(2023, 11, 3, 14, 30, tzinfo=UTC), datetime(2023, 11, 3, 15, tzinfo=UTC), "Room 2"
    )
    assert fingers.phone.records.events == [made]
    fingers.tap("Review")
    fingers.enter(event_title="Retro", event_end_date="2023-11-01")
    fingers.tap("Save")
    assert fingers.phone.records.events == [made]
    fingers.enter(event_end_date="2023-11-04")
    fingers.tap("Save")
    assert [(each.title, each.end.day) for each in fingers.phone.records.events] == [("Retro", 4)]


def test_an_event_that_ends_at_midnight_is_not_on_the_next_day(fingers: Fingers) -> None:
    fingers.phone.records.events += [event("Night", 20, 20, 4), event("Trip", 24, 8, 40)]
    shown = fingers.texts()
    assert {"October 20, 1 event", "October 21, 0 events", "October 24, 1 event", "October 25, 1 event"} <= set(shown)
