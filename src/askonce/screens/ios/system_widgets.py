"""Widgets of iOS itself that mean more than their elements: alerts, pickers, the back button of a navigation bar."""

from __future__ import annotations

from askonce.geometry import Point
from askonce.screens.phones.phone_elements import Hierarchy, PhoneElement
from askonce.screens.screen_protocol import Dialog

_BACK_NAMES = frozenset({"back", "backbutton", "navigate up"})


def back_button(hierarchy: Hierarchy) -> PhoneElement | None:
    """The button at the start of the navigation bar, if it leads back."""
    for part in hierarchy.parts:
        bar = part.outer
        if part.kind == "Button" and bar is not None and bar.kind == "NavigationBar":
            is_first = part.box.left - bar.box.left < bar.box.width / 4
            named = {part.name.casefold(), part.attributes.get("id", "").casefold()}
            return part if is_first and named & _BACK_NAMES else None
    return None


def wheels_at(hierarchy: Hierarchy, at: Point) -> list[PhoneElement]:
    """The wheel at a place, or all wheels of the picker there."""
    wheels = [part for part in hierarchy.parts if part.kind == "PickerWheel"]
    if own := [part for part in wheels if part.box.contains(at)]:
        return own
    pickers = [part for part in hierarchy.parts if part.kind in ("Picker", "DatePicker") and part.box.contains(at)]
    return [wheel for wheel in wheels if any(wheel.is_in(picker) for picker in pickers)]


def dialog_in(hierarchy: Hierarchy) -> Dialog | None:
    """An alert that is answered with yes or no. One with more ways is there as its elements alone."""
    if hierarchy.modal is None:
        return None
    inside = [part for part in hierarchy.parts if part is not hierarchy.modal and part.is_in(hierarchy.modal)]
    if not 0 < sum(part.role == "button" for part in inside) <= 2:
        return None
    texts = [part.text for part in inside if part.role == "text"] or [hierarchy.modal.name]
    field = next((part for part in inside if part.role == "textbox"), None)
    return Dialog("prompt" if field else "confirm", "\n".join(texts), (field and field.value) or "", is_drawn=True)
