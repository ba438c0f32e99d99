"""The dialect of UI-TARS: `Thought: …` and then `Action: click(start_box='(x,y)')`.

Its versions write places as `'<|box_start|>(x,y)<|box_end|>'`, `'(x,y)'`, `'<point>x y</point>'` or
`'<bbox>x1 y1 x2 y2</bbox>'`, and call the argument `start_box`, `point` or `start_point`.
"""

from __future__ import annotations

import re
from typing import Any

from askonce.actions import Action, ActionSpace
from askonce.errors import UnreadableReply
from askonce.lazy import regex
from askonce.models.reply_text import whole_characters
from askonce.planning.dialects.call_syntax import CallGroup, CallReader, ReplyCall, plan_of, split_reasoning
from askonce.planning.dialects.reply_targets import read_action
from askonce.planning.dialects.touch_gestures import read_numbers, scroll, stroke, tap_like
from askonce.planning.plan import Done, GiveUp, Plan, ReplyContext

_START = ("start_box", "start_point", "point")
_END = ("end_box", "end_point")
_PLACED = {
    "click": "Tap",
    "left_single": "Tap",
    "left_double": "DoubleTap",
    "right_single": "RightTap",
    "long_press": "LongPress",
    "hover": "Hover",
}
_BUTTONS = {"press_back": "Back", "press_home": "Home"}
_OTHERS = ("drag", "hotkey", "press", "type", "scroll", "wait", "open_app", "finished", "call_user")
_READER = CallReader(
    (*_PLACED, *_BUTTONS, *_OTHERS),
    (*_START, *_END, "key", "content", "direction", "app_name", "time"),
)
_LABEL = regex(r"^[ \t]*+\**+(thought|reflection|action_summary|action)\**+[ \t]*+[:：]", re.I | re.M)
_WAIT_SECONDS = 5.0
_END_MARK = "[EOS]"
"""Some servers leave it in the text."""

_OFFERED = (
    ("Tap", "click(start_box='(x,y)')"),
    ("DoubleTap", "left_double(start_box='(x,y)')"),
    ("RightTap", "right_single(start_box='(x,y)')"),
    ("LongPress", "long_press(start_box='(x,y)')"),
    ("Drag", "drag(start_box='(x1,y1)', end_box='(x2,y2)')"),
    ("Press", "hotkey(key='ctrl c')  # lower case, a space between keys, three keys at most"),
    ("Type", "type(content='…')  # types at the cursor; write \\' \\\" and \\n; end with \\n to press Enter"),
    ("Scroll", "scroll(start_box='(x,y)', direction='down')  # down, up, left or right: where more is to be seen"),
    ("Launch", "open_app(app_name='…')"),
    ("Back", "press_back()"),
    ("Home", "press_home()"),
    ("Wait", f"wait()  # up to {_WAIT_SECONDS:g} seconds, for something that is still loading"),
)


def describe(space: ActionSpace) -> str:
    """The calls that can be made on a screen, for the prompt."""
    return "\n".join(line for name, line in _OFFERED if name in space)


def read(text: str, context: ReplyContext) -> Plan:
    """The plan in a reply of UI-TARS."""
    try:
        thought, answer = _answer(split_reasoning(whole_characters(text).rstrip().removesuffix(_END_MARK))[1])
        return plan_of(answer, thought, lambda call: _read_step(call, context))
    except UnreadableReply as error:
        raise UnreadableReply(error.message, remedy=error.remedy, raw=text) from error


def _answer(text: str) -> tuple[str, CallGroup]:
    """The last thought and the calls that follow it. Labels count at the start of a line, `Action:` also within one."""
    labels = list(_LABEL.finditer(text))
    thoughts = [label for label in labels if label[1].lower() != "action"]
    begins = thoughts[-1].end() if thoughts else 0
    first = next((label for label in labels if label.start() >= begins and label[1].lower() == "action"), None)
    answer = _READER.read(text[first.end() if first else begins :])
    thought = text[begins : first.start()] if first else _without_label(answer.before)
    earlier = next((label.end() for label in labels if label[1].lower() == "action" and label.start() < begins), None)
    if earlier is not None and not _says(text[earlier:begins], answer):
        answer = CallGroup(answer.before, answer.calls, "the reply holds several answers, and only the last was taken")
    return thought, answer


def _says(text: str, answer: CallGroup) -> bool:
    try:
        return _READER.read(text).calls == answer.calls
    except UnreadableReply:
        return False


def _without_label(text: str) -> str:
    plain = text.rstrip(" \t\r\n*:：`")
    return plain[: -len("action")] if plain.lower().endswith("action") else text


def _read_step(call: ReplyCall, context: ReplyContext) -> Action[Any] | Done | GiveUp:
    match call.name:
        case "drag":
            return _read_drag(call, context)
        case "hotkey" | "press":
            return read_action("Press", {"keys": call.need("key")}, context)
        case "type":
            return _read_type(call, context)
        case "scroll":
            at = call.get(*_START)
            return scroll(call.need("direction").strip().lower(), read_numbers(at) if at else None, context)
        case "wait":
            return read_action("Wait", {"seconds": _WAIT_SECONDS}, context)
        case "open_app":
            return read_action("Launch", {"app": call.need("app_name")}, context)
        case "finished":
            return Done(call.text("content").strip())
        case "call_user":
            return GiveUp(call.text("content").strip() or "the model asks for a person's help")
        case name if name in _BUTTONS:
            return read_action(_BUTTONS[name], {}, context)
        case name:
            return tap_like(_PLACED[name], read_numbers(call.need(*_START)), context)


def _read_drag(call: ReplyCall, context: ReplyContext) -> Action[Any]:
    start, end = read_numbers(call.need(*_START)), read_numbers(call.need(*_END))
    if "Drag" not in context.space:
        return stroke(start, end, context)
    return read_action("Drag", {"start": {"position": start}, "end": {"position": end}}, context)


def _read_type(call: ReplyCall, context: ReplyContext) -> Action[Any]:
    """Typed at the cursor, so nothing is cleared; a line break at the end is the Enter key."""
    call.need("content")
    text = call.text("content")
    enter = text.endswith("\n")
    text = text.removesuffix("\n")
    if enter and not text:
        return read_action("Press", {"keys": "Enter"}, context)
    return read_action("Type", {"text": text, "mode": "append", "enter": enter}, context)
