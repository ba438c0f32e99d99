"""Actions as statements of Playwright."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from askonce.actions import (
    Action,
    AnswerDialog,
    Back,
    Clear,
    DoubleTap,
    Drag,
    Forward,
    Hover,
    LongPress,
    Navigate,
    Press,
    Reload,
    RightTap,
    Scroll,
    Select,
    Tap,
    Type,
    Upload,
)
from askonce.recordings.exports.export_result import read_action
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.exports.python_source import Argument, Chain, literal
from askonce.recordings.exports.step_sentences import action_sentence
from askonce.recordings.recording import RecordedStep

_PAGE = Chain("page")
_KEYBOARD = Chain("page.keyboard")
_SCREENFUL, _WHOLE = 600, 100_000
_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_FILLED = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", ""})
"""The roles of elements that take a value at once; others are typed into key by key."""


class NotExported(Exception):
    """Says why a step has no statement in Playwright."""


@dataclass(frozen=True, slots=True)
class Move:
    """A statement, and how often it is done one after the other."""

    code: Chain
    times: int = 1


@dataclass(frozen=True, slots=True)
class Moves:
    """Writes the actions of one test."""

    locators: Locators

    def write(self, step: RecordedStep) -> Sequence[Move]:
        """The statements for a step; `NotExported` says why there are none."""
        action = read_action(step)
        if action is None:
            raise NotExported(f"{action_sentence(step)} ({step.action} is not an action that Playwright has)")
        match action:
            case Tap() | DoubleTap() | RightTap() | Hover() | LongPress() | Drag():
                return [self._pointed(action, step)]
            case Type() | Clear() | Press():
                return self._typed(action, step)
            case Select(options=[option]):
                return [Move(self._at(step).call("select_option", self._text(option)))]
            case Select(options=options):
                chosen = ", ".join(self._text(option) for option in options)
                return [Move(self._at(step).call("select_option", f"[{chosen}]"))]
            case Scroll():
                return self._scrolled(action, step)
            case Navigate(url=url):
                return [Move(_PAGE.call("goto", self._text(url)))]
            case Back() | Forward() | Reload():
                names = {Back: "go_back", Forward: "go_forward", Reload: "reload"}
                return [Move(_PAGE.call(names[type(action)]))]
            case _:
                raise NotExported(f"{action_sentence(step)} (Playwright has no {step.action})")

    def answer(self, answers: Sequence[AnswerDialog]) -> Chain:
        """What is said before a step that opens dialogs: how each of them is answered, in their order."""
        first, *others = answers
        if not first.accept:
            code = Chain("dialog").call("dismiss")
        else:
            code = Chain("dialog").call("accept", *([self._text(first.text)] if first.text is not None else []))
        handler = Argument(code, "lambda dialog: ")
        if others:
            handler = Argument(f"lambda dialog: ({self.answer(others)}, {code})")
        return _PAGE.call("once", literal("dialog"), handler)

    def upload(self, action: Upload, step: RecordedStep) -> tuple[Chain, Chain]:
        """The click that opens the file chooser, and what is chosen there."""
        files = [f"HERE / {self._text(name)}" for name in action.files]
        given = files[0] if len(files) == 1 else f"[{', '.join(files)}]"
        return self._at(step).call("click"), Chain("chooser.value").call("set_files", given)

    def _pointed(self, action: Action[Any], step: RecordedStep) -> Move:
        match action:
            case Drag():
                return Move(self._at(step, "start").call("drag_to", self._at(step, "end")))
            case Tap(times=times):
                return Move(self._at(step).call("click"), times)
            case DoubleTap():
                return Move(self._at(step).call("dblclick"))
            case RightTap():
                return Move(self._at(step).call("click", button='"right"'))
            case LongPress(seconds=seconds):
                return Move(self._at(step).call("click", delay=f"{seconds * 1000:.0f}"))
            case _:
                return Move(self._at(step).call("hover"))

    def _typed(self, action: Type | Clear | Press, step: RecordedStep) -> Sequence[Move]:
        there = self._at(step) if "target" in step.params else None
        match action:
            case Clear():
                return [Move(self._at(step).call("clear"))]
            case Press(keys=keys, times=times):
                return [Move((there or _KEYBOARD).call("press", literal(keys)), times)]
            case Type(text=text, mode=mode, enter=enter):
                moves = self._entered(step, there, self._text(text), mode)
                return [*moves, *([Move((there or _KEYBOARD).call("press", '"Enter"'))] if enter else [])]

    def _entered(self, step: RecordedStep, there: Chain | None, text: str, mode: str) -> list[Move]:
        select_all = Move(_KEYBOARD.call("press", '"ControlOrMeta+A"'))
        if there is None:
            return [*([select_all] if mode == "replace" else []), Move(_KEYBOARD.call("type", text))]
        if mode == "append":
            return [Move(there.call("press", '"End"')), Move(there.call("press_sequentially", text))]
        if step.anchors["target"].role in _FILLED:
            return [Move(there.call("fill", text))]
        return [Move(there.call("click")), select_all, Move(_KEYBOARD.call("type", text))]

    def _scrolled(self, action: Scroll, step: RecordedStep) -> Sequence[Move]:
        x, y = _WAYS[action.direction]
        distance = _WHOLE if action.to_end else action.distance or _SCREENFUL
        wheel = Move(Chain("page.mouse").call("wheel", _number(x * distance), _number(y * distance)))
        return [Move(self._at(step).call("hover")), wheel] if action.target else [wheel]

    def _at(self, step: RecordedStep, field: str = "target") -> Chain:
        anchor = step.anchors.get(field)
        found = self.locators.locate(anchor) if anchor else None
        if found is None:
            raise NotExported(f"{action_sentence(step)} (no selector is known for it)")
        return found

    def _text(self, text: str) -> str:
        return self.locators.text(text)


def _number(value: float) -> str:
    return str(int(value) if value == int(value) else value)
