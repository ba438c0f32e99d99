"""What must not be done again blindly, because it was decided by what the screen showed at the time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from understudy.recordings.slots import texts_of
from understudy.screens.tree import plain
from understudy.values import Instruction

_WORD = re.compile(r"\w{2,}")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|‘[^’]*’|«[^»]*»|\{\w+\}")


def dependence(instruction: Instruction) -> str:
    """Why the steps of an instruction may be others next time; nothing when they will be the same.

    Names in quotes and passed values do not count: "tap 'Show all'" depends on nothing.
    """
    text = _QUOTED.sub(" ", instruction.text)
    for reason, patterns in _reasons():
        for pattern in patterns:
            if found := pattern.search(text):
                words = found.group().strip()
                return f"{reason} ({words!r})" if words != "?" else reason
    return ""


def borrowed(typed: str, instruction: Instruction, seen: Iterable[str]) -> bool:
    """Whether a typed text was read from the screen or worked out, and not given by the instruction.

    `seen` is what the screen showed until then.
    """
    given = plain(" ".join((instruction.text, *texts_of(instruction))))
    literal = plain(_SLOT.sub(" ", typed))
    words = _WORD.findall(literal)
    if not words or all(word in given for word in words):
        return False
    return bool(re.search(r"\d", literal)) or any(literal in plain(text) for text in seen)


_SLOT = re.compile(r"\{\w+\}")


@cache
def _reasons() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    kept: dict[str, list[str]] = json.loads((files("understudy.recordings") / "depends.json").read_text("utf-8"))
    return tuple(
        (reason, tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)) for reason, patterns in kept.items()
    )
