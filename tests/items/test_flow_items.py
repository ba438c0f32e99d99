"""Items that act: every way of writing one says the same, and what is missing is refused."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from askonce.items.field_types import Milliseconds
from askonce.items.flow_items import (
    ActionItem,
    ActItem,
    ClearInputItem,
    HoverItem,
    InputItem,
    KeyboardPressItem,
    LongPressItem,
    TapItem,
    milliseconds,
)

LOGO = [{"name": "the logo", "url": "logo.png"}]


@pytest.mark.parametrize(
    "fields",
    [
        {"aiInput": "the box", "value": "007"},
        {"aiInput": "007", "locate": "the box"},
        {"aiInput": None, "locate": "the box", "value": "007"},
        {"aiInput": {"locate": {"prompt": "the box"}, "value": "007"}},
        {"Input": {"locate": {"prompt": "the box"}, "value": "007"}},
        {"Input": "the box", "value": "007"},
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
        ({"aiKeyboardPress": "Enter", "locate": "the box", "keyName": "Tab"}, "the box"),
        ({"aiKeyboardPress": None, "locate": "the box", "keyName": "Enter"}, "the box"),
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


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (TapItem, {"aiTap": {"prompt": "A", "locate": "B"}}),
        (TapItem, {"aiTap": None, "prompt": "A", "locate": "B"}),
        (TapItem, {"aiTap": {"prompt": "B", "locate": {"prompt": "A"}}}),
        (TapItem, {"aiTap": {"prompt": "B"}, "locate": {"prompt": "A"}}),
        (TapItem, {"aiTap": "", "prompt": "B", "locate": {"prompt": "A"}}),
        (TapItem, {"aiTap": "A", "locate": {"prompt": "B"}, "prompt": "B"}),
        (HoverItem, {"aiHover": {"prompt": "A", "locate": "B"}}),
        (HoverItem, {"aiHover": {"prompt": "A", "locate": {"prompt": "B"}}}),
        (LongPressItem, {"aiLongPress": None, "prompt": "A", "locate": "B"}),
        (InputItem, {"aiInput": "x", "prompt": "B", "locate": "A"}),
        (KeyboardPressItem, {"aiKeyboardPress": "Enter", "prompt": "B", "locate": "A"}),
    ],
)
def test_of_two_elements_the_one_counts_that_midscene_takes(kind: type[ActionItem], fields: dict[str, Any]) -> None:
    element = kind.model_validate(fields).element

    assert element
    assert element.prompt == "A"


@pytest.mark.parametrize(
    "fields",
    [
        {"aiAct": "", "prompt": "save"},
        {"ai": None, "instruction": "save"},
        {"ai": "wait", "instruction": "save"},
        {"ai": {"prompt": "wait"}, "instruction": {"prompt": "save"}},
    ],
)
def test_an_instruction_may_stand_beside_its_key_and_is_the_stronger_one(fields: dict[str, Any]) -> None:
    assert ActItem.model_validate(fields).subject.prompt == "save"


@pytest.mark.parametrize(
    ("fields", "deeply"),
    [
        ({}, None),
        ({"deepThink": "unset"}, None),
        ({"deepThink": True}, True),
        ({"deepThink": False}, False),
        ({"effort": "deepThink"}, True),
        ({"effort": "fast", "deepThink": True}, False),
        ({"effort": "balance"}, False),
    ],
)
def test_effort_says_how_deeply_to_plan_and_is_stronger_than_deep_think(
    fields: dict[str, Any], deeply: bool | None
) -> None:
    assert ActItem.model_validate({"ai": "save", **fields}).plans_deeply is deeply


@pytest.mark.parametrize("fields", [{"ai": {"prompt": "tap it", "images": LOGO}}, {"ai": "tap it", "images": LOGO}])
def test_pictures_stand_with_an_instruction_or_beside_it(fields: dict[str, Any]) -> None:
    assert [picture.url for picture in ActItem.model_validate(fields).pictures] == ["logo.png"]


@pytest.mark.parametrize(
    "fields",
    [
        {"aiTap": {"prompt": "it", "images": LOGO}},
        {"aiTap": "it", "images": LOGO},
        {"aiTap": {"locate": {"prompt": "it", "images": LOGO}}},
        {"Tap": None, "locate": {"prompt": "it", "images": LOGO}},
        {"aiTap": {"prompt": "it", "images": [{"name": "another", "url": "x.png"}]}, "images": LOGO},
    ],
)
def test_pictures_of_an_element_stand_with_it_or_beside_it(fields: dict[str, Any]) -> None:
    element = TapItem.model_validate(fields).element

    assert element
    assert [picture.url for picture in element.images] == ["logo.png"]


@pytest.mark.parametrize(
    ("item", "params"),
    [
        (ClearInputItem.model_validate({"ClearInput": None}), {"text": ""}),
        (InputItem.model_validate({"Input": None, "mode": "clear"}), {"text": ""}),
    ],
)
def test_what_has_the_focus_is_emptied_where_no_field_is_named(item: ActionItem, params: dict[str, Any]) -> None:
    assert (item.performs, item.params()) == ("Type", params)


def test_a_locator_that_is_true_or_false_says_nothing() -> None:
    element = TapItem.model_validate({"aiTap": "it", "xpath": False}).element

    assert element
    assert element.xpath is None


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        (TapItem, {"aiTap": ""}, "aiTap does not say which element"),
        (InputItem, {"aiInput": "the box"}, "aiInput has no value"),
        (InputItem, {"aiInput": None, "value": ""}, "aiInput does not say which field"),
        (KeyboardPressItem, {"aiKeyboardPress": None, "locate": "the box"}, "does not say which key"),
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
    ],
)
def test_options_become_the_parameters_of_the_action(
    kind: type[ActionItem], fields: dict[str, Any], params: dict[str, Any]
) -> None:
    assert {name: value for name, value in kind.model_validate(fields).params().items() if name != "target"} == params


def test_times_are_in_milliseconds_and_names_wait_for_their_values() -> None:
    assert milliseconds(1500) == milliseconds("1500") == 1.5
    assert milliseconds("{pause}") == Milliseconds("{pause}")
