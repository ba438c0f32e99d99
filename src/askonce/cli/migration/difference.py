"""What is different here from how a project had it."""

from __future__ import annotations

from typing import Literal

from askonce.lazy import dataclass

Effect = Literal["same", "renamed", "differs", "fails"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place of a project: what becomes of it, and what to do about it."""

    file: str
    """As seen from the project."""
    line: int
    key: str
    what: str
    remedy: str = ""
    effect: Effect = "differs"

    def __str__(self) -> str:
        remedy = f"\n    → {self.remedy}" if self.remedy else ""
        return f"{self.file}:{self.line}: {self.what}{remedy}"
