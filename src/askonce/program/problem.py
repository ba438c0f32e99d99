"""What is wrong with a program, where, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from askonce.program.syntax_tree import Place

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    place: Place
    message: str
    suggestion: str = ""
    severity: Severity = "error"
