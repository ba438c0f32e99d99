"""What a tool gives back, before it is put into the words of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from askonce.lazy import dataclass
from askonce.screens import Shot


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """Words for a reader, the same as data for a program, and a picture or the folder of a run where there is one."""

    text: str
    data: Mapping[str, Any] | None = None
    picture: Shot | None = None
    run: Path | None = None
