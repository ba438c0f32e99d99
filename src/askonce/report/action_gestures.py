"""What an action looks like in the film, and how it is said in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

Gesture = Literal[
    "tap", "double", "right", "hold", "hover", "drag", "type", "choose", "keys", "scroll", "swipe", "pinch", "go",
    "wait", "do", "look", "say", "open", "end",
]  # fmt: skip
"""`do` is an action that looks like nothing we know; `look` reads the screen; `open` and `end` frame the film."""
Direction = Literal["", "up", "down", "left", "right", "in", "out"]

_LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Wording:
    """An action as it is shown: its gesture, its words, and what is written beside it."""

    gesture: Gesture
    title: str
    text: str = ""
    keys: tuple[str, ...] = ()
    direction: Direction = ""


class _Params(BaseModel):
    """What the actions that ship are called with. Actions of users may use the same names for other things."""

    model_config = ConfigDict(frozen=True)

    text: str | None = None
    enter: bool = False
    keys: str = ""
    times: int = 1
    direction: Literal["", "up", "down", "left", "right"] = ""
    to_end: bool = False
    factor: float = 1.0
    options: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    accept: bool = False
    url: str = ""
    number: int = 0
    app: str = ""
    seconds: float = 0.0


_KNOWN: dict[str, tuple[Gesture, str, str]] = {
    "Tap": ("tap", "Tap", " "),
    "DoubleTap": ("double", "Double-click", " "),
    "RightTap": ("right", "Right-click", " "),
    "LongPress": ("hold", "Press and hold", " "),
    "Hover": ("hover", "Point at", " "),
    "Drag": ("drag", "Drag", " "),
    "Type": ("type", "Type {text}", " into "),
    "Clear": ("choose", "Empty", " "),
    "Press": ("keys", "Press {keys}", " in "),
    "Scroll": ("scroll", "Scroll {direction}", " in "),
    "Swipe": ("swipe", "Swipe {direction}", " from "),
    "Pinch": ("pinch", "Zoom {direction}", " at "),
    "Select": ("choose", "Choose {text}", " in "),
    "Upload": ("choose", "Upload {text}", " to "),
    "AnswerDialog": ("choose", "{answer} the dialog", " "),
    "Navigate": ("go", "Go to {url}", " "),
    "Back": ("go", "Go back", " "),
    "Forward": ("go", "Go forward", " "),
    "Reload": ("go", "Reload the page", " "),
    "SwitchTab": ("go", "Switch to tab {number}", " "),
    "CloseTab": ("go", "Close the tab", " "),
    "Launch": ("go", "Start {app}", " "),
    "Terminate": ("go", "Stop {app}", " "),
    "Wait": ("wait", "Wait", " "),
}
"""By the name of an action: its gesture, its words, and what stands between them and the target."""


_NEEDS_TARGET: frozenset[Gesture] = frozenset({"tap", "double", "right", "hold", "hover", "drag"})


def read_gesture(action: str, params: str, targets: Sequence[str]) -> Wording:
    """The wording of an action, from its name with its values, these as JSON, and what was looked for."""
    known = _KNOWN.get(re.split(r"\W", action, maxsplit=1)[0])
    if known is None:
        return Wording("do", plain_action(action))
    gesture, words, joint = known
    values = _read(params)
    direction = _direction(gesture, values)
    text = _text(gesture, values)
    title = words.format(
        text=_quoted(text),
        keys=values.keys,
        direction=direction + (" to the end" if values.to_end else ""),
        answer="Accept" if values.accept else "Dismiss",
        url=values.url,
        number=values.number,
        app=values.app,
    )
    if not targets and gesture in _NEEDS_TARGET:
        title = plain_action(action)
    elif targets:
        title += joint + " to ".join(targets if gesture == "drag" else targets[-1:])
    keys = _keys(values.keys) if gesture == "keys" else ()
    return Wording(gesture, _times(title, values.times), _beside(gesture, values, text, title), keys, direction)


def plain_action(text: str) -> str:
    """An action without its brackets: `Tap(the basket)` is "Tap the basket". Other text stays as it is."""
    return re.sub(r"^([A-Z]\w*)\((.*)\)$", r"\1 \2", text, flags=re.DOTALL)


def _read(params: str) -> _Params:
    try:
        return _Params.model_validate_json(params or "{}")
    except ValidationError:
        return _Params()


def _direction(gesture: Gesture, values: _Params) -> Direction:
    match gesture:
        case "scroll" | "swipe":
            return values.direction or "down"
        case "pinch":
            return "in" if values.factor > 1 else "out"
        case _:
            return ""


def _text(gesture: Gesture, values: _Params) -> str:
    match gesture:
        case "go":
            return values.url or values.app
        case "type" | "choose":
            return values.text or ", ".join(values.options or values.files)
        case _:
            return ""


def _beside(gesture: Gesture, values: _Params, text: str, title: str) -> str:
    """What is written beside it; of most the gesture itself says enough."""
    match gesture:
        case "type":
            return f"{text} ⏎" if values.enter else text
        case "choose" | "go":
            return text or title
        case _:
            return ""


def _quoted(text: str) -> str:
    short = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return f"“{short}”"


def _times(title: str, times: int) -> str:
    return f"{title}, {times} times" if times > 1 else title


def _keys(combination: str) -> tuple[str, ...]:
    """The keys of a combination; a plus sign where a key is due is that key."""
    return tuple(key for key, _ in re.findall(r"(\+|[^+]+)(\+?)", combination))
