"""Actions as Playwright statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from askonce.actions import Action, AnswerDialog, Target, Upload
from askonce.actions.playwright_call import CallValue, PlaywrightCall
from askonce.lazy import dataclass
from askonce.recordings.exports.export_result import read_action
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.exports.python_source import Argument, CallChain, literal
from askonce.recordings.exports.step_sentences import action_sentence
from askonce.recordings.recording import RecordedStep

_PAGE = CallChain("page")
_KEYBOARD = CallChain("page.keyboard")
_FILLED = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", ""})
"""Roles of elements that can be filled at once; others are typed into key by key."""


class NotExported(Exception):
    """A step has no Playwright statement; the message says why."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, and how often it is repeated."""

    code: CallChain
    times: int = 1


@dataclass(frozen=True, slots=True)
class PlaywrightWriter:
    """Writes the actions of one test."""

    locators: Locators

    def write(self, step: RecordedStep) -> Sequence[Statement]:
        """The statements for a step; `NotExported` says why there are none."""
        action = read_action(step)
        if action is None:
            raise NotExported(f"{action_sentence(step)} ({step.action} is not an action that Playwright has)")
        written = [statement for call in action.playwright() for statement in self._statements(call, action, step)]
        if not written:
            raise NotExported(f"{action_sentence(step)} (Playwright has no {step.action})")
        return written

    def _statements(self, call: PlaywrightCall, action: Action[Any], step: RecordedStep) -> Iterator[Statement]:
        field = _field_of(call.on, action) if isinstance(call.on, Target) else ""
        on = self._at(step, field) if field else CallChain(str(call.on))
        arguments = [self._argument(value, action, step) for value in call.arguments]
        if call.method == "fill" and field and step.anchors[field].role not in _FILLED:
            yield Statement(on.call("click"))
            yield Statement(_KEYBOARD.call("press", '"ControlOrMeta+A"'))
            yield Statement(_KEYBOARD.call("type", *arguments))
            return
        options = {name: self._argument(value, action, step) for name, value in call.options}
        yield Statement(on.call(call.method, *arguments, **options), call.times)

    def _argument(self, value: CallValue, action: Action[Any], step: RecordedStep) -> str | CallChain:
        match value:
            case Target():
                return self._at(step, _field_of(value, action))
            case str():
                return self._text(value)
            case list():
                return f"[{', '.join(map(self._text, value))}]"
            case float() if value.is_integer():
                return str(int(value))
            case _:
                return str(value)

    def answer(self, answers: Sequence[AnswerDialog]) -> CallChain:
        """The handlers before a step that opens dialogs: how each is answered, in order."""
        first, *others = answers
        if not first.accept:
            code = CallChain("dialog").call("dismiss")
        else:
            code = CallChain("dialog").call("accept", *([self._text(first.text)] if first.text is not None else []))
        handler = Argument(code, "lambda dialog: ")
        if others:
            handler = Argument(f"lambda dialog: ({self.answer(others)}, {code})")
        return _PAGE.call("once", literal("dialog"), handler)

    def upload(self, action: Upload, step: RecordedStep) -> tuple[CallChain, CallChain]:
        """The click that opens the file chooser, and what is chosen there."""
        files = [f"HERE / {self._text(name)}" for name in action.files]
        given = files[0] if len(files) == 1 else f"[{', '.join(files)}]"
        return self._at(step).call("click"), CallChain("chooser.value").call("set_files", given)

    def _at(self, step: RecordedStep, field: str = "target") -> CallChain:
        anchor = step.anchors.get(field)
        found = self.locators.locate(anchor) if anchor else None
        if found is None:
            raise NotExported(f"{action_sentence(step)} (no selector is known for it)")
        return found

    def _text(self, text: str) -> str:
        return self.locators.text(text)


def _field_of(target: Target, action: Action[Any]) -> str:
    return next(name for name in action.target_fields() if getattr(action, name) is target)
