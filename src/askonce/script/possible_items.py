"""Items that the screen of a script cannot do: told before anything is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from askonce.actions.builtin import built_in
from askonce.actions.screen_needs import Scrolling, Swiping, Tapping, Typing, has_verb
from askonce.config import Settings, allows_shell
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.items.flow_items import ActionItem, ActItem, Item, TapItem
from askonce.items.query_items import FileChooserItem, JavascriptItem, LocateItem, WdaRequestItem
from askonce.screens import DeviceShell, FileChoosers, Pointer, Scripted, Watchable, WdaRequests
from askonce.screens.kind_registry import AnyKind
from askonce.screens.screen_kind import OpenContext
from askonce.script.flow_blocks import ForBlock, IfBlock, RepeatBlock, WhileBlock
from askonce.script.script import Target

_COMMON = {None, Tapping, Typing, Scrolling, Pointer, Watchable}
"""What all screens have; the classes of others are not loaded to find out."""
_SHELL = {"expose_run_adb_shell_action", "allow_adb_shell"}


def impossible_item_problems(
    flows: Sequence[list[Item]],
    kind: AnyKind,
    target: Target,
    environment: Mapping[str, str],
    place: Location,
    *,
    rehearsed: bool,
) -> Iterator[Problem]:
    """What a run would refuse. What the machine lacks is a warning when `rehearsed`: it may run on another one."""
    if missing := kind.missing_modules:
        needs = f"{kind.name} screens need {', '.join(missing)}, which is not installed"
        yield Problem(place, needs, kind.install, "warning" if rehearsed else "error")
        return
    special = [(item, verb) for flow in flows for item in _items(flow) if (verb := _verb(item)) not in _COMMON]
    opened = OpenContext(Settings(adb_shell=allows_shell(environment)))
    screen = kind.load_class_of(target, opened) if special else None
    for item, verb in special:
        if screen and not has_verb(screen, verb):
            is_open = rehearsed and verb is DeviceShell and _is_left_to_environment(target)
            yield replace(_problem(item, kind, target, verb), severity="warning" if is_open else "error")


def _is_left_to_environment(target: Target) -> bool:
    """Whether an environment variable may allow commands: phones with Android that say nothing of it."""
    known = type(target).model_fields.keys()
    return known >= _SHELL and _SHELL.isdisjoint(target.model_fields_set)


def _problem(item: Item, kind: AnyKind, target: Target, verb: Any) -> Problem:
    action = built_in(item.performs) if isinstance(item, ActionItem) else None
    if action and action.lacking:
        return Problem(item.place, f"{item.key} is switched off", action.lacking.removeprefix("it is switched off: "))
    return Problem(
        item.place,
        f"{item.key} needs {verb.__name__}, which this {kind.name} screen does not have",
        "add touch: true to the target" if hasattr(target, "touch") and verb is Swiping else "remove it",
    )


def _items(flow: list[Item]) -> Iterator[Item]:
    for item in flow:
        yield item
        match item:
            case IfBlock():
                yield from _items([*item.then, *item.otherwise])
            case ForBlock() | RepeatBlock() | WhileBlock():
                yield from _items(item.do)
            case _:
                pass


def _verb(item: Item) -> Any:
    """What an item needs of a screen; None if nothing that some screens lack."""
    match item:
        case JavascriptItem():
            return Scripted if item.subject.strip() else None
        case WdaRequestItem():
            return WdaRequests
        case FileChooserItem():
            return FileChoosers
        case ActItem() | TapItem() if item.file_chooser_accept:
            return FileChoosers
        case LocateItem():
            return None
        case ActionItem():
            action = built_in(item.performs)
            return action.needs if action else None
        case _:
            return None
