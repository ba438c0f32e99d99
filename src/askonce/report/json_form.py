"""Reports as JSON, for other programs and for merging reports."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError
from pydantic.json_schema import GenerateJsonSchema

from askonce.errors import TraceError
from askonce.report.document import FORMAT, VERSION, Report

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class _Untitled(GenerateJsonSchema):
    """Without titles that only repeat the names of fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def to_json(report: Report) -> str:
    """The report on one line. Default values are left out, except format and version."""
    data = report.model_dump_json(exclude_defaults=True)
    return f'{{"format":"{report.format}","version":{report.version},{data[1:]}'


def read_json(text: str, name: str = "the report") -> Report:
    """The report written by `to_json`; `name` is used in errors."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"{name} is not JSON: {error}", remedy="give a file that --json wrote") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]
        raise TraceError(f"{name} is not a report", remedy="give a file that --json wrote, or the folder of a run")
    if data.get("version") != VERSION:  # pyright: ignore[reportUnknownMemberType]
        raise TraceError(
            f"{name} has version {data.get('version')!r} of the format, but this version of Askonce reads {VERSION}",  # pyright: ignore[reportUnknownMemberType]
            remedy="upgrade Askonce, or write the report again from its trace",
        )
    try:
        return Report.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise TraceError(
            f"{name} is damaged at {where}: {first['msg']}", remedy="write it again from its trace"
        ) from None


def schema() -> dict[str, Any]:
    """The JSON Schema of reports, with what each field means."""
    return {
        "$schema": DRAFT,
        "$comment": f"Version {VERSION}. Default values are left out. New fields may be added at any time.",
        **Report.model_json_schema(schema_generator=_Untitled),
        "title": "Askonce report",
        "required": ["format", "version", "title", "runs"],
    }
