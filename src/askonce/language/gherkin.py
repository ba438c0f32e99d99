"""Scenarios in Gherkin: Given and When are acts, Then is a check; And and But mean what stood before them."""

from __future__ import annotations

from typing import Literal, cast

from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex

Kind = Literal["given", "when", "then"]

_STEP = regex(r"(?i)(Given|When|Then|And|But|\*)\s+(\S.*)")
_SCENARIO = regex(r"(?i)(?:Scenario|Example):\s*(.*)")
_OTHER = regex(r"(?i)(Feature|Background|Scenario Outline|Scenario Template|Examples|Rule):")
_SPEAKER = regex(r"(?i)(?:I|we)\s+(?!am\b|are\b|have\b|was\b|were\b)(.+)")
_MOST_WORDS = 80


@dataclass(frozen=True, slots=True)
class GherkinStep:
    """One line of a scenario."""

    kind: Kind
    keyword: str
    words: str
    line: int

    @property
    def instruction(self) -> str:
        """What is to be done, or for `then` what has to be true."""
        spoken = _SPEAKER.fullmatch(self.words)
        if self.kind == "then":
            return self.words
        if spoken:
            return spoken[1]
        return f"make sure that {self.words}" if self.kind == "given" else self.words


def read_scenario(text: str) -> list[GherkinStep]:
    """The steps of a text with one scenario, or with steps alone. ConfigError names the line that cannot be read."""
    steps: list[GherkinStep] = []
    scenarios = 0
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith(("#", "@")):
            continue
        if _SCENARIO.fullmatch(line):
            scenarios += 1
            if scenarios > 1 or steps:
                raise _unreadable(number, line, "write one scenario, and all steps in it")
            continue
        found = _STEP.fullmatch(line)
        if found is None:
            raise _unreadable(number, line, _advice(line))
        before: Kind | None = steps[-1].kind if steps else None
        kind = found[1].lower() if found[1].lower() in {"given", "when", "then"} else before
        if kind is None:
            raise _unreadable(number, line, f"write Given, When or Then before {found[1]}")
        steps.append(GherkinStep(cast("Kind", kind), found[1], found[2].strip(), number))
    if not steps:
        raise ConfigError("the scenario has no steps", remedy="write a line such as: When I press Save")
    return steps


def _advice(line: str) -> str:
    if line.startswith("|"):
        return "tables are not supported: say in words what is in them"
    if line.startswith(('"""', "'''")):
        return "longer texts are not supported: write them into the step"
    if _OTHER.match(line):
        return "write one scenario, with all values in it"
    return "begin it with Given, When, Then, And or But"


def _unreadable(number: int, line: str, remedy: str) -> ConfigError:
    return ConfigError(f"line {number} of the scenario cannot be read: {line[:_MOST_WORDS]}", remedy=remedy)
