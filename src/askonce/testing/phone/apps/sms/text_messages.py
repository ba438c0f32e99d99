"""The records of Simple SMS Messenger."""

from __future__ import annotations

from datetime import datetime

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Sms:
    """A text message, to or from a number."""

    number: str
    text: str
    time: datetime
    incoming: bool = False


def threads(messages: list[Sms]) -> dict[str, list[Sms]]:
    """The messages by number, the number of the latest message first."""
    by_number: dict[str, list[Sms]] = {}
    for message in messages:
        by_number.setdefault(same_number(message.number), []).append(message)
    return dict(sorted(by_number.items(), key=lambda thread: messages.index(thread[1][-1]), reverse=True))


def same_number(number: str) -> str:
    """The number without what people put in between; a name as it is."""
    bare = "".join(sign for sign in number if sign.isdigit() or sign == "+")
    return bare if any(sign.isdigit() for sign in bare) else number.strip()
