"""Imports Midscene's cache files."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlMapping, value_of
from askonce.diagnostics.yaml_parser import parse_yaml
from askonce.lazy import dataclass
from askonce.recordings.midscene_flow import NoCounterpart, read_item
from askonce.recordings.recording import Anchor, RecordedStep, RecordedTarget, Recording, RecordingFile
from askonce.recordings.recording_yaml import RULES, parse_recordings, recording_error

FRAMES = "|>>|"
SCREEN = "web"
"""The files do not name the kind of screen; only web pages have XPaths."""


@dataclass(frozen=True, slots=True)
class ImportedCache:
    """What was imported from a cache file, and a remark for each entry that was not."""

    file: RecordingFile
    remarks: tuple[str, ...] = ()


class _CachedXpath(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="ignore")
    xpaths: list[str] = []


class _CacheEntry(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="ignore")
    type: str
    prompt: str | dict[str, Any]
    workflow: str = Field(default="", alias="yamlWorkflow")
    cache: _CachedXpath | None = None
    xpaths: list[str] | None = None
    """Older files have this instead of `cache`."""


def read_midscene(text: str, file: str) -> ImportedCache:
    """The recordings in the text of a Midscene cache; `file` is its name for errors.

    An entry that has no counterpart is left out with a remark. If a prompt occurs several times, the last one is used.
    """
    root = parse_recordings(text, file)
    entries = root.entries.get("caches") if isinstance(root, YamlMapping) else None
    listed = value_of(entries) if entries else None
    if not isinstance(listed, list):
        problem = Problem(root.location, "this is not a Midscene cache", 'such a file has a list named "caches"')
        raise recording_error(problem, file, text)
    recorded = RecordingFile()
    remarks: list[str] = []
    for number, entry in enumerate(cast("list[object]", listed), 1):
        try:
            recorded = recorded.with_entries(_read_entry(entry))
        except NoCounterpart as reason:
            remarks.append(f"{file}: entry {number} was left out: {reason}")
    return ImportedCache(recorded, tuple(remarks))


def _read_entry(data: object) -> Recording | RecordedTarget:
    try:
        entry = _CacheEntry.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoCounterpart(f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg']}") from None
    prompt = _words(entry.prompt)
    match entry.type:
        case "locate":
            paths = (entry.cache.xpaths if entry.cache else entry.xpaths) or []
            if not paths:
                raise NoCounterpart(f"{prompt!r} has no XPaths")
            anchor = Anchor(paths=tuple(f" {FRAMES} ".join(map(str.strip, path.split(FRAMES))) for path in paths))
            return RecordedTarget(prompt=prompt, screen=SCREEN, anchor=anchor)
        case "plan":
            return Recording(instruction=prompt, screen=SCREEN, steps=_steps(entry.workflow, prompt))
        case other:
            raise NoCounterpart(f"it is of type {other!r}, which is not known")


def _words(prompt: str | dict[str, Any]) -> str:
    if isinstance(prompt, str):
        return prompt
    if prompt.get("images") or not isinstance(prompt.get("prompt"), str):
        raise NoCounterpart("its prompt is not plain text")
    return prompt["prompt"]


def _steps(workflow: str, prompt: str) -> tuple[RecordedStep, ...]:
    try:
        script = value_of(parse_yaml(workflow, RULES))
    except SourceError as error:
        raise NoCounterpart(f"the workflow of {prompt!r} cannot be read ({error.problem.message})") from error
    steps: list[RecordedStep] = []
    for task in _list_in(script, "tasks"):
        for item in _list_in(task, "flow"):
            try:
                steps += read_item(item)
            except NoCounterpart as reason:
                raise NoCounterpart(f"the workflow of {prompt!r} {reason}") from None
    if not steps:
        raise NoCounterpart(f"the workflow of {prompt!r} is empty")
    return tuple(steps)


def _list_in(value: object, name: str) -> list[object]:
    held = cast("dict[str, object]", value).get(name) if isinstance(value, dict) else None
    return cast("list[object]", held) if isinstance(held, list) else []
