"""Keys that Askonce does not support: an error if they change the outcome, otherwise a warning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode
from askonce.items.flow_items import ActionItem, Item
from askonce.screens.option_fields import NoEffect, NotSupported, Section
from askonce.script.flow_blocks import ForBlock, IfBlock, RepeatBlock, WhileBlock
from askonce.script.script import Target
from askonce.script.script_models import ScriptFile
from askonce.script.script_targets import kind_of

_WITH_SHELL = ("android", "harmony")
"""Kinds of screens that run commands."""


def unsupported_key_problems(file: ScriptFile, root: YamlMapping, kind: str, target: Target) -> list[Problem]:
    problems = list(key_problems(target, root.entries.get(kind), kind))
    problems += _idle_keys(target, root.entries.get(kind), kind)
    problems += key_problems(file.agent, root.entries.get("agent"), "agent")
    tasks = root.entries.get("tasks")
    for task, node in zip(file.tasks, tasks.items if isinstance(tasks, YamlList) else [], strict=False):
        if isinstance(node, YamlMapping):
            problems += _flow(task.flow, node.entries.get("flow"), kind)
    return problems


def _idle_keys(target: Target, node: YamlNode | None, kind: str) -> Iterator[Problem]:
    """Keys of the target that make no difference beside what else it says."""
    declared = kind_of(kind)
    idle: Mapping[str, str] = declared.idle_keys(target) if declared and declared.idle_keys else {}
    for name, reason in idle.items():
        key = type(target).model_fields[name].alias or name
        yield Problem(_key_location(node, key), f"{key} has no effect here", reason, "warning")


def _flow(flow: list[Item], node: YamlNode | None, kind: str) -> Iterator[Problem]:
    for item, item_node in zip(flow, node.items if isinstance(node, YamlList) else [], strict=False):
        yield from key_problems(item, item_node, item.key)
        yield from _item(item, kind)
        if not isinstance(item_node, YamlMapping):
            continue
        match item:
            case IfBlock():
                yield from _flow(item.then, item_node.entries.get("then"), kind)
                yield from _flow(item.otherwise, item_node.entries.get("else"), kind)
            case ForBlock() | RepeatBlock() | WhileBlock():
                yield from _flow(item.do, item_node.entries.get("do"), kind)
            case _:
                pass


def _item(item: Item, kind: str) -> Iterator[Problem]:
    match item:
        case ActionItem(action="RunAdbShell") if kind not in _WITH_SHELL:
            needed = " or ".join(_WITH_SHELL)
            yield Problem(item.place, f"{item.key} needs an {needed} target, but this script has {kind}", "remove it")
        case _:
            pass


def key_problems(section: Section | None, node: YamlNode | None, where: str) -> Iterator[Problem]:
    """The keys of one mapping that are marked as `NotSupported` or as `NoEffect`."""
    if section is None:
        return
    for name in section.model_fields_set & type(section).model_fields.keys():
        field = type(section).model_fields[name]
        key = field.alias or name
        for mark in field.metadata:
            if isinstance(mark, NoEffect):
                yield Problem(_key_location(node, key), f"{key} has no effect here", mark.reason, "warning")
            elif isinstance(mark, NotSupported) and getattr(section, name) not in (None, False, ""):
                yield Problem(_key_location(node, key), f"not supported yet: {key} in {where}", mark.remedy)


def _key_location(node: YamlNode | None, key: str) -> Location:
    if isinstance(node, YamlMapping) and key in node.keys:
        return node.keys[key].location
    return node.location if node else Location(1)
