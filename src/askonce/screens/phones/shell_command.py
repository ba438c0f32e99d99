"""A command line as it is written for a shell, read without one: programs with their words, joined with `|`.

The words reach the programs as they are. What only a shell could make sense of is refused, because it would mean
something else here.
"""

from __future__ import annotations

import re

from askonce.errors import NotOperable
from askonce.lazy import regex

Words = tuple[str, ...]

_PART = regex(
    r"""'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|\\(?P<escaped>.)|(?P<space>[^\S\n]+)"""
    r"""|(?P<joint>\|\|?|&&?|[;<>()\n])|(?P<plain>[^\s'"\\|&;<>()]+)|(?P<odd>.)""",
    re.DOTALL,
)
_IN_DOUBLE = regex(r"""\\(?P<kept>["\\$`])|(?P<live>[$`])""")
_LIVE = regex(r"[$`]")
_PATTERN = regex(r"[*?\[]|\{[^}]*,|^~")
_ASSIGNMENT = regex(r"[A-Za-z_]\w*=")
_QUOTE = "put it in single quotes if the sign itself is meant"


def read_command(text: str) -> tuple[Words, ...]:
    """The programs of a line, each with its words."""
    stages: list[list[str]] = [[]]
    word, is_open, where = "", False, text.strip()
    for part in _PART.finditer(where):
        if part["space"] or part["joint"]:
            if is_open:
                stages[-1].append(word)
            word, is_open = "", False
            if part["joint"]:
                _check_joint(part["joint"], text)
                stages.append([])
            continue
        word, is_open = word + _plain(part, text), True
    if is_open:
        stages[-1].append(word)
    if not all(stages):
        raise NotOperable(f"a program is missing in {text!r}", remedy="write one on both sides of |")
    for stage in stages:
        if _ASSIGNMENT.match(stage[0]):
            raise _only_a_shell(stage[0].partition("=")[0] + "=", text, "leave it out: no variables are set")
    return tuple(tuple(stage) for stage in stages)


def _plain(part: re.Match[str], text: str) -> str:
    if part["odd"]:
        raise NotOperable(f"a quote is not closed in {text!r}", remedy="close it")
    if part["double"] is not None:
        for sign in _IN_DOUBLE.finditer(part["double"]):
            if sign["live"]:
                raise _only_a_shell(sign["live"], text, _QUOTE)
        return _IN_DOUBLE.sub(lambda sign: sign["kept"], part["double"])
    if (plain := part["plain"]) is not None:
        found = _LIVE.search(plain) or (_PATTERN.search(plain) if "://" not in plain else None)
        if found:
            raise _only_a_shell(found[0], text, _QUOTE)
        return plain
    return part["single"] if part["single"] is not None else part["escaped"]


def _check_joint(joint: str, text: str) -> None:
    if joint != "|":
        raise _only_a_shell(joint.replace("\n", "a new line"), text, "run one command after the other")


def _only_a_shell(sign: str, text: str, remedy: str) -> NotOperable:
    return NotOperable(f"{sign} means something to a shell alone, and none reads {text!r}", remedy=remedy)
