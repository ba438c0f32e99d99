"""Whether a tap put the cursor into the field that it was meant for.

A tap can be lost: to a dialog that comes up at that moment, or to an app that is busy. What is typed then would replace
what another field holds.
"""

from __future__ import annotations

from collections.abc import Hashable

from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement


@dataclass(frozen=True, slots=True)
class AwaitedFocus:
    """A tap into a field that did not have the focus."""

    name: str
    field: Hashable
    had: Hashable | None
    """The field that had it."""

    def has_come(self, now: Hierarchy) -> bool:
        """Whether the focus has moved, be it to a field that the tap brought up."""
        focused = _focused(now)
        return focused.identity != self.had if focused else self.place(now) is None

    def place(self, now: Hierarchy) -> Point | None:
        """The pixel at which the field can be tapped; None where it cannot."""
        if now.modal is not None:
            return None
        places = (part.box.center for part in now.parts if part.identity == self.field)
        return next((at for at in places if now.keyboard is None or not now.keyboard.contains(at)), None)


def awaited_focus(before: Hierarchy, x: float, y: float) -> AwaitedFocus | None:
    """What a tap at a pixel should bring about; None where it goes into no field, or one that has the focus."""
    fields = [part for part in before.parts if part.role == "textbox" and part.box.contains(Point(x, y))]
    meant, had = next(reversed(fields), None), _focused(before)
    if meant is None or (had is not None and had.identity == meant.identity):
        return None
    return AwaitedFocus(meant.name, meant.identity, had.identity if had else None)


def _focused(hierarchy: Hierarchy) -> PhoneElement | None:
    return next((part for part in hierarchy.parts if part.role == "textbox" and "focused" in part.states), None)
