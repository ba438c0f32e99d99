"""What a tool gives back, before it is put into the words of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from askonce.screens import Shot
from askonce.values import Mask


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """Words for a reader, the same as data for a program, and a picture or the folder of a run where there is one."""

    text: str
    data: Mapping[str, Any] | None = None
    picture: Shot | None = None
    run: Path | None = None


def masked(value: Any, mask: Mask) -> Any:
    """JSON data with secrets replaced by their names: a page may show what was typed into it."""
    match value:
        case str():
            return mask(value)
        case bool() | None:
            return value
        case int() | float():
            return mask(str(value)) if mask.hides(str(value)) else value
        case dict():
            return {mask(str(key)): masked(item, mask) for key, item in cast("dict[Any, Any]", value).items()}
        case list() | tuple():
            return [masked(item, mask) for item in cast("list[Any]", value)]
        case _:
            return mask(str(value))
