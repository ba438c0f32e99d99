"""Whether an application ended up as it does without a recorder, in all that two visits by hand agree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_ABSENT = "nothing"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], Any]:
    """All values in a nested one, by the way that leads to each, and how many there are in each part of it."""
    if isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, Sequence) and not isinstance(value, str):
        inner = enumerate(value)
    else:
        return {path: value}
    found: dict[tuple[Any, ...], Any] = {(*path, "#"): len(value)}
    for name, part in inner:
        found |= leaves(part, (*path, name))
    return found


def difference(visits: tuple[Any, Any], other: Any) -> str:
    """How another end differs from two that were reached by hand; "" if it does not. What differs between those two,
    such as the time of day, does not count."""
    first, second, found = (leaves(each) for each in (*visits, other))
    agreed = {path: value for path, value in first.items() if second.get(path, _ABSENT) == value}
    for path, value in agreed.items():
        if found.get(path, _ABSENT) != value:
            return f"{_words(path)} is {_short(found.get(path, _ABSENT))} and by hand {_short(value)}"
    for path in found.keys() - first.keys() - second.keys():
        if all((*path[:place], "#") in agreed for place in range(len(path))):
            return f"{_words(path)} is {_short(found[path])} and by hand {_ABSENT}"
    return ""


def _words(path: tuple[Any, ...]) -> str:
    return " ".join("number" if part == "#" else str(part) for part in path)


def _short(value: Any) -> str:
    text = str(value)
    return repr(text if len(text) <= 80 else f"{text[:80]}…")
