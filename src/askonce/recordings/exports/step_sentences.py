"""Steps and expectations in plain words."""

from __future__ import annotations

import re
from typing import Any, assert_never

from askonce.actions import (
    Action,
    AnswerDialog,
    Clear,
    Drag,
    Navigate,
    Press,
    Scroll,
    Select,
    SwitchTab,
    Type,
    Upload,
    Wait,
)
from askonce.recordings.exports.export_result import read_action, tidy
from askonce.recordings.recording import RecordedStep
from askonce.screens.expectation import Expectation

_VERBS = {
    "Tap": "Tap",
    "DoubleTap": "Double-tap",
    "RightTap": "Right-click",
    "Hover": "Point at",
    "LongPress": "Press and hold",
    "Back": "Go back one page",
    "Forward": "Go forward one page",
    "Reload": "Reload the page",
    "CloseTab": "Close the tab",
    "Launch": "Open",
    "Terminate": "Close",
}


def sentence_of(expectation: Expectation) -> str:
    """An expectation in the words that are checked without a model."""
    text, value = quoted(expectation.text), quoted(expectation.value)
    match expectation.kind:
        case "visible":
            return f"the text {text} is visible"
        case "gone":
            return f"the text {text} is gone"
        case "address":
            return f"address contains {text}"
        case "field":
            return f"field {text} is {value}"
        case _:
            assert_never(expectation.kind)


def quoted(text: str) -> str:
    """`text` in quotes on one line, as expectations are read."""

    def spell(letter: str) -> str:
        if letter in '"\\':
            return "\\" + letter
        return letter if letter.isprintable() or ord(letter) > 0xFFFF else f"\\u{ord(letter):04x}"

    return '"' + "".join(map(spell, text)) + '"'


def target_words(step: RecordedStep, field: str = "target") -> str:
    """The words for a target: those it was found by, else what it is called."""
    said = step.params.get(field)
    if isinstance(said, str) and said.strip():
        return tidy(said)
    anchor = step.anchors.get(field)
    if anchor is None:
        return field
    name = tidy(anchor.name or anchor.label)
    return f"the {anchor.role or 'element'}{f' {name!r}' if name else ''}"


def action_sentence(step: RecordedStep) -> str:
    """What a step does, in a sentence that begins with a verb."""
    action = read_action(step)
    there = target_words(step) if "target" in step.params or "target" in step.anchors else ""
    said = _sentence(action, there) if action else ""
    if said:
        return said
    if step.action in _VERBS:
        what = there or tidy(str(step.params.get("app", "")))
        times = step.params.get("times", 1)
        return f"{_VERBS[step.action]} {what}".strip() + (f" {times} times" if times != 1 else "")
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", step.action).capitalize()
    details = ", ".join(f"{name} {value}" for name, value in step.params.items() if name != "target")
    return tidy(f"{words} {there}" + (f" with {details}" if details else ""))


def _sentence(action: Action[Any], there: str) -> str:
    match action:
        case Type(text=text, mode=mode, enter=enter):
            verb = "Type" if mode == "replace" else "Add"
            into = f" into {there}" if there else ""
            return f"{verb} {quoted(text)}{into}" + (" and press Enter" if enter else "")
        case Clear():
            return f"Empty {there}"
        case Press(keys=keys, times=times):
            return f"Press {keys}" + (f" in {there}" if there else "") + (f" {times} times" if times > 1 else "")
        case Select(options=options):
            return f"Choose {' and '.join(map(quoted, options))} in {there}"
        case Upload(files=files):
            return f"Upload {' and '.join(map(quoted, files))} to {there}"
        case Drag(start=start, end=end):
            return f"Drag {tidy(str(start))} onto {tidy(str(end))}"
        case Scroll(direction=direction, to_end=to_end):
            return f"Scroll {direction}" + (" to the end" if to_end else "") + (f" in {there}" if there else "")
        case Navigate(url=url):
            return f"Open URL {tidy(url)}"
        case SwitchTab(number=number):
            return f"Go to tab {number}"
        case AnswerDialog(accept=accept, text=text):
            entered = f" with {quoted(text)}" if text else ""
            return f"{'Accept' if accept else 'Dismiss'} the dialog{entered}"
        case Wait(seconds=seconds):
            return f"Wait until the screen changes, at most {seconds:g} seconds"
        case _:
            return ""
