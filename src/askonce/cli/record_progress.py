"""The steps of a recording, printed as they are made."""

from __future__ import annotations

from askonce.cli.terminal import Console, Text, plain
from askonce.recorder.hand_recorder import HandRecorder
from askonce.recorder.hand_step import HandStep


class RecordProgress:
    """Prints a line for each step. What is being typed is printed once it is complete."""

    def __init__(self, console: Console, recorder: HandRecorder) -> None:
        self._console = console
        self._recorder = recorder
        self._printed: dict[int, HandStep] = {step.number: step for step in recorder.steps}
        recorder.listeners.append(self.update)

    def update(self) -> None:
        self._print(is_over=False)

    def finish(self) -> None:
        self._print(is_over=True)

    def _print(self, *, is_over: bool) -> None:
        steps = self._recorder.steps
        for number in self._printed.keys() - {step.number for step in steps}:
            self._line("– ", f"removed: {self._printed.pop(number).words}", "dim")
        for place, step in enumerate(steps, 1):
            is_growing = step is steps[-1] and bool(step.value) and not is_over
            if self._printed.get(step.number) == step or is_growing:
                continue
            known = self._printed.get(step.number)
            self._printed[step.number] = step
            if known and (known.words, known.problem) == (step.words, step.problem):
                continue
            self._line(f"{place:>3} ", step.words, "green")
            if step.problem:
                self._line("    ✗ ", f"would not be found again: {step.problem}", "bold red")
            elif step.remark:
                self._line("    · ", step.remark, "yellow")

    def _line(self, mark: str, text: str, style: str) -> None:
        self._console.print(Text.assemble((mark, style), plain(text)))
