"""`askonce schema`: JSON Schemas of scripts and reports, for editors and other programs."""

from __future__ import annotations

import json
from typing import Any

from askonce.errors import ConfigError

LANGUAGES = ("script", "report")


def print_schema(language: str) -> None:
    """Print the JSON Schema of a language."""
    print(json.dumps(_schema(language), ensure_ascii=False, indent=2))


def _schema(language: str) -> dict[str, Any]:
    match language:
        case "script":
            from askonce.script.script_json_schema import script_schema

            return script_schema()
        case "report":
            from askonce.report.json_form import schema

            return schema()
        case _:
            raise ConfigError(f"there is no schema for {language!r}", remedy=f"choose one of {', '.join(LANGUAGES)}")
