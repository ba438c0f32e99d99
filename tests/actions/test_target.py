"""Targets as models write them, and where they were found."""

from __future__ import annotations

import pytest
from action_screens import space_of

from askonce.actions import (
    Found,
    Tap,
    Target,
)
from askonce.errors import InvalidAction
from askonce.geometry import Box, Point


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("the mug", Target(prompt="the mug")),
        ({"description": "the mug"}, Target(prompt="the mug")),
        ({"prompt": "the mug", "element": "[7]"}, Target(prompt="the mug", element=7)),
        ({"element": "#7"}, Target(element=7)),
        ({"bbox_2d": [1, 2, 3, 4]}, Target(position=[1, 2, 3, 4])),
        ({"prompt": "the mug", "point": "1 2"}, Target(prompt="the mug", position="1 2")),
    ],
)
def test_a_target_is_read_in_the_ways_that_models_write_it(written: object, target: Target) -> None:
    assert space_of().read("Tap", {"target": written}) == Tap(target=target)


@pytest.mark.parametrize("written", ["", "  ", {}, {"prompt": " "}, None, 5, {"element": "seven"}, {"element": True}])
def test_a_target_that_says_nothing_is_refused(written: object) -> None:
    with pytest.raises(InvalidAction, match="target"):
        space_of().read("Tap", {"target": written})


@pytest.mark.parametrize(
    "name", ["found", "_found", "planned", "_planned", "pinned", "_pinned", "__pydantic_private__"]
)
def test_no_reply_can_write_where_a_target_was_found(name: str) -> None:
    box = {"left": 0, "top": 0, "width": 9, "height": 9}
    with pytest.raises(InvalidAction):
        space_of().read("Tap", {"target": {"prompt": "x", name: {"box": box, "finder": "model"}}})
    target = Target.model_validate({"prompt": "x", "position": [1, 1]})
    assert not target.is_found
    assert target.planned is None


def test_a_target_used_before_it_was_found_is_an_error_in_the_caller() -> None:
    with pytest.raises(RuntimeError, match="the mug was used before it was found"):
        _ = Target(prompt="the mug").point


def test_a_target_is_touched_at_its_centre_unless_another_point_is_given() -> None:
    target = Target(prompt="x")
    target.set_found(Found(Box(10, 10, 20, 20), "planned"))
    assert target.point == Point(20, 20)
    target.set_found(Found(Box(10, 10, 20, 20), "tree", point=Point(12, 12)))
    assert target.point == Point(12, 12)
