"""`understudy schema`: the languages that are written for Understudy, as JSON Schema for editors."""

from __future__ import annotations

import json

from understudy.errors import ConfigError


def print_schema(language: str) -> int:
    """Print the schema of a language on standard output."""
    if language != "script":
        raise ConfigError(f"there is no schema for {language!r}", remedy="there is one for: script")
    from understudy.script.schema import script_schema

    print(json.dumps(script_schema(), ensure_ascii=False, indent=2))
    return 0
