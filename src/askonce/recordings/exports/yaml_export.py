"""Exports a recording as a YAML script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, cast

from askonce.actions import Launch, Press, Scroll, Tap, Terminate, Type, Wait
from askonce.actions.action_sentence import tidy
from askonce.recordings.element_attributes import TEST_IDS
from askonce.recordings.exports.export_result import (
    Export,
    ExportValues,
    in_order,
    read_action,
    refuse_nothing,
    start_of,
    target_words,
    values_of,
    variable_for,
)
from askonce.recordings.exports.reading_steps import NotCarried, reading_of, script_item
from askonce.recordings.exports.step_sentences import checked_effects, checked_statement
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.recordings.slots import strings_in

_ITEMS = {
    "Tap": "aiTap",
    "DoubleTap": "aiDoubleClick",
    "RightTap": "aiRightClick",
    "Hover": "aiHover",
    "LongPress": "aiLongPress",
    "Clear": "aiClearInput",
    "Pinch": "aiPinch",
}
"""Actions that have their own item with the same parameters; all others are written by the name of the action."""
_TARGETS = {"desktop": "computer"}
_ENDS = {"down": "scrollToBottom", "up": "scrollToTop", "left": "scrollToLeft", "right": "scrollToRight"}
_FINGERS = frozenset({"Swipe", "SwipeTo"})
"""Actions that a page takes from fingers alone."""
_TABS = frozenset({"SwitchTab", "CloseTab"})
_NO_FOLDING = 1_000_000

Item = dict[str, Any]


def export_yaml(recordings: Sequence[Recording], *, url: str = "", values: Mapping[str, str] | None = None) -> Export:
    """A script with a task for each recording, starting at `url`. Values that are not passed become its secrets."""
    screen = recordings[0].screen if recordings else "web"
    flow, remarks = in_order([recording for recording in recordings if recording.screen == screen])
    others = {recording.screen for recording in recordings if recording.screen != screen}
    remarks += [f"left out: recordings of a {other} screen, since a script has one target" for other in others]
    needed = values_of(flow, values or {})
    script: Item = {}
    if screen == "web":
        page: Item = {"url": start_of(flow[0], url) if url else "${BASE_URL}" + start_of(flow[0], "")}
        is_touched = any(step.action in _FINGERS for recording in flow for step in recording.steps)
        if any(step.action in _TABS for recording in flow for step in recording.steps):
            remarks.append(
                "it will not run as it is: a script opens pages in the same tab, and these steps use another"
            )
        script["web"] = page | ({"touch": True} if is_touched else {})
        remarks += [] if url else ["set BASE_URL in the environment, or pass --url: the address where it begins"]
    else:
        script[_TARGETS.get(screen, screen)] = {}
    script |= _declared(needed)
    remarks += [f"{{{name}}} is read from the environment variable {variable_for(name)}" for name in needed.unknown]
    tasks = [
        {
            "name": tidy(recording.instruction),
            "flow": [item for step in recording.steps for item in _items(step, needed, remarks)],
        }
        for recording in flow
    ]
    if any("{{" in text for text in strings_in(tasks)):
        script.setdefault("vars", {})  # in a script that declares nothing, doubled braces are not an escape
    script["tasks"] = refuse_nothing([task for task in tasks if task["flow"]], remarks)
    return Export(_dump(script), tuple(remarks))


def _declared(values: ExportValues) -> Item:
    known = {name: values.known[name] for name in values.names if name in values.known}
    secrets = {name: variable_for(name) for name in values.unknown}
    return ({"vars": known} if known else {}) | ({"secrets": secrets} if secrets else {})


def _items(step: RecordedStep, values: ExportValues, remarks: list[str]) -> Iterator[Item]:
    """The items that perform a step, and those that check its result; a remark where a script has no item for it."""
    if reading := reading_of(step):
        try:
            yield script_item(reading)
        except NotCarried as reason:
            remarks.append(f"left out: {reading}, since a script has no words for it: {reason}")
        return
    if statement := checked_statement(step):
        yield {"aiAssert": statement}
        return
    action = read_action(step)
    where = _locate(step, "target")
    words = where.pop("locate", None)
    match action:
        case Tap(times=times):
            yield from ({"aiTap": words, **where} for _ in range(times))
        case Type(text=text, mode=mode, enter=enter):
            item: Item = {"aiInput": words, "value": text, **where}
            yield item | ({"mode": mode} if mode != "replace" else {})
            if enter:
                yield {"aiKeyboardPress": words, "keyName": "Enter", **where}
        case Press(keys=keys, times=times):
            yield from ({"aiKeyboardPress": words, "keyName": keys, **where} for _ in range(times))
        case Scroll(direction=direction, to_end=to_end, distance=distance):
            kind = _ENDS[direction] if to_end else "singleAction"
            item = {"aiScroll": words, "direction": direction, "scrollType": kind, **where}
            yield item | ({"distance": distance} if distance is not None else {})
        case Wait(until=until, seconds=seconds) if until:
            yield {"aiWaitFor": until, **({"timeout": round(seconds * 1000)} if seconds else {})}
        case Launch(app=app):
            yield {"launch": app}
        case Terminate(app=app):
            yield {"terminate": app}
        case _ if step.action == "Drag":
            yield {"aiDragAndDrop": None, "from": target_words(step, "start"), "to": target_words(step, "end")}
        case _:
            others = {name: value for name, value in step.params.items() if name != "target"}
            yield {_ITEMS.get(step.action, step.action): words, **others, **where}
    yield from ({"aiAssert": sentence} for sentence in checked_effects(step, values, remarks))


def _locate(step: RecordedStep, field: str) -> Item:
    """The description of a target, with a selector if there is a stable one."""
    if field not in step.params and field not in step.anchors:
        return {}
    path = _lasting_path(step.anchors.get(field))
    return {"locate": target_words(step, field), **({"xpath": path} if path else {})}


def _lasting_path(anchor: Anchor | None) -> str:
    """A selector by an id that a person chose, if it is unique."""
    if anchor is None or anchor.frame or anchor.row or anchor.like:
        return ""
    for name in (*TEST_IDS, "id"):
        value = anchor.attributes.get(name, "")
        if value and '"' not in value:
            return f'//*[@{name}="{value}"]'
    return next((path for path in anchor.paths[:1] if path.startswith(("//", "(//"))), "")


def _dump(script: Item) -> str:
    from ruamel.yaml import YAML

    yaml: Any = YAML()
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.width = _NO_FOLDING
    text = StringIO()
    yaml.dump(_spelt(script), text)
    return text.getvalue()


def _spelt(value: Any) -> Any:
    """The value with escapes for characters that YAML readers treat as line ends or reject."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    match value:
        case str() if not value.isprintable():
            return DoubleQuotedScalarString(value)
        case list():
            return [_spelt(item) for item in cast("list[Any]", value)]
        case dict():
            return {_spelt(key): _spelt(item) for key, item in cast("Item", value).items()}
        case _:
            return value
