"""A pair of pages: an element is recorded on the first, and looked for on the second.

The element has the attribute `pattern="it"`, of which anchors know nothing. On the second page it has that only if it
is still the same to a person; whatever else is found is wrong. A change of meaning changes what the element means or
does, a cosmetic one only how it is written or where it is.
"""

from __future__ import annotations

from dataclasses import dataclass

IT = 'pattern="it"'


@dataclass(frozen=True)
class Change:
    kind: str
    """What changed, in a few words."""
    instruction: str
    before: str
    after: str
    is_cosmetic: bool = False
