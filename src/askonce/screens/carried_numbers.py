"""Numbers for elements of screens that give them none: carried over from look to look by what the elements are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable


class CarriedNumbers:
    """An element keeps its number as long as it can be told from the others.

    Elements with the same identity are told apart by their order. When there are more or fewer of them than at the last
    look, nobody knows which one is new or gone: then all of them get new numbers, because a number that moved to a
    neighbour would be worse than one that is unknown.
    """

    def __init__(self) -> None:
        self._last = 0
        self._known: dict[Hashable, list[int]] = {}

    def number(self, identities: Iterable[Hashable]) -> list[int]:
        """The numbers of elements in reading order, by what each of them is."""
        ordered = list(identities)
        known, self._known = self._known, {}
        for identity, count in Counter(ordered).items():
            numbers = known.get(identity, [])
            self._known[identity] = numbers if len(numbers) == count else self._new(count)
        left = {identity: iter(numbers) for identity, numbers in self._known.items()}
        return [next(left[identity]) for identity in ordered]

    def _new(self, count: int) -> list[int]:
        first, self._last = self._last + 1, self._last + count
        return list(range(first, self._last + 1))
