"""What a run is to do, as a value: it can be kept in a database and taken up by any worker. It holds no secret."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from askonce.config import secret_from
from askonce.errors import ConfigError
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import ScreenChoice, read_options
from askonce.values import Secret

TRAVELS = frozenset(
    f"ASKONCE_{name}"
    for name in (
        *("SEES", "ROUNDS", "RECORDINGS", "SHOTS", "SHOT_FORMAT", "PAGE_LOG", "SNAPSHOTS", "LANGUAGE", "PATIENCE"),
        *("MAX_STEPS", "MAX_TOKENS", "MAX_MONEY", "MAX_SECONDS", "ALLOWED_HOSTS"),
    )
)
"""Settings of who submits that go with a run: how it behaves. Models, browsers, folders and permissions are the
worker's own."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TravellingFile(_Value):
    """A file that goes with a run; its content lies in the store."""

    name: str
    """Relative to the script or program, with slashes."""
    sha256: str


class OrderedScreen(_Value):
    """What a program starts on."""

    kind: str
    options: dict[str, Any] = {}

    @staticmethod
    def of(choice: ScreenChoice) -> OrderedScreen:
        return OrderedScreen(kind=choice.kind.name, options=choice.options.model_dump(mode="json", exclude_unset=True))

    def choice(self) -> ScreenChoice:
        kind = screen_kinds().get(self.kind)
        return ScreenChoice(kind, read_options(kind, self.options))


class RunOrder(_Value):
    """A script or program with everything that a worker needs to run it, apart from the values of secrets."""

    kind: Literal["script", "program"]
    name: str
    """Its path as it was submitted, for messages."""
    text: str
    variables: dict[str, Any] = {}
    secrets: dict[str, str] = {}
    """Names of secrets, each with the environment variable of the worker that holds it."""
    files: tuple[TravellingFile, ...] = ()
    overlays: dict[str, dict[str, Any]] = {}
    """Options by kind of target, which override those of the script."""
    screen: OrderedScreen | None = None
    settings: dict[str, str] = {}
    """Environment variables of those in `TRAVELS`."""
    sent: dict[str, str] = {}
    """Environment variables that who submits it has sent along, which `${NAME}` in a script stands for."""
    recordings: str | None = None
    report: bool = True

    @property
    def file_name(self) -> str:
        """The name of its file, without folders."""
        return Path(self.name.replace("\\", "/")).name

    def environment(self, own: Mapping[str, str]) -> dict[str, str]:
        """A worker's own environment, with the settings of the run. Hosts that the worker allows stay the only ones."""
        given = {name: value for name, value in self.settings.items() if name in TRAVELS}
        if own.get("ASKONCE_ALLOWED_HOSTS", "").strip():
            given.pop("ASKONCE_ALLOWED_HOSTS", None)
        return {**own, **given}

    def values(self, environment: Mapping[str, str], worker: str) -> dict[str, Any]:
        """Its variables, and the values of its secrets from a worker's environment."""
        missing = [f"{name} ({variable})" for name, variable in self.secrets.items() if not environment.get(variable)]
        if missing:
            raise ConfigError(
                f"the worker {worker} has no value for {', '.join(missing)}",
                remedy="set the variable in brackets in its environment, and retry the run",
            )
        held: dict[str, Secret] = {name: secret_from(environment, variable) for name, variable in self.secrets.items()}
        return {**self.variables, **held}
