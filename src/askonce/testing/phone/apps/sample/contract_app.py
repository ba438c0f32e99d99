"""The sample of the screen contract as an activity: the elements and lines of `SAMPLE_PAGE`."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from askonce.testing.phone.activity import Activity, Alert
from askonce.testing.phone.views import View, button, entry, scroll_list, text, text_field, tick_box

if TYPE_CHECKING:
    from askonce.testing.phone.handset import Handset

_SIZES = ("Small", "Medium", "Large")
_LOADS = 1.2
"""Seconds until what was loaded is there."""


class ContractSample(Activity):
    name = ".MainActivity"

    def __init__(self, phone: Handset) -> None:
        super().__init__(phone)
        self.touched, self.answered, self.size, self.typed = "none", "none", "Small", ""
        self.pressed, self.zoom, self.agreed = 0, 1.0, False
        self.loaded_at: float | None = None

    def view(self) -> View:
        later = self.loaded_at is not None and time.monotonic() >= self.loaded_at
        parts = (
            text(f"Last touch: {self.touched}", id="touch"),
            text(f"Pressed: {self.pressed}", id="pressed"),
            text(f"Answer: {self.answered}", id="answer"),
            text(f"Later: {'here' if later else 'none'}", id="later"),
            View("Button", "Plot", id="plot", style="plot", on={"touch": self._touch, "pinch": self._pinch}),
            text_field(self.typed, self._type, id="name", description="Name"),
            tick_box("Agree", self.agreed, self._agree, id="agree"),
            View(
                "Spinner",
                self.size,
                id="size",
                description="Size",
                options=_SIZES,
                on={"tap": self._ask_size, "choose": self._choose_size},
            ),
            button("Press me", self._press, id="press"),
            button("Ask", self._ask, id="ask"),
            button("Ask a name", self._ask_name, id="ask_name"),
            button("Load", self._load, id="load"),
            text(f"Zoom: {self.zoom:.2f}", id="zoom"),
            text("The end", id="end", style="last"),
        )
        page = View(style="sample", hidden=True, children=parts)
        return View(children=(scroll_list((page,), id="scroll", kind="ScrollView"),))

    def _touch(self, word: str, x: float, y: float) -> None:
        self.touched = f"{word} at {round(x, 1):g},{round(y, 1):g}"

    def _pinch(self, factor: float) -> None:
        self.zoom = factor

    def _type(self, words: str) -> None:
        self.typed = words

    def _agree(self) -> None:
        self.agreed = not self.agreed

    def _press(self) -> None:
        self.pressed += 1

    def _load(self) -> None:
        self.loaded_at = time.monotonic() + _LOADS

    def _answer(self, answer: str) -> None:
        self.answered = answer

    def _ask(self) -> None:
        yes, no = partial(self._answer, "yes"), partial(self._answer, "no")
        self.phone.ask(Alert("Sure?", buttons=(("OK", yes), ("Cancel", no)), cancel=no))

    def _ask_name(self) -> None:
        entered = ["nobody"]

        def enter(words: str) -> None:
            entered[0] = words

        def field() -> tuple[View, ...]:
            return (text_field(entered[0], enter, id="who", description="Who"),)

        no = partial(self._answer, "no")
        buttons = (("OK", lambda: self._answer(entered[0])), ("Cancel", no))
        self.phone.ask(Alert("Who?", buttons=buttons, body=field, cancel=no))

    def _choose_size(self, size: str) -> None:
        self.size = size

    def _ask_size(self) -> None:
        def choose(size: str) -> None:
            self._choose_size(size)
            self.phone.answer(None)

        def sizes() -> tuple[View, ...]:
            rows = [entry(text(size, id="android:id/text1"), tap=partial(choose, size)) for size in _SIZES]
            return (scroll_list(rows, style="", kind="ListView"),)

        self.phone.ask(Alert("Size", buttons=(), body=sizes))
