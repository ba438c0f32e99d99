"""Items of a Midscene flow as steps of ours.

An item is a mapping whose one telling key names what is done, with options beside it: `aiTap: ''` with `locate: …`, or
`aiTap: the button`. Both shapes occur, and for typing and pressing keys a third, older one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from pydantic import ValidationError

from askonce.actions import BUILT_IN, Action
from askonce.recordings.recording import RecordedStep

_TUNING = frozenset(
    {"deepLocate", "deepThink", "cacheable", "autoDismissKeyboard", "keyboardTypeDelay", "inputStrategy", "name"}
)
"""Options that change how an item is carried out and not what it does."""
_ENDS = {
    "scrollToBottom": "down", "untilBottom": "down", "scrollToTop": "up", "untilTop": "up",
    "scrollToRight": "right", "untilRight": "right", "scrollToLeft": "left", "untilLeft": "left",
}  # fmt: skip

Fields = dict[str, Any]
"""The options of an item; what stands beside the key itself is under the empty name."""


class NoCounterpart(Exception):
    """Why something cannot be taken over; the reason is shown to a person."""


def read_item(item: object) -> list[RecordedStep]:
    """The steps that do what a flow item does; `NoCounterpart` when no action of ours does."""
    shown = f"{item}"
    fields: Fields = dict(cast("dict[str, Any]", item)) if isinstance(item, dict) else {}
    key = next((name for name in fields if _known(name)), None)
    if key is None:
        raise NoCounterpart(f"holds {next(iter(fields), shown)!r}, which no action of ours does")
    fields[""] = fields.pop(key)
    reader, action = _known(key) or (_by_name, "")
    given = {name: value for name, value in fields.items() if name not in _TUNING and value is not None}
    steps = reader(action, given)
    surplus = [name for name in given if name]
    if surplus:
        raise NoCounterpart(f"has {key} with {', '.join(surplus)}, which {steps[0].action} does not know")
    return steps


def _known(key: str) -> tuple[Callable[[str, Fields], list[RecordedStep]], str] | None:
    """How an item of this name is read, and the action that does it."""
    name = key[2:] if re.match("ai[A-Z]", key) else key[:1].upper() + key[1:]
    if name in _READERS:
        return _READERS[name]
    action = next((known for known in BUILT_IN if name in (known.title(), *known.also)), None)
    return (_by_name, action.title()) if action else None


def _by_name(action: str, fields: Fields) -> list[RecordedStep]:
    """An action of the same meaning whose fields are called the same, but for what is to be found."""
    params = {"target": _words(_take(fields, "locate", ""))} if {"locate", ""} & fields.keys() else {}
    params = {name: value for name, value in params.items() if value}
    for name in [name for name in fields if name in _class_of(action).model_fields]:
        params[name] = fields.pop(name)
    return [_step(action, params)]


def _one_text(field: str) -> Callable[[str, Fields], list[RecordedStep]]:
    """An action with a single text, such as an address, which may also be called `uri`."""

    def read(action: str, fields: Fields) -> list[RecordedStep]:
        return [_step(action, {field: _take(fields, field, "uri", "")})]

    return read


def _input(action: str, fields: Fields) -> list[RecordedStep]:
    """`aiInput: field` with `value`; or `aiInput: text` with `locate`, which is the older shape."""
    beside, locate = fields.pop("", None), _words(fields.pop("locate", None))
    value = fields.pop("value", None)
    target = locate or _words(beside)
    if locate and beside:
        value = beside
    mode = _text(fields.pop("mode", "replace"))
    if mode == "clear":
        return [_step("Clear", {"target": target})]
    if value is None or value == "":
        raise NoCounterpart("has aiInput without a value")
    if mode not in {"replace", "typeOnly", "append"}:
        raise NoCounterpart(f"has aiInput with the mode {mode!r}")
    params = {"text": _text(value), "target": target, "mode": "" if mode == "replace" else "append"}
    return [_step(action, params)]


def _press(action: str, fields: Fields) -> list[RecordedStep]:
    """`aiKeyboardPress: field` with `keyName`; or `aiKeyboardPress: key`, with or without `locate`."""
    beside, locate = fields.pop("", None), fields.pop("locate", None)
    named = fields.pop("keyName", None)
    keys, target = (beside or named, locate) if locate or not named else (named, beside)
    return [_step(action, {"keys": keys, "target": _words(target)})]


def _scroll(action: str, fields: Fields) -> list[RecordedStep]:
    kind = _text(fields.pop("scrollType", "singleAction"))
    if kind not in _ENDS and kind not in {"singleAction", "once"}:
        raise NoCounterpart(f"has aiScroll with the scrollType {kind!r}")
    direction, distance = fields.pop("direction", "down"), fields.pop("distance", None)
    target = _words(_take(fields, "locate", ""))
    if kind in _ENDS:
        return [_step(action, {"direction": _ENDS[kind], "to_end": True, "target": target})]
    return [_step(action, {"direction": direction, "distance": distance, "target": target})]


def _long_press(action: str, fields: Fields) -> list[RecordedStep]:
    params = {"target": _words(_take(fields, "locate", "")), "seconds": _seconds(fields.pop("duration", None))}
    return [_step(action, params)]


def _drag(action: str, fields: Fields) -> list[RecordedStep]:
    start, end = _take(fields, "from", ""), fields.pop("to", None)
    return [_step(action, {"start": _words(start), "end": _words(end)})]


def _swipe(action: str, fields: Fields) -> list[RecordedStep]:
    repeat = fields.pop("repeat", 1)
    if not isinstance(repeat, int) or not 1 <= repeat <= 50:
        raise NoCounterpart(f"has aiSwipe with repeat {repeat!r}")
    fields.pop("duration", None)
    params = {name: fields.pop(name, None) for name in ("direction", "distance")}
    return [_step(action, {**params, "target": _words(_take(fields, "start", ""))})] * repeat


def _pinch(action: str, fields: Fields) -> list[RecordedStep]:
    factor = {"in": 0.5, "out": 2.0}.get(_text(fields.pop("direction", "")))
    fields.pop("duration", None)
    return [_step(action, {"factor": factor, "target": _words(_take(fields, "locate", ""))})]


def _sleep(action: str, fields: Fields) -> list[RecordedStep]:
    return [_step(action, {"seconds": _seconds(_take(fields, "timeMs", "") or 1000)})]


def _cursor_move(action: str, fields: Fields) -> list[RecordedStep]:
    fields.pop("", None)
    keys = {"left": "ArrowLeft", "right": "ArrowRight"}.get(_text(fields.pop("direction", "")))
    return [_step(action, {"keys": keys, "times": fields.pop("times", None)})]


_READERS: dict[str, tuple[Callable[[str, Fields], list[RecordedStep]], str]] = {
    "Input": (_input, "Type"),
    "KeyboardPress": (_press, "Press"),
    "Scroll": (_scroll, "Scroll"),
    "LongPress": (_long_press, "LongPress"),
    "DragAndDrop": (_drag, "Drag"),
    "Swipe": (_swipe, "Swipe"),
    "Pinch": (_pinch, "Pinch"),
    "Sleep": (_sleep, "Wait"),
    "CursorMove": (_cursor_move, "Press"),
    "Launch": (_one_text("app"), "Launch"),
    "Terminate": (_one_text("app"), "Terminate"),
    "Navigate": (_one_text("url"), "Navigate"),
    "Goto": (_one_text("url"), "Navigate"),
}


def _take(fields: Fields, *names: str) -> Any:
    """The first of several that says something; all of them are done with."""
    taken = [fields.pop(name, None) for name in names]
    return next((one for one in taken if one not in (None, "")), None)


def _words(target: object) -> str | None:
    """The words of a target, which may be a mapping with options."""
    if isinstance(target, dict):
        options = cast("dict[str, Any]", target)
        surplus = [name for name in options if name != "prompt" and name not in _TUNING and options[name]]
        if surplus:
            raise NoCounterpart(f"has a target with {', '.join(surplus)}")
        target = options.get("prompt")
    return _text(target) if target not in (None, "") else None


def _text(value: object) -> str:
    """Numbers stand unquoted where texts are meant."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise NoCounterpart(f"has {value!r} where a text should stand")


def _seconds(milliseconds: Any) -> float | None:
    if milliseconds is None:
        return None
    try:
        return float(milliseconds) / 1000
    except (TypeError, ValueError):
        raise NoCounterpart(f"has a time of {milliseconds!r}") from None


def _class_of(action: str) -> type[Action[Any]]:
    return next(known for known in BUILT_IN if known.title() == action)


def _step(action: str, params: Fields) -> RecordedStep:
    """A step whose values the action accepts."""
    given = {name: value for name, value in params.items() if value is not None and value != ""}
    try:
        _class_of(action).model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise NoCounterpart(f"has {action} with values that do not fit ({where}: {first['msg']})") from None
    return RecordedStep(action=action, params=given)
