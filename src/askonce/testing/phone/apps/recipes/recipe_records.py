"""The records of Broccoli."""

from __future__ import annotations

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    title: str
    description: str = ""
    servings: str = ""
    preparation_time: str = ""
    source: str = ""
    ingredients: str = ""
    directions: str = ""
    nutritional_values: str = ""
