"""Carries out scenarios in Gherkin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from askonce.errors import AskonceError
from askonce.language.gherkin import GherkinStep, read_scenario
from askonce.values import Value

_MOST_WORDS = 80


class Performer(Protocol):
    """Whoever carries steps out: an agent."""

    async def act(self, instruction: str, /, *, context: str = "", **values: Any) -> object: ...

    async def check(self, statement: str, /, **options: Any) -> object: ...


async def run_scenario(agent: Performer, text: str, context: str, values: Mapping[str, Value]) -> None:
    """Carry a scenario out, step by step. An error says in which line it was."""
    for step in read_scenario(text):
        named = {name: value for name, value in values.items() if f"{{{name}}}" in step.words}
        try:
            if step.kind == "then":
                await agent.check(step.instruction, context=context, values=named)
            else:
                await agent.act(step.instruction, context=context, **named)
        except AskonceError as error:
            _name_step(error, step)
            raise


def _name_step(error: AskonceError, step: GherkinStep) -> None:
    """Let an error say at which step it came up."""
    error.message = f"line {step.line}, {step.keyword} {step.words[:_MOST_WORDS]}: {error.message}"
    error.args = (f"{error.message}\n  → {error.remedy}" if error.remedy else error.message,)
