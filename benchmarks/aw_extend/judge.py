"""Whether a phone holds just what a task asked for: nothing else changed, nothing is there twice, no partial credit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from askonce.testing.phone import PhoneRecords
from askonce.testing.phone.disturbances import STRANGER

ALIKE = 0.9
"""How much two free texts have in common that count as the same, as in AndroidWorld."""
_SHOWN = 4

T = TypeVar("T")
Key = tuple[tuple[Hashable, ...], tuple[str, ...]]
"""What has to be equal, and what may be written a little differently."""


def faults(wanted: PhoneRecords, found: PhoneRecords) -> list[str]:
    """What is not as the task wants it, in words; nothing where the task is done."""
    return [
        *_compare("contact", wanted.contacts, found.contacts, lambda one: ((one.name, _digits(one.phone)), ())),
        *_compare(
            "message",
            [one for one in wanted.messages if one.number != STRANGER],
            [one for one in found.messages if one.number != STRANGER],
            lambda one: ((_digits(one.number), one.text, one.incoming), ()),
        ),
        *_compare(
            "event",
            wanted.events,
            found.events,
            lambda one: ((one.title, one.start, one.end, one.location, one.description), ()),
        ),
        *_compare(
            "expense", wanted.expenses, found.expenses, lambda one: ((one.amount, one.category), (one.name, one.note))
        ),
        *_compare(
            "recipe",
            wanted.recipes,
            found.recipes,
            lambda one: (
                (one.nutritional_values,),
                (
                    one.title,
                    one.description,
                    one.servings,
                    one.preparation_time,
                    one.source,
                    one.ingredients,
                    one.directions,
                ),
            ),
        ),
        *_compare(
            "note",
            list(wanted.notes.items()),
            list(found.notes.items()),
            lambda one: ((one[0], *map(bool, one[1].strip().split("\n"))), (one[1].strip(),)),
        ),
        *_compare("folder", sorted(wanted.notes.folders), sorted(found.notes.folders), lambda one: ((one,), ())),
    ]


def _compare(kind: str, wanted: Sequence[T], found: Sequence[T], key: Callable[[T], Key]) -> Iterator[str]:
    """Pair each wanted record with one that is there: equal ones first, then those that are alike."""
    missing, extra = list(wanted), list(found)
    for fits in (_is_equal, _is_alike):
        for one in tuple(missing):
            partner = next((other for other in extra if fits(key(one), key(other))), None)
            if partner is not None:
                missing.remove(one)
                extra.remove(partner)
    yield from _told(f"{kind} missing", missing)
    yield from _told(f"{kind} too many", extra)


def _told(what: str, records: Sequence[object]) -> Iterator[str]:
    yield from (f"{what}: {record}" for record in records[:_SHOWN])
    if len(records) > _SHOWN:
        yield f"{what}: {len(records) - _SHOWN} more"


def _is_equal(one: Key, other: Key) -> bool:
    return one == other


def _is_alike(one: Key, other: Key) -> bool:
    return one[0] == other[0] and all(
        SequenceMatcher(None, text.lower(), same.lower()).ratio() >= ALIKE
        for text, same in zip(one[1], other[1], strict=True)
    )


def _digits(number: str) -> str:
    return "".join(sign for sign in number if sign.isdigit())
