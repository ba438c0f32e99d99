"""Traces of any length, written through the recorder as a run writes them.

Each step is a round of its own: a look with a picture and a list of elements, a question of some 6 kB of text with
that picture, the answer, what was read from it, one target that was found, one action. No two pictures are the same
bytes, but they cost nothing to make: each is one of a few real ones with a remark in its file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Expected,
    LineEnded,
    LineStarted,
    Located,
    Looked,
    MessageRef,
    Planned,
    ProgramEnded,
    ProgramStarted,
    RunEnded,
    RunStarted,
    Trace,
    Tried,
)

Shape = Literal["acts", "program"]
"""Act after act, or a program with one loop, of which each pass is an act."""
ROUNDS: dict[Shape, int] = {"acts": 5, "program": 1}
"""In an act: a loop is to have as many passes as there are steps."""
VIEW = (0.0, 0.0, 1280.0, 800.0)
PROGRAM = "# Put every product into the basket\nfor product in products:\n    put {product} into the basket\n"
RULES = "You operate a screen on behalf of a person, and say what is to be done next. " * 40
"""What is sent in each round and is the same in all."""


@dataclass(slots=True)
class _Clock:
    """Time passes as events say that it did."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class _Writer:
    """Writes one trace."""

    trace: Trace
    clock: _Clock
    pictures: Sequence[bytes]
    done: list[str] = field(default_factory=list[str])
    """What the model is told of the rounds before, in this act."""

    def play(self, act: int, first: int, rounds: int) -> None:
        """An act whose first step is the one with this number."""
        trace = self.trace
        trace.emit(ActStarted(act=act, instruction=f"put product {act} in", model="some-model", sees="both", rounds=20))
        self.done.clear()
        for place in range(rounds):
            self._round(act, place + 1, first + place)
        message = f"Product {act} is in the basket."
        spent: dict[str, Any] = {"rounds": rounds, "actions": rounds, "calls": rounds, "tokens": rounds * 1700}
        trace.emit(ActEnded(act=act, outcome="done", message=message, how="asked", seconds=rounds * 0.9, **spent))

    def _round(self, act: int, round: int, step: int) -> None:
        trace = self.trace
        at: dict[str, Any] = {"act": act, "round": round}
        picture = trace.keep_image(_remarked(self.pictures[step % len(self.pictures)], step), "image/jpeg")
        elements = trace.keep_text(_elements(step))
        address = f"http://127.0.0.1:8000/product/{step}"
        self._pass(0.06)
        looked = Looked(**at, shot=picture, screen=VIEW, address=address, elements=elements, seconds=0.06)
        trace.emit(looked)
        rules, before = trace.keep_text(RULES), trace.keep_text("# Done so far\n" + "\n".join(self.done))
        messages = (
            MessageRef(role="system", parts=(rules,)),
            MessageRef(role="user", parts=(before, elements, picture)),
        )
        asking: dict[str, Any] = {**at, "role": "planning", "model": "some-model"}
        trace.emit(Asked(**asking, messages=messages))
        self._pass(0.7)
        target, action = f"the button for product {step}", f"Tap(the button for product {step})"
        text = f"<thought>{'The basket lacks this one. ' * 8}</thought><log>Tap {target}</log>"
        used: dict[str, Any] = {"prompt_tokens": 1640, "completion_tokens": 60, "cost": 0.002}
        trace.emit(Answered(**asking, text=text, seconds=0.7, **used))
        expects = (f'visible "{step} products"',)
        trace.emit(Planned(**at, thought=text, log=f"Tap {target}", actions=(action,), expects=expects))
        left, top = 40.0 + step % 30 * 40, 60.0 + step % 17 * 40
        tried = (Tried(finder="planned", said="no place was given"), Tried(finder="local", said="found"))
        box = (left, top, left + 90, top + 28)
        trace.emit(Located(**at, target=target, finder="local", box=box, tried=tried, seconds=0.002))
        self._pass(0.08)
        params = f'{{"target": {{"prompt": "{target}"}}}}'
        point = (left + 45, top + 14)
        trace.emit(Acted(**at, action=action, params=params, point=point, seconds=0.03, settled=0.05))
        trace.emit(Expected(**at, met=expects))
        self.done.append(f"Round {round}: {text} {action}")

    def _pass(self, seconds: float) -> None:
        self.clock.now += seconds


def write_trace(folder: Path, steps: int, pictures: Sequence[bytes], shape: Shape = "acts") -> Path:
    """Write the trace of a run of so many steps into a folder; `pictures` are JPEG files, and are taken in turn."""
    clock = _Clock()
    trace = Trace(folder, clock=clock)
    writer = _Writer(trace, clock, pictures)
    in_act = ROUNDS[shape]
    acts = -(-steps // in_act)
    trace.emit(RunStarted(version="0", screen="web", title=f"A run of {steps} steps"))
    if shape == "program":
        trace.emit(ProgramStarted(program=PROGRAM))
        trace.emit(LineStarted(line=2, words="for product in products", total=acts))
        trace.emit(LineEnded(line=2, outcome="done"))
    for act in range(acts):
        rounds, first = min(in_act, steps - act * in_act), act * in_act
        if shape == "acts":
            writer.play(act + 1, first, rounds)
            continue
        passes = (act + 1,)
        trace.emit(LineStarted(line=3, words=f"put product {act + 1} in", iterations=passes, depth=0, total=acts))
        writer.play(act + 1, first, rounds)
        trace.emit(LineEnded(line=3, iterations=passes, outcome="done", actions=rounds, how="asked"))
        trace.emit(LineStarted(line=2, words="for product in products", iterations=(act + 2,), total=acts))
        trace.emit(LineEnded(line=2, iterations=(act + 2,), outcome="done"))
    if shape == "program":
        trace.emit(ProgramEnded(outcome="done", answer=f"{steps} steps", lines=2 * acts, actions=steps))
    trace.emit(RunEnded())
    trace.close()
    return folder


def _remarked(jpeg: bytes, number: int) -> bytes:
    """The same picture in a file of its own: with a remark after the mark by which a JPEG file begins."""
    remark = f"step {number}".encode()
    return jpeg[:2] + b"\xff\xfe" + (len(remark) + 2).to_bytes(2, "big") + remark + jpeg[2:]


def _elements(step: int) -> str:
    """A list as a model is shown, of a page with some forty elements."""
    lines = [f"# Screen http://127.0.0.1:8000/product/{step}"]
    for number in range(40):
        kind = ("button", "link", "text", "checkbox")[number % 4]
        lines.append(f'[{number}] {kind} "Product {step * 40 + number}, which is fine and costs {number}.00"')
    return "\n".join(lines)
