"""How an action is shown in the film, and its description in plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Literal, cast

from askonce.actions.action import Action
from askonce.actions.action import Gesture as ActionGesture
from askonce.actions.builtin import built_in
from askonce.lazy import dataclass

Gesture = ActionGesture | Literal["look", "say", "open", "end"]
"""`look` reads the screen, `say` shows a text; `open` and `end` frame the film."""
ArrowDirection = Literal["", "up", "down", "left", "right", "in", "out"]

_LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class ShownAction:
    """An action as it is shown: its gesture, its words, and what is written beside it."""

    gesture: Gesture
    title: str
    text: str = ""
    keys: tuple[str, ...] = ()
    direction: ArrowDirection = ""


def show_action(action: str, params: str, targets: Sequence[str]) -> ShownAction:
    """How an action is shown, from its name and values, its parameters as JSON, and its targets.

    A custom action, or one whose values do not match its declaration, is shown as recorded.
    """
    declared = built_in(re.split(r"\W", action, maxsplit=1)[0])
    if declared is None:
        return ShownAction("do", plain_action(action))
    try:
        read = declared.model_validate(_read(params) | _by_field(declared, targets))
    except ValueError:  # it is not JSON, or pydantic refuses it
        return ShownAction(declared.gesture, plain_action(action))
    title = read.sentence(_quote)
    value: object = getattr(read, read.film_field) if read.film_field else None
    match declared.gesture:
        case "scroll" | "swipe":
            return ShownAction(declared.gesture, title, direction=cast("ArrowDirection", value or "down"))
        case "pinch":
            is_in = isinstance(value, float) and value > 1
            return ShownAction("pinch", title, direction="in" if is_in else "out")
        case "keys":
            return ShownAction("keys", title, keys=_keys(str(value or "")))
        case "type":
            return ShownAction("type", title, _text(value) + (" ⏎" if getattr(read, "enter", False) else ""))
        case "choose" | "go":
            return ShownAction(declared.gesture, title, _text(value) or title)
        case _:
            return ShownAction(declared.gesture, title)


def plain_action(text: str) -> str:
    """An action without its brackets: `Tap(the basket)` is "Tap the basket". Other text stays as it is."""
    return re.sub(r"^([A-Z]\w*)\((.*)\)$", r"\1 \2", text, flags=re.DOTALL)


def _read(params: str) -> dict[str, Any]:
    try:
        values: object = json.loads(params or "{}")
    except (ValueError, RecursionError):  # a trace that somebody changed
        return {}
    return cast("dict[str, Any]", values) if isinstance(values, dict) else {}


def _by_field(declared: type[Action[Any]], targets: Sequence[str]) -> dict[str, str]:
    """The last targets, by field of the action."""
    fields = declared.target_fields()
    return dict(zip(fields, targets[-len(fields) :], strict=False)) if fields else {}


def _text(value: object) -> str:
    return ", ".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value or "")


def _quote(text: str) -> str:
    short = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return f"“{short}”"


def _keys(combination: str) -> tuple[str, ...]:
    """The keys of a combination; a plus sign where a key is due is that key."""
    return tuple(key for key, _ in re.findall(r"(\+|[^+]+)(\+?)", combination))
