"""Items for gestures, by their names in Midscene and by ours."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from askonce.items.action_items import ACTION_BY_KEY
from askonce.items.flow_items import ActionItem
from askonce.items.gesture_items import CursorMoveItem, DragAndDropItem, PinchItem, ScrollItem


@pytest.mark.parametrize(
    ("fields", "params"),
    [
        ({"CursorMove": None, "direction": "left", "times": 3}, {"keys": "ArrowLeft", "times": 3}),
        ({"CursorMove": {"direction": "right"}}, {"keys": "ArrowRight", "times": None}),
        ({"aiScroll": None, "distance": 90}, {"direction": "down", "distance": 90}),
        ({"Scroll": {"direction": "up", "distance": None}}, {"direction": "up", "distance": None}),
        ({"aiScroll": None, "scrollType": "untilTop"}, {"direction": "up", "to_end": True}),
        ({"Scroll": {"scrollType": "scrollToBottom"}}, {"direction": "down", "to_end": True}),
        ({"Scroll": None, "direction": "left", "toEnd": True}, {"direction": "left", "to_end": True}),
        ({"aiPinch": None, "direction": "in"}, {"factor": 0.5, "distance": None}),
        ({"Pinch": {"direction": "out", "distance": 80}}, {"factor": 2.0, "distance": 80}),
        ({"aiPinch": None, "direction": "in", "factor": 3}, {"factor": 3}),
        ({"Pinch": 2}, {"factor": 2}),
    ],
)
def test_options_become_the_parameters_of_the_action(fields: dict[str, Any], params: dict[str, Any]) -> None:
    item = ACTION_BY_KEY[next(iter(fields))].model_validate(fields)

    assert {name: value for name, value in item.params().items() if name != "target"} == params


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        (DragAndDropItem, {"aiDragAndDrop": None, "to": "the bin"}, "does not say what to drag"),
        (PinchItem, {"aiPinch": "the map"}, "does not say how"),
        (CursorMoveItem, {"CursorMove": None, "direction": "up"}, "'left' or 'right'"),
    ],
)
def test_what_is_missing_is_refused(kind: type[ActionItem], fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        kind.model_validate(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"aiDragAndDrop": "the card"},
        {"aiDragAndDrop": None, "from": "the card"},
        {"DragAndDrop": {"from": {"prompt": "the card"}}},
    ],
)
def test_what_is_dragged_stands_at_the_key_or_beside_it(fields: dict[str, Any]) -> None:
    params = DragAndDropItem.model_validate({**fields, "to": "the bin"}).params()

    assert (params["start"].prompt, params["end"].prompt) == ("the card", "the bin")


def test_the_locate_of_a_scroll_is_stronger_than_what_stands_at_its_key() -> None:
    element = ScrollItem.model_validate({"aiScroll": "the page", "locate": "the list"}).element

    assert element
    assert element.prompt == "the list"
