from typing import Any

import pytest

from askonce.errors import ConfigError
from askonce.geometry import Point
from askonce.screens.gestures import (
    HandAnswer,
    HandBack,
    HandChoose,
    HandDrag,
    HandFill,
    HandKeys,
    HandPress,
    HandText,
    read_gesture,
)


@pytest.mark.parametrize(
    ("data", "gesture"),
    [
        ({"kind": "press", "at": [10, 20.5]}, HandPress(Point(10, 20.5))),
        (
            {"kind": "press", "at": [1, 2], "count": 2, "button": "right", "number": 7, "is_done": True},
            HandPress(Point(1, 2), 2, "right", 7, is_done=True),
        ),
        ({"kind": "drag", "start": [0, 0], "end": [5, 5]}, HandDrag(Point(0, 0), Point(5, 5))),
        ({"kind": "keys", "keys": "ctrl+a"}, HandKeys("Control+a")),
        ({"kind": "choose", "at": [0, 0], "options": ["Blue"]}, HandChoose(Point(0, 0), ("Blue",))),
        ({"kind": "answer", "accept": False, "text": None}, HandAnswer(accept=False)),
        ({"kind": "back"}, HandBack()),
    ],
)
def test_a_gesture_is_read_from_the_wire(data: dict[str, Any], gesture: object) -> None:
    assert read_gesture(data) == gesture


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "None is not a kind of gesture"),
        ({"kind": ["press"]}, r"\['press'\] is not a kind of gesture"),
        ({"kind": "pres"}, "did you mean press"),
        ({"kind": "press"}, "the gesture press lacks 'at'"),
        ({"kind": "press", "at": [1]}, r"'at' of the gesture press has to be a position \[x, y\], not \[1\]"),
        ({"kind": "press", "at": "12"}, "has to be a position"),
        ({"kind": "press", "at": [1, float("nan")]}, "has to be a position"),
        ({"kind": "press", "at": [1e308, -1e308]}, "has to be a position"),
        ({"kind": "press", "at": [10**400, 1]}, "has to be a position"),
        ({"kind": "scroll", "at": [1, 2], "dx": 0, "dy": 1e300}, "'dy' of the gesture scroll has to be a number"),
        ({"kind": "press", "at": [1, True]}, "has to be a position"),
        ({"kind": "press", "at": [1, 2], "count": 9}, "has to be 1, 2 or 3, not 9"),
        ({"kind": "press", "at": [1, 2], "colour": "red"}, "the gesture press has no 'colour'"),
        ({"kind": "keys", "keys": "Enterr"}, "has to be a key or a combination"),
        ({"kind": "text", "text": None}, "'text' of the gesture text has to be a text"),
        ({"kind": "tab", "tab": 0}, "has to be the number of a tab, from 1, not 0"),
        ({"kind": "pinch", "at": [1, 2], "factor": 0}, "has to be a number above 0"),
    ],
)
def test_a_wrong_gesture_is_refused_with_what_is_wrong(data: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_gesture(data)


def test_an_error_about_a_text_does_not_repeat_it() -> None:
    with pytest.raises(ConfigError) as error:
        read_gesture({"kind": "fill", "at": [0, 0], "text": ["hunter2"]})
    assert "hunter2" not in str(error.value)


def test_typed_texts_are_not_printed_with_their_gesture() -> None:
    assert "hunter2" not in repr([HandText("hunter2"), HandFill(Point(0, 0), "hunter2"), HandAnswer(True, "hunter2")])
