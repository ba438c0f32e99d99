"""The sample that the contracts are tested on, as a web page and as a fake screen.

Other kinds of screens must show the same: elements with these names, and lines that say what happened to them.
"""

from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path

from askonce.geometry import Box
from askonce.screens import Dialog
from askonce.screens.fake import Button, CheckBox, Choice, FakeScreen, Field, FileField, Text

SAMPLE_PAGE = Path(str(files("askonce.testing.contracts") / "sample.html"))
"""The sample for a browser: one file, no network."""
OTHER_PAGE = "fake://other"
"""Where the sample screen can go."""


def sample_screen(*, scale: float = 1.0) -> FakeScreen:
    """The sample as a fake screen; its lines change with what is done to it."""
    touch, pressed, answer, later = (Text(line, _row(number)) for number, line in enumerate(_LINES))

    def on_touch(word: str) -> None:
        touch.label = f"Last touch: {word} at {screen.cursor.x:g},{screen.cursor.y:g}"

    def on_press() -> None:
        pressed.label = f"Pressed: {int(pressed.label.removeprefix('Pressed: ')) + 1}"

    def answered(text: str | None) -> None:
        answer.label = f"Answer: {'no' if text is None else text or 'yes'}"

    def arrive() -> None:
        later.label = "Later: here"
        screen.show(*screen.widgets)

    def load() -> None:
        asyncio.get_running_loop().call_later(0.1, arrive)

    screen = FakeScreen(
        [
            Button("Plot", Box(200, 10, 240, 120), on_touch=on_touch),
            touch,
            pressed,
            answer,
            later,
            Field("Name", _row(4)),
            CheckBox("Agree", _row(5)),
            Choice("Size", _row(6), options=("Small", "Medium", "Large"), value="Small"),
            FileField("File", _row(7)),
            Button("Press me", _row(8), on_tap=on_press),
            Button("Ask", _row(9), on_tap=lambda: screen.ask(Dialog("confirm", "Sure?"), answered)),
            Button("Ask a name", _row(10), on_tap=lambda: screen.ask(Dialog("prompt", "Who?", "nobody"), answered)),
            Button("Open a tab", _row(11), on_tap=lambda: screen.open_tab(OTHER_PAGE)),
            Button("Load", _row(12), on_tap=load),
            Text("The end", Box(10, 1500, 180, 24)),
        ],
        pages={OTHER_PAGE: [Text("Another page", _row(0))]},
        scale=scale,
    )
    return screen


_LINES = ("Last touch: none", "Pressed: 0", "Answer: none", "Later: none")


def _row(number: int) -> Box:
    return Box(10, 10 + 30 * number, 180, 24)
