"""The time on a phone, as its shell tells it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from askonce.errors import ScreenError

ASKED = "+%s %z"
"""What `date` is asked for: seconds and the time zone."""


def read_clock(told: str) -> datetime:
    said = told.split()
    try:
        seconds, zone = int(said[0]), said[1]
        offset = timedelta(hours=int(zone[:3]), minutes=int(zone[0] + zone[3:5]))
    except (IndexError, ValueError) as error:
        raise ScreenError(f"the phone does not tell the time: {' '.join(said)!r}") from error
    return datetime.fromtimestamp(seconds, timezone(offset))
