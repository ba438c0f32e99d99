"""Imports Midscene's cache files."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlMapping, value_of
from askonce.diagnostics.yaml_parser import parse_yaml
from askonce.lazy import dataclass
from askonce.recordings.midscene_flow import NoCounterpart, is_end, is_passive, missing_step, read_item
from askonce.recordings.recording import Anchor, RecordedStep, RecordedTarget, Recording, RecordingFile
from askonce.recordings.recording_yaml import RULES, parse_recordings, recording_error

FRAMES = "|>>|"
SCREEN = "web"
"""The files do not name the kind of screen; only web pages have XPaths."""


@dataclass(frozen=True, slots=True)
class ImportedCache:
    """What was imported from a cache file, and a remark for each entry or item that was not."""

    file: RecordingFile
    remarks: tuple[str, ...] = ()


class _CacheEntry(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="ignore")
    type: str
    prompt: str | dict[str, Any]
    workflow: str = Field(default="", alias="yamlWorkflow")
    cache: dict[str, Any] | None = None
    """What is known of an element; of web pages its XPaths."""
    xpaths: list[Any] | None = None
    """Older files have this instead of `cache`."""


def read_midscene(text: str, file: str) -> ImportedCache:
    """The recordings in the text of a Midscene cache; `file` is its name for errors.

    An entry that has no counterpart is left out with a remark, and so are several for one prompt that differ: which of
    them is meant depends on what was done before.
    """
    root = parse_recordings(text, file)
    entries = root.entries.get("caches") if isinstance(root, YamlMapping) else None
    listed = value_of(entries) if entries else None
    if not isinstance(listed, list):
        problem = Problem(root.location, "this is not a Midscene cache", 'such a file has a list named "caches"')
        raise recording_error(problem, file, text)
    read: dict[tuple[object, ...], Recording | RecordedTarget] = {}
    differing: set[tuple[object, ...]] = set()
    remarks: list[str] = []
    for number, data in enumerate(cast("list[object]", listed), 1):
        try:
            entry, gaps = _read_entry(data)
        except NoCounterpart as reason:
            remarks.append(f"{file}: entry {number} was left out: {reason}")
            continue
        remarks += (f"{file}: entry {number}: {gap}" for gap in gaps)
        if read.setdefault(entry.key, entry) != entry and entry.key not in differing:
            differing.add(entry.key)
            words = entry.prompt if isinstance(entry, RecordedTarget) else entry.instruction
            remarks.append(f"{file}: entry {number} was left out: {words!r} is there several times and differs")
    kept = (entry for key, entry in read.items() if key not in differing)
    return ImportedCache(RecordingFile().with_entries(*kept), tuple(remarks))


def _read_entry(data: object) -> tuple[Recording | RecordedTarget, list[str]]:
    """An entry as ours, and what of it could not be taken over."""
    try:
        entry = _CacheEntry.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise NoCounterpart(f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg']}") from None
    prompt = _words(entry.prompt)
    match entry.type:
        case "locate":
            known: object = (entry.cache or {}).get("xpaths", entry.xpaths)
            listed = cast("list[object]", known) if isinstance(known, list) else []
            paths = [path for path in listed if isinstance(path, str) and path.strip()]
            if not paths:
                raise NoCounterpart(f"{prompt!r} has no XPaths")
            anchor = Anchor(paths=tuple(f" {FRAMES} ".join(map(str.strip, path.split(FRAMES))) for path in paths))
            return RecordedTarget(prompt=prompt, screen=SCREEN, anchor=anchor), []
        case "plan":
            steps, gaps = _steps(entry.workflow, prompt)
            return Recording(instruction=prompt, screen=SCREEN, steps=steps), gaps
        case other:
            raise NoCounterpart(f"it is of type {other!r}, which is not known")


def _words(prompt: str | dict[str, Any]) -> str:
    if isinstance(prompt, str):
        return prompt
    if prompt.get("images") or not isinstance(prompt.get("prompt"), str):
        raise NoCounterpart("its prompt is not plain text")
    return prompt["prompt"]


def _steps(workflow: str, prompt: str) -> tuple[tuple[RecordedStep, ...], list[str]]:
    """The steps of a workflow, and what is said of items that no step does.

    An item that changes nothing is passed over. In the place of any other that is not known stands a step that nothing
    can do, so that a replay stops before it and a model does it: what comes after it may depend on it.
    """
    try:
        script = value_of(parse_yaml(workflow, RULES))
    except SourceError as error:
        raise NoCounterpart(f"the workflow of {prompt!r} cannot be read ({error.problem.message})") from error
    steps: list[RecordedStep] = []
    gaps: list[str] = []
    is_known = False
    for task in _list_in(script, "tasks"):
        for item in _list_in(task, "flow"):
            if is_end(item):
                continue
            try:
                steps += read_item(item)
                is_known = True
            except NoCounterpart as reason:
                passed = is_passive(item)
                how = "it changes nothing and is passed over" if passed else "a model is asked when it comes to that"
                gaps.append(f"the workflow of {prompt!r} {reason}; {how}")
                steps += [] if passed else [missing_step(item)]
    if not is_known:
        raise NoCounterpart(gaps[0] if gaps else f"the workflow of {prompt!r} is empty")
    return tuple(steps), gaps


def _list_in(value: object, name: str) -> list[object]:
    held = cast("dict[str, object]", value).get(name) if isinstance(value, dict) else None
    return cast("list[object]", held) if isinstance(held, list) else []
