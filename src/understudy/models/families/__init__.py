"""Facts about model families: how each writes a position, how it wants its pictures, what its requests need."""

from understudy.models.families.facts import Family, ImageRules
from understudy.models.families.table import FAMILIES, family_named

__all__ = ["FAMILIES", "Family", "ImageRules", "family_named"]
