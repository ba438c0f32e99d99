"""The records of Simple Calendar Pro."""

from __future__ import annotations

from datetime import datetime

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    title: str
    start: datetime
    end: datetime
    location: str = ""
    description: str = ""
