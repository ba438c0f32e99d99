"""The arguments of a tool: fields that are described to clients, and checked when they come."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from askonce.diagnostics.invalid_fields import invalid_fields
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.eyes import Eyes
from askonce.tools.tool_names import tool_name
from askonce.tools.tool_outcome import ToolOutcome
from askonce.values import Secret

if TYPE_CHECKING:
    from askonce.agent import Agent

Values = dict[str, str | int | float]

VALUES_NOTE = "what {name} in the words stands for; pass what changes this way, so that recordings serve for all values"

TIMEOUT_NOTE = "how many seconds to wait for it; 0 looks once"


class ToolArguments(BaseModel, ABC):
    """The arguments of a tool."""

    model_config = ConfigDict(defer_build=True, extra="forbid", allow_inf_nan=False)
    reads: ClassVar[bool] = False
    """Whether it leaves the page as it is."""

    @classmethod
    def name(cls) -> str:
        return tool_name(cls.__name__.removesuffix("Tool"))

    @classmethod
    def describe(cls) -> str:
        return " ".join((inspect.getdoc(cls) or "").split())

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        try:
            return cls.model_validate(dict(given))
        except ValidationError as error:
            names = ", ".join(cls.model_fields) or "none"
            raise ConfigError(
                f"{cls.name()} does not fit: {invalid_fields(error)}", remedy=f"its arguments are {names}"
            ) from None


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool works with: the agent, and the secrets that words may name."""

    agent: Agent
    secrets: Mapping[str, Secret]

    def values_for(self, words: str, given: Values) -> dict[str, str | int | float | Secret]:
        """The values that were passed, and those secrets that the words name."""
        if taken := given.keys() & self.secrets.keys():
            raise ConfigError(f"{', '.join(sorted(taken))} is a secret here", remedy="choose another name")
        return {**given, **{name: secret for name, secret in self.secrets.items() if f"{{{name}}}" in words}}

    def eyes(self) -> Eyes:
        """Eyes that take a fresh look, and paint over secrets."""
        return Eyes(self.agent.screen, self.agent.trace.mask, self.agent.numbers)


class ScreenTool(ToolArguments):
    """The arguments of a tool that works on the screen of a session."""

    @abstractmethod
    async def perform(self, work: ToolContext) -> ToolOutcome: ...
