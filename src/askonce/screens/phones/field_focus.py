"""Whether a tap put the cursor into the field that it was meant for.

A tap can be lost: to a dialog that comes up at that moment, to an app that is busy, or to a form that scrolls. What is
typed then would replace what another field holds.
"""

from __future__ import annotations

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement

_FIELDS = frozenset({"textbox", "searchbox"})
"""What may be typed into."""


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


@dataclass(frozen=True, slots=True)
class LastTap:
    """A tap after which nothing else was done: it says what is typed into, as long as the address stays."""

    at: Point
    """The pixel."""
    address: str
    awaited: PhoneElement | None
    """The field there, which did not have the focus."""

    def is_met_by(self, focused: PhoneElement, address: str) -> bool:
        """Whether the field that has the focus is the one that was tapped, or the tap has led elsewhere."""
        return self.awaited is None or address != self.address or _is_same(focused, self.awaited)

    def field(self, now: Hierarchy, address: str) -> PhoneElement | None:
        """The field that was tapped, or the one that stands there now where there was none; None where it is not to be
        told from others, or cannot be touched."""
        if address != self.address:
            return None
        if self.awaited is None:
            found = _fields_at(now, self.at)[-1:]
        else:
            found = [part for part in now.parts if part.identity == self.awaited.identity]
        return found[0] if len(found) == 1 and (now.modal is None or found[0].is_in(now.modal)) else None


def last_tap(before: Hierarchy, address: str, at: Point) -> LastTap:
    """What a tap at a pixel should bring about."""
    field = next(reversed(_fields_at(before, at)), None)
    return LastTap(at, address, field if field and "focused" not in field.states else None)


def focused_field(hierarchy: Hierarchy) -> PhoneElement | None:
    """The field that says that it has the focus."""
    return next((part for part in hierarchy.parts if part.role in _FIELDS and "focused" in part.states), None)


def without_focus(field: PhoneElement | None) -> NotOperable:
    """What is said where the field that was tapped does not get the focus, or where no field has it."""
    if field is None:
        return NotOperable("no field has the focus", remedy="tap one first")
    return NotOperable(
        f"the field {shown_name(field)} does not get the focus", remedy="look whether something is in the way"
    )


def shown_name(field: PhoneElement) -> str:
    return f'"{field.name}"' if field.name else "that was tapped"


def _fields_at(hierarchy: Hierarchy, at: Point) -> list[PhoneElement]:
    return [part for part in hierarchy.parts if part.role in _FIELDS and part.box.contains(at)]


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
