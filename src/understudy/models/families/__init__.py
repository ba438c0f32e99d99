"""Facts about model families: how each writes a position, how it wants its pictures, what its requests need."""

from understudy.models.families.facts import Dialect, Family, ImageRules
from understudy.models.families.table import FAMILIES, family_for_model, family_named

__all__ = ["FAMILIES", "Dialect", "Family", "ImageRules", "family_for_model", "family_named"]
