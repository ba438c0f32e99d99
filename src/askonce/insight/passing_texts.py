"""Texts that came or went while the screen was watched, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from askonce.lazy import dataclass
from askonce.prompts.instruction_hints import Hint
from askonce.prompts.quoted_text import quoted

_MOST_ALONE = 6
"""More texts than this that came or left at once are one line, as of a page that took the place of another."""
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class PassingText:
    """A text that was not there all the time; seconds since the watching began."""

    text: str
    came: float | None = None
    """None for one that was there when the watching began."""
    left: float | None = None
    """When it was last seen; None for one that was there at the end."""
    in_doubt: bool = False
    """Whether it may have been hidden from people."""


def passing_lines(texts: Sequence[PassingText], hint: str) -> list[str]:
    """What came and what left, in order. Of many at once those are named of which `hint` speaks."""
    lines: list[str] = []
    meant = Hint(hint)
    many_left = -1
    """Where the line stands that says that many left."""
    for (at, _, is_gone), group in groupby(sorted(texts, key=_moment), key=_moment):
        members = list(group)
        is_passing = members[0].came is not None and is_gone
        if is_passing or len(members) <= _MOST_ALONE:
            lines += map(_line, members)
            continue
        named = sorted(members, key=lambda member: -meant.matches(member.text))[:_EXAMPLES]
        words = f"{len(members)} texts {'left' if is_gone else 'came'} after {at:.1f} s, such as {_names(named)}"
        if not is_gone and lines and many_left == len(lines) - 1:
            lines[-1] += f"; {words}"
            continue
        many_left = len(lines) if is_gone else many_left
        lines.append(f"- {words}")
    return lines


def _moment(text: PassingText) -> tuple[float, bool, bool]:
    """When something became of it; what leaves comes before what takes its place."""
    at = text.left if text.came is None else text.came
    return at or 0.0, text.came is not None, text.left is not None


def _line(text: PassingText) -> str:
    came = f"came after {text.came:.1f} s" if text.came is not None else ""
    left = f"left after {text.left:.1f} s" if text.left is not None else ""
    doubt = ", perhaps hidden: see the pictures" * text.in_doubt
    return f"- {quoted(text.text)} {' and '.join(filter(None, (came, left)))}{doubt}"


def _names(texts: Iterable[PassingText]) -> str:
    return ", ".join(quoted(text.text) for text in texts)
