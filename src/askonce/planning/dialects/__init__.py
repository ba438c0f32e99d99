"""The languages in which planners reply. A dialect is a module with `read`; a model family names the one it speaks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import cast

from askonce.errors import ConfigError
from askonce.planning.plan import Dialect

DIALECTS: Mapping[str, str] = MappingProxyType({"tags": "tags", "ui-tars": "ui_tars", "auto-glm": "auto_glm"})
"""The modules by the names that families use. One is loaded when it is spoken."""


def dialect_named(name: str) -> Dialect:
    if name not in DIALECTS:
        raise ConfigError(f"there is no dialect named {name!r}", remedy=f"there are: {', '.join(DIALECTS)}")
    return cast("Dialect", import_module(f"{__name__}.{DIALECTS[name]}"))


__all__ = ["DIALECTS", "dialect_named"]
