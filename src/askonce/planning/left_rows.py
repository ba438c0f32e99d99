"""The rows and dialogs of a replay that were gone at its end when it was recorded, and have to go again."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.recordings.left_places import LeftPlace
from askonce.recordings.recording import RecordedStep
from askonce.screens import Tree


class LeftRows:
    """Those of one replay, by the number of the step that was done in them."""

    def __init__(self) -> None:
        self._places: dict[int, LeftPlace] = {}
        self._staying: dict[int, bool] = {}
        """Those that are not gone, and whether that is because their page is not there to tell."""

    def __bool__(self) -> bool:
        return bool(self._places)

    @property
    def are_staying(self) -> bool:
        return bool(self._staying)

    def add(self, number: int, place: LeftPlace | None) -> None:
        """The one that a step was done in; None where there is none, or it is not known."""
        self._places |= {number: place} if place else {}

    def look(self, tree: Tree, started: str, address: str) -> bool:
        """Whether any is still there. Its page is not there to tell where the last step `started` on it and led away
        from it to another `address`, and it was there at the end when it was recorded."""
        lost = {number for number, place in self._places.items() if place.is_of(started) and not place.is_of(address)}
        self._staying = {
            number: number in lost for number, place in self._places.items() if number in lost or place.is_in(tree)
        }
        return bool(self._staying)

    def reason(self) -> str:
        """Why the replay is not at its end."""
        lost, staying = (", ".join(self._named(is_lost=is_lost)) for is_lost in (True, False))
        if lost:
            return f"another page came instead of that of {lost}, where it ended when it was recorded"
        return f"{staying} is still there, and was gone when it was recorded" if staying else ""

    def _named(self, *, is_lost: bool) -> Iterator[str]:
        return (str(self._places[number]) for number in sorted(self._staying) if self._staying[number] is is_lost)

    def release(self, steps: list[RecordedStep]) -> None:
        """Nothing has to go any more: somebody said that what stays is meant to."""
        for number in self._staying:
            steps[number] = steps[number].model_copy(update={"leaves": False})
        self._places.clear()
        self._staying.clear()
