"""Items for all actions, by their names."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from askonce.items.action_items import ACTION_BY_KEY, ACTION_ITEMS, NamedAction, OwnAction
from askonce.items.flow_items import TapItem


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"Navigate": "x"}, "Navigate"),
        ({"Goto": None, "url": "x"}, "Navigate"),
        ({"aiNavigate": None, "uri": "x"}, "Navigate"),
        ({"Select": 1, "name": "r"}, "Select"),
        ({"aiSelect": 1}, "Select"),
        ({"Swipe": None, "direction": "up"}, "Swipe"),
        ({"launch": "com.app"}, "Launch"),
        ({"Back": None}, "Back"),
        ({"SwitchTab": 1}, "SwitchTab"),
    ],
)
def test_any_action_goes_by_its_names(fields: dict[str, Any], action: str) -> None:
    item = ACTION_BY_KEY[next(iter(fields))].model_validate(fields)

    assert isinstance(item, NamedAction)
    assert item.performs == action


def test_a_key_of_an_item_is_not_taken_by_an_action_of_that_name() -> None:
    assert ACTION_BY_KEY["aiTap"] is TapItem


@pytest.mark.parametrize(
    ("fields", "params"),
    [
        ({"Navigate": "http://a"}, {"url": "http://a"}),
        ({"Navigate": None, "uri": "http://a"}, {"url": "http://a"}),
        ({"Wait": 2}, {"seconds": 2}),
        ({"Wait": None, "timeMs": 1500}, {"seconds": 1.5}),
        ({"Sleep": 1500}, {"seconds": 1.5}),
        ({"Sleep": None}, {"seconds": 1.0}),
        ({"Press": "Enter"}, {"keys": "Enter"}),
        ({"Press": None, "keyName": "Enter"}, {"keys": "Enter"}),
        ({"Back": None}, {}),
    ],
)
def test_what_stands_at_the_name_or_beside_it_is_a_parameter(fields: dict[str, Any], params: dict[str, Any]) -> None:
    key = next(iter(fields))
    item = ACTION_BY_KEY[key].model_validate(fields)
    item.put(item.place, key)

    assert item.params() == params


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"Swipe": None, "direction": "sideways"}, "'up'"),
        ({"Swipe": None, "direction": "up", "repeat": -1}, "greater than or equal to 0"),
        ({"Swipe": None, "direction": "up", "repeat": 51}, "less than or equal to 50"),
        ({"Wait": None, "seconds": "soon"}, "valid number"),
        ({"Navigate": "x", "strange": 1}, "strange"),
    ],
)
def test_a_parameter_that_the_action_would_refuse_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        ACTION_BY_KEY[next(iter(fields))].model_validate(fields)


def test_a_parameter_may_be_a_name_in_braces_and_an_action_be_repeated() -> None:
    assert ACTION_BY_KEY["Wait"].model_validate({"Wait": None, "seconds": "{pause}"}).params() == {"seconds": "{pause}"}
    assert ACTION_BY_KEY["Swipe"].model_validate({"Swipe": None, "direction": "up", "repeat": 50}).repetitions == 50


@pytest.mark.parametrize(
    ("fields", "params"),
    [
        ({"SignHere": "the box", "style": "bold"}, {"target": "the box", "style": "bold"}),
        ({"SignHere": {"target": "the box"}, "style": "bold"}, {"target": "the box", "style": "bold"}),
        ({"SignHere": ""}, {}),
    ],
)
def test_an_action_of_the_users_own_gets_all_that_is_written(fields: dict[str, Any], params: dict[str, Any]) -> None:
    assert OwnAction.model_validate(fields).params() == params


def test_the_end_of_a_swipe_is_stronger_than_its_distance() -> None:
    item = ACTION_BY_KEY["Swipe"].model_validate({"Swipe": {"end": "the bin", "distance": 90, "direction": "up"}})

    assert item.performs == "SwipeTo"
    assert item.params()["end"].prompt == "the bin"


def test_no_two_items_have_a_key_in_common() -> None:
    keys = [key for item in ACTION_ITEMS for key in item.called]
    assert len(keys) == len(set(keys))
