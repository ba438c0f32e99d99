"""Facts about model families: how each writes a position, how it wants its pictures, what its requests need."""

from askonce.models.families.family_facts import Dialect, Family, ImageRules
from askonce.models.families.family_table import FAMILIES, family_for_model, family_named

__all__ = ["FAMILIES", "Dialect", "Family", "ImageRules", "family_for_model", "family_named"]
