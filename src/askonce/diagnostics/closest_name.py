"""The known name that a misspelt one was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def closest_name(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name that is most like `name`, upper and lower case aside; empty when none is close."""
    by_folded = {candidate.casefold(): candidate for candidate in sorted(known)}
    found = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=cutoff)
    return by_folded[found[0]] if found else ""


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str = "") -> str:
    """The question that suggests the closest name, or `otherwise` when none is close."""
    close = closest_name(name, known)
    return f"did you mean {close}?" if close else otherwise
