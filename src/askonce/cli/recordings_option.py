"""The option `--recordings`: a name, what to do with recordings, or both, as in `shop:strict`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast, get_args

from askonce.config import Settings, Strategy
from askonce.diagnostics.closest_name import closest_name, did_you_mean
from askonce.errors import ConfigError
from askonce.lazy import dataclass

STRATEGIES: tuple[str, ...] = get_args(Strategy)
_MISSPELT = 0.8
"""How much like a strategy a name is that was hardly meant as a name, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class RecordingsOption:
    """The name to keep recordings under, and what to do with them; None where the command line does not say it."""

    name: str | None = None
    strategy: Strategy | None = None

    @classmethod
    def read(cls, text: str | None) -> RecordingsOption:
        """`NAME`, `STRATEGY` or `NAME:STRATEGY`."""
        name, colon, strategy = (text or "").partition(":")
        if not colon and name in STRATEGIES:
            name, strategy = "", name
        if not colon and (meant := closest_name(name, STRATEGIES, cutoff=_MISSPELT)):
            raise ConfigError(
                f"--recordings {name} looks like a misspelt {meant}",
                remedy=f"write {meant}; to keep recordings under that name, write {name}:read-write",
            )
        if strategy not in ("", *STRATEGIES) or (colon and not strategy):
            raise ConfigError(
                f"--recordings {text}: {strategy!r} is nothing that can be done with recordings",
                remedy=did_you_mean(strategy, STRATEGIES, otherwise=f"use one of {', '.join(STRATEGIES)}"),
            )
        return cls(name or None, cast("Strategy", strategy) if strategy else None)

    def apply(self, settings: Settings) -> Settings:
        """The settings with what is to be done with recordings."""
        if self.strategy is None:
            return settings
        return replace(settings, recordings=replace(settings.recordings, strategy=self.strategy))

    def require_name(self) -> RecordingsOption:
        """For what has no recordings without a name: a single act, a program."""
        if self.strategy not in (None, "off") and self.name is None:
            raise ConfigError(
                f"--recordings {self.strategy} does not say which recordings",
                remedy=f"name them as well, as in --recordings shop:{self.strategy}",
            )
        return self
