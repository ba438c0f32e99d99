"""How reference pictures are shown to a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from askonce.errors import ConfigError
from askonce.models import Image
from askonce.models.families import Family


def reference_parts(images: Mapping[str, Image], family: Family) -> Iterator[str | Image]:
    """The pictures that words refer to, each with its name; they come before the screen."""
    if images and family.sees == "elements":
        raise ConfigError(
            f"models of the family {family.name} see no pictures, and there are reference pictures to compare with",
            remedy="use a model that sees pictures",
        )
    if images:
        yield "# Reference pictures\nTo compare with; they do not show the screen."
    for name, image in images.items():
        yield f"{json.dumps(name, ensure_ascii=False)}:"
        yield family.prepare(image)
