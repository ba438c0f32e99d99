"""A position in the text of a file."""

from __future__ import annotations

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """Lines and columns count from 1; line 0 is nowhere."""

    line: int = 0
    column: int = 1
    length: int = 1
