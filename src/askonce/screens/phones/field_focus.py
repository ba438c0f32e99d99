"""Whether a tap put the cursor into the field that it was meant for.

A tap can be lost: to a dialog that comes up at that moment, to an app that is busy, or to a form that scrolls. What is
typed then would replace what another field holds.
"""

from __future__ import annotations

from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement


@dataclass(frozen=True, slots=True)
class AwaitedFocus:
    """A tap into a field that did not have the focus."""

    field: PhoneElement
    address: str

    def has_come(self, now: Hierarchy, address: str) -> bool:
        """Whether the field has the focus, or the tap has led elsewhere."""
        focused = _focused(now)
        if address != self.address:
            return True
        return _is_same(focused, self.field) if focused else self.place(now) is None

    def place(self, now: Hierarchy) -> Point | None:
        """The pixel at which the field can be tapped; None where it cannot."""
        if now.modal is not None:
            return None
        places = (part.box.center for part in now.parts if part.identity == self.field.identity)
        return next((at for at in places if now.keyboard is None or not now.keyboard.contains(at)), None)


def awaited_focus(before: Hierarchy, address: str, x: float, y: float) -> AwaitedFocus | None:
    """What a tap at a pixel should bring about; None where it goes into no field, or one that has the focus."""
    fields = [part for part in before.parts if part.role == "textbox" and part.box.contains(Point(x, y))]
    field = next(reversed(fields), None)
    return AwaitedFocus(field, address) if field and "focused" not in field.states else None


def _focused(hierarchy: Hierarchy) -> PhoneElement | None:
    return next((part for part in hierarchy.parts if part.role == "textbox" and "focused" in part.states), None)


def _is_same(part: PhoneElement, other: PhoneElement) -> bool:
    """Some fields show other words while they have the focus."""
    return part.identity == other.identity or part.box == other.box or _id(part) == _id(other) != ""


def _id(part: PhoneElement) -> str:
    return part.attributes.get("id", "")
