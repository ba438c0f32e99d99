"""Items of a flow for gestures: the text cursor, scrolling, dragging, and fingers on a screen."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from askonce.items.field_types import Amount, AnyElement, Element, LocateOptions
from askonce.items.flow_items import SUBJECT, ActionItem, Params, milliseconds
from askonce.screens.option_fields import NoEffect


class CursorMoveItem(ActionItem):
    """Move the text cursor."""

    called = ("CursorMove", "aiCursorMove")
    action = "Press"
    needs_element = False
    direction: Literal["left", "right"]
    times: Amount | None = None
    """How often; once by default."""

    def params(self) -> Params:
        return {"keys": f"Arrow{self.direction.title()}", "times": self.times}


ENDS = {
    "scrollToBottom": "down", "untilBottom": "down", "scrollToTop": "up", "untilTop": "up",
    "scrollToRight": "right", "untilRight": "right", "scrollToLeft": "left", "untilLeft": "left",
}  # fmt: skip
Direction = Literal["down", "up", "right", "left"]
ScrollType = Literal[
    "singleAction", "scrollToBottom", "scrollToTop", "scrollToRight", "scrollToLeft",
    "once", "untilBottom", "untilTop", "untilRight", "untilLeft",
]  # fmt: skip


class ScrollItem(ActionItem):
    """Scroll the page, or the element that is named."""

    called = ("aiScroll", "Scroll")
    action = "Scroll"
    needs_element = False
    direction: Direction = "down"
    scroll_type: ScrollType = "singleAction"
    """Once, or as far as it goes in one direction; once, untilBottom and so on are the older names."""
    distance: Amount | None = None
    """Pixels; most of a screenful by default."""
    to_end: bool = False
    """As far as it goes in the direction."""

    @property
    def element(self) -> LocateOptions | None:
        return self._element(self.locate or self.subject)

    def params(self) -> Params:
        if self.scroll_type in ENDS:
            return super().params() | {"direction": ENDS[self.scroll_type], "to_end": True}
        if self.to_end:
            return super().params() | {"direction": self.direction, "to_end": True}
        return super().params() | {"direction": self.direction, "distance": self.distance}


class DragAndDropItem(ActionItem):
    """Drag one element onto another."""

    called = ("aiDragAndDrop", "DragAndDrop")
    action = "Drag"
    needs_element = False
    start: AnyElement = Field(default=None, alias="from")
    """What is dragged, where it is not named at the key."""
    end: Element = Field(alias="to")
    """Where it is dropped."""

    @model_validator(mode="after")
    def _names_both(self) -> DragAndDropItem:
        if self.start is None and self.element is None:
            raise ValueError("aiDragAndDrop does not say what to drag: name it with from")
        return self

    def params(self) -> Params:
        return {"start": self.start or self.element, "end": self.end}


class PinchItem(ActionItem):
    """Zoom with two fingers, on a screen that is touched."""

    called = ("aiPinch", "Pinch")
    action = "Pinch"
    needs_element = False
    direction: Literal["in", "out"] | None = None
    """Fingers together (in) or apart (out)."""
    factor: Amount | None = None
    """Above 1 zooms in, below 1 out; 2 for out and 0.5 for in by default."""
    distance: Amount | None = None
    """How far each finger moves, in pixels, where there is no factor."""
    duration: Annotated[Amount | None, NoEffect("a pinch takes as long as it needs to be seen")] = None

    @classmethod
    def arranged(cls, data: Params) -> Params:
        """`Pinch: 2` names the factor."""
        data = super().arranged(data)
        beside = data.get(SUBJECT)
        if isinstance(beside, int | float) and not isinstance(beside, bool):
            return {**data, SUBJECT: None, "factor": data.get("factor") or beside}
        return data

    @model_validator(mode="after")
    def _says_how(self) -> PinchItem:
        if self.direction is None and self.factor is None:
            raise ValueError("aiPinch does not say how: direction is in or out")
        return self

    def params(self) -> Params:
        factor = self.factor if self.factor is not None else {"in": 0.5, "out": 2.0}[self.direction or "out"]
        return super().params() | {"factor": factor} | ({} if self.factor is not None else {"distance": self.distance})


class PullGestureItem(ActionItem):
    """Pull the content down, as to refresh it, or up: a finger that slides, on a screen that is touched."""

    called = ("PullGesture", "AndroidPull", "aiPullGesture")
    action = "Swipe"
    needs_element = False
    direction: Literal["down", "up"]
    """Where the finger moves."""
    distance: Amount | None = None
    """Pixels; half of the screen by default."""
    duration: Amount | None = None
    """How long, in milliseconds; 300 by default."""

    def params(self) -> Params:
        seconds = None if self.duration is None else milliseconds(self.duration)
        return super().params() | {"direction": self.direction, "distance": self.distance, "seconds": seconds}
