"""Words with references in them: quoted ones, where a backslash escapes, and sentences, which stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from askonce.diagnostics.location import Location
from askonce.program.expression_tree import Reference, TextTemplate
from askonce.program.parser.references import LONGEST, read_reference

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\", "{": "{", "}": "}"}


def read_text(
    source: str, number: int = 0, column: int = 1, *, escapes: bool, named: Mapping[int, str] | None = None
) -> TextTemplate:
    """Read words; `column` is where they begin in their line, `named` gives references that stand for their name only,
    by where they begin in `source`."""
    parts: list[str | Reference] = []
    plain: list[str] = []
    ends = _matching(source, escapes)
    at = 0
    while at < len(source):
        sign = source[at]
        if escapes and sign == "\\" and source[at + 1 : at + 2] in ESCAPES and at + 1 < len(source):
            plain.append(ESCAPES[source[at + 1]])
            at += 2
            continue
        end = ends.get(at)
        if end is None or end - at > LONGEST + 2:
            plain.append(sign)
            at += 1
            continue
        if named and at in named:
            plain.append(named[at])
            at = end + 1
        elif reference := read_reference(source[at + 1 : end], Location(number, column + at, end + 1 - at)):
            parts += ("".join(plain), reference)
            plain.clear()
            at = end + 1
        elif ends.get(at + 1) == end - 1 and read_reference(source[at + 2 : end - 1]):
            plain.append(source[at + 1 : end])
            at = end + 1
        else:
            plain.append(sign)
            at += 1
    parts.append("".join(plain))
    return TextTemplate(tuple(part for part in parts if part != ""))


def _matching(source: str, escapes: bool) -> dict[int, int]:
    """Where each brace is closed."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    skip = False
    for at, sign in enumerate(source):
        if skip:
            skip = False
        elif escapes and sign == "\\":
            skip = True
        elif sign in "{｛":
            opened.append(at)
        elif sign in "}｝" and opened:
            ends[opened.pop()] = at
    return ends
