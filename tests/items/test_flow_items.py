"""Items that act: every way of writing one says the same, and what is missing is refused."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from askonce.items.flow_items import (
    ACTION_ITEMS,
    ActionItem,
    ActItem,
    CursorMoveItem,
    DragAndDropItem,
    InputItem,
    KeyboardPressItem,
    LongPressItem,
    PinchItem,
    ScrollItem,
    TapItem,
    milliseconds,
)


@pytest.mark.parametrize(
    "fields",
    [
        {"aiInput": "the box", "value": "007"},
        {"aiInput": "007", "locate": "the box"},
        {"aiInput": None, "locate": "the box", "value": "007"},
        {"aiInput": {"locate": {"prompt": "the box"}, "value": "007"}},
    ],
)
def test_all_shapes_of_input_say_the_same(fields: dict[str, Any]) -> None:
    item = InputItem.model_validate(fields)

    assert item.element
    assert (item.element.prompt, item.value, item.performs) == ("the box", "007", "Type")


@pytest.mark.parametrize(
    ("fields", "performs", "params"),
    [
        ({"value": "x"}, "Type", {"text": "x", "mode": None, "delay": None}),
        ({"value": "x", "mode": "append"}, "Type", {"text": "x", "mode": "append", "delay": None}),
        ({"value": "x", "keyboardTypeDelay": 80}, "Type", {"text": "x", "mode": None, "delay": 0.08}),
        ({"value": "", "mode": "append"}, "Type", {"text": "", "mode": "append", "delay": None}),
        ({"value": ""}, "Clear", {}),
        ({"mode": "clear"}, "Clear", {}),
        ({"value": "x", "mode": "clear"}, "Clear", {}),
    ],
)
def test_nothing_to_type_empties_the_field(fields: dict[str, Any], performs: str, params: dict[str, Any]) -> None:
    item = InputItem.model_validate({"aiInput": "the box", **fields})

    assert item.performs == performs
    assert {name: value for name, value in item.params().items() if name != "target"} == params


@pytest.mark.parametrize(
    ("fields", "element"),
    [
        ({"aiKeyboardPress": "the box", "keyName": "Enter"}, "the box"),
        ({"aiKeyboardPress": "Enter", "locate": "the box"}, "the box"),
        ({"aiKeyboardPress": "Enter"}, None),
        ({"aiKeyboardPress": None, "keyName": "Enter"}, None),
    ],
)
def test_all_shapes_of_a_key_press_say_the_same(fields: dict[str, Any], element: str | None) -> None:
    item = KeyboardPressItem.model_validate(fields)

    assert item.params()["keys"] == "Enter"
    assert (item.element and item.element.prompt) == element


@pytest.mark.parametrize(
    "fields",
    [
        {"aiTap": "Save", "deepThink": True, "xpath": "//a", "cacheable": False},
        {"aiTap": {"prompt": "Save", "deepLocate": True, "xpath": "//a", "cacheable": False}},
        {"aiTap": "", "locate": {"prompt": "Save", "deepThink": True, "xpath": "//a", "cacheable": False}},
        {"aiTap": None, "prompt": "Save", "deepLocate": True, "xpath": "//a", "cacheable": False},
        {"aiTap": {"locate": {"prompt": "Save", "deepThink": True, "xpath": "//a", "cacheable": False}}},
    ],
)
def test_options_of_an_element_may_stand_in_several_places(fields: dict[str, Any]) -> None:
    element = TapItem.model_validate(fields).element

    assert element
    assert (element.prompt, element.xpath, element.cacheable) == ("Save", "//a", False)
    assert element.deep_locate or element.deep_think


@pytest.mark.parametrize("fields", [{"aiAct": "", "prompt": "save"}, {"ai": None, "instruction": "save"}])
def test_an_instruction_may_stand_beside_its_key(fields: dict[str, Any]) -> None:
    assert ActItem.model_validate(fields).subject.prompt == "save"


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        (TapItem, {"aiTap": ""}, "aiTap does not say which element"),
        (InputItem, {"aiInput": "the box"}, "aiInput has no value"),
        (InputItem, {"aiInput": None, "mode": "clear"}, "aiInput does not say which field"),
        (InputItem, {"aiInput": None, "value": ""}, "aiInput does not say which field"),
        (KeyboardPressItem, {"aiKeyboardPress": None, "locate": "the box"}, "does not say which key"),
        (DragAndDropItem, {"aiDragAndDrop": None, "to": "the bin"}, "does not say what to drag"),
        (PinchItem, {"aiPinch": "the map"}, "does not say how"),
        (CursorMoveItem, {"CursorMove": None, "direction": "up"}, "'left' or 'right'"),
        (TapItem, {"aiTap": "Save", "strange": 1}, "strange"),
    ],
)
def test_what_is_missing_is_refused(kind: type[ActionItem], fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        kind.model_validate(fields)


@pytest.mark.parametrize(
    ("kind", "fields", "params"),
    [
        (LongPressItem, {"aiLongPress": "x", "duration": 1500}, {"seconds": 1.5}),
        (LongPressItem, {"aiLongPress": "x", "seconds": 2}, {"seconds": 2}),
        (CursorMoveItem, {"CursorMove": None, "direction": "left", "times": 3}, {"keys": "ArrowLeft", "times": 3}),
        (ScrollItem, {"aiScroll": None, "distance": 90}, {"direction": "down", "distance": 90}),
        (ScrollItem, {"aiScroll": None, "scrollType": "untilTop"}, {"direction": "up", "to_end": True}),
        (PinchItem, {"aiPinch": None, "direction": "in"}, {"factor": 0.5}),
        (PinchItem, {"aiPinch": None, "direction": "out"}, {"factor": 2.0}),
        (PinchItem, {"aiPinch": None, "direction": "in", "factor": 3}, {"factor": 3}),
    ],
)
def test_options_become_the_parameters_of_the_action(
    kind: type[ActionItem], fields: dict[str, Any], params: dict[str, Any]
) -> None:
    assert {name: value for name, value in kind.model_validate(fields).params().items() if name != "target"} == params


@pytest.mark.parametrize("fields", [{"aiDragAndDrop": "the card"}, {"aiDragAndDrop": None, "from": "the card"}])
def test_what_is_dragged_stands_at_the_key_or_beside_it(fields: dict[str, Any]) -> None:
    params = DragAndDropItem.model_validate({**fields, "to": "the bin"}).params()

    assert (params["start"].prompt, params["end"].prompt) == ("the card", "the bin")


def test_times_are_in_milliseconds_and_names_wait_for_their_values() -> None:
    assert milliseconds(1500) == milliseconds("1500") == 1.5
    assert milliseconds("{pause}") == "{pause}"


def test_no_two_items_have_a_key_in_common() -> None:
    keys = [key for item in ACTION_ITEMS for key in item.called]
    assert len(keys) == len(set(keys))
