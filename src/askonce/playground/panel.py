"""A panel: one subject of the playground, with the commands that clients send to it.

A panel is one module, listed in `panels`. Its state is that of one session; a command is checked before it is
performed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from askonce.diagnostics.invalid_fields import invalid_fields
from askonce.errors import ConfigError

if TYPE_CHECKING:
    from askonce.playground.client_connection import ClientConnection
    from askonce.playground.playground_session import PlaygroundSession

AnyPanel = TypeVar("AnyPanel", bound="Panel")

PanelEvent = tuple[str, Mapping[str, Any]]
"""The name of an event and its fields."""


class PanelCommand(BaseModel, ABC, Generic[AnyPanel]):
    """One thing that a client asks for, with checked fields.

    What it returns is its result; errors of ours reach the client with their remedy.
    """

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True, arbitrary_types_allowed=True)
    word: ClassVar[str]
    """What clients write into `do`."""
    needs_screen: ClassVar[bool] = False
    """Whether nothing can be done about it once the screen is gone."""
    reads: ClassVar[bool] = False
    """Whether it changes nothing, so that those who only watch may ask for it as well."""

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        try:
            return cls.model_validate(dict(fields))
        except ValidationError as error:
            names = ", ".join(field.alias or name for name, field in cls.model_fields.items()) or "none"
            raise ConfigError(
                f"{cls.word} does not fit: {invalid_fields(error)}", remedy=f"its fields are {names}"
            ) from None

    @abstractmethod
    async def perform(self, panel: AnyPanel, client: ClientConnection) -> Mapping[str, Any] | None: ...


class Panel:
    """The state of one subject in one session."""

    commands: ClassVar[tuple[type[PanelCommand[Any]], ...]] = ()

    def __init__(self, session: PlaygroundSession) -> None:
        self.session = session

    async def open(self) -> None:
        """Begin, once the screen is there."""

    def hello(self) -> Mapping[str, Any]:
        """What a client is told first: what does not change, or only with an event of its own."""
        return {}

    def greet(self) -> Iterator[PanelEvent]:
        """The events that tell a client who connects what there is."""
        return iter(())

    def on_work(self) -> None:
        """Something began to have the screen for itself, or ended."""

    def left(self, client: ClientConnection) -> None:
        """A client is gone."""

    async def close(self) -> None:
        """Stop what is under way; the screen is there still, unless it closed by itself."""
