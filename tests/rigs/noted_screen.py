"""A screen of its own for scripts of fleets: notes each touch in a file, with the process that made it."""

from __future__ import annotations

import os

from askonce.geometry import Box, Size
from askonce.screens.fake import Button, FakeScreen, Text


class NotedScreen(FakeScreen):
    """One button. What is named by `deadly` as the number of touches ends the process at once."""

    def __init__(self, log: str, deadly: int = 0) -> None:
        self._button = Button("Save", Box(20, 20, 100, 30), on_tap=self._note)
        super().__init__([self._button], size=Size(200, 100))
        self._log = log
        self._deadly = deadly
        self._touches = 0

    def _note(self) -> None:
        self._touches += 1
        with open(self._log, "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        if self._touches == self._deadly:
            os.kill(os.getpid(), 9)
        self.show(self._button, Text(f"Saved {self._touches} times", Box(20, 60, 160, 30)))
