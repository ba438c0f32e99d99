"""A model that reads well and makes no mistakes, on the sample apps and the sample shop.

It is told no more than any model is, and keeps nothing from one question to the next: the same text gets the same
reply, whoever asked before. One action a reply, or with `several` as many as are certain without another look.
"""

from __future__ import annotations

import json
import re

from perfect_reader import apps, shop
from perfect_reader.moves import Move
from perfect_reader.question import Page, Question


class PerfectReader:
    def __init__(self, *, several: bool = False) -> None:
        self._several = several

    def __call__(self, system: str, asked: str) -> str:
        """The reply to a question, by the rules it came with and its text."""
        if asked.startswith("# Statement\n"):
            return self._judge(asked)
        if system.startswith("You review finished work"):
            return json.dumps({"reason": "every line is reported done, and the screen agrees", "missing": []})
        return self._move(Question(asked)).written()

    def _move(self, question: Question) -> Move:
        for place in (apps, shop):
            if move := place.decide(question, several=self._several):
                return move
        raise LookupError(f"the reader does not know how to do this: {question.step!r}")

    def _judge(self, asked: str) -> str:
        """A step is done if nothing is left to do; else a statement is true if its words in quotes can be read."""
        statement = re.split(r"\n\n|\n# ", asked.removeprefix("# Statement\n"))[0]
        screen = asked.partition("<screen>\n")[2].partition("</screen>")[0]
        step = statement.removeprefix("This step is done: ")
        if step != statement:
            verdict = not self._move(Question(f"# Instruction\n{step}\n\n# Screen\n{screen}")).actions
        else:
            words = re.findall(r'"([^"]+)"', statement)
            verdict = bool(words) and all(Page(screen).shows(word) for word in words)
        return json.dumps(
            {"reason": "the screen shows it" if verdict else "the screen does not show it", "verdict": verdict}
        )
