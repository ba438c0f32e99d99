"""Names for what a person types, made from the field that takes it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection

from askonce.errors import ConfigError
from askonce.values import SLOT_NAME

_LONGEST = 24


def value_name(label: str, taken: Collection[str], *, otherwise: str = "value") -> str:
    """A name that can stand in braces: `user_name` for the field "User name:"."""
    words = re.findall(r"[^\W_]+", label.casefold())
    while len(words) > 1 and len("_".join(words)) > _LONGEST:
        words.pop()
    base = "_".join(words)[:_LONGEST].strip("_")
    if not re.fullmatch(SLOT_NAME, base) or keyword.iskeyword(base):
        base = otherwise
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def checked_name(name: str) -> str:
    """A name that a person chose."""
    if not re.fullmatch(SLOT_NAME, name) or "." in name:
        raise ConfigError(
            f"{name!r} cannot be the name of a variable", remedy="use letters, digits and _, beginning with a letter"
        )
    return name
