"""Recordings files as YAML nodes. Errors are `RecordingError`s that point at the line."""

from __future__ import annotations

from askonce.diagnostics.excerpt import excerpt, format_location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError, decode_source
from askonce.diagnostics.yaml_nodes import YamlNode
from askonce.diagnostics.yaml_parser import YamlRules, parse_yaml
from askonce.errors import RecordingError

RULES = YamlRules(
    if_empty="delete it, or restore it from git",
    if_broken="correct the line, or restore the last good version of the file from git; until then it is not changed",
)


def decode_recordings(data: bytes, file: str) -> str:
    """The text of a recordings file; `file` is its name for errors."""
    try:
        return decode_source(data)
    except SourceError as error:
        raise recording_error(error.problem, file, "") from None


def parse_recordings(text: str, file: str) -> YamlNode:
    """The single document of a recordings file."""
    try:
        return parse_yaml(text, RULES)
    except SourceError as error:
        raise recording_error(error.problem, file, text) from error


def recording_error(problem: Problem, file: str, source: str) -> RecordingError:
    lines = [f"{format_location(file, problem.location)}: {problem.message}"]
    lines += excerpt(source.splitlines(), problem.location)
    return RecordingError("\n".join(lines), remedy=problem.suggestion)
