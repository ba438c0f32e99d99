"""The languages in which planners reply. A dialect is a module with `read`; a model family names the one it speaks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from askonce.errors import ConfigError
from askonce.planning.dialects import auto_glm, tags, ui_tars
from askonce.planning.plan import Dialect

DIALECTS: Mapping[str, Dialect] = MappingProxyType({"tags": tags, "ui-tars": ui_tars, "auto-glm": auto_glm})


def dialect_named(name: str) -> Dialect:
    dialect = DIALECTS.get(name)
    if dialect is None:
        raise ConfigError(f"there is no dialect named {name!r}", remedy=f"there are: {', '.join(DIALECTS)}")
    return dialect


__all__ = ["DIALECTS", "dialect_named"]
