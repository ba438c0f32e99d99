"""The dialect of AutoGLM: `<think>…</think><answer>do(action="Tap", element=[x,y])</answer>`, at last `finish(…)`."""

from __future__ import annotations

import re
from typing import Any

from askonce.actions import Action, ActionSpace
from askonce.errors import UnreadableReply
from askonce.lazy import regex
from askonce.models.reply_text import last_tag, whole_characters
from askonce.planning.dialects.call_syntax import CallReader, ReplyCall, plan_of, split_reasoning
from askonce.planning.dialects.reply_targets import read_action
from askonce.planning.dialects.touch_gestures import read_numbers, stroke, tap_like
from askonce.planning.plan import Done, GiveUp, Plan, ReplyContext

_READER = CallReader(
    ("do", "finish"),
    ("action", "element", "start", "end", "text", "app", "duration", "message", "instruction"),
)
_ANSWER = regex(r"</?answer\s*+>", re.IGNORECASE)
_SECONDS = regex(r"\s*+(\d{1,4}(?:\.\d{1,3})?)\s*+(?:s|sec|secs|second|seconds|秒)?\s*+", re.IGNORECASE)
_PLACED = {"tap": "Tap", "doubletap": "DoubleTap", "longpress": "LongPress"}

_SWIPE = 'do(action="Swipe", start=[x1,y1], end=[x2,y2])  # upwards to see what is below'
_OFFERED = (
    ("Launch", 'do(action="Launch", app="…")'),
    ("Tap", 'do(action="Tap", element=[x,y])'),
    ("DoubleTap", 'do(action="Double Tap", element=[x,y])'),
    ("LongPress", 'do(action="Long Press", element=[x,y])'),
    ("Type", 'do(action="Type", text="…")  # into the field that has the focus; what it held is cleared first'),
    ("Swipe", _SWIPE),
    ("Scroll", _SWIPE),
    ("Back", 'do(action="Back")'),
    ("Home", 'do(action="Home")'),
    ("Wait", 'do(action="Wait", duration="3 seconds")'),
)


def describe(space: ActionSpace) -> str:
    """The calls that can be made on a screen, for the prompt."""
    return "\n".join(dict.fromkeys(line for name, line in _OFFERED if name in space))


def read(text: str, context: ReplyContext) -> Plan:
    """The plan in a reply of AutoGLM."""
    try:
        whole = whole_characters(text)
        reasoning, rest = split_reasoning(whole)
        answer = _READER.read(rest)
        think = last_tag(whole, "think")
        thought = think.content if think else _ANSWER.sub("", reasoning or answer.before)
        return plan_of(answer, thought, lambda call: _read_step(call, context))
    except UnreadableReply as error:
        raise UnreadableReply(error.message, remedy=error.remedy, raw=text) from error


def _read_step(call: ReplyCall, context: ReplyContext) -> Action[Any] | Done | GiveUp:
    if call.name == "finish":
        return Done(call.text("message").strip())
    name = call.need("action").strip()
    match re.sub(r"[\s_-]", "", name).lower():
        case "type" | "typename":
            call.need("text")
            return read_action("Type", {"text": call.text("text")}, context)
        case "swipe":
            return stroke(read_numbers(call.need("start")), read_numbers(call.need("end")), context)
        case "launch":
            return read_action("Launch", {"app": call.text("app")}, context)
        case "wait":
            seconds = _SECONDS.fullmatch((call.get("duration") or "").strip("[]"))
            return read_action("Wait", {"seconds": float(seconds[1])} if seconds else {}, context)
        case "takeover" | "interact":
            return GiveUp(call.text("message").strip() or f"the model asks for a person ({name})")
        case "note" | "callapi":
            raise UnreadableReply(f"{name} is not offered", remedy="go on with an action, or finish with what you saw")
        case placed if placed in _PLACED:
            return tap_like(_PLACED[placed], read_numbers(call.need("element")), context)
        case _:
            return read_action(name[:80], {}, context)
